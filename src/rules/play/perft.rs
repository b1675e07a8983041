//! Perft: counts the lines of play of a given depth.

use super::attack_table::AttackTable;
use super::effect::{Move, Moves};
use super::game::Game;
use super::in_play::Play;
use super::scratch::Scratch;
use super::state::State;

/// Returns the number of lines of play of `depth` moves. The last move is counted, not played. The
/// number means nothing if a position has too many moves; the scratch says whether one had.
pub fn perft(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, depth: u32) -> u64 {
    game.attacks.iter().for_each(AttackTable::compute_all);
    let mut lists = vec![Moves::default(); depth as usize];
    let play = &mut Play::new(game, state, scratch);
    if let [moves] = &mut lists[..] {
        // No legal move has led here: a royal piece may stand to be taken.
        play.legal_moves(moves);
        return moves.len() as u64;
    }
    count(play, &mut lists)
}

/// Returns the legal moves, and for each the number of lines of play of `depth` moves that begin
/// with it.
pub fn divide(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    depth: u32,
) -> (Moves, Vec<u64>) {
    let mut first = Moves::default();
    if depth == 0 {
        return (first, Vec::new());
    }
    game.attacks.iter().for_each(AttackTable::compute_all);
    let mut lists = vec![Moves::default(); depth as usize - 1];
    let play = &mut Play::new(game, state, scratch);
    play.legal_moves(&mut first);
    let counts = (0..first.len()).map(|index| {
        let mv = first.get(index);
        let undo = play.make(&first, mv);
        let below = count(play, &mut lists);
        play.unmake(&first, mv, undo);
        below
    });
    let counts = counts.collect();
    (first, counts)
}

/// Counts the lines of play of `lists.len()` moves. Each list is the buffer of a ply.
fn count(play: &mut Play<'_>, lists: &mut [Moves]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return 1;
    };
    if play.scratch.too_many_moves {
        return 0;
    }
    if rest.is_empty() {
        return play.count_legal_moves(moves) as u64;
    }
    play.legal_moves(moves);
    if play.game.forbids_repetition() {
        let below = |mv: &Move| {
            let undo = play.make(moves, mv);
            let below = count(play, rest);
            play.unmake(moves, mv, undo);
            below
        };
        return moves.iter().map(below).sum();
    }
    // If repetition is not forbidden, no move depends on the history of positions, so the search
    // keeps none.
    let below = |mv: &Move| {
        play.after(moves.effects(mv), moves.en_passant(mv), |play| {
            count(play, rest)
        })
    };
    moves.iter().map(below).sum()
}
