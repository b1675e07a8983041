//! Padma, a rulebook compiler for chess variants.
//!
//! [`Variant`] reads a variant and says where its pieces may go. The modules stand in the order the data takes;
//! each names only those above it. The rules core, down to [`import`], builds without default features; `pictures` draws
//! boards, `site` checks books and builds their pages, and `cli` is the command line.

#![warn(clippy::unwrap_used, clippy::expect_used)]
// What the rules core offers to books alone has no caller without them; what nothing calls shows in the whole build.
#![cfg_attr(not(feature = "site"), allow(dead_code, unused_imports))]

pub mod book;
#[cfg(feature = "site")]
pub mod claim;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "site")]
pub mod compile;
#[cfg(feature = "cli")]
pub(crate) mod diff;
#[cfg(feature = "cli")]
pub mod explain;
#[cfg(feature = "cli")]
pub(crate) mod format;
#[cfg(feature = "site")]
pub mod judge;
pub mod lower;
#[cfg(feature = "cli")]
pub(crate) mod lsp;
#[cfg(feature = "site")]
pub mod mutate;
#[cfg(feature = "site")]
pub mod page;
#[cfg(feature = "site")]
pub mod report;
#[cfg(feature = "cli")]
pub(crate) mod serve;
#[cfg(feature = "site")]
pub mod world;

#[cfg(feature = "pictures")]
pub use padma_picture::{backend, scene};
pub use padma_rules::{diagram, model, movement, moves, play, reach};
pub use padma_text::{self as text, diag};

pub use padma_variant::{self as variant, Mistakes, UnknownName, Variant};
