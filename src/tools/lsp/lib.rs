//! `padma lsp`: what an editor shows of a book as it is written, over the language server protocol. A check of the whole
//! book answers everything; the texts that the editor holds take the place of files.
//!
//! ```text
//! client ──wire──▶ server ──texts and requests, in order──▶ worker ──checks──▶ Snapshot ──▶ answers, diagnostics
//!                    └──completion, from the last snapshot and the text as it stands
//! ```
//!
//! Knows no command line.
//!
//! ```
//! // A client that only says goodbye has not said before that it would.
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
