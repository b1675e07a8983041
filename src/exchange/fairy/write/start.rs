//! The start position, as the program reads it.

use super::transfer::Export;
use crate::places::Square;
use padma_rules::model::{KindId, Piece, Side};

/// A square on which no piece can stand.
const WALL: char = '*';

/// Writes `startFen`.
pub(crate) fn write(export: &mut Export<'_>) {
    let variant = export.variant;
    if variant.setup.is_none() {
        let span = export.whole.span;
        export.leave(
            "the missing setup",
            span,
            "the board is empty in Fairy-Stockfish",
        );
    }
    let rows: Vec<String> = (0..export.grid.ranks)
        .rev()
        .map(|rank| row(export, rank))
        .collect();
    let hand = hand(export);
    let [white, black] = &export.rights;
    let rights = match [white.as_str(), black.as_str()].concat() {
        none if none.is_empty() => "-".to_string(),
        rights => rights,
    };
    let checks = export
        .checks
        .map_or_else(String::new, |[white, black]| format!("{white}+{black} "));
    let fen = format!("{}{hand} w {rights} - {checks}0 1", rows.join("/"));
    export.section.set_always("startFen", fen);
}

fn row(export: &Export<'_>, rank: u16) -> String {
    let (mut text, mut empties) = (String::new(), 0);
    for file in 0..export.grid.files {
        let setup = export.variant.setup.as_ref();
        let cell = export.grid.cell(Square { file, rank });
        let piece = cell.and_then(|cell| setup?.position.piece(cell));
        let letter = match cell {
            Some(_) => piece.and_then(|piece| letter(export, piece)),
            None => Some(WALL.to_string()),
        };
        let Some(letter) = letter else {
            empties += 1;
            continue;
        };
        if empties > 0 {
            text.push_str(&empties.to_string());
        }
        empties = 0;
        text.push_str(&letter);
    }
    if empties > 0 {
        text.push_str(&empties.to_string());
    }
    text
}

/// Returns a piece's letter; for a promoted piece, that of what it was, with a mark.
fn letter(export: &Export<'_>, piece: Piece) -> Option<String> {
    let kind = piece.kind?;
    let (mark, kind) = match export.pieces.forms[kind.index()] {
        Some(before) => ("+", before),
        None => ("", kind),
    };
    let letter = of_side(export.pieces.letter(kind)?, piece.side);
    Some(format!("{mark}{letter}"))
}

fn of_side(letter: char, side: Side) -> char {
    match side {
        Side::White => letter.to_ascii_uppercase(),
        Side::Black => letter,
    }
}

/// Writes the pieces in hand in brackets, if there is a hand.
fn hand(export: &mut Export<'_>) -> String {
    let Some(setup) = &export.variant.setup else {
        return String::new();
    };
    let held: Vec<(Side, KindId, u16)> = setup.reserve.iter().collect();
    let mut letters = String::new();
    for side in Side::BOTH {
        for (_, kind, count) in held.iter().filter(|(owner, ..)| *owner == side) {
            if let Some(letter) = export.pieces.letter(*kind) {
                letters.push_str(&of_side(letter, side).to_string().repeat((*count).into()));
            }
        }
    }
    match export.has_hand {
        true => format!("[{letters}]"),
        false => String::new(),
    }
}
