//! The moves that a piece's movement alone gives it.

use super::effect::{Effect, EffectVerb, Move, Moves};
use super::game_position::{GamePosition, PieceOn};
use super::powers::arrive::landing_effects;
use crate::model::CaptureWay;
use crate::moves::{Landing, Walker};

/// Adds the moves that a piece's movement alone gives it.
#[inline]
pub(super) fn walk(pos: GamePosition<'_>, walker: &mut Walker, piece: PieceOn, out: &mut Moves) {
    let moved = !pos.state.unmoved.contains(piece.cell);
    let table = pos.game.table(piece.kind, piece.side);
    walker.landings(
        table,
        &pos.state.position,
        piece.cell,
        moved,
        &mut |landing| add_landing(pos, piece, &landing, out),
    );
}

/// Adds the move of a piece for one landing.
#[inline]
pub(super) fn add_landing(
    pos: GamePosition<'_>,
    piece: PieceOn,
    landing: &Landing<'_>,
    out: &mut Moves,
) {
    let Landing { to, en_passant, .. } = *landing;
    let from = piece.cell;
    let mv = Move::plain(piece.kind, piece.side, Some(from), to);
    let plain = Effect::go(EffectVerb::Move, piece.piece(), from, to);
    match (landing.taken, landing.carried) {
        ([], []) if to != from => out.push(mv, [plain], en_passant),
        ([cell], []) if to != from && pos.game.into_hand.is_empty() => {
            let taken = pos.piece(*cell);
            let capture = taken.map(|piece| Effect::lift(EffectVerb::Capture, piece, *cell));
            out.push(mv, capture.into_iter().chain([plain]), en_passant);
        }
        _ => out.push(mv, effects_of(pos, piece, landing), en_passant),
    }
}

/// Returns the effects of any landing other than a plain move or a single capture.
fn effects_of(pos: GamePosition<'_>, piece: PieceOn, landing: &Landing<'_>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for cell in landing.taken {
        pos.game.capture(
            &[(*cell, CaptureWay::Movement)],
            piece.side,
            &mut effects,
            |cell| pos.piece(cell),
        );
    }
    let (others, own) = landing_effects(landing, piece, &pos.state.position);
    effects.extend(others.into_iter().chain(own));
    effects
}
