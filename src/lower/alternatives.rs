//! Alternatives need a clause of which the bare board says whether it offers a cell. What a string of
//! Betza's notation offers depends on pieces as well: hurdles, captured pieces on the way.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::movement::{Clause, Sentence, What};

/// Complains of an `otherwise` behind a string of the notation, or behind a piece that moves by one.
/// The pieces do not name each other in a circle.
pub(super) fn check_alternatives<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
    diagnostics: &mut Diagnostics,
) {
    for (before, clause) in sentence.clauses.iter().zip(sentence.clauses.iter().skip(1)) {
        if clause.otherwise && has_string(before, piece) {
            let complaint = Diagnostic::error(
                Code::SentenceSyntax,
                "nothing can stand in for a string of Betza's notation",
            );
            let label = "this has one";
            diagnostics
                .push(complaint.at(before.span, label).and(clause.span, "and this is its alternative"));
        }
    }
}

fn has_string<'a>(clause: &Clause, piece: &dyn Fn(&str) -> Option<&'a Sentence>) -> bool {
    match &clause.what {
        What::Betza(_) => true,
        What::Piece(word) => piece(&word.text)
            .is_some_and(|other| other.clauses.iter().any(|clause| has_string(clause, piece))),
        What::Action { .. } => false,
    }
}
