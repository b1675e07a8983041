//! Resolves an expression to a [`Formula`](super::formula::Formula): looks up every name and finds
//! every type. Every error points at its part of the expression.

mod arguments;
mod bind;
mod function;
pub mod lower;
mod names;
mod operators;

use super::formula::{AnyTerm, CellTerm, Formula, Items, Movement, TermType};
use super::syntax::{Expr, ExprKind, MovementNotation, Name};
use super::term::Term;
use super::value::Number;
use crate::outline::Outline;
use crate::placed::PlacedDiagram;
use crate::played::PlayedGame;
pub(crate) use arguments::{Argument, Arguments, Call, Directions, MoveText, OrWhite};
pub(crate) use function::{CallSubject, Idiom, Origin};
pub use function::{Function, Generality, WordMeaning};
pub(crate) use names::{fixed_cells, outline_part};
use padma_rules::model::{Board, CellSet, KindId, Variant};
use padma_rules::movement::Dialect;
use padma_rules::reach::Rules;
use padma_rules::sentence::{parse_betza, parse_sentence};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};

/// Everything that the names in an expression can mean.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The variant that the expression is about.
    pub rules: &'a Rules,
    /// The index of the variant in the library.
    pub variant: usize,
    /// All diagrams of the book.
    pub placed: &'a [PlacedDiagram],
    /// All recorded games of the book.
    pub games: &'a [PlayedGame],
    /// The numbers that the source prints.
    pub outline: &'a Outline,
    /// The diagram whose labels can be used without its id.
    pub nearest: Option<usize>,
}

impl Scope<'_> {
    /// Finds the index of the diagram with an id, or of the nearest one if no id is given.
    pub fn figure(&self, id: Option<&Name>) -> Option<usize> {
        match id {
            Some(id) => self.placed.iter().position(|placed| placed.id == id.text),
            None => self.nearest,
        }
    }
}

/// An error that has already been reported.
pub(crate) struct Reported;
pub(crate) type Resolved<T> = Result<T, Reported>;

/// Index of the last bit in [`ExprResolver::seen`], which all further variables share.
const LAST_BIT: usize = u64::BITS as usize - 1;

struct Variable {
    name: String,
    items: Items,
    /// Its index among the variables of its type.
    place: usize,
}

/// Looks up the names of an expression and finds the types of its parts.
pub(crate) struct ExprResolver<'a, 'd> {
    pub scope: Scope<'a>,
    /// All functions, by theme.
    functions: &'static [&'static [Function]],
    variables: Vec<Variable>,
    /// A bit for each variable that the part being resolved depends on, by its index. The innermost
    /// ones may share the last bit.
    seen: u64,
    /// The number of `with(…)` around the part being resolved.
    changes: usize,
    /// The number of `with(…)` around it that have `own` or `enemy` pieces.
    relative: usize,
    pub diagnostics: &'d mut Diagnostics,
}

/// Resolves an expression; complaints go to `diagnostics`.
pub(crate) fn resolve(
    expr: &Expr,
    scope: Scope<'_>,
    functions: &'static [&'static [Function]],
    diagnostics: &mut Diagnostics,
) -> Option<Formula> {
    let mut resolver = ExprResolver {
        scope,
        functions,
        variables: Vec::new(),
        seen: 0,
        changes: 0,
        relative: 0,
        diagnostics,
    };
    let term = match resolver.term(expr).ok()? {
        term @ AnyTerm::Movement(_) => resolver.mismatch("a value", &term, expr.span).ok()?,
        term @ AnyTerm::Cell(_) => AnyTerm::Cells(resolver.as_cells(term, expr.span).ok()?),
        term => term,
    };
    Some(Formula {
        term,
        is_general: expr.is_general(),
    })
}

impl<'a> ExprResolver<'a, '_> {
    pub(crate) fn variant(&self) -> &'a Variant {
        &self.scope.rules.variant
    }

    pub(crate) fn board(&self) -> &'a Board {
        &self.variant().board
    }

    fn functions(&self) -> impl Iterator<Item = &'static Function> + use<> {
        self.functions.iter().copied().flatten()
    }

    /// Resolves an expression. If it does not name the innermost variable, its value is cached for
    /// all values of that variable, except inside a `with(…)`.
    pub(crate) fn term(&mut self, expr: &Expr) -> Resolved<AnyTerm> {
        let in_scope = self.variables.len();
        let outer = std::mem::take(&mut self.seen);
        let term = self.uncached_term(expr)?;
        let scope_bits = if in_scope < LAST_BIT {
            (1 << in_scope) - 1
        } else {
            !0
        };
        let innermost = (self.seen & scope_bits)
            .checked_ilog2()
            .map(|place| place as usize);
        self.seen |= outer;
        let can_cache = innermost.map_or(0, |place| place + 1) < in_scope.min(LAST_BIT);
        Ok(if can_cache && self.changes == 0 {
            term.cached(innermost)
        } else {
            term
        })
    }

    fn uncached_term(&mut self, expr: &Expr) -> Resolved<AnyTerm> {
        match &expr.kind {
            ExprKind::Number(value) => Ok(AnyTerm::Number(Term::Fixed(Number::whole(*value)))),
            ExprKind::Decimal(value) => Ok(AnyTerm::Number(Term::Fixed(Number::from(*value)))),
            ExprKind::Text(text) => Ok(AnyTerm::Text(Term::Fixed(text.clone()))),
            ExprKind::Name(name) => self.name(name, expr.span),
            ExprKind::Member(_, label) => self.complain_label(&label.text, expr.span),
            ExprKind::Call(function, arguments) => self.call(None, function, arguments, expr.span),
            ExprKind::CallOf(subject, function, arguments) => {
                self.call(Some(subject), function, arguments, expr.span)
            }
            ExprKind::Cells(names) => self.cell_list(names),
            ExprKind::Numbers(names) => self.entries(names),
            ExprKind::Leaps(leaps) => Ok(AnyTerm::Leaps(Term::Fixed(leaps.clone()))),
            ExprKind::Filter(binder)
            | ExprKind::Quantified { binder, .. }
            | ExprKind::Fold { binder, .. } => self.bind(binder, &expr.kind),
            ExprKind::With { changes, body } => self.with_changes(changes, body),
            ExprKind::Movement(notation, text) => self.written_movement(*notation, text),
            ExprKind::Not(inner) => {
                let inner = self.resolve_as::<bool>(inner)?;
                Ok(AnyTerm::Truth(Term::computed(move |eval| !inner.get(eval))))
            }
            ExprKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, expr.span)
            }
        }
    }

    /// Resolves a written movement: `betza "FH"`, `says "slide along X"`.
    fn written_movement(
        &mut self,
        notation: MovementNotation,
        text: &Excerpt,
    ) -> Resolved<AnyTerm> {
        let words = format!(
            "{} \"{}\"",
            notation.name(),
            text.text().replace('"', "\\\"")
        );
        let (rules, variant) = (self.scope.rules, self.variant());
        let movement = match rules.find_movement(&words) {
            Some(known) => known,
            None => {
                let movement = match notation {
                    MovementNotation::Betza => {
                        parse_betza(text, variant, Dialect::default(), self.diagnostics)
                    }
                    MovementNotation::Sentence => parse_sentence(text, variant, self.diagnostics),
                };
                rules.free_movement(&words, movement.ok_or(Reported)?)
            }
        };
        Ok(AnyTerm::Movement(Term::Fixed(Movement::Written(movement))))
    }

    /// Resolves an expression that must have this type.
    pub(crate) fn resolve_as<T: TermType>(&mut self, expr: &Expr) -> Resolved<Term<T>> {
        let term = self.term(expr)?;
        self.convert_to(term, expr.span)
    }

    fn convert_to<T: TermType>(&mut self, term: AnyTerm, span: Span) -> Resolved<Term<T>> {
        T::from_term(term).or_else(|term| self.mismatch(T::NAME, &term, span))
    }

    pub(crate) fn cells(&mut self, expr: &Expr) -> Resolved<CellTerm> {
        let term = self.term(expr)?;
        self.as_cells(term, expr.span)
    }

    pub(crate) fn as_cells(&mut self, term: AnyTerm, span: Span) -> Resolved<CellTerm> {
        match term {
            AnyTerm::Cells(cells) => Ok(cells),
            AnyTerm::Cell(cell) => Ok(Box::new(cell.map(|cell| CellSet::from_iter([cell])))),
            term => self.mismatch(CellSet::NAME, &term, span),
        }
    }

    pub(crate) fn kind(&mut self, expr: &Expr) -> Resolved<Term<KindId>> {
        if let ExprKind::Name(name) = &expr.kind
            && self.variable(name).is_none()
            && self.variant().kind_named(name).is_none()
        {
            return Err(self.unknown_piece(name, expr.span));
        }
        self.resolve_as(expr)
    }

    /// Resolves the movement of a piece, or a movement written in the expression.
    pub(crate) fn movement(&mut self, expr: &Expr) -> Resolved<Term<Movement>> {
        match &expr.kind {
            ExprKind::Movement(..) | ExprKind::Call(..) => self.resolve_as(expr),
            _ => self.kind(expr).map(|kind| kind.map(Movement::OfPiece)),
        }
    }

    /// Resolves a call of a function, perhaps about a diagram or a game. A name that is not a
    /// function must be a named set or a direction class.
    fn call(
        &mut self,
        subject: Option<&Name>,
        name: &Name,
        arguments: &[Expr],
        span: Span,
    ) -> Resolved<AnyTerm> {
        let function = self.functions().find(|function| function.name == name.text);
        if subject.is_some()
            && function.is_none_or(|function| function.subject == CallSubject::Nothing)
        {
            return self.complain_subject(name);
        }
        let Some(function) = function else {
            return self.board_call(name, arguments, span);
        };
        (function.resolve)(&mut Call {
            resolver: self,
            subject,
            name,
            arguments,
            span,
            takes: function.takes,
        })
    }

    /// Reports an error.
    pub(crate) fn wrong<T>(
        &mut self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        label: &str,
    ) -> Resolved<T> {
        self.diagnostics.error(code, message, span, label);
        Err(Reported)
    }

    /// Reports an unknown name, and suggests a similar known name.
    pub(crate) fn unknown<'n, T>(
        &mut self,
        message: impl Into<String>,
        name: (&str, Span),
        label: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Resolved<T> {
        let complaint = Diagnostic::error(Code::UnknownName, message).at(name.1, label);
        self.diagnostics.push(complaint.suggest(name.0, known));
        Err(Reported)
    }

    /// Finds the index of a name among the known names, or reports it as unknown.
    pub(crate) fn find_among<'n>(
        &mut self,
        known: impl Iterator<Item = &'n str> + Clone,
        name: (&str, Span),
        message: std::fmt::Arguments<'_>,
        label: &str,
    ) -> Resolved<usize> {
        match known.clone().position(|other| other == name.0) {
            Some(place) => Ok(place),
            None => self.unknown(message.to_string(), name, label, known),
        }
    }

    /// Writes "expected one of" the known names, or returns `fallback` if there are none.
    pub(crate) fn one_of<'n>(known: impl Iterator<Item = &'n str>, fallback: &str) -> String {
        let known: Vec<&str> = known.collect();
        if known.is_empty() {
            fallback.to_string()
        } else {
            format!("expected one of {}", known.join(", "))
        }
    }

    fn mismatch<T>(&mut self, expected: &str, found: &AnyTerm, span: Span) -> Resolved<T> {
        let message = format!("expected {expected} here, found {}", found.name());
        let label = format!("expected {expected}");
        self.wrong(Code::ClaimType, message, span, &label)
    }
}
