//! Values that the laws of a game keep: counts, and what is asked of moves.

use super::effect::Moves;
use crate::model::{CellSet, CounterId, KindId, MAX_COUNTERS, Side};

/// What each side's counters show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts([[u16; 2]; MAX_COUNTERS]);

impl Counts {
    pub(super) fn get(self, counter: CounterId, side: Side) -> u16 {
        self.0[counter.index()][side as usize]
    }

    pub(super) fn set(&mut self, counter: CounterId, side: Side, count: u16) {
        self.0[counter.index()][side as usize] = count;
    }
}

/// What a rule does besides one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Besides {
    /// The index of the rule among the effects of the game.
    pub rule: usize,
    pub cells: CellSet,
}

/// What the terms of a rule may ask of a side's legal moves.
#[derive(Clone, Debug, Default)]
pub(super) struct LegalMoves {
    pub count: usize,
    /// The cells that pieces of each kind go to.
    pub goes: Vec<(KindId, CellSet)>,
}

impl LegalMoves {
    /// Sets what is asked to that of a list of moves.
    pub(super) fn set(&mut self, moves: &Moves) {
        self.count = moves.len();
        self.goes.clear();
        for mv in moves.iter() {
            let Some(kind) = mv.kind else { continue };
            match self.goes.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, cells)) => cells.insert(mv.to),
                None => self.goes.push((kind, CellSet::from_iter([mv.to]))),
            }
        }
    }
}
