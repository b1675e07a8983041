//! Corrections of texts that state another number or list than the rules give.
//!
//! The rules are right here and the text gives way; sources, errata, readings and truths are not
//! touched. Knows no files.

use super::checked::{Checked, CheckedClaim};
use crate::claim::{Edit, Value, Verdict, restate};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::Variants;
use crate::text::Sources;

/// The corrections of one page.
#[derive(Debug)]
pub struct Blessed {
    /// Its place among the book's pages.
    pub(crate) page: usize,
    /// In the order of the text.
    pub edits: Vec<Edit>,
}

/// What can be corrected in a book's pages, and notes on what its author must word anew.
pub fn corrections(checked: &Checked, variants: &Variants, sources: &Sources) -> (Vec<Blessed>, Diagnostics) {
    let mut pages: Vec<Blessed> = Vec::new();
    let mut notes = Diagnostics::default();
    for claim in &checked.claims {
        let Some((variant, value)) = misstated(claim) else { continue };
        let link = &checked.book.pages[claim.page].claims[claim.link];
        match restate(&link.text, value, &variants.rules(variant).variant, sources) {
            Ok(edits) => match pages.last_mut().filter(|last| last.page == claim.page) {
                Some(last) => last.edits.extend(edits),
                None => pages.push(Blessed { page: claim.page, edits }),
            },
            Err(reason) => notes.push(
                Diagnostic::note(Code::ClaimVerdict, format!("this text is not corrected: {reason}"))
                    .at(link.text_span, "to be worded anew by its author"),
            ),
        }
    }
    (pages, notes)
}

/// The value that a claim's text should state, where it states another.
fn misstated(claim: &CheckedClaim) -> Option<(usize, &Value)> {
    let judgement = &claim.judgement;
    let (stated, due) = (judgement.expected.as_ref()?, judgement.actual.as_ref()?);
    let is_corrected = matches!(
        due,
        Value::Number(_) | Value::Share(_) | Value::Cells(_) | Value::Kinds(_) | Value::Leaps(_)
    );
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
