//! Withdrawal: a piece captures an enemy by going straight away from it.

use crate::model::{Board, Cell, Dir, PerCell, Side};

use super::long_leap::LongLeap;
use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Withdrawal {
    /// For each cell, the directions that lead straight away from a neighbour, each with that
    /// neighbour.
    neighbours_behind: PerCell<Vec<(Dir, Cell)>>,
    pub takes: PowerTargets,
}

impl Withdrawal {
    pub(crate) fn new(board: &Board, along: &[Dir], takes: PowerTargets) -> Withdrawal {
        let mut neighbours_behind: PerCell<Vec<(Dir, Cell)>> =
            PerCell::from_fn(board.len(), |_| Vec::new());
        for dir in along {
            for neighbour in board.cells() {
                if let Some(cell) = board.next(neighbour, *dir) {
                    neighbours_behind[cell].push((*dir, neighbour));
                }
            }
        }
        Withdrawal {
            neighbours_behind,
            takes,
        }
    }

    /// Reports each cell to which a piece can go straight away from an enemy, and the enemy that
    /// it captures by doing so.
    pub(crate) fn find_captures(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        leaps: &[LongLeap],
        report: &mut dyn FnMut(Cell, Cell),
    ) {
        for (dir, victim) in &self.neighbours_behind[from] {
            if !view.can_take(*victim, side, &self.takes) {
                continue;
            }
            view.path(from, *dir).for_each(|to| report(to, *victim));
            for leap in leaps.iter().filter(|leap| leap.along.contains(dir)) {
                leap.find_leaps_along(view, from, *dir, side, &mut |to, _| report(to, *victim));
            }
        }
    }

    /// Whether a piece on `from` could ever capture one on `target` by withdrawal.
    pub(crate) fn may_take(&self, from: Cell, target: Cell) -> bool {
        self.neighbours_behind[from]
            .iter()
            .any(|(_, victim)| *victim == target)
    }
}
