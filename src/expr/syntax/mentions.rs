//! Finds the names in an expression, except those of its variables, without looking them up.

use super::{Change, Computation, Definition, Expr, ExprKind, MovementNotation, Name};
use padma_text::{Excerpt, Span};

/// A name in an expression.
#[derive(Clone, Copy, Debug)]
pub enum Mention<'e> {
    /// A piece, a set or a cell, and the call that it is an argument of, if any. As an argument it
    /// may also be the label of a piece.
    Name(&'e str, Span, Option<&'e str>),
    /// The name that is called: a function, a set or a direction class.
    Called(&'e Name),
    /// A diagram or a game, and the label of a piece in it, if one follows.
    Subject(&'e Name, Option<&'e Name>),
    /// A movement sentence in quotes.
    Sentence(&'e Excerpt),
    /// A text in quotes, and the call that it is an argument of.
    Text(&'e str, Span, &'e str),
}

/// Returns the names in all expressions of a definition.
pub fn mentions_in(definition: &Definition) -> Vec<Mention<'_>> {
    let Definition::Computed(computation) = definition else {
        return Vec::new();
    };
    let Computation {
        question,
        source,
        quotation: _,
        erratum,
        readings,
        because: _,
    } = &**computation;
    let differs = erratum
        .as_ref()
        .and_then(|erratum| erratum.differs.as_ref());
    let others = source
        .iter()
        .chain(differs)
        .chain(readings.iter().map(|reading| &reading.expr));
    [&question.expr]
        .into_iter()
        .chain(others)
        .flat_map(mentions)
        .collect()
}

/// Returns the names in an expression.
pub fn mentions(expr: &Expr) -> Vec<Mention<'_>> {
    let mut finder = Finder {
        bound: Vec::new(),
        mentions: Vec::new(),
    };
    finder.expr(expr, None);
    finder.mentions
}

struct Finder<'e> {
    /// The variables of the binders around the current part.
    bound: Vec<&'e str>,
    mentions: Vec<Mention<'e>>,
}

impl<'e> Finder<'e> {
    fn expr(&mut self, expr: &'e Expr, call: Option<&'e str>) {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span, call),
            ExprKind::Text(text) => self
                .mentions
                .extend(call.map(|call| Mention::Text(text, expr.span, call))),
            ExprKind::Member(diagram, label) => {
                self.mentions.push(Mention::Subject(diagram, Some(label)))
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments),
            ExprKind::CallOf(subject, name, arguments) => {
                self.mentions.push(Mention::Subject(subject, None));
                self.call(name, arguments);
            }
            ExprKind::Cells(names) => names
                .iter()
                .for_each(|name| self.name(&name.text, name.span, None)),
            ExprKind::With { changes, body } => {
                for Change { cells, .. } in changes {
                    cells
                        .iter()
                        .for_each(|name| self.name(&name.text, name.span, None));
                }
                self.expr(body, None);
            }
            ExprKind::Movement(MovementNotation::Sentence, text) => {
                self.mentions.push(Mention::Sentence(text))
            }
            _ => {
                for (part, names) in expr.bound_parts() {
                    let outer_count = self.bound.len();
                    self.bound
                        .extend(names.iter().map(|name| name.text.as_str()));
                    self.expr(part, None);
                    self.bound.truncate(outer_count);
                }
            }
        }
    }

    fn name(&mut self, name: &'e str, span: Span, call: Option<&'e str>) {
        if !self.bound.contains(&name) {
            self.mentions.push(Mention::Name(name, span, call));
        }
    }

    fn call(&mut self, name: &'e Name, arguments: &'e [Expr]) {
        self.mentions.push(Mention::Called(name));
        arguments
            .iter()
            .for_each(|argument| self.expr(argument, Some(&name.text)));
    }
}
