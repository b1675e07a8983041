//! Finds vacuous claims, whose wording shows that nothing can make them fail. There are four kinds:
//! - literals and arithmetic only;
//! - a value compared with itself;
//! - a formula that is true whatever the values of its parts;
//! - a statement about every choice from an empty set.
//!
//! Knows no rules. A claim that could fail, but that no change of the rules makes fail, is not
//! reported here.

use padma_expr::{Evidence, Expr, ExprKind, Number, Operator};
use padma_text::diag::{Code, Diagnostic};

/// Maximum number of distinct parts examined. Each doubles the number of truth assignments.
const MOST_PARTS: usize = 10;

/// Returns a warning that says why the claim is vacuous; `None` if it is not. `evidence` comes from
/// evaluating the claim.
pub(super) fn vacuity_warning(expr: &Expr, evidence: Option<&Evidence>) -> Option<Diagnostic> {
    let complaint = |message: String| Diagnostic::warning(Code::VacuousClaim, message);
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
        .filter(|_| matches!(evidence, Some(Evidence::Vacuous)))?;
    let quoted_names: Vec<String> = binder
        .names
        .iter()
        .map(|name| format!("`{}`", name.text))
        .collect();
    let message = format!(
        "this claim is about nothing: there is no value for {}",
        quoted_names.join(", ")
    );
    let at = binder
        .condition
        .as_deref()
        .or(binder.domain.as_deref())
        .unwrap_or(expr);
    Some(complaint(message).at(at.span, "leaves nothing to choose from"))
}

/// Whether a formula is true for every truth assignment of its parts.
fn is_always_true(expr: &Expr) -> bool {
    let mut parts = Vec::new();
    collect_parts(expr, &mut parts);
    parts.len() <= MOST_PARTS
        && (0..1_u32 << parts.len()).all(|truths| is_true_when(expr, &parts, truths))
}

/// Collects the parts of a formula that are not made of `and`, `or` and `not`, each once.
fn collect_parts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Not(inner) => collect_parts(inner, parts),
        ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
            collect_parts(a, parts);
            collect_parts(b, parts);
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

/// Finds the index of a part in `parts`. The flag is true if `parts` contains the part itself,
/// false if it contains the opposite of the part.
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
