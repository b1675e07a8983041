//! How a game begins: the pieces on the board, and those beside it.

use std::collections::BTreeMap;

use super::position::{PieceId, Position};
use super::side::Side;

#[derive(Clone, Debug)]
pub struct Setup {
    pub position: Position,
    pub reserve: Reserve,
}

/// Pieces beside the board, as numbers of each kind and side: a reserve, or what is in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserve {
    /// Without the pieces of which there is none.
    counts: BTreeMap<(Side, PieceId), u16>,
}

impl Reserve {
    pub fn count(&self, side: Side, piece: PieceId) -> u16 {
        self.counts.get(&(side, piece)).copied().unwrap_or(0)
    }

    pub fn add(&mut self, side: Side, piece: PieceId, men: u16) {
        let count = self.count(side, piece).saturating_add(men);
        if count > 0 {
            self.counts.insert((side, piece), count);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// How many of which piece, White's first, in the order of the variant's pieces.
    pub fn iter(&self) -> impl Iterator<Item = (Side, PieceId, u16)> + '_ {
        self.counts.iter().map(|((side, piece), count)| (*side, *piece, *count))
    }
}
