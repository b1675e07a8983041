//! Who is asked about: men of diagrams, pieces on cells, and what is put beside them.

use super::{Bound, Settled, Settler, Term, Wrong, men_labelled};
use crate::claim::formula::{Change, Changes, Gait, Mover, Num, Set, Spot, Test, Who};
use crate::claim::syntax::{Change as ChangeDecl, ChangeKind, Expr, ExprKind, Name};
use crate::diag::{Code, Diagnostic};
use crate::lower::off_stands_on;
use crate::model::Side;
use crate::text::Span;

impl Settler<'_, '_> {
    /// `reach(AB)`, `reach(A3-1.AB)`, `reach(knight, c4)`, `reach(pawn, c4, black)`.
    pub(super) fn mover(&mut self, arguments: &[Expr], span: Span) -> Settled<Mover> {
        self.arity(arguments, 1..=3, "the label of a man, or a piece or movement and a cell", span)?;
        if let [man] = arguments {
            let (stage, man) = self.man(man)?;
            return Ok(Mover::Man { stage, man });
        }
        self.alone([&arguments[0], &arguments[1]], arguments.get(2))
    }

    /// `victims(L, i9)`, `victims(long-leaper, z0, i9)`, `victims(long-leaper, z0, i9, black)`.
    pub(super) fn victims(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        let expected = "the label of a man, or a piece and a cell, and where he goes";
        self.arity(arguments, 2..=4, expected, span)?;
        let (mover, to) = match arguments {
            [gait, from, to, side @ ..] => (self.alone([gait, from], side.first())?, to),
            _ => {
                let (stage, man) = self.man(&arguments[0])?;
                (Mover::Man { stage, man }, &arguments[1])
            }
        };
        Ok(Term::Cells(Set::Victims(mover, self.spot(to)?)))
    }

    fn alone(&mut self, arguments: [&Expr; 2], side: Option<&Expr>) -> Settled<Mover> {
        let gait = self.gait(arguments[0])?;
        let from = self.spot(arguments[1])?;
        let side = self.side(side)?;
        if let (Gait::Of(Who::Fixed(piece)), Spot::Fixed(cell)) = (&gait, from)
            && !self.variant().stands_on(*piece, side).contains(cell)
        {
            self.diagnostics.push(off_stands_on(
                self.variant().piece(*piece),
                self.board(),
                cell,
                arguments[1].span,
            ));
            return Err(Wrong);
        }
        Ok(Mover::Alone { gait, side, from })
    }

    /// A man of a diagram: its place, and his among its men.
    pub(super) fn man(&mut self, expr: &Expr) -> Settled<(usize, usize)> {
        let (stage, label) = match &expr.kind {
            ExprKind::Name(label) | ExprKind::Text(label) => match self.scope.nearest {
                Some(stage) => (stage, label),
                None => {
                    let label = format!("no diagram stands above that could show a man `{label}`");
                    return self.wrong(
                        Code::UnknownName,
                        label,
                        expr.span,
                        "expected `DIAGRAM.LABEL`, or a piece and a cell",
                    );
                }
            },
            ExprKind::Member(diagram, label) => {
                let stages = self.scope.stages;
                match stages.iter().position(|stage| stage.id == diagram.text) {
                    Some(stage) => (stage, &label.text),
                    None => return Err(self.unknown_diagram(&diagram.text, diagram.span)),
                }
            }
            _ => {
                let message = "a man is due here".to_string();
                return self.wrong(
                    Code::ClaimType,
                    message,
                    expr.span,
                    "expected the label of a man, or a piece and a cell",
                );
            }
        };
        let stage_ref = &self.scope.stages[stage];
        if stage_ref.variant != self.scope.variant {
            let message = format!("the diagram `{}` shows another variant's board", stage_ref.id);
            return self.wrong(Code::ClaimType, message, expr.span, "begin the claim with `on VARIANT:`");
        }
        let men = men_labelled(stage_ref, label);
        match men[..] {
            _ if !stage_ref.complete => Err(Wrong),
            [man] => Ok((stage, man)),
            [] => {
                let known: Vec<&str> = stage_ref.men.iter().map(|man| man.label.as_str()).collect();
                self.diagnostics.push(
                    Diagnostic::error(
                        Code::UnknownName,
                        format!("no man of diagram `{}` is labelled `{label}`", stage_ref.id),
                    )
                    .at(
                        expr.span,
                        format!(
                            "its men are {}",
                            if known.is_empty() { "none".into() } else { known.join(", ") }
                        ),
                    )
                    .suggest(label, known.iter().copied()),
                );
                Err(Wrong)
            }
            _ => {
                let message =
                    format!("{} men of diagram `{}` are labelled `{label}`", men.len(), stage_ref.id);
                self.wrong(Code::UnknownName, message, expr.span, "expected a label that only one man has")
            }
        }
    }

    /// `men(joker)`, `men(joker, black)`: where they stand in the nearest diagram.
    pub(super) fn standing(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=2, "a piece, and a side if it is black", span)?;
        let (who, side) = (self.who(&arguments[0])?, self.side(arguments.get(1))?);
        let nearest =
            self.scope.nearest.filter(|stage| self.scope.stages[*stage].variant == self.scope.variant);
        match nearest {
            Some(stage) if !self.scope.stages[stage].complete => Err(Wrong),
            Some(stage) => Ok(Term::Cells(Set::Standing { stage, who, side })),
            None => {
                let message = "no diagram of this variant's board stands above".to_string();
                self.wrong(Code::UnknownName, message, span, "expected a diagram on the page before this")
            }
        }
    }

    pub(super) fn unknown_diagram(&mut self, id: &str, span: Span) -> Wrong {
        let complaint = Diagnostic::error(Code::UnknownName, format!("no diagram has the id `{id}`"))
            .at(span, "expected the id of a diagram of this book");
        let known = self.scope.stages.iter().map(|stage| stage.id.as_str());
        self.diagnostics.push(complaint.suggest(id, known));
        Wrong
    }

    pub(super) fn side(&mut self, expr: Option<&Expr>) -> Settled<Side> {
        let Some(expr) = expr else { return Ok(Side::White) };
        let side = match &expr.kind {
            ExprKind::Name(name) => Side::from_name(name),
            _ => None,
        };
        side.map_or_else(
            || {
                self.wrong(
                    Code::ClaimType,
                    "a side is due here".into(),
                    expr.span,
                    "expected `white` or `black`",
                )
            },
            Ok,
        )
    }

    /// Of which piece men are that are put on cells, and the cells: the first name may be a piece's.
    fn put<'c>(&mut self, change: &'c ChangeDecl) -> (Option<Who>, &'c [Name]) {
        match &change.cells[..] {
            [first, cells @ ..] if change.kind != ChangeKind::Empty && !cells.is_empty() => {
                let who = match self.variable(&first.text) {
                    Some((slot, Bound::Piece)) => Some(Who::Variable(slot)),
                    Some(_) => None,
                    None => self.variant().piece_named(&first.text).map(Who::Fixed),
                };
                who.map_or((None, &change.cells), |who| (Some(who), cells))
            }
            all => (None, all),
        }
    }

    pub(super) fn with(&mut self, changes: &[ChangeDecl], body: &Expr) -> Settled<Term> {
        let mut settled: Changes = Vec::new();
        let relative =
            changes.iter().any(|change| matches!(change.kind, ChangeKind::Own | ChangeKind::Enemy));
        for change in changes {
            let (piece, cells) = self.put(change);
            for cell in cells {
                let set = match (self.variable(&cell.text), self.variant().sets.get(&cell.text)) {
                    (Some((slot, Bound::Cell)), _) => Set::One(Spot::Variable(slot)),
                    (_, Some(set)) => Set::fixed(set.white),
                    _ => Set::One(Spot::Fixed(self.fixed_cell(cell)?)),
                };
                settled.push(Change { kind: change.kind, piece, cells: set });
            }
        }
        self.changes += 1;
        self.relative += usize::from(relative);
        let term = self.term(body);
        self.relative -= usize::from(relative);
        self.changes -= 1;
        match term? {
            Term::Number(num) => Ok(Term::Number(Num::With(settled, Box::new(num)))),
            Term::Share(num) => Ok(Term::Share(Num::With(settled, Box::new(num)))),
            Term::Cells(set) => Ok(Term::Cells(Set::With(settled, Box::new(set)))),
            Term::Truth(test) => Ok(Term::Truth(Test::With(settled, Box::new(test)))),
            term => self.mismatch("cells, a number or a truth that depends on the men", &term, body.span),
        }
    }
}
