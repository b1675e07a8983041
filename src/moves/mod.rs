//! Movement laid on a board.
//!
//! The [`Component`](crate::movement::leg::Component)s of a movement are laid on a board as a [`MoveTable`], which is
//! walked: rays and step graphs by small automata that know no board, multi-leg moves leg by leg. Knows nothing of
//! files or drawing.

mod automaton;
mod compass;
mod fuel;
mod landing;
mod lay;
mod laid;
mod program;
mod same;
mod rays;
mod symmetry;
mod table;
mod threats;
mod travel;
mod multi_leg;
mod walk;

pub use automaton::{Sort, Stop, keeps_to_lines};
pub use fuel::Fuel;
pub use laid::{
    LaidComponent, LaidMultiLeg, LaidTransition, LaidWay, LegLeap, LegRule, MultiLegStarts, RayCell,
};
pub use landing::Landing;
pub use lay::{distances, lay};
pub use same::{
    Comparison, Difference, Form, Formed, OtherKind, OtherPiece, are_alike, compare, differ_alone,
    has_parts_of,
};
pub use symmetry::Symmetries;
pub use table::{Ground, MoveTable};
pub use threats::{Path, Threat, Threats};
pub use walk::{Reach, Walker};
