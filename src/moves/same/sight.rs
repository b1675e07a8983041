//! Whether two movements mean the same at sight, or one holds the other: they are made of the same components, and those
//! of the same leaps, in whatever order. Then it is so on every board.

use crate::movement::leg::{Component, Leap, Motion, Way};
use crate::moves::automaton::is_straight;

/// A component, or one leap of one that is a single leg.
#[derive(PartialEq)]
struct Part {
    component: Component,
    leap: Option<Leap>,
}

/// Movements of which this does not hold may mean the same nevertheless.
pub fn are_alike(first: &[Component], second: &[Component]) -> bool {
    has_parts_of(first, second) && has_parts_of(second, first)
}

/// Whether the first movement has every part of the second. Without it, it may do all the same nevertheless.
pub fn has_parts_of(first: &[Component], second: &[Component]) -> bool {
    match (parts(first), parts(second)) {
        (Some(all), Some(some)) => some.iter().all(|part| all.contains(part)),
        _ => first == second,
    }
}

/// None if a component stands in for others: which ones, it says by their places.
fn parts(components: &[Component]) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let no_reach = |motion: &Motion| matches!(motion, Motion::Castling(_) | Motion::Drop(_));
    for component in components.iter().filter(|component| !no_reach(&component.motion)) {
        if !component.instead_of.is_empty() {
            return None;
        }
        let mut component = component.clone();
        let leaps = match &mut component.motion {
            Motion::Legs(legs) => match &mut legs[..] {
                [leg] if is_straight(leg) => match &mut leg.way {
                    Way::Leaps(leaps) => std::mem::take(leaps),
                    Way::Directions { .. } | Way::Turns { .. } => Vec::new(),
                },
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        match leaps.is_empty() {
            true => parts.push(Part { component, leap: None }),
            false => parts.extend(
                leaps.into_iter().map(|leap| Part { component: component.clone(), leap: Some(leap) }),
            ),
        }
    }
    Some(parts)
}
