//! Ranks at the far end that a piece could never leave: with `immobilityIllegal` it may not go there,
//! unless it becomes another piece at once.

use super::super::draft::VariantDraft;
use super::super::places::Squares;
use super::first_moves::leaps_of;
use super::leftovers::Leftovers;
use super::promotion::dead_ends;
use super::rules::{IniPiece, IniRules};
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_rules::movement::betza;
use padma_text::diag::Diagnostics;
use padma_variant::kinds::condition::FORBID;

pub(super) fn rules(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    if !rules.truth("immobilityIllegal") {
        return;
    }
    for (kind, piece) in rules.pieces.iter().enumerate() {
        let Some(ends) = ends_of(piece) else {
            leftovers.leave(
                "immobilityIllegal",
                "no piece moves to where it could never move again",
            );
            continue;
        };
        if ends == 0 || must_promote(rules, piece, ends) {
            continue;
        }
        let id = draft.id(kind).to_string();
        let set = draft.set(&last_ranks(rules, ends), &format!("{id}-dead-ends"));
        let when = format!("piece = {id} and to in {set}(mover) and to in pieces({id}, mover)");
        let text = "A piece may not move to a cell from which it could never move again.";
        draft.rules.push(draft.conditional(&FORBID, &when, text));
    }
}

/// Returns the squares of the last ranks, as each side sees them.
fn last_ranks(rules: &IniRules, count: u16) -> Squares {
    let (_, ranks) = rules.board();
    Side::BOTH.map(|side| {
        let is_last = |rank: u16| match side {
            Side::White => rank + count >= ranks,
            Side::Black => rank < count,
        };
        rules
            .all_squares()
            .filter(|square| is_last(square.rank))
            .collect()
    })
}

/// Returns the number of ranks at the far end that a piece can never leave; `None` if its string
/// does not show it.
fn ends_of(piece: &IniPiece) -> Option<u16> {
    let Some(text) = &piece.movement else {
        return Some(dead_ends(piece.shape()));
    };
    let parsed = betza::parse(text, Dialect::Fsf, &mut Diagnostics::default())?;
    let mut least: Option<u16> = None;
    for component in &parsed.components {
        for leap in leaps_of(component)? {
            let rise = u16::try_from(leap.y).unwrap_or(0);
            least = Some(least.map_or(rise, |least| least.min(rise)));
        }
    }
    // Without any move it could go nowhere from anywhere.
    Some(least.unwrap_or(0))
}

/// Whether a piece becomes another wherever it could not move on.
fn must_promote(rules: &IniRules, piece: &IniPiece, ends: u16) -> bool {
    let exchanged = rules.exchanges().get(&piece.slot).copied().flatten();
    let chosen = rules.slots("promotionPawnTypes", Side::White);
    let is_choice = chosen.contains(&piece.slot) && rules.truth("mandatoryPawnPromotion");
    // Where a piece may wait, the rules of promotion make an exception of these ranks.
    let promotes = exchanged.is_some()
        || is_choice
        || dead_ends(piece.slot) > 0 && chosen.contains(&piece.slot);
    let is_covered = |side: Side| {
        last_ranks(rules, ends)[side as usize].is_subset(&rules.squares("promotionRegion", side))
    };
    let knows_ends = dead_ends(piece.slot) == ends || rules.truth("mandatoryPiecePromotion");
    promotes && knows_ends && rules.limits().is_empty() && Side::BOTH.into_iter().all(is_covered)
}
