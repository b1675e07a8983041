//! Definitions for other programs, imported: what is carried over, what is left, and that this program reads
//! what it prints.
//!
//! The definitions stand beside this file, written for these tests from the rules of the games.

mod corpus;
mod definitions;
mod games;
mod mistakes;
mod positions;
mod printed;
mod reading;

pub use corpus::{MOST, corpus};
pub use reading::{import, read_back};
