//! Variants of chess as their authors write them: TOML to a board, pieces and rules, and back.
//!
//! ```text
//! TOML ──read──▶ declarations ──print──▶ TOML
//!                declarations ──resolve──▶ variant ──describe──▶ sentences
//! ```
//!
//! A kind of rule is one row of [`kinds`]: its keys, how it is read and printed, its meaning, and
//! its description in words. This crate knows no files, no Markdown and no drawing. [`Variant`]
//! is the simplest entry point.

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

pub mod decl;
pub mod describe;
pub mod difference;
pub mod extend;
pub mod form;
pub mod kinds;
mod library;
pub mod likeness;
pub mod named;
pub mod parts;
pub mod places;
pub mod resolve;
pub mod rule;
pub mod schema;
pub mod subject;
pub mod terminal;
pub mod toml;
pub mod words;

pub use library::{Mistakes, UnknownName, Variant};

/// The built-in variants: the name and the TOML of each.
pub const BUILT_IN: [(&str, &str); 1] = [("chess", include_str!("chess.toml"))];
