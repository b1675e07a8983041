//! The inputs and the results of making the further forms of a book.

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
    Other(String),
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
    /// The pages in reading order.
    pub leaves: &'a [Leaf],
    /// The sections for the search index.
    pub sections: &'a [Section],
    /// The other text files of the site and the Markdown edition, such as the scripts with move
    /// tables.
    pub texts: &'a [TextFile],
    /// The site's scripts and its style sheet, by name.
    pub plain: &'a [(&'static str, String)],
}

/// A page of the site without its frame.
pub(crate) struct Leaf {
    /// The index among the book's pages: the author's first, then those made for every book.
    pub index: usize,
    /// The path on the site.
    pub path: String,
    pub title: String,
    /// The text as HTML.
    pub body: String,
    /// Whether the pieces of some diagram on the page can be moved.
    pub live: bool,
    /// Whether the page has a recorded game.
    pub games: bool,
}

impl Leaf {
    /// Parses the page's text as a tree.
    pub(super) fn tree(&self) -> Result<Tree, FormFault> {
        Tree::parse(&self.body).ok_or_else(|| {
            FormFault::Other(format!(
                "cannot be made from the page `{}`: its HTML is nested too deeply",
                self.path
            ))
        })
    }
}

/// An entry in the first page's list of downloads: a file or a folder.
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
