//! Names to things: declarations become a variant, and unknown pieces, cells and directions come to light.

mod board;
mod cells;
mod checkers;
mod idle;
mod inherited;
mod notation;
mod sense;
mod sentence;
mod setup;
mod variant;
mod variants;

pub use cells::{NoRun, absent_cells, listed_cells, run_between};
pub use sentence::{betza_of, sentence_of};
pub use variant::{bare_grid, variant};
pub use variants::Variants;
