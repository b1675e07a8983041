//! Notation: moves as text, written and read in the form a variant asks for.
//!
//! ```text
//! e2e4  e7e8q          coordinates: both cells, and in small letters what a piece becomes
//! f3-f5  Bh9:d5  0-0   long algebraic: the piece's letter, both cells with a sign between them, a sign of check
//! f5  Bxd5  O-O        short (SAN): where the piece goes, and of where it comes from what distinguishes it
//! =Ra7  R@a7            out of hand
//! Wxxg5  Lxxi9(6)       several are taken
//! Pxe4>b7               where a piece is driven, if it could be elsewhere
//! Lxf6(f7)              which pieces are taken, if the move could take others
//! ```
//!
//! The letters are those of the pieces, the signs those of [`Notation`](crate::model::Notation).

pub mod read;
mod write;

pub use read::Threatens;
pub use read::{Misread, MoveOrigin, MoveTextPlaces, Said, SaidMove, misread, read, same_castling};
pub use write::move_text;

pub use read::{LONGEST_TEXT, NULL_MOVES, is_capture, readings};
pub(super) use write::{bare_text, check_sign, displaced_to, many, threatens, written_change};
