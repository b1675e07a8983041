//! Who promotes, where, and to what.
//!
//! Pawns become one of `promotionPieceTypes`, other pieces what `promotedPieceType` says; both on the
//! squares of `promotionRegion`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::draft::{ImportedRule, Kind, Square, Squares};
use super::rules::Rules;
use super::slots::Slot;
use crate::model::Side;

pub(super) fn rules(rules: &Rules) -> Vec<ImportedRule> {
    let mut all = Vec::new();
    for piece in &rules.pieces {
        all.extend(of_pawn(rules, piece.slot));
        all.extend(of_piece(rules, piece.slot));
    }
    all
}

/// What a pawn of either side may become; sides with the same choice share a rule.
fn of_pawn(rules: &Rules, pawn: Slot) -> Vec<ImportedRule> {
    let choice = |side| {
        let promotes = rules.slots("promotionPawnTypes", side).contains(&pawn);
        let to = rules.slots("promotionPieceTypes", side);
        if promotes { to } else { BTreeSet::new() }
    };
    let [white, black] = Side::BOTH.map(choice);
    let waits = !rules.truth("mandatoryPawnPromotion");
    let rule = |choice: &BTreeSet<Slot>, sides: &[Side]| -> Vec<ImportedRule> {
        let squares = zone(rules, sides);
        let limits = rules.limits();
        // What becomes itself stays what it is.
        let waits = waits || choice.contains(&pawn);
        // Those with the same limit share a rule.
        let mut groups: BTreeMap<Option<u16>, Vec<Kind>> = BTreeMap::new();
        let others = rules.pieces.iter().filter(|piece| choice.contains(&piece.slot) && piece.slot != pawn);
        for piece in others {
            let limit = limits.get(&piece.slot).copied().filter(is_limit);
            groups.entry(limit).or_default().extend(rules.kind(piece.slot));
        }
        let groups = groups.into_iter();
        groups.flat_map(|(limit, to)| split(rules, pawn, &squares, to, limit, waits)).collect()
    };
    if white == black {
        return rule(&white, &Side::BOTH);
    }
    [rule(&white, &[Side::White]), rule(&black, &[Side::Black])].concat()
}

fn of_piece(rules: &Rules, slot: Slot) -> Vec<ImportedRule> {
    let to = rules.exchanges().get(&slot).copied().flatten().filter(|to| *to != slot);
    let Some(to) = to else { return Vec::new() };
    let waits = !rules.truth("mandatoryPiecePromotion");
    let squares = zone(rules, &Side::BOTH);
    let limit = rules.limits().get(&to).copied().filter(is_limit);
    rules.kind(to).map_or_else(Vec::new, |to| split(rules, slot, &squares, vec![to], limit, waits))
}

/// Whether a number limits anything: none is the program's word for no limit.
fn is_limit(limit: &u16) -> bool {
    (1..=1000).contains(limit)
}

/// The squares on which these sides promote.
fn zone(rules: &Rules, sides: &[Side]) -> Squares {
    let of = |side| {
        if sides.contains(&side) { rules.squares("promotionRegion", side) } else { BTreeSet::new() }
    };
    Squares { white: of(Side::White), black: of(Side::Black) }
}

/// A rule, or two where a piece that may wait could not move on from some of the squares.
fn split(
    rules: &Rules,
    slot: Slot,
    squares: &Squares,
    to: Vec<Kind>,
    limit: Option<u16>,
    waits: bool,
) -> Vec<ImportedRule> {
    let dead_ends = if waits && rules.truth("immobilityIllegal") { dead_ends(slot) } else { 0 };
    let (_, ranks) = rules.board();
    let ends = |square: &Square, side: Side| match side {
        Side::White => square.rank + dead_ends >= ranks,
        Side::Black => square.rank < dead_ends,
    };
    let part = |wanted: bool| {
        let of = |side| {
            let all = squares.of(side).iter().copied();
            all.filter(|square| ends(square, side) == wanted).collect::<BTreeSet<Square>>()
        };
        Squares { white: of(Side::White), black: of(Side::Black) }
    };
    let Some(piece) = rules.kind(slot) else { return Vec::new() };
    let rule = |(squares, may_wait): (Squares, bool)| {
        let is_somewhere = !squares.white.is_empty() || !squares.black.is_empty();
        is_somewhere.then(|| ImportedRule::Promotion {
            piece,
            squares,
            to: to.clone(),
            may_wait,
            // Without a limit there is always something to become.
            must: limit.is_some() && !may_wait,
            from_reserve: false,
            limit,
        })
    };
    if to.is_empty() {
        return Vec::new();
    }
    [(part(true), false), (part(false), waits)].into_iter().filter_map(rule).collect()
}

/// How many ranks at the far end a piece can never leave.
pub(super) fn dead_ends(slot: Slot) -> u16 {
    match slot {
        Slot::PAWN | Slot::SHOGI_PAWN | Slot::LANCE => 1,
        Slot::SHOGI_KNIGHT => 2,
        _ => 0,
    }
}
