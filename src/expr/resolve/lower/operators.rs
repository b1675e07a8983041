//! Lowers operators and relations, and checks the types of what they join.

use super::{Lowered, Lowering, RuleTerm};
use crate::syntax::{Expr, ExprKind, Operator};
use crate::value::Bound;
use padma_rules::model::{
    Arithmetic, CellsTerm, KindsTerm, NumberRelation, NumberTerm, SetOperator, Truth,
};

impl Lowering<'_, '_> {
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
    ) -> Lowered<RuleTerm> {
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
                    Bound::LessThan => NumberRelation::Less,
                    _ => NumberRelation::AtMost,
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
                return Ok(RuleTerm::Number(NumberTerm::Join(
                    operator,
                    Box::new(numbers),
                )));
            }
        };
        Ok(RuleTerm::Truth(if negated {
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
    ) -> Lowered<RuleTerm> {
        let first = match (self.term(left)?, arithmetic) {
            (RuleTerm::Number(first), Some(arithmetic)) => {
                let numbers = [first, self.number(right)?];
                return Ok(RuleTerm::Number(NumberTerm::Join(
                    arithmetic,
                    Box::new(numbers),
                )));
            }
            (RuleTerm::Cell(cells) | RuleTerm::Cells(cells), _) => cells,
            (RuleTerm::Kind(first) | RuleTerm::Kinds(first), _)
                if operator == SetOperator::Union =>
            {
                return Ok(RuleTerm::Kinds(match (first, self.kinds(right)?) {
                    (KindsTerm::Fixed(a), KindsTerm::Fixed(b)) => KindsTerm::Fixed(a | b),
                    (a, b) => KindsTerm::Either(Box::new([a, b])),
                }));
            }
            (other, _) => return self.mismatch("a set of cells", &other, left.span),
        };
        let second = self.cells(right)?;
        Ok(RuleTerm::Cells(match (first, second) {
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
            RuleTerm::Cell(cell) => Truth::Meets(Box::new([cell, self.cells(right)?])),
            RuleTerm::Cells(cells) => Truth::Within(Box::new([cells, self.cells(right)?])),
            RuleTerm::Kind(kinds) | RuleTerm::Kinds(kinds) => {
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
            RuleTerm::Cell(cells) | RuleTerm::Cells(cells) => {
                match (&right.kind, self.cells(right)?) {
                    (ExprKind::Cells(names), none) if names.is_empty() => {
                        Truth::Within(Box::new([cells, none]))
                    }
                    (_, other) => both(&cells, &other),
                }
            }
            RuleTerm::Number(number) => Truth::Compares(
                NumberRelation::Equal,
                Box::new([number, self.number(right)?]),
            ),
            RuleTerm::Side(side) => Truth::SameSide([side, self.side(right)?]),
            RuleTerm::Kind(kinds) | RuleTerm::Kinds(kinds) => {
                let other = self.kinds(right)?;
                let within = |a: &KindsTerm, b: &KindsTerm| {
                    Truth::KindsWithin(Box::new([a.clone(), b.clone()]))
                };
                Truth::Both(Box::new([within(&kinds, &other), within(&other, &kinds)]))
            }
            RuleTerm::Truth(truth) => match self.truth(right)? {
                Truth::Fixed(true) => truth,
                Truth::Fixed(false) => Truth::Not(Box::new(truth)),
                other => {
                    return self.mismatch("`true` or `false`", &RuleTerm::Truth(other), right.span);
                }
            },
        })
    }
}
