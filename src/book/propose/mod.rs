//! Claims proposed for plain prose: for each number, list of cells, name and statement that no claim
//! covers, the expressions that its sentence states.
//!
//! ```text
//! sentence ──tokens──▶ frames, statements, tables ──▶ expressions, in the order of what the words bind
//!                                                        ──judge──▶ value, agrees or not
//! ```
//!
//! Words bind, values never: whether the text agrees with an expression has no part in the order. Knows
//! no terminal and no file.

mod compute;
mod fill;
mod frame;
mod functions;
mod hints;
mod itself;
mod lexicon;
mod link;
mod movement;
mod own;
mod pattern;
mod queries;
mod role;
mod sentence;
mod slot;
mod table;
mod token;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub(crate) use hints::computable_claims;
pub use itself::PageConflict;
pub use link::claim_edits;

use crate::judge::Checked;
use padma_expr::ExprValue;
use padma_text::{Excerpt, Span};
use padma_variant::resolve::Variants;

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
    words: Excerpt,
    /// The bytes of the fact in it.
    range: Range<usize>,
    /// The rank, if the words are an ordinal.
    rank: Option<RankWords>,
    /// The diagram above it, among the placed ones.
    figure: Option<usize>,
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
    stated: Option<String>,
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
struct FactReading {
    /// Its bytes in the sentence.
    range: Range<usize>,
    kind: ProposalKind,
    /// The rank, if the words are an ordinal.
    rank: Option<RankWords>,
    offers: Vec<Offer>,
    /// Why no expression is offered.
    none: Option<String>,
}

/// A rank in words, of which the fact is the ordinal: "the second rank", "the second and the seventh rank".
#[derive(Clone, Copy, Debug)]
struct RankWords {
    number: u64,
    /// Where the words end that name it; where the ordinal ends if others stand between.
    end: usize,
}

/// An expression that the words of a sentence bind.
#[derive(Clone, Debug)]
struct Offer {
    expression: String,
    /// The tokens that bind it.
    bound_by: Vec<usize>,
    place: BoundBy,
}

/// Maximum number of candidates of a fact.
const MOST_CANDIDATES: usize = 3;

/// Returns what an expression gives beside a fact; `None` if it has no value of the fact's kind.
pub fn evaluate(
    checked: &Checked,
    variants: &Variants,
    proposal: &Proposal,
    expression: &str,
) -> Option<Candidate> {
    compute::Computer { checked, variants }.candidate(proposal, expression)
}

/// Returns what the pages of a book say that cannot all be true, whatever the rules are.
pub fn conflicts(checked: &Checked, variants: &Variants) -> Vec<PageConflict> {
    itself::conflicts(&sentence::read_plain(checked, variants))
}

/// Returns the facts of a book's pages that no claim covers, in their order, each with its candidates.
pub fn propose(checked: &Checked, variants: &Variants) -> Vec<Proposal> {
    let read = sentence::read_plain(checked, variants);
    compute::compute(checked, variants, &read)
}

/// Returns those of one page, whose other candidates are counted there alone.
pub fn propose_on(checked: &Checked, variants: &Variants, page: usize) -> Vec<Proposal> {
    let mut read = sentence::read_plain(checked, variants);
    read.retain(|sentence| sentence.page == page);
    compute::compute(checked, variants, &read)
}
