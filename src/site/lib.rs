//! Writes judged books in all their forms: sites, EPUB, PDF and Markdown, and the pages over all
//! books.
//!
//! ```text
//! verdicts + pictures ──▶ page tree ──▶ HTML, Markdown, EPUB, PDF
//! sites ──▶ catalogue
//! ```
//!
//! Judges no claims, and knows no terminals.
//!
//! ```
//! // Whether `padma new lily-pond` can make a book.
//! assert!(padma_site::start::is_name("lily-pond"));
//! // The media type with which a server sends a file to a browser.
//! assert_eq!(padma_site::page::media_type("rules.html"), "text/html");
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

pub mod build;
pub mod catalogue;
pub mod mdbook;
pub mod page;
pub mod served;
pub mod start;
