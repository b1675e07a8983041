//! Counting: how many ways the next so many moves can be played.

use super::arbiter::Arbiter;
use super::effect::{Move, Moves};
use super::state::State;

/// The number of lines of play of so many moves. The last move is only counted.
pub fn perft(arbiter: &mut Arbiter<'_, '_>, state: &mut State, depth: u32) -> u64 {
    let mut lists = vec![Moves::default(); depth as usize];
    count(arbiter, state, &mut lists)
}

/// The same, told apart by the first move.
pub fn divide(arbiter: &mut Arbiter<'_, '_>, state: &mut State, depth: u32) -> (Moves, Vec<u64>) {
    let mut first = Moves::default();
    if depth == 0 {
        return (first, Vec::new());
    }
    let mut lists = vec![Moves::default(); depth as usize - 1];
    arbiter.legal(state, &mut first);
    let counts = (0..first.len()).map(|place| {
        let found = first.get(place);
        let undo = arbiter.play(state, &first, found);
        let below = count(arbiter, state, &mut lists);
        arbiter.take_back(state, &first, found, undo);
        below
    });
    let counts = counts.collect();
    (first, counts)
}

/// One list of moves for each ply that is left.
fn count(arbiter: &mut Arbiter<'_, '_>, state: &mut State, lists: &mut [Moves]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else { return 1 };
    arbiter.legal(state, moves);
    if rest.is_empty() {
        return moves.len() as u64;
    }
    let mut all = 0;
    for place in 0..moves.len() {
        let found: &Move = moves.get(place);
        let undo = arbiter.play(state, moves, found);
        all += count(arbiter, state, rest);
        arbiter.take_back(state, moves, moves.get(place), undo);
    }
    all
}
