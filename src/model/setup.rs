//! How a game begins: the pieces on the board, and those beside it.

use std::collections::BTreeMap;

use super::position::{KindId, Position};
use super::side::Side;

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces on the board.
    pub position: Position,
    /// The pieces beside it.
    pub reserve: Reserve,
}

/// Pieces beside the board, as numbers of each kind and side: a reserve, or what is in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserve {
    /// Without the pieces of which there is none.
    counts: BTreeMap<(Side, KindId), u16>,
}

impl Reserve {
    pub(crate) fn count(&self, side: Side, kind: KindId) -> u16 {
        self.counts.get(&(side, kind)).copied().unwrap_or(0)
    }

    /// Puts so many pieces more beside the board.
    pub fn add(&mut self, side: Side, kind: KindId, pieces: u16) {
        let count = self.count(side, kind).saturating_add(pieces);
        if count > 0 {
            self.counts.insert((side, kind), count);
        }
    }

    /// Whether no piece is beside the board.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many of which piece, White's first, in the order of the variant's pieces.
    pub fn iter(&self) -> impl Iterator<Item = (Side, KindId, u16)> + '_ {
        self.counts.iter().map(|((side, kind), count)| (*side, *kind, *count))
    }
}
