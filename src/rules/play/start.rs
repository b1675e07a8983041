//! Where play begins: in the variant's setup, in a position given as a FEN, or with pieces placed
//! by hand.

use super::fields::{self, cells_at_home};
use super::game::Game;
use super::state::State;
use crate::model::fen::{self, NotWritable};
use crate::model::{Position, Reserve, Side};
use padma_text::Excerpt;
use padma_text::diag::Diagnostics;

impl State {
    /// Returns the variant's setup, with White to move unless its FEN says that Black moves first;
    /// `None` without one.
    pub fn setup(game: &Game<'_>) -> Option<State> {
        let setup = game.variant().setup.as_ref()?;
        let mut state = State::of(game, &setup.position, &setup.reserve);
        state.unmoved = setup.position.occupied();
        if let Some(fields) = &setup.fields {
            fields::read(game, &mut state, fields, &mut Diagnostics::default());
        }
        if let Some(turn) = game.term_rules.turn_of(state.to_move) {
            state.turn_move = turn.moves - turn.first + 1;
        }
        state.is_start = true;
        Some(state)
    }

    /// Checks the fields of the setup's FEN after the pieces.
    pub fn check_setup(game: &Game<'_>, diagnostics: &mut Diagnostics) {
        let setup = game.variant().setup.as_ref();
        if let Some((setup, fields)) = setup.and_then(|setup| Some((setup, setup.fields.as_ref()?)))
        {
            let mut state = State::of(game, &setup.position, &setup.reserve);
            state.unmoved = setup.position.occupied();
            fields::read(game, &mut state, fields, diagnostics);
        }
    }

    /// Returns a position with White to move, in which all pieces have moved.
    pub fn of(game: &Game<'_>, position: &Position, reserve: &Reserve) -> State {
        let mut state = State::empty(game);
        state.set_absent(position.absent());
        for (cell, piece) in position.pieces() {
            state.place(cell, Some(piece), true);
        }
        for (side, kind, pieces) in reserve.iter() {
            state.set_reserve(side, kind, pieces);
        }
        state
    }

    /// Reads a FEN; `None` if anything in it is wrong.
    ///
    /// A piece counts as unmoved if it stands as in the setup. If the text has a field for
    /// castlings, a piece that takes part in castlings must also have one that the field allows.
    pub fn read(game: &Game<'_>, text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<State> {
        let variant = game.variant();
        let placement = fen::parse(text, &variant.board, &variant.kinds, diagnostics)?;
        let mut state = State::of(
            game,
            &placement.position(&variant.board),
            &placement.reserve,
        );
        state.unmoved = cells_at_home(game, &state);
        let is_sound = fields::read(game, &mut state, &placement.rest, diagnostics);
        let setup = State::setup(game);
        state.is_start = setup.is_some_and(|setup| setup.is_as(&state));
        is_sound.then_some(state)
    }

    /// Whether two positions have the same pieces, on the board and beside it, of which the same have
    /// moved, and the same side to move.
    fn is_as(&self, other: &State) -> bool {
        (self.to_move, self.turn_move) == (other.to_move, other.turn_move)
            && (&self.unmoved, &self.reserve) == (&other.unmoved, &other.reserve)
            && self.position == other.position
    }

    /// Writes a FEN that [`State::read`] reads as this position. `number` is the number of the
    /// next move. A FEN leaves out the history of positions, which matters for repetition.
    ///
    /// # Errors
    ///
    /// The obstacle: the board has no ranks, or a piece on it has no letter of its own.
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
