//! An estimate of how many ways there are to follow in a component. As long as nothing has been
//! done, what follows from a cell in a direction is followed only once. After a capture every way
//! stays apart from the others, and a few more legs would make millions.

use crate::movement::leg::{Bend, Component, EndDeed, Hop, Leg, LegWay, Length, Motion};

/// The most components that a string may come to, and the most legs of each.
pub(super) const MOST_COMPONENTS: usize = 512;
pub(super) const MOST_LEGS: usize = 64;

/// The most ways that all components of a string may come to.
pub(super) const MOST_WAYS: u64 = 4_000_000;

/// The largest board: its cells, the directions of leaps from a cell, and the leaps of the longest
/// line.
const CELLS: u64 = 1024;
const DIRECTIONS: u64 = 8;
const LONGEST: u64 = 31;

/// Returns an upper bound of the ways to follow in finding all landings of a component.
pub(super) fn ways(component: &Component) -> u64 {
    let Motion::Legs(legs) = &component.motion else {
        return CELLS;
    };
    let (mut all, mut alike, mut apart) = (0_u64, 1_u64, 0_u64);
    for leg in legs {
        let (quiet, telling) = ends(leg);
        let follow = |ways: u64| ways.saturating_mul(quiet + telling);
        all = all
            .saturating_add(follow(alike))
            .saturating_add(follow(apart));
        // If a leg must be as long as the one before, each length is a way of its own.
        let merge = !component.open_to_en_passant && leg.length != Length::Same;
        apart = follow(apart).saturating_add(alike.saturating_mul(telling));
        alike = alike.saturating_mul(quiet);
        alike = if merge {
            alike.min(CELLS * DIRECTIONS)
        } else {
            alike.min(CELLS * DIRECTIONS * LONGEST)
        };
    }
    all
}

/// Returns in how many ways a leg may end: doing nothing, and doing something that sets its way
/// apart from others.
fn ends(leg: &Leg) -> (u64, u64) {
    let directions = match &leg.way {
        LegWay::Leaps(leaps) => leaps.len(),
        LegWay::Turns { turns, .. } => turns.len(),
        LegWay::Directions { classes, .. } => classes.len() * DIRECTIONS as usize,
    };
    let sides = if leg.bend == Bend::Straight { 1 } else { 2 };
    let lines = directions as u64 * sides;
    let leaps = match leg.length {
        Length::UpTo(most) => u64::from(most).min(LONGEST),
        Length::Unlimited | Length::Same => LONGEST,
    };
    let pieces = [leg.end.own, leg.end.enemy];
    let leaves = pieces.contains(&Some(EndDeed::Leave));
    let does = pieces
        .into_iter()
        .flatten()
        .any(|deed| deed != EndDeed::Leave);
    // A line ends at its first piece; only a line that skips its first cell may meet a second one.
    let met = if leg.hop == Hop::SkipFirst { 2 } else { 1 };
    let times = |some: bool, ways: u64| if some { ways } else { 0 };
    let quiet = times(leg.end.empty.is_some(), leaps) + times(leaves, met);
    let telling = times(does, met) + times(leg.end.en_passant, 1);
    (lines * quiet, lines * telling)
}
