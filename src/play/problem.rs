//! Chess problems: can the side to move force a win in n of its turns, and by which first moves?
//!
//! The search is exhaustive, so an answer is a proof. Any win counts: mate, a goal, the capture of the last
//! royal piece. Repetition is ignored.
//!
//! Knows no scores.

use std::collections::BTreeMap;

use super::order::MoveName;
use padma_rules::model::{Ending, Rule, Side};
use padma_rules::play::{
    Game, Moves, Scratch, State, apply, in_check, legal_moves, outcome, position_key, revert,
};

/// The problem needs more positions than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPositions;

/// The solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemSolution {
    /// The first moves that force a win in time, each by its number in the list of [`legal_moves`].
    pub keys: Vec<usize>,
    /// A line that begins with the first key: each move by its number in the list of its position.
    pub line: Vec<usize>,
}

/// Solves problems of one game.
pub struct ProblemSolver<'g> {
    game: &'g Game<'g>,
    scratch: Scratch,
    /// The side that wins.
    side: Side,
    /// Whether all its moves must give check.
    only_checks: bool,
    /// Whether it can win only by mate, so that its last move must give check.
    only_mates: bool,
    /// Whether the side to move wins within a number of turns, by the key of the position.
    known: BTreeMap<(u64, u8), bool>,
    /// The last refutation, by the number of turns left.
    refuters: Vec<MoveName>,
    left: u64,
}

impl<'g> ProblemSolver<'g> {
    /// Returns a solver that searches at most `positions` positions.
    pub fn new(game: &'g Game<'g>, positions: u64) -> ProblemSolver<'g> {
        let variant = game.variant();
        let has_royals = variant.kinds.iter().any(|kind| kind.royal);
        let wins_otherwise = |rule: &Rule| match rule {
            Rule::Goal(_) | Rule::End(_) => true,
            Rule::Stalemate(ending) => *ending == Ending::Loss,
            Rule::QuietLimit(limit) => limit.ending != Ending::Draw,
            _ => false,
        };
        ProblemSolver {
            game,
            scratch: Scratch::default(),
            side: Side::White,
            only_checks: false,
            only_mates: has_royals && !variant.rules.iter().any(wins_otherwise),
            known: BTreeMap::new(),
            refuters: Vec::new(),
            left: positions,
        }
    }

    /// Returns the number of positions that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Finds the keys: the first moves that force a win in at most `turns` turns. With `only_checks`, all moves of the side must
    /// give check.
    ///
    /// # Errors
    ///
    /// [`TooManyPositions`], if the limit is reached.
    pub fn solve(
        &mut self,
        state: &State,
        turns: u8,
        only_checks: bool,
    ) -> Result<ProblemSolution, TooManyPositions> {
        let mut state = state.clone();
        // The history of the game does not count.
        state.set_to_move(state.to_move());
        (self.side, self.only_checks) = (state.to_move(), only_checks);
        self.known.clear();
        self.refuters = vec![MoveName::default(); usize::from(turns) + 1];
        let mut moves = Moves::default();
        legal_moves(self.game, &mut state, &mut self.scratch, &mut moves);
        let mut keys = Vec::new();
        for number in 0..moves.len() {
            if turns > 0 && self.wins_by(&mut state, &moves, number, turns)? {
                keys.push(number);
            }
        }
        let line = match keys.first() {
            Some(key) => self.line(&mut state, *key, turns)?,
            None => Vec::new(),
        };
        Ok(ProblemSolution { keys, line })
    }

    /// Whether a move wins in at most `turns` turns, including its own.
    fn wins_by(
        &mut self,
        state: &mut State,
        moves: &Moves,
        number: usize,
        turns: u8,
    ) -> Result<bool, TooManyPositions> {
        self.left = self.left.checked_sub(1).ok_or(TooManyPositions)?;
        let mv = moves.get(number);
        let undo = apply(self.game, state, &mut self.scratch, moves, mv);
        let goes_on = state.to_move() == self.side;
        let must_check = self.only_checks || self.only_mates && turns == 1;
        let is_vain = must_check
            && !goes_on
            && !in_check(self.game, state, &mut self.scratch, self.side.other());
        let wins = match (is_vain, goes_on) {
            (true, _) => Ok(false),
            (false, true) => self.wins(state, turns),
            (false, false) => self.has_won_after(state, turns - 1),
        };
        revert(self.game, state, moves, mv, undo);
        wins
    }

    /// Whether the side, which is to move, wins in at most `turns` turns.
    fn wins(&mut self, state: &mut State, turns: u8) -> Result<bool, TooManyPositions> {
        let key = (position_key(self.game, state, &mut self.scratch), turns);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let mut moves = Moves::default();
        legal_moves(self.game, state, &mut self.scratch, &mut moves);
        let mut wins = moves.is_empty() && self.has_won(state);
        for number in 0..moves.len() {
            wins = turns > 0 && self.wins_by(state, &moves, number, turns)?;
            if wins {
                break;
            }
        }
        self.known.insert(key, wins);
        Ok(wins)
    }

    /// Whether the side has won, or wins in at most `turns` turns against every reply.
    fn has_won_after(&mut self, state: &mut State, turns: u8) -> Result<bool, TooManyPositions> {
        // Whether a game is over is known sooner than all its moves.
        if turns == 0 {
            return Ok(self.has_won(state));
        }
        let mut replies = Moves::default();
        legal_moves(self.game, state, &mut self.scratch, &mut replies);
        if replies.is_empty() {
            return Ok(self.has_won(state));
        }
        // The last refutation often works again.
        let known = self.refuters[usize::from(turns)];
        let first = replies.iter().position(|mv| MoveName::of(mv) == known);
        let others = (0..replies.len()).filter(|number| Some(*number) != first);
        for number in first.into_iter().chain(others) {
            let mv = replies.get(number);
            self.left = self.left.checked_sub(1).ok_or(TooManyPositions)?;
            let undo = apply(self.game, state, &mut self.scratch, &replies, mv);
            let wins = match state.to_move() == self.side {
                true => self.wins(state, turns),
                false => self.has_won_after(state, turns),
            };
            revert(self.game, state, &replies, mv, undo);
            if !wins? {
                self.refuters[usize::from(turns)] = MoveName::of(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the game is over and the side has won it.
    fn has_won(&mut self, state: &mut State) -> bool {
        let end = outcome(self.game, state, &mut self.scratch);
        end.is_some_and(|end| end.winner() == Some(self.side))
    }

    /// Returns a winning line that begins with a key.
    fn line(
        &mut self,
        state: &mut State,
        key: usize,
        mut turns: u8,
    ) -> Result<Vec<usize>, TooManyPositions> {
        let mut line = Vec::new();
        let mut state = state.clone();
        let mut next = Some(key);
        while let Some(number) = next {
            let mut moves = Moves::default();
            legal_moves(self.game, &mut state, &mut self.scratch, &mut moves);
            let mover = state.to_move();
            apply(
                self.game,
                &mut state,
                &mut self.scratch,
                &moves,
                moves.get(number),
            );
            line.push(number);
            if mover == self.side && state.to_move() != self.side {
                turns -= 1;
            }
            legal_moves(self.game, &mut state, &mut self.scratch, &mut moves);
            next = match state.to_move() == self.side {
                _ if moves.is_empty() => None,
                true => self.first_win(&mut state, &moves, turns)?,
                false => self.longest_reply(&mut state, &moves, turns)?,
            };
        }
        Ok(line)
    }

    fn first_win(
        &mut self,
        state: &mut State,
        moves: &Moves,
        turns: u8,
    ) -> Result<Option<usize>, TooManyPositions> {
        for number in 0..moves.len() {
            if self.wins_by(state, moves, number, turns)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Returns the first reply that holds out to the last turn, or else the first reply.
    fn longest_reply(
        &mut self,
        state: &mut State,
        moves: &Moves,
        turns: u8,
    ) -> Result<Option<usize>, TooManyPositions> {
        for number in 0..moves.len() {
            let mv = moves.get(number);
            let undo = apply(self.game, state, &mut self.scratch, moves, mv);
            let is_quick =
                state.to_move() != self.side || turns > 1 && self.wins(state, turns - 1)?;
            revert(self.game, state, moves, mv, undo);
            if !is_quick {
                return Ok(Some(number));
            }
        }
        Ok(Some(0))
    }
}
