//! The form that a movement has on a board. Where the directions of a board are leaps of a grid, a
//! sentence has the components of the string in Betza's notation that means the same.

use crate::model::{Board, Side};
use crate::movement::leg::{Component, Leg, LegWay, Motion};
use crate::movement::{leaps_along, with_leaps};

/// Writes components with leaps where the directions that they name are leaps of this board.
pub fn on_board(components: Vec<Component>, board: &Board) -> Vec<Component> {
    // A component names by index those that it replaces.
    let replaces = |component: &Component| !component.replaces.is_empty();
    if board.sheets().nth(1).is_some() || components.iter().any(replaces) {
        return components;
    }
    let on_board = |component: Component| {
        let are_leaps = match &component.motion {
            Motion::Legs(legs) => legs.iter().all(|leg| goes_by_leaps(leg, board)),
            _ => false,
        };
        let leaps = are_leaps.then(|| with_leaps(component.clone()).ok());
        leaps.flatten().unwrap_or_else(|| vec![component])
    };
    components.into_iter().flat_map(on_board).collect()
}

/// Whether each direction of a leg leads wherever one of its leaps leads, and the other way round,
/// from every cell and for both sides.
fn goes_by_leaps(leg: &Leg, board: &Board) -> bool {
    let LegWay::Directions {
        classes,
        headings,
        step,
        ..
    } = &leg.way
    else {
        return true;
    };
    let Some(Ok(leaps)) = leaps_along(leg) else {
        return false;
    };
    // A step over cells needs them to be there, and a leap does not.
    let is_whole = board.movable().is_empty() && board.absent().is_empty();
    let Some(sheet) = board.sheets().next().filter(|_| *step == 1 || is_whole) else {
        return false;
    };
    let classes: Option<Vec<_>> = classes.iter().map(|name| board.class(name)).collect();
    let Some(classes) = classes else {
        return false;
    };
    Side::BOTH.into_iter().all(|side| {
        let dirs = classes
            .iter()
            .flat_map(|class| board.class_for(class, headings, side));
        let walks = dirs.map(|dir| {
            let walk = |cell| (0..*step).try_fold(cell, |cell, _| board.next(cell, dir));
            board.cells().map(walk).collect::<Vec<_>>()
        });
        let leaps = leaps.iter().map(|leap| {
            let land = |cell| board.leap(cell, *leap, sheet, side);
            board.cells().map(land).collect::<Vec<_>>()
        });
        let (mut walks, mut leaps): (Vec<_>, Vec<_>) = (walks.collect(), leaps.collect());
        walks.sort_unstable();
        walks.dedup();
        leaps.sort_unstable();
        leaps.dedup();
        walks == leaps
    })
}
