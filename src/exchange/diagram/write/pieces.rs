//! The pieces: their strings, their letters and their names.

use std::collections::BTreeSet;

use super::movement;
use crate::diagram::pieces::{HOLE, known_movement};
use crate::transfer::Transfer;
use padma_rules::model::KindId;
use padma_text::{Excerpt, Span};

/// A piece on its way into the text.
pub(super) struct WrittenPiece {
    pub letter: String,
    /// Its string, empty for a piece that does not move.
    pub string: String,
}

/// Finds the strings and the letters of all pieces, also of those of nobody's, which have no line.
pub(super) fn pieces(transfer: &mut Transfer<'_>) -> Vec<WrittenPiece> {
    let variant = transfer.variant;
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut pieces = Vec::new();
    for kind in variant.kind_ids() {
        let string = match movement::string(variant, kind) {
            _ if variant.kind(kind).neutral => String::new(),
            Ok(string) => string,
            Err(why) => {
                transfer.leave_of("the movement of", kind, why);
                String::new()
            }
        };
        if variant.kind(kind).is_bound {
            let why = "in a diagram a piece may stand on every square";
            transfer.leave_of("`stands_on` of", kind, why);
        }
        if variant.kind(kind).neutral {
            transfer.leave_of(
                "the piece",
                kind,
                "in a diagram every piece belongs to a side",
            );
        }
        pieces.push(WrittenPiece {
            letter: String::new(),
            string,
        });
    }
    // A piece whose letter is free keeps it, also beside one that would come before it.
    for own in [true, false] {
        for kind in variant.kind_ids() {
            let letter = &mut pieces[kind.index()].letter;
            let (known, id) = (&variant.kind(kind).letter, &variant.kind(kind).id);
            let wanted: Vec<String> = match own {
                true => vec![known.clone()],
                false => free_ids(id).collect(),
            };
            let is_free = |id: &String| is_id(id) && !taken.contains(&id.to_lowercase());
            if letter.is_empty()
                && let Some(free) = wanted.into_iter().find(is_free)
            {
                taken.insert(free.to_lowercase());
                *letter = free;
            }
        }
    }
    pieces
}

/// Whether a diagram can read a letter as an ID: one or two characters, and none with a meaning in
/// lists.
fn is_id(letter: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_ascii_digit() && !"!*:,=<>&".contains(c);
    (1..=2).contains(&letter.chars().count()) && letter.chars().all(is_plain)
}

/// Returns IDs for a piece without one: its letters, other letters, and pairs of letters.
fn free_ids(id: &str) -> impl Iterator<Item = String> {
    let own: Vec<char> = id.chars().filter(char::is_ascii_alphabetic).collect();
    let letters = own
        .into_iter()
        .chain('a'..='z')
        .map(|c| c.to_ascii_uppercase());
    let pairs = ('A'..='Z').flat_map(|one| ('a'..='z').map(move |other| format!("{one}{other}")));
    letters.map(String::from).chain(pairs)
}

/// Returns the name of a piece's line: its own name, unless the reader would take it for something
/// else.
pub(super) fn piece_name(transfer: &Transfer<'_>, kind: KindId, string: &str) -> String {
    let kind = transfer.variant.kind(kind);
    let is_plain = |c: char| !c.is_control() && !":,=<>&".contains(c);
    let own = kind.name.trim();
    let name = match own.chars().all(is_plain) && !own.contains("//") {
        true => own.to_lowercase(),
        false => kind.id.replace('-', " "),
    };
    // A known name without a string would have the movement of that name.
    match name == HOLE || string.is_empty() && known_movement(&name).is_some() {
        true => format!("immobile {name}"),
        false => name,
    }
}

/// Returns a text without a place.
pub(super) fn excerpt(text: &str) -> Excerpt {
    Excerpt::inexact(text, Span::default())
}
