//! What a piece reaches among others: what its moves would be, were it its turn and no king in danger.

use super::effect::Moves;
use super::game::Game;
use super::generate::moves_of_piece;
use super::legal::drop_idle;
use super::powers::arrive::arrive;
use super::powers::enclosure;
use super::powers::kit::PowerKit;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, CellSet, Deed, Piece, Position, Power, Reserve, Rule};
use crate::moves::Reach;

/// Where a piece on a cell may go. What stands there in the position does not count.
pub fn reach(
    game: &Game<'_>,
    scratch: &mut Scratch,
    position: &Position,
    from: Cell,
    piece: Piece,
    has_moved: bool,
) -> Reach {
    let Some(kind) = piece.kind else {
        return Reach::default();
    };
    let state = standing(game, position, from, piece, has_moved);
    if game.powers.freezing.is_frozen(state.view(game), from) {
        return Reach::default();
    }
    if game.powers.kit(kind, piece.side).is_none() {
        let table = game.table(kind, piece.side);
        return *scratch.walker.reach(table, position, from, has_moved);
    }
    let mut moves = Moves::default();
    ways(game, &state, scratch, (from, piece), &mut moves);
    let goes = || moves.iter().map(|found| found.to).filter(|to| *to != from);
    let free = goes().filter(|to| position.piece(*to).is_none()).collect();
    let takes = moves
        .iter()
        .flat_map(|found| moves.taken(found))
        .map(|(_, cell)| cell);
    Reach::of(free, takes.collect(), goes().collect())
}

/// The cells of the pieces that a piece takes by going from one cell to another, in whatever ways it can.
pub fn victims(
    game: &Game<'_>,
    scratch: &mut Scratch,
    position: &Position,
    (from, to): (Cell, Cell),
    piece: Piece,
    has_moved: bool,
) -> CellSet {
    let mut state = standing(game, position, from, piece, has_moved);
    let mut moves = Moves::default();
    moves_of_piece(game, &mut state, scratch, from, &mut moves);
    drop_idle(game, &mut moves);
    let there = moves.iter().filter(|found| found.to == to);
    there
        .flat_map(|found| moves.taken(found))
        .map(|(_, cell)| cell)
        .collect()
}

/// The cells where an enemy would be taken, if one stood there and all else stayed.
pub fn attacks(
    game: &Game<'_>,
    scratch: &mut Scratch,
    position: &Position,
    from: Cell,
    piece: Piece,
    has_moved: bool,
) -> CellSet {
    let Some(kind) = piece.kind else {
        return CellSet::EMPTY;
    };
    let mut state = standing(game, position, from, piece, has_moved);
    if game.powers.freezing.is_frozen(state.view(game), from) {
        return CellSet::EMPTY;
    }
    let kit = game.powers.kit(kind, piece.side);
    // What a piece takes by a power may stand anywhere.
    let cells = match kit.is_none_or(PowerKit::adds_nothing) {
        true => scratch
            .walker
            .attacks(game.table(kind, piece.side), position, from, has_moved),
        false => CellSet::first(game.variant().board.len()),
    };
    if kit.is_none() {
        return cells;
    }
    let enemy = Piece {
        side: piece.side.other(),
        kind: None,
    };
    let (mut attacks, mut moves) = (CellSet::EMPTY, Moves::default());
    for cell in cells.iter().filter(|cell| *cell != from) {
        let there = state.position.piece(cell);
        if there.is_none_or(|there| there.side == piece.side) {
            state.place(cell, Some(enemy), true);
        }
        ways(game, &state, scratch, (from, piece), &mut moves);
        if moves
            .iter()
            .any(|found| moves.taken(found).any(|(_, taken)| taken == cell))
        {
            attacks.insert(cell);
        }
        state.place(cell, there, true);
    }
    attacks
}

/// The empty cells beside a piece and those that hang together with it, as the variant's first enclosure has it;
/// without one, nowhere.
pub fn liberties(game: &Game<'_>, state: &State, cell: Cell) -> CellSet {
    let near = game.variant().rules.iter().find_map(|rule| match rule {
        Rule::Power(Power {
            deed: Deed::Enclosure { near, .. },
            ..
        }) => Some(near),
        _ => None,
    });
    match (near, state.position.piece(cell)) {
        (Some(near), Some(piece)) => {
            enclosure::liberties(state.view(game), near.of(piece.side), cell)
        }
        _ => CellSet::EMPTY,
    }
}

/// A position with a piece put on a cell.
fn standing(
    game: &Game<'_>,
    position: &Position,
    from: Cell,
    piece: Piece,
    has_moved: bool,
) -> State {
    let mut state = State::of(game, position, &Reserve::default());
    state.place(from, Some(piece), has_moved);
    state
}

/// Writes down the moves of a piece with powers, whether they leave a king attacked or not.
fn ways(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    (from, piece): (Cell, Piece),
    moves: &mut Moves,
) {
    moves.clear();
    let (view, bonds) = (state.view(game), &game.powers.bonds);
    if bonds.let_leave(view, from, piece) {
        arrive(
            game,
            state,
            (&mut scratch.walker, &mut scratch.arrivals),
            (from, piece),
            moves,
        );
        moves.retain(0, |found, _, _| bonds.let_come(view, from, found.to, piece));
        drop_idle(game, moves);
    }
}
