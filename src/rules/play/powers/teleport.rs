//! Teleport: two pieces of one side move a friend from a cell next to one of them to the
//! corresponding cell next to the other.

use super::kit::NearPower;
use crate::model::{CaptureWay, Cell, Piece, Side};
use crate::play::effect::{Effect, EffectVerb, Move, MoveManner, Moves};
use crate::play::game_position::GamePosition;

/// Adds the teleports of a side. A piece that would leave the board goes into hand.
pub(in crate::play) fn teleports(pos: GamePosition<'_>, side: Side, out: &mut Moves) {
    let (view, start) = (pos.view(), out.len());
    for power in &pos.game.powers.teleports {
        let holders: Vec<Cell> = holders(pos, power, side).collect();
        let pairs = holders
            .iter()
            .flat_map(|one| holders.iter().map(move |other| (*one, *other)));
        for (one, other) in pairs.filter(|(one, other)| one != other) {
            for dir in power.near.of(side) {
                let Some(from) = view.next(one, *dir) else {
                    continue;
                };
                let Some(piece) = view.piece(from).filter(|piece| piece.side == side) else {
                    continue;
                };
                let to = view.next(other, *dir);
                if let Some(effects) = teleport_effects(pos, piece, from, to) {
                    let to = to.unwrap_or(from);
                    let mv = Move::new(MoveManner::Teleported, piece.kind, side, Some(from), to);
                    // Several pairs may have the same effects: a piece between two holders can
                    // leave the board past either.
                    let mut known = (start..out.len()).map(|index| out.effects(out.get(index)));
                    if known.all(|known| known != effects) {
                        out.push(mv, effects, &[]);
                    }
                }
            }
        }
    }
}

/// Returns the effects of teleporting a piece to a cell, or off the board; `None` if that is not
/// allowed.
fn teleport_effects(
    pos: GamePosition<'_>,
    piece: Piece,
    from: Cell,
    to: Option<Cell>,
) -> Option<Vec<Effect>> {
    if !may_leave(pos, from, piece) {
        return None;
    }
    let Some(to) = to else {
        return Some(vec![pos.game.retire(piece, from)?]);
    };
    if !may_be_put(pos, from, to, piece) {
        return None;
    }
    let mut effects = Vec::new();
    let teleport = Effect::go(EffectVerb::Teleport, piece, from, to);
    match pos.piece(to) {
        None => effects.push(teleport),
        Some(friend) if friend.side == piece.side => {
            if !may_leave(pos, to, friend) || !may_be_put(pos, to, from, friend) {
                return None;
            }
            effects.extend([teleport, Effect::go(EffectVerb::Teleport, friend, to, from)]);
        }
        Some(enemy) => {
            pos.game.capture(
                &[(to, CaptureWay::Teleport)],
                piece.side,
                &mut effects,
                |_| Some(enemy),
            );
            effects.push(teleport);
        }
    }
    Some(effects)
}

/// Returns the cells of a side's pieces that hold a power.
pub(super) fn holders<'a>(
    pos: GamePosition<'a>,
    power: &'a NearPower,
    side: Side,
) -> impl Iterator<Item = Cell> + 'a {
    let holder = Piece::of(side, power.holder);
    pos.standing(side)
        .iter()
        .filter(move |cell| pos.piece(*cell) == Some(holder))
}

/// Whether a piece may leave its cell: it is not frozen, and no bond holds it.
pub(in crate::play) fn may_leave(pos: GamePosition<'_>, cell: Cell, piece: Piece) -> bool {
    let view = pos.view();
    !pos.game.powers.freezing.is_frozen(view, cell)
        && pos.game.powers.bonds.let_leave(view, cell, piece)
}

/// Whether other pieces may put a piece on another cell: it may stand there, and its bonds allow
/// it.
pub(super) fn may_be_put(pos: GamePosition<'_>, from: Cell, to: Cell, piece: Piece) -> bool {
    let stands = |kind| pos.game.may_stand(kind, piece.side, to);
    piece.kind.is_none_or(stands)
        && pos
            .game
            .powers
            .bonds
            .allow_arrival(pos.view(), from, to, piece)
}
