//! Replaying games from their records, with a verdict on each move.

use super::effect::{Effect, Move, MoveManner, Moves};
use super::game::Game;
use super::legal::legal_moves;
use super::move_reading::{Fault, MoveReading, Problem, read_move};
use super::notation::{bare_text, check_sign, read};
use super::outcome::{Outcome, outcome};
use super::record::{Record, WrittenMove};
use super::repetition::{begin_history, make};
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, CellSet, KindId, Side};

/// A record checked against the rules.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The position in which the game begins.
    pub start: State,
    /// The plies, up to and including the first illegal one.
    pub plies: Vec<Ply>,
    /// How the game ended, if its last move ended it.
    pub outcome: Option<Outcome>,
}

/// One move of one side.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The number of the move; both sides' moves share it.
    pub number: u32,
    /// The side that moves.
    pub side: Side,
    /// The move as the record has it.
    pub written: WrittenMove,
    /// The verdict of the rules on it.
    pub verdict: PlyVerdict,
}

/// The verdict of the rules on a move of a record.
#[derive(Clone, Debug)]
pub enum PlyVerdict {
    /// The move is clear and legal, even if its text has mistakes.
    Played {
        /// The piece that moves, as it was before the move; in a castling, the piece whose move is
        /// written. `None` if a cell travels.
        kind: Option<KindId>,
        /// The cell that it leaves; `None` for a drop.
        from: Option<Cell>,
        /// The cell it goes to.
        to: Cell,
        /// Whether the piece moves by itself: it does not castle, and nothing else moves it.
        alone: bool,
        /// The mistakes of the text.
        problems: Vec<Problem>,
        /// The move as the variant's notation writes it.
        proper_text: String,
        /// The effects of the move, in order.
        effects: Vec<Effect>,
        /// The position after the move.
        after: Box<State>,
    },
    /// The move is unclear, or not legal.
    Illegal {
        /// The reason why.
        fault: Fault,
        /// The text of the legal move most like it.
        nearest: Option<String>,
    },
}

impl Ply {
    /// Whether something is wrong with the text or with the move.
    pub fn is_wrong(&self) -> bool {
        match &self.verdict {
            PlyVerdict::Played { problems, .. } => !problems.is_empty(),
            PlyVerdict::Illegal { .. } => true,
        }
    }

    /// Returns the cells that the move concerns, or the fault if it is illegal.
    pub fn cells(&self) -> CellSet {
        match &self.verdict {
            PlyVerdict::Played { effects, .. } => {
                effects.iter().filter_map(Effect::ends).flatten().collect()
            }
            PlyVerdict::Illegal { fault, .. } => fault.cells().into_iter().collect(),
        }
    }

    /// Returns the part of the text that a problem concerns, which may be empty.
    pub fn problem_text(&self, problem: &Problem, game: &Game<'_>) -> String {
        let text = &self.written.word.text;
        let at = read(game, self.side, text)
            .map(|said| said.at)
            .unwrap_or_default();
        let part = match problem {
            Problem::Letter { .. } => at.letter,
            Problem::NoCapture { .. } | Problem::Capture { .. } | Problem::Sign { .. } => at.sign,
            Problem::Threatens { .. } => at.threatens,
            Problem::Change { .. } | Problem::WrongChange { .. } => at.into,
            Problem::Castling { .. } => 0..at.threatens.start,
            Problem::Number { said, .. } => return said.to_string(),
        };
        text[part].to_string()
    }

    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        matches!(self.verdict, PlyVerdict::Played { .. })
    }
}

impl Replay {
    /// Returns the position after this many plies; `None` if not all of them are legal.
    pub fn after(&self, plies: usize) -> Option<&State> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => match &self.plies.get(last)?.verdict {
                PlyVerdict::Played { after, .. } => Some(after),
                PlyVerdict::Illegal { .. } => None,
            },
        }
    }

    /// Returns the illegal ply, if there is one. It is the last.
    pub fn illegal(&self) -> Option<&Ply> {
        self.plies.last().filter(|ply| !ply.is_legal())
    }
}

/// Replays a record from a position.
pub fn replay(game: &Game<'_>, start: State, record: &Record) -> Replay {
    let (mut start, scratch) = (start, &mut Scratch::default());
    begin_history(game, &mut start, scratch);
    let mut state = start.clone();
    let mut replay = Replay {
        start,
        plies: Vec::new(),
        outcome: None,
    };
    let mut moves = Moves::default();
    let first = record.moves.first().and_then(|first| first.number);
    let mut number = first.map_or(1, |(number, _)| number);
    // A record that begins with `1…` begins with the second move of that number.
    let begins_with_second = first.is_some_and(|(_, second)| second);
    let first_side = if begins_with_second {
        replay.start.to_move.other()
    } else {
        replay.start.to_move
    };
    for (place, written) in record.moves.iter().enumerate() {
        let side = state.to_move;
        if place > 0 && side == first_side && state.turn_move == 1 {
            number += 1;
        }
        legal_moves(game, &mut state, scratch, &mut moves);
        let verdict = match read_move(game, &mut state, scratch, &moves, &written.word.text) {
            MoveReading::Plays {
                index: place,
                mut problems,
                threatens,
            } => {
                let said = written.number.filter(|(said, _)| *said != number);
                problems.extend(said.map(|(said, _)| Problem::Number { said, is: number }));
                let mv = moves.get(place).clone();
                let properly = bare_text(game, &moves, &mv) + check_sign(game, threatens);
                let effects = moves.effects(&mv).to_vec();
                make(game, &mut state, scratch, &moves, &mv);
                let Move {
                    kind,
                    from,
                    to,
                    castling,
                    manner,
                    ..
                } = mv;
                let alone = castling.is_none() && manner == MoveManner::Plain;
                let after = Box::new(state.clone());
                PlyVerdict::Played {
                    kind,
                    from,
                    to,
                    alone,
                    problems,
                    proper_text: properly,
                    effects,
                    after,
                }
            }
            MoveReading::Illegal { fault, nearest } => PlyVerdict::Illegal { fault, nearest },
        };
        replay.plies.push(Ply {
            number,
            side,
            written: written.clone(),
            verdict,
        });
        if replay.illegal().is_some() {
            return replay;
        }
    }
    replay.outcome = outcome(game, &mut state, scratch);
    replay
}
