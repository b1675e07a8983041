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

mod compare;
mod compute;
mod fact;
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
mod phrases;
mod queries;
mod role;
mod sentence;
mod slot;
mod table;
mod token;

pub use fact::{BoundBy, Candidate, Proposal, ProposalKind};
pub(crate) use hints::computable_claims;
pub use itself::PageConflict;
pub use link::{claim_edits, unchecked_edits};

use crate::judge::Checked;
use padma_variant::resolve::Variants;

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
    itself::conflicts(&sentence::read_plain(checked, variants, |_| true))
}

/// Returns the facts of a book's pages that no claim covers, in their order, each with its candidates.
pub fn propose(checked: &Checked, variants: &Variants) -> Vec<Proposal> {
    let read = sentence::read_plain(checked, variants, |_| true);
    compute::compute(checked, variants, &read)
}

/// Returns those of one page, whose other candidates are counted there alone.
pub fn propose_on(checked: &Checked, variants: &Variants, page: usize) -> Vec<Proposal> {
    let read = sentence::read_plain(checked, variants, |other| other == page);
    compute::compute(checked, variants, &read)
}
