//! Whether two movements mean the same at sight, or one holds the other: they are made of the same components, and those
//! of the same leaps, in whatever order. Then it is so on every board.

use crate::movement::leg::{Component, Leap, Leg, LegWay, Motion};
use crate::moves::automaton::is_straight;

/// A component, or one leap of one that is a single leg.
#[derive(Clone, Copy)]
struct ComponentPart<'a> {
    component: &'a Component,
    single: Option<(&'a Leg, Leap)>,
}

impl PartialEq for ComponentPart<'_> {
    fn eq(&self, other: &Self) -> bool {
        let ((a, one), (b, two)) = match (self.single, other.single) {
            (Some((a, one)), Some((b, two))) => ((a, one), (b, two)),
            (None, None) => return self.component == other.component,
            _ => return false,
        };
        let (this, that) = (self.component, other.component);
        one == two
            && (a.length, a.hop, a.lame, a.bend, a.wraps, a.end)
                == (b.length, b.hop, b.lame, b.bend, b.wraps, b.end)
            && (this.start, this.open_to_en_passant) == (that.start, that.open_to_en_passant)
            && (&this.from, &this.over, &this.onto) == (&that.from, &that.over, &that.onto)
    }
}

/// Movements of which this does not hold may mean the same nevertheless.
pub(crate) fn are_alike(first: &[Component], second: &[Component]) -> bool {
    has_parts_of(first, second) && has_parts_of(second, first)
}

/// Whether the first movement has every part of the second. Without it, it may do all the same nevertheless.
pub(crate) fn has_parts_of(first: &[Component], second: &[Component]) -> bool {
    match (parts(first), parts(second)) {
        (Some(all), Some(some)) => some.iter().all(|part| all.contains(part)),
        _ => first == second,
    }
}

/// None if a component stands in for others: which ones, it says by their places.
fn parts(components: &[Component]) -> Option<Vec<ComponentPart<'_>>> {
    let mut parts = Vec::new();
    let no_reach = |motion: &Motion| matches!(motion, Motion::Castling(_) | Motion::Drop(_));
    for component in components.iter().filter(|component| !no_reach(&component.motion)) {
        if !component.instead_of.is_empty() {
            return None;
        }
        let single = match &component.motion {
            Motion::Legs(legs) => match &legs[..] {
                [leg] if is_straight(leg) => Some(leg),
                _ => None,
            },
            _ => None,
        };
        match single.map(|leg| (leg, &leg.way)) {
            Some((leg, LegWay::Leaps(leaps))) => {
                parts
                    .extend(leaps.iter().map(|leap| ComponentPart { component, single: Some((leg, *leap)) }));
            }
            _ => parts.push(ComponentPart { component, single: None }),
        }
    }
    Some(parts)
}
