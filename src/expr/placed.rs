//! Diagrams as positions that expressions can ask about.

use padma_rules::model::{Cell, KindId, Piece, Position, Reserve, Side, Variant};
use padma_rules::play::{Game, State};
use padma_text::Span;

/// A diagram's pieces on their board.
#[derive(Clone, Debug)]
pub struct PlacedDiagram {
    /// The name that links and claims use.
    pub id: String,
    /// The index of the variant in the library.
    pub variant: usize,
    /// The pieces: first those of its lines, then those of its drawing, each in order.
    pub pieces: Vec<PlacedPiece>,
    /// The symbols of its marks.
    pub symbols: Vec<String>,
    /// Whether every piece of the diagram could be placed. If not, that has been reported, and
    /// questions about its pieces have no answer.
    pub complete: bool,
    /// The position after all moves that the diagram plays.
    pub position: Position,
    /// The side to move, if the diagram names it.
    pub to_move: Option<Side>,
    /// The pieces in hand.
    pub reserve: Reserve,
    /// Whether its author typed all its pieces: no setup, no moves, no text of a position and no
    /// drawing of the source says where they stand.
    pub typed: bool,
    /// The state after the diagram's moves or those of a recorded game, if it has any.
    pub after: Option<State>,
}

impl PlacedDiagram {
    /// Returns the position in play. A piece counts as moved unless it is placed as unmoved, and
    /// White is to move unless the diagram says otherwise.
    pub fn state(&self, game: &Game<'_>) -> State {
        if let Some(after) = &self.after {
            return after.clone();
        }
        let mut state = State::empty(game);
        state.set_absent(self.position.absent());
        for piece in &self.pieces {
            let occupant = Piece {
                side: piece.side,
                kind: Some(piece.kind),
            };
            state.place(piece.cell, Some(occupant), !piece.unmoved);
        }
        for (side, kind, pieces) in self.reserve.iter() {
            state.set_reserve(side, kind, pieces);
        }
        state.set_to_move(self.to_move.unwrap_or(Side::White));
        state
    }
}

/// A piece of a diagram, on its cell.
#[derive(Clone, Debug)]
pub struct PlacedPiece {
    /// The name that expressions use for the piece.
    pub label: String,
    /// Whether the author gave the label. Otherwise it is the letter of the piece's kind.
    pub labelled: bool,
    /// The place of the label; of the whole piece if it has none.
    pub label_span: Span,
    /// The kind of piece.
    pub kind: KindId,
    /// Its side.
    pub side: Side,
    /// Its cell.
    pub cell: Cell,
    /// Whether it has not moved yet.
    pub unmoved: bool,
    /// The place of the words that put it on the board.
    pub span: Span,
}

impl PlacedPiece {
    /// Returns a piece that the author did not label, such as one that appears in play.
    pub fn unlabelled(
        side: Side,
        kind: KindId,
        cell: Cell,
        span: Span,
        variant: &Variant,
    ) -> PlacedPiece {
        let label = variant.kind(kind).letter.clone();
        PlacedPiece {
            label,
            labelled: false,
            label_span: span,
            kind,
            side,
            cell,
            unmoved: false,
            span,
        }
    }
}
