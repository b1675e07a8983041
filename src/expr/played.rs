//! Recorded games that expressions can ask about.

use padma_rules::model::{Board, KindId, Side};
use padma_rules::movement::LeapKind;
use padma_rules::play::{PlyVerdict, Replay, State, StatedResult};

/// A recorded game, with each move judged by the rules of play.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The name that links and claims use.
    pub id: String,
    /// The index of the variant in the library.
    pub variant: usize,
    /// The text of the position it begins from, if that is not the setup.
    pub start: Option<String>,
    /// Its moves, each judged by the rules.
    pub replay: Replay,
    /// The problems of each move.
    pub problems: Vec<Vec<PlyProblem>>,
    /// The result that its record states, if any. Also `None` if a move is illegal.
    pub stated: Option<StatedResult>,
    /// What is wrong with it, in words.
    pub misstated: Vec<String>,
}

/// Something wrong with a recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyProblem {
    /// The kind of problem.
    pub kind: &'static str,
    /// What the record has instead, if anything.
    pub recorded: String,
    /// A description in words.
    pub reason: String,
}

impl PlyProblem {
    /// Returns the name that an erratum uses for it: its kind, and what the record has.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind, self.recorded)
            .trim_end()
            .to_string()
    }
}

impl PlayedGame {
    /// Returns the index of a side's move with this number among all moves.
    pub fn ply(&self, number: u32, side: Side) -> Option<usize> {
        self.replay
            .plies
            .iter()
            .position(|ply| ply.number == number && ply.side == side)
    }

    /// Returns the kinds of leap that pieces of a kind made, without duplicates, shortest first.
    /// Returns none on a board that is not a grid. Castling does not count as a leap.
    pub fn leaps(&self, wanted: KindId, board: &Board) -> Vec<LeapKind> {
        let made = self
            .replay
            .plies
            .iter()
            .filter_map(|ply| match ply.verdict {
                PlyVerdict::Played {
                    kind: Some(kind),
                    from,
                    to,
                    alone: true,
                    ..
                } if kind == wanted => {
                    let from = from?;
                    let ((a, b), (c, d)) = board.on_first_sheet(|lattice| {
                        Some((lattice.place(from)?, lattice.place(to)?))
                    })?;
                    Some(LeapKind::new(a.abs_diff(c), b.abs_diff(d)))
                }
                _ => None,
            });
        let mut leaps: Vec<LeapKind> = made.collect();
        leaps.sort_unstable();
        leaps.dedup();
        leaps
    }

    /// Returns the position after a move.
    pub fn after(&self, number: u32, side: Side) -> Option<&State> {
        self.replay.after(self.ply(number, side)? + 1)
    }

    /// Whether the game never reached the position after a move, because that move or one before
    /// it is illegal.
    pub fn broke_off_before(&self, number: u32, side: Side) -> bool {
        let illegal = self.replay.illegal();
        illegal.is_some_and(|ply| ply.number <= number) && self.after(number, side).is_none()
    }
}
