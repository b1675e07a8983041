//! Moves as movement gives them, before anybody asks whether a king is left attacked.

use super::arbiter::Arbiter;
use super::effect::{Draft, Effect, Moves};
use super::game::Game;
use super::state::State;
use crate::model::{Cell, Man, PieceId, Way};
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
        let (game, start) = (self.game, out.len());
        let powers = !game.powers.is_empty();
        if powers && (self.is_frozen(state, from) || !self.bond_holds(state, from, man)) {
            return;
        }
        if powers && game.powers.kit(piece, man.side).is_some() {
            self.arrive(state, from, man, out);
        } else {
            self.walk_from(state, from, man, piece, out);
        }
        if powers && self.is_bound(piece) {
            out.retain_from(start, |_, found| self.bond_lets_come(state, from, found.to, man));
        }
        if game.changes[piece.index()] || game.swaps_promote {
            self.change(state, start, out);
        }
        if powers {
            self.add_freezing(state, man, start, out);
        }
        if game.stacks.is_some() {
            self.stacking(state, from, out);
        }
    }

    /// The moves of a man who does nothing but what his movement says.
    #[inline]
    fn walk_from(&mut self, state: &State, from: Cell, man: Man, piece: PieceId, out: &mut Moves) {
        let table = self.game.table(piece, man.side);
        let mut walker = std::mem::take(&mut self.walker);
        let moved = !state.unmoved.contains(from);
        let (game, sheet) = (self.game, &mut self.sheet);
        walker.landings(table, &state.position, from, moved, &mut |landing| {
            sheet.fill(game, state, man, from, &landing);
            let draft = Draft::plain(piece, man.side, Some(from), landing.to);
            out.push(draft, &sheet.effects, landing.passed);
        });
        self.walker = walker;
    }
}

impl Sheet {
    /// The effects of a landing.
    #[inline]
    fn fill(&mut self, game: &Game<'_>, state: &State, man: Man, from: Cell, landing: &Landing<'_>) {
        self.effects.clear();
        let to = landing.to;
        for cell in landing.taken {
            let Some(taken) = state.position.man(*cell) else { continue };
            self.effects.push(Effect::Capture { man: taken, cell: *cell });
            if !game.into_hand.is_empty() {
                let ways = &mut [Way::Movement].into_iter();
                self.effects.extend(game.goes_into_hand(taken, man.side, ways));
            }
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
