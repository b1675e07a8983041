//! Legality told the slow way, to hold the fast way against: every move is made, and then every enemy man is asked
//! whether he could take a king.

pub mod powers;

use crate::model::Side;
use crate::play::arbiter::Arbiter;
use crate::play::effect::Moves;
use crate::play::notation::Threatens;
use crate::play::replay::{Replay, Verdict};
use crate::play::state::State;

/// Fills `out` with the legal moves as [`Arbiter::legal`] does, repetition apart.
pub fn legal(arbiter: &mut Arbiter<'_, '_>, state: &mut State, out: &mut Moves) {
    out.clear();
    if arbiter.goal_reached(state).is_some() || arbiter.quiet_too_long(state) {
        return;
    }
    arbiter.movement(state, out);
    arbiter.castlings(state, out);
    let (game, side) = (arbiter.game, state.to_move);
    out.retain_from(0, |effects, _| {
        let undo = state.make(game, effects, &[]);
        let safe = !in_check(arbiter, state, side);
        state.unmake(game, effects, undo);
        safe
    });
}

/// Whether any enemy man could take a royal man of that side.
pub fn in_check(arbiter: &mut Arbiter<'_, '_>, state: &State, side: Side) -> bool {
    let kings: Vec<_> = arbiter.royals(state, side).collect();
    let enemies: Vec<_> = state.position.men().filter(|(_, man)| man.side != side).collect();
    kings
        .iter()
        .any(|king| enemies.iter().any(|(origin, man)| arbiter.man_walks_to(state, *origin, *man, *king)))
}

/// Whether each move of a replay is legal, repetition apart, and does to the enemy's king what it is said to do.
pub fn confirms(arbiter: &mut Arbiter<'_, '_>, replay: &Replay) -> bool {
    let mut state = replay.start.clone();
    let mut moves = Moves::default();
    replay.plies.iter().all(|ply| {
        let Verdict::Played { effects, properly, .. } = &ply.verdict else { return false };
        legal(arbiter, &mut state, &mut moves);
        let Some(found) = moves.iter().find(|found| moves.effects(found) == effects).cloned() else {
            return false;
        };
        let text = arbiter.without_sign(&moves, &found);
        arbiter.play(&mut state, &moves, &found);
        let threatens = threatened(arbiter, &mut state);
        *properly == text + arbiter.sign(threatens)
    })
}

/// What threatens the side that is to move.
fn threatened(arbiter: &mut Arbiter<'_, '_>, state: &mut State) -> Threatens {
    let mut answers = Moves::default();
    if !in_check(arbiter, state, state.to_move) {
        return Threatens::Nothing;
    }
    legal(arbiter, state, &mut answers);
    if answers.is_empty() { Threatens::Mate } else { Threatens::Check }
}

/// Fills `out` with the moves of the side to move as the fast way puts them together, castling apart, before anybody asks
/// whether a king is left attacked.
pub fn unjudged(arbiter: &mut Arbiter<'_, '_>, state: &mut State, out: &mut Moves) {
    out.clear();
    arbiter.movement(state, out);
    arbiter.drops(state, out);
}
