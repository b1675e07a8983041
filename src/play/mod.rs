//! Play: legal moves, how games end, how moves are written, and games played over.
//!
//! A legal move is a path plus an ordered list of [`Effect`]s; taking it back undoes them in reverse and
//! restores the position to the bit. [`Game`] is what a variant's rules say of play, laid ready; an
//! [`Arbiter`] applies it to a [`State`]. Knows no files, no Markdown and no drawing.

mod effect;
mod state;

mod game;
mod start;

mod check;

mod generate;
mod castling;
mod change;
mod stacking;
mod powers;

mod arbiter;
pub mod slow;

mod outcome;
mod key;

mod perft;
mod endgame;

pub mod notation;
mod ruling;
mod told;
mod record;
mod replay;
mod result;

pub use arbiter::Arbiter;
pub use castling::CastlingFault;
pub use effect::{Effect, Manner, Move, Moves};
pub use endgame::{Endings, Tally, Unsolvable, solve};
pub use game::{Game, castling_steps};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use record::{Record, Tag, Word, Written, record};
pub use replay::{Ply, Replay, Verdict};
pub use result::{Misstated, Stated};
pub use ruling::{Fault, Ruling, Slip};
pub use state::{State, Undo};
