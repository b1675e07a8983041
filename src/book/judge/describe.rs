//! Says what claims and marks say, to be shown beside the author's own words.

use super::book::Book;
use super::checked::{Checked, CheckedClaim, CheckedDiagram, CheckedMark};
use crate::pages::page::Page;
use padma_expr::{ExprValue, Restatement, restate};
use padma_variant::resolve::Variants;
use padma_words::{SlotValue, say};

/// How diagrams are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagramNaming {
    /// "Diagram A1", the author's name for it.
    ById,
    /// "Figure 3", the number that readers see.
    ByNumber,
}

/// Says what a claim says, as made from its expression; `None` if the claim is not computed.
pub fn restate_claim(
    checked: &Checked,
    claim: &CheckedClaim,
    variants: &Variants,
    diagrams: DiagramNaming,
) -> Option<Restatement> {
    let (value, variant) = (claim.judgement.actual.as_ref()?, claim.variant?);
    let book = &checked.book;
    let link = checked.link(claim);
    let scope = book.scope(variants, variant, book.nearest(claim.page, link));
    let name = |id: &str| diagrams.name(book, id);
    Some(restate(claim.question()?, value, scope, &name))
}

/// Says which cells a mark of a diagram marks, as made from its expression; `None` if it has none.
pub fn restate_mark(
    checked: &Checked,
    diagram: &CheckedDiagram,
    mark: &CheckedMark,
    variants: &Variants,
    diagrams: DiagramNaming,
) -> Option<Restatement> {
    let book = &checked.book;
    let question = mark.question.as_ref()?;
    let figure = book.figure_of[diagram.page][diagram.index]?;
    let scope = book.scope(variants, book.placed[figure].variant, Some(figure));
    let value = ExprValue::Cells(Box::new(mark.cells));
    Some(restate(question, &value, scope, &|id: &str| {
        diagrams.name(book, id)
    }))
}

impl DiagramNaming {
    fn name(self, book: &Book, id: &str) -> SlotValue {
        let number = |(index, page): (usize, &Page)| {
            let diagram = page.diagrams.iter().position(|decl| decl.id.text == id)?;
            let number = book.figures.number(index, diagram);
            Some(say!(restate::Figure, number))
        };
        let number = match self {
            DiagramNaming::ById => None,
            DiagramNaming::ByNumber => book.pages.iter().enumerate().find_map(number),
        };
        number.unwrap_or_else(|| say!(restate::Diagram, id)).into()
    }
}
