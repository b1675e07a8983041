//! Questions about boards other than the one at hand.

use super::{Settled, Settler, Term};
use crate::claim::formula::Num;
use crate::claim::syntax::{Expr, ExprKind};
use crate::diag::Code;
use crate::model::lotus::PetalCount;
use crate::text::Span;

impl Settler<'_, '_> {
    /// `arrangements(4)`, `arrangements(4, 39)`.
    pub(super) fn arrangements(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=2, "a number of petals, and one of cells if not all count", span)?;
        let petals = self.petal_count(&arguments[0])?;
        let cells = arguments.get(1).map(|cells| self.number(cells)).transpose()?;
        Ok(Term::Number(Num::Arrangements(petals, cells.map(Box::new))))
    }

    /// It must be written out, so that evaluating cannot meet one that is too large.
    fn petal_count(&mut self, expr: &Expr) -> Settled<PetalCount> {
        let count = match expr.kind {
            ExprKind::Number(count) => PetalCount::new(count),
            _ => None,
        };
        count.map_or_else(
            || {
                let message = "this is no number of petals whose arrangements are counted".to_string();
                let label = format!("expected a number from 1 to {}, in digits", PetalCount::MOST);
                self.wrong(Code::ClaimType, message, expr.span, &label)
            },
            Ok,
        )
    }
}
