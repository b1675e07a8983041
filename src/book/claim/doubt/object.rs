//! Reads the verb whose object a claim's text is: what a piece can, or cannot, go to.
//!
//! ```text
//! It cannot go to [c4]   reach(knight, e2) & {c4}
//!             ──▶  "the words deny what the expression affirms"
//! ```

use super::passage::{ClaimInSentence, Doubt};
use crate::claim::reading::LowerCaseWords;
use padma_expr::{Expr, ExprKind, ExprValue, Generality, Number, Operator, find_function};

/// The verbs for what a piece does to cells.
const VERBS: &str =
    "go|goes|move|moves|reach|reaches|come|comes|take|takes|capture|captures|attack|attacks";

/// The words that may stand between the verb and its object.
const BETWEEN: &str = "to|on|onto";

/// The words before a verb that affirm it, and those that deny it.
const AFFIRMING: &str = "can|may|could|always|it|which";
const DENYING: &str = "cannot|not|never";

/// Returns the doubt about a verb before a claim: one that is denied where the expression gives what a piece
/// does, or affirmed where it gives the cells that are left.
pub(super) fn denied_object(
    claim: ClaimInSentence<'_>,
    expr: &Expr,
    value: &ExprValue,
) -> Option<Doubt> {
    let asks_what_it_does = asks_what_it_does(expr).filter(|_| !is_nothing(value))?;
    let words = LowerCaseWords::new(claim.sentence, claim.last_end.min(claim.start)..claim.start);
    let is_in = |list: &str, place: usize| list.split('|').any(|word| word == words.word(place));
    let last = words.len().checked_sub(1)?;
    let verb = last.checked_sub(usize::from(is_in(BETWEEN, last)))?;
    let before = verb.checked_sub(1).filter(|_| is_in(VERBS, verb))?;
    let (is_affirmed, is_denied) = (is_in(AFFIRMING, before), is_in(DENYING, before));
    let reason = match asks_what_it_does {
        true if is_denied => "the words deny what the expression affirms",
        false if is_affirmed => "the words affirm what the expression denies",
        _ => return None,
    };
    let start = words.phrase_at(before, words.word(before))?.start;
    Some(Doubt {
        range: start..claim.end,
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
