//! Repeated positions: the history of a game's positions, and the moves that would repeat one.
//!
//! Two positions are the same if the same pieces stand on the same cells, the same side is to
//! move, and the same castlings and legal captures en passant are still possible.

use super::attack::{self, in_check};
use super::castling::{for_each_castling_step, is_ready};
use super::effect::{Move, Moves};
use super::game::Game;
use super::generate::moves_of_pieces;
use super::key::{Feature, PieceKey, PositionKey};
use super::pins::{CheckMask, keeps_kings_safe};
use super::scratch::Scratch;
use super::state::{State, Undo};
use crate::model::{CellSet, EnPassant};

/// Begins the history of positions with this one.
pub fn begin_history(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) {
    state.history.clear();
    if game.repetition.is_some() {
        let key = position_key(game, state, scratch);
        state.history.push(key);
    }
}

/// Plays a legal move of a list.
pub fn make(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    mv: &Move,
) -> Undo {
    let effects = moves.effects(mv);
    let undo = state.apply(game, effects, moves.en_passant(mv));
    if game.repetition.is_some() {
        let key = position_key(game, state, scratch);
        debug_assert!(
            state
                .history
                .last()
                .is_none_or(|before| before.pieces.after(effects) == key.pieces)
        );
        state.history.push(key);
    }
    undo
}

/// Takes back a move made by [`make`].
pub fn unmake(game: &Game<'_>, state: &mut State, moves: &Moves, mv: &Move, undo: Undo) {
    state.history.pop();
    state.revert(game, moves.effects(mv), undo);
}

/// Removes the moves that repeat a position. Two moves are enough for that if the second undoes
/// the first, such as a swap or a push back.
pub(super) fn drop_repetitions(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    out: &mut Moves,
) {
    if state.since_capture == 0 {
        return;
    }
    let pieces = PieceKey::of(&state.position);
    out.retain(0, |_, effects, en_passant| {
        let after = pieces.after(effects);
        !state.history.iter().any(|key| key.pieces == after)
            || !state.after(game, effects, en_passant, |state| {
                let key = position_key(game, state, scratch);
                state.since_capture > 0 && state.history.contains(&key)
            })
    });
}

/// Returns the cells on which the side to move can legally capture en passant: those where the
/// moves end that it would not have otherwise.
fn captures_en_passant(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    en_passant: EnPassant,
) -> CellSet {
    let (mut moves, mut others) = (Moves::default(), Moves::default());
    moves_of_pieces(game, state, scratch, &mut moves);
    state.position.set_en_passant(None);
    moves_of_pieces(game, state, scratch, &mut others);
    state.position.set_en_passant(Some(en_passant));
    let (mask, enemy) = (CheckMask::of(game, state), state.to_move.other());
    moves.retain(0, |mv, effects, _| {
        !others.iter().any(|other| others.effects(other) == effects)
            && keeps_kings_safe(game, state, scratch, &mask, (mv, effects))
            && !(game.no_check
                && state.after(game, effects, &[], |state| {
                    in_check(game, state, scratch, enemy)
                }))
    });
    moves.iter().map(|mv| mv.to).collect()
}

/// Computes the key of a position.
fn position_key(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> PositionKey {
    let mut rest = Feature::ToMove(state.to_move as u64).key();
    for (place, castle) in game.castles.iter().enumerate() {
        if castle
            .movers
            .iter()
            .all(|mover| is_ready(state, castle.side, mover))
        {
            rest ^= Feature::Castling(place).key();
        }
    }
    if game.has_steps {
        for_each_castling_step(game, state, |[king, partner]| {
            rest ^= Feature::CastlingStep(king, partner).key();
        });
    }
    if let Some(en_passant) = state.position.en_passant().copied()
        && attack::may_take_en_passant(game, state, scratch)
    {
        for cell in captures_en_passant(game, state, scratch, en_passant).iter() {
            rest ^= Feature::EnPassant {
                cell,
                victim: en_passant.piece,
            }
            .key();
        }
    }
    rest = state
        .position
        .absent()
        .iter()
        .fold(rest, |rest, cell| rest ^ Feature::Absent(cell).key());
    for (goal, counts) in state.arrived.iter().enumerate() {
        for (side, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            rest ^= Feature::Arrived {
                goal,
                side,
                count: *count,
            }
            .key();
        }
    }
    for (kind, counts) in game.variant().kind_ids().zip(&state.reserve) {
        for (side, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            rest ^= Feature::Reserve {
                kind,
                side,
                count: *count,
            }
            .key();
        }
    }
    PositionKey {
        pieces: PieceKey::of(&state.position),
        rest,
    }
}
