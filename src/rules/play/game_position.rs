//! Read-only positions in play.

use super::game::Game;
use super::powers::view::PositionView;
use super::state::State;
use crate::model::{Cell, CellSet, KindId, Piece, Side};

/// A read-only position in play, with the rules of its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePosition<'a> {
    pub game: &'a Game<'a>,
    pub state: &'a State,
}

impl<'a> GamePosition<'a> {
    pub(super) fn new(game: &'a Game<'a>, state: &'a State) -> GamePosition<'a> {
        GamePosition { game, state }
    }

    /// Returns the piece on a cell.
    #[inline]
    pub(super) fn piece(self, cell: Cell) -> Option<Piece> {
        self.state.position.piece(cell)
    }

    /// Returns the kind of the piece on a cell.
    #[inline]
    pub(super) fn kind(self, cell: Cell) -> Option<KindId> {
        self.piece(cell).and_then(|piece| piece.kind)
    }

    /// Returns the piece on a cell with its cell, if its kind is known.
    #[inline]
    pub(super) fn piece_on(self, cell: Cell) -> Option<PieceOn> {
        let piece = self.piece(cell)?;
        Some(PieceOn {
            cell,
            side: piece.side,
            kind: piece.kind?,
        })
    }

    /// Returns the cells of a side's pieces.
    #[inline]
    pub(super) fn standing(self, side: Side) -> &'a CellSet {
        self.state.standing(side)
    }

    /// Whether the piece on a cell is frozen.
    #[inline]
    pub(super) fn is_frozen(self, cell: Cell) -> bool {
        self.game.powers.freezing.is_frozen(self.view(), cell)
    }

    /// Returns the position as a power sees it.
    #[inline]
    pub(super) fn view(self) -> PositionView<'a> {
        PositionView::new(&self.game.variant().board, &self.state.position)
    }
}

/// A piece and the cell on which it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceOn {
    pub cell: Cell,
    pub side: Side,
    pub kind: KindId,
}

impl PieceOn {
    /// Returns the piece without its cell.
    #[inline]
    pub(super) fn piece(self) -> Piece {
        Piece::of(self.side, self.kind)
    }
}
