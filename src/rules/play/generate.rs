//! Pseudo-legal moves: what movement, powers, castling and hands allow, ignoring the king's
//! safety.

use super::castling::castlings;
use super::change::{change, change_displaced};
use super::drops::drops;
use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::powers::arrive::{add_freezes, arrive, moves_on};
use super::powers::rotation::rotations;
use super::powers::teleport::{may_be_moved, teleports};
use super::powers::travel::travels;
use super::scratch::Scratch;
use super::stacking::stacking;
use super::state::State;
use crate::model::{CaptureWay, Cell, KindId, Piece};
use crate::moves::{Landing, Walker};

/// Fills `out` with the pseudo-legal moves of the side to move. The moves of pieces on the board
/// come first, in board order.
pub fn pseudo_legal_moves(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    out: &mut Moves,
) {
    out.clear();
    moves_of_pieces(game, state, scratch, out);
    castlings(game, state, scratch, out);
    drops(game, state, scratch, out);
    displacements(game, state, out);
}

/// Adds the moves of all pieces on the board, except castling.
pub(super) fn moves_of_pieces(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    out: &mut Moves,
) {
    let standing = *state.standing(state.to_move);
    for from in standing.iter() {
        moves_of_piece(game, state, scratch, from, out);
    }
}

/// Adds the moves of the piece on a cell.
pub(super) fn moves_of_piece(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    from: Cell,
    out: &mut Moves,
) {
    let Some(piece) = state.position.piece(from) else {
        return;
    };
    let Some(kind) = piece.kind else { return };
    let start = out.len();
    if game.powers.is_empty() {
        walk(game, state, &mut scratch.walker, (from, piece, kind), out);
    } else if may_be_moved(game, state, from, piece) {
        let (view, bonds) = (state.view(game), &game.powers.bonds);
        let Scratch {
            walker, arrivals, ..
        } = scratch;
        match game.powers.kit(kind, piece.side) {
            Some(_) => arrive(game, state, (walker, arrivals), (from, piece), out),
            None => walk(game, state, walker, (from, piece, kind), out),
        }
        if bonds.bind(piece) {
            out.retain(start, |mv, _, _| bonds.let_come(view, from, mv.to, piece));
        }
    } else {
        return;
    }
    if game.changes[kind.index()] || game.swaps_promote {
        change(game, state, scratch, start, out);
    }
    if game.powers.freezing.can_freeze(piece) {
        add_freezes(game, state, start, out, |mv| Some(mv.to));
    }
    if game.stacks.is_some() {
        stacking(game, state, scratch, from, out);
    }
}

/// Adds the moves of a piece by its movement only.
#[inline]
fn walk(
    game: &Game<'_>,
    state: &State,
    walker: &mut Walker,
    (from, piece, kind): (Cell, Piece, KindId),
    out: &mut Moves,
) {
    let moved = !state.unmoved.contains(from);
    walker.landings(
        game.table(kind, piece.side),
        &state.position,
        from,
        moved,
        &mut |landing| {
            land(game, state, (from, piece, kind), &landing, out);
        },
    );
}

/// Adds the move of a piece for one landing.
#[inline]
pub(super) fn land(
    game: &Game<'_>,
    state: &State,
    (from, piece, kind): (Cell, Piece, KindId),
    landing: &Landing<'_>,
    out: &mut Moves,
) {
    let Landing { to, en_passant, .. } = *landing;
    let mv = Move::plain(kind, piece.side, Some(from), to);
    let plain = Effect::Move { piece, from, to };
    match (landing.taken, landing.carried) {
        ([], []) if to != from => out.push(mv, [plain], en_passant),
        ([cell], []) if to != from && game.into_hand.is_empty() => {
            let taken = state.position.piece(*cell);
            let capture = taken.map(|piece| Effect::Capture { piece, cell: *cell });
            out.push(mv, capture.into_iter().chain([plain]), en_passant);
        }
        _ => out.push(
            mv,
            effects_of(game, state, piece, from, landing),
            en_passant,
        ),
    }
}

/// Returns the effects of any landing other than a plain move or a single capture.
fn effects_of(
    game: &Game<'_>,
    state: &State,
    piece: Piece,
    from: Cell,
    landing: &Landing<'_>,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    for cell in landing.taken {
        game.capture(
            &[(*cell, CaptureWay::Movement)],
            piece.side,
            &mut effects,
            |cell| state.position.piece(cell),
        );
    }
    let (others, own) = moves_on(landing, from, piece, &state.position);
    effects.extend(others.into_iter().chain(own));
    effects
}

/// Adds the moves in which pieces put others elsewhere, or cells travel.
pub(super) fn displacements(game: &Game<'_>, state: &mut State, out: &mut Moves) {
    let start = out.len();
    teleports(game, state, state.to_move, out);
    rotations(game, state, state.to_move, out);
    travels(game, state, out);
    change_displaced(game, state, start, out);
}
