//! Which pieces are royal: the king, and those that `extinctionPseudoRoyal` makes so.

use super::promotion::chosen_by_pawns;
use crate::fairy::fen::StartPosition;
use crate::fairy::rules::IniRules;
use crate::fairy::slots::PieceSlot;
use padma_rules::model::Side;

/// How a piece is royal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Royalty {
    Always,
    /// Only while it is the last of its side.
    Last,
}

/// Returns how a kind of piece is royal; `None` if it is not.
pub(crate) fn of(rules: &IniRules, start: &StartPosition, slot: PieceSlot) -> Option<Royalty> {
    if slot == PieceSlot::KING {
        return Some(Royalty::Always);
    }
    let slots = pseudo_royal(rules);
    if !slots.contains(&slot) {
        return None;
    }
    let most = rules.number("extinctionPieceCount") + 1;
    let is_few = |slot: PieceSlot| {
        let count = |side| start.squares_of(slot, side).len();
        Side::both(|side| count(side) <= usize::from(most))
    };
    match (most, &slots[..]) {
        (1, [_]) if may_grow(rules, slot) || !is_few(slot) => Some(Royalty::Last),
        _ => is_few(slot).then_some(Royalty::Always),
    }
}

/// Returns the kinds other than the king that can be royal.
pub(crate) fn pseudo_royal(rules: &IniRules) -> Vec<PieceSlot> {
    match rules.truth("extinctionPseudoRoyal") {
        true => rules
            .slots("extinctionPieceTypes", Side::White)
            .into_iter()
            .collect(),
        false => Vec::new(),
    }
}

/// Whether a side can come to have more of a piece.
pub(crate) fn may_grow(rules: &IniRules, slot: PieceSlot) -> bool {
    chosen_by_pawns(rules).contains(&slot)
        || rules.exchanges().values().any(|to| *to == Some(slot))
        || rules.truth("pieceDrops") && rules.truth("capturesToHand")
}

/// Whether the pseudo-royal pieces are royal here just when they are in the program.
pub(crate) fn is_exact(rules: &IniRules, start: &StartPosition) -> bool {
    let slots = pseudo_royal(rules);
    let total = |side| -> usize {
        let count = |slot: &PieceSlot| start.squares_of(*slot, side).len();
        slots.iter().map(count).sum()
    };
    // Among several kinds, one that becomes another leaves as many royal pieces as before.
    let is_one = Side::both(|side| total(side) <= 1)
        && !rules.truth("capturesToHand")
        && slots.iter().all(|slot| grows_from(rules, *slot, &slots));
    slots.iter().all(|slot| match of(rules, start, *slot) {
        None => false,
        // The program looks at the pieces before a piece becomes another by `promotedPieceType`.
        Some(Royalty::Last) => !rules.exchanges().values().any(|to| *to == Some(*slot)),
        Some(Royalty::Always) => is_one || !may_grow(rules, *slot),
    })
}

/// Whether a piece comes about only from some others.
fn grows_from(rules: &IniRules, slot: PieceSlot, others: &[PieceSlot]) -> bool {
    let sources = rules.exchanges();
    let mut sources = sources.iter().filter(|(_, to)| **to == Some(slot));
    !chosen_by_pawns(rules).contains(&slot) && sources.all(|(from, _)| others.contains(from))
}
