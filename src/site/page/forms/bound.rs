//! What the further forms of a book are made of.

use serde::Serialize;
use serde_json::Value as Json;

use super::tree::Tree;
use crate::page::edition::{Edition, TextFile};
use crate::page::passage::Section;
use crate::page::templates::TemplateFault;

/// Why a form of a book cannot be made.
#[derive(Debug)]
pub(crate) enum FormFault {
    /// A template is at fault.
    Template(TemplateFault),
    /// A picture that a page shows, by its path below the book's folder.
    #[cfg(feature = "pdf")]
    Picture { path: String, why: String },
    /// Anything else, as it follows the name of the file.
    Unmade(String),
}

impl From<TemplateFault> for FormFault {
    fn from(fault: TemplateFault) -> FormFault {
        FormFault::Template(fault)
    }
}

/// The files of a form, in their order.
pub(super) type MadeForm = Result<Vec<Vec<u8>>, FormFault>;

/// A book whose pages are made, but not yet put into the frame of the site.
pub(crate) struct BoundBook<'a> {
    pub edition: &'a Edition<'a>,
    /// What the pages of the site say of the book.
    pub book: &'a Json,
    /// In reading order.
    pub leaves: &'a [Leaf],
    /// What readers can search.
    pub sections: &'a [Section],
    /// The scripts with move tables, and the pictures that pages show from files, among others.
    pub texts: &'a [TextFile],
    /// The style sheet of the site but for the files it names, and its scripts, by name.
    pub plain: &'a [(&'static str, String)],
}

/// A page's text, and what is known of it.
pub(crate) struct Leaf {
    /// Its place among the book's pages, the author's before those made for every book.
    pub index: usize,
    /// Its place in the site.
    pub path: String,
    pub title: String,
    /// Its text as HTML.
    pub body: String,
    /// The variants on whose boards pieces can be moved here.
    pub live: Vec<String>,
    /// Whether a recorded game is here.
    pub games: bool,
}

impl Leaf {
    /// Its text as a tree.
    pub(super) fn tree(&self) -> Result<Tree, FormFault> {
        let too_deep = || {
            format!(
                "cannot be made of the page `{}`: its HTML is nested too deeply",
                self.path
            )
        };
        Tree::parse(&self.body).ok_or_else(|| FormFault::Unmade(too_deep()))
    }
}

/// A file in which readers can have the book, as the first page lists it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Download {
    pub(super) label: &'static str,
    pub(super) url: String,
    /// Empty where it is a folder.
    pub(super) size: String,
}

impl Download {
    /// A folder, by the page that opens it.
    pub(crate) fn folder(label: &'static str, url: String) -> Download {
        Download {
            label,
            url,
            size: String::new(),
        }
    }
}
