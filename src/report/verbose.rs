//! `padma check --verbose`: each claim's place, its author's sentence with the claim's words in brackets, and what its
//! expression says.

use crate::judge::{Checked, Diagrams, Strength, described, place, sentences};
use crate::lower::Variants;
use crate::text::Sources;

/// A book's claims, in the order of its pages.
pub(super) fn claims(
    checked: &Checked,
    strength: Option<&Strength>,
    variants: &Variants,
    sources: &Sources,
) -> String {
    let mut text = String::new();
    for (index, page) in checked.book.pages.iter().enumerate() {
        let quoted = sentences(page, checked.book.decl.raw_html);
        let claims = checked.claims.iter().enumerate().filter(|(_, claim)| claim.page == index);
        for (number, claim) in claims {
            let (path, line, column) = place(checked, claim, sources);
            let (verdict, said) = (claim.judgement.verdict.name(), &quoted[claim.link]);
            let meant = described(checked, claim, variants, Diagrams::ById).unwrap_or_else(|| {
                format!("(Not computed: {}.)", claim.judgement.note.trim_end_matches('.'))
            });
            text += &format!("{path}:{line}:{column}: {} {verdict}\n", claim.id);
            text += &format!("  {}[{}]{}\n  {meant}\n", said.before, said.claim, said.after);
            let witness = strength.and_then(|strength| strength.witnesses[number].as_ref());
            witness.into_iter().for_each(|witness| text += &format!("  It fails if {}.\n", witness.when));
        }
    }
    text
}
