//! Frozen pieces, and the enemies that a move freezes.

use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::game_position::GamePosition;
use super::in_play::Play;
use super::state::State;
use crate::model::{Cell, CellSet, Piece, Side};

/// Returns the cells of a side's pieces that are frozen now.
pub fn frozen(game: &Game<'_>, state: &State, side: Side) -> CellSet {
    let pos = GamePosition::new(game, state);
    let standing = pos.standing(side).iter();
    standing.filter(|cell| pos.is_frozen(*cell)).collect()
}

/// Adds `Freeze` effects to the moves from index `start` on, for the enemies that are frozen after
/// the move and were not before. `by` returns the cell of the piece whose freezes count; if it
/// returns `None`, all count.
pub(super) fn add_freezes(
    play: &mut Play<'_>,
    start: usize,
    out: &mut Moves,
    by: impl Fn(&Move) -> Option<Cell>,
) {
    let (freezing, enemy) = (&play.game.powers.freezing, play.state.to_move.other());
    let (before, end) = (frozen_pieces(play.position(), enemy), out.len());
    for index in start..end {
        let mv = out.get(index).clone();
        let mut newly_frozen = play.after(out.effects(&mv), &[], |play| {
            let pos = play.position();
            let mut newly_frozen = frozen_pieces(pos, enemy);
            newly_frozen.retain(|(cell, _)| {
                by(&mv).is_none_or(|by| freezing.freezes(pos.view(), by, *cell))
            });
            newly_frozen
        });
        newly_frozen.retain(|frozen| !before.contains(frozen));
        out.push_copy(index);
        newly_frozen
            .into_iter()
            .for_each(|(cell, piece)| out.add_effect(Effect::freeze(piece, cell)));
    }
    out.remove(start..end);
}

/// Returns a side's pieces that are frozen now, and their cells.
fn frozen_pieces(pos: GamePosition<'_>, side: Side) -> Vec<(Cell, Piece)> {
    let standing = pos.standing(side).iter();
    standing
        .filter(|cell| pos.is_frozen(*cell))
        .filter_map(|cell| Some((cell, pos.piece(cell)?)))
        .collect()
}
