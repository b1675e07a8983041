//! What `book.toml` declares, before any name is looked up.

use super::about::{AboutDecl, about};
use super::toml::parse;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{At, SourceId, Sources};

/// `book.toml`.
#[derive(Clone, Debug, Default)]
pub struct BookDecl {
    pub title: String,
    pub subtitle: Option<String>,
    pub about: AboutDecl,
    /// The variant that claims and diagrams speak of where they name none.
    pub variant: Option<At<String>>,
    /// Pages in reading order, by paths below the book's folder.
    pub chapters: Vec<ChapterDecl>,
    /// A font for the letters in pictures that the program's fonts lack, by its path below the book's folder.
    pub font: Option<At<String>>,
    /// Whether raw HTML in pages reaches the reader's browser.
    pub raw_html: bool,
}

/// Pages under one heading of the table of contents.
#[derive(Clone, Debug)]
pub struct ChapterDecl {
    pub title: Option<String>,
    pub pages: Vec<At<String>>,
}

/// Reads `book.toml`.
pub fn book(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<BookDecl> {
    let mut table = parse(sources, id, diagnostics)?;
    let title = table.required_words("title", diagnostics).map(|title| title.value).unwrap_or_default();
    let subtitle = table.words("subtitle", diagnostics).map(|text| text.value);
    let about = about(&mut table, diagnostics);
    let variant = table.string("variant", diagnostics);
    let font = table.string("font", diagnostics);
    let raw_html = table.boolean("raw_html", diagnostics).is_some_and(|at| at.value);
    let mut chapters = Vec::new();
    let has_chapter = table.has("chapter");
    for mut chapter in table.tables("chapter", diagnostics) {
        let title = chapter.words("title", diagnostics).map(|title| title.value);
        let pages = chapter.strings("pages", diagnostics);
        if pages.is_none() {
            chapter.missing("pages", "a list of pages", diagnostics);
        }
        chapter.finish(diagnostics);
        chapters.push(ChapterDecl { title, pages: pages.unwrap_or_default() });
    }
    if !has_chapter {
        diagnostics.push(
            Diagnostic::error(Code::WrongValue, "this book has no chapter")
                .at(table.span, "expected at least one table `[[chapter]]` with its `pages`"),
        );
    }
    table.finish(diagnostics);
    Some(BookDecl { title, subtitle, about, variant, chapters, font, raw_html })
}
