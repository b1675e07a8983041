//! A position as a power sees it, with hypothetical changes.

use crate::model::{Board, Cell, Dir, KindId, Piece, Position, Side};

/// A position with hypothetical changes.
#[derive(Clone, Copy)]
pub(in crate::play) struct PositionView<'a> {
    pub board: &'a Board,
    position: &'a Position,
    /// The occupants of these cells instead. The first entry for a cell counts.
    changes: &'a [(Cell, Option<Piece>)],
}

impl<'a> PositionView<'a> {
    pub(crate) fn new(board: &'a Board, position: &'a Position) -> PositionView<'a> {
        PositionView {
            board,
            position,
            changes: &[],
        }
    }

    /// Returns the same position with these changes instead.
    pub(crate) fn with(self, changes: &'a [(Cell, Option<Piece>)]) -> PositionView<'a> {
        PositionView { changes, ..self }
    }

    /// Returns the next cell in a direction, unless it is absent.
    #[inline]
    pub(crate) fn next(self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.board
            .next(cell, dir)
            .filter(|next| self.is_there(*next))
    }

    #[inline]
    pub(crate) fn is_there(self, cell: Cell) -> bool {
        !self.position.closed().contains(cell)
    }

    #[inline]
    pub(crate) fn piece(self, cell: Cell) -> Option<Piece> {
        match self.changes.iter().find(|(changed, _)| *changed == cell) {
            Some((_, piece)) => *piece,
            None => self.position.piece(cell),
        }
    }

    #[inline]
    pub(crate) fn is_empty(self, cell: Cell) -> bool {
        self.piece(cell).is_none()
    }

    /// Whether a power of `side` can be used against the piece on a cell: it is an enemy, and one
    /// of the targets. A piece of nobody's is not.
    #[inline]
    pub(crate) fn can_take(self, cell: Cell, side: Side, targets: &PowerTargets) -> bool {
        let is_target = |piece: Piece| piece.side != side && targets.fits(piece);
        self.piece(cell).is_some_and(is_target) && self.is_there(cell)
    }

    /// Returns the cells along a direction, up to and including the first occupied one.
    pub(crate) fn path(self, from: Cell, dir: Dir) -> impl Iterator<Item = Cell> + use<'a> {
        let mut open = true;
        // A direction round a ring comes back to its origin, and `line` ends there.
        self.line(from, dir)
            .take_while(move |cell| std::mem::replace(&mut open, self.is_empty(*cell)))
    }

    /// Returns the first piece along a direction, and its cell, if it is within this number of steps.
    pub(crate) fn first_piece(self, from: Cell, dir: Dir, range: usize) -> Option<(Cell, Piece)> {
        self.line(from, dir)
            .take(range)
            .find_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// Returns all cells along a direction, occupied or not.
    pub(crate) fn line(self, from: Cell, dir: Dir) -> impl Iterator<Item = Cell> + use<'a> {
        std::iter::successors(self.next(from, dir), move |cell| self.next(*cell, dir))
            .take_while(move |cell| *cell != from)
    }
}

/// The kinds of pieces that a power works against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::play) enum PowerTargets {
    Any,
    /// True for each target, by the index of the piece.
    Only(Vec<bool>),
}

impl PowerTargets {
    pub(crate) fn only(kind: KindId, pieces: usize) -> PowerTargets {
        PowerTargets::Only((0..pieces).map(|index| index == kind.index()).collect())
    }

    #[inline]
    pub(crate) fn fits(&self, piece: Piece) -> bool {
        match self {
            PowerTargets::Any => true,
            PowerTargets::Only(pieces) => piece.kind.is_some_and(|kind| pieces[kind.index()]),
        }
    }
}
