//! Changes of a position that is written as the first field of a FEN: each piece on another cell,
//! or left out.
//!
//! ```text
//! 8/8/4K3/8 → 8/4K3/8/8    one edit in each rank that differs, with no more than what differs
//! [HEhe] → [Ehe]           one piece fewer beside the board
//! ```

use super::change::{ChangeDescription, TextChange};
use super::token::TokenMeaning;
use super::walk::Walk;
use padma_book::claim::Edit;
use padma_rules::model::fen::{self, FenPiece};
use padma_rules::model::{Cell, KindId, Occupant, Piece, Position, Reserve, Side};
use padma_text::Excerpt;
use padma_text::diag::Diagnostics;

/// Changes each piece of a FEN, the side to move, and the numbers of its other fields. In a
/// setup each piece is a fact of its own.
pub(crate) fn change_fen(walk: &mut Walk<'_>, text: &Excerpt) {
    let variant = walk.vocabulary.variant;
    let (board, kinds) = (&variant.board, &variant.kinds);
    let Some(read) = fen::parse(text, board, kinds, &mut Diagnostics::default()) else {
        return;
    };
    let outer = walk.given.clone();
    let hands = text.span(text.text().find('[').unwrap_or(0)..text.text().len());
    let position = read.position(board);
    let is_setup = outer.kind == "setup";
    for piece in &read.pieces {
        let (id, cell) = (&variant.kind(piece.kind).id, board.name(piece.cell));
        if is_setup {
            walk.given.name = format!("{} {id} {cell}", piece.side.name());
            walk.given.span = piece.span;
        }
        let (before, mut left) = (format!("{id} {cell}"), position.clone());
        left.put(piece.cell, None);
        if let Some(other) = other_cell(walk, &position, piece) {
            let mut moved = left.clone();
            moved.put(other, Some(Piece::of(piece.side, piece.kind)));
            let after = format!("{id} {}", board.name(other));
            push(walk, text, (&moved, &read.reserve), (before.clone(), after));
        }
        push(walk, text, (&left, &read.reserve), (before, String::new()));
    }
    for (side, kind, count) in read.reserve.iter() {
        let id = &variant.kind(kind).id;
        if is_setup {
            walk.given.name = format!("{} {id}", side.name());
            walk.given.span = hands;
        }
        let fewer = without_one(&read.reserve, (side, kind));
        let [before, after] = [count, count - 1].map(|count| format!("{count} {id} in hand"));
        push(walk, text, (&position, &fewer), (before, after));
    }
    walk.given = outer;
    let fields = read.rest.text();
    let mover = 0..fields.find(' ').unwrap_or(fields.len());
    let other = match &fields[mover.clone()] {
        "w" => vec!["b"],
        "b" => vec!["w"],
        _ => Vec::new(),
    };
    walk.tokens(&read.rest, vec![(mover, TokenMeaning::OneOf(other))]);
    walk.words(&read.rest);
}

/// Returns the nearest empty cell on which a piece may stand.
fn other_cell(walk: &Walk<'_>, position: &Position, piece: &FenPiece) -> Option<Cell> {
    let variant = walk.vocabulary.variant;
    let stands_on = variant.kind(piece.kind).stands_on.of(piece.side);
    let near = variant.board.contacts(piece.cell).iter();
    let mut cells = near.map(|(cell, _)| *cell).chain(variant.board.cells());
    cells.find(|cell| position.occupant(*cell) == Occupant::Empty && stands_on.contains(*cell))
}

fn without_one(reserve: &Reserve, one: (Side, KindId)) -> Reserve {
    let mut fewer = Reserve::default();
    for (side, kind, count) in reserve.iter() {
        fewer.add(side, kind, count - u16::from((side, kind) == one));
    }
    fewer
}

/// Adds the change that makes a FEN state another position.
fn push(
    walk: &mut Walk<'_>,
    text: &Excerpt,
    (position, reserve): (&Position, &Reserve),
    (before, after): (String, String),
) {
    let variant = walk.vocabulary.variant;
    let Ok(mut new) = fen::write(position, reserve, &variant.board, &variant.kinds) else {
        return;
    };
    let field = text.text().split_whitespace().next().unwrap_or_default();
    let old: Vec<&str> = field.split('/').collect();
    if !field.contains('[') {
        // The text may have the pieces beside the board as one more rank.
        new = new.replace('[', "/").replace(']', "");
        if old.len() > new.split('/').count() {
            new.push_str("/-");
        }
    }
    let at = walk.given.span;
    let edits = old
        .iter()
        .zip(new.split('/'))
        .filter(|(old, new)| **old != *new);
    let mut edits: Vec<Edit> = edits
        .map(|(old, new)| difference(&text.cut(old), new))
        .collect();
    // The edit where the piece stood is the place of the change.
    edits.sort_by_key(|edit| edit.span.to(at) != edit.span);
    if let [first, also @ ..] = &edits[..] {
        walk.push(TextChange {
            also: also.to_vec(),
            description: ChangeDescription::Rephrased(before, after),
            ..walk.change(first.span, vec![first.new.clone()])
        });
    }
}

/// Returns the edit of the characters between the common beginning and end of two texts.
fn difference(old: &Excerpt, new: &str) -> Edit {
    let common = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        let equal = pairs.take_while(|(old, new)| old == new);
        equal.map(|(c, _)| c.len_utf8()).sum()
    };
    let text = old.text();
    let start = common(&mut text.chars().zip(new.chars()));
    let (old_rest, new_rest) = (&text[start..], &new[start..]);
    let end = common(&mut old_rest.chars().rev().zip(new_rest.chars().rev()));
    Edit {
        span: old.span(start..text.len() - end),
        new: new[start..new.len() - end].to_string(),
    }
}
