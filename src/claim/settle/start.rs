//! How a game begins: the men of the setup, and those beside the board.

use super::{Settled, Settler, Term};
use crate::claim::formula::{Image, Num, Set};
use crate::claim::syntax::Expr;
use crate::diag::Code;
use crate::text::Span;

impl Settler<'_, '_> {
    /// `setup()`, `setup(pawn)`, `setup(pawn, black)`.
    pub(super) fn setup(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=2, "nothing, or a piece, and a side if it is black", span)?;
        self.has_setup(span)?;
        let whose = match arguments.first() {
            Some(piece) => Some((self.who(piece)?, self.side(arguments.get(1))?)),
            None => None,
        };
        Ok(Term::Cells(Set::Setup(whose)))
    }

    /// `reserve(spy)`, `reserve(spy, black)`.
    pub(super) fn reserve(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=2, "a piece, and a side if it is black", span)?;
        self.has_setup(span)?;
        Ok(Term::Number(Num::Reserve(self.who(&arguments[0])?, self.side(arguments.get(1))?)))
    }

    /// `mirrored(S)`, `rotated(S)`: as the setup's `symmetry` has it.
    pub(super) fn image(&mut self, image: Image, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "cells", span)?;
        if !self.board().has_sheets() {
            let message = "this board is no grid".to_string();
            return self.wrong(Code::ClaimType, message, span, "expected a variant on a grid");
        }
        Ok(Term::Cells(Set::Image(image, Box::new(self.cells(&arguments[0])?))))
    }

    fn has_setup(&mut self, span: Span) -> Settled<()> {
        if self.variant().setup.is_some() {
            return Ok(());
        }
        let message = format!("the variant `{}` has no setup", self.variant().id);
        self.wrong(Code::UnknownName, message, span, "expected a table `[setup]` in its file")
    }
}
