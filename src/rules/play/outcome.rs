//! How a game ends, and why.

use super::dead::is_dead;
use super::game::Game;
use super::in_play::Play;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Ending, Side};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended for White.
    pub white: Ending,
    /// The reason why it ended.
    pub reason: Reason,
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The last move reached the goal with this index.
    Goal(usize),
    /// Too many moves in a row without a capture, a promotion, or a move that the rule exempts.
    QuietLimit,
    /// Neither side has anything left to win with.
    DeadPosition,
    /// The position has occurred too often.
    Repetition,
    /// The position has occurred too often, and the rules blame the side that has lost for it.
    BlamedRepetition,
    /// A rule of the variant ends it, by its index.
    Rule(usize),
}

impl Reason {
    /// Returns the names of all sorts of reasons.
    pub fn names() -> [&'static str; 8] {
        let sorts = [
            Reason::Mate,
            Reason::Stalemate,
            Reason::Goal(0),
            Reason::QuietLimit,
            Reason::DeadPosition,
            Reason::Repetition,
            Reason::BlamedRepetition,
            Reason::Rule(0),
        ];
        sorts.map(Reason::name)
    }

    /// Returns the name of this sort of reason.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Goal(_) => "goal",
            Reason::QuietLimit => "quiet-limit",
            Reason::DeadPosition => "dead-position",
            Reason::Repetition => "repetition",
            Reason::BlamedRepetition => "blamed-repetition",
            Reason::Rule(_) => "rule",
        }
    }
}

impl Outcome {
    /// Returns the outcome of a game that ends with a win, a draw or a loss for `side`.
    pub(super) fn new(side: Side, ending: Ending, reason: Reason) -> Outcome {
        let white = match side {
            Side::White => ending,
            Side::Black => ending.reversed(),
        };
        Outcome { white, reason }
    }

    /// Returns the side that has won; `None` for a draw, and if the sides share the point
    /// otherwise.
    pub fn winner(&self) -> Option<Side> {
        match self.white {
            Ending::Win => Some(Side::White),
            Ending::Loss => Some(Side::Black),
            Ending::Draw | Ending::Score(_) => None,
        }
    }

    /// Whether neither side has won, and each gets half of the point.
    pub fn is_draw(&self) -> bool {
        self.white == Ending::Draw
    }
}

/// Returns how the game has ended; `None` while it goes on. A goal comes first, then what a rule of
/// the variant ends at the move, mate, what a rule ends by the moves there are, stalemate, a
/// dead position, the quiet limit, and repetition last.
pub fn outcome(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> Option<Outcome> {
    let last = state.last_mover();
    if let Some((goal, side)) = state.goal_reached() {
        return Some(Outcome::new(side, Ending::Win, Reason::Goal(goal)));
    }
    let play = &mut Play::new(game, state, scratch);
    if let Some(ended) = play.ended_at_once() {
        return Some(ended);
    }
    let (side, has_move) = (play.state.to_move, play.has_open_move());
    if !has_move && play.in_check(side) {
        return Some(Outcome::new(side, Ending::Loss, Reason::Mate));
    }
    if let Some(ended) = play.ended_by_moves(has_move) {
        return Some(ended);
    }
    if !has_move {
        let ending = game.stalemate.unwrap_or(Ending::Draw);
        return Some(Outcome::new(side, ending, Reason::Stalemate));
    }
    if is_dead(play.position()) {
        return Some(Outcome::new(side, Ending::Draw, Reason::DeadPosition));
    }
    if let Some(limit) = game.quiet.filter(|limit| state.quiet >= limit.plies) {
        return Some(Outcome::new(last, limit.ending, Reason::QuietLimit));
    }
    let repeated = state.repeated_too_often(game);
    repeated.then(|| match state.blamed_for_repetition() {
        Some(side) => Outcome::new(side, Ending::Loss, Reason::BlamedRepetition),
        None => Outcome::new(side, Ending::Draw, Reason::Repetition),
    })
}
