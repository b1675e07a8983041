//! Draws boards. A diagram becomes a [`scene`] of shapes at fixed places, and a [`backend`]
//! writes the scene as SVG, PNG or PDF, or the diagram itself as text. Knows no files and no
//! books.
//!
//! ```
//! use padma_picture::backend::svg;
//! use padma_picture::scene::{self, Options, Theme};
//! use padma_rules::diagram::{Diagram, ShownPiece};
//! use padma_rules::model::Side;
//! use padma_rules::model::grid::{self, GridPlan};
//!
//! let board = grid::board(&GridPlan::of(3, 3)).map_err(|flaws| format!("{flaws:?}"))?;
//! let b2 = board.cell("b2").ok_or("no such cell")?;
//! let mut diagram = Diagram::default();
//! diagram.pieces.push(ShownPiece::unknown(Side::White, b2));
//! let scene = scene::lay_out(&diagram, &board, &Options::default());
//! let file = svg::standalone(&scene, &Theme::LIGHT, "A piece", "One piece in the middle.");
//! assert!(file.contains("<title>A piece</title>"));
//! # Ok::<(), String>(())
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used, unreachable_pub)]

pub mod backend;
pub mod scene;
pub mod words;
