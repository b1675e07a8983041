//! Enclosure: enemies that hang together are taken when the last empty cell beside them is filled.

use crate::model::{Cell, CellSet, Dir, Side};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Enclosure {
    /// In which directions pieces hang together.
    pub near: Vec<Dir>,
    pub anywhere: bool,
    pub takes: PowerTargets,
}

impl Enclosure {
    /// Notes what a piece of a side takes by having come to a cell; in the view it stands there.
    pub(crate) fn note(
        &self,
        view: PositionView<'_>,
        to: Cell,
        side: Side,
        note: &mut dyn FnMut(Cell),
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
                    .for_each(&mut *note);
            }
        }
    }

    /// Whether a piece that only goes to empty cells could take another: one empty cell is left beside that one and its
    /// friends, and not the first one's own.
    pub(crate) fn may_fill(&self, view: PositionView<'_>, from: Cell, target: Cell) -> bool {
        let lifted = [(from, None)];
        let group = group(view.with(&lifted), &self.near, target, 1);
        group.liberties.len() == 1 && !group.liberties.contains(from)
    }

    /// The same of a piece that may take one of the friends, or put it elsewhere: then what is beside the others is not
    /// known, but what is taken has at most one empty cell beside itself.
    pub(crate) fn may_cut(&self, view: PositionView<'_>, target: Cell) -> bool {
        let beside = self.near.iter().filter_map(|dir| view.next(target, *dir));
        // Two directions may lead to one cell.
        beside
            .filter(|cell| view.is_empty(*cell))
            .collect::<CellSet>()
            .len()
            <= 1
    }
}

/// Pieces that hang together, and the empty cells beside them.
struct PieceGroup {
    pieces: CellSet,
    liberties: CellSet,
}

/// The empty cells beside the piece on a cell and its friends.
pub(in crate::play) fn liberties(view: PositionView<'_>, near: &[Dir], cell: Cell) -> CellSet {
    group(view, near, cell, usize::MAX).liberties
}

/// The pieces that hang together with the one on a cell. The search ends when more empty cells have been found beside
/// them than asked for.
fn group(view: PositionView<'_>, near: &[Dir], cell: Cell, liberties: usize) -> PieceGroup {
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
        if group.liberties.len() > liberties {
            break;
        }
    }
    group
}
