//! The inputs and the results of making the further forms of a book.

use serde::Serialize;
use serde_json::Value as Json;

use crate::page::edition::{Edition, TextFile};
use crate::page::leaf::Leaf;
use crate::page::passage::Section;
use crate::page::templates::TemplateFault;
use padma_text::Span;

/// Why a form of a book cannot be made.
#[derive(Debug)]
pub(crate) enum FormFault {
    /// A template has an error.
    Template(TemplateFault),
    /// A picture that a page shows cannot be used; its path is below the book's folder.
    #[cfg(feature = "pdf")]
    Picture { path: String, why: String },
    /// A page's own HTML is not XML, which the form needs.
    RawHtml { span: Span, why: String },
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

/// A book whose pages are made for the site, but not yet placed in its frame.
pub(crate) struct BoundBook<'a> {
    pub edition: &'a Edition<'a>,
    /// The view of the book that all pages of the site share.
    pub book: &'a Json,
    /// The pages in reading order.
    pub leaves: Vec<Leaf>,
    /// The sections for the search index.
    pub sections: &'a [Section],
    /// The other text files of the site and the Markdown edition, such as the scripts with move
    /// tables.
    pub texts: &'a [TextFile],
    /// The style sheet, with the typefaces in a folder beside it.
    pub style: &'a str,
}

/// An entry in the first page's list of downloads: a file or a folder.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Download {
    pub(super) label: String,
    pub(super) url: String,
    /// Empty for a folder.
    pub(super) size: String,
}

impl Download {
    /// Returns the entry of a folder, which is opened by its first page.
    pub(crate) fn folder(label: String, url: String) -> Download {
        Download {
            label,
            url,
            size: String::new(),
        }
    }
}
