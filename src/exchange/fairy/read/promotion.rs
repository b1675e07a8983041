//! Promotion: which pieces promote, where, and to what.
//!
//! Pawns become one of `promotionPieceTypes`, other pieces the one given by `promotedPieceType`;
//! both promote on the squares of `promotionRegion`.

use std::collections::{BTreeMap, BTreeSet};

use crate::draft::{PieceIndex, VariantDraft};
use crate::fairy::rules::IniRules;
use crate::fairy::slots::PieceSlot;
use crate::places::Squares;
use padma_rules::model::Side;
use padma_variant::kinds::promotion::{self, PROMOTION};

pub(crate) fn rules(rules: &IniRules, draft: &mut VariantDraft) {
    for piece in &rules.pieces {
        add_pawn_rules(rules, piece.slot, draft);
        add_piece_rules(rules, piece.slot, draft);
    }
}

/// Adds the promotion rules of a pawn. Sides with the same choice share a rule.
fn add_pawn_rules(rules: &IniRules, pawn: PieceSlot, draft: &mut VariantDraft) {
    let choice = |side| {
        let promotes = rules.slots("promotionPawnTypes", side).contains(&pawn);
        let to = rules.slots("promotionPieceTypes", side);
        if promotes { to } else { BTreeSet::new() }
    };
    let [white, black] = Side::BOTH.map(choice);
    let groups: Vec<(BTreeSet<PieceSlot>, &[Side])> = if white == black {
        vec![(white, &Side::BOTH)]
    } else {
        vec![(white, &[Side::White]), (black, &[Side::Black])]
    };
    let limits = rules.limits();
    for (choice, sides) in groups {
        let squares = zone(rules, sides);
        // A pawn that may choose its own kind need not promote.
        let waits = !rules.truth("mandatoryPawnPromotion") || choice.contains(&pawn);
        // Choices with the same limit share a rule.
        let mut limited: BTreeMap<Option<u16>, Vec<PieceIndex>> = BTreeMap::new();
        let others = rules
            .pieces
            .iter()
            .filter(|piece| choice.contains(&piece.slot) && piece.slot != pawn);
        for piece in others {
            let limit = limits.get(&piece.slot).copied().filter(is_limit);
            limited
                .entry(limit)
                .or_default()
                .extend(rules.promoted_kind(pawn, piece.slot));
        }
        for (limit, to) in limited {
            let choices = PromotionChoices {
                to,
                limit,
                waits,
                on: &[],
            };
            add_rules(rules, pawn, &squares, &choices, draft);
        }
    }
}

fn add_piece_rules(rules: &IniRules, slot: PieceSlot, draft: &mut VariantDraft) {
    let to = rules
        .exchanges()
        .get(&slot)
        .copied()
        .flatten()
        .filter(|to| *to != slot);
    let Some((to, kind)) = to.and_then(|to| Some((to, rules.promoted_kind(slot, to)?))) else {
        return;
    };
    let mandatory = match slot {
        PieceSlot::PAWN => "mandatoryPawnPromotion",
        _ => "mandatoryPiecePromotion",
    };
    let limit = rules.limits().get(&to).copied().filter(is_limit);
    let choices = PromotionChoices {
        to: vec![kind],
        limit,
        waits: !rules.truth(mandatory),
        on: zone_moves(rules, slot),
    };
    let squares = zone(rules, &Side::BOTH);
    add_rules(rules, slot, &squares, &choices, draft);
    // With demotion it turns back by the same moves.
    if let (true, Some(back)) = (rules.truth("pieceDemotion"), rules.kind(slot)) {
        let choices = PromotionChoices {
            to: vec![back],
            limit: None,
            ..choices
        };
        add_rules(rules, rules.pieces[kind].slot, &squares, &choices, draft);
    }
}

/// Returns how the move of a piece must lie to the zone. The pawn of chess must come to it; other
/// pieces may also leave it.
fn zone_moves(rules: &IniRules, slot: PieceSlot) -> &'static [&'static str] {
    match slot {
        _ if rules.truth("piecePromotionOnCapture") => &["captures"],
        PieceSlot::PAWN => &[],
        _ => &["enters", "stays", "leaves"],
    }
}

/// What a piece becomes in a zone, and under which conditions.
struct PromotionChoices {
    to: Vec<PieceIndex>,
    limit: Option<u16>,
    /// Whether it may also stay what it is.
    waits: bool,
    /// How its move must lie to the zone, if not as usual.
    on: &'static [&'static str],
}

/// Whether a number limits anything. 0 means no limit to the program.
fn is_limit(limit: &u16) -> bool {
    (1..=1000).contains(limit)
}

/// Returns the squares on which these sides promote.
fn zone(rules: &IniRules, sides: &[Side]) -> Squares {
    Side::BOTH.map(|side| {
        if sides.contains(&side) {
            rules.squares("promotionRegion", side)
        } else {
            BTreeSet::new()
        }
    })
}

/// Adds a promotion rule, or two rules if a piece that may wait could not move on from some of
/// the squares.
fn add_rules(
    rules: &IniRules,
    slot: PieceSlot,
    squares: &Squares,
    choices: &PromotionChoices,
    draft: &mut VariantDraft,
) {
    let PromotionChoices {
        to,
        limit,
        waits,
        on,
    } = choices;
    let (limit, waits) = (*limit, *waits);
    let dead_ends = if waits && rules.truth("immobilityIllegal") {
        dead_ends(slot)
    } else {
        0
    };
    let (_, ranks) = rules.board();
    let mut ends = squares.clone();
    let [white, black] = &mut ends;
    white.retain(|square| square.rank + dead_ends >= ranks);
    black.retain(|square| square.rank < dead_ends);
    let others = Side::BOTH.map(|side| &squares[side as usize] - &ends[side as usize]);
    let Some(piece) = rules.kind(slot).filter(|_| !to.is_empty()) else {
        return;
    };
    for (squares, may_wait) in [(ends, false), (others, waits)] {
        let Some(rule) = draft.rule_on_squares(&PROMOTION, piece, &squares) else {
            continue;
        };
        let rule = rule
            .with_texts(promotion::TO, draft.ids(to))
            .with_flag(promotion::MAY_WAIT, may_wait);
        // Without a limit there is always a piece to choose, so `must` says nothing.
        let rule = rule.with_flag(promotion::MUST, limit.is_some() && !may_wait);
        let rule = match limit {
            Some(limit) => rule.with_number(promotion::LIMIT, limit),
            None => rule,
        };
        draft.rules.push(match on.is_empty() {
            true => rule,
            false => rule.with_texts(promotion::ON, *on),
        });
    }
}

/// Returns the number of ranks at the far end that a piece can never leave.
pub(crate) fn dead_ends(slot: PieceSlot) -> u16 {
    match slot {
        PieceSlot::PAWN | PieceSlot::SHOGI_PAWN | PieceSlot::LANCE => 1,
        PieceSlot::SHOGI_KNIGHT => 2,
        _ => 0,
    }
}

/// Returns the pieces that pawns of either side may become.
pub(crate) fn chosen_by_pawns(rules: &IniRules) -> BTreeSet<PieceSlot> {
    let promotes = |side: &Side| !rules.slots("promotionPawnTypes", *side).is_empty();
    let sides = Side::BOTH.into_iter().filter(promotes);
    sides
        .flat_map(|side| rules.slots("promotionPieceTypes", side))
        .collect()
}
