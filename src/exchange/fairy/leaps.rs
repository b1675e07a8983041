//! The leaps of movements.

use padma_rules::movement::leg::{Component, Leap, Leg, Motion};

/// Returns the leg of a component that has only one.
pub(crate) fn only_leg(component: &Component) -> Option<&Leg> {
    match &component.motion {
        Motion::Legs(legs) => <&[Leg; 1]>::try_from(legs.as_slice()).ok().map(|[leg]| leg),
        _ => None,
    }
}

/// Whether leaps lead in opposite directions.
pub(crate) fn are_opposite(one: Leap, other: Leap) -> bool {
    one.x * other.y == one.y * other.x && one.x * other.x + one.y * other.y < 0
}
