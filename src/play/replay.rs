//! Games played over from their records, each move judged.

use super::arbiter::Arbiter;
use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::notation::read;
use super::outcome::Outcome;
use super::record::{Record, Written};
use super::ruling::{Fault, Ruling, Slip};
use super::state::State;
use crate::model::{Cell, CellSet, PieceId, Side};

/// A record held against the rules.
#[derive(Clone, Debug)]
pub struct Replay {
    pub start: State,
    /// Up to the first that is not legal.
    pub plies: Vec<Ply>,
    /// How the game has ended, if its last move ended it.
    pub outcome: Option<Outcome>,
}

/// One move of one side.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The number of the move, which both sides' moves share.
    pub number: u32,
    pub side: Side,
    pub written: Written,
    pub verdict: Verdict,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Played {
        /// Who moves, as he was before, and from where, if not out of hand, to where; of a castling its
        /// first man.
        piece: PieceId,
        from: Option<Cell>,
        to: Cell,
        castles: bool,
        slips: Vec<Slip>,
        /// The move as the variant's notation writes it.
        properly: String,
        effects: Vec<Effect>,
        after: Box<State>,
    },
    Illegal {
        fault: Fault,
        nearest: Option<String>,
    },
}

impl Ply {
    /// What is wrong with the text, or with the move, in words.
    pub fn problems(&self, game: &Game<'_>) -> Vec<String> {
        match &self.verdict {
            Verdict::Played { slips, .. } => slips.iter().map(|slip| slip.tell(game)).collect(),
            Verdict::Illegal { fault, nearest } => {
                let near = nearest.iter().map(|near| format!("the nearest legal move is `{near}`"));
                [fault.tell(game)].into_iter().chain(near).collect()
            }
        }
    }

    /// The cells that the move, or the reason why there is none, is about.
    pub fn cells(&self) -> CellSet {
        match &self.verdict {
            Verdict::Played { effects, .. } => effects.iter().filter_map(Effect::way).flatten().collect(),
            Verdict::Illegal { fault, .. } => fault.cells().into_iter().collect(),
        }
    }

    /// What stands in the text where a slip is, if anything does.
    pub fn said(&self, slip: &Slip, game: &Game<'_>) -> String {
        let text = &self.written.word.text;
        let at = read(game, self.side, text).map(|said| said.at).unwrap_or_default();
        let part = match slip {
            Slip::Letter { .. } => at.letter,
            Slip::NoCapture { .. } | Slip::Capture { .. } | Slip::Sign { .. } => at.sign,
            Slip::Threatens { .. } => at.threatens,
            Slip::Change { .. } | Slip::WrongChange { .. } => at.into,
            Slip::Number { said, .. } => return said.to_string(),
        };
        text[part].to_string()
    }

    pub fn is_legal(&self) -> bool {
        matches!(self.verdict, Verdict::Played { .. })
    }
}

impl Replay {
    /// The position after so many plies, as far as they are legal.
    pub fn after(&self, plies: usize) -> Option<&State> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => match &self.plies.get(last)?.verdict {
                Verdict::Played { after, .. } => Some(after),
                Verdict::Illegal { .. } => None,
            },
        }
    }

    /// The ply that is not legal, if there is one; it is the last.
    pub fn illegal(&self) -> Option<&Ply> {
        self.plies.last().filter(|ply| !ply.is_legal())
    }
}

impl Arbiter<'_, '_> {
    /// Plays a record over from a position.
    pub fn replay(&mut self, start: State, record: &Record) -> Replay {
        let mut start = start;
        self.begin(&mut start);
        let mut state = start.clone();
        let mut replay = Replay { start, plies: Vec::new(), outcome: None };
        let mut moves = Moves::default();
        let first = record.moves.first().and_then(|first| first.number);
        let mut number = first.map_or(1, |(number, _)| number);
        // A record that begins with `1…` begins within a number.
        let within = first.is_some_and(|(_, second)| second);
        let leads = if within { replay.start.to_move.other() } else { replay.start.to_move };
        for (place, written) in record.moves.iter().enumerate() {
            let side = state.to_move;
            if place > 0 && side == leads {
                number += 1;
            }
            self.legal(&mut state, &mut moves);
            let verdict = match self.ruling(&mut state, &moves, &written.word.text) {
                Ruling::Plays { place, mut slips, threatens } => {
                    let said = written.number.filter(|(said, _)| *said != number);
                    slips.extend(said.map(|(said, _)| Slip::Number { said, is: number }));
                    let found = moves.get(place).clone();
                    let properly = self.without_sign(&moves, &found) + self.sign(threatens);
                    let effects = moves.effects(&found).to_vec();
                    self.play(&mut state, &moves, &found);
                    let Move { piece, from, to, castling, .. } = found;
                    let (castles, after) = (castling.is_some(), Box::new(state.clone()));
                    Verdict::Played { piece, from, to, castles, slips, properly, effects, after }
                }
                Ruling::Illegal { fault, nearest } => Verdict::Illegal { fault, nearest },
            };
            let legal = matches!(verdict, Verdict::Played { .. });
            replay.plies.push(Ply { number, side, written: written.clone(), verdict });
            if !legal {
                return replay;
            }
        }
        replay.outcome = self.outcome(&mut state);
        replay
    }
}
