//! Says which facts of a book no claim covers, and why.

use super::checked::{Checked, CheckedClaim};
use super::coverage::{Fact, FactKind};
use crate::claim::Verdict;
use padma_expr::ExprType;
use padma_text::diag::{Code, Diagnostic};
use padma_text::{Sources, on_one_line};

/// Returns a complaint about each claim that is declared `unchecked`.
pub fn unchecked_complaints(checked: &Checked) -> impl Iterator<Item = Diagnostic> {
    let unchecked = checked
        .claims
        .iter()
        .filter(|claim| claim.judgement.verdict == Verdict::Unchecked);
    unchecked.map(|claim| {
        let span = checked.link(claim).text_span;
        let message = format!("the claim `{}` is not computed", claim.id);
        Diagnostic::error(Code::UncheckedClaim, message).at(span, claim.judgement.note.clone())
    })
}

/// Describes an uncovered fact.
pub fn uncovered_fact_note(fact: &Fact, checked: &Checked, sources: &Sources) -> Diagnostic {
    let words = fact_text(fact, sources);
    let message = match fact.kind {
        FactKind::Diagram => {
            format!("nothing in the diagram `{words}` is checked against the rules")
        }
        kind => format!("no claim reads the {} `{words}`", kind.name()),
    };
    Diagnostic::note(Code::UncoveredFact, message).at(fact.span, reason(fact, checked))
}

/// Returns the reason why a fact is uncovered.
fn reason(fact: &Fact, checked: &Checked) -> String {
    let claim = fact.claim.map(|claim| &checked.claims[claim]);
    match (
        fact.kind,
        claim.map(|claim| (claim, claim.judgement.actual.as_ref())),
    ) {
        (FactKind::Diagram, _) => {
            "its marks only list cells, or its source has a figure that is not given".to_string()
        }
        (_, None) => "outside every claim".to_string(),
        (_, Some((claim, _))) if claim.judgement.unread.is_some() => unread_reason(checked, claim),
        (_, Some((claim, None))) => format!("the claim `{}` cannot be evaluated", claim.id),
        (_, Some((claim, Some(value)))) => match value.kind() {
            ExprType::Truth => {
                format!("the expression of the claim `{}` does not say it", claim.id)
            }
            kind => format!("the claim `{}` only reads {}", claim.id, kind.name()),
        },
    }
}

/// Returns why a claim with words that are not read needs a reader.
pub(super) fn unread_reason(checked: &Checked, claim: &CheckedClaim) -> String {
    let text = checked.link(claim).text.text();
    let word = claim
        .judgement
        .unread
        .clone()
        .map_or("", |range| &text[range]);
    format!(
        "`{word}` is in no table of words for `{}`: a reader must say whether the claim says it",
        checked.book.decl.language
    )
}

/// Returns a fact as it is written, on one line.
pub fn fact_text(fact: &Fact, sources: &Sources) -> String {
    on_one_line(sources.slice(fact.span))
}
