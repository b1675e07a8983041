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
mod edition;
mod front;
mod game;
mod live;
mod passage;
mod markdown;
mod reference;
mod search;
mod tables;
mod templates;
mod text;
mod thumbnail;
mod view;

pub(crate) use board::Preview;
pub(crate) use catalogue::{CARD, FOLDER, catalogue};
pub(crate) use edition::{Edition, Neighbour, Picture, Sheet};
pub(crate) use reference::Reference;
pub use templates::Templates;
pub(crate) use templates::{TemplateFault, typefaces};

use crate::backend::svg;
use passage::{Bodies, titled};
use templates::TYPEFACES;
use view::Shelf;

/// The index that the search reads.
const SEARCH_INDEX: &str = "search-index.js";

/// The picture that previews of links show; none where the book has no board.
pub(crate) fn preview(edition: &Edition<'_>) -> Option<Preview> {
    front::board(edition).map(|board| board.preview())
}

/// Whether a build writes something of its own to a path of the site, so that a file of the author's
/// would be lost there.
pub(crate) fn is_made(path: &str) -> bool {
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
pub(crate) fn sheets(edition: &Edition<'_>) -> Result<Vec<Sheet>, TemplateFault> {
    let book = view::book(edition);
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
        found.push(titled(reference.title(), &url));
        found.extend(passages.into_iter().map(|passage| passage.section(reference.title(), &url)));
    }
    let rules =
        shelf.running_heads(edition) + &svg::scales_css(sheets.iter().map(|sheet| sheet.text.as_str()));
    sheets.extend(edition.templates.plain(&rules).map(|(name, text)| Sheet { path: name.into(), text }));
    sheets.push(Sheet { path: SEARCH_INDEX.into(), text: search::index(&found) });
    sheets.push(catalogue::card(edition));
    Ok(sheets)
}
