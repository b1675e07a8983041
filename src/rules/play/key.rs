//! Position keys (Zobrist keys): numbers that identify positions.
//!
//! The numbers are mixed from fixed constants, so they are the same on every machine.

use super::effect::{CellChange, Effect};
use crate::model::{Cell, CounterId, KindId, Piece, Position, Side};

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKey {
    pub pieces: PieceKey,
    /// The part of the key for everything but the pieces.
    pub rest: u64,
}

impl PositionKey {
    /// Returns the key as one number.
    pub(super) fn value(self) -> u64 {
        self.pieces.0 ^ self.rest
    }
}

/// A position of a game, as the rule about repetition remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PastPosition {
    pub key: PositionKey,
    /// The side whose move led to it.
    pub mover: Side,
    /// Whether the rule blames that move if the position comes up too often.
    pub is_blamed: bool,
}

/// The key of the pieces on their cells. The key after a move can be computed without making the
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceKey(u64);

impl PieceKey {
    pub(crate) fn of(position: &Position) -> PieceKey {
        position
            .pieces()
            .fold(PieceKey(0), |key, (cell, piece)| key.toggled(cell, piece))
    }

    /// Returns the key after a move with these effects.
    pub(crate) fn after(self, effects: &[Effect]) -> PieceKey {
        effects.iter().flat_map(Effect::changes).fold(
            self,
            |key,
             CellChange {
                 cell,
                 before,
                 after,
             }| {
                before
                    .into_iter()
                    .chain(after)
                    .fold(key, |key, piece| key.toggled(cell, piece))
            },
        )
    }

    /// Returns the key with one piece added to a cell, or removed from it.
    fn toggled(self, cell: Cell, piece: Piece) -> PieceKey {
        PieceKey(self.0 ^ piece_key(cell, piece))
    }
}

/// Something other than the pieces that is part of a position's key.
#[derive(Clone, Copy)]
pub(super) enum Feature {
    ToMove(u64),
    /// The number of the next move within its turn.
    TurnMove(u8),
    Castling(usize),
    /// A possible castling step, by the cells of the king and its partner.
    CastlingStep(Cell, Cell),
    /// A legal capture en passant on `cell` of the piece on `victim`.
    EnPassant {
        cell: Cell,
        victim: Cell,
    },
    Absent(Cell),
    /// The number of a side's pieces that became another piece by the move that brought them to a
    /// goal.
    Arrived {
        goal: usize,
        side: usize,
        count: u16,
    },
    Reserve {
        kind: KindId,
        side: usize,
        count: u16,
    },
    Counter {
        counter: CounterId,
        side: Side,
        count: u16,
    },
}

impl Feature {
    pub(crate) fn key(self) -> u64 {
        mix(match self {
            Feature::ToMove(side) => side,
            Feature::TurnMove(number) => 9 << 40 | u64::from(number),
            Feature::Castling(index) => 1 << 40 | index as u64,
            Feature::CastlingStep(king, partner) => {
                2 << 40 | (king.index() as u64) << 20 | partner.index() as u64
            }
            Feature::EnPassant { cell, victim } => {
                3 << 40 | (victim.index() as u64) << 16 | cell.index() as u64
            }
            Feature::Reserve { kind, side, count } => {
                4 << 40 | u64::from(count) << 24 | (kind.index() as u64) << 1 | side as u64
            }
            Feature::Arrived { goal, side, count } => {
                7 << 40 | u64::from(count) << 24 | (goal as u64) << 1 | side as u64
            }
            Feature::Counter {
                counter,
                side,
                count,
            } => 8 << 40 | u64::from(count) << 24 | (counter.index() as u64) << 1 | side as u64,
            Feature::Absent(cell) => 6 << 40 | cell.index() as u64,
        })
    }
}

fn piece_key(cell: Cell, piece: Piece) -> u64 {
    let kind = piece.kind.map_or(0, |kind| kind.index() as u64 + 1);
    mix(5 << 40 | kind << 20 | (piece.side as u64) << 16 | cell.index() as u64)
}

/// Spreads a number over all bits, the same on every machine: the finishing step of the SplitMix64 generator (G. Steele, D. Lea,
/// C. Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014).
pub fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
