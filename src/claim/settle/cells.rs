//! Cells, and directions from one to another.

use super::{Settled, Settler, Term, Wrong};
use crate::claim::formula::{Set, Spot, Trait};
use crate::claim::syntax::{Expr, ExprKind, Name};
use crate::diag::{Code, Diagnostic};
use crate::lower::unknown_cell;
use crate::model::{Cell, Dir, Rank, Side};
use crate::text::Span;

/// The rank that is written as `8` or `8'`.
fn rank_named(kind: &ExprKind) -> Option<Rank> {
    match kind {
        ExprKind::Number(number) => Some(Rank::numbered(usize::try_from(*number).unwrap_or(usize::MAX))),
        ExprKind::Name(name) => Rank::named(name),
        _ => None,
    }
}

impl Settler<'_, '_> {
    pub(super) fn spot(&mut self, expr: &Expr) -> Settled<Spot> {
        match self.term(expr)? {
            Term::Cell(spot) => Ok(spot),
            term => self.mismatch("a cell", &term, expr.span),
        }
    }

    pub(super) fn fixed_cell(&mut self, name: &Name) -> Settled<Cell> {
        self.board().cell(&name.text).ok_or_else(|| {
            self.diagnostics.push(unknown_cell(&name.text, name.span, self.board()));
            Wrong
        })
    }

    pub(super) fn class_named(&self, name: &str) -> Vec<Dir> {
        let board = self.board();
        board.class(name).map(|class| board.class_for(class, &[], Side::White)).unwrap_or_default()
    }

    pub(super) fn class(&mut self, expr: &Expr) -> Settled<Vec<Dir>> {
        let board = self.board();
        let ExprKind::Name(name) = &expr.kind else {
            let message = "a direction class is due here".to_string();
            return self.wrong(Code::ClaimType, message, expr.span, "expected a class such as `X`");
        };
        if board.class(name).is_none() {
            self.diagnostics.push(
                Diagnostic::error(Code::UnknownDirection, format!("`{name}` is no direction of this board"))
                    .at(expr.span, "expected a direction class")
                    .suggest(name, board.classes()),
            );
            return Err(Wrong);
        }
        Ok(self.class_named(name))
    }

    /// `sheet(squares)`: the cells of a sheet by its name.
    pub(super) fn sheet(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "the name of a sheet", span)?;
        let ExprKind::Name(name) = &arguments[0].kind else {
            let message = "the name of a sheet is due here".to_string();
            return self.wrong(
                Code::ClaimType,
                message,
                arguments[0].span,
                "expected a name such as `squares`",
            );
        };
        let board = self.board();
        let sheets = || board.sheets().filter(|sheet| !board.sheet(*sheet).id.is_empty());
        match sheets().find(|sheet| board.sheet(*sheet).id == *name) {
            Some(sheet) => Ok(Term::Cells(Set::fixed(board.lattice(sheet).cells().collect()))),
            None => {
                let complaint =
                    Diagnostic::error(Code::UnknownName, format!("the board has no sheet `{name}`"));
                let known: Vec<&str> = sheets().map(|sheet| board.sheet(sheet).id.as_str()).collect();
                let complaint = complaint.at(arguments[0].span, "expected the `id` of one of its sheets");
                self.diagnostics.push(complaint.suggest(name, known));
                Err(Wrong)
            }
        }
    }

    /// `file(e)`, `rank(4)`, or the file, rank or kind of a cell.
    pub(super) fn like(&mut self, by: Trait, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a cell, or a file's letters or a rank's number", span)?;
        let argument = &arguments[0];
        let board = self.board();
        match (&argument.kind, by) {
            (ExprKind::Number(_) | ExprKind::Name(_), Trait::Rank)
                if rank_named(&argument.kind).is_some() =>
            {
                let rank = rank_named(&argument.kind);
                let set = board.cells_where(|info| info.rank == rank);
                if set.is_empty() {
                    let message = format!(
                        "the board has no rank {}",
                        rank.map(|rank| rank.to_string()).unwrap_or_default()
                    );
                    return self.wrong(
                        Code::UnknownName,
                        message,
                        argument.span,
                        "expected the number of a rank",
                    );
                }
                Ok(Term::Cells(Set::fixed(set)))
            }
            (ExprKind::Name(name), Trait::File)
                if self.variable(name).is_none() && board.cell(name).is_none() =>
            {
                let Some(file) = board.files().iter().position(|file| file == name) else {
                    self.diagnostics.push(
                        Diagnostic::error(Code::UnknownName, format!("the board has no file `{name}`"))
                            .at(argument.span, "expected the letters of a file, or a cell")
                            .suggest(name, board.files().iter().map(String::as_str)),
                    );
                    return Err(Wrong);
                };
                Ok(Term::Cells(Set::fixed(board.cells_where(|info| info.file == Some(file)))))
            }
            _ => Ok(Term::Cells(Set::Like(by, self.spot(argument)?))),
        }
    }
}
