//! Positions in play in which moves can be tried. Most functions of play take one.

use super::effect::Effect;
use super::game::Game;
use super::game_position::GamePosition;
use super::scratch::Scratch;
use super::state::{State, Undo};
use crate::model::Cell;

/// A position in play in which moves can be tried, with the rules of its game and with buffers.
/// Each function takes its trial moves back before it returns.
#[derive(Debug)]
pub(super) struct Play<'a> {
    pub game: &'a Game<'a>,
    pub state: &'a mut State,
    pub scratch: &'a mut Scratch,
}

impl<'a> Play<'a> {
    pub(super) fn new(
        game: &'a Game<'a>,
        state: &'a mut State,
        scratch: &'a mut Scratch,
    ) -> Play<'a> {
        Play {
            game,
            state,
            scratch,
        }
    }

    /// Returns a read-only view of the position.
    #[inline]
    pub(super) fn position(&self) -> GamePosition<'_> {
        GamePosition::new(self.game, self.state)
    }

    /// Returns a read-only view of the position, and the buffers.
    #[inline]
    pub(super) fn split(&mut self) -> (GamePosition<'_>, &mut Scratch) {
        (GamePosition::new(self.game, self.state), self.scratch)
    }

    /// Applies the effects of a move, passes the turn and updates the counters.
    #[inline]
    pub(super) fn apply(&mut self, effects: &[Effect], en_passant: &[Cell]) -> Undo {
        let rules = &self.game.term_rules;
        if rules.counters.is_empty() && rules.turns.is_empty() {
            return self.state.apply(self.game, effects, en_passant);
        }
        let (mover, turn_move) = (self.state.to_move, self.state.turn_move);
        let undo = self.state.apply(self.game, effects, en_passant);
        self.count(effects);
        if self.turn_goes_on(mover, turn_move, effects) {
            self.state.to_move = mover;
            self.state.turn_move = turn_move + 1;
        }
        undo
    }

    /// Runs `ask` on the position after a move, and takes the move back.
    #[inline]
    pub(super) fn after<T>(
        &mut self,
        effects: &[Effect],
        en_passant: &[Cell],
        ask: impl FnOnce(&mut Play<'_>) -> T,
    ) -> T {
        let undo = self.apply(effects, en_passant);
        let answer = ask(self);
        self.state.revert(self.game, effects, undo);
        answer
    }

    /// Runs `ask` on the position with a piece moved to another cell, where it captures any
    /// piece.
    #[inline]
    pub(super) fn with_moved<T>(
        &mut self,
        from: Cell,
        to: Cell,
        ask: impl FnOnce(&mut Play<'_>) -> T,
    ) -> T {
        let position = &mut self.state.position;
        let (piece, taken) = (position.piece(from), position.piece(to));
        // The piece captured may be the one that could be captured en passant.
        let en_passant = position.replace_en_passant(None);
        position.put(from, None);
        position.put(to, piece);
        let answer = ask(self);
        let position = &mut self.state.position;
        position.put(to, taken);
        position.put(from, piece);
        position.replace_en_passant(en_passant);
        answer
    }

    /// Runs `ask` on the position with a cell cleared.
    pub(super) fn without<T>(&mut self, cell: Cell, ask: impl FnOnce(&mut Play<'_>) -> T) -> T {
        let piece = self.state.position.piece(cell);
        self.state.position.put(cell, None);
        let answer = ask(self);
        self.state.position.put(cell, piece);
        answer
    }
}
