//! Powers: what pieces do besides their movement, one file for each.
//!
//! A [`PowerKit`](kit::PowerKit) holds what one side's pieces of a kind can do: their own powers, and with mimicry
//! those of others, towards pieces of those others only. [`arrive`] puts a piece's moves together: its movement says where it goes, its kit where else, and
//! what it takes by it. All captures of a move are judged at once, when the piece has come to its cell and nothing is gone
//! but what stood there.
//!
//! Everything here asks the board for steps along directions, so it holds on any board; only coordination reads the
//! names of cells.

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
