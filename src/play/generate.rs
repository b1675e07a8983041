//! Moves as movement gives them, before anybody asks whether a king is left attacked.

use super::arbiter::Arbiter;
use super::effect::{Draft, Effect, Moves};
use super::state::State;
use crate::model::{Cell, Man};
use crate::moves::Landing;

/// Room to put a move's effects together.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    effects: Vec<Effect>,
}

impl Arbiter<'_, '_> {
    /// All moves of the side to move, castling apart.
    pub(super) fn movement(&mut self, state: &mut State, out: &mut Moves) {
        let side = state.to_move;
        let standing = state.standing[side as usize];
        for from in standing.iter() {
            self.movement_from(state, from, out);
        }
    }

    pub(super) fn movement_from(&mut self, state: &mut State, from: Cell, out: &mut Moves) {
        let Some(man) = state.position.man(from) else { return };
        let Some(piece) = man.piece else { return };
        let start = out.len();
        let table = self.game.table(piece, man.side);
        let mut walker = std::mem::take(&mut self.walker);
        let moved = !state.unmoved.contains(from);
        let (game, sheet) = (self.game, &mut self.sheet);
        walker.landings(table, &state.position, from, moved, &mut |landing| {
            // One who is exchanged at once does not stay there.
            if !game.stands(piece, man.side, landing.to) && !game.changes[piece.index()] {
                return;
            }
            sheet.fill(state, man, from, &landing);
            let draft = Draft { piece, side: man.side, from: Some(from), to: landing.to, castling: None };
            out.push(draft, &sheet.effects, landing.passed);
        });
        self.walker = walker;
        if self.game.changes[piece.index()] {
            self.change(state, start, out);
        }
        if self.game.stacks.is_some() {
            self.stacking(state, from, out);
        }
    }
}

impl Sheet {
    /// The effects of a landing.
    #[inline]
    fn fill(&mut self, state: &State, man: Man, from: Cell, landing: &Landing<'_>) {
        self.effects.clear();
        let to = landing.to;
        for cell in landing.taken {
            let taken = state.position.man(*cell);
            self.effects.extend(taken.map(|man| Effect::Capture { man, cell: *cell }));
        }
        for (start, end) in landing.carried {
            let Some(other) = state.position.man(*start) else { continue };
            if (*start, *end) == (to, from) {
                self.effects.push(Effect::Swap { man, from, to, other });
                return;
            }
            self.effects.push(Effect::Move { man: other, from: *start, to: *end });
        }
        if to != from {
            self.effects.push(Effect::Move { man, from, to });
        }
    }
}
