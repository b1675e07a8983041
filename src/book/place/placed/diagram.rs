//! A diagram as a position: what its lines or its drawing put on the board.

use crate::place::drawing::{Drawn, Symbols};
use padma_rules::model::{Cell, KindId, Position, Reserve, Side};
use padma_rules::play::State;
use padma_text::Span;

/// A diagram's pieces on their board.
#[derive(Clone, Debug)]
pub struct PlacedDiagram {
    /// The name that links and claims use.
    pub id: String,
    /// The index of the variant in the library.
    pub variant: usize,
    /// The pieces, first in the order of its lines, then in the order of its drawing.
    pub pieces: Vec<PlacedPiece>,
    /// The symbols of its marks.
    pub(crate) symbols: Vec<String>,
    /// Whether every piece of the diagram could be placed. If not, that has been reported, and
    /// nothing can be said about its pieces.
    pub(crate) complete: bool,
    /// The position after all moves that the diagram plays.
    pub position: Position,
    /// The side to move, if the diagram says so.
    pub to_move: Option<Side>,
    /// The pieces in hand.
    pub reserve: Reserve,
    /// The state that a recorded game or the diagram's moves have led to.
    pub(crate) after: Option<State>,
    /// The cells that its drawing marks.
    pub drawn: Drawn,
    /// The places of each mark's symbols in a drawing.
    pub symbols_at: Vec<Symbols>,
}

/// A piece of a diagram, on its cell.
#[derive(Clone, Debug)]
pub struct PlacedPiece {
    /// The name that expressions of the diagram use.
    pub label: String,
    /// Whether the author gave the label; if not, it is the letter of its kind.
    pub(crate) labelled: bool,
    pub(crate) label_span: Span,
    /// The kind of piece.
    pub kind: KindId,
    /// Its side.
    pub side: Side,
    /// Its cell.
    pub cell: Cell,
    /// Whether it has not moved yet.
    pub unmoved: bool,
    /// The words that place it.
    pub span: Span,
}
