//! Movement laid on a board.
//!
//! A [`Sentence`](crate::movement::Sentence) is compiled to a [`Pattern`], a union of small
//! automata that know no board; a pattern is laid on a board as a [`MoveTable`], which is walked.
//! Knows nothing of files or drawing.

mod compass;
mod compile;
mod courses;
mod fuel;
mod landing;
mod lay;
mod lines;
mod pattern;
mod program;
mod same;
mod strands;
mod symmetry;
mod table;
mod threats;
mod travel;
mod trip;
mod walk;

pub use compile::compile;
pub use fuel::Fuel;
pub use landing::Landing;
pub use lay::{distances, lay};
pub use pattern::{Automaton, Edge, Inside, Legs, Men, Pattern, Sort, Stop, Strand, Turn, Walk};
pub use same::{
    Comparison, Difference, Form, Formed, OtherKind, OtherMan, are_alike, compare, differ_alone, has_parts_of,
};
pub use strands::{LaidStrand, LaidTransition, LaidTrip, LineCell, TripLeap, TripLeg, TripStarts, Way};
pub use symmetry::Symmetries;
pub use table::{Ground, MoveTable};
pub use threats::{Path, Threat, Threats};
pub use walk::{Reach, Walker};
