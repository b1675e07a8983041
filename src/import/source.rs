//! The text of a definition, and what the user says beside it.

use crate::movement::Dialect;
use crate::text::{SourceId, Span};

named! {
    /// A format that can be read.
    pub enum Format by name {
        /// The text of an Interactive Diagram, by itself or somewhere in a page.
        Diagram "diagram",
        /// Fairy-Stockfish's `variants.ini`.
        Ini "ini",
    }
}

/// What the user says beside the text.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The format, where it should not be guessed.
    pub format: Option<Format>,
    /// Which of several definitions is meant.
    pub section: Option<(String, Span)>,
    /// The dialect its strings of Betza's notation are in.
    pub dialect: Option<Dialect>,
    /// The variant's title, where the definition's name should not be it.
    pub title: Option<String>,
}

/// A text to read, which knows where its parts stand.
#[derive(Clone, Copy)]
pub(super) struct SourceText<'a> {
    pub source: SourceId,
    pub text: &'a str,
}

impl<'a> SourceText<'a> {
    pub(super) fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(self.source, range)
    }

    pub(super) fn slice(&self, range: &std::ops::Range<usize>) -> &'a str {
        &self.text[range.clone()]
    }
}
