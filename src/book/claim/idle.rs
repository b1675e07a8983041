//! Claims that nothing can make fail, as far as their wording shows it. There are four kinds:
//! - literals and arithmetic only;
//! - a value compared with itself;
//! - a formula that is true whatever the values of its parts;
//! - a statement about every choice from an empty set.
//!
//! Knows no rules. A claim that merely no change of the rules would affect is another matter.

use padma_expr::{Evidence, Expr, ExprKind, Number, Operator};
use padma_text::diag::{Code, Diagnostic};

/// Most distinct parts that are examined: each one doubles the number of truth assignments.
const MOST_PARTS: usize = 10;

/// Returns a warning that says why the claim is idle, or `None` if it is not. `evidence` is what
/// the evaluation of the claim found.
pub(super) fn idle_warning(expr: &Expr, evidence: Option<&Evidence>) -> Option<Diagnostic> {
    let complaint = |message: String| Diagnostic::warning(Code::IdleClaim, message);
    if expr.is_constant() {
        let message = "this claim holds whatever the rules are".to_string();
        return Some(complaint(message).at(expr.span, "expected something that the rules decide"));
    }
    if is_always_true(expr) {
        let message = "this claim is true whatever the values of its parts".to_string();
        return Some(complaint(message).at(expr.span, "expected something that can be false"));
    }
    let binder = expr
        .binder()
        .filter(|_| matches!(evidence, Some(Evidence::OfNothing)))?;
    let names: Vec<String> = binder
        .names
        .iter()
        .map(|name| format!("`{}`", name.text))
        .collect();
    let message = format!(
        "this claim is about nothing: there is no value for {}",
        names.join(", ")
    );
    let at = binder
        .condition
        .as_deref()
        .or(binder.domain.as_deref())
        .unwrap_or(expr);
    Some(complaint(message).at(at.span, "leaves nothing to choose from"))
}

/// Whether a truth expression is true for every assignment of its parts.
fn is_always_true(expr: &Expr) -> bool {
    let mut parts = Vec::new();
    collect(expr, &mut parts);
    parts.len() <= MOST_PARTS
        && (0..1_u32 << parts.len()).all(|truths| is_true_when(expr, &parts, truths))
}

/// Collects the parts of a formula that are not made of `and`, `or` and `not`, each once.
fn collect<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Not(inner) => collect(inner, parts),
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            collect(a, parts);
            collect(b, parts);
        }
        _ if constant_truth(expr).is_none() && place_of_part(expr, parts).is_none() => {
            parts.push(expr)
        }
        _ => {}
    }
}

/// Whether a formula is true when bit n of `truths` is the truth of part n.
fn is_true_when(expr: &Expr, parts: &[&Expr], truths: u32) -> bool {
    match &expr.kind {
        ExprKind::Not(inner) => !is_true_when(inner, parts, truths),
        ExprKind::Binary(Operator::And, a, b) => {
            is_true_when(a, parts, truths) && is_true_when(b, parts, truths)
        }
        ExprKind::Binary(Operator::Or, a, b) => {
            is_true_when(a, parts, truths) || is_true_when(b, parts, truths)
        }
        _ => constant_truth(expr).unwrap_or_else(|| {
            place_of_part(expr, parts)
                .is_some_and(|(place, holds)| (truths >> place & 1 == 1) == holds)
        }),
    }
}

/// Finds the index of a part in `parts`, with `true` if it is there as itself and `false` if as
/// its opposite.
fn place_of_part(expr: &Expr, parts: &[&Expr]) -> Option<(usize, bool)> {
    parts.iter().enumerate().find_map(|(place, part)| {
        let opposite = match (&expr.kind, &part.kind) {
            (ExprKind::Binary(one, a, b), ExprKind::Binary(other, c, d)) => {
                a == c && b == d && one.opposite() == *other
            }
            _ => false,
        };
        (expr == *part)
            .then_some((place, true))
            .or_else(|| opposite.then_some((place, false)))
    })
}

/// Returns the truth of a part if its wording alone decides it.
fn constant_truth(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Name(name) => name.parse().ok(),
        // The result is the same for any number compared with itself.
        ExprKind::Binary(Operator::Compare(bound), a, b) if a == b => {
            Some(bound.allows(Number::default(), Number::default()))
        }
        ExprKind::Quantified {
            every: true, body, ..
        }
        | ExprKind::With { body, .. } => is_always_true(body).then_some(true),
        _ => None,
    }
}
