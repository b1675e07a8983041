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
pub mod text;
pub mod diag;
pub mod movement;
pub mod model;
pub mod book;
pub mod variant;
pub mod describe;
pub mod moves;
pub mod reach;
pub mod play;
pub mod lower;
pub mod library;
pub mod import;
pub mod diagram;
#[cfg(feature = "pictures")]
pub mod scene;
#[cfg(feature = "pictures")]
pub mod backend;
#[cfg(feature = "site")]
pub mod claim;
#[cfg(feature = "cli")]
pub(crate) mod format;
#[cfg(feature = "site")]
pub mod judge;
#[cfg(feature = "site")]
pub(crate) mod likeness;
#[cfg(feature = "site")]
pub mod page;
#[cfg(feature = "site")]
pub mod report;
#[cfg(feature = "site")]
pub mod world;
#[cfg(feature = "site")]
pub mod compile;
#[cfg(feature = "site")]
pub mod mutate;
#[cfg(feature = "cli")]
pub(crate) mod lsp;
#[cfg(feature = "cli")]
pub(crate) mod serve;
#[cfg(feature = "cli")]
pub(crate) mod diff;
#[cfg(feature = "cli")]
pub mod cli;

pub use library::{Mistakes, UnknownName, Variant};
