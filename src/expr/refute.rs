//! Which part of a false statement is false, and what its sides are.

use std::ops::Range;

use super::eval::World;
use super::functions::resolve;
use super::resolve::Scope;
use super::syntax::{Expr, ExprKind, Operator, Question, spaced_tokens};
use super::value::ExprValue;
use padma_text::diag::Diagnostics;

/// Returns what the first false part of a false statement comes to: "`count(army(white))` is 12".
/// `None` if that says no more than that the statement is false.
pub fn refute(question: &Question, scope: Scope<'_>, world: &World<'_>) -> Option<String> {
    let value = |expr: &Expr| {
        let formula = resolve(expr, scope, &mut Diagnostics::default())?;
        world.value(&formula).ok()
    };
    let is_false = |expr: &Expr| value(expr) == Some(ExprValue::Truth(false));
    let part = first_false(&question.expr, &is_false);
    let sides: Vec<String> = match &part.kind {
        ExprKind::Binary(Operator::Compare(_) | Operator::In | Operator::NotIn, left, right) => {
            let computed = [left, right].into_iter().filter(|side| !side.is_constant());
            let shown = |side: &Expr| {
                let value = value(side)?.show(&scope.rules.variant);
                Some(format!("`{}` is {value}", question.words_of(side)?))
            };
            computed.filter_map(|side| shown(side)).collect()
        }
        _ => Vec::new(),
    };
    match sides.is_empty() {
        false => Some(sides.join(", ")),
        true if part.span != question.expr.span => {
            Some(format!("`{}` is false", question.words_of(part)?))
        }
        true => None,
    }
}

/// Returns the first false part of a false statement: of two joined by `and`, the one that is false.
fn first_false<'e>(expr: &'e Expr, is_false: &dyn Fn(&Expr) -> bool) -> &'e Expr {
    match &expr.kind {
        ExprKind::Binary(Operator::And, left, _) if is_false(left) => first_false(left, is_false),
        ExprKind::Binary(Operator::And, _, right) => first_false(right, is_false),
        _ => expr,
    }
}

impl Question {
    /// Returns the text of a part of the expression, on one line.
    fn words_of(&self, part: &Expr) -> Option<String> {
        let tokens = spaced_tokens(&self.text)?;
        let is_inside = |range: &Range<usize>| {
            let at = self.text.span(range.clone());
            part.span.start <= at.start && at.end <= part.span.end
        };
        let mut ranges = tokens
            .into_iter()
            .map(|token| token.range)
            .filter(is_inside);
        let first = ranges.next()?;
        let end = ranges.next_back().map_or(first.end, |last| last.end);
        Some(padma_text::on_one_line(&self.text.text()[first.start..end]))
    }
}
