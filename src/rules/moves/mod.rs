//! Movement laid on a board.
//!
//! The [`Component`](crate::movement::leg::Component)s of a movement are laid on a board as a
//! [`MoveTable`], which is then walked: rays and step graphs by small automata that know no board,
//! multi-leg moves leg by leg. Knows nothing of files or drawing.
//!
//! ```
//! use std::sync::Arc;
//! use padma_rules::model::grid::{self, GridPlan};
//! use padma_rules::model::{Position, Sets, Side};
//! use padma_rules::movement::leg::{Component, Content, EndAction, End, Leap, Leg};
//! use padma_rules::movement::leg::{Bend, Hop, Lame, Length, Motion, Start, LegWay};
//! use padma_rules::moves::{Ground, Walker, lay};
//! let board = Arc::new(grid::board(&GridPlan::of(4, 4)).map_err(|flaws| format!("{flaws:?}"))?);
//! // Any number of cells ahead: there it may go, and take an enemy.
//! let leg = Leg {
//!     way: LegWay::Leaps(vec![Leap { x: 0, y: 1 }]),
//!     length: Length::Unlimited,
//!     hop: Hop::Never,
//!     lame: Lame::No,
//!     bend: Bend::Straight,
//!     wraps: false,
//!     end: End {
//!         empty: Some(EndAction::Leave),
//!         enemy: Some(EndAction::Take),
//!         own: None,
//!         en_passant: false,
//!         content: Content::Any,
//!     },
//! };
//! let movement = [Component::new(Start::Always, Motion::Legs(vec![leg]), false)];
//! let sets = Sets::of_board(&board);
//! let ground = Ground { board: &board, sets: &sets, royals: &[], barriers: &[], ends_on: None };
//! let table = lay(&movement, ground, Side::White);
//! let from = board.cell("b2").ok_or("no such cell")?;
//! let mut walker = Walker::default();
//! let reach = walker.reach(&table, &Position::of(&board), from, true);
//! assert_eq!(board.names_of(&reach.cells()), ["b3", "b4"]);
//! # Ok::<(), String>(())
//! ```

mod attack_lines;
mod automaton;
mod compass;
mod fuel;
mod landing;
mod lay;
mod multi_leg;
mod on_board;
mod program;
mod rays;
mod same;
mod spread;
mod sweep;
mod symmetry;
mod table;
mod threats;
mod travel;
mod visit;
mod walk;

pub(crate) use attack_lines::AttackCache;
pub use automaton::{Stop, keeps_to_lines};
pub use fuel::Fuel;
pub use landing::{Landing, Reach};
pub(crate) use lay::distances;
pub use lay::lay;
pub use on_board::on_board;
pub use same::{Comparison, Difference, OtherKind, OtherPiece};
pub(crate) use same::{TablePair, are_alike, distinguish, has_parts_of};
pub(crate) use sweep::{BoardWords, Standing};
pub(crate) use symmetry::Symmetries;
pub use table::{Ground, MoveTable};
pub(crate) use threats::{Path, Threat, Threats};
pub use walk::Walker;
