//! How strong a piece is, in numbers, and which pieces are at least as strong as others everywhere. All
//! for White on the empty board.

use serde::Serialize;

use super::super::card::mean;
use crate::model::{PieceId, Side};
use crate::reach::Rules;

/// What a piece amounts to, over all cells it may stand on.
#[derive(Serialize)]
pub struct Measures {
    /// The cells it can ever reach.
    range: usize,
    /// The same in percent of the board, rounded half up; but only all is 100.
    share: usize,
    fewest: usize,
    mean: String,
    most: usize,
    /// All its moves from all cells.
    moves: usize,
}

impl Measures {
    pub fn new(rules: &Rules, piece: PieceId) -> Measures {
        let alone = rules.alone(piece, Side::White);
        let cells = rules.variant.stands_on(piece, Side::White);
        let counts: Vec<usize> = cells.iter().map(|from| alone.of(from).len()).collect();
        let (range, all) = (rules.range(piece, Side::White).len(), rules.variant.board.len());
        Measures {
            range,
            share: if range < all { ((200 * range + all) / (2 * all)).min(99) } else { 100 },
            fewest: counts.iter().copied().min().unwrap_or(0),
            mean: mean(&counts),
            most: counts.iter().copied().max().unwrap_or(0),
            moves: counts.iter().sum(),
        }
    }

    pub fn moves(&self) -> usize {
        self.moves
    }
}

/// Whether the first piece may stand wherever the second may and reaches from there at least what the
/// second does.
pub fn contains(rules: &Rules, first: PieceId, second: PieceId) -> bool {
    let [wide, narrow] = [first, second].map(|piece| rules.variant.stands_on(piece, Side::White));
    let [more, less] = [first, second].map(|piece| rules.alone(piece, Side::White));
    narrow.is_subset(&wide) && narrow.iter().all(|from| less.of(from).is_subset(&more.of(from)))
}
