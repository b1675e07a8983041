//! The material from which the further forms of a book are made.

use serde::Serialize;
use serde_json::Value as Json;

use super::tree::Tree;
use crate::page::edition::{Edition, TextFile};
use crate::page::passage::Section;
use crate::page::templates::TemplateFault;

/// Why a form of a book cannot be made.
#[derive(Debug)]
pub(crate) enum FormFault {
    /// A template has an error.
    Template(TemplateFault),
    /// A picture that a page shows cannot be used; its path is below the book's folder.
    #[cfg(feature = "pdf")]
    Picture { path: String, why: String },
    /// Any other reason, worded to follow the name of the file.
    Unmade(String),
}

impl From<TemplateFault> for FormFault {
    fn from(fault: TemplateFault) -> FormFault {
        FormFault::Template(fault)
    }
}

/// The files of a form, in order.
pub(super) type MadeForm = Result<Vec<Vec<u8>>, FormFault>;

/// A book whose pages are made, but not yet placed in the frame of the site.
pub(crate) struct BoundBook<'a> {
    pub edition: &'a Edition<'a>,
    /// The view of the book that all pages of the site share.
    pub book: &'a Json,
    /// In reading order.
    pub leaves: &'a [Leaf],
    /// The sections that the search finds.
    pub sections: &'a [Section],
    /// Text files: the scripts with move tables, the pictures that pages show from files, and
    /// others.
    pub texts: &'a [TextFile],
    /// The site's scripts, and its style sheet without the files that it refers to, by name.
    pub plain: &'a [(&'static str, String)],
}

/// The text of a page, with its properties.
pub(crate) struct Leaf {
    /// Its index among the book's pages: the author's first, then those made for every book.
    pub index: usize,
    /// Its path on the site.
    pub path: String,
    pub title: String,
    /// Its text as HTML.
    pub body: String,
    /// The variants on whose boards pieces can be moved on this page.
    pub live: Vec<String>,
    /// Whether the page has a recorded game.
    pub games: bool,
}

impl Leaf {
    /// Parses its text as a tree.
    pub(super) fn tree(&self) -> Result<Tree, FormFault> {
        Tree::parse(&self.body).ok_or_else(|| {
            FormFault::Unmade(format!(
                "cannot be made from the page `{}`: its HTML is nested too deeply",
                self.path
            ))
        })
    }
}

/// A form of the book that readers can download, a file or a folder, as the first page lists it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Download {
    pub(super) label: &'static str,
    pub(super) url: String,
    /// Empty for a folder.
    pub(super) size: String,
}

impl Download {
    /// Returns the entry of a folder, which is opened by its first page.
    pub(crate) fn folder(label: &'static str, url: String) -> Download {
        Download {
            label,
            url,
            size: String::new(),
        }
    }
}
