//! Texts that speak of all, over claims that ask of one position or of one cell.

use super::passage::{ClaimInSentence, Doubt};
use crate::claim::reading::LowerCaseWords;
use padma_expr::{Expr, ExprKind, Function, Generality, find_function};

/// The words that speak of all.
const GENERAL: &str = "every|always|whenever";

/// Returns the doubt about a word that speaks of all where the expression asks of one.
pub(super) fn general_word(claim: ClaimInSentence<'_>, expr: &Expr) -> Option<Doubt> {
    if !asks_of_one(expr) {
        return None;
    }
    let words = LowerCaseWords::new(claim.sentence, claim.range());
    Some(Doubt {
        range: words.first_of(GENERAL)?,
        reason: "the expression asks of one position or one cell".to_string(),
    })
}

/// Whether an expression asks of one piece or one position, and of nothing that could be all.
fn asks_of_one(expr: &Expr) -> bool {
    let mut single = false;
    let mut general = false;
    visit(expr, &mut |part| match &part.kind {
        ExprKind::Call(name, _) | ExprKind::CallOf(_, name, _) => {
            let function = find_function(&name.text);
            let is_single = function.is_some_and(|function| function.generality != Generality::Any);
            single |= is_single;
            general |= !is_single && !function.is_some_and(Function::only_selects);
        }
        ExprKind::Quantified { .. } | ExprKind::Filter(_) | ExprKind::Fold { .. } => general = true,
        _ => {}
    });
    single && !general
}

fn visit(expr: &Expr, each: &mut impl FnMut(&Expr)) {
    each(expr);
    expr.parts().for_each(|part| visit(part, each));
}
