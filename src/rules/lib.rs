//! The rules core of Padma: how pieces move, on which boards, and what is legal in a position.
//!
//! [`movement`] parses what a piece's author wrote, and [`moves`] lays it on a board of the
//! [`model`] as a move table. [`reach`] finds where one piece can go, [`play`] the legal moves of
//! a side. A [`diagram`] is a position with marks. The crate knows no files, no Markdown and no
//! drawing.
//!
//! ```
//! use padma_rules::movement::{Sentence, may_capture};
//!
//! let dragon_horse: Sentence = "slide along diagonal; step orthogonal".parse()?;
//! assert!(may_capture(&dragon_horse));
//! # Ok::<(), padma_text::diag::Diagnostics>(())
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used, unreachable_pub)]

mod castle;
pub mod diagram;
pub mod model;
pub mod movement;
pub mod moves;
pub mod names;
pub mod play;
pub mod reach;
pub mod sentence;
