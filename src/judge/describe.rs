//! What each claim says, in English, beside the words of its author.

use super::book::Book;
use super::checked::{Checked, CheckedClaim};
use crate::claim::{Definition, Scope, describe, parse};
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
    let scope = Scope {
        rules: variants.rules(variant),
        variant,
        placed: &book.placed,
        games: &book.games.played,
        outline: &book.outline,
        nearest,
    };
    let name = |id: &str| match diagrams {
        Diagrams::ById => format!("diagram {id}"),
        Diagrams::ByNumber => numbered(book, id),
    };
    match book.definitions.get(link.target.text().trim()) {
        Some((_, Some(Definition::Computed { question, .. }))) => {
            Some(describe(question, value, scope, &name))
        }
        Some(_) => None,
        None => Some(describe(&parse(&link.target, &mut Diagnostics::default())?, value, scope, &name)),
    }
}

fn numbered(book: &Book, id: &str) -> String {
    let place = |(index, page): (usize, &crate::book::page::Page)| {
        let diagram = page.diagrams.iter().position(|decl| decl.id.text == id)?;
        Some(format!("figure {}", book.figures.number(index, diagram)))
    };
    book.pages.iter().enumerate().find_map(place).unwrap_or_else(|| format!("diagram {id}"))
}
