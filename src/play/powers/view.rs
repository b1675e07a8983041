//! A position as a power sees it, with changes made to it in thought.

use crate::model::{Board, Cell, Dir, Man, PieceId, Position, Side};

#[derive(Clone, Copy)]
pub(in crate::play) struct View<'a> {
    pub board: &'a Board,
    position: &'a Position,
    /// What stands on these cells instead.
    changes: &'a [(Cell, Option<Man>)],
}

impl<'a> View<'a> {
    pub fn new(board: &'a Board, position: &'a Position) -> View<'a> {
        View { board, position, changes: &[] }
    }

    /// The same with changes.
    pub fn with(self, changes: &'a [(Cell, Option<Man>)]) -> View<'a> {
        View { changes, ..self }
    }

    /// The cell one step on, if it is there now.
    #[inline]
    pub fn next(self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.board.next(cell, dir).filter(|next| self.is_there(*next))
    }

    #[inline]
    pub fn is_there(self, cell: Cell) -> bool {
        !self.position.absent().contains(cell)
    }

    #[inline]
    pub fn man(self, cell: Cell) -> Option<Man> {
        match self.changes.iter().find(|(changed, _)| *changed == cell) {
            Some((_, man)) => *man,
            None => self.position.man(cell),
        }
    }

    #[inline]
    pub fn is_empty(self, cell: Cell) -> bool {
        self.man(cell).is_none()
    }

    /// Whether an enemy of a side stands on a cell that a power can be used against.
    #[inline]
    pub fn is_prey(self, cell: Cell, side: Side, prey: &Prey) -> bool {
        self.man(cell).is_some_and(|man| man.side != side && prey.fits(man))
    }

    /// The cells along a direction up to the first piece, its own included.
    pub fn path(self, from: Cell, dir: Dir) -> impl Iterator<Item = Cell> + use<'a> {
        let mut open = true;
        // A direction that goes round comes back to where it began, and ends there.
        self.line(from, dir).take_while(move |cell| std::mem::replace(&mut open, self.is_empty(*cell)))
    }

    /// The first piece along a direction.
    pub fn first(self, from: Cell, dir: Dir) -> Option<(Cell, Man)> {
        self.line(from, dir).find_map(|cell| Some((cell, self.man(cell)?)))
    }

    /// All cells along a direction, whatever stands there.
    pub fn line(self, from: Cell, dir: Dir) -> impl Iterator<Item = Cell> + use<'a> {
        std::iter::successors(self.next(from, dir), move |cell| self.next(*cell, dir))
            .take_while(move |cell| *cell != from)
    }
}

/// What a power can be used against, among the pieces it can meet at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::play) enum Prey {
    Anyone,
    /// By the pieces' indices.
    Only(Vec<bool>),
}

impl Prey {
    pub fn only(piece: PieceId, pieces: usize) -> Prey {
        Prey::Only((0..pieces).map(|index| index == piece.index()).collect())
    }

    #[inline]
    pub fn fits(&self, man: Man) -> bool {
        match self {
            Prey::Anyone => true,
            Prey::Only(pieces) => man.piece.is_some_and(|piece| pieces[piece.index()]),
        }
    }
}
