//! Padma, a rulebook compiler for chess variants.
//!
//! [`Variant`] reads a variant and says where its pieces may go. Behind it stand the crates of which the program is made,
//! in the order the data takes; each names only those above it:
//!
//! | crate | holds |
//! | --- | --- |
//! | [`padma_text`] | texts, places in them, complaints |
//! | [`padma_rules`] | movement, boards, moves, play |
//! | [`padma_variant`] | variants from TOML and from other programs' definitions |
//! | `padma-picture` | boards as SVG and PNG |
//! | `padma-book` | books, what they claim, and the verdicts |
//! | `padma-site` | what a build writes |
//!
//! Without the feature `cli`, which the program needs, nothing below the third row is compiled.

#![warn(clippy::unwrap_used, clippy::expect_used)]

#[cfg(feature = "cli")]
pub mod cli;

pub use padma_rules::{diagram, model, movement, moves, play, reach};
pub use padma_text::{self as text, diag};
pub use padma_variant::{Mistakes, UnknownName, Variant};
