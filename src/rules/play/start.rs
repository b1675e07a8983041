//! Where play begins: at the variant's setup, at a position given as a FEN, or among pieces placed by hand.

use super::fields::{self, at_home};
use super::game::Game;
use super::state::State;
use crate::model::fen::{self, NotWritable};
use crate::model::{Position, Reserve, Side};
use padma_text::Excerpt;
use padma_text::diag::Diagnostics;

impl State {
    /// The variant's setup, White to move; `None` where it has none.
    pub fn setup(game: &Game<'_>) -> Option<State> {
        let setup = game.variant().setup.as_ref()?;
        let mut state = State::of(game, &setup.position, &setup.reserve);
        state.unmoved = setup.position.occupied();
        Some(state)
    }

    /// Pieces that have all moved.
    pub fn of(game: &Game<'_>, position: &Position, reserve: &Reserve) -> State {
        let mut state = State::empty(game);
        state.set_absent(*position.absent());
        for (cell, piece) in position.pieces() {
            state.place(cell, Some(piece), true);
        }
        for (side, kind, pieces) in reserve.iter() {
            state.set_reserve(side, kind, pieces);
        }
        state
    }

    /// Reads a FEN; `None` if anything of it is wrong.
    ///
    /// A piece counts as unmoved where it stands as in the setup. Of the pieces of castlings only those do whose
    /// castling the text still allows; where it says nothing of castlings, all do.
    pub fn read(game: &Game<'_>, text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<State> {
        let variant = game.variant();
        let placement = fen::parse(text, &variant.board, &variant.kinds, diagnostics)?;
        let mut state = State::of(
            game,
            &placement.position(&variant.board),
            &placement.reserve,
        );
        state.unmoved = at_home(game, &state);
        fields::read(game, &mut state, &placement.rest, diagnostics).then_some(state)
    }

    /// Writes a FEN that [`State::read`] reads as this position; `number` is that of the next move. What has gone before, as
    /// far as repetition asks for it, is not part of it.
    ///
    /// # Errors
    ///
    /// What stands in the way: the board has no ranks, or a piece on it no letter of its own.
    pub fn fen(&self, game: &Game<'_>, number: u32) -> Result<String, NotWritable> {
        let variant = game.variant();
        let mut reserve = Reserve::default();
        for side in Side::BOTH {
            variant
                .kind_ids()
                .for_each(|kind| reserve.add(side, kind, self.reserve(side, kind)));
        }
        let pieces = fen::write(&self.position, &reserve, &variant.board, &variant.kinds)?;
        Ok(format!("{pieces} {}", fields::write(game, self, number)))
    }
}
