//! What a small board can show of an expression: the first position that it asks about, and the cells that
//! are the answer.
//!
//! ```text
//! count(reach(rook, e4)) = 14    ──▶    a Rook on e4, and the 14 cells
//! D1.legal("Rxe7")               ──▶    the position of D1, and the way from e4 to e7
//! ```

use padma_rules::model::{Cell, CellSet, Position};

/// What a board can show of an expression.
#[derive(Clone, Debug)]
pub struct Illustration {
    /// The position asked about.
    pub position: Position,
    /// The cells that are the answer, or that it is about.
    pub cells: CellSet,
    /// The cells between which the move goes that is asked about.
    pub way: Option<[Cell; 2]>,
}

/// A line of play that solves a problem.
#[derive(Clone, Debug)]
pub struct SolvingLine {
    /// The id of the diagram that the line begins in; `None` if the question changes its position.
    pub diagram: Option<String>,
    /// The moves, as the notation writes them.
    pub moves: Vec<String>,
}

impl Illustration {
    /// Returns one that shows a position alone.
    pub(crate) fn of(position: Position) -> Illustration {
        Illustration {
            position,
            cells: CellSet::EMPTY,
            way: None,
        }
    }
}
