//! Expressions as they are written. The grammar, in EBNF (`docs/claims.md` explains each word):
//!
//! ```text
//! claim      = [ "on" variant ":" ] expr
//! expr       = ( "all" | "some" ) binder ":" expr | disjunct { "or" disjunct }
//! binder     = name ( { "," name } | { "<=" name } ) [ "in" sum ] [ "where" expr ]
//! disjunct   = negation { "and" negation }
//! negation   = "not" negation | sum [ relation sum ]
//! relation   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "at most" | "at least" | [ "not" ] "in"
//! sum        = term { ( "|" | "-" | "+" ) term }
//! term       = atom { ( "&" | "*" ) atom }
//! atom       = number | text | "(" expr ")" | name [ "." name ] | call | name "." call
//!            | "{" [ cell { [ "," ] cell } ] "}" | "{" text { [ "," ] text } "}" | "{" binder "}"
//!            | "{" leap { [ "," ] leap } "}"
//!            | ( "max" | "min" | "sum" | "count" | "union" | "each" ) "(" binder ":" expr ")"
//!            | "with" "(" change { "," change } ":" expr ")" | "betza" text | "says" text
//! call       = name "(" [ expr { "," expr } ] ")"
//! leap       = "(" number "," number ")"
//! change     = ( "own" | "enemy" | "white" | "black" | "empty" ) [ piece ] name { name }        cells, sets or variables
//! ```

mod lex;
mod mentions;
mod operators;
mod parse;
mod spacing;

pub(crate) use mentions::{Mention, mentions, mentions_in};
pub use parse::parse;
pub(crate) use parse::{parse_definition, variant_named};
pub(crate) use spacing::{Before, Spaced, spaced};

/// A name as written.
pub use crate::text::Word as Name;

use crate::model::{Board, Decimal};
use crate::movement::LeapKind;
use crate::text::{Excerpt, Span};

/// Words of expressions that are no functions, and stand where one or a value can.
pub(crate) const WORDS: [&str; 14] = [
    "betza", "says", "with", "max", "min", "sum", "union", "each", "all", "some", "cells", "pieces",
    "contents", "sections",
];

#[derive(Clone, Debug)]
pub struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

/// Two are equal that say the same, wherever they stand.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Expr {
    /// The expressions that it is made of, in their order.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Expr> {
        let (binder, rest): (Option<&Binder>, Vec<&Expr>) = match &self.kind {
            ExprKind::Call(_, arguments) | ExprKind::CallOf(_, _, arguments) => {
                (None, arguments.iter().collect())
            }
            ExprKind::Filter(binder) => (Some(binder), Vec::new()),
            ExprKind::Quantified { binder, body, .. } | ExprKind::Fold { binder, body, .. } => {
                (Some(binder), vec![&**body])
            }
            ExprKind::With { body, .. } | ExprKind::Not(body) => (None, vec![&**body]),
            ExprKind::Binary(_, a, b) => (None, vec![&**a, &**b]),
            _ => (None, Vec::new()),
        };
        let bound = binder.into_iter().flat_map(|binder| binder.domain.iter().chain(&binder.condition));
        bound.map(|part| &**part).chain(rest)
    }

    /// Whether it only names cells, so that no rule has a say in its value.
    pub(crate) fn is_by_hand(&self) -> bool {
        match &self.kind {
            ExprKind::Cells(_) => true,
            ExprKind::Name(name) => Board::is_name_shaped(name),
            ExprKind::Binary(_, a, b) => a.is_by_hand() && b.is_by_hand(),
            _ => false,
        }
    }

    /// Whether it is made of values only, so that its value is known without what it speaks of.
    pub(crate) fn is_constant(&self) -> bool {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Decimal(_)
            | ExprKind::Text(_)
            | ExprKind::Cells(_)
            | ExprKind::Numbers(_)
            | ExprKind::Leaps(_) => true,
            ExprKind::Name(name) => Board::is_name_shaped(name) || matches!(name.as_str(), "true" | "false"),
            ExprKind::Binary(_, a, b) => a.is_constant() && b.is_constant(),
            ExprKind::Not(inner) => inner.is_constant(),
            _ => false,
        }
    }

    /// Whether it is made of `all` and `some` only, so that it may be about nothing.
    pub(crate) fn is_general(&self) -> bool {
        self.binder().is_some()
    }

    /// The variables of the first `all` or `some` that it is made of, if it is made of nothing else.
    pub(crate) fn binder(&self) -> Option<&Binder> {
        match &self.kind {
            ExprKind::Quantified { binder, .. } => Some(binder),
            ExprKind::Not(inner) | ExprKind::With { body: inner, .. } => inner.binder(),
            ExprKind::Binary(Operator::And | Operator::Or, a, b) => {
                a.binder().filter(|_| b.binder().is_some())
            }
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExprKind {
    Number(i64),
    /// A number with a point in it.
    Decimal(Decimal),
    Text(String),
    Name(String),
    /// `A3-1.AB`: a piece of another diagram.
    Member(Name, Name),
    Call(Name, Vec<Expr>),
    /// `A3-1.mate(black)`: what is asked of another diagram.
    CallOf(Box<Name>, Name, Vec<Expr>),
    /// `{c4, g4}`.
    Cells(Vec<Name>),
    /// `{"L2.0", "L2.1"}`.
    Numbers(Vec<Name>),
    /// `{(1,2), (2,3)}`.
    Leaps(Vec<LeapKind>),
    /// `{c in square where …}`.
    Filter(Binder),
    Quantified {
        every: bool,
        binder: Binder,
        body: Box<Expr>,
    },
    /// `max(a in square: …)`, and `min`, `sum`, `count`, `union`.
    Fold {
        fold: Fold,
        binder: Binder,
        body: Box<Expr>,
    },
    With {
        changes: Vec<Change>,
        body: Box<Expr>,
    },
    /// `betza "FsN"`, `says "slide along X"`.
    Movement(MovementNotation, Excerpt),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// What a movement is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovementNotation {
    Betza,
    Sentence,
}

impl MovementNotation {
    /// The word that stands before it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            MovementNotation::Betza => "betza",
            MovementNotation::Sentence => "says",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Binder {
    pub names: Vec<Name>,
    /// Whether no variable comes before an earlier one in the order of the board: `a <= b`.
    pub ordered: bool,
    pub domain: Option<Box<Expr>>,
    pub condition: Option<Box<Expr>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Max,
    Min,
    Sum,
    Count,
    Union,
    /// The one value of all.
    Each,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub kind: ChangeKind,
    pub cells: Vec<Name>,
}

/// What is put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    /// A piece of the same side as the one whose movement is asked for.
    Own,
    Enemy,
    White,
    Black,
    Empty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    NotIn,
    Union,
    Minus,
    Plus,
    Intersection,
    Times,
}

impl Operator {
    /// The relation that holds where this one does not.
    pub(super) fn opposite(self) -> Option<Operator> {
        match self {
            Operator::Equal => Some(Operator::Unequal),
            Operator::Unequal => Some(Operator::Equal),
            Operator::In => Some(Operator::NotIn),
            Operator::NotIn => Some(Operator::In),
            _ => None,
        }
    }

    /// Whether the relation holds of a value and itself; `None` of what is no such relation.
    pub(super) fn of_equals(self) -> Option<bool> {
        match self {
            Operator::Equal | Operator::AtMost | Operator::AtLeast => Some(true),
            Operator::Unequal | Operator::Less | Operator::Greater => Some(false),
            _ => None,
        }
    }
}

/// A claim's expression and, if it says so, the variant it speaks of.
#[derive(Clone, Debug)]
pub struct Question {
    /// The variant's name.
    pub variant: Option<Name>,
    /// What is to be computed.
    pub expr: Expr,
}

/// A definition of a `claims` block, after its `name =`.
#[derive(Clone, Debug)]
pub(crate) enum Definition {
    Computed {
        question: Box<Question>,
        /// What the source prints.
        source: Option<Box<Expr>>,
        erratum: Option<Box<Erratum>>,
        readings: Vec<Reading>,
    },
    Unchecked {
        reason: String,
    },
}

/// Why a source is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Erratum {
    /// Of lists: what is in only one of the source's and the rules'.
    pub differs: Option<Expr>,
    pub proof: String,
    /// Where the word stands that begins it.
    pub span: Span,
}

/// One of the readings a source's words allow; the first is the one the book takes.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) name: String,
    pub(crate) expr: Expr,
}
