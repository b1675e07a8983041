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

pub(crate) use automaton::{Stop, keeps_to_lines};
pub(crate) use fuel::Fuel;
pub(crate) use laid::{LaidComponent, LaidMultiLeg, LaidWay, LegLeap, LegRule, MultiLegStarts, RayCell};
pub use landing::Landing;
pub(crate) use lay::distances;
pub use lay::lay;
pub use same::{Comparison, Difference, OtherKind, OtherPiece};
pub(crate) use same::{Form, Formed, are_alike, compare, differ_alone, has_parts_of};
pub(crate) use symmetry::Symmetries;
pub use table::{Ground, MoveTable};
pub(crate) use threats::{Path, Threat, Threats};
pub use walk::{Reach, Walker};
