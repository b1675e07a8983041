//! Padma, a rulebook compiler for chess variants.
//!
//! [`Variant`] reads a variant and says where its pieces may go. The modules stand in the order the data takes;
//! each names only those above it. The rules core, down to [`import`], builds without default features; `pictures` draws
//! boards, `site` checks books and builds their pages, and `cli` is the command line.

#![warn(clippy::unwrap_used, clippy::expect_used)]
// What the rules core offers to books alone has no caller without them; what nothing calls shows in the whole build.
#![cfg_attr(not(feature = "site"), allow(dead_code, unused_imports))]

#[macro_use]
pub(crate) mod lookup;
#[cfg(feature = "pictures")]
pub mod backend;
pub mod book;
#[cfg(feature = "site")]
pub mod claim;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "site")]
pub mod compile;
pub mod describe;
pub mod diag;
pub mod diagram;
#[cfg(feature = "cli")]
pub(crate) mod diff;
#[cfg(feature = "cli")]
pub(crate) mod format;
pub mod import;
#[cfg(feature = "site")]
pub mod judge;
pub mod library;
#[cfg(feature = "site")]
pub(crate) mod likeness;
pub mod lower;
#[cfg(feature = "cli")]
pub(crate) mod lsp;
pub mod model;
pub mod movement;
pub mod moves;
#[cfg(feature = "site")]
pub mod mutate;
#[cfg(feature = "site")]
pub mod page;
pub mod play;
pub mod reach;
#[cfg(feature = "site")]
pub mod report;
#[cfg(feature = "pictures")]
pub mod scene;
#[cfg(feature = "cli")]
pub(crate) mod serve;
pub mod text;
pub mod variant;
#[cfg(feature = "site")]
pub mod world;

pub use library::{Mistakes, UnknownName, Variant};
