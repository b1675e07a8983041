//! What pieces are made of, and where names stand on a scale.

use super::{Settled, Settler, Term, Wrong};
use crate::claim::formula::{Herd, Num, Txt};
use crate::claim::syntax::{Expr, ExprKind};
use crate::claim::value::Number;
use crate::diag::{Code, Diagnostic};
use crate::lower::unknown_checker;
use crate::model::{CheckerId, Scale};
use crate::text::Span;

impl<'a> Settler<'a, '_> {
    /// `checkers()`, `checkers(deer)`: how many a suit has. `checkers(P)`, `checkers(P, deer)`: how many a piece has.
    pub(super) fn checkers(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=2, "nothing, a checker, or a piece and perhaps a checker", span)?;
        self.has_checkers(span)?;
        let all = &self.variant().checkers;
        let number = match arguments {
            [] => whole(all.iter().map(|checker| i64::from(checker.count)).sum()),
            [only] => match self.checker(only) {
                Some(kind) => whole(all[kind.index()].count.into()),
                None => Num::Checkers(self.made(only)?, None),
            },
            [piece, kind, ..] => {
                let who = self.who(piece)?;
                let Some(kind) = self.checker(kind) else { return Err(self.no_checker(kind)) };
                Num::Checkers(who, Some(kind))
            }
        };
        Ok(Term::Number(number))
    }

    /// `kinds()`: how many kinds there are. `kinds(P)`: how many of them a piece has.
    pub(super) fn kinds(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=1, "nothing, or a piece", span)?;
        self.has_checkers(span)?;
        Ok(Term::Number(match arguments.first() {
            None => whole(self.variant().checkers.len() as i64),
            Some(piece) => Num::Kinds(self.who(piece)?),
        }))
    }

    /// `most(deer)`: how many of a kind one piece may have.
    pub(super) fn most(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a checker", span)?;
        match self.checker(&arguments[0]) {
            Some(kind) => Ok(Term::Number(whole(self.variant().checkers[kind.index()].most.into()))),
            None => Err(self.no_checker(&arguments[0])),
        }
    }

    /// `parts(P)`: the pieces whose movements a combination joins.
    pub(super) fn parts(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a piece", span)?;
        Ok(Term::Pieces(Herd::Parts(self.who(&arguments[0])?)))
    }

    /// `worth()` of a suit, `worth(deer)`, `worth(P)`, `worth(bets, "Master")`.
    pub(super) fn worth(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=2, "nothing, a checker or a piece, or a scale and one of its names", span)?;
        if let [scale, step] = arguments {
            let scale = self.scale(scale)?;
            let place = self.step_of(scale, step)?;
            let Some(value) = scale.steps[place].value else {
                let message = format!("`{}` has no value", scale.steps[place].name);
                return self.wrong(Code::ClaimType, message, step.span, "expected a name with a `value`");
            };
            return Ok(Term::Number(Num::Fixed(Number::from(value))));
        }
        self.has_checkers(span)?;
        let variant = self.variant();
        if let Some(poor) = variant.checkers.iter().find(|checker| checker.value.is_none()) {
            let message = format!("the checker `{}` has no value", poor.id);
            return self.wrong(Code::ClaimType, message, span, "expected a `value` for every checker");
        }
        let number = match arguments.first() {
            None => Num::WorthOfSuit,
            Some(only) => match self.checker(only) {
                Some(kind) => {
                    let value = variant.checkers[kind.index()].value;
                    Num::Fixed(value.map_or(Number::whole(0), Number::from))
                }
                None => Num::Worth(self.made(only)?),
            },
        };
        Ok(Term::Number(number))
    }

    /// `steps(bets)`: how many names a scale has.
    pub(super) fn steps(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a scale", span)?;
        let scale = self.scale(&arguments[0])?;
        Ok(Term::Number(whole(scale.steps.len() as i64)))
    }

    /// `place(bets, "Master")`: where a name stands, counted from 1.
    pub(super) fn place(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 2..=2, "a scale and one of its names", span)?;
        let scale = self.scale(&arguments[0])?;
        let place = self.step_of(scale, &arguments[1])?;
        Ok(Term::Number(whole(place as i64 + 1)))
    }

    /// `named(bets, 3)`: the name at a place.
    pub(super) fn named(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 2..=2, "a scale and a number", span)?;
        let scale = self.scale(&arguments[0])?;
        let place = match arguments[1].kind {
            ExprKind::Number(place) => usize::try_from(place - 1).ok(),
            _ => None,
        };
        match place.and_then(|place| scale.steps.get(place)) {
            Some(step) => Ok(Term::Text(Txt::Fixed(step.name.clone()))),
            None => {
                let message = "a place on this scale is due here".to_string();
                let label = format!("expected a number from 1 to {}", scale.steps.len());
                self.wrong(Code::ClaimType, message, arguments[1].span, &label)
            }
        }
    }

    /// The checker that a name means, if it means one.
    fn checker(&mut self, expr: &Expr) -> Option<CheckerId> {
        match &expr.kind {
            ExprKind::Name(name) if self.variable(name).is_none() => self.variant().checker_named(name),
            _ => None,
        }
    }

    fn no_checker(&mut self, expr: &Expr) -> Wrong {
        let word = match &expr.kind {
            ExprKind::Name(name) => name.as_str(),
            _ => "this",
        };
        self.diagnostics.push(unknown_checker(word, expr.span, &self.variant().checkers));
        Wrong
    }

    /// A piece where a checker would do as well.
    fn made(&mut self, expr: &Expr) -> Settled<crate::claim::formula::Who> {
        if let ExprKind::Name(name) = &expr.kind
            && self.variable(name).is_none()
            && self.variant().piece_named(name).is_none()
        {
            let variant = self.variant();
            let checkers = variant.checkers.iter().map(|checker| checker.id.as_str());
            let known = checkers.chain(variant.pieces.iter().map(|piece| piece.id.as_str()));
            let complaint = Diagnostic::error(
                Code::UnknownChecker,
                format!("`{name}` is no checker and no piece of this variant"),
            );
            self.diagnostics.push(complaint.at(expr.span, "expected the id of one").suggest(name, known));
            return Err(Wrong);
        }
        self.who(expr)
    }

    fn has_checkers(&mut self, span: Span) -> Settled<()> {
        if !self.variant().checkers.is_empty() {
            return Ok(());
        }
        let message = format!("the pieces of the variant `{}` are made of no checkers", self.variant().id);
        self.wrong(Code::UnknownName, message, span, "expected tables `[[checker]]` in its file")
    }

    fn scale(&mut self, expr: &Expr) -> Settled<&'a Scale> {
        let scales = &self.scope.rules.variant.scales;
        let name = match &expr.kind {
            ExprKind::Name(name) => name.as_str(),
            _ => "this",
        };
        if let Some(scale) = scales.iter().find(|scale| scale.id == name) {
            return Ok(scale);
        }
        let known = || scales.iter().map(|scale| scale.id.as_str());
        let label = match scales[..] {
            [] => "expected a table `[[scale]]` with this `id`".to_string(),
            _ => format!("expected one of {}", known().collect::<Vec<_>>().join(", ")),
        };
        let complaint = Diagnostic::error(Code::UnknownName, format!("`{name}` is no scale of this variant"));
        self.diagnostics.push(complaint.at(expr.span, label).suggest(name, known()));
        Err(Wrong)
    }

    /// Where a name stands on a scale, counted from 0.
    fn step_of(&mut self, scale: &Scale, expr: &Expr) -> Settled<usize> {
        let ExprKind::Text(name) = &expr.kind else {
            let message = "a name of this scale is due here".to_string();
            return self.wrong(Code::ClaimType, message, expr.span, "expected it in quotes");
        };
        if let Some(place) = scale.steps.iter().position(|step| step.name == *name) {
            return Ok(place);
        }
        let known = scale.steps.iter().map(|step| step.name.as_str());
        let message = format!("`{name}` is no name of the scale `{}`", scale.id);
        let complaint = Diagnostic::error(Code::UnknownName, message);
        self.diagnostics.push(complaint.at(expr.span, "expected one of its `steps`").suggest(name, known));
        Err(Wrong)
    }
}

fn whole(number: i64) -> Num {
    Num::Fixed(Number::whole(number))
}
