//! Corrects texts that state a number, list or position other than the rules give.
//!
//! The rules are taken as right, and the text is changed. Sources, errata, readings and truths are
//! left alone. Knows no files.

use super::checked::{Checked, CheckedClaim};
use crate::claim::{Edit, Verdict, restate, states};
use crate::pages::page::{Page, parse};
use padma_expr::ExprValue;
use padma_text::Sources;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_variant::resolve::Variants;

/// The correction of one claim's text.
#[derive(Debug)]
pub struct Correction {
    /// The claim's index among the book's claims.
    pub claim: usize,
    /// The edits, in the order of the text.
    pub edits: Vec<Edit>,
}

/// Returns corrections for the texts of the wanted claims, in the order of the pages, and notes on
/// texts that the author must reword.
pub fn corrections(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    wanted: impl Fn(&CheckedClaim) -> bool,
) -> (Vec<Correction>, Diagnostics) {
    let mut all: Vec<Correction> = Vec::new();
    let mut notes = Diagnostics::default();
    for (index, claim) in checked
        .claims
        .iter()
        .enumerate()
        .filter(|(_, claim)| wanted(claim))
    {
        let Some((variant, value)) = value_to_state(claim) else {
            continue;
        };
        let link = checked.link(claim);
        match restate(&link.text, value, &variants.rules(variant).variant, sources) {
            Ok(edits) => all.push(Correction {
                claim: index,
                edits,
            }),
            Err(reason) => notes.push(
                Diagnostic::note(
                    Code::ClaimVerdict,
                    format!("this text is not corrected: {reason}"),
                )
                .at(link.text_span, "its author has to reword it"),
            ),
        }
    }
    let all = try_corrections(all, checked, variants, sources, &mut notes);
    (all, notes)
}

/// Returns the corrections that work: parses each page again with its corrections applied, and
/// drops those after which a claim does not state its value.
fn try_corrections(
    all: Vec<Correction>,
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    notes: &mut Diagnostics,
) -> Vec<Correction> {
    let page_of = |correction: &Correction| checked.claims[correction.claim].page;
    let mut kept = Vec::new();
    let mut rest = all.into_iter().peekable();
    while let Some(first) = rest.next() {
        let page_index = page_of(&first);
        let page = &checked.book.pages[page_index];
        let mut on_page = vec![first];
        while let Some(next) = rest.next_if(|next| page_of(next) == page_index) {
            on_page.push(next);
        }
        // Dropping one correction may spoil others, so try again until all hold.
        loop {
            let edits: Vec<Edit> = on_page
                .iter()
                .flat_map(|correction| correction.edits.clone())
                .collect();
            let edited = parse_edited(page, &edits, sources);
            let (holding, spoilt): (Vec<_>, Vec<_>) = on_page.into_iter().partition(|correction| {
                let claim = &checked.claims[correction.claim];
                // The number of claims must be the same, so that each keeps its index.
                let link = edited
                    .claims
                    .get(claim.link)
                    .filter(|_| edited.claims.len() == page.claims.len());
                value_to_state(claim)
                    .zip(link)
                    .is_some_and(|((variant, value), link)| {
                        states(link.text.text(), value, &variants.rules(variant).variant)
                    })
            });
            for correction in &spoilt {
                let message = "this text is not corrected: it would then be read differently";
                let span = checked.link(&checked.claims[correction.claim]).text_span;
                let note = Diagnostic::note(Code::ClaimVerdict, message);
                notes.push(note.at(span, "its author has to reword it"));
            }
            on_page = holding;
            if spoilt.is_empty() {
                break;
            }
        }
        kept.extend(on_page);
    }
    kept
}

/// Parses a page with edits applied.
fn parse_edited(page: &Page, edits: &[Edit], sources: &Sources) -> Page {
    let mut edited_sources = Sources::default();
    let id = edited_sources.add(
        &page.path,
        apply_edits(sources.get(page.source).text(), edits),
    );
    parse(&page.path, id, &edited_sources, &mut Diagnostics::default())
}

/// Returns the value that a claim's text should state, if it states a different one.
fn value_to_state(claim: &CheckedClaim) -> Option<(usize, &ExprValue)> {
    let judgement = &claim.judgement;
    let (stated, actual) = (judgement.expected.as_ref()?, judgement.actual.as_ref()?);
    let is_correctable = !matches!(
        actual,
        ExprValue::Truth(_) | ExprValue::Text(_) | ExprValue::Numbers(_)
    );
    (judgement.verdict == Verdict::Fails && is_correctable && stated != actual)
        .then_some((claim.variant?, actual))
}

/// Returns a text with edits applied.
pub fn apply_edits(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(&edit.new);
        at = range.end;
    }
    out + text.get(at..).unwrap_or_default()
}
