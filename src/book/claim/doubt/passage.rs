//! A claim in its sentence, and a doubt about it.

use std::ops::Range;

/// A claim in its sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClaimInSentence<'a> {
    /// The whole sentence.
    pub(crate) sentence: &'a str,
    /// The start of the claim's text in it.
    pub(crate) start: usize,
    /// The end of the claim before it; 0 for the first.
    pub(crate) last_end: usize,
    /// The start of the next claim; the end of the sentence for the last.
    pub(crate) next_start: usize,
    /// The end of the claim's text.
    pub(crate) end: usize,
}

impl<'a> ClaimInSentence<'a> {
    pub(super) fn text(&self) -> &'a str {
        &self.sentence[self.start..self.end]
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A reason to read a sentence against its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Doubt {
    /// The words in the sentence.
    pub(crate) range: Range<usize>,
    /// What is doubtful about them: "the words deny what the expression affirms".
    pub(crate) reason: String,
}
