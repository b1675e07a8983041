//! Books as pages: an HTML site and a Markdown edition, put together by templates.
//!
//! What templates see are the views made here, never the program's own types. Knows no files: it
//! yields paths and texts.

mod appendix;
mod body;
mod card;
mod markdown;
mod search;
mod templates;
mod view;

pub use templates::{TemplateFault, Templates};

use crate::judge::{Checked, CheckedDiagram};
use crate::lower::Variants;
use crate::text::Sources;
use view::{BookView, Shelf};

/// A diagram drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// For a page, coloured by its style sheet.
    pub inline: String,
    /// What it shows, in words.
    pub alt: String,
}

/// A book ready to be written as pages.
pub struct Edition<'a> {
    pub checked: &'a Checked,
    pub variants: &'a Variants,
    pub sources: &'a Sources,
    /// In the order of `checked.diagrams`.
    pub pictures: &'a [Picture],
    pub templates: &'a Templates,
    /// Whether every picture is written as PNG too.
    pub with_png: bool,
}

/// A text file of the site, by its path below the book's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub path: String,
    pub text: String,
}

/// All pages of a book, the style sheet and scripts, and the Markdown edition.
///
/// # Errors
///
/// The first template that does not render.
pub fn sheets(edition: &Edition<'_>) -> Result<Vec<Sheet>, TemplateFault> {
    let book = BookView::new(edition);
    let mut sheets: Vec<Sheet> =
        edition.templates.plain().map(|(name, text)| Sheet { path: name.into(), text }).collect();
    sheets.push(Sheet { path: "search-index.js".into(), text: search::index(edition) });
    let shelf = Shelf::new(edition);
    for index in 0..edition.checked.book.pages.len() {
        let html = body::html(edition, index)?;
        sheets.push(Sheet { path: shelf.html(index), text: shelf.page(edition, &book, index, html)? });
        let text = markdown::text(edition, index)?;
        sheets.push(Sheet { path: shelf.markdown(index), text: shelf.markdown_page(edition, index, text)? });
    }
    let last = edition.checked.book.pages.len();
    let html = appendix::html(edition)?;
    sheets.push(Sheet { path: shelf.html(last), text: shelf.page(edition, &book, last, html)? });
    let text = appendix::markdown(edition)?;
    sheets.push(Sheet { path: shelf.markdown(last), text: shelf.markdown_page(edition, last, text)? });
    Ok(sheets)
}

impl Edition<'_> {
    /// The checked diagram at a place of a page, and its picture.
    fn diagram(&self, page: usize, index: usize) -> Option<(&CheckedDiagram, &Picture)> {
        let at = self.checked.diagrams.binary_search_by_key(&(page, index), |d| (d.page, d.index)).ok()?;
        Some((&self.checked.diagrams[at], &self.pictures[at]))
    }
}
