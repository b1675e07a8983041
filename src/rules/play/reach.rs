//! What a piece reaches in a position: its moves if it were its turn, ignoring the king's safety.

use super::effect::Moves;
use super::game::Game;
use super::game_position::{GamePosition, PieceOn};
use super::generate::moves_of_piece;
use super::in_play::Play;
use super::legal::remove_non_captures;
use super::powers::arrive::arrive;
use super::powers::enclosure;
use super::powers::kit::PowerKit;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, CellSet, Piece, Position, Power, PowerRule, Reserve, Rule};
use crate::moves::Reach;

/// Returns the cells to which this piece may go from a cell. The piece replaces whatever the
/// position has there.
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
    let mover = PieceOn {
        cell: from,
        side: piece.side,
        kind,
    };
    let state = state_with(game, position, from, piece, has_moved);
    let pos = GamePosition::new(game, &state);
    if pos.is_frozen(from) {
        return Reach::default();
    }
    if game.powers.kit(kind, piece.side).is_none() {
        let table = game.table(kind, piece.side);
        return *scratch.walker.reach(table, position, from, has_moved);
    }
    let mut moves = Moves::default();
    moves_by_powers(pos, scratch, mover, &mut moves);
    let targets = || moves.iter().map(|mv| mv.to).filter(|to| *to != from);
    let free = targets()
        .filter(|to| position.piece(*to).is_none())
        .collect();
    let captures = moves
        .iter()
        .flat_map(|mv| moves.captures(mv))
        .map(|(_, cell)| cell);
    Reach::of(free, captures.collect(), targets().collect())
}

/// Returns the cells of the pieces that a piece captures by any of its moves from one cell to
/// another.
pub fn victims(
    game: &Game<'_>,
    scratch: &mut Scratch,
    position: &Position,
    from: Cell,
    to: Cell,
    piece: Piece,
    has_moved: bool,
) -> CellSet {
    let mut state = state_with(game, position, from, piece, has_moved);
    let mut moves = Moves::default();
    let play = &mut Play::new(game, &mut state, scratch);
    moves_of_piece(play, from, &mut moves);
    remove_non_captures(game, &mut moves);
    moves
        .iter()
        .filter(|mv| mv.to == to)
        .flat_map(|mv| moves.captures(mv))
        .map(|(_, cell)| cell)
        .collect()
}

/// Returns the cells where an enemy would be captured, if one stood there and all else stayed.
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
    let mover = PieceOn {
        cell: from,
        side: piece.side,
        kind,
    };
    let mut state = state_with(game, position, from, piece, has_moved);
    if GamePosition::new(game, &state).is_frozen(from) {
        return CellSet::EMPTY;
    }
    let kit = game.powers.kit(kind, piece.side);
    // A power may capture anywhere on the board.
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
        let occupant = state.position.piece(cell);
        if occupant.is_none_or(|other| other.side == piece.side) {
            state.place(cell, Some(enemy), true);
        }
        let pos = GamePosition::new(game, &state);
        moves_by_powers(pos, scratch, mover, &mut moves);
        if moves
            .iter()
            .any(|mv| moves.captures(mv).any(|(_, taken)| taken == cell))
        {
            attacks.insert(cell);
        }
        state.place(cell, occupant, true);
    }
    attacks
}

/// Returns the liberties of a piece: the empty cells next to it and to the pieces connected with
/// it, as the variant's first enclosure rule defines them. Empty if there is no such rule.
pub fn liberties(game: &Game<'_>, state: &State, cell: Cell) -> CellSet {
    let near = game.variant().rules.iter().find_map(|rule| match rule {
        Rule::Power(PowerRule {
            power: Power::Enclosure { near, .. },
            ..
        }) => Some(near),
        _ => None,
    });
    let pos = GamePosition::new(game, state);
    match (near, pos.piece(cell)) {
        (Some(near), Some(piece)) => enclosure::liberties(pos.view(), near.of(piece.side), cell),
        _ => CellSet::EMPTY,
    }
}

/// Returns the position with a piece put on a cell.
fn state_with(
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

/// Fills `moves` with the moves of a piece with powers, ignoring the king's safety.
fn moves_by_powers(
    pos: GamePosition<'_>,
    scratch: &mut Scratch,
    mover: PieceOn,
    moves: &mut Moves,
) {
    moves.clear();
    let (view, bonds) = (pos.view(), &pos.game.powers.bonds);
    let (from, piece) = (mover.cell, mover.piece());
    if bonds.let_leave(view, from, piece) {
        let Scratch {
            walker, arrivals, ..
        } = scratch;
        arrive(pos, walker, arrivals, mover, moves);
        moves.retain(0, |mv, _, _| bonds.allow_arrival(view, from, mv.to, piece));
        remove_non_captures(pos.game, moves);
    }
}
