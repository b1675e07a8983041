//! Comparisons: a text that says more than something over an expression that asks for less.
//!
//! ```text
//! [no piece has fewer]   not (some p in pieces: count(reach(p, c)) > 14)
//!             ──▶  "the expression compares the other way round"
//! ```

use super::passage::{ClaimInSentence, Doubt};
use padma_expr::{Binder, Bound, Expr, ExprKind, Operator};
use padma_words::Sense;

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
pub(super) fn reversed_bound(claim: &ClaimInSentence<'_>, expr: &Expr) -> Option<Doubt> {
    let (said, asked) = (end_in_text(claim)?, end_in(expr, &mut Vec::new())?);
    (said != asked).then(|| claim.doubt("the expression compares the other way round"))
}

/// Returns the end of the only comparison in a text.
fn end_in_text(claim: &ClaimInSentence<'_>) -> Option<BoundEnd> {
    let text = claim.sentence;
    let of = |sense: Sense, end: BoundEnd| {
        let found = text.all(sense, claim.range.clone());
        found.map(move |range| (range, end))
    };
    let below = of(Sense::BoundBelow, BoundEnd::Below);
    let mut found: Vec<_> = below
        .chain(of(Sense::BoundAbove, BoundEnd::Above))
        .collect();
    found.sort_by_key(|(range, _)| range.start);
    // "more" is not another comparison in "or more".
    found.dedup_by(|next, last| next.0.start < last.0.end);
    let [(range, end)] = &found[..] else {
        return None;
    };
    let mut turns = text
        .all(Sense::Negation, claim.range.start..range.start)
        .count();
    // If one piece has more than any other, the others have less. The expression asks about them.
    turns += usize::from(text.has(Sense::ThanAll, range.start..claim.range.end));
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
