//! Positions in words: the parts of a position, and the sentence that states them.
//!
//! ```text
//! White: King h2, Rooks f6 f8, in hand 2 Pawns; Black: King h14; White to move
//! ```

use super::prose::named_kinds;
use super::value::PositionPart;
use crate::placed::PlacedDiagram;
use padma_rules::model::{KindId, Position, Reserve, Side, Variant};
use padma_text::english::{plural, with_article};

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
    let mut clauses = Vec::new();
    for side in Side::BOTH {
        let mut groups: Vec<(KindId, Vec<&str>)> = Vec::new();
        let mut in_hand = Vec::new();
        for part in parts {
            match part {
                PositionPart::On(owner, kind, cell) if *owner == side => {
                    let name = variant.board.name(*cell);
                    match groups.last_mut().filter(|(last, _)| last == kind) {
                        Some((_, cells)) => cells.push(name),
                        None => groups.push((*kind, vec![name])),
                    }
                }
                PositionPart::Aside(owner, kind, 1) if *owner == side => {
                    in_hand.push(with_article(&piece_words(*kind, false, variant)));
                }
                PositionPart::Aside(owner, kind, count) if *owner == side => {
                    in_hand.push(format!("{count} {}", piece_words(*kind, true, variant)));
                }
                _ => {}
            }
        }
        let group = |(kind, cells): &(KindId, Vec<&str>)| {
            format!(
                "{} {}",
                piece_words(*kind, cells.len() > 1, variant),
                cells.join(" ")
            )
        };
        let mut items: Vec<String> = groups.iter().map(group).collect();
        if let Some(first) = in_hand.first_mut() {
            *first = format!("in hand {first}");
        }
        items.append(&mut in_hand);
        if !items.is_empty() {
            clauses.push(format!("{}: {}", side.titled(), items.join(", ")));
        }
    }
    clauses.extend(parts.iter().filter_map(|part| match part {
        PositionPart::ToMove(side) => Some(format!("{} to move", side.titled())),
        _ => None,
    }));
    if clauses.is_empty() {
        "no piece".to_string()
    } else {
        clauses.join("; ")
    }
}

/// Names a piece in a form that parses as that piece; falls back to its id.
fn piece_words(kind: KindId, is_plural: bool, variant: &Variant) -> String {
    let name = &variant.kind(kind).name;
    let plural = is_plural.then(|| plural(name));
    let forms = plural.into_iter().chain([name.clone()]);
    let reads_back = |form: &String| named_kinds(form, variant) == [(0..form.len(), kind)];
    forms
        .into_iter()
        .find(reads_back)
        .unwrap_or_else(|| variant.kind(kind).id.clone())
}
