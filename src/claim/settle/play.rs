//! What is asked of a position in play: check, mate, how it ends, which moves are legal.

use super::{Settled, Settler, Term};
use crate::claim::formula::{Num, Play, Set, Test, Txt};
use crate::claim::syntax::{Expr, ExprKind, Name};
use crate::diag::Code;
use crate::model::Side;
use crate::text::Span;

pub(super) fn is_function(name: &str) -> bool {
    matches!(
        name,
        "in-check"
            | "mate"
            | "stalemate"
            | "wins"
            | "drawn"
            | "outcome"
            | "legal"
            | "legal-moves"
            | "takes"
            | "frozen"
            | "liberties"
    )
}

impl Settler<'_, '_> {
    /// `mate(black)` of the nearest diagram, `D1.mate(black)` of another.
    pub(super) fn of_play(
        &mut self,
        diagram: Option<&Name>,
        function: &Name,
        arguments: &[Expr],
        span: Span,
    ) -> Settled<Term> {
        let stage = self.position(diagram, span)?;
        if self.relative > 0 {
            let message = "here is no man whose own or enemy another could be".to_string();
            let label = "expected `white` or `black` in the `with(…)` round it";
            return self.wrong(Code::ClaimType, message, span, label);
        }
        let asked = match function.text.as_str() {
            "legal-moves" => {
                self.arity(arguments, 0..=1, "nothing, or a side", span)?;
                let side = arguments.first().map(|side| self.side(Some(side))).transpose()?;
                return Ok(Term::Number(Num::LegalMoves { stage, side }));
            }
            "outcome" => {
                self.arity(arguments, 0..=0, "nothing", span)?;
                return Ok(Term::Text(Txt::Outcome { stage }));
            }
            "frozen" => {
                self.arity(arguments, 0..=1, "nothing, or a side", span)?;
                let side = arguments.first().map(|side| self.side(Some(side))).transpose()?;
                return Ok(Term::Cells(Set::Frozen { stage, side }));
            }
            "liberties" => {
                self.arity(arguments, 1..=1, "the cell of a man", span)?;
                return Ok(Term::Cells(Set::Liberties { stage, of: self.spot(&arguments[0])? }));
            }
            "takes" => {
                let (text, side) = self.quoted_move(arguments, span)?;
                return Ok(Term::Cells(Set::Taken { stage, text, side }));
            }
            "legal" => {
                let (text, side) = self.quoted_move(arguments, span)?;
                Play::Legal { text, side }
            }
            "drawn" => {
                self.arity(arguments, 0..=0, "nothing", span)?;
                Play::Over(None)
            }
            name => {
                self.arity(arguments, 1..=1, "a side", span)?;
                let side = self.side(arguments.first())?;
                match name {
                    "in-check" => Play::InCheck(side),
                    "mate" => Play::Mate(side),
                    "stalemate" => Play::Stalemate(side),
                    _ => Play::Over(Some(side)),
                }
            }
        };
        Ok(Term::Truth(Test::Play { stage, asked }))
    }

    /// A move in quotes, and the side that plays it, if it is said.
    fn quoted_move(&mut self, arguments: &[Expr], span: Span) -> Settled<(String, Option<Side>)> {
        self.arity(arguments, 1..=2, "a move in quotes, and a side if it is not the one to move", span)?;
        let ExprKind::Text(text) = &arguments[0].kind else {
            let message = "a move is due here".to_string();
            let label = "expected it in quotes, as the variant's notation writes it";
            return self.wrong(Code::ClaimType, message, arguments[0].span, label);
        };
        let side = arguments.get(1).map(|side| self.side(Some(side))).transpose()?;
        Ok((text.clone(), side))
    }

    /// The diagram whose position is asked about.
    fn position(&mut self, diagram: Option<&Name>, span: Span) -> Settled<usize> {
        let stages = self.scope.stages;
        let stage = match diagram {
            Some(name) => match stages.iter().position(|stage| stage.id == name.text) {
                Some(stage) => stage,
                None => return Err(self.unknown_diagram(&name.text, name.span)),
            },
            None => match self.scope.nearest {
                Some(stage) => stage,
                None => {
                    let message = "no diagram stands above whose position could be meant".to_string();
                    return self.wrong(Code::UnknownName, message, span, "expected `DIAGRAM.` before it");
                }
            },
        };
        if stages[stage].variant != self.scope.variant {
            let message = format!("the diagram `{}` shows another variant's board", stages[stage].id);
            return self.wrong(Code::ClaimType, message, span, "begin the claim with `on VARIANT:`");
        }
        if stages[stage].complete { Ok(stage) } else { Err(super::Wrong) }
    }
}
