//! Whether a text and an expression both affirm, or both deny.

use std::ops::Range;

use super::passage::{AFFIRMS, ClaimInSentence, DENIES, Doubt};
use crate::claim::reading::{AuthorText, ExprContent, are_apart, joined_parts};
use padma_expr::{Bound, Expr, ExprKind, Operator, Scope, WordMeaning, find_function};
use padma_rules::model::Board;
use padma_words::Sense;

/// Whether a statement affirms or denies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Affirmed,
    Denied,
}

impl Sign {
    fn opposite(self) -> Sign {
        match self {
            Sign::Affirmed => Sign::Denied,
            Sign::Denied => Sign::Affirmed,
        }
    }
}

/// Returns the doubt about a text that denies what the expression affirms, or affirms what it
/// denies.
pub(super) fn contradiction(
    claim: &ClaimInSentence<'_>,
    expr: &Expr,
    scope: Scope<'_>,
) -> Option<Doubt> {
    let said = clauses(claim).into_iter();
    let said = said.map(|part| sign_of_text(claim.sentence, part));
    let reason = match sign_of(expr) {
        Some(asked) => {
            let said = said.collect::<Option<Vec<Sign>>>()?;
            match said.iter().find(|said| **said != asked)? {
                Sign::Affirmed => AFFIRMS,
                Sign::Denied => DENIES,
            }
        }
        None if is_without_effect(expr) && claim.has(Sense::Effect) => {
            if claim.has(Sense::Denying) {
                return None;
            }
            "the words affirm an effect that the expression denies"
        }
        None if denies_what_is_affirmed(claim, expr, scope) => DENIES,
        // The expression denies a part of the text, but no word of the text denies anything.
        None if is_plain(claim) && denies_a_part(expr, claim) => {
            "no word denies, as the expression does"
        }
        None => return None,
    };
    Some(claim.doubt(reason))
}

/// Returns what an expression asks after pieces are put on the board or taken off it.
fn changed(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::With { body, .. } => Some(body),
        _ => None,
    }
}

/// Splits a text where a comma and a conjunction begin another clause. A part of one word is not a clause.
fn clauses(claim: &ClaimInSentence<'_>) -> Vec<Range<usize>> {
    let text = claim.sentence;
    let (mut parts, mut start) = (Vec::new(), claim.range.start);
    for comma in text.marks(claim.range.clone(), |c, _| c == ',') {
        let rest = comma.end..claim.range.end;
        if text.begins(Sense::ClauseAfterAComma, rest.clone()) {
            parts.push(start..comma.start);
            start = text.words_in(rest)[0].0.end;
        }
    }
    parts.push(start..claim.range.end);
    if parts.len() > 1 {
        parts.retain(|part| text.words_in(part.clone()).len() > 1);
    }
    parts
}

/// Whether an expression says that pieces which are put on the board leave all as it is.
fn is_without_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Quantified {
            every: true, body, ..
        } => is_without_effect(body),
        ExprKind::Binary(Operator::And, a, b) => is_without_effect(a) || is_without_effect(b),
        ExprKind::Binary(Operator::Compare(Bound::Exactly), a, b) => match &a.kind {
            ExprKind::Binary(Operator::Minus, all, rest) if is_none(b) => {
                changed(rest) == Some(all)
            }
            _ => changed(a) == Some(b),
        },
        _ => false,
    }
}

/// Whether a text of one clause denies something that an expression asks for only in parts which affirm.
fn denies_what_is_affirmed(claim: &ClaimInSentence<'_>, expr: &Expr, scope: Scope<'_>) -> bool {
    let text = claim.sentence;
    let is_denied = !text.has(Sense::Conjunction, claim.range.clone())
        && sign_of_text(text, claim.range.clone()) == Some(Sign::Denied);
    let parts = joined_parts(expr);
    is_denied
        && parts.len() > 1
        && ASKED.iter().any(|(sense, meaning)| {
            let asks = |part: &&Expr| {
                let mut content = ExprContent::default();
                content.add_expr(part, scope);
                content.asks("", &[*meaning]).is_some()
            };
            let mut asking = parts.iter().copied().filter(asks).peekable();
            claim.has(*sense)
                && asking.peek().is_some()
                && asking.all(|part| sign_of(part) == Some(Sign::Affirmed))
        })
}

/// What the words of a text and the functions of an expression may both be about.
const ASKED: [(Sense, WordMeaning); 4] = [
    (Sense::Contiguous, WordMeaning::Contiguous),
    (Sense::Row, WordMeaning::Rank),
    (Sense::Column, WordMeaning::File),
    (Sense::Check, WordMeaning::Check),
];

/// Whether a text affirms all that it says.
fn is_plain(claim: &ClaimInSentence<'_>) -> bool {
    let denying = [Sense::Denying, Sense::Leaving, Sense::Excluding];
    claim.words().len() > 1 && !denying.into_iter().any(|sense| claim.has(sense))
}

/// Returns whether a clause affirms; `None` if the table does not decide it.
fn sign_of_text(text: &AuthorText<'_>, part: Range<usize>) -> Option<Sign> {
    if text.text[part.clone()].contains([',', ';', ':', '(', '?']) {
        return None;
    }
    // These phrases say that the list is complete. They neither affirm nor deny.
    let complete: Vec<Range<usize>> = text.all(Sense::Complete, part.clone()).collect();
    let words = text.words_in(part.clone()).iter();
    let words = words.filter(|(word, _)| complete.iter().all(|other| are_apart(other, word)));
    let words: Vec<&str> = words.map(|(_, word)| word.as_str()).collect();
    let count = |sense| {
        let words = words.iter();
        words
            .filter(|word| text.language.means(word, sense))
            .count()
    };
    // A name or a number alone says nothing by itself.
    let is_answer = words.len() == 1 && count(Sense::Answer) == 1;
    if words.len() < 2 && !is_answer || count(Sense::Undecided) > 0 {
        return None;
    }
    Some(if text.denials(part).is_multiple_of(2) {
        Sign::Affirmed
    } else {
        Sign::Denied
    })
}

/// Whether one of the parts that an expression joins denies something that the text names, or
/// denies anything at all if the text says that something is true of all.
fn denies_a_part(expr: &Expr, claim: &ClaimInSentence<'_>) -> bool {
    match &expr.kind {
        ExprKind::Binary(Operator::And, a, b) => denies_a_part(a, claim) || denies_a_part(b, claim),
        ExprKind::With { body, .. } => denies_a_part(body, claim),
        ExprKind::Quantified {
            every: true, body, ..
        } => denies_a_part(body, claim),
        ExprKind::Binary(Operator::Compare(Bound::Not), ..) => false,
        _ if sign_of(expr) != Some(Sign::Denied) => false,
        kind => {
            claim.has(Sense::OfAll)
                || matches!(kind, ExprKind::Not(_)) && names_a_place(expr, claim)
        }
    }
}

/// Whether an expression contains a cell or a number that occurs in a text.
fn names_a_place(expr: &Expr, claim: &ClaimInSentence<'_>) -> bool {
    let is_said = |name: &str| claim.words().iter().any(|(_, word)| word == name);
    let says = match &expr.kind {
        ExprKind::Name(name) => Board::is_name_shaped(name) && is_said(name),
        ExprKind::Number(number) => is_said(&number.to_string()),
        ExprKind::Cells(names) => names.iter().any(|name| is_said(&name.text)),
        _ => false,
    };
    says || expr.parts().any(|part| names_a_place(part, claim))
}

/// Returns whether an expression says that something is so; `None` if its form does not decide it.
pub(super) fn sign_of(expr: &Expr) -> Option<Sign> {
    match &expr.kind {
        ExprKind::Quantified { every, body, .. } => match (every, sign_of(body)?) {
            (true, sign) => Some(sign),
            (false, Sign::Affirmed) => Some(Sign::Affirmed),
            (false, Sign::Denied) => None,
        },
        ExprKind::With { body, .. } => sign_of(body),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Quantified { every: true, .. } => None,
            // Who is not stalemated can move.
            ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _)
                if find_function(&name.text)
                    .is_some_and(|function| function.senses.contains(&WordMeaning::Stalemate)) =>
            {
                None
            }
            _ => sign_of(inner).map(Sign::opposite),
        },
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            let sign = sign_of(a)?;
            (sign_of(b)? == sign).then_some(sign)
        }
        ExprKind::Binary(Operator::In, ..) | ExprKind::Call(..) | ExprKind::CallOf(..) => {
            Some(Sign::Affirmed)
        }
        ExprKind::Binary(Operator::NotIn, ..) => Some(Sign::Denied),
        ExprKind::Binary(Operator::Compare(Bound::Exactly), a, b) => match (is_none(b), &a.kind) {
            (true, ExprKind::Binary(Operator::Minus, ..)) => Some(Sign::Affirmed),
            (true, _) => Some(Sign::Denied),
            (false, _) if has_negation(a) || has_negation(b) => None,
            (false, _) => Some(Sign::Affirmed),
        },
        ExprKind::Binary(Operator::Compare(Bound::Not), a, b) => match (is_none(b), &a.kind) {
            (true, ExprKind::Binary(Operator::Minus, ..)) => Some(Sign::Denied),
            (true, _) => Some(Sign::Affirmed),
            (false, _) => Some(Sign::Denied),
        },
        _ => None,
    }
}

/// Whether an expression is the empty set or zero.
fn is_none(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cells(names) => names.is_empty(),
        ExprKind::Number(number) => *number == 0,
        _ => false,
    }
}

/// Whether a part of an expression denies something.
pub(super) fn has_negation(expr: &Expr) -> bool {
    let denies = match &expr.kind {
        ExprKind::Not(_) => true,
        ExprKind::Binary(operator, ..) => matches!(
            operator,
            Operator::Minus | Operator::NotIn | Operator::Compare(Bound::Not)
        ),
        _ => false,
    };
    denies || expr.parts().any(has_negation)
}
