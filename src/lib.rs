//! Padma, a rulebook compiler for chess variants.
//!
//! [`Variant`] reads a variant and finds where its pieces can go. It is built on the crates of the
//! program, listed here in dependency order: each uses only those above it.
//!
//! | crate | holds |
//! | --- | --- |
//! | [`padma_text`] | texts, places in them, complaints |
//! | `padma-words` | what books say to their readers, and the words for it |
//! | [`padma_rules`] | movement, boards, moves, play |
//! | `padma-expr` | the expression language of claims and of rules |
//! | [`padma_variant`] | variants from TOML |
//! | `padma-exchange` | variants from other programs' definitions, and back |
//! | `padma-picture` | boards as SVG and PNG |
//! | `padma-book` | books, what they claim, and the verdicts |
//! | `padma-site` | what a build writes |
//!
//! Without the feature `cli`, which the program needs, nothing below the fifth row is compiled.
//!
//! ```
//! let toml = "
//!     board = { kind = 'grid', files = 8, ranks = 8 }
//!     piece = [{ id = 'knight', betza = 'N' }]
//! ";
//! let variant = padma::Variant::load(toml)?;
//! assert_eq!(variant.reach("knight", "a1")?, ["b3", "c2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used)]

#[cfg(feature = "cli")]
pub mod cli;

pub use padma_rules::{diagram, model, movement, moves, play, reach};
pub use padma_text::{self as text, diag};
pub use padma_variant::{Mistakes, UnknownName, Variant};
