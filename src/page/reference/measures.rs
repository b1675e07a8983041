//! How far a piece reaches, in numbers: for White, on the board as it is at first, without other pieces.

use serde::Serialize;

use super::super::card::mean;
use crate::model::{KindId, Side};
use crate::reach::Rules;

/// What a piece amounts to, over all cells it may stand on.
#[derive(Serialize)]
pub(crate) struct Measures {
    /// The cells it can ever reach.
    range: usize,
    /// The same in percent of the board, rounded half up; but only all is 100.
    share: usize,
    fewest: usize,
    mean: String,
    most: usize,
    /// All its moves from all cells.
    pub moves: usize,
}

impl Measures {
    pub(crate) fn new(rules: &Rules, kind: KindId) -> Measures {
        let alone = rules.alone(kind, Side::White);
        let cells = rules.stands_on(kind.into(), Side::White);
        let counts: Vec<usize> = cells.iter().map(|from| alone.of(from).len()).collect();
        let (range, all) = (rules.range(kind, Side::White).len(), rules.variant.board.len());
        Measures {
            range,
            share: if range < all { ((200 * range + all) / (2 * all)).min(99) } else { 100 },
            fewest: counts.iter().copied().min().unwrap_or(0),
            mean: mean(&counts),
            most: counts.iter().copied().max().unwrap_or(0),
            moves: counts.iter().sum(),
        }
    }
}
