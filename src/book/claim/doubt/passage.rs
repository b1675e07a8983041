//! A claim in its sentence, and a doubt about it.

use std::ops::Range;

use crate::claim::reading::AuthorText;
use padma_words::Sense;

/// A claim in its sentence.
pub(crate) struct ClaimInSentence<'a> {
    /// The whole sentence.
    pub(crate) sentence: &'a AuthorText<'a>,
    /// The claim's text in it.
    pub(crate) range: Range<usize>,
    /// What is between the claim and the one before it, or the start of the sentence.
    pub(crate) before: Range<usize>,
    /// What is between the claim and the next, or the end of the sentence.
    pub(crate) after: Range<usize>,
}

impl<'a> ClaimInSentence<'a> {
    /// Returns the words of the claim in lower case.
    pub(super) fn words(&self) -> &'a [(Range<usize>, String)] {
        self.sentence.words_in(self.range.clone())
    }

    /// Whether the claim has a word or phrase of a sense.
    pub(super) fn has(&self, sense: Sense) -> bool {
        self.sentence.has(sense, self.range.clone())
    }

    /// Returns a doubt about the claim.
    pub(super) fn doubt(&self, reason: &str) -> Doubt {
        Doubt {
            range: self.range.clone(),
            reason: reason.to_string(),
        }
    }
}

/// The reasons why a sentence and an expression contradict each other.
pub(super) const DENIES: &str = "the words deny what the expression affirms";
pub(super) const AFFIRMS: &str = "the words affirm what the expression denies";

/// A reason to read a sentence against its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Doubt {
    /// The words in the sentence.
    pub(crate) range: Range<usize>,
    /// What is doubtful about them: "the words deny what the expression affirms".
    pub(crate) reason: String,
}
