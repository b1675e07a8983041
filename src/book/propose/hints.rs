//! Hints for unchecked claims: what their sentences state can be computed, and holds or does not.
//!
//! ```text
//! A Rook on a1 reaches [14](claim:x) cells        x = unchecked "…"
//!                         ──▶  try `count(reach(rook, a1))`
//! ```

use std::collections::BTreeSet;

use super::compute::compute;
use super::fact::{Proposal, ProposalKind};
use super::sentence::read_pages;
use crate::claim::Verdict;
use crate::judge::{Checked, CheckedClaim};
use padma_text::diag::{Code, Diagnostic};
use padma_variant::resolve::Variants;

/// Returns a note for each unchecked claim of a book that an expression computes, or contradicts.
pub(crate) fn computable_claims(checked: &Checked, variants: &Variants) -> Vec<Diagnostic> {
    let is_unchecked = |claim: &&CheckedClaim| claim.judgement.verdict == Verdict::Unchecked;
    let unchecked: Vec<&CheckedClaim> = checked.claims.iter().filter(is_unchecked).collect();
    let pages: BTreeSet<usize> = unchecked.iter().map(|claim| claim.page).collect();
    let mut hints = Vec::new();
    for mut read in read_pages(checked, variants, |page| pages.contains(&page)) {
        let page = read.page;
        for reading in std::mem::take(&mut read.readings) {
            let of_it: Vec<usize> = read.claims_of(&reading).collect();
            let is_of_it =
                |claim: &&&CheckedClaim| claim.page == page && of_it.contains(&claim.link);
            let Some(claim) = unchecked.iter().find(is_of_it) else {
                continue;
            };
            let is_sure = matches!(&reading.offers[..], [only] if read.names_piece_and_cell(only));
            read.readings = vec![reading];
            let proposals = compute(checked, variants, std::slice::from_ref(&read));
            hints.extend(
                proposals
                    .first()
                    .and_then(|fact| hint(checked, claim, fact, is_sure)),
            );
        }
    }
    hints
}

/// `is_sure` is whether the words leave one reading, of a piece on a cell.
fn hint(
    checked: &Checked,
    claim: &CheckedClaim,
    fact: &Proposal,
    is_sure: bool,
) -> Option<Diagnostic> {
    let first = fact.candidates.first()?;
    let expression = &first.expression;
    let (what, label) = match (first.agrees, fact.kind) {
        (true, ProposalKind::Number | ProposalKind::Cells) => {
            ("computes", format!("try `{expression}`"))
        }
        (false, ProposalKind::Number) if is_sure => {
            ("contradicts", format!("`{expression}` is {}", first.shown))
        }
        _ => return None,
    };
    let message = format!(
        "an expression {what} what the unchecked claim `{}` says",
        claim.id
    );
    let text = checked.link(claim).text_span;
    Some(Diagnostic::note(Code::UncheckedClaim, message).at(text, label))
}
