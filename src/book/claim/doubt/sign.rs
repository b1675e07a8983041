//! Whether a text and an expression both affirm, or both deny.

use super::passage::{ClaimInSentence, Doubt};
use crate::claim::reading::LowerCaseWords;
use padma_expr::{Bound, Expr, ExprKind, Operator, WordMeaning, find_function};
use padma_rules::model::Board;

/// Whether a statement affirms or denies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
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

/// The words that deny. Two of them in one clause affirm again: "never leaves".
const DENYING: &str = "no|none|never|not|nothing|nobody|nowhere|neither|cannot|unlike|avoid|avoids|differ|differs|different|lack|lacks|miss|misses|fail|fails|impossible|unable|stuck|shut|closed|closes|blocked";
/// The words that deny if they follow a word that says how often: "never leaves".
const LEAVING: &str = "leave|leaves";
const HOW_OFTEN: &str = "never|not|cannot|always|often|sometimes|and";

/// Words that leave open whether a text affirms or denies.
const UNDECIDED: &str = "nor|only|alone|except|but|other|others|another|else|without|unless|if|or|more|most|less|least|fewer|fewest|than|just|exactly|any|already|yet|whether|both|until|before|too|rest|missing|away|beside|empty|safe|matter|matters|difference|change|changes|obstacle|single|left|own|unguarded|likewise|between";
/// The words that leave something out.
const EXCLUDING: &str =
    "would|could|nor|only|alone|except|but|other|others|another|else|without|unless|if";
/// Words that are an answer by themselves.
const ANSWERS: &str = "never|always|no|not|yes|cannot";

/// Returns the doubt about a text that denies what the expression affirms, or affirms what it
/// denies.
pub(super) fn contradiction(claim: ClaimInSentence<'_>, expr: &Expr) -> Option<Doubt> {
    let text = claim.text();
    let parts = clauses(text);
    let said = parts.iter().map(|part| sign_of_text(part));
    let reason = match sign_of(expr) {
        Some(asked) => {
            let said = said.collect::<Option<Vec<Sign>>>()?;
            match said.iter().find(|said| **said != asked)? {
                Sign::Affirmed => "the words affirm what the expression denies",
                Sign::Denied => "the words deny what the expression affirms",
            }
        }
        None if is_without_effect(expr) && speaks_of_effect(text) => {
            let denies = LowerCaseWords::new(text, 0..text.len());
            if (0..denies.len()).any(|place| is_in(DENYING, denies.word(place))) {
                return None;
            }
            "the words affirm an effect that the expression denies"
        }
        // The expression denies a part of the text, but no word of the text denies anything.
        None if is_plain(text) && denies_a_part(expr, text) => {
            "no word denies, as the expression does"
        }
        None => return None,
    };
    Some(Doubt {
        range: claim.range(),
        reason: reason.to_string(),
    })
}

/// Returns what an expression asks after pieces are put on the board or taken off it.
fn changed(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::With { body, .. } => Some(body),
        _ => None,
    }
}

/// Splits a text where a comma and a conjunction begin another clause. A part of one word is not a clause.
fn clauses(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    for joint in [", and ", ", but ", ", which "] {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(joint))
            .collect();
    }
    let is_clause = |part: &&str| part.split_whitespace().nth(1).is_some();
    if parts.len() > 1 {
        parts.retain(is_clause);
    }
    parts
}

/// Whether a text says that something has, or has no, effect.
fn speaks_of_effect(text: &str) -> bool {
    let words = LowerCaseWords::new(text, 0..text.len());
    let effects = "matter|matters|difference|change|changes|obstacle|hinders|hinder|stops|stop";
    (0..words.len()).any(|place| is_in(effects, words.word(place)))
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

fn is_in(list: &str, word: &str) -> bool {
    list.split('|').any(|listed| listed == word)
}

/// Whether a text affirms all that it says.
fn is_plain(text: &str) -> bool {
    let words = LowerCaseWords::new(text, 0..text.len());
    let all = || (0..words.len()).map(|place| words.word(place));
    let may_deny =
        |word: &str| is_in(DENYING, word) || is_in(LEAVING, word) || is_in(EXCLUDING, word);
    words.len() > 1 && !all().any(may_deny)
}

/// Returns whether a clause affirms; `None` if the table does not decide it.
fn sign_of_text(text: &str) -> Option<Sign> {
    // These phrases say that the list is complete. They neither affirm nor deny.
    let text = &text
        .replace(" and nothing else", "")
        .replace(" and nowhere else", "")
        .replace("no longer", "not");
    if text.contains([',', ';', ':', '(', '?']) {
        return None;
    }
    let words = LowerCaseWords::new(text, 0..text.len());
    let all = || (0..words.len()).map(|place| words.word(place));
    // A name or a number alone says nothing by itself.
    let is_answer = words.len() == 1 && is_in(ANSWERS, words.word(0));
    if words.len() < 2 && !is_answer || all().any(|word| is_in(UNDECIDED, word)) {
        return None;
    }
    let mut denying = all().filter(|word| is_in(DENYING, word)).count();
    let leaving = (1..words.len()).filter(|place| is_in(LEAVING, words.word(*place)));
    denying += leaving
        .filter(|place| is_in(HOW_OFTEN, words.word(place - 1)))
        .count();
    Some(if denying % 2 == 0 {
        Sign::Affirmed
    } else {
        Sign::Denied
    })
}

/// Whether one of the parts that an expression joins denies something that the text names, or
/// denies anything at all if the text says that something is true of all.
fn denies_a_part(expr: &Expr, text: &str) -> bool {
    match &expr.kind {
        ExprKind::Binary(Operator::And, a, b) => denies_a_part(a, text) || denies_a_part(b, text),
        ExprKind::With { body, .. } => denies_a_part(body, text),
        ExprKind::Quantified {
            every: true, body, ..
        } => denies_a_part(body, text),
        ExprKind::Binary(Operator::Compare(Bound::Not), ..) => false,
        _ if sign_of(expr) != Some(Sign::Denied) => false,
        _ => {
            let words = LowerCaseWords::new(text, 0..text.len());
            let mut all = (0..words.len()).map(|place| words.word(place));
            let speaks_of_all = all.any(|word| is_in("always|something|everywhere", word));
            speaks_of_all || matches!(expr.kind, ExprKind::Not(_)) && names_a_place(expr, &words)
        }
    }
}

/// Whether an expression contains a cell or a number that occurs in a text.
fn names_a_place(expr: &Expr, text: &LowerCaseWords) -> bool {
    let is_said = |word: &str| (0..text.len()).any(|place| text.word(place) == word);
    let says = match &expr.kind {
        ExprKind::Name(name) => Board::is_name_shaped(name) && is_said(name),
        ExprKind::Number(number) => is_said(&number.to_string()),
        ExprKind::Cells(names) => names.iter().any(|name| is_said(&name.text)),
        _ => false,
    };
    says || expr.parts().any(|part| names_a_place(part, text))
}

/// Returns whether an expression says that something is so; `None` if its form does not decide it.
fn sign_of(expr: &Expr) -> Option<Sign> {
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
fn has_negation(expr: &Expr) -> bool {
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
