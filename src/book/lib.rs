//! Rulebooks: their pages as authors wrote them, what these claim, and whether the rules agree.
//!
//! ```text
//! folder ──load──▶ pages ──place──▶ placed diagrams and games
//!                  claims ──resolve──▶ terms ──judge──▶ verdicts ──▶ report
//! ```
//!
//! Knows nothing of the site that a build makes of a book, but for the [names](pages::made) that links may lead to.

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

pub mod claim;
pub mod explain;
pub mod format;
pub mod judge;
pub mod load;
pub mod pages;
pub mod place;
pub mod report;
pub mod world;
