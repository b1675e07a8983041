//! `padma check --verbose`: prints each claim with its place, its sentence (the claim's words in
//! brackets) and its expression in English, and each mark with its line.

use crate::judge::{
    Checked, CheckedDiagram, DiagramNaming, Strength, claim_place, quote_claims, restate_claim,
    restate_mark,
};
use padma_text::{Sources, on_one_line};
use padma_variant::resolve::Variants;

/// Prints a book's claims, in the order of its pages.
pub(super) fn claims(
    checked: &Checked,
    strength: Option<&Strength>,
    variants: &Variants,
    sources: &Sources,
) -> String {
    let mut text = String::new();
    for (index, page) in checked.book.pages.iter().enumerate() {
        let quoted = quote_claims(page, checked.book.decl.raw_html);
        let claims = checked
            .claims
            .iter()
            .enumerate()
            .filter(|(_, claim)| claim.page == index);
        for (number, claim) in claims {
            let (path, line, column) = claim_place(checked, claim, sources);
            let (verdict, quote) = (claim.judgement.verdict.words(), &quoted[claim.link]);
            let meant = restate_claim(checked, claim, variants, DiagramNaming::ById)
                .map(|says| says.english())
                .unwrap_or_else(|| {
                    format!(
                        "(Not computed: {}.)",
                        claim.judgement.note.trim_end_matches('.')
                    )
                });
            text += &format!("{path}:{line}:{column}: {} {verdict}\n", claim.id);
            text += &format!(
                "  {}[{}]{}\n  {meant}\n",
                quote.before, quote.claim, quote.after
            );
            let witness = strength.and_then(|strength| strength.witnesses[number].as_ref());
            witness
                .into_iter()
                .for_each(|witness| text += &format!("  It fails if {}.\n", witness.change));
        }
        for diagram in checked
            .diagrams
            .iter()
            .filter(|diagram| diagram.page == index)
        {
            text += &marks(checked, diagram, variants, sources);
        }
    }
    text
}

/// Prints a diagram's marks: for each its place, name and verdict, its line, and the line in
/// English.
fn marks(
    checked: &Checked,
    diagram: &CheckedDiagram,
    variants: &Variants,
    sources: &Sources,
) -> String {
    let page = &checked.book.pages[diagram.page];
    let decl = &page.diagrams[diagram.index];
    let mut text = String::new();
    for (mark, written) in diagram.marks.iter().zip(&decl.marks) {
        let at = sources.line_column(written.symbol.span);
        let (id, symbol, verdict) = (&decl.id.text, &mark.symbol, mark.verdict.words());
        text += &format!(
            "{}:{}:{}: {id}.{symbol} {verdict}\n",
            page.path, at.line, at.column
        );
        let meant = restate_mark(checked, diagram, mark, variants, DiagramNaming::ById);
        let expression = on_one_line(written.expression.text());
        text += &format!(
            "  {symbol} = {expression}\n  {}\n",
            meant.map_or_else(String::new, |says| says.english())
        );
    }
    text
}
