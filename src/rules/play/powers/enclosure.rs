//! Enclosure: a connected group of enemies is captured when the last empty cell next to it is
//! filled.

use crate::model::{Cell, CellSet, Dir, Side};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Enclosure {
    /// The directions in which pieces are connected.
    pub near: Vec<Dir>,
    /// Whether the piece may also go to any empty cell on which it captures something.
    pub anywhere: bool,
    pub takes: PowerTargets,
}

impl Enclosure {
    /// Reports what a side's piece captures by arriving on a cell. The view has the piece there.
    pub(crate) fn find_captures(
        &self,
        view: PositionView<'_>,
        to: Cell,
        side: Side,
        report: &mut dyn FnMut(Cell),
    ) {
        let mut seen = CellSet::EMPTY;
        for dir in &self.near {
            let Some(cell) = view.next(to, *dir) else {
                continue;
            };
            if seen.contains(cell) || !view.can_take(cell, side, &PowerTargets::Any) {
                continue;
            }
            let group = group(view, &self.near, cell, 0);
            seen = seen | group.pieces;
            if group.liberties.is_empty() {
                group
                    .pieces
                    .iter()
                    .filter(|cell| view.can_take(*cell, side, &self.takes))
                    .for_each(&mut *report);
            }
        }
    }

    /// Whether a piece that only goes to empty cells could capture another: the target's group has
    /// a single liberty, and it is not the piece's own cell.
    pub(crate) fn may_fill(&self, view: PositionView<'_>, from: Cell, target: Cell) -> bool {
        let lifted = [(from, None)];
        let group = group(view.with(&lifted), &self.near, target, 1);
        group.liberties.len() == 1 && !group.liberties.contains(from)
    }

    /// Whether a piece could capture another by also capturing or displacing some of its group.
    /// The liberties of the rest are then unknown, but the captured piece itself has at most one
    /// empty cell next to it.
    pub(crate) fn may_cut(&self, view: PositionView<'_>, target: Cell) -> bool {
        let neighbours = self.near.iter().filter_map(|dir| view.next(target, *dir));
        // Two directions may lead to the same cell.
        neighbours
            .filter(|cell| view.is_empty(*cell))
            .collect::<CellSet>()
            .len()
            <= 1
    }
}

/// A connected group of pieces, and its liberties: the empty cells next to it.
struct PieceGroup {
    pieces: CellSet,
    liberties: CellSet,
}

/// Returns the liberties of the group of the piece on a cell.
pub(in crate::play) fn liberties(view: PositionView<'_>, near: &[Dir], cell: Cell) -> CellSet {
    group(view, near, cell, usize::MAX).liberties
}

/// Returns the group of the piece on a cell. The search stops once it has found more than `enough`
/// liberties.
fn group(view: PositionView<'_>, near: &[Dir], cell: Cell, enough: usize) -> PieceGroup {
    let mut group = PieceGroup {
        pieces: CellSet::from_iter([cell]),
        liberties: CellSet::EMPTY,
    };
    let Some(side) = view.piece(cell).map(|piece| piece.side) else {
        return group;
    };
    let mut waiting = vec![cell];
    while let Some(cell) = waiting.pop() {
        for next in near.iter().filter_map(|dir| view.next(cell, *dir)) {
            match view.piece(next) {
                None => group.liberties.insert(next),
                Some(piece) if piece.side == side && !group.pieces.contains(next) => {
                    group.pieces.insert(next);
                    waiting.push(next);
                }
                Some(_) => {}
            }
        }
        if group.liberties.len() > enough {
            break;
        }
    }
    group
}
