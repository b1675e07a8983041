//! Teleport: two men of one side put a friend beside the one on the same side of the other.

use super::{Held, View};
use crate::model::{Cell, Man, Side, Way};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Draft, Effect, Manner, Moves};
use crate::play::state::State;

use super::arrive::capture;

impl Arbiter<'_, '_> {
    /// Adds the moves by which a side's men are teleported. One who would leave the board goes into hand.
    pub(in crate::play) fn teleports(&self, state: &State, side: Side, out: &mut Moves) {
        for power in &self.game.powers.teleports {
            let holders: Vec<Cell> = holders(state, power, side).collect();
            let pairs = holders.iter().flat_map(|one| holders.iter().map(move |other| (*one, *other)));
            for (one, other) in pairs.filter(|(one, other)| one != other) {
                self.teleports_between(state, power, side, (one, other), out);
            }
        }
    }

    fn teleports_between(
        &self,
        state: &State,
        power: &Held,
        side: Side,
        (one, other): (Cell, Cell),
        out: &mut Moves,
    ) {
        let view = View::new(&self.game.variant().board, &state.position);
        for dir in power.near.of(side) {
            let Some(from) = view.next(one, *dir) else { continue };
            let Some(man) = view.man(from).filter(|man| man.side == side) else { continue };
            let to = view.next(other, *dir);
            if let Some(effects) = self.teleported(state, man, from, to) {
                let to = to.unwrap_or(from);
                let manner = Manner::Teleported;
                let draft = Draft { piece: man.piece, side, from: Some(from), to, manner, castling: None };
                out.push(draft, &effects, &[]);
            }
        }
    }

    /// What happens when a man is teleported to a cell, or off the board; `None` if he cannot be.
    fn teleported(&self, state: &State, man: Man, from: Cell, to: Option<Cell>) -> Option<Vec<Effect>> {
        if !self.may_be_moved(state, from, man) {
            return None;
        }
        let Some(to) = to else { return Some(vec![self.retires(man, from)?]) };
        if !self.may_be_put(state, from, to, man) {
            return None;
        }
        let mut effects = Vec::new();
        let goes = Effect::Teleport { man, from, to };
        match state.position.man(to) {
            None => effects.push(goes),
            Some(friend) if friend.side == man.side => {
                if !self.may_be_moved(state, to, friend) || !self.may_be_put(state, to, from, friend) {
                    return None;
                }
                effects.extend([goes, Effect::Teleport { man: friend, from: to, to: from }]);
            }
            Some(enemy) => {
                let taken = [(to, Way::Teleport)];
                capture(self.game, &taken, man.side, &mut effects, &|_| Some(enemy));
                effects.push(goes);
            }
        }
        Some(effects)
    }

    /// A man leaves the board for his own side's hand; no royal man does.
    pub(super) fn retires(&self, man: Man, cell: Cell) -> Option<Effect> {
        let own = man.piece.filter(|piece| !self.game.royal[piece.index()])?;
        let piece = match self.game.goes_into_hand(man, man.side, &mut Way::ALL.into_iter()) {
            Some(Effect::Hand { piece, .. }) => piece,
            _ => own,
        };
        Some(Effect::Retire { man, cell, piece })
    }
}

/// Where a side's men stand who hold a power.
pub(super) fn holders<'a>(state: &'a State, power: &'a Held, side: Side) -> impl Iterator<Item = Cell> + 'a {
    let holder = Man { side, piece: Some(power.holder) };
    state.standing(side).iter().filter(move |cell| state.position.man(*cell) == Some(holder))
}
