//! Names to things: declarations become variants and placed diagrams, and unknown pieces, cells and
//! directions come to light. Of drawing it knows no more than how to read what an author drew with characters.

mod board;
mod cells;
mod checkers;
mod combinations;
mod drawing;
mod game;
mod idle;
mod inherited;
mod notation;
mod outline;
mod placed;
mod sense;
mod sentence;
mod setup;
mod variant;
mod variants;

pub(crate) use cells::{NoRun, absent_cells, run_between};
pub(crate) use combinations::{Axis, Combinations, combinations};
pub use drawing::Drawn;
pub(crate) use game::played;
pub use game::{Games, Playable, PlayedGame};
pub use outline::Outline;
pub(crate) use outline::{NumberId, OutlinePart, unknown_number};
pub use placed::{PlacedDiagram, PlacedPiece, place_diagram};
pub use sentence::{betza_of, sentence_of};
pub(crate) use variant::bare_grid;
pub use variant::variant;
pub use variants::Variants;

pub use crate::variant::decl::VariantSource;
pub(crate) use crate::variant::names::{
    absent_cell, capitalised, cell_named, kind_named, off_stands_on, unknown_cell, unknown_checker,
};
