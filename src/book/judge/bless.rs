//! Corrections of texts that state a number or a list other than the rules give.
//!
//! The rules are taken as right and the text is changed. Sources, errata, readings and truths are
//! not touched. Knows no files.

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

/// Returns the corrections after which the page states what it should: each page is read again
/// with its corrections applied.
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
        let number = page_of(&first);
        let page = &checked.book.pages[number];
        let mut of_page = vec![first];
        while let Some(next) = rest.next_if(|next| page_of(next) == number) {
            of_page.push(next);
        }
        // Dropping one correction may spoil others, so try again until all hold.
        loop {
            let edits: Vec<Edit> = of_page
                .iter()
                .flat_map(|correction| correction.edits.clone())
                .collect();
            let read = parse_edited(page, &edits, sources);
            let (holding, spoilt): (Vec<_>, Vec<_>) = of_page.into_iter().partition(|correction| {
                let claim = &checked.claims[correction.claim];
                // The number of claims must be the same, so that each keeps its index.
                let link = read
                    .claims
                    .get(claim.link)
                    .filter(|_| read.claims.len() == page.claims.len());
                value_to_state(claim)
                    .zip(link)
                    .is_some_and(|((variant, due), link)| {
                        states(link.text.text(), due, &variants.rules(variant).variant)
                    })
            });
            for correction in &spoilt {
                let message = "this text is not corrected: it would then be read differently";
                let span = checked.link(&checked.claims[correction.claim]).text_span;
                let note = Diagnostic::note(Code::ClaimVerdict, message);
                notes.push(note.at(span, "its author has to reword it"));
            }
            of_page = holding;
            if spoilt.is_empty() {
                break;
            }
        }
        kept.extend(of_page);
    }
    kept
}

/// Parses a page with edits applied.
fn parse_edited(page: &Page, edits: &[Edit], sources: &Sources) -> Page {
    let mut own = Sources::default();
    let id = own.add(
        &page.path,
        apply_edits(sources.get(page.source).text(), edits),
    );
    parse(&page.path, id, &own, &mut Diagnostics::default())
}

/// Returns the value that a claim's text should state, if it states a different one.
fn value_to_state(claim: &CheckedClaim) -> Option<(usize, &ExprValue)> {
    let judgement = &claim.judgement;
    let (stated, due) = (judgement.expected.as_ref()?, judgement.actual.as_ref()?);
    let is_corrected = !matches!(
        due,
        ExprValue::Truth(_) | ExprValue::Text(_) | ExprValue::Numbers(_)
    );
    (judgement.verdict == Verdict::Fails && is_corrected && stated != due)
        .then_some((claim.variant?, due))
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
