//! Facts of plain prose, what is read of them, and the claims that they may be. Knows no sentence.

use std::ops::Range;

use padma_expr::ExprValue;
use padma_text::{Excerpt, Span};

padma_text::named! {
    /// The kinds of fact for which claims are proposed.
    pub enum ProposalKind by name {
        /// A number, or a share.
        Number "number",
        /// Cells.
        Cells "cells",
        /// The name of a piece or of an outcome.
        Name "name",
        /// What is true or false.
        Truth "truth",
    }
}

padma_text::named! {
    /// What binds a candidate, apart from its words.
    #[derive(Default)]
    pub enum BoundBy by name {
        /// The words of the sentence.
        #[default]
        Sentence "sentence",
        /// A sentence before it.
        Earlier "earlier",
        /// The heading over it.
        Page "page",
        /// The figure above it.
        Figure "figure",
        /// The head of its table.
        Table "table",
    }
}

/// A fact of the prose, and the claims that its sentence may make.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// The index of its page in the book.
    pub page: usize,
    /// The index of the variant that it speaks of.
    pub variant: usize,
    /// The place of its words.
    pub span: Span,
    /// The sentence, as a reader sees it.
    pub sentence: String,
    /// The same, with the place of each word.
    pub(super) words: Excerpt,
    /// The bytes of the fact in it.
    pub(super) range: Range<usize>,
    /// The rank, if the words are an ordinal.
    pub(super) rank: Option<RankWords>,
    /// The diagram above it, among the placed ones.
    pub(super) figure: Option<usize>,
    /// The words that state the value.
    pub text: String,
    /// What kind of fact it is.
    pub kind: ProposalKind,
    /// The value that the words state, as the program writes it; none for a truth.
    pub stated: Option<String>,
    /// The claims, those first that the words bind most closely; three at most.
    pub candidates: Vec<Candidate>,
    /// Why there is none.
    pub none: Option<String>,
}

/// A claim that a sentence may make.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The expression.
    pub expression: String,
    /// What the rules give.
    pub value: ExprValue,
    /// The same in words.
    pub shown: String,
    /// Whether the text agrees.
    pub agrees: bool,
    /// The value that the text states, while it is computed.
    pub(super) stated: Option<String>,
    /// What the claim says, as the program says it.
    pub says: String,
    /// The words that bind it.
    pub bound_by: Vec<String>,
    /// Where they stand.
    pub place: BoundBy,
    /// How many other expressions of the same kind that were tried give the stated value.
    pub rivals: usize,
    /// How many were tried.
    pub tried: usize,
}

impl Proposal {
    /// Whether the claim that the words bind most closely disagrees with the text.
    pub fn disagrees(&self) -> bool {
        self.candidates.first().is_some_and(|first| !first.agrees)
    }

    /// Says whether the text agrees with a candidate: "agrees", "the text says nine, the rules give 3".
    pub fn outcome(&self, candidate: &Candidate) -> String {
        match (candidate.agrees, self.kind) {
            (true, _) if candidate.rivals == 0 => "agrees".to_string(),
            (true, _) => format!(
                "agrees ({} of {} others give the same)",
                candidate.rivals, candidate.tried
            ),
            (false, ProposalKind::Truth) => "the rules say otherwise".to_string(),
            (false, _) => format!(
                "the text says {}, the rules give {}",
                self.text, candidate.shown
            ),
        }
    }
}

/// What is read of a fact before anything is computed.
#[derive(Clone, Debug)]
pub(super) struct FactReading {
    /// Its bytes in the sentence.
    pub(super) range: Range<usize>,
    pub(super) kind: ProposalKind,
    /// The rank, if the words are an ordinal.
    pub(super) rank: Option<RankWords>,
    pub(super) offers: Vec<Offer>,
    /// Why no expression is offered.
    pub(super) none: Option<String>,
}

/// A rank in words, of which the fact is the ordinal: "the second rank", "the second and the seventh rank".
#[derive(Clone, Copy, Debug)]
pub(super) struct RankWords {
    pub(super) number: u64,
    /// Where the words end that name it; where the ordinal ends if others stand between.
    pub(super) end: usize,
}

/// An expression that the words of a sentence bind.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) expression: String,
    /// The tokens that bind it.
    pub(super) bound_by: Vec<usize>,
    pub(super) place: BoundBy,
}

/// Maximum number of candidates of a fact.
pub(super) const MOST_CANDIDATES: usize = 3;
