//! Comparisons: a text that says more than something over an expression that asks for less.
//!
//! ```text
//! [no piece has fewer]   not (some p in pieces: count(reach(p, c)) > 14)
//!             ──▶  "the expression compares the other way round"
//! ```

use super::passage::{ClaimInSentence, Doubt};
use crate::claim::reading::LowerCaseWords;
use padma_expr::{Binder, Bound, Expr, ExprKind, Operator};

/// Phrases for what is greater. A phrase comes before any shorter phrase that it begins with.
const GREATER: &str =
    "more than|at least|or more|more|greater|larger|longer|farther|further|stronger|higher|bigger";
/// Phrases for what is less.
const LESS: &str = "fewer than|less than|at most|up to|or fewer|or less|fewer|less|smaller|shorter|nearer|closer|weaker|lower";
/// Words that turn a comparison round.
const TURNING: &str = "no|not|never|none|nothing|nobody|nowhere|cannot|neither|nor";

/// The end that something is bounded from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoundEnd {
    Below,
    Above,
}

impl BoundEnd {
    fn other(self) -> BoundEnd {
        match self {
            BoundEnd::Below => BoundEnd::Above,
            BoundEnd::Above => BoundEnd::Below,
        }
    }
}

/// Returns the doubt about a text that compares the other way round.
pub(super) fn reversed_bound(claim: ClaimInSentence<'_>, expr: &Expr) -> Option<Doubt> {
    let (said, asked) = (end_in_text(claim.text())?, end_in(expr, &mut Vec::new())?);
    (said != asked).then(|| Doubt {
        range: claim.range(),
        reason: "the expression compares the other way round".to_string(),
    })
}

/// Returns the end of the only comparison in a text.
fn end_in_text(text: &str) -> Option<BoundEnd> {
    let words = LowerCaseWords::new(text, 0..text.len());
    let (mut found, mut place) = (Vec::new(), 0);
    while place < words.len() {
        let phrase = |list: &'static str| {
            let mut phrases = list.split('|');
            phrases.find_map(|phrase| words.phrase_at(place, phrase))
        };
        let end = [(GREATER, BoundEnd::Below), (LESS, BoundEnd::Above)]
            .into_iter()
            .find_map(|(list, end)| Some((phrase(list)?, end)));
        place += match end {
            Some((range, end)) => {
                found.push((range.clone(), end));
                text[range].split(' ').count()
            }
            None => 1,
        };
    }
    let [(range, end)] = &found[..] else {
        return None;
    };
    let before = LowerCaseWords::new(text, 0..range.start);
    let is_turning = |place: &usize| TURNING.split('|').any(|word| word == before.word(*place));
    let mut turns = (0..before.len()).filter(is_turning).count();
    // If one piece has more than any other, the others have less. The expression asks about them.
    let after = text[range.start..].to_lowercase();
    turns += usize::from(
        ["than any", "than all", "than every"]
            .iter()
            .any(|all| after.contains(all)),
    );
    match turns {
        0 => Some(*end),
        1 => Some(end.other()),
        _ => None,
    }
}

/// Returns whether an expression bounds its variables from below or from above; `None` if it does
/// neither, or if its parts differ.
fn end_in<'e>(expr: &'e Expr, bound: &mut Vec<&'e Binder>) -> Option<BoundEnd> {
    match &expr.kind {
        ExprKind::Quantified { binder, body, .. } => {
            bound.push(binder);
            let end = end_in(body, bound);
            bound.pop();
            end
        }
        ExprKind::With { body, .. } => end_in(body, bound),
        ExprKind::Not(inner) => end_in(inner, bound).map(BoundEnd::other),
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            let end = end_in(a, bound)?;
            (end_in(b, bound)? == end).then_some(end)
        }
        ExprKind::Binary(Operator::Compare(relation), a, b) => {
            let end = match relation {
                Bound::MoreThan | Bound::AtLeast => BoundEnd::Below,
                Bound::LessThan | Bound::AtMost => BoundEnd::Above,
                Bound::Exactly | Bound::Not => return None,
            };
            match (varies(a, bound), varies(b, bound)) {
                (true, false) => Some(end),
                (false, true) => Some(end.other()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether an expression asks about the outermost variable. Without variables, whether it is anything
/// but a number.
fn varies(expr: &Expr, bound: &[&Binder]) -> bool {
    let is_variable = |name: &str| {
        // What is compared is what the outermost variable stands for.
        let mut names = bound.iter().take(1).flat_map(|binder| &binder.names);
        names.any(|variable| variable.text == name)
    };
    match &expr.kind {
        ExprKind::Number(_) => false,
        _ if bound.is_empty() => true,
        ExprKind::Name(name) => is_variable(name),
        _ => expr.parts().any(|part| varies(part, bound)),
    }
}
