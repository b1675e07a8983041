//! Notation: moves as text, written and read in the form a variant asks for.
//!
//! ```text
//! e2e4  e7e8q          coordinates: both cells, and the new piece as a small letter
//! f3-f5  Bh9:d5  0-0   long algebraic: the piece's letter, both cells with a symbol between,
//!                      a check symbol
//! f5  Bxd5  O-O        short (SAN): the last cell, and as much of the first as is needed
//! =Ra7  R@a7           drops: pieces that come out of hand
//! Wxxg5  Lxxi9(6)      several pieces are captured
//! Pxe4>b7              where a piece is pushed, if it could go elsewhere
//! Lxf6(f7)             which pieces are captured, if the move could capture others
//! Nf3/H  e4/Dd5        what else the side has chosen: a piece comes out of hand, another goes
//! ```
//!
//! The letters are those of the pieces; the symbols are those of
//! [`Notation`](crate::model::Notation).

mod alternatives;
mod form;
pub mod read;
mod write;

pub use form::{MoveForm, foreign_form};
pub use read::Threatens;
pub use read::{
    Misread, MoveOrigin, MoveParts, MoveTextPlaces, StatedMove, misread, read, same_castling,
};
pub use write::{bare_text, bare_texts, move_text, with_sign};

pub(super) use alternatives::displaced_to;
pub use read::{LONGEST_TEXT, NULL_MOVES, is_capture, readings};
pub(super) use write::{check_sign, repeat_sign, second_acts, threatens, written_change};
