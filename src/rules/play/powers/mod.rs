//! Powers: what pieces can do beyond their movement, one file for each power.
//!
//! A [`PowerKit`](kit::PowerKit) holds what one side's pieces of a kind can do: their own powers,
//! and with mimicry those of other kinds, against pieces of these kinds only. [`arrive`] generates
//! a piece's moves. The movement and the kit give the destinations, and the kit gives the
//! captures. All captures of a move are found at once, in the position where the piece has arrived
//! and only the piece on its destination has left the board.
//!
//! Powers follow the directions of the board, so they work on any board. Only coordination reads
//! the names of cells.

pub(super) mod view;

pub(super) mod bond;
pub(super) mod coordination;
pub(super) mod enclosure;
pub(super) mod freezing;
pub(super) mod long_leap;
pub(super) mod push;
pub(super) mod swap;
pub(super) mod withdrawal;

pub(super) mod kit;

pub(super) mod arrive;
pub(super) mod rotation;
pub(super) mod teleport;
pub(super) mod travel;
