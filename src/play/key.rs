//! Numbers for each position, for telling whether it has come up before.
//!
//! Positions are the same if the same men stand on the same cells, the same side is to move, and the same
//! castlings and captures in passing are still to be had. The numbers are mixed from fixed constants, so they
//! are the same on every machine.

use super::arbiter::Arbiter;
use super::effect::Effect;
use super::state::State;
use crate::model::{Cell, Man, Position};

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub men: MenKey,
    /// Of all that counts besides.
    rest: u64,
}

/// The key of who stands where. That of a move's outcome is told without making the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MenKey(u64);

impl MenKey {
    pub fn of(position: &Position) -> MenKey {
        position.men().fold(MenKey(0), |key, (cell, man)| key.turned(cell, man))
    }

    /// After a move with these effects.
    pub fn after(self, effects: &[Effect]) -> MenKey {
        let man = |side, piece| Man { side, piece: Some(piece) };
        effects.iter().fold(self, |key, effect| match *effect {
            Effect::Move { man, from, to }
            | Effect::Teleport { man, from, to }
            | Effect::Rotate { man, from, to }
            | Effect::Carry { man, from, to }
            | Effect::Push { man, from, to } => key.turned(from, man).turned(to, man),
            Effect::Capture { man, cell } | Effect::Retire { man, cell, .. } => key.turned(cell, man),
            Effect::Drop { side, piece, cell } => key.turned(cell, man(side, piece)),
            Effect::Swap { man, from, to, other } => {
                key.turned(from, man).turned(to, other).turned(to, man).turned(from, other)
            }
            Effect::Promote { side, cell, from, to, .. } => {
                key.turned(cell, man(side, from)).turned(cell, man(side, to))
            }
            Effect::Stack { side, piece, from, to, other, into, left } => {
                let (whole, rest) = left.map_or((piece, None), |(whole, rest)| (whole, Some(rest)));
                let key = key.turned(from, man(side, whole));
                let key = rest.map_or(key, |rest| key.turned(from, man(side, rest)));
                key.turned(to, man(side, other)).turned(to, man(side, into))
            }
            Effect::Split { side, piece, from, to, whole, rest } => {
                let key = key.turned(from, man(side, whole)).turned(from, man(side, rest));
                key.turned(to, man(side, piece))
            }
            Effect::Travel { .. } | Effect::Hand { .. } | Effect::Freeze { .. } => key,
        })
    }

    /// With a man more on a cell, or without him if he stood there.
    fn turned(self, cell: Cell, man: Man) -> MenKey {
        MenKey(self.0 ^ mix(place(cell, man)))
    }
}

/// The key of a position.
pub(super) fn of(arbiter: &mut Arbiter<'_, '_>, state: &State) -> Key {
    let mut key = mix(state.to_move as u64);
    let game = arbiter.game;
    for (place, castle) in game.castles.iter().enumerate() {
        if castle.movers.iter().all(|mover| state.unmoved.contains(mover.from)) {
            key ^= mix(RIGHTS | place as u64);
        }
    }
    for cell in state.unmoved.iter() {
        let piece = state.position.man(cell).and_then(|man| man.piece);
        if piece.is_some_and(|piece| game.unmoved_counts[piece.index()]) {
            key ^= mix(UNMOVED | cell.index() as u64);
        }
    }
    if let Some(passed) = state.position.passed()
        && arbiter.may_take_in_passing(state)
    {
        key ^= passed.cells.iter().fold(0, |all, cell| all ^ mix(PASSED | cell.index() as u64));
    }
    key ^= state.position.absent().iter().fold(0, |all, cell| all ^ mix(ABSENT | cell.index() as u64));
    for (piece, men) in state.reserve.iter().enumerate() {
        for (side, men) in men.iter().enumerate().filter(|(_, men)| **men > 0) {
            key ^= mix(RESERVE | (*men as u64) << 24 | (piece as u64) << 1 | side as u64);
        }
    }
    Key { men: MenKey::of(&state.position), rest: key }
}

const RIGHTS: u64 = 1 << 40;
const UNMOVED: u64 = 2 << 40;
const PASSED: u64 = 3 << 40;
const RESERVE: u64 = 4 << 40;
const MEN: u64 = 5 << 40;
const ABSENT: u64 = 6 << 40;

fn place(cell: Cell, man: Man) -> u64 {
    let piece = man.piece.map_or(0, |piece| piece.index() as u64 + 1);
    MEN | piece << 20 | (man.side as u64) << 16 | cell.index() as u64
}

/// Spreads a number over all bits: the finishing step of the generator SplitMix64.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Arbiter<'_, '_> {
    /// Whether some man could take the one who has just passed, the king's safety aside.
    fn may_take_in_passing(&mut self, state: &State) -> bool {
        let Some(passed) = state.position.passed().copied() else { return false };
        let men = state.standing[state.to_move as usize].iter();
        men.filter_map(|cell| Some((cell, state.position.man(cell)?))).any(|(cell, man)| {
            let Some(piece) = man.piece else { return false };
            let moved = !state.unmoved.contains(cell);
            let table = self.game.table(piece, man.side);
            let mut takes = false;
            self.walker.landings(table, &state.position, cell, moved, &mut |landing| {
                takes |= landing.to != passed.man && landing.taken.contains(&passed.man);
            });
            takes || !self.game.powers.is_empty() && self.mimic_takes_in_passing(state, cell, man, passed.man)
        })
    }

    /// The same of one who takes as his victim does.
    fn mimic_takes_in_passing(&mut self, state: &State, cell: Cell, man: Man, victim: Cell) -> bool {
        let (game, other) = (self.game, state.position.man(victim).and_then(|man| man.piece));
        let mimics =
            |piece| game.powers.kit(piece, man.side).zip(other).is_some_and(|(kit, other)| kit.mimics(other));
        man.piece.is_some_and(mimics) && self.man_walks_to(state, cell, Man { piece: other, ..man }, victim)
    }
}
