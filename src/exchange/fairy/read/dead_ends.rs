//! Ranks at the far end that a piece could never leave: with `immobilityIllegal` it may not go there,
//! unless it becomes another piece at once.

use super::first_moves::leaps_of;
use super::leftovers::Leftovers;
use super::promotion::dead_ends;
use crate::draft::PieceIndex;
use crate::fairy::rules::{IniPiece, IniRules};
use crate::places::Squares;
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_rules::movement::betza;
use padma_text::diag::Diagnostics;

/// Returns the pieces that may not go to some squares.
pub(crate) fn of(rules: &IniRules, leftovers: &mut Leftovers<'_>) -> Vec<(PieceIndex, Squares)> {
    if !rules.truth("immobilityIllegal") {
        return Vec::new();
    }
    let mut stuck: Vec<(PieceIndex, u16)> = Vec::new();
    for (kind, piece) in rules.pieces.iter().enumerate() {
        match ends_of(piece) {
            Some(0) => {}
            Some(ends) => stuck.push((kind, ends)),
            None => {
                let why = "no piece moves to where it could never move again";
                leftovers.leave("immobilityIllegal", why);
            }
        }
    }
    let is_free =
        |(kind, ends): &(PieceIndex, u16)| !must_promote(rules, &rules.pieces[*kind], *ends);
    // Rules of drops and of promotion say the same of pieces that become others.
    let is_said = rules.truth("pieceDrops")
        || !rules.truth("mandatoryPawnPromotion")
        || stuck.iter().any(is_free)
        || !rules.exchanges().is_empty();
    stuck.retain(|piece| !is_said || is_free(piece));
    let squares = |(kind, ends)| (kind, last_ranks(rules, ends));
    stuck.into_iter().map(squares).collect()
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
    promotes && knows_ends && rules.limits().is_empty() && Side::both(is_covered)
}
