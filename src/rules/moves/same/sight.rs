//! Whether two movements evidently mean the same on every board, or one evidently contains the
//! other: they have the same components, and these the same leaps, in any order.

use crate::movement::Places;
use crate::movement::leg::{Bend, Component, End, Hop, Lame, Leap, LegWay, Length, Motion, Start};
use crate::moves::automaton::has_automaton;

/// A component; or one leap of a component with a single leg, together with all other properties
/// of the leg and the component.
#[derive(Clone, Copy, PartialEq)]
enum ComponentPart<'a> {
    Whole(&'a Component),
    Leap(Leap, LegProperties, (Start, bool), [&'a Option<Places>; 3]),
}

type LegProperties = (Length, Hop, Lame, Bend, bool, End);

/// Whether two movements have the same parts. If not, they may still mean the same.
pub(crate) fn are_alike(first: &[Component], second: &[Component]) -> bool {
    has_parts_of(first, second) && has_parts_of(second, first)
}

/// Whether the first movement has every part of the second. If not, the first may still contain
/// the second.
pub(crate) fn has_parts_of(first: &[Component], second: &[Component]) -> bool {
    match (parts(first), parts(second)) {
        (Some(all), Some(some)) => some.iter().all(|part| all.contains(part)),
        _ => first == second,
    }
}

/// Returns the parts of a movement; `None` if a component replaces others, since it names those by
/// index.
fn parts(components: &[Component]) -> Option<Vec<ComponentPart<'_>>> {
    let mut parts = Vec::new();
    let no_reach = |motion: &Motion| matches!(motion, Motion::Castling(_) | Motion::Drop(_));
    for component in components
        .iter()
        .filter(|component| !no_reach(&component.motion))
    {
        if !component.replaces.is_empty() {
            return None;
        }
        if let Motion::Legs(legs) = &component.motion
            && let [leg] = &legs[..]
            && let LegWay::Leaps(leaps) = &leg.way
            && has_automaton(leg)
        {
            let leg = (leg.length, leg.hop, leg.lame, leg.bend, leg.wraps, leg.end);
            let when = (component.start, component.open_to_en_passant);
            let places = [&component.from, &component.over, &component.onto];
            parts.extend(
                leaps
                    .iter()
                    .map(|leap| ComponentPart::Leap(*leap, leg, when, places)),
            );
        } else {
            parts.push(ComponentPart::Whole(component));
        }
    }
    Some(parts)
}
