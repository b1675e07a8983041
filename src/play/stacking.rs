//! Stacking: pieces made of checkers that join and part.
//!
//! A piece that goes to an own piece's cell joins it, where both together are a piece; it goes there as it would if
//! the cell were empty. A part of a piece leaves it by the part's own movement, where both it and what is left
//! are pieces; it goes to an empty cell, takes an enemy or joins another piece, as the rule allows.

use super::change::change;
use super::effect::{Draft, Effect, Moves};
use super::game::Game;
use super::scratch::Scratch;
use super::stacks::{Division, Stacks};
use super::state::State;
use crate::model::{Cell, CellSet, Man, PieceId, Way};

/// Adds the moves by which a piece joins others, or parts of it leave it.
pub(super) fn stacking(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    from: Cell,
    out: &mut Moves,
) {
    let (Some(stacks), Some(man)) = (&game.stacks, state.position.man(from)) else { return };
    let Some(whole) = man.piece else { return };
    if stacks.rule.merge {
        joins(game, state, scratch, stacks, (from, man), whole, None, out);
    }
    for division in stacks.divisions(whole) {
        let part = Man { piece: Some(division.part), ..man };
        // What is left must be able to stay.
        if !game.stands(division.rest, man.side, from) {
            continue;
        }
        leaves(game, state, scratch, stacks, (from, part), (whole, *division), out);
        if stacks.rule.parts_merge {
            joins(game, state, scratch, stacks, (from, part), whole, Some(division.rest), out);
        }
    }
}

/// The moves by which a piece, or a part of one, goes to an own piece's cell and joins it.
#[expect(clippy::too_many_arguments, reason = "all that is known of the piece")]
fn joins(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    stacks: &Stacks,
    (from, man): (Cell, Man),
    whole: PieceId,
    rest: Option<PieceId>,
    out: &mut Moves,
) {
    let (Some(piece), side) = (man.piece, man.side) else { return };
    let made = |piece: PieceId| game.variant().piece(piece).checkers;
    let others: CellSet = state.standing[side as usize];
    for to in others.iter().filter(|to| *to != from) {
        let Some(other) = state.position.man(to).and_then(|other| other.piece) else { continue };
        let Some(into) = stacks.piece(made(piece).and(made(other))) else { continue };
        // What is made of nothing joins nothing.
        if made(piece).is_empty() || made(other).is_empty() || !game.stands(into, side, to) {
            continue;
        }
        if state.without(to, |state| goes(game, state, scratch, from, man, to)) {
            let left = rest.map(|rest| (whole, rest));
            let effect = Effect::Stack { side, piece, from, to, other, into, left };
            out.push(Draft::plain(piece, side, Some(from), to), [effect], &[]);
        }
    }
}

/// Whether a piece goes to an empty cell by its movement, taking and carrying nothing.
fn goes(game: &Game<'_>, state: &State, scratch: &mut Scratch, from: Cell, man: Man, to: Cell) -> bool {
    let Some(piece) = man.piece else { return false };
    let moved = !state.unmoved.contains(from);
    let table = game.free_table(piece, man.side);
    let mut goes = false;
    scratch.walker.landings(table, &state.position, from, moved, &mut |landing| {
        goes |= landing.to == to && landing.taken.is_empty() && landing.carried.is_empty();
    });
    goes
}

/// The moves by which a part leaves a piece, to an empty cell or taking enemies.
fn leaves(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    stacks: &Stacks,
    (from, part): (Cell, Man),
    (whole, division): (PieceId, Division),
    out: &mut Moves,
) {
    let (side, start) = (part.side, out.len());
    let Division { part: piece, rest } = division;
    let moved = !state.unmoved.contains(from);
    let mut effects: Vec<Effect> = Vec::new();
    let (walker, table) = (&mut scratch.walker, game.table(piece, side));
    walker.landings(table, &state.position, from, moved, &mut |landing| {
        let to = landing.to;
        let may_take = landing.taken.is_empty() || stacks.rule.parts_take;
        if to == from || !landing.carried.is_empty() || !may_take {
            return;
        }
        effects.clear();
        for cell in landing.taken {
            game.capture(&[(*cell, Way::Movement)], side, &mut effects, |cell| state.position.man(cell));
        }
        effects.push(Effect::Split { side, piece, from, to, whole, rest });
        let draft = Draft::plain(piece, side, Some(from), to);
        out.push(draft, effects.iter().copied(), landing.en_passant);
    });
    if game.changes[piece.index()] {
        change(game, state, scratch, start, out);
    }
}
