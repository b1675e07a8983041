//! The card that a book's build leaves in the book's folder: everything that the pages over all
//! books show of the book.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::super::view::SourceView;

/// The version of the card's format. The program reads only cards of its own version.
pub(super) const VERSION: u32 = 10;

/// Maximum size of a card, in bytes.
pub const MAX_CARD: u64 = 32 << 20;

/// What the pages over all books say about one book.
#[derive(Serialize, Deserialize)]
pub(super) struct BookCard {
    pub version: u32,
    pub title: String,
    pub subtitle: Option<String>,
    /// The heading under which the book is listed. Books without one come first.
    pub group: Option<String>,
    /// Its place among the books under this heading: those with a number come first.
    pub order: Option<i64>,
    pub language: String,
    /// The address of the folder that the book is published in.
    pub address: Option<String>,
    /// The full address of the picture for link previews, where the book's address is known.
    pub preview: Option<String>,
    /// The fragment of a link (after `#`) that starts a game on the page of the
    /// rules; `None` if the book's variant has no setup.
    pub plays: Option<String>,
    pub sources: Vec<SourceView>,
    /// What the check found, in a sentence and as a bar.
    pub checks: String,
    pub bar: String,
    /// The board as SVG.
    pub board: Option<String>,
    /// The pieces that the book's first page shows.
    pub pieces: Vec<Portrait>,
    /// The outlines of the board and of these pieces, by id.
    pub front_outlines: BTreeMap<String, String>,
    /// All pieces of all the book's variants.
    pub index: Vec<CardPiece>,
    /// The outlines of their pictures, by id.
    pub index_outlines: BTreeMap<String, String>,
    /// The words that the book's pages define.
    pub terms: Vec<CardTerm>,
    /// The words of the rules that the book uses, with their meaning in the glossary.
    pub uses: Vec<CardWord>,
}

/// The name and the picture of a piece.
#[derive(Serialize, Deserialize)]
pub(super) struct Portrait {
    pub name: String,
    pub svg: String,
}

/// A piece of a variant.
#[derive(Serialize, Deserialize)]
pub(super) struct CardPiece {
    pub name: String,
    /// The address where the book presents it, below the book's folder.
    pub url: String,
    /// Whether it is a combination of other pieces.
    pub combined: bool,
    /// The variant, unless it is the one that the book is about.
    pub variant: Option<String>,
    /// The kinds of the board's cells: "squares and points".
    pub cells: String,
    /// The number of cells of the board.
    pub size: usize,
    /// The name of the [`CommonBoard`](padma_variant::likeness::CommonBoard) on which its movement
    /// can be compared.
    pub ground: String,
    /// Its movement in a form that means the same on every such board, if it has one.
    pub movement: Option<String>,
    /// How it captures and its powers.
    pub powers: Vec<CardStatement>,
    /// The names of the topics on which the rules say more about it.
    pub topics: BTreeSet<String>,
    /// Whether it is royal and how it castles.
    pub standing: Vec<CardStatement>,
    /// Where it may stand, if that is not everywhere: "only on squares".
    pub bound: Option<String>,
    /// The names of its families.
    pub families: Vec<String>,
    /// A digest of the board's cells.
    pub shape: String,
    /// A digest of the cells that the piece reaches from each cell.
    pub reach: String,
    /// The view of the piece in brief.
    pub brief: Json,
    /// A small picture of its reach, and the cell from which it is shown; `None` if it may stand
    /// on no cell.
    pub thumbnail: Option<Json>,
}

/// What the rules say about a piece. Two are equal if the rules are, whatever the names of pieces.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct CardStatement {
    /// A digest of the statement with the ids of pieces in place of their names.
    pub rule: String,
    /// The sentences.
    pub text: String,
}

impl PartialEq for CardStatement {
    fn eq(&self, other: &CardStatement) -> bool {
        self.rule == other.rule
    }
}

/// A word that the book's author defines.
#[derive(Serialize, Deserialize)]
pub(super) struct CardTerm {
    pub term: String,
    pub meaning: String,
    pub url: String,
}

/// A word of the rules that the book uses.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct CardWord {
    /// The sort of word: "rule", "direction".
    pub sort: String,
    pub term: String,
    /// Its meaning, which may differ from book to book.
    pub meaning: String,
    /// Where the book uses it.
    pub url: String,
}

/// The fields that a card of any version has.
#[derive(Deserialize)]
struct CardHead {
    version: Option<u32>,
    title: String,
}

/// Reads the head of a card of this version, or returns the reason why it cannot.
fn head(bytes: &[u8]) -> Result<CardHead, &'static str> {
    if bytes.len() as u64 > MAX_CARD {
        return Err("it is too long for a book's card");
    }
    let head: CardHead = serde_json::from_slice(bytes).map_err(|_| "it is not a book's card")?;
    match head.version {
        Some(VERSION) => Ok(head),
        _ => Err(
            "it was written by another version of the program; building that book writes it again",
        ),
    }
}

/// Returns the title on a card, if the card can be read.
pub(super) fn title(bytes: &[u8]) -> Option<String> {
    head(bytes).ok().map(|head| head.title)
}

impl BookCard {
    /// Reads a card, or returns the reason why it cannot.
    pub(super) fn read(bytes: &[u8]) -> Result<BookCard, &'static str> {
        head(bytes)?;
        serde_json::from_slice(bytes).map_err(|_| "it is an incomplete card")
    }
}
