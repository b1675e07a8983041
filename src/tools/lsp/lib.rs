//! `padma lsp`: what an editor shows of a book as it is written, over the language server protocol. A check of the whole
//! book answers everything; the texts that the editor holds take the place of files.
//!
//! ```text
//! client ──wire──▶ server ──texts and requests, in order──▶ worker ──checks──▶ Snapshot ──▶ answers, diagnostics
//!                    └──completion, from the last snapshot and the text as it stands
//! ```
//!
//! Knows no command line.

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod actions;
mod complete;
mod diagnostics;
mod document;
mod hover;
mod index;
mod keys;
mod navigate;
mod server;
mod snapshot;
mod symbols;
mod wire;
mod worker;

pub use server::serve;
