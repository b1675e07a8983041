//! Positions in words: the parts of a position, and the sentence that states them.
//!
//! ```text
//! White: King h2, Rooks f6 f8, in hand 2 Pawns; Black: King h14; White to move
//! ```

use super::prose::named_kinds;
use super::value::PositionPart;
use crate::placed::PlacedDiagram;
use padma_rules::model::{KindId, Position, Reserve, Side, Variant};
use padma_text::english::plural;
use padma_words::{Listing, Say, SlotValue, english, row, say};

/// Returns the parts of a position, in order.
pub fn parts_of_position(
    position: &Position,
    reserve: &Reserve,
    to_move: Option<Side>,
) -> Vec<PositionPart> {
    let on_board = position
        .pieces()
        .filter_map(|(cell, piece)| Some(PositionPart::On(piece.side, piece.kind?, cell)));
    let in_hand = reserve
        .iter()
        .map(|(side, kind, count)| PositionPart::Aside(side, kind, count));
    let mut parts: Vec<PositionPart> = on_board
        .chain(in_hand)
        .chain(to_move.map(PositionPart::ToMove))
        .collect();
    parts.sort_unstable();
    parts
}

/// Returns the parts of the position that a diagram shows, after any moves it plays.
pub fn diagram_parts(figure: &PlacedDiagram, variant: &Variant) -> Vec<PositionPart> {
    let mut reserve = figure.reserve.clone();
    if let Some(after) = &figure.after {
        reserve = Reserve::default();
        for (side, kind) in Side::BOTH
            .into_iter()
            .flat_map(|side| variant.kind_ids().map(move |kind| (side, kind)))
        {
            reserve.add(side, kind, after.reserve(side, kind));
        }
    }
    parts_of_position(&figure.position, &reserve, figure.to_move)
}

/// Writes the sentence that states a diagram's position: the text of a claim `position()`.
pub fn diagram_sentence(figure: &PlacedDiagram, variant: &Variant) -> String {
    position_sentence(&diagram_parts(figure, variant), variant)
}

/// Writes the sentence that states a position.
pub fn position_sentence(parts: &[PositionPart], variant: &Variant) -> String {
    english().say(say_position(parts, variant))
}

/// Says a position.
pub(crate) fn say_position(parts: &[PositionPart], variant: &Variant) -> SlotValue {
    let mut clauses: Vec<Say> = Vec::new();
    let side_row = |side: Side| row("restate.side", side.name());
    for side in Side::BOTH {
        let mut groups: Vec<(KindId, Vec<&str>)> = Vec::new();
        let mut in_hand: Vec<Say> = Vec::new();
        for part in parts {
            match part {
                PositionPart::On(owner, kind, cell) if *owner == side => {
                    let name = variant.board.name(*cell);
                    match groups.last_mut().filter(|(last, _)| last == kind) {
                        Some((_, cells)) => cells.push(name),
                        None => groups.push((*kind, vec![name])),
                    }
                }
                PositionPart::Aside(owner, kind, count) if *owner == side => {
                    let (name, several) = name_in_position(*kind, *count > 1, variant);
                    in_hand.push(say!(
                        restate::InHand,
                        first = in_hand.is_empty(),
                        count = *count,
                        name,
                        several
                    ));
                }
                _ => {}
            }
        }
        let group = |(kind, cells): (KindId, Vec<&str>)| {
            let (name, several) = name_in_position(kind, cells.len() > 1, variant);
            let cells = Listing::Words.of(cells);
            say!(restate::PiecesOn, several, name, cells)
        };
        let pieces: Vec<Say> = groups.into_iter().map(group).chain(in_hand).collect();
        if !pieces.is_empty() {
            let (side, pieces) = (side_row(side), Listing::Enumeration.of(pieces));
            clauses.push(say!(restate::SidePieces, side, pieces));
        }
    }
    clauses.extend(parts.iter().filter_map(|part| match part {
        PositionPart::ToMove(side) => Some(say!(restate::ToMove, side = side_row(*side))),
        _ => None,
    }));
    match clauses.is_empty() {
        true => say!(restate::NoPiece).into(),
        false => Listing::Series.of(clauses),
    }
}

/// Names a piece so that it is read as that piece, if need be by its id, and returns whether the
/// name stands in the plural.
fn name_in_position(kind: KindId, is_plural: bool, variant: &Variant) -> (&str, bool) {
    let name = variant.kind(kind).name.as_str();
    let reads_back = |form: &str| named_kinds(form, variant) == [(0..form.len(), kind)];
    match (is_plural && reads_back(&plural(name)), reads_back(name)) {
        (true, _) => (name, true),
        (false, true) => (name, false),
        (false, false) => (&variant.kind(kind).id, false),
    }
}
