//! The page over all books of an output folder. It is made of a card that each book's build leaves in the book's
//! folder, so that it is right whichever books a build writes.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::edition::{Edition, Neighbour, Sheet};
use super::front;
use super::templates::{TemplateFault, Templates, typefaces};
use super::text::{html_path, said};
use super::view::{self, SourceView};
use crate::text::percent_encoded;

/// The file of a book's folder that speaks for it.
pub(crate) const CARD: &str = "book.json";
/// The folder beside the page that holds what it shows.
pub(crate) const FOLDER: &str = "catalogue";

/// A file, or what it says, by a name.
pub(crate) type Named = (String, Vec<u8>);

const TITLE: &str = "Rulebooks";

#[derive(Clone, Serialize, Deserialize)]
struct Card {
    title: String,
    subtitle: Option<String>,
    language: String,
    sources: Vec<SourceView>,
    /// What the check found, in a sentence.
    checks: String,
    /// The board as SVG.
    board: Option<String>,
    pieces: Vec<Portrait>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Portrait {
    name: String,
    svg: String,
}

impl Neighbour {
    /// The book in a folder of this name, by its card.
    pub(crate) fn read(name: &str, card: &[u8]) -> Option<Neighbour> {
        let card: Card = serde_json::from_slice(card).ok()?;
        Some(Neighbour::new(name, &card.title))
    }
}

/// What a book says of itself there.
pub(crate) fn card(edition: &Edition<'_>) -> Sheet {
    let decl = &edition.checked.book.decl;
    let portrait =
        |piece: &Json| Portrait { name: said(piece, "name").into(), svg: said(piece, "svg").into() };
    let (pieces, _) = front::pieces(edition, html_path);
    let card = Card {
        title: decl.title.clone(),
        subtitle: decl.subtitle.clone(),
        language: decl.about.language.clone(),
        sources: view::sources(&decl.about),
        checks: view::summary(edition),
        board: front::board(edition).map(|board| board.ornament()),
        pieces: pieces.iter().map(portrait).collect(),
    };
    // A card is text alone, so nothing of it can fail to be written.
    let text = serde_json::to_string(&card).unwrap_or_default() + "\n";
    Sheet { path: CARD.into(), text }
}

/// The page, from books' folders by name and their cards, and the files of [`FOLDER`].
///
/// # Errors
///
/// If its template does not render.
pub(crate) fn catalogue(cards: &[Named]) -> Result<(String, Vec<Named>), Vec<TemplateFault>> {
    let read =
        |(name, card): &Named| Some((percent_encoded(name), serde_json::from_slice::<Card>(card).ok()?));
    let mut books: Vec<(String, Card)> = cards.iter().filter_map(read).collect();
    books.sort_by_key(|(_, card)| card.title.to_lowercase());
    let titles: Vec<&str> = books.iter().map(|(_, card)| card.title.as_str()).collect();
    let book = |(folder, card): &(String, Card)| json!({"folder": folder, "url": format!("{folder}/index.html"), "card": card});
    let books: Vec<Json> = books.iter().map(book).collect();
    let description = format!("Rules, boards and pieces, computed and checked: {}.", titles.join(", "));
    let templates = Templates::new(&[])?;
    let page = templates
        .render("catalogue.html", &json!({"title": TITLE, "description": description, "books": books}))
        .map_err(|fault| vec![fault])?;
    let mut files: Vec<Named> = typefaces().map(|(path, bytes)| (path, bytes.to_vec())).collect();
    let shown = templates.plain("").filter(|(name, _)| ["style.css", "favicon.svg"].contains(name));
    files.extend(shown.map(|(name, text)| (name.to_string(), text.into_bytes())));
    Ok((page, files))
}
