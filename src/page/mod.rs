//! Books as pages: an HTML site and a Markdown edition, put together by templates.
//!
//! What templates see are the views made here, never the program's own types. Knows no files: it
//! yields paths and texts.

mod board;
mod body;
mod bounded;
mod card;
mod catalogue;
mod combinations;
mod escape;
mod figures;
mod front;
mod game;
mod live;
mod trips;
mod markdown;
mod reference;
mod search;
mod tables;
mod templates;
mod view;

pub use board::Preview;
pub use catalogue::{CARD, FOLDER, Named, Neighbour, catalogue};
pub use reference::Reference;
pub use templates::{TemplateFault, Templates};

use crate::backend::svg;
use crate::judge::{Checked, CheckedDiagram};
use crate::lower::Variants;
use crate::model::Variant;
use crate::scene::Fonts;
use crate::text::Sources;
use reference::Bodies;
use view::{BookView, Shelf};

/// A diagram drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// For a page, coloured by its style sheet.
    pub inline: String,
    /// What it shows, in words.
    pub alt: String,
    /// In sides of a cell.
    pub width: f64,
}

/// A book ready to be written as pages.
pub struct Edition<'a> {
    pub checked: &'a Checked,
    pub variants: &'a Variants,
    /// The places of the book's own variants, the one its pages speak of first.
    pub of_book: &'a [usize],
    pub sources: &'a Sources,
    /// In the order of `checked.diagrams`.
    pub pictures: &'a [Picture],
    pub templates: &'a Templates,
    /// What the words of pictures are written in.
    pub fonts: &'a Fonts<'a>,
    /// Whether every picture is written as PNG too.
    pub with_png: bool,
    /// The other books of the output folder, by title.
    pub neighbours: &'a [Neighbour],
}

/// A text file of the site, by its path below the book's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub path: String,
    pub text: String,
}

/// The index that the search reads.
const SEARCH_INDEX: &str = "search-index.js";

/// The folder of the typefaces that the style sheet names.
const TYPEFACES: &str = "typefaces/";

/// The typefaces by their paths in the site, with their licence.
pub fn typefaces() -> impl Iterator<Item = (String, &'static [u8])> {
    let files: [(&str, &[u8]); 6] = [
        (
            "libertinus-serif-400.woff2",
            include_bytes!("../../templates/typefaces/libertinus-serif-400.woff2"),
        ),
        (
            "libertinus-serif-400-italic.woff2",
            include_bytes!("../../templates/typefaces/libertinus-serif-400-italic.woff2"),
        ),
        (
            "libertinus-serif-600.woff2",
            include_bytes!("../../templates/typefaces/libertinus-serif-600.woff2"),
        ),
        ("inter-400.woff2", include_bytes!("../../templates/typefaces/inter-400.woff2")),
        ("inter-600.woff2", include_bytes!("../../templates/typefaces/inter-600.woff2")),
        ("LICENSE-OFL-1.1.txt", include_bytes!("../../templates/typefaces/LICENSE-OFL-1.1.txt")),
    ];
    files.into_iter().map(|(name, bytes)| (format!("{TYPEFACES}{name}"), bytes))
}

/// The picture that previews of links show; none where the book has no board.
pub fn preview(edition: &Edition<'_>) -> Option<Preview> {
    front::board(edition).map(|board| board.preview())
}

/// Whether a build writes something of its own to a path of the site, so that a file of the author's
/// would be lost there.
pub fn is_made(path: &str) -> bool {
    let folder = ["diagrams/", "markdown/", live::FOLDER, TYPEFACES];
    let file = [SEARCH_INDEX, CARD];
    folder.iter().any(|folder| path.starts_with(folder))
        || file.contains(&path)
        || Templates::plain_names().any(|name| name == path)
}

/// All pages of a book, the style sheet and scripts, and the Markdown edition.
///
/// # Errors
///
/// The first template that does not render.
pub fn sheets(edition: &Edition<'_>) -> Result<Vec<Sheet>, TemplateFault> {
    let book = BookView::new(edition);
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut found = Vec::new();
    sheets.extend(live::scripts(edition));
    let shelf = Shelf::new(edition);
    let pages = edition.checked.book.pages.len();
    for index in 0..pages {
        found.extend(search::sections(edition, index));
        let html = body::html(edition, index)?;
        sheets.push(Sheet {
            path: shelf.html(index),
            text: shelf.page(edition, &book, index, html, live::variants_of(edition, index))?,
        });
        let text = markdown::text(edition, index)?;
        sheets.push(Sheet { path: shelf.markdown(index), text: shelf.markdown_page(edition, index, text)? });
    }
    for (index, reference) in (pages..).zip(Reference::ALL) {
        let Bodies { html, markdown, pictures, passages } = reference.bodies(edition)?;
        let page = shelf.page(edition, &book, index, html, Vec::new())?;
        sheets.push(Sheet { path: shelf.html(index), text: page });
        let text = shelf.markdown_page(edition, index, markdown)?;
        sheets.push(Sheet { path: shelf.markdown(index), text });
        sheets.extend(pictures);
        let url = shelf.html(index);
        found.push(search::titled(reference.title(), &url));
        found.extend(passages.into_iter().map(|passage| passage.section(reference.title(), &url)));
    }
    let rules =
        shelf.running_heads(edition) + &svg::scales_css(sheets.iter().map(|sheet| sheet.text.as_str()));
    sheets.extend(edition.templates.plain(&rules).map(|(name, text)| Sheet { path: name.into(), text }));
    sheets.push(Sheet { path: SEARCH_INDEX.into(), text: search::index(&found) });
    sheets.push(catalogue::card(edition));
    Ok(sheets)
}

impl Edition<'_> {
    fn own_variants(&self) -> Vec<&Variant> {
        self.of_book.iter().map(|place| &self.variants.rules(*place).variant).collect()
    }

    /// The checked diagram at a place of a page, and its picture.
    fn diagram(&self, page: usize, index: usize) -> Option<(&CheckedDiagram, &Picture)> {
        let at = self.checked.diagrams.binary_search_by_key(&(page, index), |d| (d.page, d.index)).ok()?;
        Some((&self.checked.diagrams[at], &self.pictures[at]))
    }
}
