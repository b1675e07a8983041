//! What is compared, and the position that shows a difference.

use crate::model::{Cell, CellSet, KindId, Position, Side};
use crate::moves::landing::Reach;
use crate::moves::table::MoveTable;

/// A position in which two movements differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The cell of the piece.
    pub from: Cell,
    /// Whether the piece has not moved before.
    pub unmoved: bool,
    /// The other pieces.
    pub pieces: Vec<OtherPiece>,
    /// What the piece reaches by the first movement.
    pub first: Reach,
    /// What the piece reaches by the second movement.
    pub second: Reach,
}

impl Difference {
    /// Returns for each movement the cells that the piece goes to, and those that it captures on,
    /// by this movement only.
    pub fn extra(&self) -> [[CellSet; 2]; 2] {
        let (a, b) = (self.first, self.second);
        let moves = |reach: Reach| reach.cells() - reach.captures;
        [(a, b), (b, a)]
            .map(|(own, other)| [moves(own) - moves(other), own.captures - other.captures])
    }
}

/// Another piece, which is needed for the difference to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherPiece {
    /// The cell where it stands.
    pub cell: Cell,
    /// The side it belongs to.
    pub side: Side,
    /// What it must be.
    pub kind: OtherKind,
    /// The cell on which it may be captured en passant, if any.
    pub en_passant: Option<Cell>,
}

/// What another piece must be for the difference to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherKind {
    /// Any piece that is not royal.
    Any,
    /// Any royal piece.
    Royal,
    /// This kind of piece, which is a barrier to one of the movements.
    Barrier(KindId),
}

/// Two tables of one board and side.
#[derive(Clone, Copy)]
pub(crate) struct TablePair<'a> {
    pub tables: [&'a MoveTable; 2],
    /// The cells on which the piece of each table may stand.
    pub starts: [&'a CellSet; 2],
    /// The position without pieces.
    pub empty: &'a Position,
}
