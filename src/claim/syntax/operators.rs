//! Operators and what they join, by how closely they bind.

use super::lex::{ExprParser, ExprResult, ExprToken};
use super::{Expr, ExprKind, Operator};
use crate::claim::value::Bound;

/// How closely operators bind, the loosest first. Those of one level join from left to right; a relation joins
/// two values, and no third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    And,
    Relation,
    Sum,
    Term,
}

impl ExprParser<'_> {
    /// Operands joined by operators that bind more closely than these, if any are said.
    pub(super) fn operators(&mut self, than: Option<Level>) -> ExprResult<Expr> {
        let start = self.here();
        let negated = than < Some(Level::Relation) && self.peek_word() == Some("not");
        let mut left = if negated { self.negation()? } else { self.atom()? };
        let mut most = if negated { Level::And } else { Level::Term };
        while let Some((level, operator)) =
            self.operator_ahead().filter(|(level, _)| than < Some(*level) && *level <= most)
        {
            let operator = self.take_operator(operator)?;
            let right = self.operators(Some(level))?;
            left = self.finish(start.clone(), ExprKind::Binary(operator, Box::new(left), Box::new(right)));
            if level == Level::Relation {
                most = Level::And;
            }
        }
        Ok(left)
    }

    fn negation(&mut self) -> ExprResult<Expr> {
        let start = self.here();
        self.at += 1;
        self.deeper()?;
        let inner = self.operators(Some(Level::And))?;
        self.depth -= 1;
        Ok(self.finish(start, ExprKind::Not(Box::new(inner))))
    }

    /// The operator that comes next, if one does, and its level. Of those of two words only the level is known.
    fn operator_ahead(&self) -> Option<(Level, Option<Operator>)> {
        let (level, operator) = match (self.peek()?, self.peek_word()) {
            (_, Some("or")) => (Level::Or, Operator::Or),
            (_, Some("and")) => (Level::And, Operator::And),
            (_, Some("not" | "at")) => return Some((Level::Relation, None)),
            (_, Some("in")) => (Level::Relation, Operator::In),
            (ExprToken::Sign('='), _) => (Level::Relation, Operator::Compare(Bound::Exactly)),
            (ExprToken::Sign('≠'), _) => (Level::Relation, Operator::Compare(Bound::Not)),
            (ExprToken::Sign('<'), _) => (Level::Relation, Operator::Compare(Bound::LessThan)),
            (ExprToken::Sign('≤'), _) => (Level::Relation, Operator::Compare(Bound::AtMost)),
            (ExprToken::Sign('>'), _) => (Level::Relation, Operator::Compare(Bound::MoreThan)),
            (ExprToken::Sign('≥'), _) => (Level::Relation, Operator::Compare(Bound::AtLeast)),
            (ExprToken::Sign('|'), _) => (Level::Sum, Operator::Union),
            (ExprToken::Sign('-'), _) => (Level::Sum, Operator::Minus),
            (ExprToken::Sign('+'), _) => (Level::Sum, Operator::Plus),
            (ExprToken::Sign('&'), _) => (Level::Term, Operator::Intersection),
            (ExprToken::Sign('*'), _) => (Level::Term, Operator::Times),
            _ => return None,
        };
        Some((level, Some(operator)))
    }

    /// Goes behind the operator that comes next, and reads the second word of one that has two.
    fn take_operator(&mut self, known: Option<Operator>) -> ExprResult<Operator> {
        let negated = self.peek_word() == Some("not");
        self.at += 1;
        let operator = match (known, self.peek_word()) {
            (Some(operator), _) => return Ok(operator),
            (None, Some("in")) if negated => Operator::NotIn,
            (None, Some("most")) if !negated => Operator::Compare(Bound::AtMost),
            (None, Some("least")) if !negated => Operator::Compare(Bound::AtLeast),
            _ if negated => {
                return self.lost("`not` stands between two values", "expected `in` after `not`");
            }
            _ => {
                let (message, label) = ("`at` is half a relation", "expected `most` or `least`");
                return self.lost_suggesting(message, label, &["most", "least"]);
            }
        };
        self.at += 1;
        Ok(operator)
    }
}
