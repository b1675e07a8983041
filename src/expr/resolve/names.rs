//! Resolves names: variables, cells, sets, pieces, direction classes, diagrams and their pieces.

use std::rc::Rc;

use super::{CallSubject, ExprResolver, LAST_BIT, Reported, Resolved};
use crate::formula::{AnyTerm, Items};
use crate::outline::{NumberId, OutlinePart, unknown_number};
use crate::placed::PlacedDiagram;
use crate::syntax::{self, Expr, ExprKind, Name};
use crate::term::{Join, Term, sorted_unique};
use crate::value::Number;
use padma_rules::model::{Board, Cell, CellSet, Dir, Side};
use padma_rules::names::{cell_named, kind_named, unknown_cell, unknown_direction};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic};

impl ExprResolver<'_, '_> {
    /// Resolves a name on its own: a variable, a set, a cell, a piece or a part of the source's
    /// outline.
    pub(super) fn name(&mut self, name: &str, span: Span) -> Resolved<AnyTerm> {
        if let Some((items, place)) = self.variable(name) {
            return Ok(match items {
                Items::Cells => AnyTerm::Cell(Term::variable(place)),
                Items::Pieces => AnyTerm::Kind(Term::variable(place)),
                Items::Leaps => AnyTerm::Leap(Term::variable(place)),
                Items::Entries => AnyTerm::Entry(Term::variable(place)),
            });
        }
        match name {
            "cells" => return Ok(fixed_cells(self.board().all())),
            "pieces" => {
                return Ok(AnyTerm::Kinds(Term::Fixed(
                    self.variant().kind_ids().collect(),
                )));
            }
            "true" | "false" => return Ok(AnyTerm::Truth(Term::Fixed(name == "true"))),
            "never" => return Ok(AnyTerm::Number(Term::Fixed(Number::Never))),
            _ => {}
        }
        if let Some(set) = self.variant().sets.get(name) {
            return Ok(fixed_cells(set.white));
        }
        if let Some(cell) = self.board().cell(name) {
            return Ok(AnyTerm::Cell(Term::Fixed(cell)));
        }
        if let Some(kind) = self.variant().kind_named(name) {
            return Ok(AnyTerm::Kind(Term::Fixed(kind)));
        }
        if let Some(part) = outline_part(name) {
            self.check_outline(span)?;
            return Ok(AnyTerm::Entries(Term::Fixed(sorted_unique(
                self.scope.outline.part(part),
            ))));
        }
        if Board::is_name_shaped(name) {
            self.diagnostics
                .push(unknown_cell(name, span, self.board()));
            return Err(Reported);
        }
        let nearest = self.scope.nearest.map(|figure| &self.scope.placed[figure]);
        if nearest.is_some_and(|figure| pieces_labelled(figure, name).next().is_some()) {
            return self.complain_label(name, span);
        }
        let message = format!("`{name}` means nothing here");
        let label = "expected a variable, a cell, a piece, a kind of cell or a named set";
        let variant = self.variant();
        let variables: Vec<String> = self
            .variables
            .iter()
            .map(|variable| variable.name.clone())
            .collect();
        let mut known: Vec<&str> = vec!["cells", "pieces"];
        known.extend(variant.sets.all_names());
        known.extend(variant.kinds.iter().map(|kind| kind.id.as_str()));
        known.extend(self.function_words());
        known.extend(variables.iter().map(String::as_str));
        self.unknown(message, (name, span), label, known)
    }

    /// Returns the names of all functions, and the words used like functions or values.
    fn function_words<'w>(&self) -> Vec<&'w str> {
        self.functions()
            .map(|function| function.name)
            .chain(syntax::WORDS)
            .collect()
    }

    /// Reports the label of a piece where a value is expected.
    pub(super) fn complain_label<T>(&mut self, label: &str, span: Span) -> Resolved<T> {
        let message = format!("`{label}` is the label of a piece, not a value");
        self.wrong(
            Code::ClaimType,
            message,
            span,
            "expected `reach(…)` or the like around it",
        )
    }

    /// Finds a variable. Returns its item type, and its index among the variables of that type.
    pub(super) fn variable(&mut self, name: &str) -> Option<(Items, usize)> {
        let index = self
            .variables
            .iter()
            .rposition(|variable| variable.name == name)?;
        self.seen |= 1 << index.min(LAST_BIT);
        let variable = &self.variables[index];
        Some((variable.items, variable.place))
    }

    /// Whether a name is a variable.
    pub(crate) fn is_variable(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable.name == name)
    }

    pub(crate) fn fixed_cell(&mut self, name: &Name) -> Resolved<Cell> {
        cell_named(self.board(), &name.text, name.span, self.diagnostics).ok_or(Reported)
    }

    /// Resolves a list of cells such as `{c4, g4}`. The names may include variables.
    pub(super) fn cell_list(&mut self, names: &[Name]) -> Resolved<AnyTerm> {
        let mut cells = CellSet::EMPTY;
        let mut variables = Vec::new();
        let mut complete = true;
        for name in names {
            match (self.variable(&name.text), self.board().cell(&name.text)) {
                (Some((Items::Cells, place)), _) => variables.push(Term::<Cell>::variable(place)),
                (_, Some(cell)) => cells.insert(cell),
                _ => complete = self.fixed_cell(name).is_ok() && complete,
            }
        }
        if !complete {
            return Err(Reported);
        }
        if variables.is_empty() {
            return Ok(fixed_cells(cells));
        }
        let single = |cell: Term<Cell>| cell.map(|cell| CellSet::from_iter([cell]));
        let join = |all: Term<CellSet>, cell| all.join(Join::Union, single(cell));
        let all = variables.into_iter().fold(Term::Fixed(cells), join);
        Ok(AnyTerm::Cells(Box::new(all)))
    }

    /// Resolves a list of numbers such as `{"L2.0", "L2.1"}`.
    pub(super) fn entries(&mut self, names: &[Name]) -> Resolved<AnyTerm> {
        if let Some(first) = names.first() {
            self.check_outline(first.span)?;
        }
        let entries = names
            .iter()
            .map(|name| self.find_entry(&name.text, name.span));
        // Collected first so that every unknown number is reported.
        let entries = entries
            .collect::<Vec<_>>()
            .into_iter()
            .collect::<Resolved<Vec<NumberId>>>()?;
        Ok(AnyTerm::Entries(Term::Fixed(sorted_unique(entries))))
    }

    pub(crate) fn find_entry(&mut self, number: &str, span: Span) -> Resolved<NumberId> {
        let outline = self.scope.outline;
        outline.find(number).ok_or_else(|| {
            self.diagnostics.push(unknown_number(number, span, outline));
            Reported
        })
    }

    /// Returns the text of an expression that must be a text in quotes.
    pub(crate) fn quoted_text<'e>(
        &mut self,
        expr: &'e Expr,
        expected: &str,
        label: &str,
    ) -> Resolved<&'e str> {
        match &expr.kind {
            ExprKind::Text(text) => Ok(text),
            _ => self.wrong(
                Code::ClaimType,
                format!("expected {expected} here"),
                expr.span,
                label,
            ),
        }
    }

    /// Checks that the book has an outline of its source.
    pub(crate) fn check_outline(&mut self, span: Span) -> Resolved<()> {
        if !self.scope.outline.is_empty() {
            return Ok(());
        }
        let message = "this book does not describe its source's sections and figures";
        self.wrong(
            Code::UnknownName,
            message,
            span,
            "expected a file `source.toml` in the book's folder",
        )
    }

    /// Reports an unknown piece.
    pub(crate) fn unknown_piece(&mut self, name: &str, span: Span) -> Reported {
        if Side::from_name(name).is_some() {
            let message = "a side comes after the piece";
            let label = "expected the piece first, as in `setup(rook, black)`";
            self.diagnostics
                .error(Code::ClaimType, message, span, label);
            return Reported;
        }
        kind_named(&self.variant().kinds, name, span, self.diagnostics);
        Reported
    }

    pub(crate) fn side(&mut self, expr: &Expr) -> Resolved<Side> {
        let side = match &expr.kind {
            ExprKind::Name(name) => Side::from_name(name),
            _ => None,
        };
        let Some(side) = side else {
            return self.wrong(
                Code::ClaimType,
                "expected a side here",
                expr.span,
                "expected `white` or `black`",
            );
        };
        Ok(side)
    }

    /// Returns the directions of a class, as White sees them.
    pub(crate) fn find_class(&self, name: &str) -> Option<Rc<[Dir]>> {
        let board = self.board();
        board
            .class(name)
            .map(|class| board.class_for(class, &[], Side::White).into())
    }

    pub(crate) fn class(&mut self, expr: &Expr) -> Resolved<Rc<[Dir]>> {
        let ExprKind::Name(name) = &expr.kind else {
            let message = "expected a direction class here";
            return self.wrong(
                Code::ClaimType,
                message,
                expr.span,
                "expected a class such as `X`",
            );
        };
        let Some(dirs) = self.find_class(name) else {
            self.diagnostics
                .push(unknown_direction(name, expr.span, self.board()));
            return Err(Reported);
        };
        Ok(dirs)
    }

    /// Resolves a call of a name that is not a function: a named set as one side sees it, or
    /// whether the second cell, or one of several, is one step from the first along a class.
    pub(super) fn board_call(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        span: Span,
    ) -> Resolved<AnyTerm> {
        let word = name.text.as_str();
        if let Some(set) = self.variant().sets.get(word) {
            self.check_count(
                arguments,
                1..=1,
                "the side from which the set is seen",
                span,
            )?;
            let side = self.side(&arguments[0])?;
            return Ok(fixed_cells(*set.of(side)));
        }
        if let Some(dirs) = self.find_class(word) {
            self.check_count(arguments, 2..=2, "two cells", span)?;
            let (from, to) = (
                self.resolve_as::<CellSet>(&arguments[0])?,
                self.resolve_as::<CellSet>(&arguments[1])?,
            );
            return Ok(AnyTerm::Truth(Term::computed(move |eval| {
                let (from, to) = (from.get(eval), to.get(eval));
                eval.spend(from.len() as u64);
                let mut from = from.iter();
                from.any(|from| !(eval.board().along(&dirs, from, 1) & to).is_empty())
            })));
        }
        let message = format!("`{word}` is not a function");
        let label = "expected a function or a direction class";
        let meant = self
            .functions()
            .find(|function| function.synonyms.contains(&word));
        if let Some(meant) = meant.map(|function| function.name) {
            let complaint = Diagnostic::error(Code::UnknownName, message).at(name.span, label);
            self.diagnostics.push(complaint.did_you_mean(word, meant));
            return Err(Reported);
        }
        let mut known = self.function_words();
        known.extend(self.board().classes());
        self.unknown(message, (word, name.span), label, known)
    }

    /// Checks the number of arguments.
    pub(super) fn check_count(
        &mut self,
        arguments: &[Expr],
        count: std::ops::RangeInclusive<usize>,
        expected: &str,
        span: Span,
    ) -> Resolved<()> {
        if count.contains(&arguments.len()) {
            return Ok(());
        }
        let count = arguments.len();
        let message = format!(
            "this call has {count} argument{}",
            if count == 1 { "" } else { "s" }
        );
        self.wrong(
            Code::ClaimType,
            message,
            span,
            &format!("expected {expected}"),
        )
    }

    /// Reports a diagram or game before a function that asks about neither.
    pub(super) fn complain_subject<T>(&mut self, function: &Name) -> Resolved<T> {
        let names = |subject: CallSubject| {
            let functions = self
                .functions()
                .filter(|function| function.subject == subject);
            let mut names: Vec<String> = functions
                .map(|function| format!("`{}`", function.name))
                .collect();
            let last = names.pop().unwrap_or_default();
            if names.is_empty() {
                last
            } else {
                format!("{} or {last}", names.join(", "))
            }
        };
        let (of_diagrams, of_games) = (names(CallSubject::Diagram), names(CallSubject::Game));
        let message = format!("`{}` does not ask about a diagram or a game", function.text);
        let label = format!("expected {of_diagrams} for a diagram, or {of_games} for a game");
        self.wrong(Code::ClaimType, message, function.span, &label)
    }

    /// Finds a diagram by its id.
    pub(crate) fn diagram(&mut self, id: &str, span: Span) -> Resolved<usize> {
        let known = self.scope.placed.iter().map(|figure| figure.id.as_str());
        let label = "expected the id of a diagram of this book";
        self.find_among(
            known,
            (id, span),
            format_args!("no diagram has the id `{id}`"),
            label,
        )
    }

    /// Checks that a diagram shows the expression's variant and is complete. Returns it.
    pub(super) fn check_board_shown(&mut self, figure: usize, span: Span) -> Resolved<usize> {
        let shown = &self.scope.placed[figure];
        if shown.variant != self.scope.variant {
            let message = format!("the diagram `{}` shows another variant's board", shown.id);
            return self.wrong(
                Code::ClaimType,
                message,
                span,
                "begin the claim with `on VARIANT:`",
            );
        }
        if shown.complete {
            Ok(figure)
        } else {
            Err(Reported)
        }
    }

    /// Finds a piece by its label. Returns the index of its diagram, and its own index there.
    pub(crate) fn find_labelled(&mut self, expr: &Expr) -> Resolved<(usize, usize)> {
        let (figure, label) = match &expr.kind {
            ExprKind::Name(label) | ExprKind::Text(label) => match self.scope.nearest {
                Some(figure) => (figure, label),
                None => {
                    let message =
                        format!("there is no diagram above this that could show a piece `{label}`");
                    let expected = "expected `DIAGRAM.LABEL`, or a piece and a cell";
                    return self.wrong(Code::UnknownName, message, expr.span, expected);
                }
            },
            ExprKind::Member(diagram, label) => {
                (self.diagram(&diagram.text, diagram.span)?, &label.text)
            }
            _ => {
                let expected = "expected the label of a piece, or a piece and a cell";
                return self.wrong(
                    Code::ClaimType,
                    "expected a piece here",
                    expr.span,
                    expected,
                );
            }
        };
        self.check_board_shown(figure, expr.span)?;
        let shown = &self.scope.placed[figure];
        match pieces_labelled(shown, label).collect::<Vec<_>>()[..] {
            [piece] => Ok((figure, piece)),
            [] => {
                let known: Vec<&str> = shown
                    .pieces
                    .iter()
                    .map(|piece| piece.label.as_str())
                    .collect();
                let known = sorted_unique(known);
                let message = format!("no piece of diagram `{}` is labelled `{label}`", shown.id);
                let expected = if self.variant().kind_named(label).is_some() {
                    format!("expected a label, or a cell as well: `{label}, CELL`")
                } else if known.is_empty() {
                    "it has no pieces".to_string()
                } else {
                    format!("its pieces are {}", known.join(", "))
                };
                self.unknown(message, (label, expr.span), &expected, known)
            }
            ref several => {
                let count = several.len();
                let message = format!(
                    "{count} pieces of diagram `{}` are labelled `{label}`",
                    shown.id
                );
                self.wrong(
                    Code::UnknownName,
                    message,
                    expr.span,
                    "expected a label that only one piece has",
                )
            }
        }
    }
}

/// Returns the indices of a diagram's pieces with this label.
fn pieces_labelled<'s>(
    figure: &'s PlacedDiagram,
    label: &'s str,
) -> impl Iterator<Item = usize> + 's {
    figure
        .pieces
        .iter()
        .enumerate()
        .filter(move |(_, piece)| piece.label == label)
        .map(|(index, _)| index)
}

/// Returns the part of the source's outline that a name means.
pub(crate) fn outline_part(name: &str) -> Option<OutlinePart> {
    match name {
        "contents" => Some(OutlinePart::Contents),
        "sections" => Some(OutlinePart::Sections),
        "figures" => Some(OutlinePart::Figures),
        _ => None,
    }
}

/// Returns a term for cells that do not depend on the pieces.
pub(crate) fn fixed_cells(cells: CellSet) -> AnyTerm {
    AnyTerm::Cells(Box::new(Term::Fixed(cells)))
}
