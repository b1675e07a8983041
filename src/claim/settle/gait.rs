//! How somebody moves: a piece's movement, one that the expression tells, and either of them turned.

use std::sync::Arc;

use super::{Settled, Settler, Term, Wrong};
use crate::claim::formula::{Gait, Leaps, Set, Who};
use crate::claim::syntax::{Expr, ExprKind, Name, Notation};
use crate::diag::{Code, Diagnostic};
use crate::lower::{told_betza, told_sentence};
use crate::movement::{Dialect, Eighths, Unturnable};
use crate::reach::{Told, Whose};
use crate::text::{Excerpt, Span};

impl Settler<'_, '_> {
    /// `betza "FH"`, `says "slide along X"`.
    pub(super) fn told(&mut self, notation: Notation, text: &Excerpt) -> Settled<Gait> {
        let words = format!("{} \"{}\"", notation.word(), text.text().replace('"', "\\\""));
        if let Some(known) = self.scope.rules.known(&words) {
            return Ok(Gait::Told(known));
        }
        let variant = self.variant();
        let movement = match notation {
            Notation::Betza => told_betza(text, variant, Dialect::default(), self.diagnostics),
            Notation::Sentence => told_sentence(text, variant, self.diagnostics),
        };
        let movement = movement.ok_or(Wrong)?;
        Ok(Gait::Told(self.scope.rules.tell(&words, movement)))
    }

    pub(super) fn gait(&mut self, expr: &Expr) -> Settled<Gait> {
        match &expr.kind {
            ExprKind::Movement(..) | ExprKind::Call(..) => match self.term(expr)? {
                Term::Movement(gait) => Ok(gait),
                Term::Piece(who) => Ok(Gait::Of(who)),
                term => self.mismatch("a piece or a movement", &term, expr.span),
            },
            _ => self.who(expr).map(Gait::Of),
        }
    }

    /// `leaps(caballero)`.
    pub(super) fn leaps_of(&mut self, expr: &Expr) -> Settled<Leaps> {
        let gait = self.gait(expr)?;
        let known = match &gait {
            Gait::Of(Who::Fixed(piece)) => self.scope.rules.leaps(Whose::Piece(*piece)),
            Gait::Told(told) => self.scope.rules.leaps(Whose::Told(told)),
            Gait::Of(Who::Variable(_)) | Gait::Turned(..) => return Ok(Leaps::Of(gait)),
        };
        known.map(Leaps::Fixed).map_err(|why| {
            let complaint = Diagnostic::error(Code::ClaimType, "the leaps of this movement cannot be named");
            self.diagnostics.push(complaint.at(expr.span, why.to_string()));
            Wrong
        })
    }

    /// `party-3.leaps(knight)`.
    pub(super) fn leaps_played(&mut self, game: &Name, arguments: &[Expr], span: Span) -> Settled<Leaps> {
        self.arity(arguments, 1..=1, "a piece", span)?;
        let who = self.who(&arguments[0])?;
        let Some(place) = self.scope.games.iter().position(|played| played.id == game.text) else {
            let complaint = Diagnostic::error(Code::UnknownName, format!("no game is named `{}`", game.text))
                .at(game.span, "expected the id of a `game` block");
            let known = self.scope.games.iter().map(|played| played.id.as_str());
            self.diagnostics.push(complaint.suggest(&game.text, known));
            return Err(Wrong);
        };
        let played = &self.scope.games[place];
        if played.variant != self.scope.variant {
            let message = format!("the game `{}` is one of another variant", played.id);
            return self.wrong(Code::ClaimType, message, span, "begin the claim with `on VARIANT:`");
        }
        if !self.board().has_sheets() {
            let message = "only on a grid have leaps coordinates".to_string();
            return self.wrong(Code::ClaimType, message, span, "this board is none");
        }
        // Why the game breaks off has been told.
        if played.replay.illegal().is_some() { Err(Wrong) } else { Ok(Leaps::Played { game: place, who }) }
    }

    pub(super) fn as_leaps(&mut self, term: Term, span: Span) -> Settled<Leaps> {
        match term {
            Term::Leaps(leaps) => Ok(leaps),
            // `{}` is the empty list of whatever is due.
            Term::Cells(Set::Fixed(set)) if set.is_empty() => Ok(Leaps::Fixed(Vec::new())),
            term => self.mismatch("leaps", &term, span),
        }
    }

    /// `turned(wazir, 45)`.
    pub(super) fn turned(&mut self, arguments: &[Expr], span: Span) -> Settled<Gait> {
        self.arity(arguments, 2..=2, "a piece or a movement, and how many degrees it is turned", span)?;
        let gait = self.gait(&arguments[0])?;
        let by = match arguments[1].kind {
            ExprKind::Number(degrees) => Eighths::of_degrees(degrees),
            _ => None,
        };
        let Some(by) = by else {
            let message = "this is no turn of a grid".to_string();
            let label = "expected 45, 90 or another multiple of 45 below 360";
            return self.wrong(Code::ClaimType, message, arguments[1].span, label);
        };
        if !self.board().has_sheets() {
            let message = "only on a grid can a movement be turned".to_string();
            return self.wrong(Code::ClaimType, message, span, "this board is none");
        }
        match gait {
            Gait::Of(Who::Variable(slot)) => Ok(Gait::Turned(slot, by)),
            Gait::Of(Who::Fixed(piece)) => self.turned_now(Whose::Piece(piece), by, arguments[0].span),
            Gait::Told(told) => self.turned_now(Whose::Told(&told), by, arguments[0].span),
            Gait::Turned(slot, first) => match first.and(by) {
                Some(both) => Ok(Gait::Turned(slot, both)),
                None => Ok(Gait::Of(Who::Variable(slot))),
            },
        }
    }

    fn turned_now(&mut self, whose: Whose<'_>, by: Eighths, span: Span) -> Settled<Gait> {
        let turned: Result<Arc<Told>, Unturnable> = self.scope.rules.turned(whose, by);
        turned.map(Gait::Told).map_err(|why| {
            let complaint = Diagnostic::error(Code::ClaimType, "this movement cannot be turned");
            self.diagnostics.push(complaint.at(span, why.to_string()));
            Wrong
        })
    }
}
