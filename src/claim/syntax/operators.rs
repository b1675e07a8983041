//! Operators and what they join, by how closely they bind.

use super::lex::Token;
use super::parse::{Parser, Read};
use super::{Expr, ExprKind, Operator};

/// How closely operators bind, the loosest first. Those of one level join from left to right; a relation joins
/// two values, and no third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    And,
    Relation,
    Sum,
    Term,
    /// No operator binds so closely.
    Atom,
}

impl Level {
    fn next(self) -> Level {
        match self {
            Level::Or => Level::And,
            Level::And => Level::Relation,
            Level::Relation => Level::Sum,
            Level::Sum => Level::Term,
            Level::Term | Level::Atom => Level::Atom,
        }
    }
}

impl Parser<'_> {
    /// Operands joined by operators that bind as closely as this or more closely.
    pub(super) fn operators(&mut self, least: Level) -> Read<Expr> {
        let start = self.here();
        let negated = least <= Level::Relation && self.peek_word() == Some("not");
        let mut left = if negated { self.negation()? } else { self.atom()? };
        let mut most = if negated { Level::And } else { Level::Term };
        while let Some(level) = self.level_ahead().filter(|level| (least..=most).contains(level)) {
            let operator = self.operator()?;
            let right = self.operators(level.next())?;
            left = self.finish(start.clone(), ExprKind::Binary(operator, Box::new(left), Box::new(right)));
            if level == Level::Relation {
                most = Level::And;
            }
        }
        Ok(left)
    }

    fn negation(&mut self) -> Read<Expr> {
        let start = self.here();
        self.at += 1;
        self.deeper()?;
        let inner = self.operators(Level::Relation)?;
        self.depth -= 1;
        Ok(self.finish(start, ExprKind::Not(Box::new(inner))))
    }

    /// The level of the operator that comes next, if one does.
    fn level_ahead(&self) -> Option<Level> {
        match self.peek()? {
            Token::Name => match self.peek_word()? {
                "or" => Some(Level::Or),
                "and" => Some(Level::And),
                "in" | "not" | "at" => Some(Level::Relation),
                _ => None,
            },
            Token::Sign('=' | '≠' | '<' | '≤' | '>' | '≥') => Some(Level::Relation),
            Token::Sign('|' | '-' | '+') => Some(Level::Sum),
            Token::Sign('&' | '*') => Some(Level::Term),
            _ => None,
        }
    }

    /// Reads the operator that comes next.
    fn operator(&mut self) -> Read<Operator> {
        let operator = match (self.peek(), self.peek_word()) {
            (Some(Token::Sign('=')), _) => Operator::Equal,
            (Some(Token::Sign('≠')), _) => Operator::Unequal,
            (Some(Token::Sign('<')), _) => Operator::Less,
            (Some(Token::Sign('≤')), _) => Operator::AtMost,
            (Some(Token::Sign('>')), _) => Operator::Greater,
            (Some(Token::Sign('≥')), _) => Operator::AtLeast,
            (Some(Token::Sign('|')), _) => Operator::Union,
            (Some(Token::Sign('-')), _) => Operator::Minus,
            (Some(Token::Sign('+')), _) => Operator::Plus,
            (Some(Token::Sign('&')), _) => Operator::Intersection,
            (Some(Token::Sign('*')), _) => Operator::Times,
            (_, Some("or")) => Operator::Or,
            (_, Some("and")) => Operator::And,
            (_, Some("in")) => Operator::In,
            (_, Some("not")) => {
                self.at += 1;
                if self.peek_word() != Some("in") {
                    return self.lost("`not` stands between two values", "expected `in` after `not`");
                }
                Operator::NotIn
            }
            (_, Some("at")) => {
                self.at += 1;
                match self.peek_word() {
                    Some("most") => Operator::AtMost,
                    Some("least") => Operator::AtLeast,
                    _ => {
                        let known = ["most", "least"];
                        let (message, label) = ("`at` is half a relation", "expected `most` or `least`");
                        return self.lost_suggesting(message, label, &known);
                    }
                }
            }
            _ => return self.lost("an operator is missing here", "expected an operator"),
        };
        self.at += 1;
        Ok(operator)
    }
}
