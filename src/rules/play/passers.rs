//! Pieces that may have just moved in such a way that they can be captured en passant.

use super::game::Game;
use super::game_position::{GamePosition, PieceOn};
use crate::model::{Cell, CellSet, EnPassant, KindId, Occupant, Piece, Position};
use crate::moves::{MoveTable, Walker};

/// Returns every possible en passant target: a piece of the side that has just moved, and the
/// cells that it may have just passed over.
pub(super) fn passers(pos: GamePosition<'_>) -> Vec<EnPassant> {
    let side = pos.state.last_mover();
    let mut all: Vec<EnPassant> = Vec::new();
    for cell in pos.standing(side).iter() {
        let Some(kind) = pos.kind(cell) else {
            continue;
        };
        for origin_kind in pos
            .game
            .variant()
            .kind_ids()
            .filter(|origin_kind| may_have_been(pos.game, *origin_kind, kind))
        {
            if pos.game.table(origin_kind, side).is_open_to_en_passant() {
                let piece = PieceOn {
                    cell,
                    side,
                    kind: origin_kind,
                };
                add_passers(pos, piece, &mut all);
            }
        }
    }
    all
}

/// Whether a piece of the kind `before` may be of the kind `after` once it has moved.
fn may_have_been(game: &Game<'_>, before: KindId, after: KindId) -> bool {
    let promoted = |kind: KindId| {
        game.promotions
            .iter()
            .any(|rule| rule.kind == kind && rule.to.contains(&after))
    };
    let changed = |kind: KindId| {
        game.transformations
            .iter()
            .any(|rule| rule.kind == kind && rule.to == after)
    };
    before == after || promoted(before) || changed(before)
}

/// Adds an en passant target for each way in which a piece may have just come to its cell.
fn add_passers(pos: GamePosition<'_>, mover: PieceOn, passers: &mut Vec<EnPassant>) {
    let (cell, kind, piece) = (mover.cell, mover.kind, mover.piece());
    let mut walker = Walker::default();
    let mut before = pos.state.position.clone();
    before.set_en_passant(None);
    before.put(cell, None);
    // The rest of a piece that split may be on the origin, and so may the piece of a swap, one
    // that came there as an additional effect, such as a Duck, and one that a later move of the turn brought there.
    let is_whole = pos.game.powers.is_empty() && pos.game.stacks.is_none();
    let rules = &pos.game.term_rules;
    let may_have_come = |from: Cell| {
        let kind = before.piece(from).and_then(|piece| piece.kind);
        let mut effects = rules.effects.iter();
        rules.arrivals > 0
            && kind.is_some_and(|kind| effects.any(|rule| rule.effect.may_leave(kind)))
    };
    let is_free = |from: &Cell| match before.occupant(*from) {
        Occupant::Empty => true,
        Occupant::Absent => may_have_come(*from),
        _ => !is_whole || !rules.turns.is_empty() || may_have_come(*from),
    };
    let origins: Vec<Cell> = pos
        .game
        .variant()
        .board
        .cells()
        .filter(|from| *from != cell && is_free(from))
        .collect();
    for from in origins {
        let occupant = before.piece(from);
        before.put(from, Some(piece));
        // What else the move brought onto the board may stand on cells that the piece has passed.
        let most = rules.arrivals - usize::from(occupant.is_some()).min(rules.arrivals);
        let was_unmoved = may_have_begun_on(pos.game, from, piece, is_whole);
        for has_moved in [true, false]
            .into_iter()
            .filter(|has_moved| *has_moved || was_unmoved)
        {
            let table = pos.game.table(kind, piece.side);
            let later = match most {
                0 => CellSet::EMPTY,
                _ => filled_later(pos, table, &before, (from, cell), has_moved, most),
            };
            let pieces: Vec<(Cell, Option<Piece>)> = later
                .iter()
                .map(|cell| (cell, before.piece(cell)))
                .collect();
            later.iter().for_each(|cell| before.put(cell, None));
            walker.landings(table, &before, from, has_moved, &mut |landing| {
                let passed: CellSet = landing.en_passant.iter().copied().collect();
                let passer = EnPassant {
                    cells: passed - later,
                    piece: cell,
                    second: None,
                };
                let is_open = |cell: Cell| {
                    !pos.game.term_rules.turns.is_empty()
                        || pos.state.position.occupant(cell) == Occupant::Empty
                };
                if landing.to == cell
                    && !passer.cells.is_empty()
                    && passer.cells.iter().all(is_open)
                    && !passers.contains(&passer)
                {
                    passers.push(passer);
                }
            });
            for (cell, piece) in pieces {
                before.put(cell, piece);
            }
        }
        before.put(from, occupant);
    }
}

/// Returns the cells that a piece passes between two cells on the empty board and that are filled
/// now, if they are so few that its additional effects may have filled them.
fn filled_later(
    pos: GamePosition<'_>,
    table: &MoveTable,
    before: &Position,
    (from, to): (Cell, Cell),
    has_moved: bool,
    most: usize,
) -> CellSet {
    let mut alone = pos.game.variant().empty_position();
    alone.put(from, before.piece(from));
    let mut passed = CellSet::EMPTY;
    Walker::default().landings(table, &alone, from, has_moved, &mut |landing| {
        if landing.to == to {
            landing
                .en_passant
                .iter()
                .for_each(|cell| passed.insert(*cell));
        }
    });
    let filled: CellSet = passed
        .iter()
        .filter(|cell| before.piece(*cell).is_some())
        .collect();
    match filled.len() <= most {
        true => filled,
        false => CellSet::EMPTY,
    }
}

/// Whether a piece may have begun the game on a cell.
fn may_have_begun_on(game: &Game<'_>, cell: Cell, piece: Piece, is_whole: bool) -> bool {
    let Some(setup) = &game.variant().setup else {
        return true;
    };
    let first_piece = setup.position.piece(cell);
    if is_whole {
        first_piece == Some(piece)
    } else {
        first_piece.is_some_and(|first_piece| first_piece.side == piece.side)
    }
}
