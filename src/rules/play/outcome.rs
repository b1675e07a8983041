//! How a game ends, and why.

use super::attack::{in_check, royals};
use super::game::Game;
use super::legal::has_open_move;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Ending, Repetition, Side, SidedSet};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` if it is drawn.
    pub winner: Option<Side>,
    /// Why it has ended.
    pub reason: Reason,
}

/// Why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The last move has reached the game's goal with this place.
    Goal(usize),
    /// Too many moves on end without capture and promotion.
    QuietLimit,
    /// The position has come up too often.
    Repetition,
}

impl Outcome {
    /// A game that ends so for one side.
    fn new(side: Side, ending: Ending, reason: Reason) -> Outcome {
        let winner = match ending {
            Ending::Win => Some(side),
            Ending::Draw => None,
            Ending::Loss => Some(side.other()),
        };
        Outcome { winner, reason }
    }
}

/// How the game has ended; `None` while it goes on. What a move brings about at once comes first: a goal, then mate or
/// stalemate; the limits on how long a game may last come after it.
pub fn outcome(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> Option<Outcome> {
    let last = state.to_move.other();
    if let Some((place, side)) = state.goal_reached() {
        return Some(Outcome {
            winner: Some(side),
            reason: Reason::Goal(place),
        });
    }
    if !has_open_move(game, state, scratch) {
        let side = state.to_move;
        return Some(if in_check(game, state, scratch, side) {
            Outcome::new(side, Ending::Loss, Reason::Mate)
        } else {
            Outcome::new(side, stalemate_ending(game, state), Reason::Stalemate)
        });
    }
    if let Some(limit) = game.quiet.filter(|limit| state.quiet >= limit.plies) {
        return Some(Outcome::new(last, limit.ending, Reason::QuietLimit));
    }
    let repeated = |times: u16| {
        let now = state.history.last();
        state.history.iter().filter(|key| Some(*key) == now).count() >= usize::from(times)
    };
    match game.repetition {
        Some(Repetition::Draw { times }) if repeated(times) => Some(Outcome {
            winner: None,
            reason: Reason::Repetition,
        }),
        _ => None,
    }
}

/// How it ends for the side to move that it has no move: as the last rule says that speaks of a place where it has
/// a royal piece, or else the last that speaks of none.
fn stalemate_ending(game: &Game<'_>, state: &State) -> Ending {
    let side = state.to_move;
    let stands =
        |cells: &SidedSet| royals(game, state, side).any(|king| cells.of(side).contains(king));
    let rules = || game.stalemates.iter().rev();
    let here = rules().find(|rule| rule.cells.as_ref().is_some_and(stands));
    let rule = here.or_else(|| rules().find(|rule| rule.cells.is_none()));
    rule.map_or(Ending::Draw, |rule| rule.ending)
}
