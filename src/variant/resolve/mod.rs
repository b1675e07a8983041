//! Resolves names: turns declarations into a variant, and finds unknown pieces, cells and
//! directions.

mod board;
mod cells;
mod checkers;
mod directions;
mod inherited;
mod named;
mod notation;
mod sense;
mod setup;
mod vacuous;
mod variant;
mod variants;

pub use cells::{NoRun, absent_cells, listed_cells, run_between};
pub use variant::{bare_grid, expanded, variant};
pub use variants::Variants;
