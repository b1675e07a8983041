//! Legal moves: the pseudo-legal ones that leave no king attacked, capture where a piece must
//! capture, and repeat no position.

use super::attack::in_check;
use super::castling::castlings;
use super::change::change;
use super::effect::{Effect, Move, MoveManner, Moves};
use super::game::Game;
use super::generate::{land, moves_of_piece, pseudo_legal_moves};
use super::pins::{CheckMask, keeps_kings_safe};
use super::repetition::drop_repetitions;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, Repetition};

/// Fills `out` with the legal moves of the side to move. There are none once a goal or the quiet
/// limit has ended the game. The state is unchanged when the function returns.
pub fn legal_moves(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, out: &mut Moves) {
    if is_over(game, state) {
        return out.clear();
    }
    open_moves(game, state, scratch, out);
}

/// Whether the game has ended for another reason than the lack of a legal move.
fn is_over(game: &Game<'_>, state: &State) -> bool {
    state.goal_reached().is_some() || state.quiet_too_long(game)
}

/// Fills `out` with the moves that would be legal if the game went on. Whether there are any
/// distinguishes mate from a game that ended otherwise.
fn open_moves(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, out: &mut Moves) {
    let mask = CheckMask::of(game, state);
    pseudo_legal_moves(game, state, scratch, out);
    out.retain(0, |mv, effects, _| {
        keeps_kings_safe(game, state, scratch, &mask, (mv, effects))
    });
    if game.no_check {
        let other = state.to_move.other();
        out.retain(0, |_, effects, _| {
            !state.after(game, effects, &[], |state| {
                in_check(game, state, scratch, other)
            })
        });
    }
    if !game.powers.is_empty() {
        drop_idle(game, out);
    }
    if game.repetition == Some(Repetition::Forbidden) {
        drop_repetitions(game, state, scratch, out);
    }
}

/// Whether there is a legal move, or would be if the game went on.
pub(super) fn has_open_move(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> bool {
    let mut moves = std::mem::take(&mut scratch.answers);
    open_moves(game, state, scratch, &mut moves);
    let some = !moves.is_empty();
    scratch.answers = moves;
    some
}

/// Counts the legal moves, without listing most of them.
pub fn count_legal_moves(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    listed: &mut Moves,
) -> usize {
    if !game.is_plain() || is_over(game, state) {
        legal_moves(game, state, scratch, listed);
        return listed.len();
    }
    listed.clear();
    let (mask, side, mut count) = (CheckMask::of(game, state), state.to_move, 0);
    let standing = *state.standing(side);
    for from in standing.iter() {
        let Some(piece) = state.position.piece(from) else {
            continue;
        };
        let Some(kind) = piece.kind else { continue };
        if game.is_royal(Some(kind)) || !mask.frees(from) {
            moves_of_piece(game, state, scratch, from, listed);
            continue;
        }
        let (start, moved) = (listed.len(), !state.unmoved.contains(from));
        let stays = &game.stays_on[kind.index()][side as usize];
        let safe = mask.hurdles().map(|hurdles| *stays - *hurdles);
        let stays = safe.as_ref().unwrap_or(stays);
        let table = game.table(kind, side);
        count += scratch
            .walker
            .count(table, &state.position, from, moved, stays, &mut |landing| {
                land(game, state, (from, piece, kind), &landing, listed);
            });
        if listed.len() > start && game.changes[kind.index()] {
            change(game, state, scratch, start, listed);
        }
    }
    castlings(game, state, scratch, listed);
    listed.retain(0, |mv, effects, _| {
        keeps_kings_safe(game, state, scratch, &mask, (mv, effects))
    });
    count + listed.len()
}

/// Removes the moves without a capture of pieces that can capture and must.
pub(super) fn drop_idle(game: &Game<'_>, out: &mut Moves) {
    let takes = |effects: &[Effect]| {
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Capture { .. }))
    };
    // A piece that others displace, or that its cell carries, does not move itself, and a piece in
    // hand is not on the board yet.
    let own = |mv: &Move| match mv.manner {
        MoveManner::Plain | MoveManner::Rotates { .. } => mv.from,
        MoveManner::Teleported | MoveManner::Travels => None,
    };
    let must_take = |mv: &&Move| {
        let kit = mv.kind.and_then(|kind| game.powers.kit(kind, mv.side));
        kit.is_some_and(|kit| kit.mandatory) && takes(out.effects(mv))
    };
    let takers: Vec<Cell> = out.iter().filter(must_take).filter_map(own).collect();
    if !takers.is_empty() {
        out.retain(0, |mv, effects, _| {
            takes(effects) || !own(mv).is_some_and(|from| takers.contains(&from))
        });
    }
}
