//! Resolves what pages declare: turns diagram blocks into positions, plays recorded games and
//! numbers outlines. Draws no pictures; reads drawings that authors made of characters.

mod combinations;
mod drawing;
mod game;
mod outline;
mod placed;

pub use combinations::{Axis, Combinations, combinations};
pub use drawing::{DrawnCells, DrawnMarks};
pub(crate) use game::play_game;
pub use game::{Games, Playable};
pub use outline::outline;
pub use placed::place_diagram;
