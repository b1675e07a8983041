//! An upper bound on the paths that a walk of a component must follow. Paths that meet on a cell
//! in the same direction merge as long as nothing has been captured. After a capture each path
//! stays separate, and a few more legs would make millions.

use crate::movement::leg::{Bend, Component, EndAction, Hop, Leg, LegWay, Length, Motion};

/// The maximum number of components of a string.
pub(super) const MOST_COMPONENTS: usize = 512;
/// The maximum number of legs of a component.
pub(super) const MOST_LEGS: usize = 64;

/// The maximum number of paths of all components of a string.
pub(super) const MOST_PATHS_WALKED: u64 = 4_000_000;

/// The cells of the largest board.
const CELLS: u64 = 1024;
/// The directions of leaps from a cell.
const DIRECTIONS: u64 = 8;
/// The leaps of the longest line.
const LONGEST_LINE: u64 = 31;

/// Returns an upper bound on the paths that a walk follows to find all landings of a component.
pub(super) fn path_bound(component: &Component) -> u64 {
    let Motion::Legs(legs) = &component.motion else {
        return CELLS;
    };
    let (mut total, mut merged, mut separate) = (0_u64, 1_u64, 0_u64);
    for leg in legs {
        let (without_effect, with_effect) = count_ends(leg);
        let follow = |ways: u64| ways.saturating_mul(without_effect + with_effect);
        total = total
            .saturating_add(follow(merged))
            .saturating_add(follow(separate));
        // If a leg must be as long as the one before, paths of different lengths do not merge.
        let merges_fully = !component.open_to_en_passant && leg.length != Length::Same;
        separate = follow(separate).saturating_add(merged.saturating_mul(with_effect));
        merged = merged.saturating_mul(without_effect);
        merged = if merges_fully {
            merged.min(CELLS * DIRECTIONS)
        } else {
            merged.min(CELLS * DIRECTIONS * LONGEST_LINE)
        };
    }
    total
}

/// Returns in how many ways a leg may end: without an effect, and with an effect that keeps its
/// path separate.
fn count_ends(leg: &Leg) -> (u64, u64) {
    let directions = match &leg.way {
        LegWay::Leaps(leaps) => leaps.len(),
        LegWay::Turns { turns, .. } => turns.len(),
        LegWay::Directions { classes, .. } => classes.len() * DIRECTIONS as usize,
    };
    let sides = if leg.bend == Bend::Straight { 1 } else { 2 };
    let lines = directions as u64 * sides;
    let leaps = match leg.length {
        Length::UpTo(most) => u64::from(most).min(LONGEST_LINE),
        Length::Unlimited | Length::Same => LONGEST_LINE,
    };
    // A line ends at its first piece, unless it skips its first cell and may meet a second piece.
    let pieces_met = if leg.hop == Hop::SkipFirst { 2 } else { 1 };
    let count_if = |condition: bool, ways: u64| if condition { ways } else { 0 };
    let without_effect = count_if(leg.end.empty.is_some(), leaps)
        + count_if(leg.end.may(EndAction::Leave), pieces_met);
    let with_effect = count_if(leg.end.removes(), pieces_met) + count_if(leg.end.en_passant, 1);
    (lines * without_effect, lines * with_effect)
}
