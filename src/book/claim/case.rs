//! What the expressions of one claim are computed with.

use padma_expr::{EvalFault, Evidence, Expr, ExprType, ExprValue, Scope, World, resolve};
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostics};

/// The names and the world of a claim, and where complaints about it go.
pub(super) struct ClaimCase<'a, 'w, 'd> {
    pub scope: Scope<'a>,
    pub world: &'a World<'w>,
    pub diagnostics: &'d mut Diagnostics,
}

impl<'a> ClaimCase<'a, '_, '_> {
    pub(super) fn variant(&self) -> &'a Variant {
        &self.scope.rules.variant
    }

    /// Computes the value of an expression and the best evidence for it.
    pub(super) fn value(&mut self, expr: &Expr) -> Option<(ExprValue, Option<Evidence>)> {
        let formula = resolve(expr, self.scope, self.diagnostics)?;
        let complain = |fault: EvalFault| {
            self.diagnostics
                .error(fault.code(), fault.to_string(), expr.span, "has no value")
        };
        self.world
            .value_with_evidence(&formula)
            .map_err(complain)
            .ok()
    }

    /// Computes an expression whose value must be of a type. `what` names it in the complaint.
    pub(super) fn value_of_type(
        &mut self,
        expr: &Expr,
        due: ExprType,
        what: &str,
    ) -> Option<ExprValue> {
        let (value, _) = self.value(expr)?;
        let value = match (value, due) {
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
        if value.kind() == due {
            return Some(value);
        }
        let (of, due) = (value.kind().name(), due.name());
        let message = format!("{what} is {of}, but the claim is about {due}");
        self.diagnostics.refuse(
            Code::ClaimType,
            message,
            expr.span,
            format!("expected {due}"),
        )
    }
}
