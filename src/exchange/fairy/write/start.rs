//! The start position, as the program reads it.

use super::transfer::Export;
use crate::places::{Square, placement};
use crate::transfer::of_side;
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
    let walls = export.rules.walls();
    let stands = |square: Square| match export.grid.cell(square) {
        Some(cell) => letter(
            export,
            variant.setup.as_ref()?.position.piece(cell)?,
            &walls,
        ),
        None => Some(WALL.to_string()),
    };
    let rows = placement(export.grid.files, export.grid.ranks, stands);
    let hand = hand(export);
    let [white, black] = &export.rights;
    let rights = match [white.as_str(), black.as_str()].concat() {
        none if none.is_empty() => "-".to_string(),
        rights => rights,
    };
    let checks = export
        .checks
        .map_or_else(String::new, |[white, black]| format!("{white}+{black} "));
    let side = match export.list_fields(&rights) {
        Side::White => 'w',
        Side::Black => 'b',
    };
    let fen = format!("{rows}{hand} {side} {rights} - {checks}0 1");
    export.section.set_always("startFen", fen);
    for kind in variant.kind_ids() {
        let begins = variant.setup.as_ref().is_some_and(|setup| setup.has(kind));
        if variant.kind(kind).neutral && begins && !walls.contains(&kind) {
            let why = "in Fairy-Stockfish a piece of nobody’s begins beside the board";
            export.leave_of("the place of", kind, why);
        }
    }
}

/// Returns a piece's letter; for a promoted piece, that of what it was, with a mark. A wall has a
/// character of its own.
fn letter(export: &Export<'_>, piece: Piece, walls: &[KindId]) -> Option<String> {
    let kind = piece.kind?;
    if walls.contains(&kind) {
        return Some(WALL.to_string());
    }
    let (mark, kind) = match export.pieces.forms[kind.index()] {
        Some(before) => ("+", before),
        None => ("", kind),
    };
    let letter = of_side(export.pieces.letter(kind)?, piece.side);
    Some(format!("{mark}{letter}"))
}

/// Writes the pieces in hand in brackets, if there is a hand.
fn hand(export: &Export<'_>) -> String {
    let Some(setup) = &export.variant.setup else {
        return String::new();
    };
    let of_owner = |side: Side| {
        let held = setup
            .reserve
            .iter()
            .filter(move |(owner, ..)| *owner == side);
        held.filter_map(|(owner, kind, count)| {
            let letter = of_side(export.pieces.letter(kind)?, owner);
            Some(letter.to_string().repeat(count.into()))
        })
    };
    let letters: String = Side::BOTH.into_iter().flat_map(of_owner).collect();
    match export.has_hand {
        true => format!("[{letters}]"),
        false => String::new(),
    }
}
