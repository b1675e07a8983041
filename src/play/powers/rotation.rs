//! Rotation: a man turns all friends around him by one step of the ring.

use super::View;
use super::arrive::capture;
use super::teleport::holders;
use crate::model::{Cell, Man, Side, Way};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Draft, Effect, Manner, Moves};
use crate::play::state::State;

impl Arbiter<'_, '_> {
    /// Adds the moves by which a side's men are turned. Who would leave the board goes into hand.
    pub(in crate::play) fn rotations(&self, state: &State, side: Side, out: &mut Moves) {
        let board = &self.game.variant().board;
        for power in &self.game.powers.rotations {
            for holder in holders(state, power, side) {
                let ring: Vec<Option<Cell>> =
                    power.near.of(side).iter().map(|dir| board.next(holder, *dir)).collect();
                for clockwise in [true, false] {
                    if let Some(effects) = self.rotated(state, side, &ring, clockwise) {
                        let manner = Manner::Rotates { clockwise };
                        let (from, piece) = (Some(holder), Some(power.holder));
                        let draft = Draft { piece, side, from, to: holder, manner, castling: None };
                        out.push(draft, &effects, &[]);
                    }
                }
            }
        }
    }

    /// What happens when all friends on a ring go on by one step; `None` if there are none, or one of them cannot.
    fn rotated(
        &self,
        state: &State,
        side: Side,
        ring: &[Option<Cell>],
        clockwise: bool,
    ) -> Option<Vec<Effect>> {
        let view = View::new(&self.game.variant().board, &state.position);
        let step = if clockwise { 1 } else { ring.len() - 1 };
        let friend = |place: usize| -> Option<(Man, Cell, usize)> {
            let cell = ring[place]?;
            let man = view.man(cell).filter(|man| man.side == side)?;
            Some((man, cell, (place + step) % ring.len()))
        };
        let friends: Vec<_> = (0..ring.len()).filter_map(friend).collect();
        let (mut taken, mut retired, mut turned) = (Vec::new(), Vec::new(), Vec::new());
        for (man, from, end) in &friends {
            if !self.may_be_moved(state, *from, *man) {
                return None;
            }
            match ring[*end].filter(|to| !state.position.absent().contains(*to)) {
                None => retired.push(self.retires(*man, *from)?),
                Some(to) if !self.may_be_put(state, *from, to, *man) => return None,
                Some(to) => {
                    if view.man(to).is_some_and(|other| other.side != side) {
                        taken.push((to, Way::Rotation));
                    }
                    turned.push(Effect::Rotate { man: *man, from: *from, to });
                }
            }
        }
        let mut effects = Vec::new();
        taken.sort_unstable();
        capture(self.game, &taken, side, &mut effects, &|cell| view.man(cell));
        effects.extend(retired);
        effects.extend(turned);
        (!friends.is_empty()).then_some(effects)
    }
}
