//! Legality told the slow way, to hold the fast way against: every move is made, and then every enemy man is asked
//! whether he could take a king.

pub mod powers;

use crate::model::{Cell, Side};
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
    arbiter.drops(state, out);
    arbiter.moves_of_others(state, out);
    let (game, side) = (arbiter.game, state.to_move);
    out.retain_from(0, |effects, _| {
        let undo = state.make(game, effects, &[]);
        let safe = !in_check(arbiter, state, side);
        let allowed = !(game.no_check && in_check(arbiter, state, side.other()));
        state.unmake(game, effects, undo);
        safe && allowed
    });
}

/// Whether any enemy man could take a royal man of that side.
pub fn in_check(arbiter: &mut Arbiter<'_, '_>, state: &State, side: Side) -> bool {
    let kings: Vec<_> = arbiter.royals(state, side).collect();
    let enemies: Vec<_> = state.position.men().filter(|(_, man)| man.side != side).collect();
    kings.iter().any(|king| {
        enemies.iter().any(|(origin, man)| {
            arbiter.man_walks_to(state, *origin, *man, *king) || face(arbiter, state, *king, *origin)
        })
    })
}

/// Whether two pieces may not stand so: of a kind that a rule speaks of, with nothing but empty cells between.
fn face(arbiter: &Arbiter<'_, '_>, state: &State, king: Cell, other: Cell) -> bool {
    let (position, board) = (&state.position, &arbiter.game.variant().board);
    let piece = |cell| position.man(cell).and_then(|man| man.piece);
    arbiter.game.facings.iter().any(|law| {
        [king, other].into_iter().all(|cell| piece(cell) == Some(law.piece))
            && law.along.white.iter().any(|dir| {
                let mut cell = board.next(king, *dir);
                let mut steps = 0;
                while let Some(at) = cell.filter(|at| *at != other && steps < board.len()) {
                    let is_open = position.man(at).is_none() && !position.absent().contains(at);
                    cell = board.next(at, *dir).filter(|_| is_open);
                    steps += 1;
                }
                cell == Some(other)
            })
    })
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
    arbiter.moves_of_others(state, out);
}
