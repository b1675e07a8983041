//! Describes claims and marks in English, to be shown beside the author's own words.

use super::book::Book;
use super::checked::{Checked, CheckedClaim, CheckedDiagram, CheckedMark};
use crate::pages::page::Page;
use padma_expr::{ExprValue, describe};
use padma_variant::resolve::Variants;

/// How diagrams are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramNaming {
    /// "Diagram A1", the author's name for it.
    ById,
    /// "Figure 3", the number that readers see.
    ByNumber,
}

/// Describes a claim in a sentence made from its expression; `None` if the claim is not computed.
/// The sentence quotes what it cannot say well, in backticks.
pub fn describe_claim(
    checked: &Checked,
    claim: &CheckedClaim,
    variants: &Variants,
    diagrams: DiagramNaming,
) -> Option<String> {
    let (value, variant) = (claim.judgement.actual.as_ref()?, claim.variant?);
    let book = &checked.book;
    let link = checked.link(claim);
    let scope = book.scope(variants, variant, book.nearest(claim.page, link));
    let name = |id: &str| diagrams.name(book, id);
    Some(describe(claim.question()?, value, scope, &name))
}

/// Like [`describe_claim`], but also `None` if the sentence would quote the expression. It serves
/// places that show the expression anyway.
pub fn describe_claim_in_words(
    checked: &Checked,
    claim: &CheckedClaim,
    variants: &Variants,
    diagrams: DiagramNaming,
) -> Option<String> {
    describe_claim(checked, claim, variants, diagrams).filter(|sentence| !sentence.contains('`'))
}

/// Describes which cells a mark of a diagram marks, in a sentence made from its expression; `None`
/// if there is no such sentence.
pub fn describe_mark(
    checked: &Checked,
    diagram: &CheckedDiagram,
    mark: &CheckedMark,
    variants: &Variants,
    diagrams: DiagramNaming,
) -> Option<String> {
    let book = &checked.book;
    let question = mark.question.as_ref()?;
    let figure = book.figure_of[diagram.page][diagram.index]?;
    let scope = book.scope(variants, book.placed[figure].variant, Some(figure));
    let value = ExprValue::Cells(Box::new(mark.cells));
    Some(describe(question, &value, scope, &|id: &str| {
        diagrams.name(book, id)
    }))
}

impl DiagramNaming {
    fn name(self, book: &Book, id: &str) -> String {
        let number = |(index, page): (usize, &Page)| {
            let diagram = page.diagrams.iter().position(|decl| decl.id.text == id)?;
            Some(format!("figure {}", book.figures.number(index, diagram)))
        };
        let number = match self {
            DiagramNaming::ById => None,
            DiagramNaming::ByNumber => book.pages.iter().enumerate().find_map(number),
        };
        number.unwrap_or_else(|| format!("diagram {id}"))
    }
}
