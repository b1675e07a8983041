//! What comes after any move: what it takes by an explosion, and whose turn it is then.

use padma_rules::model::{
    CaptureWay, Cell, CellsTerm, EffectKind, KindSet, KindsTerm, Piece, Rule,
};
use padma_rules::reach::Rules;

use super::Played;
use crate::oracles::powers;
use crate::oracles::standing::Standing;

/// A capture also takes the piece that captures, and every piece beside its cell that no rule
/// spares. Returns whether a king is among them.
pub fn explodes_king(rules: &Rules, before: &Standing, played: &mut Played) -> bool {
    let Some(spared) = spared(rules).filter(|_| !played.taken.is_empty()) else {
        return false;
    };
    let board = &rules.variant.board;
    let beside = board.class("contiguous").expect("cells that touch");
    let stays = |cell: &Cell| {
        before
            .pieces
            .get(cell)
            .is_some_and(|(_, kind)| spared.contains(*kind))
    };
    let beside = board.steps(beside, played.to).into_iter();
    let beside = beside.filter(|cell| !stays(cell));
    let mut has_king = false;
    for cell in beside.chain([played.to]) {
        let Some((side, kind)) = played.after.pieces.remove(&cell) else {
            continue;
        };
        has_king |= super::is_royal(rules, kind);
        played.after.unmoved.remove(&cell);
        played.taken.insert(cell);
        let kind = Some(kind);
        let hand = powers::into_hand(rules, Piece { side, kind }, &[CaptureWay::Effect]);
        if let Some(kind) = hand {
            played.after.add_to_hand(before.side(), kind, 1);
        }
    }
    has_king
}

/// The kinds that an explosion spares, if captures explode. No other rule of the random variants
/// takes anything besides.
fn spared(rules: &Rules) -> Option<KindSet> {
    rules.variant.rules.iter().find_map(|rule| match rule {
        Rule::Effect(rule) => match &rule.effect {
            EffectKind::Takes(cells) => Some(kinds_in(cells)),
            _ => None,
        },
        _ => None,
    })
}

fn kinds_in(cells: &CellsTerm) -> KindSet {
    match cells {
        CellsTerm::Join(_, both) => kinds_in(&both[0]) | kinds_in(&both[1]),
        CellsTerm::OfKinds(kinds, _) => match **kinds {
            KindsTerm::Fixed(kinds) => kinds,
            _ => panic!("an explosion names what it spares"),
        },
        _ => KindSet::default(),
    }
}

/// The side that has moved moves again until it has made all the moves of its turn.
pub fn pass_turn(rules: &Rules, before: &Standing, after: &mut Standing) {
    let turn = rules.variant.rules.iter().find_map(|rule| match rule {
        Rule::Turn(turn) => Some(turn.moves),
        _ => None,
    });
    after.turn_move = 1;
    if before.turn_move < turn.unwrap_or(1) {
        (after.black, after.turn_move) = (before.black, before.turn_move + 1);
    }
}
