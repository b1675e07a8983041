//! Resolves operators and relations, and checks the types of the values they join.

use super::{ExprResolver, Resolved};
use crate::formula::{AnyTerm, Items, ListKind, Standings, TermType};
use crate::outline::NumberId;
use crate::syntax::{Expr, Operator};
use crate::term::{Join, Term};
use crate::value::{Bound, Number};
use padma_rules::model::{CellSet, KindId};
use padma_rules::movement::LeapKind;
use padma_text::Span;
use padma_text::diag::Code;

impl ExprResolver<'_, '_> {
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Resolved<AnyTerm> {
        match operator {
            Operator::Or => {
                let (a, b) = (self.due::<bool>(left)?, self.due::<bool>(right)?);
                Ok(truth(Term::computed(move |eval| {
                    a.get(eval) || b.get(eval)
                })))
            }
            Operator::And => {
                let (a, b) = (self.due::<bool>(left)?, self.due::<bool>(right)?);
                Ok(truth(Term::computed(move |eval| {
                    a.get(eval) && b.get(eval)
                })))
            }
            Operator::Compare(Bound::Exactly) => self.equal(left, right, span).map(truth),
            Operator::Compare(Bound::Not) => self.equal(left, right, span).map(not),
            Operator::Compare(bound) => {
                let (a, b) = (self.due(left)?, self.due(right)?);
                Ok(truth(Term::computed(move |eval| {
                    bound.allows(a.get(eval), b.get(eval))
                })))
            }
            Operator::In => self.contained(left, right).map(truth),
            Operator::NotIn => self.contained(left, right).map(not),
            Operator::Union => self.joined(Join::Union, left, right),
            Operator::Intersection => self.joined(Join::Intersection, left, right),
            Operator::Minus => self.joined(Join::Minus, left, right),
            Operator::Plus => Ok(computed(self.due(left)?, self.due(right)?, Number::plus)),
            Operator::Times => Ok(computed(self.due(left)?, self.due(right)?, Number::times)),
        }
    }

    /// Resolves `|`, `&` or `-` between two lists; `-` also subtracts numbers.
    fn joined(&mut self, by: Join, left: &Expr, right: &Expr) -> Resolved<AnyTerm> {
        let term = self.term(left)?;
        match term.items() {
            Some(Items::Pieces) => self.lists::<Vec<KindId>>(by, (term, left), right),
            Some(Items::Leaps) => self.lists::<Vec<LeapKind>>(by, (term, left), right),
            Some(Items::Entries) => self.lists::<Vec<NumberId>>(by, (term, left), right),
            Some(Items::Cells) => {
                let first = self.as_cells(term, left.span)?;
                Ok(AnyTerm::Cells(first.join(by, self.cells(right)?)))
            }
            None => match term {
                term @ (AnyTerm::Number(_) | AnyTerm::Count(_)) if by == Join::Minus => {
                    Ok(computed(
                        self.as_due(term, left.span)?,
                        self.due(right)?,
                        Number::minus,
                    ))
                }
                term => self.mismatch(CellSet::NAME, &term, left.span),
            },
        }
    }

    fn lists<L: ListKind>(
        &mut self,
        by: Join,
        left: (AnyTerm, &Expr),
        right: &Expr,
    ) -> Resolved<AnyTerm> {
        let first = self.as_due::<L>(left.0, left.1.span)?;
        Ok(L::any(first.join(by, self.due(right)?)))
    }

    fn equal(&mut self, left: &Expr, right: &Expr, span: Span) -> Resolved<Term<bool>> {
        let (a, b) = (self.term(left)?, self.term(right)?);
        let names = (a.name(), b.name());
        // `{}` takes the item type of the other side.
        let items = if a.is_empty_braces() {
            b.items()
        } else {
            a.items()
        };
        let same = match items {
            Some(Items::Cells) => alike::<CellSet>(a, b),
            Some(Items::Pieces) => alike::<Vec<KindId>>(a, b),
            Some(Items::Leaps) => alike::<Vec<LeapKind>>(a, b),
            Some(Items::Entries) => alike::<Vec<NumberId>>(a, b),
            None => match a {
                AnyTerm::Truth(_) => alike::<bool>(a, b),
                AnyTerm::Text(_) => alike::<String>(a, b),
                AnyTerm::Position(_) => alike::<Standings>(a, b),
                a => alike::<Number>(a, b),
            },
        };
        let Some(same) = same else {
            let message = format!("{} cannot be compared with {}", names.0, names.1);
            return self.wrong(
                Code::ClaimType,
                message,
                span,
                "both sides must be of the same kind",
            );
        };
        Ok(same)
    }

    /// Whether an item, or every item of a list, is in another list.
    fn contained(&mut self, left: &Expr, right: &Expr) -> Resolved<Term<bool>> {
        match self.term(left)? {
            AnyTerm::Cell(cell) => self.item::<CellSet>(cell, right),
            AnyTerm::Kind(kind) => self.item::<Vec<KindId>>(kind, right),
            AnyTerm::Leap(leap) => self.item::<Vec<LeapKind>>(leap, right),
            AnyTerm::Entry(entry) => self.item::<Vec<NumberId>>(entry, right),
            AnyTerm::Kinds(kinds) => self.items(kinds, right),
            AnyTerm::Leaps(leaps) => self.items(leaps, right),
            AnyTerm::Entries(entries) => self.items(entries, right),
            term => {
                let cells = self.as_due::<CellSet>(term, left.span)?;
                self.items(cells, right)
            }
        }
    }

    fn item<L: ListKind>(&mut self, item: Term<L::Item>, list: &Expr) -> Resolved<Term<bool>> {
        let list = self.due::<L>(list)?;
        Ok(Term::computed(move |eval| {
            let item = item.get(eval);
            list.has(eval, item)
        }))
    }

    fn items<L: ListKind>(&mut self, items: Term<L>, list: &Expr) -> Resolved<Term<bool>> {
        let list = self.due::<L>(list)?;
        Ok(Term::computed(move |eval| {
            let items = items.get(eval);
            items.is_subset(&list.get(eval))
        }))
    }
}

/// Compares two terms for equality if both convert to this type.
fn alike<T: TermType + PartialEq>(a: AnyTerm, b: AnyTerm) -> Option<Term<bool>> {
    let (a, b) = (T::of(a).ok()?, T::of(b).ok()?);
    Some(Term::computed(move |eval| a.get(eval) == b.get(eval)))
}

fn truth(term: Term<bool>) -> AnyTerm {
    AnyTerm::Truth(term)
}

fn not(term: Term<bool>) -> AnyTerm {
    AnyTerm::Truth(Term::computed(move |eval| !term.get(eval)))
}

/// Combines two numbers. A result that is too large is an overflow.
fn computed(
    a: Term<Number>,
    b: Term<Number>,
    operate: fn(Number, Number) -> Option<Number>,
) -> AnyTerm {
    AnyTerm::Number(Term::computed(move |eval| {
        let (a, b) = (a.get(eval), b.get(eval));
        eval.held(operate(a, b))
    }))
}
