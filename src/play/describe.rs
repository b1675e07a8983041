//! Rulings and outcomes in words.

use super::castling::CastlingFault;
use super::game::Game;
use super::notation::Threatens;
use super::outcome::{Outcome, Reason};
use super::ruling::{Fault, Problem};
use crate::model::{Cell, KindId, Side};
use crate::text::Span;

/// The words for what a ruling speaks of, in one game.
struct RulingWords<'a> {
    game: &'a Game<'a>,
}

impl RulingWords<'_> {
    fn cell(&self, cell: Cell) -> &str {
        self.game.variant().board.name(cell)
    }

    fn kind(&self, kind: KindId) -> &str {
        &self.game.variant().kind(kind).name
    }

    fn piece(&self, kind: Option<KindId>) -> &str {
        kind.map_or("piece", |kind| self.kind(kind))
    }

    fn letter(&self, kind: KindId) -> &str {
        &self.game.variant().kind(kind).letter
    }
}

impl Problem {
    /// What is wrong, in words.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let words = RulingWords { game };
        let notation = &game.variant().notation;
        match self {
            Problem::Letter { said: None, moves, from } => format!(
                "the letter {} is missing: on {} stands a {}",
                words.letter(*moves),
                words.cell(*from),
                words.kind(*moves)
            ),
            Problem::Letter { said: Some(said), moves, from } => format!(
                "the letter is a {}'s, but on {} stands a {}",
                words.kind(*said),
                words.cell(*from),
                words.kind(*moves)
            ),
            Problem::NoCapture { to } => {
                format!("a sign of capture, but nothing is taken on {}", words.cell(*to))
            }
            Problem::Capture { to } => {
                format!(
                    "the sign of capture `{}` is missing: a piece is taken by going to {}",
                    notation.capture,
                    words.cell(*to)
                )
            }
            Problem::Sign { said } => format!("captures are written `{}`, not `{said}`", notation.capture),
            Problem::Threatens { said, does } => {
                threat(*said, *does, &notation.check, notation.mate.as_deref())
            }
            Problem::Change { kind, into } => format!(
                "the rules make the {} a {}, and the text does not show it",
                words.kind(*kind),
                words.kind(*into)
            ),
            Problem::WrongChange { said, into: Some(into) } => {
                format!("it becomes a {}, not a {}", words.kind(*into), words.kind(*said))
            }
            Problem::WrongChange { said, into: None } => {
                format!("it does not become a {}", words.kind(*said))
            }
            Problem::Number { said, is } => format!("numbered {said}, but this is move {is}"),
        }
    }
}

fn threat(said: Threatens, does: Threatens, check: &str, mate: Option<&str>) -> String {
    match (said, does) {
        (_, Threatens::Nothing) => "a sign of check, but the move gives none".to_string(),
        (Threatens::Nothing, Threatens::Check) => format!("the sign of check `{check}` is missing"),
        (_, Threatens::Mate) => format!("the move mates, which is written `{}`", mate.unwrap_or(check)),
        (_, Threatens::Check) => {
            format!("the move gives check, which is written `{check}`, and does not mate")
        }
    }
}

impl Fault {
    /// The part of a move's text that is to blame.
    pub fn span(&self, text: Span) -> Span {
        match self {
            Fault::Unreadable { range, .. } if range.end <= text.range().len() => text.slice(range.clone()),
            _ => text,
        }
    }

    /// What is wrong, in words.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let words = RulingWords { game };
        match self {
            Fault::Unreadable { expected, .. } => format!("no move can be read here: expected {expected}"),
            Fault::Over(outcome) => format!("the game is over: {}", outcome.describe(game)),
            Fault::Empty { cell } => format!("no piece stands on {}", words.cell(*cell)),
            Fault::OtherSide { cell, kind, side } => {
                format!("the {} on {} is {}'s", words.piece(*kind), words.cell(*cell), side_name(*side))
            }
            Fault::CannotGo { kind, from, to, goes } => {
                let list: Vec<&str> = goes.iter().map(|cell| words.cell(*cell)).collect();
                let goes = if list.is_empty() {
                    "it can go nowhere".to_string()
                } else {
                    format!("it can go to {}", list.join(", "))
                };
                format!(
                    "the {} on {} cannot go to {}; {goes}",
                    words.kind(*kind),
                    words.cell(*from),
                    words.cell(*to)
                )
            }
            Fault::NoneGoes { kind, to } => {
                format!("no {} can go to {}", words.piece(*kind), words.cell(*to))
            }
            Fault::Frozen { kind, cell, by } => format!(
                "the {} on {} is frozen from {}",
                words.piece(*kind),
                words.cell(*cell),
                words.cell(*by)
            ),
            Fault::NotSo { text } => {
                format!("`{text}` cannot be: no piece is moved so by others, and no cell travels so")
            }
            Fault::NoDrop { kind, to } => {
                format!("no {} can come out of hand to {}", words.kind(*kind), words.cell(*to))
            }
            Fault::Exposes { royal, king, by, attacker } => format!(
                "it leaves the {} on {} attacked by the {} on {}",
                words.piece(*royal),
                words.cell(*king),
                words.piece(*attacker),
                words.cell(*by)
            ),
            Fault::Repeats => "it brings a position about again, which is forbidden".to_string(),
            Fault::Otherwise(problem) => problem.describe(game),
            Fault::GivesCheck => "it gives check, which is forbidden".to_string(),
            Fault::Unclear { readings } => format!("it may mean {}", readings.join(" or ")),
            Fault::Castling { castling, reason } => {
                let reason = match reason {
                    CastlingFault::Moved { kind, cell } => {
                        format!("no unmoved {} stands on {}", words.kind(*kind), words.cell(*cell))
                    }
                    CastlingFault::Frozen { kind, cell } => {
                        format!("the {} on {} is frozen", words.kind(*kind), words.cell(*cell))
                    }
                    CastlingFault::Occupied { cell } => format!("{} is occupied", words.cell(*cell)),
                    CastlingFault::Attacked { cell } => format!("{} is attacked", words.cell(*cell)),
                };
                format!("{} is not allowed: {reason}", game.castling_name(*castling))
            }
        }
    }
}

impl Outcome {
    /// Which side has won and why, in words.
    pub fn describe(&self, game: &Game<'_>) -> String {
        let variant = game.variant();
        let reason = match self.reason {
            Reason::Mate => "by mate".to_string(),
            Reason::Stalemate => "by stalemate".to_string(),
            Reason::Goal(place) => {
                let goal = game.goals[place];
                format!("by a {} that has come to its goal", variant.kind(goal.kind).name)
            }
            Reason::QuietLimit => "after too many moves without a capture".to_string(),
            Reason::Repetition => "by repetition".to_string(),
        };
        match self.winner {
            Some(side) => format!("{} has won {reason}", side_name(side)),
            None => format!("drawn {reason}"),
        }
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
