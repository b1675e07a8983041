//! Texts that authors wrote, the places in them and the diagnostics about them. This is the
//! lowest crate of Padma: it needs nothing but the standard library.
//!
//! A parser reads an [`Excerpt`] and reports a [`Span`]; a [`diag::Diagnostic`] says what is wrong
//! there and what was likely meant. The crates above decide how a diagnostic looks.
//!
//! ```
//! use padma_text::Sources;
//!
//! let mut sources = Sources::default();
//! let page = sources.add("page.md", "The Rook\nmoves.");
//! assert_eq!(sources.slice(sources.whole(page)), "The Rook\nmoves.");
//! assert_eq!(padma_text::nearest("rok", ["rook", "king"]), Some("rook"));
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used, unreachable_pub)]

mod codes;
pub mod diag;
pub mod english;
mod excerpt;
mod fingerprint;
pub mod lookup;
mod named;
mod noted;
mod source;
mod words;

pub use excerpt::Excerpt;
pub use fingerprint::Fingerprint;
pub use noted::{PlainTextClaim, plain_text_claims, without_claims};
pub use source::{At, LineColumn, Source, SourceId, Sources, Span, Word, range_in};
pub use words::{
    code_list, digest, first_statement, hyphenated, is_name, is_unspaced, nearest, on_one_line,
    percent_decoded, percent_encoded, straight_quotes, without_links, xml_escaped,
};
