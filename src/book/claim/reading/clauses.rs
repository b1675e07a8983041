//! The clauses of a text, and the parts of an expression that `and` and `or` join. A negation in
//! one clause denies only what that clause is about.

use std::ops::Range;

use super::bounds::LowerCaseWords;
use padma_expr::{Expr, ExprKind, Operator};

/// The words that begin a new clause.
const CONJUNCTIONS: [&str; 14] = [
    "and", "but", "or", "while", "whereas", "yet", "although", "though", "because", "since",
    "when", "if", "unless", "so",
];

/// Returns the clause that contains a given word of the text.
pub(super) fn clause_around(text: &str, word: &Range<usize>) -> Range<usize> {
    let words = LowerCaseWords::new(text, 0..text.len());
    let conjunctions = (0..words.len()).filter_map(|place| {
        CONJUNCTIONS
            .iter()
            .find_map(|conjunction| words.phrase_at(place, conjunction))
    });
    let punctuation = text
        .char_indices()
        .filter(|(_, c)| matches!(*c, ',' | ';' | ':' | '.' | '(' | ')' | '–' | '—'))
        .map(|(at, c)| at..at + c.len_utf8());
    let ends: Vec<Range<usize>> = conjunctions.chain(punctuation).collect();
    let start = ends
        .iter()
        .map(|end| end.end)
        .filter(|end| *end <= word.start)
        .max();
    let end = ends
        .iter()
        .map(|end| end.start)
        .filter(|end| *end >= word.end)
        .min();
    start.unwrap_or(0)..end.unwrap_or(text.len())
}

/// Whether a clause contains a pronoun.
pub(in crate::claim) fn has_pronoun(clause: &str) -> bool {
    let words = LowerCaseWords::new(clause, 0..clause.len());
    (0..words.len()).any(|place| {
        ["it", "they", "its", "their", "he", "this", "these"].contains(&words.word(place))
    })
}

/// Splits an expression into the parts joined by `and` and `or`, each of which may be true alone.
/// Returns the expression itself if nothing is joined.
pub(super) fn joined_parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            [joined_parts(a), joined_parts(b)].concat()
        }
        ExprKind::With { body, .. } | ExprKind::Quantified { body, .. } => match joined_parts(body)
        {
            parts if parts.len() > 1 => parts,
            _ => vec![expr],
        },
        _ => vec![expr],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_end_at_conjunctions_and_punctuation() {
        for (text, word, clause) in [
            (
                "c4 is not a hexagon, and e2 is",
                "not",
                "c4 is not a hexagon",
            ),
            ("c4 is one, but e2 is not", "not", " e2 is not"),
            ("c4 (no hexagon) is one", "no", "no hexagon"),
            ("Nothing reaches c4", "Nothing", "Nothing reaches c4"),
        ] {
            let at = text.find(word).unwrap();
            assert_eq!(
                &text[clause_around(text, &(at..at + word.len()))],
                clause,
                "{text}"
            );
        }
    }
}
