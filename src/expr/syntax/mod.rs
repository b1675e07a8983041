//! Expressions as authors write them. The grammar, in EBNF (`docs/write/expressions.md` explains each word):
//!
#![doc = concat!("```text\n", include_str!("grammar.ebnf"), "```")]

mod lex;
mod mentions;
mod parse;
mod spacing;

pub use lex::{Before, variant_named};
pub use mentions::{Mention, mentions, mentions_in};
pub use parse::parse;
pub use parse::parse_definition;
pub(crate) use spacing::expression_text;
pub use spacing::{Spaced, spaced_tokens};

/// A name as written.
pub use padma_text::Word as Name;

use super::value::Bound;
use padma_rules::model::{Board, Decimal};
use padma_rules::movement::LeapKind;
use padma_text::{Excerpt, Span};

/// The grammar of expressions, in EBNF.
pub const GRAMMAR: &str = include_str!("grammar.ebnf");

/// Words of expressions that are not functions but may stand where a function or a value can.
pub const WORDS: [&str; 14] = [
    "betza", "says", "with", "max", "min", "sum", "union", "each", "all", "some", "cells",
    "pieces", "contents", "sections",
];

/// An expression as it is written, with no name looked up.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its operation and its parts.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// Expressions are equal if their content is, wherever they stand.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Expr {
    /// Returns the direct subexpressions, in order.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        self.bound_parts().map(|(part, _)| part)
    }

    /// Returns the direct subexpressions, each with the variables bound for it. A binder's domain
    /// does not see the binder's own variables.
    pub(super) fn bound_parts(&self) -> impl Iterator<Item = (&Expr, &[Name])> {
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
        let names = binder.map_or(&[][..], |binder| &binder.names);
        let domain = binder.and_then(|binder| binder.domain.as_deref());
        let condition = binder.and_then(|binder| binder.condition.as_deref());
        let bound = condition
            .into_iter()
            .chain(rest)
            .map(move |part| (part, names));
        domain
            .map(|domain| (domain, &[][..]))
            .into_iter()
            .chain(bound)
    }

    /// Whether it only names cells, so that no rule affects its value.
    pub fn is_by_hand(&self) -> bool {
        match &self.kind {
            ExprKind::Cells(_) => true,
            ExprKind::Name(name) => Board::is_name_shaped(name),
            ExprKind::Binary(_, a, b) => a.is_by_hand() && b.is_by_hand(),
            _ => false,
        }
    }

    /// Whether it consists of literals only, so that its value is always the same.
    pub fn is_constant(&self) -> bool {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Decimal(_)
            | ExprKind::Text(_)
            | ExprKind::Cells(_)
            | ExprKind::Numbers(_)
            | ExprKind::Leaps(_) => true,
            ExprKind::Name(name) => {
                Board::is_name_shaped(name) || matches!(name.as_str(), "true" | "false" | "never")
            }
            ExprKind::Binary(_, a, b) => a.is_constant() && b.is_constant(),
            ExprKind::Not(inner) => inner.is_constant(),
            _ => false,
        }
    }

    /// Whether it is built from `all` and `some` only, so that it can hold vacuously.
    pub(crate) fn is_general(&self) -> bool {
        self.binder().is_some()
    }

    /// Returns the binder of its first `all` or `some`, if it is built from those only.
    pub fn binder(&self) -> Option<&Binder> {
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

/// The operation and the parts of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number.
    Number(i64),
    /// A number with a decimal point.
    Decimal(Decimal),
    /// A text in quotation marks.
    Text(String),
    /// A name: of a variable, a cell, a set, a piece.
    Name(String),
    /// `A3-1.AB`: a piece of another diagram.
    Member(Name, Name),
    /// A call of a function.
    Call(Name, Vec<Expr>),
    /// `A3-1.mate(black)`: a call about another diagram or a game.
    CallOf(Box<Name>, Name, Vec<Expr>),
    /// `{c4, g4}`.
    Cells(Vec<Name>),
    /// `{"L2.0", "L2.1"}`.
    Numbers(Vec<Name>),
    /// `{(1,2), (2,3)}`.
    Leaps(Vec<LeapKind>),
    /// `{c in square where …}`.
    Filter(Binder),
    /// `all c in square: …`, and `some`.
    Quantified {
        /// Whether the body must hold for all choices.
        every: bool,
        /// The variables and their choices.
        binder: Binder,
        /// The condition for each choice.
        body: Box<Expr>,
    },
    /// `max(a in square: …)`, and `min`, `sum`, `count`, `union`.
    Fold {
        /// The way to combine the values.
        fold: Fold,
        /// The variables and their choices.
        binder: Binder,
        /// The value for one choice.
        body: Box<Expr>,
    },
    /// `with(enemy c4: …)`.
    With {
        /// The changes, in order.
        changes: Vec<Change>,
        /// The expression to compute after the changes.
        body: Box<Expr>,
    },
    /// `betza "FsN"`, `says "slide along X"`: a written movement.
    Movement(MovementNotation, Excerpt),
    /// `not …`.
    Not(Box<Expr>),
    /// An operator between two expressions.
    Binary(Operator, Box<Expr>, Box<Expr>),
}

padma_text::named! {
    /// The notation of a movement, by the word that stands before it.
    pub enum MovementNotation by name {
        /// A string of Betza notation.
        Betza "betza",
        /// A movement sentence.
        Sentence "says",
    }
}

impl MovementNotation {
    /// Returns a movement as it is written in this notation.
    fn example(self) -> &'static str {
        match self {
            MovementNotation::Betza => "`betza \"W\"`",
            MovementNotation::Sentence => "`says \"step orthogonal\"`",
        }
    }
}

/// Variables with the values they can have: `a, b in square where …`.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// The variables.
    pub names: Vec<Name>,
    /// Whether no value may precede that of the variable before it in board order: `a <= b`.
    pub ordered: bool,
    /// The values to choose from; all cells if `None`.
    pub domain: Option<Box<Expr>>,
    /// The condition that a choice must satisfy.
    pub condition: Option<Box<Expr>>,
}

padma_text::named! {
    /// A way to compute one value from many, by the word that begins it.
    pub enum Fold by name {
        /// The largest.
        Max "max",
        /// The smallest.
        Min "min",
        /// The sum.
        Sum "sum",
        /// The number of choices for which the body holds.
        Count "count",
        /// The union of the sets.
        Union "union",
        /// The value that all choices have in common.
        Each "each",
    }
}

/// A change of the position before a question is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The names of the cells. The first may name a piece instead.
    pub cells: Vec<Name>,
}

impl Change {
    /// Splits the names into the piece, if the first name is one, and the cells. `piece` looks up
    /// a name.
    pub(super) fn split_piece<T>(
        &self,
        piece: impl FnOnce(&str) -> Option<T>,
    ) -> (Option<T>, &[Name]) {
        let piece_and_cells = match &self.cells[..] {
            [first, cells @ ..] if self.kind != ChangeKind::Empty && !cells.is_empty() => {
                piece(&first.text).map(|piece| (Some(piece), cells))
            }
            _ => None,
        };
        piece_and_cells.unwrap_or((None, &self.cells))
    }
}

padma_text::named! {
    /// What is put on a cell, by the word that begins the change.
    pub enum ChangeKind by name {
        /// A piece of the same side as the one whose movement is asked for.
        Own "own",
        /// A piece of the other side.
        Enemy "enemy",
        /// A piece of White.
        White "white",
        /// A piece of Black.
        Black "black",
        /// Nothing: the cells become empty.
        Empty "empty",
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `=`, `!=`, `<`, `<=`, `>`, `>=`.
    Compare(Bound),
    /// `in`.
    In,
    /// `not in`.
    NotIn,
    /// `|`.
    Union,
    /// `-`, between sets or numbers.
    Minus,
    /// `+`.
    Plus,
    /// `&`.
    Intersection,
    /// `*`.
    Times,
}

impl Operator {
    /// Returns the relation that holds exactly when this one does not. For `and` and `or`, the
    /// caller must negate the operands too.
    pub fn opposite(self) -> Operator {
        match self {
            Operator::Compare(bound) => Operator::Compare(bound.opposite()),
            Operator::In => Operator::NotIn,
            Operator::NotIn => Operator::In,
            Operator::And => Operator::Or,
            Operator::Or => Operator::And,
            other => other,
        }
    }
}

/// A claim's expression, and the variant it names with `on`, if any.
#[derive(Clone, Debug)]
pub struct Question {
    /// The variant's name.
    pub variant: Option<Name>,
    /// The expression to compute.
    pub expr: Expr,
    /// The text of the expression.
    pub(crate) text: Excerpt,
}

/// A definition of a `claims` block, after its `name =`.
#[derive(Clone, Debug)]
pub enum Definition {
    /// A claim that is computed.
    Computed(Box<Computation>),
    /// A claim that no rule decides.
    Unchecked {
        /// The reason why no rule decides it.
        reason: Name,
    },
}

impl Definition {
    /// Returns the question of a claim that is computed.
    pub fn question(&self) -> Option<&Question> {
        match self {
            Definition::Computed(computation) => Some(&computation.question),
            Definition::Unchecked { .. } => None,
        }
    }

    /// Returns its texts that readers see, in their order: reasons, and the names of readings. What
    /// the source prints is not among them.
    pub fn shown_texts(&self) -> Vec<&Name> {
        let mut texts = match self {
            Definition::Unchecked { reason } => vec![reason],
            Definition::Computed(computation) => {
                let readings = computation.readings.iter().map(|reading| &reading.name);
                let proof = computation.erratum.iter().map(|erratum| &erratum.proof);
                let because = Some(&computation.because).filter(|because| !because.text.is_empty());
                readings.chain(proof).chain(because).collect()
            }
        };
        texts.sort_by_key(|text| text.span);
        texts
    }
}

/// The expression that a claim computes, and the value that its source prints.
#[derive(Clone, Debug)]
pub struct Computation {
    /// The claim's expression.
    pub question: Question,
    /// The value that the source prints.
    pub source: Option<Expr>,
    /// The source's own words.
    pub quotation: Option<Quotation>,
    /// The erratum, if the source is wrong.
    pub erratum: Option<Erratum>,
    /// The possible readings of the source, with their values.
    pub readings: Vec<Reading>,
    /// Why the first reading is taken; empty if the book does not say.
    pub because: Name,
}

impl From<Question> for Computation {
    /// Returns the computation of a claim without a source.
    fn from(question: Question) -> Computation {
        Computation {
            question,
            source: None,
            quotation: None,
            erratum: None,
            readings: Vec::new(),
            because: Name::default(),
        }
    }
}

impl From<Question> for Definition {
    fn from(question: Question) -> Definition {
        Definition::Computed(Box::new(question.into()))
    }
}

/// What a source says, in its own words.
#[derive(Clone, Debug)]
pub struct Quotation {
    /// The words.
    pub words: String,
    /// Where the source has them: `section H1.2`; empty if the book does not say.
    pub place: String,
    /// The place of the word `quoted`.
    pub span: Span,
}

padma_text::named! {
    /// What an erratum is about, by the word after `erratum`, the most telling first.
    #[derive(Default)]
    pub enum ErratumKind by name {
        /// The source is wrong about its game, and this shows best what the check is worth.
        Best "best",
        /// The source is wrong about its game; no word says so.
        #[default]
        Game "",
        /// A misprint, a date, the number of a section: the game is as it was.
        Misprint "misprint",
    }
}

/// The proof that a source is wrong.
#[derive(Clone, Debug)]
pub struct Erratum {
    /// What it is about.
    pub kind: ErratumKind,
    /// For a list: the items that only the source or only the rules have.
    pub differs: Option<Expr>,
    /// The proof, in words.
    pub proof: Name,
    /// The place of the word `erratum`.
    pub span: Span,
}

/// One of the possible readings of a source. The first is the one the book takes.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Its name.
    pub name: Name,
    /// The expression for the value under this reading.
    pub expr: Expr,
}
