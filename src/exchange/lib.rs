//! Definitions of variants for other programs: read as declarations, and written from variants.
//!
//! ```text
//! another program's definition ──import──▶ declarations
//!                variant ──export──▶ another program's definition
//! ```
//!
//! Both sides use one table of the other program's keys. Knows no files.

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod diagram;
mod draft;
pub mod export;
mod fairy;
mod grid;
mod hand;
pub mod import;
mod places;
mod source;
mod transfer;
mod variant_rules;
