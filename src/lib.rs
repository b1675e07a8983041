//! Padma, a rulebook compiler for chess variants.
//!
//! The modules stand in the order the data takes; each names only those above it.

#![warn(clippy::unwrap_used, clippy::expect_used)]

pub mod backend;
pub mod book;
pub mod claim;
pub mod cli;
pub mod compile;
pub mod diag;
pub mod diagram;
pub mod judge;
pub mod lower;
pub mod model;
pub mod movement;
pub mod moves;
pub mod page;
pub mod reach;
pub mod report;
pub mod scene;
pub mod text;
pub mod world;
