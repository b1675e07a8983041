//! Which pieces can have made the last move in such a way that they may be captured en passant.

use super::game::Game;
use super::game_position::{GamePosition, PieceOn};
use crate::model::{Cell, CellSet, EnPassant, KindId, Occupant, Piece};
use crate::moves::Walker;

/// Returns every way in which a piece of the side that has just moved can have passed over cells
/// on which it may be captured now.
pub(super) fn passers(pos: GamePosition<'_>) -> Vec<EnPassant> {
    let side = pos.state.to_move.other();
    let mut found: Vec<EnPassant> = Vec::new();
    for cell in pos.standing(side).iter() {
        let Some(kind) = pos.kind(cell) else {
            continue;
        };
        for was in pos
            .game
            .variant()
            .kind_ids()
            .filter(|was| may_have_been(pos.game, *was, kind))
        {
            if pos.game.table(was, side).is_open_to_en_passant() {
                let piece = PieceOn {
                    cell,
                    side,
                    kind: was,
                };
                add_passers(pos, piece, &mut found);
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
fn add_passers(pos: GamePosition<'_>, moved: PieceOn, found: &mut Vec<EnPassant>) {
    let (cell, kind, piece) = (moved.cell, moved.kind, moved.piece());
    let mut walker = Walker::default();
    let mut before = pos.state.position.clone();
    before.set_en_passant(None);
    before.put(cell, None);
    // The rest of a piece that split, or the piece with which it changed places, may be on the
    // cell it came from.
    let leaves_empty = pos.game.powers.is_empty() && pos.game.stacks.is_none();
    let is_free = |from: &Cell| match before.occupant(*from) {
        Occupant::Empty => true,
        Occupant::Absent => false,
        _ => !leaves_empty,
    };
    let origins: Vec<Cell> = pos
        .game
        .variant()
        .board
        .cells()
        .filter(|from| *from != cell && is_free(from))
        .collect();
    for from in origins {
        let stood = before.piece(from);
        before.put(from, Some(piece));
        let was_unmoved = may_have_begun_on(pos.game, from, piece, leaves_empty);
        for moved in [true, false]
            .into_iter()
            .filter(|moved| *moved || was_unmoved)
        {
            walker.landings(
                pos.game.table(kind, piece.side),
                &before,
                from,
                moved,
                &mut |landing| {
                    let cells: CellSet = landing.en_passant.iter().copied().collect();
                    let passer = EnPassant { cells, piece: cell };
                    let is_open = |cell: Cell| pos.state.position.occupant(cell) == Occupant::Empty;
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
