//! How a game ends, and why.

use super::arbiter::Arbiter;
use super::effect::Moves;
use super::state::State;
use crate::model::{Ending, Repetition, Side, SidedSet};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// `None` if it is drawn.
    pub winner: Option<Side>,
    pub reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Men have reached the cells of the game's goal with this place.
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

impl Arbiter<'_, '_> {
    /// How the game has ended; `None` while it goes on.
    pub fn outcome(&mut self, state: &mut State) -> Option<Outcome> {
        let last = state.to_move.other();
        if let Some((place, side)) = self.goal_reached(state) {
            return Some(Outcome { winner: Some(side), reason: Reason::Goal(place) });
        }
        let mut moves = Moves::default();
        self.legal(state, &mut moves);
        if moves.is_empty() && !self.quiet_too_long(state) {
            let side = state.to_move;
            return Some(if self.in_check(state, side) {
                Outcome::new(side, Ending::Loss, Reason::Mate)
            } else {
                Outcome::new(side, self.stalemate(state), Reason::Stalemate)
            });
        }
        if let Some(limit) = self.game.quiet.filter(|limit| state.quiet >= limit.plies) {
            return Some(Outcome::new(last, limit.ending, Reason::QuietLimit));
        }
        let repeated = |times: u16| {
            let now = state.history.last();
            state.history.iter().filter(|key| Some(*key) == now).count() >= usize::from(times)
        };
        match self.game.repetition {
            Some(Repetition::Draw { times }) if repeated(times) => {
                Some(Outcome { winner: None, reason: Reason::Repetition })
            }
            _ => None,
        }
    }

    /// How it ends for the side to move that it has no move: as the last rule says that speaks of a place where it has
    /// a royal man, or else the last that speaks of none.
    fn stalemate(&self, state: &State) -> Ending {
        let side = state.to_move;
        let stands = |cells: &SidedSet| self.royals(state, side).any(|king| cells.of(side).contains(king));
        let rules = || self.game.stalemates.iter().rev();
        let here = rules().find(|rule| rule.cells.as_ref().is_some_and(stands));
        let rule = here.or_else(|| rules().find(|rule| rule.cells.is_none()));
        rule.map_or(Ending::Draw, |rule| rule.ending)
    }

    /// The goal that has been reached, and by whom.
    pub(super) fn goal_reached(&self, state: &State) -> Option<(usize, Side)> {
        let goals = self.game.goals.iter().zip(&state.reached).enumerate();
        let mut reached = goals.flat_map(|(place, (goal, reached))| {
            let enough = move |side: &Side| reached[*side as usize] >= goal.count;
            Side::BOTH.into_iter().filter(enough).map(move |side| (place, side))
        });
        reached.next()
    }

    pub(super) fn quiet_too_long(&self, state: &State) -> bool {
        self.game.quiet.is_some_and(|limit| state.quiet >= limit.plies)
    }
}
