//! What each claim says, in English, beside the words of its author.

use super::checked::{Checked, CheckedClaim};
use crate::claim::{Definition, Scope, describe, parse};
use crate::diag::Diagnostics;
use crate::lower::Variants;

/// A claim as a sentence made from its expression; `None` of one that is not computed.
pub(crate) fn described(checked: &Checked, claim: &CheckedClaim, variants: &Variants) -> Option<String> {
    let (value, variant) = (claim.judgement.actual.as_ref()?, claim.variant?);
    let book = &checked.book;
    let link = &book.pages[claim.page].claims[claim.link];
    let nearest = link.diagram.and_then(|diagram| book.figure_of[claim.page][diagram]);
    let scope = Scope {
        rules: variants.rules(variant),
        variant,
        placed: &book.placed,
        games: &book.games.played,
        outline: &book.outline,
        nearest,
    };
    match book.definitions.get(link.target.text().trim()) {
        Some((_, Some(Definition::Computed { question, .. }))) => Some(describe(question, value, scope)),
        Some(_) => None,
        None => Some(describe(&parse(&link.target, &mut Diagnostics::default())?, value, scope)),
    }
}
