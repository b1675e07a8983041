//! How a game begins: the men of the setup, and those beside the board.

use super::{Settled, Settler, Term};
use crate::claim::formula::{Num, Set};
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

    fn has_setup(&mut self, span: Span) -> Settled<()> {
        if self.variant().setup.is_some() {
            return Ok(());
        }
        let message = format!("the variant `{}` has no setup", self.variant().id);
        self.wrong(Code::UnknownName, message, span, "expected a table `[setup]` in its file")
    }
}
