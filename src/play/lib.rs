//! A player of any variant, by its rules alone.
//!
//! ```text
//! rules ──values──▶ values of pieces, cell by cell
//! state + values ──search──▶ the best move, its score, the principal variation
//! state ──problem──▶ the moves that force a win
//! ```
//!
//! Nothing about a particular game is written by hand: values follow from mobility and from the rules. The
//! number of nodes, the depth and the seed decide the result, on every machine alike; no clock and no
//! floating-point number takes part.
//!
//! ```
//! use padma_play::{PieceValues, SearchLimits, Searcher};
//! # use padma_rules::model::{Piece, Reserve, Side, Variant, grid::{self, GridPlan}};
//! # use padma_rules::play::{Game, Moves, Scratch, State, legal_moves, move_text};
//! # use padma_rules::reach::Rules;
//! # let board = grid::board(&GridPlan::of(8, 8)).map_err(|flaws| format!("{flaws:?}"))?;
//! # let mut variant = Variant::new("endings", board);
//! # let king = variant.add_piece("king", "step contiguous".parse().map_err(|_| "king")?);
//! # let rook = variant.add_piece("rook", "slide along orthogonal".parse().map_err(|_| "rook")?);
//! # variant.kinds[king.index()].royal = true;
//! # let rules = Rules::new(variant);
//! # let game = Game::new(&rules);
//! # let mut position = game.variant().empty_position();
//! # for (side, kind, cell) in [(Side::White, king, "g6"), (Side::White, rook, "a1"), (Side::Black, king, "g8")] {
//! #     let cell = rules.variant.board.cell(cell).ok_or("no such cell")?;
//! #     position.put(cell, Some(Piece { side, kind: Some(kind) }));
//! # }
//! // White has a King on g6 and a Rook on a1, Black a King on g8.
//! let mut state = State::of(&game, &position, &Reserve::default());
//! let values = PieceValues::new(&game);
//! let limits = SearchLimits { nodes: 1000, depth: 4, seed: 0 };
//! let thought = Searcher::new(&game, &values).think(&state, &[], limits).ok_or("no move")?;
//! assert_eq!(thought.wins_in, Some(1));
//! # let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
//! # legal_moves(&game, &mut state, &mut scratch, &mut moves);
//! # let text = move_text(&game, &mut state, &mut scratch, &moves, moves.get(thought.best));
//! # assert!(text.starts_with("a1a8"), "{text}");
//! # Ok::<(), String>(())
//! ```
//!
//! Knows no files, no pages and no move texts.

mod games;
mod order;
mod problem;
mod search;
mod table;
mod values;

pub use games::{
    MOST_PLIES, MeasuredGames, MeasuredPlay, Measurement, RANDOM_PLIES, measured_game,
    player_fingerprint,
};
pub use problem::{ProblemSolution, ProblemSolver, TooManyPositions};
pub use search::{SearchLimits, Searcher, Thought};
pub use values::PieceValues;

use padma_rules::play::mix;

/// Pseudorandom numbers.
#[derive(Clone, Copy, Debug)]
pub struct SeededNumbers(pub u64);

impl SeededNumbers {
    /// Returns a number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        // The remainder is below `end`, so it fits.
        (mix(self.0) % end.max(1) as u64) as usize
    }
}
