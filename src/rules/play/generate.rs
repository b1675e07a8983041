//! Pseudo-legal moves: what movement, powers, castling and hands allow, ignoring the king's
//! safety.

use super::additional::add_effects;
use super::castling::castlings;
use super::change::{change_displaced, replace_by_promotions};
use super::drops::drops;
use super::effect::Moves;
use super::freezes::add_freezes;
use super::game::Game;
use super::in_play::Play;
use super::powers::arrive::arrive;
use super::powers::rotation::rotations;
use super::powers::teleport::{may_leave, teleports};
use super::powers::travel::travels;
use super::scratch::Scratch;
use super::stacking::stacking;
use super::state::State;
use super::walk::walk;
use crate::model::Cell;

/// Fills `out` with the pseudo-legal moves of the side to move. The moves of pieces on the board
/// come first, in board order.
pub fn pseudo_legal_moves(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    out: &mut Moves,
) {
    Play::new(game, state, scratch).pseudo_legal_moves(out);
}

impl Play<'_> {
    /// Fills `out` with the pseudo-legal moves of the side to move.
    pub(super) fn pseudo_legal_moves(&mut self, out: &mut Moves) {
        self.moves_without_effects(out);
        add_effects(self, 0, out);
    }

    /// Fills `out` with the pseudo-legal moves without their additional effects.
    pub(super) fn moves_without_effects(&mut self, out: &mut Moves) {
        out.clear();
        moves_of_pieces(self, out);
        castlings(self, out);
        drops(self, out);
        displacements(self, out);
    }
}

/// Adds the moves of all pieces on the board, except castling.
pub(super) fn moves_of_pieces(play: &mut Play<'_>, out: &mut Moves) {
    let standing = *play.state.standing(play.state.to_move);
    for from in standing.iter() {
        moves_of_piece(play, from, out);
    }
}

/// Adds the moves of the piece on a cell.
pub(super) fn moves_of_piece(play: &mut Play<'_>, from: Cell, out: &mut Moves) {
    let (pos, scratch) = play.split();
    let Some(piece) = pos.piece_on(from) else {
        return;
    };
    let start = out.len();
    if pos.game.powers.is_empty() {
        walk(pos, &mut scratch.walker, piece, out);
    } else if may_leave(pos, from, piece.piece()) {
        match pos.game.powers.kit(piece.kind, piece.side) {
            Some(_) => arrive(pos, &mut scratch.walker, &mut scratch.arrivals, piece, out),
            None => walk(pos, &mut scratch.walker, piece, out),
        }
        let (view, bonds, piece) = (pos.view(), &pos.game.powers.bonds, piece.piece());
        if bonds.bind(piece) {
            out.retain(start, |mv, _, _| {
                bonds.allow_arrival(view, from, mv.to, piece)
            });
        }
    } else {
        return;
    }
    if play.game.may_change[piece.kind.index()] || play.game.swaps_promote {
        replace_by_promotions(play, start, out);
    }
    if play.game.powers.freezing.can_freeze(piece.piece()) {
        add_freezes(play, start, out, |mv| Some(mv.to));
    }
    if play.game.stacks.is_some() {
        stacking(play, from, out);
    }
}

/// Adds the teleports, the rotations and the travels of cells.
pub(super) fn displacements(play: &mut Play<'_>, out: &mut Moves) {
    let start = out.len();
    teleports(play.position(), play.state.to_move, out);
    rotations(play.position(), play.state.to_move, out);
    travels(play, out);
    change_displaced(play, start, out);
}
