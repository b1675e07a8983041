//! Claims that nothing can make fail, as far as their wording shows it. There are four kinds:
//! - literals and arithmetic only;
//! - a value compared with itself;
//! - a formula that is true whatever the values of its parts;
//! - a statement about every choice when there are no choices.
//!
//! Knows no rules. A claim that merely no change of the rules would affect is another matter.

use padma_expr::{Evidence, Expr, ExprKind, Number, Operator};
use padma_text::diag::{Code, Diagnostic};

/// Most distinct parts that are examined: each one doubles the number of truth assignments.
const MOST_PARTS: usize = 10;

/// Returns a warning that says why the claim is idle, or `None` if it is not. `evidence` is what
/// the evaluation of the claim found.
pub(super) fn idle(expr: &Expr, evidence: Option<&Evidence>) -> Option<Diagnostic> {
    let complaint = |message: String| Diagnostic::warning(Code::IdleClaim, message);
    if expr.is_constant() {
        let message = "this claim holds whatever the rules are".to_string();
        return Some(complaint(message).at(expr.span, "expected something that the rules decide"));
    }
    if always(expr) {
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
fn always(expr: &Expr) -> bool {
    let mut parts = Vec::new();
    collect(expr, &mut parts);
    parts.len() <= MOST_PARTS && (0..1_u32 << parts.len()).all(|truths| value(expr, &parts, truths))
}

/// Collects the parts of a formula that are not made of `and`, `or` and `not`, each once.
fn collect<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Not(inner) => collect(inner, parts),
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            collect(a, parts);
            collect(b, parts);
        }
        _ if known(expr).is_none() && place(expr, parts).is_none() => parts.push(expr),
        _ => {}
    }
}

/// Whether a formula is true when bit n of `truths` is the truth of part n.
fn value(expr: &Expr, parts: &[&Expr], truths: u32) -> bool {
    match &expr.kind {
        ExprKind::Not(inner) => !value(inner, parts, truths),
        ExprKind::Binary(Operator::And, a, b) => value(a, parts, truths) && value(b, parts, truths),
        ExprKind::Binary(Operator::Or, a, b) => value(a, parts, truths) || value(b, parts, truths),
        _ => known(expr).unwrap_or_else(|| {
            place(expr, parts).is_some_and(|(place, holds)| (truths >> place & 1 == 1) == holds)
        }),
    }
}

/// Finds the index of a part in `parts`, with `true` if it is there as itself and `false` if as
/// its opposite.
fn place(expr: &Expr, parts: &[&Expr]) -> Option<(usize, bool)> {
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
fn known(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Name(name) => name.parse().ok(),
        // The result is the same for any number compared with itself.
        ExprKind::Binary(Operator::Compare(bound), a, b) if a == b => {
            Some(bound.allows(Number::default(), Number::default()))
        }
        ExprKind::Quantified {
            every: true, body, ..
        }
        | ExprKind::With { body, .. } => always(body).then_some(true),
        _ => None,
    }
}
