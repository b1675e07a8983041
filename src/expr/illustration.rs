//! What a small board can show of an expression: the first position that it asks about, and the cells that
//! are the answer.
//!
//! ```text
//! count(reach(rook, e4)) = 14    ──▶    a Rook on e4, and the 14 cells
//! D1.legal("Rxe7")               ──▶    the position of D1, and the way from e4 to e7
//! D1.mate-in(2)                  ──▶    the position of D1, and those after each move of the solution
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
    /// The line of play that answers the question.
    pub line: Vec<LineMove>,
}

/// A move of a line of play.
#[derive(Clone, Debug)]
pub struct LineMove {
    /// The move, as the notation writes it.
    pub text: String,
    /// The cells between which it goes; `None` for a drop.
    pub way: Option<[Cell; 2]>,
    /// The position after it.
    pub position: Position,
}

impl Illustration {
    /// Returns one that shows a position alone.
    pub(crate) fn of(position: Position) -> Illustration {
        Illustration {
            position,
            cells: CellSet::EMPTY,
            way: None,
            line: Vec::new(),
        }
    }
}
