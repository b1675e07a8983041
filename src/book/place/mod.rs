//! Resolves names: diagram blocks become placed diagrams, recorded games are played, and outlines
//! get their numbers. Of drawing it knows only how to read what an author drew with characters.

mod combinations;
mod drawing;
mod game;
mod outline;
mod placed;

pub use combinations::{Axis, Combinations, combinations};
pub use drawing::{Drawn, DrawnMarks};
pub(crate) use game::play_game;
pub use game::{Games, Playable};
pub use outline::outline;
pub use placed::place_diagram;
