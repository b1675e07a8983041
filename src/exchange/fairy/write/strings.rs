//! Prints a movement as a string of Fairy-Stockfish's dialect. The string is read back, so that it
//! means the movement or is not printed.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::Grid;
use super::rays::{RayEnd, RayMovement, RaySet, all_first, movement_of_string, touches};
use padma_rules::model::Variant;
use padma_rules::movement::leg::{
    Bend, Component, Content, End, EndAction, Hop, Lame, Leap, Leg, LegWay, Length, Motion, Start,
};
use padma_rules::movement::{Dialect, betza, by_atom};

/// Prints a movement as a string; `None` if no string of Fairy-Stockfish means it.
pub(crate) fn string(movement: &RayMovement, variant: &Variant, grid: &Grid<'_>) -> Option<String> {
    if !movement.others.is_empty() {
        return movement.string.clone();
    }
    let first: RaySet = all_first(movement);
    let components = [
        components_of(&movement.steady, Start::Always),
        components_of(&first, Start::Unmoved),
    ];
    let text = betza::print(&components.concat(), Dialect::Fsf)?;
    if text.is_empty() {
        return Some(text);
    }
    let again = movement_of_string(&text, variant, grid)?;
    (again.steady == movement.steady && all_first(&again) == first && again.others.is_empty())
        .then_some(text)
}

/// What rays must have in common to be written with one atom: all but their leaps.
type RayManner = (BTreeSet<RayEnd>, Length, Hop, Lame);

/// Returns components for rays, as few as their atoms allow.
fn components_of(rays: &RaySet, start: Start) -> Vec<Component> {
    let mut ends: BTreeMap<(Length, Hop, Lame, Leap), BTreeSet<RayEnd>> = BTreeMap::new();
    for ray in rays {
        let key = (ray.length, ray.hop, ray.lame, ray.leap);
        ends.entry(key).or_default().insert(ray.end);
    }
    let mut manners: BTreeMap<RayManner, Vec<Leap>> = BTreeMap::new();
    for ((length, hop, lame, leap), ends) in ends {
        let manner = (ends, length, hop, lame);
        manners.entry(manner).or_default().push(leap);
    }
    let mut components = Vec::new();
    for ((ends, length, hop, lame), leaps) in manners {
        let passes = leaps.iter().any(|leap| !touches(*leap)) || length != Length::UpTo(1);
        let end = End {
            empty: ends.contains(&RayEnd::Move).then_some(EndAction::Leave),
            enemy: ends.contains(&RayEnd::Take).then_some(EndAction::Take),
            own: None,
            en_passant: ends.contains(&RayEnd::TakeEnPassant),
            content: Content::Any,
        };
        for leaps in by_atom(&leaps) {
            let leg = Leg {
                way: LegWay::Leaps(leaps),
                length,
                hop,
                lame,
                bend: Bend::Straight,
                wraps: false,
                end,
            };
            let is_open = start == Start::Unmoved && passes && lame != Lame::No;
            components.push(Component::new(start, Motion::Legs(vec![leg]), is_open));
        }
    }
    components
}
