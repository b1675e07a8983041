//! Travel: a cell moves to another place of a ring, with the piece on it and pieces next to it.

use super::teleport::may_leave;
use crate::model::{Cell, CellSet, Piece, Side, TravelRule};
use crate::play::effect::{Effect, EffectVerb, Move, MoveManner, Moves};
use crate::play::freezes::add_freezes;
use crate::play::game::Game;
use crate::play::game_position::GamePosition;
use crate::play::in_play::Play;
use crate::play::state::State;

/// A piece that may go with a cell.
struct Passenger {
    piece: Piece,
    from: Cell,
    /// The cell to which it goes; `None` if the board has no such cell.
    to: Option<Cell>,
    must: bool,
}

/// Adds the travels of the cells that the side to move controls.
pub(in crate::play) fn travels(play: &mut Play<'_>, out: &mut Moves) {
    for rule in &play.game.travels {
        for (index, from) in rule.ring.iter().enumerate() {
            let is_absent = play.state.position.closed().contains(*from);
            if is_absent || !controls(play.position(), rule, *from, play.state.to_move) {
                continue;
            }
            let mut ends: Vec<Cell> = Vec::new();
            let length = rule.ring.len();
            for step in [1, length - 1] {
                let mut cells = (1..length).map(|count| rule.ring[(index + count * step) % length]);
                let end = cells.find(|cell| play.state.position.closed().contains(*cell));
                ends.extend(end.filter(|end| !ends.contains(end)));
            }
            ends.into_iter()
                .for_each(|to| add_travels_to(play, rule, *from, to, out));
        }
    }
}

/// Whether a side has more pieces than the other on a cell and next to it. Pieces that are frozen,
/// or held there by a bond, do not count.
fn controls(pos: GamePosition<'_>, rule: &TravelRule, cell: Cell, side: Side) -> bool {
    let counts = |cell: Cell| {
        let piece = pos.piece(cell)?;
        may_leave(pos, cell, piece).then_some(piece.side)
    };
    let neighbours = rule
        .near
        .iter()
        .filter_map(|dir| pos.game.variant().board.next(cell, *dir));
    let zone = std::iter::once(cell).chain(neighbours);
    let (own, others): (Vec<Side>, Vec<Side>) =
        zone.filter_map(counts).partition(|own| *own == side);
    own.len() > others.len()
}

/// Whether a side controls a cell that can travel.
pub fn controls_cell(game: &Game<'_>, state: &State, cell: Cell, side: Side) -> bool {
    let is_present = !state.position.closed().contains(cell);
    let mut rules = game.travels.iter().filter(|rule| rule.ring.contains(&cell));
    is_present && rules.any(|rule| controls(GamePosition::new(game, state), rule, cell, side))
}

/// Adds the moves of a cell to another place, one for each choice of the friends that go with it.
fn add_travels_to(play: &mut Play<'_>, rule: &TravelRule, from: Cell, to: Cell, out: &mut Moves) {
    let (side, start) = (play.state.to_move, out.len());
    let passengers = passengers(play.position(), rule, from, to);
    let (bound, free): (Vec<Passenger>, Vec<Passenger>) =
        passengers.into_iter().partition(|passenger| passenger.must);
    for choice in 0..1usize << free.len() {
        let chosen = free
            .iter()
            .enumerate()
            .filter(|(index, _)| choice >> index & 1 == 1);
        let going: Vec<&Passenger> = bound.iter().chain(chosen.map(|(_, free)| free)).collect();
        if let Some(effects) = travel_effects(play.position(), from, to, &going) {
            out.push(
                Move::new(MoveManner::Travels, None, side, Some(from), to),
                effects,
                &[],
            );
        }
    }
    if !play.game.powers.freezing.is_empty() {
        add_freezes(play, start, out, |_| None);
    }
}

/// Returns the pieces that may go with a cell. The piece on it must go, and so must a piece next
/// to it that is next to no other cell. Of the other pieces next to it, friends may go and enemies
/// stay.
fn passengers(pos: GamePosition<'_>, rule: &TravelRule, from: Cell, to: Cell) -> Vec<Passenger> {
    let board = &pos.game.variant().board;
    let mut all: Vec<Passenger> = Vec::new();
    if let Some(piece) = pos.piece(from) {
        all.push(Passenger {
            piece,
            from,
            to: Some(to),
            must: true,
        });
    }
    for dir in &rule.near {
        let Some(beside) = board.next(from, *dir) else {
            continue;
        };
        let Some(piece) = pos.piece(beside) else {
            continue;
        };
        let must = rule.is_outside(board, pos.state.position.closed(), from, beside);
        if must || piece.side == pos.state.to_move {
            all.push(Passenger {
                piece,
                from: beside,
                to: board.next(to, *dir),
                must,
            });
        }
    }
    all.sort_by_key(|passenger| passenger.from);
    all
}

/// Returns the effects when a cell travels with these pieces; `None` if one of them cannot go.
fn travel_effects(
    pos: GamePosition<'_>,
    from: Cell,
    to: Cell,
    going: &[&Passenger],
) -> Option<Vec<Effect>> {
    let (view, bonds) = (pos.view(), &pos.game.powers.bonds);
    let lifted: CellSet = going.iter().map(|passenger| passenger.from).collect();
    let mut effects = vec![Effect::travel(pos.state.to_move, from, to)];
    let mut changes: Vec<(Cell, Option<Piece>)> = Vec::new();
    for Passenger {
        piece, from, to, ..
    } in going
    {
        let end = (*to)?;
        let is_occupied = view.piece(end).is_some() && !lifted.contains(end);
        let may_stand = piece
            .kind
            .is_none_or(|kind| pos.game.may_stand(kind, piece.side, end));
        if is_occupied || !may_stand || !bonds.let_leave(view, *from, *piece) {
            return None;
        }
        changes.push((end, Some(*piece)));
        effects.push(Effect::go(EffectVerb::Carry, *piece, *from, end));
    }
    changes.extend(lifted.iter().map(|cell| (cell, None)));
    let after = view.with(&changes);
    let arrives = |passenger: &&Passenger| {
        passenger
            .to
            .is_some_and(|end| bonds.let_leave(after, end, passenger.piece))
    };
    going.iter().all(arrives).then_some(effects)
}
