//! What a build writes of books that have been judged: sites, EPUB, PDF and Markdown, and the pages over all of them.
//!
//! ```text
//! verdicts + pictures ──▶ page tree ──▶ HTML, Markdown, EPUB, PDF
//! sites ──▶ catalogue
//! ```
//!
//! Judges nothing, and knows no terminals.

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

pub mod build;
pub mod catalogue;
pub mod mdbook;
pub mod page;
pub mod served;
pub mod start;
