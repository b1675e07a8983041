//! Rotation: a piece moves all friends around it by one step of the ring.

use super::teleport::{holders, may_be_put, may_leave};
use crate::model::{CaptureWay, Cell, Piece, Side};
use crate::play::effect::{Effect, EffectVerb, Move, MoveManner, Moves};
use crate::play::game_position::GamePosition;

/// Adds the rotations of a side. A piece that would leave the board goes into hand.
pub(in crate::play) fn rotations(pos: GamePosition<'_>, side: Side, out: &mut Moves) {
    let board = &pos.game.variant().board;
    for power in &pos.game.powers.rotations {
        for holder in holders(pos, power, side) {
            let ring: Vec<Option<Cell>> = power
                .near
                .of(side)
                .iter()
                .map(|dir| board.next(holder, *dir))
                .collect();
            for clockwise in [true, false] {
                if let Some(effects) = rotation_effects(pos, side, &ring, clockwise) {
                    let (from, kind) = (Some(holder), Some(power.holder));
                    let mv = Move::new(MoveManner::Rotates { clockwise }, kind, side, from, holder);
                    out.push(mv, effects, &[]);
                }
            }
        }
    }
}

/// Returns the effects of moving all friends on a ring by one step; `None` if there is no friend
/// on it, or if one of them cannot move.
fn rotation_effects(
    pos: GamePosition<'_>,
    side: Side,
    ring: &[Option<Cell>],
    clockwise: bool,
) -> Option<Vec<Effect>> {
    let step = if clockwise { 1 } else { ring.len() - 1 };
    let friend = |index: usize| -> Option<(Piece, Cell, usize)> {
        let cell = ring[index]?;
        let piece = pos.piece(cell)?;
        let is_friend = pos.standing(side).contains(cell);
        is_friend.then_some((piece, cell, (index + step) % ring.len()))
    };
    let friends: Vec<_> = (0..ring.len()).filter_map(friend).collect();
    let (mut taken, mut retired, mut rotated) = (Vec::new(), Vec::new(), Vec::new());
    for (piece, from, end) in &friends {
        if !may_leave(pos, *from, *piece) {
            return None;
        }
        match ring[*end].filter(|to| !pos.state.position.closed().contains(*to)) {
            None => retired.push(pos.game.retire(*piece, *from)?),
            Some(to) if !may_be_put(pos, *from, to, *piece) => return None,
            Some(to) => {
                if pos.piece(to).is_some_and(|other| other.side != side) {
                    taken.push((to, CaptureWay::Rotation));
                }
                rotated.push(Effect::go(EffectVerb::Rotate, *piece, *from, to));
            }
        }
    }
    let mut effects = Vec::new();
    taken.sort_unstable();
    pos.game
        .capture(&taken, side, &mut effects, |cell| pos.piece(cell));
    effects.extend(retired);
    effects.extend(rotated);
    (!friends.is_empty()).then_some(effects)
}
