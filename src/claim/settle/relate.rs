//! Operators and relations, and what kinds of value they join.

use super::{Settled, Settler, Term};
use crate::claim::formula::{Herd, Leaps, Num, Relation, Roll, Set, Test};
use crate::claim::syntax::{Expr, Operator};
use crate::diag::Code;
use crate::text::Span;

impl Settler<'_, '_> {
    pub(super) fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Settled<Term> {
        match operator {
            Operator::Or | Operator::And => {
                let (a, b) = (Box::new(self.truth(left)?), Box::new(self.truth(right)?));
                Ok(Term::Truth(if operator == Operator::Or { Test::Or(a, b) } else { Test::And(a, b) }))
            }
            Operator::Equal => self.equal(left, right, span).map(Term::Truth),
            Operator::Unequal => {
                let equal = self.equal(left, right, span)?;
                Ok(Term::Truth(Test::Not(Box::new(equal))))
            }
            Operator::Less | Operator::AtMost => {
                let relation = if operator == Operator::Less { Relation::Less } else { Relation::AtMost };
                Ok(Term::Truth(Test::Compare(relation, self.number(left)?, self.number(right)?)))
            }
            Operator::Greater | Operator::AtLeast => {
                let relation = if operator == Operator::Greater { Relation::Less } else { Relation::AtMost };
                Ok(Term::Truth(Test::Compare(relation, self.number(right)?, self.number(left)?)))
            }
            Operator::In => self.contained(left, right).map(Term::Truth),
            Operator::NotIn => Ok(Term::Truth(Test::Not(Box::new(self.contained(left, right)?)))),
            Operator::Union | Operator::Intersection => match self.term(left)? {
                term @ (Term::Entry(_) | Term::Numbers(_)) => {
                    let (a, b) = (Box::new(self.as_roll(term, left.span)?), Box::new(self.roll(right)?));
                    let union = operator == Operator::Union;
                    Ok(Term::Numbers(if union { Roll::Union(a, b) } else { Roll::Intersection(a, b) }))
                }
                Term::Leaps(a) => {
                    let (a, b) = (Box::new(a), Box::new(self.leaps(right)?));
                    let union = operator == Operator::Union;
                    Ok(Term::Leaps(if union { Leaps::Union(a, b) } else { Leaps::Intersection(a, b) }))
                }
                term => {
                    let (a, b) = (Box::new(self.as_cells(term, left.span)?), Box::new(self.cells(right)?));
                    let union = operator == Operator::Union;
                    Ok(Term::Cells(if union { Set::Union(a, b) } else { Set::Intersection(a, b) }))
                }
            },
            Operator::Minus => match self.term(left)? {
                Term::Number(a) => Ok(Term::Number(Num::Minus(Box::new(a), Box::new(self.number(right)?)))),
                term @ (Term::Entry(_) | Term::Numbers(_)) => {
                    let (a, b) = (Box::new(self.as_roll(term, left.span)?), Box::new(self.roll(right)?));
                    Ok(Term::Numbers(Roll::Minus(a, b)))
                }
                Term::Leaps(a) => Ok(Term::Leaps(Leaps::Minus(Box::new(a), Box::new(self.leaps(right)?)))),
                term => {
                    let a = self.as_cells(term, left.span)?;
                    Ok(Term::Cells(Set::Minus(Box::new(a), Box::new(self.cells(right)?))))
                }
            },
            Operator::Plus => {
                Ok(Term::Number(Num::Plus(Box::new(self.number(left)?), Box::new(self.number(right)?))))
            }
            Operator::Times => {
                Ok(Term::Number(Num::Times(Box::new(self.number(left)?), Box::new(self.number(right)?))))
            }
        }
    }

    fn equal(&mut self, left: &Expr, right: &Expr, span: Span) -> Settled<Test> {
        let (a, b) = (self.term(left)?, self.term(right)?);
        Ok(match (a, b) {
            (Term::Number(a) | Term::Share(a), Term::Number(b) | Term::Share(b)) => {
                Test::Compare(Relation::Equal, a, b)
            }
            (Term::Truth(a), Term::Truth(b)) => Test::Same(Box::new(a), Box::new(b)),
            (Term::Text(a), Term::Text(b)) => Test::SameText(a, b),
            (Term::Piece(a), Term::Piece(b)) => Test::SamePieces(Herd::One(a), Herd::One(b)),
            (Term::Pieces(a), Term::Pieces(b)) => Test::SamePieces(a, b),
            (a @ Term::Leaps(_), b) | (a, b @ Term::Leaps(_))
                if is_list_of_leaps(&a) && is_list_of_leaps(&b) =>
            {
                Test::SameLeaps(self.as_leaps(a, left.span)?, self.as_leaps(b, right.span)?)
            }
            (a @ (Term::Cells(_) | Term::Cell(_)), b @ (Term::Cells(_) | Term::Cell(_))) => {
                Test::SameCells(self.as_cells(a, left.span)?, self.as_cells(b, right.span)?)
            }
            (a @ (Term::Entry(_) | Term::Numbers(_)), b @ (Term::Entry(_) | Term::Numbers(_))) => {
                Test::SameNumbers(self.as_roll(a, left.span)?, self.as_roll(b, right.span)?)
            }
            (a, b) => {
                let message = format!("{} cannot be compared with {}", a.name(), b.name());
                return self.wrong(Code::ClaimType, message, span, "both sides must be of one kind");
            }
        })
    }

    fn contained(&mut self, left: &Expr, right: &Expr) -> Settled<Test> {
        match self.term(left)? {
            Term::Piece(who) => Ok(Test::SubHerd(Herd::One(who), self.herd(right)?)),
            Term::Pieces(herd) => Ok(Test::SubHerd(herd, self.herd(right)?)),
            Term::Entry(entry) => Ok(Test::SubRoll(Roll::One(entry), self.roll(right)?)),
            Term::Numbers(roll) => Ok(Test::SubRoll(roll, self.roll(right)?)),
            Term::Leaps(leaps) => Ok(Test::SubLeaps(leaps, self.leaps(right)?)),
            term => Ok(Test::Subset(self.as_cells(term, left.span)?, self.cells(right)?)),
        }
    }

    fn leaps(&mut self, expr: &Expr) -> Settled<Leaps> {
        let term = self.term(expr)?;
        self.as_leaps(term, expr.span)
    }

    fn herd(&mut self, expr: &Expr) -> Settled<Herd> {
        match self.term(expr)? {
            Term::Pieces(herd) => Ok(herd),
            Term::Piece(who) => Ok(Herd::One(who)),
            term => self.mismatch("pieces", &term, expr.span),
        }
    }

    pub(super) fn cells(&mut self, expr: &Expr) -> Settled<Set> {
        let term = self.term(expr)?;
        self.as_cells(term, expr.span)
    }

    pub(super) fn as_cells(&mut self, term: Term, span: Span) -> Settled<Set> {
        match term {
            Term::Cells(set) => Ok(set),
            Term::Cell(spot) => Ok(Set::One(spot)),
            term => self.mismatch("cells", &term, span),
        }
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Settled<Num> {
        match self.term(expr)? {
            Term::Number(num) | Term::Share(num) => Ok(num),
            term => self.mismatch("a number", &term, expr.span),
        }
    }

    pub(super) fn truth(&mut self, expr: &Expr) -> Settled<Test> {
        match self.term(expr)? {
            Term::Truth(test) => Ok(test),
            term => self.mismatch("true or false", &term, expr.span),
        }
    }
}

/// `{}` is the empty list of whatever is due.
fn is_list_of_leaps(term: &Term) -> bool {
    matches!(term, Term::Leaps(_)) || matches!(term, Term::Cells(Set::Fixed(set)) if set.is_empty())
}
