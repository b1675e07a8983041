//! Corrections of texts that state another number or list than the rules give.
//!
//! The rules are right here and the text gives way; sources, errata, readings and truths are not
//! touched. Knows no files.

use super::checked::{Checked, CheckedClaim};
use crate::claim::{Edit, ExprValue, Verdict, restate};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::Variants;
use crate::text::Sources;

/// What corrects the text of one claim.
#[derive(Debug)]
pub struct Correction {
    /// Its place among the book's claims.
    pub(crate) claim: usize,
    /// In the order of the text.
    pub edits: Vec<Edit>,
}

/// What can be corrected in the texts of those of a book's claims that are wanted, in the order of the pages, and notes
/// on what its author must word anew.
pub fn corrections(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    wanted: impl Fn(&CheckedClaim) -> bool,
) -> (Vec<Correction>, Diagnostics) {
    let mut all: Vec<Correction> = Vec::new();
    let mut notes = Diagnostics::default();
    for (index, claim) in checked.claims.iter().enumerate().filter(|(_, claim)| wanted(claim)) {
        let Some((variant, value)) = misstated(claim) else { continue };
        let link = checked.link(claim);
        match restate(&link.text, value, &variants.rules(variant).variant, sources) {
            Ok(edits) => all.push(Correction { claim: index, edits }),
            Err(reason) => notes.push(
                Diagnostic::note(Code::ClaimVerdict, format!("this text is not corrected: {reason}"))
                    .at(link.text_span, "its author has to reword it"),
            ),
        }
    }
    (all, notes)
}

/// The value that a claim's text should state, where it states another.
fn misstated(claim: &CheckedClaim) -> Option<(usize, &ExprValue)> {
    let judgement = &claim.judgement;
    let (stated, due) = (judgement.expected.as_ref()?, judgement.actual.as_ref()?);
    let is_corrected = !matches!(due, ExprValue::Truth(_) | ExprValue::Text(_) | ExprValue::Numbers(_));
    (judgement.verdict == Verdict::Fails && is_corrected && stated != due).then_some((claim.variant?, due))
}

/// A text with edits made.
pub fn edited(text: &str, edits: &[Edit]) -> String {
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
