//! Reads the verb whose object a claim's text is: what a piece can, or cannot, go to.
//!
//! ```text
//! It cannot go to [c4]   reach(knight, e2) & {c4}
//!             ──▶  "the words deny what the expression affirms"
//! ```

use std::ops::Range;

use super::passage::{AFFIRMS, ClaimInSentence, DENIES, Doubt};
use super::sign::{Sign, has_negation, sign_of};
use padma_expr::{Binder, Expr, ExprKind, ExprValue, Generality, Number, Operator, find_function};
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

/// Returns the doubt about words before or after a claim, in the same part of the sentence, that deny
/// a value which no part of the expression denies: "it never leaps [(1,2)]", "[two] of them cannot move".
pub(super) fn denied_value(
    claim: &ClaimInSentence<'_>,
    beside: &[Range<usize>; 2],
    expr: &Expr,
    value: &ExprValue,
) -> Option<Doubt> {
    let text = claim.sentence;
    let [before, after] = beside;
    let open = [
        Sense::Unreal,
        Sense::Undecided,
        Sense::Excluding,
        Sense::Leaving,
        Sense::Hindering,
    ];
    let is_open = |part: &Range<usize>| open.into_iter().any(|sense| text.has(sense, part.clone()));
    let is_number = matches!(value, ExprValue::Number(_) | ExprValue::Share(_));
    let is_deed = || is_number || matches!(value, ExprValue::Leaps(_)) || is_one_deed(expr);
    if is_nothing(value) || is_open(before) || is_open(after) || has_negation(expr) || !is_deed() {
        return None;
    }
    let denied = |part: &Range<usize>| {
        let mut denied = text.all(Sense::ObjectDenied, part.clone());
        // Two that deny affirm again.
        denied.next().filter(|_| denied.next().is_none())
    };
    let stops = |part: Range<usize>| {
        [Sense::Relative, Sense::All]
            .into_iter()
            .any(|sense| text.has(sense, part.clone()))
    };
    // "… and not [1]" says what another thing has.
    let is_contrast = |word: &Range<usize>| {
        let joint = text.last(Sense::PartJoint, claim.before.start..word.start);
        joint.is_some_and(|joint| text.text[joint.end..word.start].trim().is_empty())
    };
    let word_before =
        denied(before).filter(|word| !stops(word.end..before.end) && !is_contrast(word));
    let word_after = || {
        let word = denied(after).filter(|_| is_number)?;
        (!stops(after.start..word.start)).then_some(word)
    };
    let doubt = |range: Range<usize>| Doubt {
        range,
        reason: DENIES.to_string(),
    };
    match word_before {
        Some(word) => Some(doubt(word.start..claim.range.end)),
        None => word_after().map(|word| doubt(claim.range.start..word.end)),
    }
}

/// Whether an expression gives what one piece does, and not what two of them do alike.
fn is_one_deed(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(Operator::Intersection, a, b) => {
            [a, b]
                .into_iter()
                .filter(|part| asks_what_it_does(part).is_some())
                .count()
                == 1
                && asks_what_it_does(expr) == Some(true)
        }
        _ => asks_what_it_does(expr) == Some(true),
    }
}

/// Whether a value is the empty set or zero, or none that a verb has as its object. A text about such a
/// value may affirm or deny.
fn is_nothing(value: &ExprValue) -> bool {
    match value {
        ExprValue::Cells(cells) => cells.is_empty(),
        ExprValue::Kinds(kinds) => kinds.is_empty(),
        ExprValue::Leaps(leaps) => leaps.is_empty(),
        ExprValue::Number(number) | ExprValue::Share(number) => *number == Number::default(),
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
        ExprKind::With { body, .. } | ExprKind::Fold { body, .. } => asks_what_it_does(body),
        ExprKind::Filter(binder) => chosen_cells(binder),
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

/// Returns the same for the cells that a condition chooses: `{c in reach(N) where …}`, `{c where c in
/// reach(N)}`.
fn chosen_cells(binder: &Binder) -> Option<bool> {
    let domain = binder
        .domain
        .as_ref()
        .and_then(|domain| asks_what_it_does(domain));
    let condition = binder.condition.as_deref();
    if domain.is_some() {
        let denies = condition.is_some_and(|condition| sign_of(condition) == Some(Sign::Denied));
        return domain.filter(|_| !denies);
    }
    match &condition?.kind {
        ExprKind::Binary(Operator::In, _, cells) => asks_what_it_does(cells),
        ExprKind::Binary(Operator::NotIn, _, cells) => asks_what_it_does(cells).map(|does| !does),
        _ => None,
    }
}
