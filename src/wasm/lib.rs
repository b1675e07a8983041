//! The rules on a web page: a script hands over a variant's TOML and asks about it.
//!
//! A question is a text of fields with a NUL between them, the first of which is a verb; an answer
//! is JSON. `docs/reference/templates.md` lists the questions. The crate decides nothing about a page: what
//! can be drawn, clicked or kept in an address is the business of the scripts.
//!
//! ```
//! let mut engine = padma_wasm::Engine::default();
//! engine.answer(&format!("load\0chess\0{}", padma_variant::BUILT_IN[0].1));
//! let answer = engine.answer("cells\0chess\0white\tR\trook\ta1\nblack\tK\tking\ta3\0captures(R)");
//! assert_eq!(answer, r#"{"answers":[{"cells":["a3"]}]}"#);
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod abi;
mod best;
mod diagram;
mod engine;
mod game;
mod named;
mod walk;

pub use engine::Engine;
pub use walk::NO_CELL;
