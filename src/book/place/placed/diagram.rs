//! A diagram as a position: what its lines or its drawing put on the board.

use crate::place::drawing::{Drawn, Symbols};
use padma_rules::model::{Cell, KindId, Position, Reserve, Side};
use padma_rules::play::State;
use padma_text::Span;

/// A diagram's pieces on their board.
#[derive(Clone, Debug)]
pub struct PlacedDiagram {
    /// What links and claims call it.
    pub id: String,
    /// The variant's place in the library.
    pub variant: usize,
    /// In the order of its lines, then of its drawing.
    pub pieces: Vec<PlacedPiece>,
    /// The symbols of its marks.
    pub(crate) symbols: Vec<String>,
    /// Whether every piece of the diagram could be placed; if not, that has been complained of, and nothing can be said
    /// of its pieces.
    pub(crate) complete: bool,
    /// Where they stand, after whatever the diagram plays.
    pub position: Position,
    /// Whose turn it is, if the diagram says it.
    pub to_move: Option<Side>,
    /// The pieces in hand.
    pub reserve: Reserve,
    /// What a recorded game or its moves have led to.
    pub(crate) after: Option<State>,
    /// The cells that its drawing marks.
    pub drawn: Drawn,
    /// For each mark where a drawing has its symbols.
    pub symbols_at: Vec<Symbols>,
}

/// A piece of a diagram, on its cell.
#[derive(Clone, Debug)]
pub struct PlacedPiece {
    /// What expressions of the diagram call it.
    pub label: String,
    /// Whether the author gave the label; else it is its kind's letter.
    pub(crate) labelled: bool,
    pub(crate) label_span: Span,
    /// What it is.
    pub kind: KindId,
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub cell: Cell,
    /// Whether it has not moved before.
    pub unmoved: bool,
    /// The words that set it.
    pub span: Span,
}
