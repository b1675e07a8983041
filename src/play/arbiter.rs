//! The arbiter: who looks at a position and says what is legal, and makes moves.

use super::check::Advice;
use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::generate::Sheet;
use super::key::{self, MenKey};
use super::powers::Desk;
use super::state::{State, Undo};
use crate::model::{Cell, Repetition};
use crate::moves::Walker;

/// A game's rules and room to think. Once it has seen a game of some size it allocates next to nothing.
#[derive(Debug)]
pub struct Arbiter<'g, 'r> {
    pub game: &'g Game<'r>,
    pub(super) walker: Walker,
    pub(super) sheet: Sheet,
    pub(super) kings: Vec<Cell>,
    pub(super) answers: Moves,
    pub(super) desk: Desk,
    pub(super) threats: Moves,
}

impl<'g, 'r> Arbiter<'g, 'r> {
    pub fn new(game: &'g Game<'r>) -> Arbiter<'g, 'r> {
        Arbiter {
            game,
            walker: Walker::default(),
            sheet: Sheet::default(),
            kings: Vec::new(),
            answers: Moves::default(),
            desk: Desk::default(),
            threats: Moves::default(),
        }
    }

    /// Fills `out` with the legal moves, in board order of the men that move. The state is as before in the end.
    pub fn legal(&mut self, state: &mut State, out: &mut Moves) {
        out.clear();
        if self.goal_reached(state).is_some() || self.quiet_too_long(state) {
            return;
        }
        let guard = self.guard(state, state.to_move);
        self.movement(state, out);
        self.castlings(state, out);
        self.drops(state, out);
        self.moves_of_others(state, out);
        let game = self.game;
        out.retain_from(0, |effects, found| match guard.advise(found, effects, game.is_royal(found.piece)) {
            Advice::Legal => true,
            Advice::Illegal => false,
            Advice::Try => self.leaves_kings_safe(state, effects),
        });
        if game.no_check {
            out.retain_from(0, |effects, _| !self.attacks_enemy_king(state, effects));
        }
        if !game.powers.is_empty() {
            self.drop_idle(out);
        }
        if game.repetition == Some(Repetition::Forbidden) {
            self.drop_repetitions(state, out);
        }
    }

    /// Moves in which men put others elsewhere, or cells travel.
    pub(super) fn moves_of_others(&mut self, state: &mut State, out: &mut Moves) {
        let start = out.len();
        self.teleports(state, state.to_move, out);
        self.rotations(state, state.to_move, out);
        self.travels(state, out);
        self.change_moved(state, start, out);
    }

    /// Whether after a move none of its side's royal men is attacked.
    pub(super) fn leaves_kings_safe(&mut self, state: &mut State, effects: &[Effect]) -> bool {
        let side = state.to_move;
        let undo = state.make(self.game, effects, &[]);
        let safe = !self.in_check(state, side);
        state.unmake(self.game, effects, undo);
        safe
    }

    /// Whether after a move a royal piece of the other side is attacked.
    fn attacks_enemy_king(&mut self, state: &mut State, effects: &[Effect]) -> bool {
        let other = state.to_move.other();
        let undo = state.make(self.game, effects, &[]);
        let check = self.in_check(state, other);
        state.unmake(self.game, effects, undo);
        check
    }

    /// A position can come about again only by the fourth move since somebody was taken.
    fn drop_repetitions(&mut self, state: &mut State, out: &mut Moves) {
        if state.since_capture < 3 {
            return;
        }
        let men = MenKey::of(&state.position);
        let repeats: Vec<bool> = (0..out.len())
            .map(|place| {
                let found = out.get(place);
                let after = men.after(out.effects(found));
                state.history.iter().any(|key| key.men == after) && self.repeats(state, out, found)
            })
            .collect();
        let mut repeats = repeats.iter();
        out.retain_from(0, |_, _| repeats.next().is_none_or(|repeats| !repeats));
    }

    /// Whether a move brings a position about again.
    fn repeats(&mut self, state: &mut State, moves: &Moves, found: &Move) -> bool {
        let undo = state.make(self.game, moves.effects(found), moves.passed(found));
        let repeats = state.since_capture > 0 && {
            let key = key::of(self, state);
            state.history.contains(&key)
        };
        state.unmake(self.game, moves.effects(found), undo);
        repeats
    }

    /// Begins the record of positions with this one.
    pub fn begin(&mut self, state: &mut State) {
        state.history.clear();
        if self.game.repetition.is_some() {
            let key = key::of(self, state);
            state.history.push(key);
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, state: &mut State, moves: &Moves, found: &Move) -> Undo {
        let effects = moves.effects(found);
        let undo = state.make(self.game, effects, moves.passed(found));
        if self.game.repetition.is_some() {
            let key = key::of(self, state);
            debug_assert!(state.history.last().is_none_or(|before| before.men.after(effects) == key.men));
            state.history.push(key);
        }
        undo
    }

    /// Takes back a move that [`Arbiter::play`] has played.
    pub fn take_back(&mut self, state: &mut State, moves: &Moves, found: &Move, undo: Undo) {
        state.history.pop();
        state.unmake(self.game, moves.effects(found), undo);
    }
}
