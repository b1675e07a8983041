//! Padma, a rulebook compiler for chess variants.
//!
//! The modules stand in the order the data takes; each names only those above it.

#![warn(clippy::unwrap_used, clippy::expect_used)]

pub mod lookup;
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
pub mod import;
pub mod claim;
pub mod diagram;
pub mod judge;
pub mod scene;
pub mod backend;
pub mod page;
pub mod report;
pub mod world;
pub mod compile;
pub mod mutate;
pub mod cli;
