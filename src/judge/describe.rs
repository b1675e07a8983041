//! What each claim and each mark says, in English, beside the words of its author.

use super::book::Book;
use super::checked::{Checked, CheckedClaim, CheckedDiagram, CheckedMark};
use crate::claim::{Definition, ExprValue, Scope, describe, parse};
use crate::diag::Diagnostics;
use crate::lower::Variants;

/// What diagrams are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagrams {
    /// "Diagram A1", as its author does.
    ById,
    /// "Figure 3", as readers find it.
    ByNumber,
}

/// A claim as a sentence made from its expression; `None` of one that is not computed.
pub(crate) fn described(
    checked: &Checked,
    claim: &CheckedClaim,
    variants: &Variants,
    diagrams: Diagrams,
) -> Option<String> {
    let (value, variant) = (claim.judgement.actual.as_ref()?, claim.variant?);
    let book = &checked.book;
    let link = &book.pages[claim.page].claims[claim.link];
    let nearest = link.diagram.and_then(|diagram| book.figure_of[claim.page][diagram]);
    let scope = scope(book, variants, variant, nearest);
    let name = |id: &str| diagrams.name(book, id);
    match book.definitions.get(link.target.text().trim()) {
        Some((_, Some(Definition::Computed { question, .. }))) => {
            Some(describe(question, value, scope, &name))
        }
        Some(_) => None,
        None => Some(describe(&parse(&link.target, &mut Diagnostics::default())?, value, scope, &name)),
    }
}

/// A mark of a diagram as a sentence made from its expression: which cells it marks; `None` of one that has none.
pub(crate) fn described_mark(
    checked: &Checked,
    diagram: &CheckedDiagram,
    mark: &CheckedMark,
    variants: &Variants,
    diagrams: Diagrams,
) -> Option<String> {
    let book = &checked.book;
    let decl = &book.pages[diagram.page].diagrams[diagram.index];
    let written = decl.marks.iter().find(|decl| decl.symbol.text == mark.symbol)?;
    let question = parse(&written.expression, &mut Diagnostics::default())?;
    let figure = book.figure_of[diagram.page][diagram.index]?;
    let scope = scope(book, variants, book.placed[figure].variant, Some(figure));
    let value = ExprValue::Cells(Box::new(mark.cells));
    Some(describe(&question, &value, scope, &|id: &str| diagrams.name(book, id)))
}

fn scope<'b>(book: &'b Book, variants: &'b Variants, variant: usize, nearest: Option<usize>) -> Scope<'b> {
    Scope {
        rules: variants.rules(variant),
        variant,
        placed: &book.placed,
        games: &book.games.played,
        outline: &book.outline,
        nearest,
    }
}

impl Diagrams {
    fn name(self, book: &Book, id: &str) -> String {
        match self {
            Diagrams::ById => format!("diagram {id}"),
            Diagrams::ByNumber => numbered(book, id),
        }
    }
}

fn numbered(book: &Book, id: &str) -> String {
    let place = |(index, page): (usize, &crate::book::page::Page)| {
        let diagram = page.diagrams.iter().position(|decl| decl.id.text == id)?;
        Some(format!("figure {}", book.figures.number(index, diagram)))
    };
    book.pages.iter().enumerate().find_map(place).unwrap_or_else(|| format!("diagram {id}"))
}
