//! Moves by which a side would lose a royal piece.
//!
//! Check is about what could be taken next, so a royal piece is hardly ever taken itself. It could
//! be by what a move does besides, by a later move of a turn, by a piece of its own side, or from a
//! position that no game leads to. Such a move is illegal, unless it ends the game:
//!
//! ```text
//! chess, but captures explode          Nxd7 next to the King on e8      illegal
//! the same with `explosive-king`       Nxd7 next to the King on e8      legal: a rule ends the game
//! `royal = "last"`, two Kings left     takes one of them                legal: the other is royal yet
//! ```

use super::attack::{is_exempt, royals};
use super::effect::{Effect, EffectVerb, Move};
use super::game::Game;
use super::in_play::Play;
use crate::model::{Cell, Piece, Side};

/// Whether a pseudo-legal move is illegal because a side loses a royal piece by it.
#[inline]
pub(super) fn loses_royal(
    play: &mut Play<'_>,
    mv: &Move,
    effects: &[Effect],
    en_passant: &[Cell],
) -> bool {
    let mut lost = [false; 2];
    for (piece, _) in lost_royals(play.game, mv, effects) {
        lost[piece.side as usize] = true;
    }
    lost != [false; 2] && goes_on_without(play, effects, en_passant, lost)
}

/// Returns the royal pieces that a move takes from their sides, and their cells: it captures them,
/// brings them over to the other side, or makes them pieces that are not royal by what it does
/// besides. A promotion or a transformation is a rule about that very piece, so it may end its
/// royalty.
#[inline]
pub(super) fn lost_royals<'a>(
    game: &'a Game<'_>,
    mv: &Move,
    effects: &'a [Effect],
) -> impl Iterator<Item = (Piece, Cell)> + 'a {
    let own = effects.len() - mv.besides as usize;
    effects
        .iter()
        .enumerate()
        .filter_map(move |(index, effect)| {
            let is_lost = match effect.verb {
                EffectVerb::Capture | EffectVerb::Turn => true,
                EffectVerb::Change | EffectVerb::Promote => {
                    index >= own && !game.is_royal(effect.becomes())
                }
                _ => false,
            };
            let (piece, cell) = (effect.piece, effect.from().filter(|_| is_lost)?);
            game.is_royal(piece.kind).then_some((piece, cell))
        })
}

/// Whether the game goes on after a move by which these sides lose a royal piece, though for one of
/// them no rule allows that. A side that a rule exempts from check may lose one if it has another.
#[cold]
fn goes_on_without(
    play: &mut Play<'_>,
    effects: &[Effect],
    en_passant: &[Cell],
    lost: [bool; 2],
) -> bool {
    let may_lose = Side::BOTH.map(|side| is_exempt(play.position(), side));
    play.after(effects, en_passant, |play| {
        let is_spared =
            |side: Side| may_lose[side as usize] && royals(play.position(), side).next().is_some();
        let all_spared = Side::BOTH
            .into_iter()
            .all(|side| !lost[side as usize] || is_spared(side));
        !all_spared && play.ended_at_once().is_none()
    })
}
