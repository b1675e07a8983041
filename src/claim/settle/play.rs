//! What is asked of a position in play: check, mate, how it ends, which moves are legal.

use super::{Settled, Settler, Term};
use crate::claim::formula::{Leads, Num, Play, Set, Spot, Test, Txt};
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
            | "drops"
            | "travels"
            | "brought"
            | "handed"
            | "missing"
            | "controls"
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
        self.no_relatives(span)?;
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
            "drops" => {
                self.arity(arguments, 1..=2, "a piece, and a side if it is not the one to move", span)?;
                let asked = Leads::Drops(self.who(&arguments[0])?);
                let side = arguments.get(1).map(|side| self.side(Some(side))).transpose()?;
                return Ok(Term::Cells(Set::Legal { stage, side, asked }));
            }
            "travels" => {
                self.arity(arguments, 1..=2, "a cell, and a side if it is not the one to move", span)?;
                let asked = Leads::Travels(self.spot(&arguments[0])?);
                let side = arguments.get(1).map(|side| self.side(Some(side))).transpose()?;
                return Ok(Term::Cells(Set::Legal { stage, side, asked }));
            }
            "brought" => {
                self.arity(
                    arguments,
                    2..=3,
                    "a move in quotes, a cell, and a side if it is not the one to move",
                    span,
                )?;
                let mut quoted = arguments.to_vec();
                let of = self.spot(&quoted.remove(1))?;
                let (text, side) = self.quoted_move(&quoted, span)?;
                return Ok(Term::Cells(Set::Legal { stage, side, asked: Leads::Brought { text, of } }));
            }
            "handed" => {
                let (text, side) = self.quoted_move(arguments, span)?;
                return Ok(Term::Cells(Set::Legal { stage, side, asked: Leads::Handed { text } }));
            }
            "missing" => {
                self.arity(arguments, 0..=0, "nothing", span)?;
                return Ok(Term::Cells(Set::fixed(*self.scope.stages[stage].position.absent())));
            }
            "men" => {
                self.arity(arguments, 1..=2, "a piece, and a side if it is black", span)?;
                let (who, side) = (self.who(&arguments[0])?, self.side(arguments.get(1))?);
                return Ok(Term::Cells(Set::Standing { stage, who, side }));
            }
            "controls" => {
                self.arity(arguments, 2..=2, "a side and a cell", span)?;
                Play::Controls(self.side(arguments.first())?, self.spot(&arguments[1])?)
            }
            "liberties" => {
                self.arity(arguments, 1..=1, "the cell of a man", span)?;
                if !self.variant().encloses() {
                    let message = "nobody is enclosed in this variant".to_string();
                    return self.wrong(Code::ClaimType, message, span, "expected a rule `enclosure` in it");
                }
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

    /// Play knows White's men and Black's, not a man's own and his enemies.
    fn no_relatives(&mut self, span: Span) -> Settled<()> {
        if self.relative == 0 {
            return Ok(());
        }
        let message = "here is no man whose own or enemy another could be".to_string();
        let label = "expected `white` or `black` in the `with(…)` round it";
        self.wrong(Code::ClaimType, message, span, label)
    }

    /// Where a man of a diagram may go by himself, or where others may put him at once.
    pub(super) fn led(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        self.arity(arguments, 1..=1, "the label of a man", span)?;
        self.no_relatives(span)?;
        let (stage, man) = self.man(&arguments[0])?;
        let man = &self.scope.stages[stage].men[man];
        let (side, spot) = (Some(man.side), Spot::Fixed(man.cell));
        let asked = if function.text == "goes" { Leads::Goes(spot) } else { Leads::Teleports(spot) };
        Ok(Term::Cells(Set::Legal { stage, side, asked }))
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
