//! Sections of a `variants.ini` for Fairy-Stockfish.
//!
//! ```text
//! [my-game:chess]
//! customPiece1 = a:FsN                                        read ──▶ declarations
//! startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w …    ◀── write   variant
//! ```
//!
//! `laws` is the table in which both meet: what keys say, and the rule of the library that says the
//! same.

mod dropping;
mod fen;
pub(crate) mod keys;
mod laws;
mod leaps;
pub(crate) mod read;
mod rules;
pub(crate) mod sections;
mod slots;
mod values;
pub(crate) mod write;
