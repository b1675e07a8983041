//! Lowers operators and relations, and checks the types of what they join.

use super::{Lowered, Lowering, Term};
use crate::syntax::{Expr, ExprKind, Operator};
use crate::value::Bound;
use padma_rules::model::{
    Arithmetic, CellsTerm, KindsTerm, NumberTerm, Relation, SetOperator, Truth,
};

impl Lowering<'_, '_> {
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
    ) -> Lowered<Term> {
        let (negated, operator) = match operator {
            Operator::NotIn => (true, Operator::In),
            Operator::Compare(Bound::Not) => (true, Operator::Compare(Bound::Exactly)),
            Operator::Compare(Bound::MoreThan) => (true, Operator::Compare(Bound::AtMost)),
            Operator::Compare(Bound::AtLeast) => (true, Operator::Compare(Bound::LessThan)),
            operator => (false, operator),
        };
        let truth = match operator {
            Operator::Or => Truth::Either(Box::new([self.truth(left)?, self.truth(right)?])),
            Operator::And => Truth::Both(Box::new([self.truth(left)?, self.truth(right)?])),
            Operator::In | Operator::NotIn => self.is_contained(left, right)?,
            Operator::Compare(Bound::Exactly) => self.equal(left, right)?,
            Operator::Compare(bound) => {
                let relation = match bound {
                    Bound::LessThan => Relation::Less,
                    _ => Relation::AtMost,
                };
                let numbers = [self.number(left)?, self.number(right)?];
                Truth::Compares(relation, Box::new(numbers))
            }
            Operator::Union => return self.join(SetOperator::Union, None, left, right),
            Operator::Intersection => {
                return self.join(SetOperator::Intersection, None, left, right);
            }
            Operator::Minus => {
                return self.join(SetOperator::Minus, Some(Arithmetic::Minus), left, right);
            }
            Operator::Plus | Operator::Times => {
                let operator = match operator {
                    Operator::Plus => Arithmetic::Plus,
                    _ => Arithmetic::Times,
                };
                let numbers = [self.number(left)?, self.number(right)?];
                return Ok(Term::Number(NumberTerm::Join(operator, Box::new(numbers))));
            }
        };
        Ok(Term::Truth(if negated {
            Truth::Not(Box::new(truth))
        } else {
            truth
        }))
    }

    /// Lowers `|`, `&` or `-` between two sets; `-` also subtracts numbers.
    fn join(
        &mut self,
        operator: SetOperator,
        arithmetic: Option<Arithmetic>,
        left: &Expr,
        right: &Expr,
    ) -> Lowered<Term> {
        let first = match (self.term(left)?, arithmetic) {
            (Term::Number(first), Some(arithmetic)) => {
                let numbers = [first, self.number(right)?];
                return Ok(Term::Number(NumberTerm::Join(
                    arithmetic,
                    Box::new(numbers),
                )));
            }
            (Term::Cell(cells) | Term::Cells(cells), _) => cells,
            (other, _) => return self.mismatch("a set of cells", &other, left.span),
        };
        let second = self.cells(right)?;
        Ok(Term::Cells(match (first, second) {
            (CellsTerm::Fixed(a), CellsTerm::Fixed(b)) => CellsTerm::Fixed(match operator {
                SetOperator::Union => a | b,
                SetOperator::Intersection => a & b,
                SetOperator::Minus => a - b,
            }),
            (first, second) => CellsTerm::Join(operator, Box::new([first, second])),
        }))
    }

    /// Lowers `in`. A single cell that is absent is in no set.
    fn is_contained(&mut self, left: &Expr, right: &Expr) -> Lowered<Truth> {
        Ok(match self.term(left)? {
            Term::Cell(cell) => Truth::Meets(Box::new([cell, self.cells(right)?])),
            Term::Cells(cells) => Truth::Within(Box::new([cells, self.cells(right)?])),
            Term::Kind(kinds) | Term::Kinds(kinds) => {
                Truth::KindsWithin(Box::new([kinds, self.kinds(right)?]))
            }
            other => return self.mismatch("a cell, a set or a piece", &other, left.span),
        })
    }

    /// Lowers `=`.
    fn equal(&mut self, left: &Expr, right: &Expr) -> Lowered<Truth> {
        let both = |a: &CellsTerm, b: &CellsTerm| {
            let [one, other] = [[a.clone(), b.clone()], [b.clone(), a.clone()]];
            Truth::Both(Box::new([
                Truth::Within(Box::new(one)),
                Truth::Within(Box::new(other)),
            ]))
        };
        Ok(match self.term(left)? {
            Term::Cell(cells) | Term::Cells(cells) => match (&right.kind, self.cells(right)?) {
                (ExprKind::Cells(names), none) if names.is_empty() => {
                    Truth::Within(Box::new([cells, none]))
                }
                (_, other) => both(&cells, &other),
            },
            Term::Number(number) => {
                Truth::Compares(Relation::Equal, Box::new([number, self.number(right)?]))
            }
            Term::Side(side) => Truth::SameSide([side, self.side(right)?]),
            Term::Kind(kinds) | Term::Kinds(kinds) => {
                let other = self.kinds(right)?;
                let within = |a: &KindsTerm, b: &KindsTerm| {
                    Truth::KindsWithin(Box::new([a.clone(), b.clone()]))
                };
                Truth::Both(Box::new([within(&kinds, &other), within(&other, &kinds)]))
            }
            Term::Truth(truth) => match self.truth(right)? {
                Truth::Fixed(true) => truth,
                Truth::Fixed(false) => Truth::Not(Box::new(truth)),
                other => {
                    return self.mismatch("`true` or `false`", &Term::Truth(other), right.span);
                }
            },
        })
    }
}
