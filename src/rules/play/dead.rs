//! Dead positions: nothing is left with which either side could win.

use super::game::Game;
use super::game_position::GamePosition;
use crate::model::{Cell, DeadPosition, KindId, Piece, Side};

/// Whether a rule says that a position is dead. Like any ending it is asked after a move only.
/// Perft does not ask it: it counts moves, as other programs do.
pub(super) fn is_dead(pos: GamePosition<'_>) -> bool {
    let rules = &pos.game.dead_positions;
    !rules.is_empty() && !pos.state.is_start && rules.iter().any(|rule| is_left(pos, rule))
}

/// Whether a rule may say that a position of these pieces is dead.
pub(super) fn may_be_dead(game: &Game<'_>, pieces: &[Piece]) -> bool {
    let both = Side::BOTH.map(|side| {
        let own = pieces.iter().filter(|piece| piece.side == side);
        let mut kinds: Vec<KindId> = own.filter_map(|piece| piece.kind).collect();
        kinds.sort_unstable();
        kinds
    });
    game.dead_positions.iter().any(|rule| lists(rule, &both))
}

/// Whether a rule lists what White and Black have left.
fn lists(rule: &DeadPosition, [white, black]: &[Vec<KindId>; 2]) -> bool {
    let is_listed = |[one, other]: &[Vec<KindId>; 2]| {
        (one, other) == (white, black) || (one, other) == (black, white)
    };
    rule.left.iter().any(is_listed)
}

/// Whether nothing is left but what a rule lists.
fn is_left(pos: GamePosition<'_>, rule: &DeadPosition) -> bool {
    let most = rule.left.iter().map(|sides| sides.concat().len()).max();
    let standing: usize = Side::BOTH
        .iter()
        .map(|side| pos.standing(*side).len())
        .sum();
    if most.is_none_or(|most| standing > most) {
        return false;
    }
    let left = Side::BOTH.map(|side| material(pos, side));
    let board = &pos.game.variant().board;
    let is_bound = |cell: &Cell| {
        pos.kind(*cell)
            .is_some_and(|kind| rule.one_shade.contains(&kind))
    };
    let bound = *pos.standing(Side::White) | *pos.standing(Side::Black);
    let mut shades = bound
        .iter()
        .filter(is_bound)
        .map(|cell| board.info(cell).shade);
    let first = shades.next();
    lists(rule, &left) && shades.all(|shade| Some(shade) == first)
}

/// Returns the kinds of a side's pieces, on the board and beside it, in the variant's order.
fn material(pos: GamePosition<'_>, side: Side) -> Vec<KindId> {
    let on_board = pos.standing(side).iter().filter_map(|cell| pos.kind(cell));
    let beside = pos
        .game
        .variant()
        .kind_ids()
        .flat_map(|kind| std::iter::repeat_n(kind, usize::from(pos.state.reserve(side, kind))));
    let mut kinds: Vec<KindId> = on_board.chain(beside).collect();
    kinds.sort_unstable();
    kinds
}
