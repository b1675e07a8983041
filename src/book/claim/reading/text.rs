//! The text of a claim.

use std::ops::Range;

use padma_text::{Excerpt, Span};

/// A claim's text, and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatedText<'a> {
    pub(crate) text: &'a Excerpt,
    /// The parts of the text that are code, where words are not prose.
    pub(crate) code: &'a [Range<usize>],
    /// Whether the words of its language are read, not only the values.
    pub(crate) reads_words: bool,
    /// The place of the text.
    pub span: Span,
}
