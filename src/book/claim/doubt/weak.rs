//! Texts that say "every" or "always" although the claim asks about one position or one cell only.

use std::ops::Range;

use super::passage::{ClaimInSentence, Doubt};
use padma_expr::{Expr, ExprKind, Function, Generality, find_function};
use padma_words::Sense;

/// Returns the doubt about a general word, in a claim or in the words before it, over an expression that
/// asks about one case.
pub(super) fn general_word(
    claim: &ClaimInSentence<'_>,
    before: &Range<usize>,
    expr: &Expr,
) -> Option<Doubt> {
    if !asks_of_one(expr) {
        return None;
    }
    let part = before.start..claim.range.end;
    Some(Doubt {
        range: claim.sentence.first(Sense::General, part)?,
        reason: "the expression asks of one position or one cell".to_string(),
    })
}

/// Whether an expression asks about one piece or one position, and about nothing more general.
fn asks_of_one(expr: &Expr) -> bool {
    let mut has_single = false;
    let mut has_general = false;
    visit(expr, &mut |part| match &part.kind {
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => {
            let function = find_function(&name.text);
            let is_single = function.is_some_and(|function| function.generality != Generality::Any);
            has_single |= is_single;
            has_general |= !is_single && !function.is_some_and(Function::only_selects);
        }
        ExprKind::Quantified { .. } | ExprKind::Filter(_) | ExprKind::Fold { .. } => {
            has_general = true
        }
        _ => {}
    });
    has_single && !has_general
}

fn visit(expr: &Expr, each: &mut impl FnMut(&Expr)) {
    each(expr);
    expr.parts().for_each(|part| visit(part, each));
}
