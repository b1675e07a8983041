//! Claims that are true and that nothing could make false: they say nothing, though they hold.

use super::eval::Evidence;
use super::syntax::Expr;
use crate::diag::{Code, Diagnostic};

/// What is idle in a claim that is true and gives no value to be read.
pub(super) fn idle(expr: &Expr, evidence: Option<&Evidence>) -> Option<Diagnostic> {
    let complaint = |message: String| Diagnostic::warning(Code::IdleClaim, message);
    if expr.is_constant() {
        let message = "this claim holds whatever the rules are".to_string();
        return Some(complaint(message).at(expr.span, "expected something that the rules decide"));
    }
    let binder = expr.binder().filter(|_| matches!(evidence, Some(Evidence::OfNothing)))?;
    let names: Vec<String> = binder.names.iter().map(|name| format!("`{}`", name.text)).collect();
    let message = format!("this claim holds of nothing: there is no choice for {}", names.join(", "));
    let at = binder.condition.as_deref().or(binder.domain.as_deref()).unwrap_or(expr);
    Some(complaint(message).at(at.span, "leaves nothing to ask about"))
}
