//! Resolves operators and relations, and checks the types of the values they join.

use super::{ExprResolver, Resolved};
use crate::formula::{AnyTerm, Items, ListKind, PositionParts, TermType};
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
                let (a, b) = (
                    self.resolve_as::<bool>(left)?,
                    self.resolve_as::<bool>(right)?,
                );
                Ok(truth(Term::computed(move |eval| {
                    a.get(eval) || b.get(eval)
                })))
            }
            Operator::And => {
                let (a, b) = (
                    self.resolve_as::<bool>(left)?,
                    self.resolve_as::<bool>(right)?,
                );
                Ok(truth(Term::computed(move |eval| {
                    a.get(eval) && b.get(eval)
                })))
            }
            Operator::Compare(Bound::Exactly) => self.equal(left, right, span).map(truth),
            Operator::Compare(Bound::Not) => self.equal(left, right, span).map(not),
            Operator::Compare(bound) => {
                let (a, b) = (self.resolve_as(left)?, self.resolve_as(right)?);
                Ok(truth(Term::computed(move |eval| {
                    bound.allows(a.get(eval), b.get(eval))
                })))
            }
            Operator::In => self.is_contained(left, right).map(truth),
            Operator::NotIn => self.is_contained(left, right).map(not),
            Operator::Union => self.join(Join::Union, left, right),
            Operator::Intersection => self.join(Join::Intersection, left, right),
            Operator::Minus => self.join(Join::Minus, left, right),
            Operator::Plus => Ok(combine(
                self.resolve_as(left)?,
                self.resolve_as(right)?,
                Number::plus,
            )),
            Operator::Times => Ok(combine(
                self.resolve_as(left)?,
                self.resolve_as(right)?,
                Number::times,
            )),
        }
    }

    /// Resolves `|`, `&` or `-` between two lists; `-` also subtracts numbers.
    fn join(&mut self, by: Join, left: &Expr, right: &Expr) -> Resolved<AnyTerm> {
        let term = self.term(left)?;
        match term.items() {
            Some(Items::Pieces) => self.join_lists::<Vec<KindId>>(by, (term, left), right),
            Some(Items::Leaps) => self.join_lists::<Vec<LeapKind>>(by, (term, left), right),
            Some(Items::Entries) => self.join_lists::<Vec<NumberId>>(by, (term, left), right),
            Some(Items::Cells) => {
                let first = self.as_cells(term, left.span)?;
                Ok(AnyTerm::Cells(Box::new(
                    first.join(by, *self.cells(right)?),
                )))
            }
            None => match term {
                term @ (AnyTerm::Number(_) | AnyTerm::Count(_)) if by == Join::Minus => {
                    Ok(combine(
                        self.convert_to(term, left.span)?,
                        self.resolve_as(right)?,
                        Number::minus,
                    ))
                }
                term => self.mismatch(CellSet::NAME, &term, left.span),
            },
        }
    }

    fn join_lists<L: ListKind>(
        &mut self,
        by: Join,
        left: (AnyTerm, &Expr),
        right: &Expr,
    ) -> Resolved<AnyTerm> {
        let first = self.convert_to::<L>(left.0, left.1.span)?;
        Ok(L::any(first.join(by, self.resolve_as(right)?)))
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
            Some(Items::Cells) => equal_terms::<CellSet>(a, b),
            Some(Items::Pieces) => equal_terms::<Vec<KindId>>(a, b),
            Some(Items::Leaps) => equal_terms::<Vec<LeapKind>>(a, b),
            Some(Items::Entries) => equal_terms::<Vec<NumberId>>(a, b),
            None => match a {
                AnyTerm::Truth(_) => equal_terms::<bool>(a, b),
                AnyTerm::Text(_) => equal_terms::<String>(a, b),
                AnyTerm::Position(_) => equal_terms::<PositionParts>(a, b),
                a => equal_terms::<Number>(a, b),
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

    /// Resolves whether an item, or every item of a list, is in another list.
    fn is_contained(&mut self, left: &Expr, right: &Expr) -> Resolved<Term<bool>> {
        match self.term(left)? {
            AnyTerm::Cell(cell) => self.has_item::<CellSet>(cell, right),
            AnyTerm::Kind(kind) => self.has_item::<Vec<KindId>>(kind, right),
            AnyTerm::Leap(leap) => self.has_item::<Vec<LeapKind>>(leap, right),
            AnyTerm::Entry(entry) => self.has_item::<Vec<NumberId>>(entry, right),
            AnyTerm::Kinds(kinds) => self.has_items(kinds, right),
            AnyTerm::Leaps(leaps) => self.has_items(leaps, right),
            AnyTerm::Entries(entries) => self.has_items(entries, right),
            term => {
                let cells = self.convert_to::<CellSet>(term, left.span)?;
                self.has_items(cells, right)
            }
        }
    }

    fn has_item<L: ListKind>(&mut self, item: Term<L::Item>, list: &Expr) -> Resolved<Term<bool>> {
        let list = self.resolve_as::<L>(list)?;
        Ok(Term::computed(move |eval| {
            let item = item.get(eval);
            list.has(eval, item)
        }))
    }

    fn has_items<L: ListKind>(&mut self, items: Term<L>, list: &Expr) -> Resolved<Term<bool>> {
        let list = self.resolve_as::<L>(list)?;
        Ok(Term::computed(move |eval| {
            let items = items.get(eval);
            items.is_subset(&list.get(eval))
        }))
    }
}

/// Compares two terms for equality; `None` unless both convert to this type.
fn equal_terms<T: TermType + PartialEq>(a: AnyTerm, b: AnyTerm) -> Option<Term<bool>> {
    let (a, b) = (T::from_term(a).ok()?, T::from_term(b).ok()?);
    Some(Term::computed(move |eval| a.get(eval) == b.get(eval)))
}

fn truth(term: Term<bool>) -> AnyTerm {
    AnyTerm::Truth(term)
}

fn not(term: Term<bool>) -> AnyTerm {
    AnyTerm::Truth(Term::computed(move |eval| !term.get(eval)))
}

/// Combines two numbers. `operate` returns `None` for a result that is too large.
fn combine(
    a: Term<Number>,
    b: Term<Number>,
    operate: fn(Number, Number) -> Option<Number>,
) -> AnyTerm {
    AnyTerm::Number(Term::computed(move |eval| {
        let (a, b) = (a.get(eval), b.get(eval));
        eval.number_or_overflow(operate(a, b))
    }))
}
