//! `padma lsp`: a language server that checks a book while it is being written. Answers come from
//! a check of the whole book, in which the texts open in the editor replace their files.
//!
//! ```text
//! client ──wire──▶ server ──texts and requests──▶ worker ──checks──▶ Snapshot
//!                    │       in order                                    └─▶ answers, diagnostics
//!                    └──completion, from the last snapshot and the text as it stands
//! ```
//!
//! Knows no command line.
//!
//! ```
//! // The client exits without a shutdown request.
//! let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
//! let input = format!("Content-Length: {}\r\n\r\n{exit}", exit.len());
//! let has_shut_down = padma_lsp::serve(input.as_bytes(), std::io::sink(), 1 << 20)?;
//! assert!(!has_shut_down);
//! # Ok::<(), std::io::Error>(())
//! ```

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
