//! What is asked of the source's own outline: its contents, sections, figures and references; and the
//! symbols of a diagram's marks.

use super::{Bound, Settled, Settler, Term, Wrong};
use crate::claim::formula::{Entry, Roll, Set, Txt};
use crate::claim::syntax::{Expr, ExprKind, Name};
use crate::diag::Code;
use crate::lower::{NumberId, Part, unknown_number};
use crate::text::Span;

/// The part of a source that a name stands for.
pub(super) fn part(name: &str) -> Option<Part> {
    match name {
        "contents" => Some(Part::Contents),
        "sections" => Some(Part::Sections),
        "figures" => Some(Part::Figures),
        _ => None,
    }
}

pub(super) fn is_function(name: &str) -> bool {
    matches!(name, "figures" | "twice" | "dotted" | "references" | "listed" | "title" | "symbols")
}

impl Settler<'_, '_> {
    /// Makes sure that there is an outline to ask.
    pub(super) fn part(&mut self, part: Part, span: Span) -> Settled<Part> {
        if !self.scope.outline.is_empty() {
            return Ok(part);
        }
        let message = "this book says nothing of its source's sections and figures".to_string();
        self.wrong(Code::UnknownName, message, span, "expected a file `source.toml` in the book's folder")
    }

    pub(super) fn of_outline(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        if function.text == "symbols" {
            return self.symbols(arguments, span);
        }
        self.part(Part::Sections, function.span)?;
        if function.text == "twice" {
            let part = match arguments {
                [Expr { kind: ExprKind::Name(name), .. }] => part(name),
                _ => None,
            };
            let Some(part) = part else {
                let message = "a part of the source is due here".to_string();
                return self.wrong(
                    Code::ClaimType,
                    message,
                    span,
                    "expected `contents`, `sections` or `figures`",
                );
            };
            return Ok(Term::Numbers(Roll::Twice(part)));
        }
        if function.text == "dotted" {
            self.arity(arguments, 1..=1, "figures", span)?;
            return Ok(Term::Numbers(Roll::Dotted(Box::new(self.roll(&arguments[0])?))));
        }
        self.arity(arguments, 1..=1, "the number of a section or figure", span)?;
        let entry = self.entry(&arguments[0])?;
        Ok(match function.text.as_str() {
            "figures" => Term::Numbers(Roll::FiguresOf(entry)),
            "references" => Term::Numbers(Roll::References(entry)),
            "listed" => Term::Text(Txt::Listed(entry)),
            _ => Term::Text(Txt::Title(entry)),
        })
    }

    /// `symbols(R2-1)`.
    fn symbols(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        let [Expr { kind: ExprKind::Name(id), span }] = arguments else {
            let message = "a diagram is due here".to_string();
            return self.wrong(Code::ClaimType, message, span, "expected the id of a diagram of this book");
        };
        let stages = self.scope.stages;
        match stages.iter().position(|stage| stage.id == *id) {
            Some(stage) => Ok(Term::Text(Txt::Symbols { stage })),
            None => Err(self.unknown_diagram(id, *span)),
        }
    }

    /// One number, as a text or a variable.
    fn entry(&mut self, expr: &Expr) -> Settled<Entry> {
        match &expr.kind {
            ExprKind::Text(number) => self.number_named(number, expr.span).map(Entry::Fixed),
            ExprKind::Name(name) if matches!(self.variable(name), Some((_, Bound::Number))) => {
                match self.term(expr)? {
                    Term::Entry(entry) => Ok(entry),
                    term => self.mismatch("a section or figure", &term, expr.span),
                }
            }
            _ => {
                let message = "a section or figure is due here".to_string();
                let label = "expected its number in quotes, as in `\"A1.0\"`, or a variable";
                self.wrong(Code::ClaimType, message, expr.span, label)
            }
        }
    }

    /// `{"L2.0", "L2.1"}`.
    pub(super) fn numbers(&mut self, names: &[Name]) -> Settled<Term> {
        if let Some(first) = names.first() {
            self.part(Part::Sections, first.span)?;
        }
        let mut numbers = Vec::new();
        let mut complete = true;
        for name in names {
            match self.number_named(&name.text, name.span) {
                Ok(number) => numbers.push(number),
                Err(Wrong) => complete = false,
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        if complete { Ok(Term::Numbers(Roll::Fixed(numbers))) } else { Err(Wrong) }
    }

    fn number_named(&mut self, number: &str, span: Span) -> Settled<NumberId> {
        let outline = self.scope.outline;
        outline.find(number).ok_or_else(|| {
            self.diagnostics.push(unknown_number(number, span, outline));
            Wrong
        })
    }

    pub(super) fn roll(&mut self, expr: &Expr) -> Settled<Roll> {
        let term = self.term(expr)?;
        self.as_roll(term, expr.span)
    }

    pub(super) fn as_roll(&mut self, term: Term, span: Span) -> Settled<Roll> {
        match term {
            Term::Numbers(roll) => Ok(roll),
            Term::Entry(entry) => Ok(Roll::One(entry)),
            // `{}` is the empty list of whatever is due.
            Term::Cells(Set::Fixed(set)) if set.is_empty() => Ok(Roll::Fixed(Vec::new())),
            term => self.mismatch("sections or figures", &term, span),
        }
    }
}
