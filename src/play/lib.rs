//! A player of any variant, by its rules alone.
//!
//! ```text
//! rules ──values──▶ what pieces are worth, cell by cell
//! state + values ──search──▶ the best move, its score, the line that is expected
//! ```
//!
//! Nothing about a game is written by hand: what pieces are worth is computed from their mobility and
//! from what the rules do with them. A number of nodes, a depth and a seed decide what is played, so the
//! answer is the same on every machine. Nothing decided here depends on the clock or on a float.
//!
//! Knows no files, no pages and no texts of moves.

mod games;
mod order;
mod problem;
mod search;
mod table;
mod values;

pub use games::{
    MOST_PLIES, MeasuredGames, MeasuredPlay, Measurement, RANDOM_PLIES, measured_game,
    player_fingerprint, text_fingerprint,
};
pub use problem::{ProblemSolution, ProblemSolver, TooManyPositions};
pub use search::{SearchLimits, Searcher, Thought};
pub use values::PieceValues;

/// Spreads a number over all bits: SplitMix64 (G. Steele, D. Lea, C. Flood, *Fast Splittable
/// Pseudorandom Number Generators*, OOPSLA 2014).
pub fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Numbers that a seed decides.
#[derive(Clone, Copy, Debug)]
pub struct SeededNumbers(pub u64);

impl SeededNumbers {
    /// Returns a number below `end`, which is at least 1.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        // The remainder is smaller than `end`.
        (mixed(self.0) % end.max(1) as u64) as usize
    }
}
