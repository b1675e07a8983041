//! Captured pieces that go into the hand, and drops from it.

use std::collections::BTreeSet;

use super::super::draft::{ImportedMovement, VariantDraft};
use super::super::places::Squares;
use super::fen::StartPosition;
use super::leftovers::Leftovers;
use super::rules::IniRules;
use super::slots::PieceSlot;
use crate::form::Fields;
use crate::kinds::hand::{self, DROP, INTO_HAND};
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_text::Excerpt;

pub(super) fn rules(
    rules: &IniRules,
    start: &StartPosition,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    if rules.truth("capturesToHand") {
        add_captures_to_hand(rules, start, draft, leftovers);
    }
    if rules.truth("pieceDrops") {
        drops(rules, draft);
    }
}

/// Puts captured pieces into the hand. A piece that only promotion creates goes there as the
/// piece it was before.
fn add_captures_to_hand(
    rules: &IniRules,
    start: &StartPosition,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    draft.rules.push(draft.rule(&INTO_HAND));
    if rules.truth("dropLoop") {
        return;
    }
    let exchanges = rules.exchanges();
    let pawns_become: BTreeSet<PieceSlot> = Side::BOTH
        .into_iter()
        .flat_map(|side| choices_of_pawns(rules, side))
        .collect();
    let mut is_lost = !pawns_become.is_empty();
    for (from, to) in exchanges
        .iter()
        .filter_map(|(from, to)| Some((*from, (*to)?)))
    {
        let (Some(old), Some(new)) = (rules.kind(from), rules.kind(to)) else {
            continue;
        };
        let is_only_source = exchanges
            .values()
            .filter(|other| **other == Some(to))
            .count()
            == 1;
        let begins = Side::BOTH
            .into_iter()
            .any(|side| !start.squares_of(to, side).is_empty());
        if is_only_source && !begins && !start.hand.contains_key(&to) && !pawns_become.contains(&to)
        {
            let rule = draft
                .rule(&INTO_HAND)
                .with_texts(hand::PIECES, draft.ids(&[new]));
            draft
                .rules
                .push(rule.with_text(hand::IN_HAND_AS, draft.id(old)));
        } else {
            is_lost = true;
        }
    }
    if is_lost {
        leftovers.leave(
            "capturesToHand",
            "a promoted piece goes into the hand as the piece it was before",
        );
    }
}

/// Returns the pieces that pawns of a side may become, if that side has pawns.
fn choices_of_pawns(rules: &IniRules, side: Side) -> BTreeSet<PieceSlot> {
    let pawns = rules.slots("promotionPawnTypes", side);
    if pawns.is_empty() {
        BTreeSet::new()
    } else {
        rules.slots("promotionPieceTypes", side)
    }
}

/// Allows drops from the hand. The pawn of chess may not be dropped on its first rank, nor where
/// it would promote.
fn drops(rules: &IniRules, draft: &mut VariantDraft) {
    let region: Squares = Side::BOTH.map(|side| {
        let squares = rules.squares("dropRegion", side);
        if squares.is_empty() {
            rules.all_squares().collect()
        } else {
            squares
        }
    });
    let Some(pawn) = rules.kind(PieceSlot::PAWN) else {
        let rule = drop_rule(rules, &region, "dropped", draft);
        return draft.rules.push(rule);
    };
    let (_, ranks) = rules.board();
    let pawn_squares = Side::BOTH.map(|side| {
        let mut squares = region[side as usize].clone();
        if !rules.truth("firstRankPawnDrops") {
            let first = if side == Side::White { 0 } else { ranks - 1 };
            squares.retain(|square| square.rank != first);
        }
        if !rules.truth("promotionZonePawnDrops") {
            let zone = rules.squares("promotionRegion", side);
            squares.retain(|square| !zone.contains(square));
        }
        squares
    });
    let rule = drop_rule(rules, &region, "dropped", draft);
    if pawn_squares.iter().all(|squares| squares.is_empty()) {
        // A rule cannot name an empty set of squares, so it names every piece but the pawn.
        let others: Vec<_> = (0..rules.pieces.len())
            .filter(|kind| *kind != pawn)
            .collect();
        return draft
            .rules
            .push(rule.with_texts(hand::PIECES, draft.ids(&others)));
    }
    draft.rules.push(rule);
    if pawn_squares != region {
        let rule = drop_rule(rules, &pawn_squares, "pawn-dropped", draft);
        draft
            .rules
            .push(rule.with_texts(hand::PIECES, draft.ids(&[pawn])));
    }
}

/// Returns a rule for drops onto some squares.
fn drop_rule(rules: &IniRules, squares: &Squares, name: &str, draft: &mut VariantDraft) -> Fields {
    let everywhere: Squares = Side::BOTH.map(|_| rules.all_squares().collect());
    let mut rule = draft.rule(&DROP);
    if *squares != everywhere {
        let cells = draft.describe_squares(squares, name);
        rule = rule.with_text(hand::DROP_CELLS, &cells);
    }
    if !rules.truth("dropChecks") {
        rule = rule.with_texts(hand::WITHOUT, ["check"]);
    }
    rule.with_flag(hand::MUST_MOVE, rules.truth("immobilityIllegal"))
}

/// Adds to a movement the limit that `dropNoDoubled` sets: the number of pieces of its kind on a
/// file.
pub(super) fn limit_doubled(
    movement: ImportedMovement,
    slot: PieceSlot,
    rules: &IniRules,
    leftovers: &mut Leftovers<'_>,
) -> ImportedMovement {
    let is_limited = Side::BOTH
        .into_iter()
        .any(|side| rules.slots("dropNoDoubled", side).contains(&slot));
    if !is_limited || !rules.truth("pieceDrops") {
        return movement;
    }
    let on_a_file = match rules.number("dropNoDoubledCount") {
        1 => Some("f"),
        2 => Some("ff"),
        _ => None,
    };
    match (movement, on_a_file) {
        (
            ImportedMovement::Betza {
                text,
                dialect: Dialect::Xbetza,
            },
            Some(limit),
        ) => {
            let (_, ranks) = rules.board();
            let text = Excerpt::inexact(&format!("{}{limit}@{ranks}", text.text()), text.whole());
            ImportedMovement::Betza {
                text,
                dialect: Dialect::Xbetza,
            }
        }
        (movement, _) => {
            leftovers.leave(
                "dropNoDoubled",
                "this piece may be dropped on a file that already has one",
            );
            movement
        }
    }
}
