//! Which pieces can have made the last move in such a way that they may be captured en passant.

use super::game::Game;
use super::state::State;
use crate::model::{Cell, CellSet, EnPassant, KindId, Occupant, Piece};
use crate::moves::Walker;

/// Returns every way in which a piece of the side that has just moved can have passed over cells
/// on which it may be captured now.
pub(super) fn passers(game: &Game<'_>, state: &State) -> Vec<EnPassant> {
    let side = state.to_move.other();
    let mut found: Vec<EnPassant> = Vec::new();
    for cell in state.standing(side).iter() {
        let Some(kind) = state.position.piece(cell).and_then(|piece| piece.kind) else {
            continue;
        };
        for was in game
            .variant()
            .kind_ids()
            .filter(|was| may_have_been(game, *was, kind))
        {
            if game.table(was, side).is_open_to_en_passant() {
                add_passers(
                    game,
                    state,
                    (
                        cell,
                        Piece {
                            side,
                            kind: Some(was),
                        },
                    ),
                    &mut found,
                );
            }
        }
    }
    found
}

/// Whether a piece of the kind `was` may be of the kind `is` after its move.
fn may_have_been(game: &Game<'_>, was: KindId, is: KindId) -> bool {
    let promoted = |kind: KindId| {
        game.promotions
            .iter()
            .any(|rule| rule.kind == kind && rule.to.contains(&is))
    };
    let changed = |kind: KindId| {
        game.transformations
            .iter()
            .any(|rule| rule.kind == kind && rule.to == is)
    };
    was == is || promoted(was) || changed(was)
}

/// Adds the ways in which the piece that is now on a cell can have come there.
fn add_passers(
    game: &Game<'_>,
    state: &State,
    (cell, piece): (Cell, Piece),
    found: &mut Vec<EnPassant>,
) {
    let Some(kind) = piece.kind else { return };
    let mut walker = Walker::default();
    let mut before = state.position.clone();
    before.set_en_passant(None);
    before.put(cell, None);
    // The rest of a piece that split, or the piece with which it changed places, may be on the
    // cell it came from.
    let leaves_empty = game.powers.is_empty() && game.stacks.is_none();
    let is_free = |from: &Cell| match before.occupant(*from) {
        Occupant::Empty => true,
        Occupant::Absent => false,
        _ => !leaves_empty,
    };
    let origins: Vec<Cell> = game
        .variant()
        .board
        .cells()
        .filter(|from| *from != cell && is_free(from))
        .collect();
    for from in origins {
        let stood = before.piece(from);
        before.put(from, Some(piece));
        let was_unmoved = may_have_begun_on(game, from, piece, leaves_empty);
        for moved in [true, false]
            .into_iter()
            .filter(|moved| *moved || was_unmoved)
        {
            walker.landings(
                game.table(kind, piece.side),
                &before,
                from,
                moved,
                &mut |landing| {
                    let cells: CellSet = landing.en_passant.iter().copied().collect();
                    let passer = EnPassant { cells, piece: cell };
                    let is_open = |cell: Cell| state.position.occupant(cell) == Occupant::Empty;
                    if landing.to == cell
                        && !cells.is_empty()
                        && cells.iter().all(is_open)
                        && !found.contains(&passer)
                    {
                        found.push(passer);
                    }
                },
            );
        }
        before.put(from, stood);
    }
}

/// Whether a piece may have begun the game on a cell.
fn may_have_begun_on(game: &Game<'_>, cell: Cell, piece: Piece, is_whole: bool) -> bool {
    let Some(setup) = &game.variant().setup else {
        return true;
    };
    let begins = setup.position.piece(cell);
    if is_whole {
        begins == Some(piece)
    } else {
        begins.is_some_and(|begins| begins.side == piece.side)
    }
}
