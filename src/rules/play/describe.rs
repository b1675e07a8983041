//! Describes the readings of moves and outcomes in words.

use super::castling::CastlingFault;
use super::effect::Moves;
use super::game::Game;
use super::move_reading::{Fault, Problem};
use super::notation::Threatens;
use super::outcome::{Outcome, Reason};
use crate::model::{EndRule, Ending, KindId, Repetition, Rule};
use crate::movement::words::join_list;
use padma_text::Span;

impl Problem {
    /// Describes the problem in words.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let notation = &game.variant().notation;
        match self {
            Problem::Letter {
                said: None,
                moves,
                from,
            } => format!(
                "the letter {} is missing: the piece on {} is a {}",
                game.letter(*moves),
                game.cell_name(*from),
                game.kind_name(*moves)
            ),
            Problem::Letter {
                said: Some(said),
                moves,
                from,
            } => format!(
                "the letter is a {}'s, but the piece on {} is a {}",
                game.kind_name(*said),
                game.cell_name(*from),
                game.kind_name(*moves)
            ),
            Problem::NoCapture { to } => {
                format!(
                    "there is a capture sign, but nothing is captured on {}",
                    game.cell_name(*to)
                )
            }
            Problem::Capture { to } => {
                format!(
                    "the capture sign `{}` is missing: the move to {} captures a piece",
                    notation.capture,
                    game.cell_name(*to)
                )
            }
            Problem::Sign { said } => {
                format!("captures are written `{}`, not `{said}`", notation.capture)
            }
            Problem::Threatens { said, does } => {
                describe_threat(*said, *does, &notation.check, notation.mate.as_deref())
            }
            Problem::Change { kind, into } => format!(
                "the rules turn the {} into a {}, but the text does not show it",
                game.kind_name(*kind),
                game.kind_name(*into)
            ),
            Problem::WrongChange {
                said,
                into: Some(into),
            } => {
                format!(
                    "it becomes a {}, not a {}",
                    game.kind_name(*into),
                    game.kind_name(*said)
                )
            }
            Problem::WrongChange { said, into: None } => {
                format!("it does not become a {}", game.kind_name(*said))
            }
            Problem::Castling { castling } => {
                format!(
                    "the move castles, which is written `{}`",
                    game.castling_name(*castling)
                )
            }
            Problem::Number { said, is } => format!("numbered {said}, but this is move {is}"),
        }
    }
}

fn describe_threat(said: Threatens, does: Threatens, check: &str, mate: Option<&str>) -> String {
    match (said, does) {
        (_, Threatens::Nothing) => {
            "there is a check sign, but the move does not give check".to_string()
        }
        (Threatens::Nothing, Threatens::Check) => format!("the check sign `{check}` is missing"),
        (_, Threatens::Mate) => format!(
            "the move mates, which is written `{}`",
            mate.unwrap_or(check)
        ),
        (_, Threatens::Check) => {
            format!("the move gives check, which is written `{check}`, but does not mate")
        }
    }
}

impl Fault {
    /// Returns the part of a move's text that is wrong.
    pub fn span(&self, text: Span) -> Span {
        match self {
            Fault::Unreadable { range, .. } if range.end <= text.range().len() => {
                text.slice(range.clone())
            }
            _ => text,
        }
    }

    /// Describes the fault in words.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let piece = |kind: Option<KindId>| kind.map_or("piece", |kind| game.kind_name(kind));
        match self {
            Fault::Unreadable { expected, .. } => {
                format!("this cannot be read as a move: expected {expected}")
            }
            Fault::TooManyMoves => {
                format!("there are more than {} moves in the position", Moves::MOST)
            }
            Fault::Over(outcome) => format!("the game is over: {}", outcome.describe(game)),
            Fault::Empty { cell } => format!("no piece stands on {}", game.cell_name(*cell)),
            Fault::OtherSide { cell, kind, side } => {
                format!(
                    "the {} on {} is {}'s",
                    piece(*kind),
                    game.cell_name(*cell),
                    side.titled()
                )
            }
            Fault::CannotGo {
                kind,
                from,
                to,
                goes,
            } => {
                let list: Vec<&str> = goes.iter().map(|cell| game.cell_name(*cell)).collect();
                let goes = if list.is_empty() {
                    "it cannot move".to_string()
                } else {
                    format!("it can go to {}", list.join(", "))
                };
                format!(
                    "the {} on {} cannot go to {}; {goes}",
                    game.kind_name(*kind),
                    game.cell_name(*from),
                    game.cell_name(*to)
                )
            }
            Fault::NoPieceCanGo { kind, to } => {
                format!("no {} can go to {}", piece(*kind), game.cell_name(*to))
            }
            Fault::Frozen { kind, cell, by } => format!(
                "the {} on {} is frozen by the piece on {}",
                piece(*kind),
                game.cell_name(*cell),
                game.cell_name(*by)
            ),
            Fault::NoDisplacement { text } => {
                format!(
                    "`{text}` is not possible: no piece can be moved like this by others, and no cell can travel like this"
                )
            }
            Fault::NoDrop { kind, to } => {
                format!(
                    "no {} can be dropped on {}",
                    game.kind_name(*kind),
                    game.cell_name(*to)
                )
            }
            Fault::Exposes {
                royal,
                king,
                by,
                attacker,
            } => format!(
                "it leaves the {} on {} attacked by the {} on {}",
                piece(*royal),
                game.cell_name(*king),
                piece(*attacker),
                game.cell_name(*by)
            ),
            Fault::CannotGoOn { to } => format!(
                "a piece that comes to {} must go on from there, and the cell that it would go to is not empty",
                game.cell_name(*to)
            ),
            Fault::LeavesAttacked { king } => format!(
                "an additional effect of an enemy's move could capture the royal piece on {}",
                game.cell_name(*king)
            ),
            Fault::LosesRoyal { side, kind, cell } => format!(
                "it would cost {} the {} on {}, which is royal, and the game would go on",
                side.titled(),
                piece(*kind),
                game.cell_name(*cell)
            ),
            Fault::Forbidden(rule) => match &rule.text {
                Some(text) => format!("a rule forbids it: “{text}”"),
                None => format!("it is forbidden: after it, {}", rule.condition),
            },
            Fault::Neglects(rule) => match &rule.text {
                Some(text) => format!("a rule demands another move: “{text}”"),
                None => format!(
                    "there is a legal move after which {}, and such a move must be made",
                    rule.condition
                ),
            },
            Fault::Repeats => "it repeats a position, which is forbidden".to_string(),
            Fault::Otherwise(problem) => problem.describe(game),
            Fault::Null => "it makes no move, but passing is not allowed".to_string(),
            Fault::MustTake { kind } => {
                format!("the {} must capture if it can", game.kind_name(*kind))
            }
            Fault::TakesOther { to, cells } => {
                let list: Vec<&str> = cells.iter().map(|cell| game.cell_name(*cell)).collect();
                format!(
                    "no such move to {} captures what stands on {}",
                    game.cell_name(*to),
                    list.join(", ")
                )
            }
            Fault::CannotBecome { kind, said, into } => {
                let into: Vec<String> = into
                    .iter()
                    .map(|kind| format!("a {}", game.kind_name(*kind)))
                    .collect();
                format!(
                    "a {} cannot become a {} there, but {}",
                    game.kind_name(*kind),
                    game.kind_name(*said),
                    join_list(&into, "or")
                )
            }
            Fault::Unclear { readings } => format!("it may mean {}", readings.join(" or ")),
            Fault::Castling { castling, reason } => {
                let reason = match reason {
                    CastlingFault::Moved { kind, cell } => {
                        format!(
                            "no unmoved {} stands on {}",
                            game.kind_name(*kind),
                            game.cell_name(*cell)
                        )
                    }
                    CastlingFault::Frozen { kind, cell } => {
                        format!(
                            "the {} on {} is frozen",
                            game.kind_name(*kind),
                            game.cell_name(*cell)
                        )
                    }
                    CastlingFault::Absent { cell } => {
                        format!("{} is absent", game.cell_name(*cell))
                    }
                    CastlingFault::Occupied { cell } => {
                        format!("{} is occupied", game.cell_name(*cell))
                    }
                    CastlingFault::Attacked { cell } => {
                        format!("{} is attacked", game.cell_name(*cell))
                    }
                };
                format!("{} is not allowed: {reason}", game.castling_name(*castling))
            }
        }
    }
}

impl Outcome {
    /// Describes in words which side has won, or that the game is drawn, and why.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let reason = match self.reason {
            Reason::Mate => "by mate".to_string(),
            Reason::Stalemate => "by stalemate".to_string(),
            Reason::Goal(place) => {
                let goal = game.goals[place];
                format!(
                    "by a {} that has come to its goal",
                    game.kind_name(goal.kind)
                )
            }
            Reason::QuietLimit => "after too many moves without a capture".to_string(),
            Reason::DeadPosition => "in a dead position".to_string(),
            Reason::Repetition => "by repetition".to_string(),
            Reason::BlamedRepetition => match game.repetition.and_then(Repetition::blames) {
                Some(blames) => format!(
                    "by repetition, as after each move of the side that has lost {}",
                    blames.words
                ),
                None => "by repetition".to_string(),
            },
            Reason::Rule(index) => match &game.variant().rules[index] {
                Rule::End(EndRule { when, .. }) => match &when.text {
                    Some(text) => format!("by a rule: “{text}”"),
                    None => format!("as {}", when.words),
                },
                _ => "by a rule".to_string(),
            },
        };
        match (self.winner(), self.white) {
            (Some(side), _) => format!("{} has won {reason}", side.titled()),
            (None, Ending::Score(_)) => format!(
                "White has {} of the point and Black {}, {reason}",
                self.white.points(),
                self.white.reversed().points()
            ),
            (None, _) => format!("drawn {reason}"),
        }
    }
}
