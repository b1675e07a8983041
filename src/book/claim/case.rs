//! The context in which the expressions of one claim are evaluated.

use padma_expr::{EvalFault, Evidence, Expr, ExprType, ExprValue, Formula, Scope, World, resolve};
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostics};

/// The scope and the world of a claim, and the complaints about it.
pub(super) struct ClaimCase<'a, 'w, 'd> {
    pub scope: Scope<'a>,
    pub world: &'a World<'w>,
    pub diagnostics: &'d mut Diagnostics,
}

impl<'a> ClaimCase<'a, '_, '_> {
    pub(super) fn variant(&self) -> &'a Variant {
        &self.scope.rules.variant
    }

    /// Resolves an expression.
    pub(super) fn formula(&mut self, expr: &Expr) -> Option<Formula> {
        resolve(expr, self.scope, self.diagnostics)
    }

    /// Computes the value of a resolved expression and the best evidence for it.
    pub(super) fn value(
        &mut self,
        formula: &Formula,
        expr: &Expr,
    ) -> Option<(ExprValue, Option<Evidence>)> {
        let complain = |fault: EvalFault| {
            self.diagnostics
                .error(fault.code(), fault.to_string(), expr.span, "has no value")
        };
        self.world
            .value_with_evidence(formula)
            .map_err(complain)
            .ok()
    }

    /// Computes the value of an expression, which must have the type `expected`. `what` names the
    /// expression in the complaint.
    pub(super) fn value_of_type(
        &mut self,
        expr: &Expr,
        expected: ExprType,
        what: &str,
    ) -> Option<ExprValue> {
        let formula = self.formula(expr)?;
        let (value, _) = self.value(&formula, expr)?;
        let value = match (value, expected) {
            (ExprValue::Number(number), ExprType::Share) => ExprValue::Share(number),
            // `{}` is the empty list of any item type.
            (ExprValue::Cells(set), ExprType::Pieces) if set.is_empty() => {
                ExprValue::Kinds(Vec::new())
            }
            (ExprValue::Cells(set), ExprType::Leaps) if set.is_empty() => {
                ExprValue::Leaps(Vec::new())
            }
            (ExprValue::Cells(set), ExprType::Numbers) if set.is_empty() => {
                ExprValue::Numbers(Vec::new())
            }
            (value, _) => value,
        };
        if value.kind() == expected {
            return Some(value);
        }
        let (actual, expected) = (value.kind().name(), expected.name());
        let message = format!("{what} is {actual}, but the claim is about {expected}");
        self.diagnostics.refuse(
            Code::ClaimType,
            message,
            expr.span,
            format!("expected {expected}"),
        )
    }
}
