//! Calls: which function a name is, and what it is asked. Each group of functions settles its own and hands on what
//! is none of them; the board's sets and direction classes come last.

use super::{FUNCTIONS, Settled, Settler, Term, Wrong, outline, play};
use crate::claim::formula::{Extent, Image, Num, Query, Set, Spot, Test, Trait, Txt, Who};
use crate::claim::syntax::{Expr, Name};
use crate::diag::{Code, Diagnostic};
use crate::text::Span;

impl Settler<'_, '_> {
    pub(super) fn call(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        let query = match function.text.as_str() {
            "reach" => Some(Query::Reach),
            "moves" => Some(Query::Moves),
            "captures" => Some(Query::Captures),
            "attacks" => Some(Query::Attacks),
            "first" => Some(Query::First),
            _ => None,
        };
        if let Some(query) = query {
            return Ok(Term::Cells(Set::Of(query, self.mover(arguments, span)?)));
        }
        if function.text == "victims" {
            return self.victims(arguments, span);
        }
        if outline::is_function(&function.text) {
            return self.of_outline(function, arguments, span);
        }
        if play::is_function(&function.text) {
            return self.of_play(None, function, arguments, span);
        }
        self.of_movement(function, arguments, span)
    }

    /// What a movement does, on the empty board or among a diagram's men.
    fn of_movement(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        match function.text.as_str() {
            "cell" => {
                self.arity(arguments, 1..=1, "the label of a man", span)?;
                let (stage, man) = self.man(&arguments[0])?;
                Ok(Term::Cell(Spot::Fixed(self.scope.stages[stage].men[man].cell)))
            }
            "turned" => self.turned(arguments, span).map(Term::Movement),
            "leaps" => {
                self.arity(arguments, 1..=1, "a piece or a movement", span)?;
                self.leaps_of(&arguments[0]).map(Term::Leaps)
            }
            "same" => {
                self.arity(arguments, 2..=3, "two pieces or movements, and a side if it is black", span)?;
                let (a, b) = (self.gait(&arguments[0])?, self.gait(&arguments[1])?);
                Ok(Term::Truth(Test::SameMovement(a, b, self.side(arguments.get(2))?)))
            }
            "closure" => Ok(Term::Cells(Set::Closure(self.mover(arguments, span)?))),
            "range" => {
                self.arity(arguments, 1..=2, "a piece or a movement, and a side if it is black", span)?;
                Ok(Term::Cells(Set::Range(self.gait(&arguments[0])?, self.side(arguments.get(1))?)))
            }
            "distance" => {
                self.arity(
                    arguments,
                    3..=4,
                    "a piece or a movement and two cells, and a side if it is black",
                    span,
                )?;
                let (from, to) = (self.spot(&arguments[1])?, self.spot(&arguments[2])?);
                let (gait, side) = (self.gait(&arguments[0])?, self.side(arguments.get(3))?);
                Ok(Term::Number(Num::Distance(gait, side, from, to)))
            }
            _ => self.of_piece(function, arguments, span),
        }
    }

    /// What the variant says of a piece, and its men at the start.
    fn of_piece(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        match function.text.as_str() {
            "promotion" => {
                self.arity(arguments, 1..=2, "a piece, and a side if it is black", span)?;
                Ok(Term::Cells(Set::Promotion(self.who(&arguments[0])?, self.side(arguments.get(1))?)))
            }
            "stands-on" => {
                self.arity(arguments, 1..=2, "a piece, and a side if it is black", span)?;
                Ok(Term::Cells(Set::StandsOn(self.who(&arguments[0])?, self.side(arguments.get(1))?)))
            }
            "together" => {
                self.arity(arguments, 2..=3, "a piece and a cell, and a side if it is black", span)?;
                let (who, spot) = (self.who(&arguments[0])?, self.spot(&arguments[1])?);
                Ok(Term::Number(Num::Together(who, self.side(arguments.get(2))?, spot)))
            }
            "goes" | "teleports" => self.led(function, arguments, span),
            "men" => self.standing(arguments, span),
            "setup" => self.setup(arguments, span),
            "reserve" => self.reserve(arguments, span),
            "royal" => {
                self.arity(arguments, 1..=1, "a piece", span)?;
                Ok(Term::Truth(Test::Royal(self.who(&arguments[0])?)))
            }
            "inventor" | "letter" | "movement" => {
                self.arity(arguments, 1..=1, "a piece", span)?;
                let of: fn(Who) -> Txt = match function.text.as_str() {
                    "inventor" => Txt::Inventor,
                    "letter" => Txt::Letter,
                    _ => Txt::Movement,
                };
                Ok(Term::Text(of(self.who(&arguments[0])?)))
            }
            _ => self.of_rules(function, arguments, span),
        }
    }

    /// What the rules of play say.
    fn of_rules(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        match function.text.as_str() {
            "promotes-to" => self.promotes_to(arguments, span),
            "turns-into" => self.turns_into(arguments, span),
            "castles" => self.castles(arguments, span),
            "goal" => self.goal(arguments, span),
            "goal-count" => self.goal_count(arguments, span),
            "quiet-limit" => self.quiet_limit(arguments, span),
            "repetition-limit" => self.repetition_limit(arguments, span),
            "quiet-ending" => self.quiet_ending(arguments, span),
            "always-wins" => Ok(Term::Truth(Test::AlwaysWins(self.ending(arguments, span)?))),
            "longest-win" => Ok(Term::Number(Num::LongestWin(self.ending(arguments, span)?))),
            _ => self.of_checkers(function, arguments, span),
        }
    }

    /// What pieces are made of, and orders of names.
    fn of_checkers(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        match function.text.as_str() {
            "checkers" => self.checkers(arguments, span),
            "kinds" => self.kinds(arguments, span),
            "most" => self.most(arguments, span),
            "parts" => self.parts(arguments, span),
            "worth" => self.worth(arguments, span),
            "steps" => self.steps(arguments, span),
            "place" => self.place(arguments, span),
            "named" => self.named(arguments, span),
            _ => self.of_cells(function, arguments, span),
        }
    }

    /// Cells by their place on the board, and how many they are.
    fn of_cells(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        match function.text.as_str() {
            "count" => {
                self.arity(arguments, 1..=1, "cells, pieces, leaps, sections or figures", span)?;
                match self.term(&arguments[0])? {
                    Term::Pieces(herd) => Ok(Term::Number(Num::CountPieces(herd))),
                    Term::Numbers(roll) => Ok(Term::Number(Num::CountNumbers(roll))),
                    Term::Leaps(leaps) => Ok(Term::Number(Num::CountLeaps(leaps))),
                    term => Ok(Term::Number(Num::Count(self.as_cells(term, arguments[0].span)?))),
                }
            }
            "share" => {
                self.arity(arguments, 1..=1, "cells", span)?;
                Ok(Term::Share(Num::Share(self.cells(&arguments[0])?)))
            }
            "kind" => self.like(Trait::Kind, arguments, span),
            "file" => self.like(Trait::File, arguments, span),
            "rank" => self.like(Trait::Rank, arguments, span),
            "neighbours" => {
                self.arity(
                    arguments,
                    1..=2,
                    "a cell, and a direction class if not all contacts count",
                    span,
                )?;
                let dirs = match arguments.get(1) {
                    Some(class) => self.class(class)?,
                    None => self.class_named("contiguous"),
                };
                Ok(Term::Cells(Set::Along(dirs, Extent::Step, self.spot(&arguments[0])?)))
            }
            "step" | "slide" | "lines" => {
                self.arity(arguments, 2..=2, "a direction class and a cell", span)?;
                let extent = match function.text.as_str() {
                    "step" => Extent::Step,
                    "slide" => Extent::Slide,
                    _ => Extent::Line,
                };
                Ok(Term::Cells(Set::Along(self.class(&arguments[0])?, extent, self.spot(&arguments[1])?)))
            }
            "mirrored" => self.image(Image::Mirrored, arguments, span),
            "rotated" => self.image(Image::Rotated, arguments, span),
            "twins" => self.image(Image::Twin, arguments, span),
            "sheet" => self.sheet(arguments, span),
            "absent" => {
                self.arity(arguments, 0..=0, "nothing", span)?;
                Ok(Term::Cells(Set::fixed(*self.board().absent())))
            }
            "arrangements" => self.arrangements(arguments, span),
            "weekday" => self.weekday(arguments, span),
            "day" => self.day(arguments, span),
            _ => self.of_board(function, arguments, span),
        }
    }

    /// A named set as a side sees it, or whether two cells touch by a direction class.
    fn of_board(&mut self, function: &Name, arguments: &[Expr], span: Span) -> Settled<Term> {
        match function.text.as_str() {
            name if self.variant().sets.get(name).is_some() => {
                self.arity(arguments, 1..=1, "the side that sees the set so", span)?;
                let side = self.side(arguments.first())?;
                let set = self.variant().sets.get(name).map(|set| *set.of(side));
                Ok(Term::Cells(Set::fixed(set.unwrap_or_default())))
            }
            name if self.board().class(name).is_some() => {
                self.arity(arguments, 2..=2, "two cells", span)?;
                let dirs = self.class_named(name);
                Ok(Term::Truth(Test::Touch(dirs, self.spot(&arguments[0])?, self.spot(&arguments[1])?)))
            }
            name => {
                let board = self.board();
                self.diagnostics.push(
                    Diagnostic::error(Code::UnknownName, format!("`{name}` is no function"))
                        .at(function.span, "expected a function or a direction class")
                        .suggest(name, FUNCTIONS.iter().copied().chain(board.classes())),
                );
                Err(Wrong)
            }
        }
    }
}
