//! Reads the verb whose object a claim's text is: what a piece can, or cannot, go to.
//!
//! ```text
//! It cannot go to [c4]   reach(knight, e2) & {c4}
//!             ──▶  "the words deny what the expression affirms"
//! ```

use super::passage::{AFFIRMS, ClaimInSentence, DENIES, Doubt};
use padma_expr::{Expr, ExprKind, ExprValue, Generality, Number, Operator, find_function};
use padma_words::Sense;

/// Returns the doubt about a verb before a claim: one that is denied where the expression gives what a piece
/// does, or affirmed where it gives the cells that are left.
pub(super) fn denied_object(
    claim: &ClaimInSentence<'_>,
    expr: &Expr,
    value: &ExprValue,
) -> Option<Doubt> {
    let asks_what_it_does = asks_what_it_does(expr).filter(|_| !is_nothing(value))?;
    let means = |word: &str, sense: Sense| claim.sentence.language.means(word, sense);
    let mut words = claim.sentence.words_in(claim.before.clone());
    // "go to"
    if let [rest @ .., (_, last)] = words
        && means(last, Sense::DeedTo)
    {
        words = rest;
    }
    let [.., (start, modal), (_, verb)] = words else {
        return None;
    };
    let (contrary, reason) = match asks_what_it_does {
        true => (Sense::DeedDenied, DENIES),
        false => (Sense::DeedAffirmed, AFFIRMS),
    };
    let is_contrary = means(verb, Sense::Deed) && means(modal, contrary);
    is_contrary.then(|| Doubt {
        range: start.start..claim.range.end,
        reason: reason.to_string(),
    })
}

/// Whether a value is the empty set or zero. A text about such a value may affirm or deny.
fn is_nothing(value: &ExprValue) -> bool {
    match value {
        ExprValue::Cells(cells) => cells.is_empty(),
        ExprValue::Number(number) => *number == Number::default(),
        _ => true,
    }
}

/// Returns whether an expression gives what a piece does (`true`) or the cells that are left (`false`);
/// `None` if its form does not decide it.
fn asks_what_it_does(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Call(name, arguments) | ExprKind::CallOf(_, name, arguments) => {
            let function = find_function(&name.text)?;
            match function.generality {
                Generality::Deeds => Some(true),
                _ if function.only_selects() => asks_what_it_does(arguments.first()?),
                _ => None,
            }
        }
        ExprKind::With { body, .. } => asks_what_it_does(body),
        ExprKind::Binary(Operator::Intersection | Operator::Union, a, b) => {
            match (asks_what_it_does(a), asks_what_it_does(b)) {
                (Some(a), Some(b)) => (a == b).then_some(a),
                (a, b) => a.or(b),
            }
        }
        ExprKind::Binary(Operator::Minus, a, b) => {
            match (asks_what_it_does(a), asks_what_it_does(b)) {
                (Some(a), None) => Some(a),
                (None, Some(true)) => Some(false),
                _ => None,
            }
        }
        _ => None,
    }
}
