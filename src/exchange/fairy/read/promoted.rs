//! Pieces that remember what they were before they promoted.
//!
//! The program keeps this for each piece on the board: a promoted piece that is captured goes into
//! the hand as what it was, and with `pieceDemotion` it turns back. Here such a piece is a kind of
//! its own, unless its kind comes about in no other way.

use std::collections::BTreeSet;

use super::promotion::chosen_by_pawns;
use super::royalty;
use crate::fairy::fen::StartPosition;
use crate::fairy::rules::{IniPiece, IniRules, Promoted};
use crate::fairy::slots::PieceSlot;
use padma_rules::model::Side;

/// Adds the kinds of piece that remember, and puts them into the start position.
pub(crate) fn add(rules: &mut IniRules, start: &mut StartPosition) {
    let slots: Vec<PieceSlot> = rules.pieces.iter().map(|piece| piece.slot).collect();
    rules.begins = slots
        .into_iter()
        .filter(|slot| begins(rules, start, *slot))
        .collect();
    if !remembers(rules) {
        return;
    }
    let mut extras: Vec<Promoted> = Vec::new();
    let mut seen = BTreeSet::new();
    for (from, to) in exchanges(rules) {
        let is_first = seen.insert(to);
        if !is_first || begins(rules, start, to) || chosen_by_pawns(rules).contains(&to) {
            extras.push(Promoted {
                shape: to,
                from,
                mark: '+',
            });
        }
    }
    if let Some(pawn) = only_pawn(rules) {
        let of_pawns = chosen_by_pawns(rules).into_iter().map(|shape| Promoted {
            shape,
            from: pawn,
            mark: '~',
        });
        extras.extend(of_pawns.filter(|extra| extra.shape != pawn));
    }
    extras.retain(|extra| royalty::of(rules, start, extra.shape).is_none());
    for (number, promoted) in extras.into_iter().enumerate() {
        let marked = match promoted.mark {
            '+' => promoted.from,
            _ => promoted.shape,
        };
        let of = |slot| rules.pieces.iter().find(move |piece| piece.slot == slot);
        let (Some(letter), Some(shape)) = (of(marked), of(promoted.shape)) else {
            continue;
        };
        let piece = IniPiece {
            slot: PieceSlot::extra(number),
            letter: letter.letter,
            movement: shape.movement.clone(),
            name: None,
            is_built_in: shape.is_built_in,
            promoted: Some(promoted),
        };
        start.mark(&piece, promoted);
        rules.pieces.push(piece);
    }
}

/// Whether anything depends on what promoted pieces were.
fn remembers(rules: &IniRules) -> bool {
    let into_hand = rules.truth("capturesToHand") && !rules.truth("dropLoop");
    // A limit counts promoted pieces and others together.
    rules.truth("pieceDemotion") || into_hand && rules.limits().is_empty()
}

/// Returns the pieces that promote by `promotedPieceType`, and what they become.
pub(crate) fn exchanges(rules: &IniRules) -> Vec<(PieceSlot, PieceSlot)> {
    let both = |(from, to): (PieceSlot, Option<PieceSlot>)| Some((from, to?));
    rules
        .exchanges()
        .into_iter()
        .filter_map(both)
        .filter(|(from, to)| from != to && rules.has(*from) && rules.has(*to))
        .collect()
}

/// Whether a piece comes about only by promotion: no game begins with one.
pub(crate) fn is_only_promoted(rules: &IniRules, slot: PieceSlot) -> bool {
    !rules.begins.contains(&slot)
}

/// Whether a game begins with a piece of this kind that has not promoted.
fn begins(rules: &IniRules, start: &StartPosition, slot: PieceSlot) -> bool {
    let is_promoted = |square| start.promoted.iter().any(|(place, _)| *place == square);
    let stands = |side| {
        let mut squares = start.squares_of(slot, side).into_iter();
        squares.any(|square| !is_promoted(square))
    };
    Side::either(stands)
        || start.hand.contains_key(&slot)
        || !rules.truth("capturesToHand") && rules.truth("dropPromoted")
}

/// Returns the one kind of piece that promotes to others of its choice.
fn only_pawn(rules: &IniRules) -> Option<PieceSlot> {
    let pawns: BTreeSet<PieceSlot> = Side::BOTH
        .into_iter()
        .flat_map(|side| rules.slots("promotionPawnTypes", side))
        .collect();
    let first = pawns.first().copied();
    first.filter(|_| pawns.len() == 1 && rules.truth("capturesToHand"))
}
