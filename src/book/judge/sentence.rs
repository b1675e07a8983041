//! A sentence of a book, with its claims and what is known of it. Knows no judgement.

use crate::pages::review::{ReviewLine, ReviewNote};
use crate::pages::sentence::ProseSentence;

padma_text::named! {
    /// What is known of a sentence apart from the verdicts on its claims.
    pub enum SentenceState by name {
        /// It was confirmed that its claims say it.
        Confirmed "confirmed",
        /// Nothing here computes it: it rests on a rule, a source, a reading or common knowledge.
        Rests "rests",
        /// It was found to state nothing that could be computed.
        Prose "prose",
        /// It has not been read against its claims.
        Unread "unread",
        /// Its text, its claims or what it rests on has changed since it was read.
        Changed "changed",
        /// It was found that its claims do not say it.
        Wrong "wrong",
    }
}

impl SentenceState {
    /// Returns the words for sentences in this state.
    pub(super) fn words(self) -> &'static str {
        match self {
            SentenceState::Rests => "resting on a rule or a source",
            other => other.name(),
        }
    }
}

/// What has changed since a sentence was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceChange {
    /// Its words.
    Text,
    /// What its claims ask.
    Claims,
    /// What it rests on.
    Support,
}

/// A sentence of a book.
#[derive(Clone, Debug)]
pub struct BookSentence {
    /// The index of its page; `None` for a text of `book.toml` or of a variant.
    pub page: Option<usize>,
    /// The path of the file that it is written in, below the book's folder.
    pub file: String,
    /// Its words and their place.
    pub prose: ProseSentence,
    /// The claims in it, by their indices in the book.
    pub claims: Vec<usize>,
    /// Whether a claim in it was computed from the rules.
    pub is_computed: bool,
    /// Whether a claim in it repeats what its author has drawn or declared, and none is computed.
    pub is_from_figure: bool,
    /// What is known of it.
    pub state: SentenceState,
    /// What has changed, if it is changed.
    pub change: Option<SentenceChange>,
    /// The finding about it, or about the sentence that was here before.
    pub line: Option<ReviewLine>,
}

impl BookSentence {
    /// Returns what was noted when it was read.
    pub fn note(&self) -> Option<&ReviewNote> {
        self.line.as_ref().map(|line| &line.note)
    }
}
