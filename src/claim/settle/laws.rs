//! What the rules of play say that no movement does: who becomes whom, how the men castle, what wins.

use super::{Settled, Settler, Term};
use crate::claim::formula::{Herd, Num, Set, Txt};
use crate::claim::syntax::{Expr, ExprKind};
use crate::claim::value::Number;
use crate::diag::{Code, Diagnostic};
use crate::model::{Repetition, Rule};
use crate::text::Span;

impl Settler<'_, '_> {
    /// `promotes-to(spy)`, `promotes-to(spy, e9)`.
    pub(super) fn promotes_to(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=2, "a piece, and a cell if only that is meant", span)?;
        let who = self.who(&arguments[0])?;
        let spot = arguments.get(1).map(|cell| self.spot(cell)).transpose()?;
        Ok(Term::Pieces(Herd::PromotesTo(who, spot)))
    }

    /// `turns-into(guard)`.
    pub(super) fn turns_into(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a piece", span)?;
        Ok(Term::Pieces(Herd::TurnsInto(self.who(&arguments[0])?)))
    }

    /// `castles(king, "0-0")`, `castles(king, "0-0", black)`.
    pub(super) fn castles(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 2..=3, "a piece, a castling, and a side if it is black", span)?;
        let who = self.who(&arguments[0])?;
        let rule = self.castling(&arguments[1])?;
        Ok(Term::Cells(Set::Castled { rule, who, side: self.side(arguments.get(2))? }))
    }

    /// The place among the rules of the castling of this name.
    fn castling(&mut self, expr: &Expr) -> Settled<usize> {
        let ExprKind::Text(said) = &expr.kind else {
            let message = "the name of a castling is due here".to_string();
            return self.wrong(Code::ClaimType, message, expr.span, "expected a text such as `\"0-0\"`");
        };
        let names = |rule: &Rule| match rule {
            Rule::Castling(castling) => Some(castling.name.clone()),
            _ => None,
        };
        let rules = &self.variant().rules;
        if let Some(place) = rules.iter().position(|rule| names(rule).as_ref() == Some(said)) {
            return Ok(place);
        }
        let known: Vec<String> = rules.iter().filter_map(names).collect();
        let label = match known[..] {
            [] => "its rules name no castling".to_string(),
            _ => format!("expected one of {}", known.join(", ")),
        };
        self.diagnostics.push(
            Diagnostic::error(Code::UnknownName, format!("the variant has no castling `{said}`"))
                .at(expr.span, label)
                .suggest(said, known.iter().map(String::as_str)),
        );
        Err(super::Wrong)
    }

    /// `goal(king)`, `goal(king, black)`.
    pub(super) fn goal(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=2, "a piece, and a side if it is black", span)?;
        Ok(Term::Cells(Set::Goal(self.who(&arguments[0])?, self.side(arguments.get(1))?)))
    }

    /// `goal-count(pawn)`.
    pub(super) fn goal_count(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "a piece", span)?;
        Ok(Term::Number(Num::GoalCount(self.who(&arguments[0])?)))
    }

    /// `quiet-limit()`.
    pub(super) fn quiet_limit(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=0, "nothing between the brackets", span)?;
        Ok(Term::Number(Num::QuietLimit))
    }

    /// `repetition-limit()`.
    pub(super) fn repetition_limit(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=0, "nothing between the brackets", span)?;
        let limit = self.variant().rules.iter().find_map(|rule| match rule {
            Rule::Repetition(Repetition::Draw { times }) => Some(Number::whole((*times).into())),
            Rule::Repetition(Repetition::Forbidden) => Some(Number::whole(2)),
            _ => None,
        });
        Ok(Term::Number(Num::Fixed(limit.unwrap_or(Number::Never))))
    }

    /// `quiet-ending()`.
    pub(super) fn quiet_ending(&mut self, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 0..=0, "nothing between the brackets", span)?;
        Ok(Term::Text(Txt::QuietEnding))
    }
}
