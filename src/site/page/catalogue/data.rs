//! The card that a book's build leaves in the book's folder: all that the pages over all books show of it. Of a card that
//! cannot be read it is said why.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::super::view::SourceView;

/// The form of a card. A program reads cards of its own form only.
pub(super) const VERSION: u32 = 3;

/// The longest card that is read, in bytes.
pub const LONGEST: u64 = 32 << 20;

/// What the page over all books says of one of them, as its folder hands it on.
#[derive(Serialize, Deserialize)]
pub(super) struct BookCard {
    pub version: u32,
    pub title: String,
    pub subtitle: Option<String>,
    pub language: String,
    /// The address of the folder that the book is published in.
    pub address: Option<String>,
    /// The picture for previews of links, whole, where the address is known.
    pub preview: Option<String>,
    /// What a link's `#` names on the page of the rules, so that two people play there; none where no setup is given.
    pub plays: Option<String>,
    pub sources: Vec<SourceView>,
    /// What the check found, in a sentence.
    pub checks: String,
    /// The board as SVG.
    pub board: Option<String>,
    /// Those that the book's first page shows.
    pub pieces: Vec<Portrait>,
    /// All pieces of all its variants.
    pub index: Vec<CardPiece>,
    /// What its pages define.
    pub terms: Vec<CardTerm>,
    /// The words of the rules that it uses, as the glossary knows them.
    pub uses: Vec<Use>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Portrait {
    pub name: String,
    pub svg: String,
}

/// A piece of a variant.
#[derive(Serialize, Deserialize)]
pub(super) struct CardPiece {
    pub name: String,
    /// Where the book presents it, below the book's folder.
    pub url: String,
    /// Whether it is put together from others.
    pub combined: bool,
    /// The variant, where it is not the one that the book speaks of.
    pub variant: Option<String>,
    /// The sorts of the board's cells: "squares and points".
    pub cells: String,
    /// How many cells the board has.
    pub size: usize,
    /// The ground on which its movement can be compared, and its form there.
    pub ground: String,
    pub movement: Option<String>,
    /// What it does besides, in sentences.
    pub deeds: Vec<String>,
    /// What else the rules say of it: the titles of the topics.
    pub topics: Vec<String>,
    /// That it is royal and how it castles, in sentences.
    pub standing: Vec<String>,
    pub families: Vec<String>,
    /// Digests of the board's cells, and of where the piece goes from each of them.
    pub shape: String,
    pub reach: String,
    /// All that a page says of a piece in brief.
    pub brief: Json,
    /// A small picture with its cell, if the piece may stand anywhere.
    pub thumbnail: Option<Json>,
}

/// A word that a book's author defines.
#[derive(Serialize, Deserialize)]
pub(super) struct CardTerm {
    pub term: String,
    pub meaning: String,
    pub url: String,
}

/// A word of the rules that the book uses.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Use {
    /// The sort of word: "rule", "direction".
    pub sort: String,
    pub term: String,
    /// What it means; in a book, where that differs from book to book.
    pub meaning: String,
    /// Where the book uses it.
    pub url: String,
}

/// What a card of any version has.
#[derive(Deserialize)]
struct CardHead {
    version: Option<u32>,
    title: String,
}

/// A card's bytes as text of its own form, or why it is none.
fn head(bytes: &[u8]) -> Result<CardHead, &'static str> {
    if bytes.len() as u64 > LONGEST {
        return Err("it is too long for a book's card");
    }
    let head: CardHead = serde_json::from_slice(bytes).map_err(|_| "it is not a book's card")?;
    match head.version {
        Some(VERSION) => Ok(head),
        _ => {
            Err("another version of the program has written it; a build of the book makes it anew")
        }
    }
}

/// The title on a card that can be read.
pub(super) fn title(bytes: &[u8]) -> Option<String> {
    head(bytes).ok().map(|head| head.title)
}

impl BookCard {
    /// A card, or why it is none.
    pub(super) fn read(bytes: &[u8]) -> Result<BookCard, &'static str> {
        head(bytes)?;
        serde_json::from_slice(bytes).map_err(|_| "it is not a whole card of a book")
    }
}
