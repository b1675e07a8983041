//! Whom men with powers threaten.
//!
//! Whether a man could be taken is asked of every move, so each power first says cheaply whether it could matter;
//! only then his moves are put together.

use super::arrive::partners;
use super::enclosure::Enclosure;
use super::{Kit, View};
use crate::model::{Cell, Man, Side};
use crate::play::arbiter::Arbiter;
use crate::play::state::State;

impl Kit {
    fn may_enclose(&self, power: &Enclosure, view: View<'_>, origin: Cell, target: Cell) -> bool {
        if self.only_fills {
            power.may_fill(view, origin, target)
        } else {
            // A push may fill any number of cells.
            !self.pushes.is_empty() || power.may_cut(view, target)
        }
    }
}

impl Arbiter<'_, '_> {
    /// Whether a man with powers stands on the board: then the lines that lead to a king do not tell everything.
    pub(in crate::play) fn powers_on_board(&self, state: &State) -> bool {
        let game = self.game;
        let has = |cell: Cell| {
            state
                .position
                .man(cell)
                .is_some_and(|man| man.piece.is_some_and(|piece| game.powers.kit(piece, man.side).is_some()))
        };
        !game.powers.is_empty()
            && Side::BOTH.iter().any(|side| state.standing[*side as usize].iter().any(has))
    }

    /// Whether a man cannot move now.
    #[inline]
    pub(in crate::play) fn is_frozen(&self, state: &State, cell: Cell) -> bool {
        let game = self.game;
        !game.powers.is_empty()
            && game.powers.is_frozen(View::new(&game.variant().board, &state.position), cell)
    }

    /// From where a man is kept from moving.
    pub(in crate::play) fn frozen_by(&self, state: &State, cell: Cell) -> Option<Cell> {
        self.game.powers.frozen_by(View::new(&self.game.variant().board, &state.position), cell)
    }

    /// Whether a man of a side could take the man on a cell by a power.
    pub(in crate::play) fn powers_take(&mut self, state: &State, cell: Cell, by: Side) -> bool {
        if self.game.powers.is_empty() {
            return false;
        }
        let standing = state.standing[by as usize];
        standing.iter().any(|origin| {
            state.position.man(origin).is_some_and(|man| self.power_takes(state, origin, man, cell))
        })
    }

    /// Whether a man could take another by a power.
    pub(in crate::play) fn power_takes(
        &mut self,
        state: &State,
        origin: Cell,
        man: Man,
        target: Cell,
    ) -> bool {
        if !self.might_take(state, origin, man, target) || self.is_frozen(state, origin) {
            return false;
        }
        let mut moves = std::mem::take(&mut self.threats);
        moves.clear();
        self.arrive(state, origin, man, &mut moves);
        let takes = moves.iter().any(|found| moves.taken(found).any(|(_, cell)| cell == target));
        self.threats = moves;
        takes
    }

    /// Whether it is worth asking.
    fn might_take(&mut self, state: &State, origin: Cell, man: Man, target: Cell) -> bool {
        let game = self.game;
        let kit = man.piece.and_then(|piece| game.powers.kit(piece, man.side));
        let (Some(kit), Some(victim)) = (kit, state.position.man(target)) else { return false };
        let view = View::new(&game.variant().board, &state.position);
        let coordinates = || {
            // The other man, too, may come to another cell by the move.
            let stirs = !kit.swaps.is_empty() || !kit.pushes.is_empty();
            let fits = kit.coordinations.iter().filter(|power| power.prey.fits(victim));
            game.powers.crossings.as_ref().is_some_and(|crossings| {
                fits.into_iter().any(|power| {
                    stirs || power.may_take(crossings, &partners(kit, state, origin, man.side), target)
                })
            })
        };
        kit.withdrawals.iter().any(|power| power.prey.fits(victim) && power.may_take(origin, target))
            || kit
                .long_leaps
                .iter()
                .any(|power| power.prey.fits(victim) && power.may_take(view, origin, man.side, target))
            || coordinates()
            || kit
                .enclosures
                .iter()
                .any(|power| power.prey.fits(victim) && kit.may_enclose(power, view, origin, target))
            || kit.mimics.iter().any(|other| {
                victim.piece == Some(*other)
                    && self.man_takes_plainly(state, origin, Man { piece: Some(*other), ..man }, target)
            })
    }
}
