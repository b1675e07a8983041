//! Stacking: pieces made of checkers that join and split.
//!
//! A piece may go to an own piece's cell and join it, if both together are a piece; it goes there
//! as if the cell were empty. A part may leave a piece by the part's own movement, if both the
//! part and the rest are pieces; it goes to an empty cell, captures an enemy or joins another
//! piece, as the rule allows.

use super::attack::any_landing;
use super::change::change;
use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::scratch::Scratch;
use super::stacks::{Division, Stacks};
use super::state::State;
use crate::model::{CaptureWay, Cell, KindId, Piece};

/// Adds the moves by which a piece joins others, or parts of it leave.
pub(super) fn stacking(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    from: Cell,
    out: &mut Moves,
) {
    let (Some(stacks), Some(piece)) = (&game.stacks, state.position.piece(from)) else {
        return;
    };
    let Some(whole) = piece.kind else { return };
    if stacks.rule.merge {
        add_joins(game, state, scratch, stacks, (from, piece), None, out);
    }
    for division in stacks.divisions(whole) {
        let part = Piece {
            kind: Some(division.part),
            ..piece
        };
        // The rest must be allowed to stand on the cell.
        if !game.stands(division.rest, piece.side, from) {
            continue;
        }
        add_splits(
            game,
            state,
            scratch,
            stacks,
            (from, part),
            (whole, *division),
            out,
        );
        if stacks.rule.parts_merge {
            add_joins(
                game,
                state,
                scratch,
                stacks,
                (from, part),
                Some((whole, division.rest)),
                out,
            );
        }
    }
}

/// Adds the moves by which a piece, or a part of one, goes to an own piece's cell and joins it.
/// For a part, `left` holds the whole piece and the rest.
fn add_joins(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    stacks: &Stacks,
    (from, piece): (Cell, Piece),
    left: Option<(KindId, KindId)>,
    out: &mut Moves,
) {
    let (Some(kind), side) = (piece.kind, piece.side) else {
        return;
    };
    let others = *state.standing(side);
    for to in others.iter().filter(|to| *to != from) {
        let Some(other) = state.position.piece(to).and_then(|other| other.kind) else {
            continue;
        };
        let into = stacks
            .join(kind, other)
            .filter(|into| game.stands(*into, side, to));
        let Some(into) = into else { continue };
        if state.without(to, |state| can_go(game, state, scratch, from, piece, to)) {
            let effect = Effect::Stack {
                side,
                kind,
                from,
                to,
                other,
                into,
                left,
            };
            out.push(Move::plain(kind, side, Some(from), to), [effect], &[]);
        }
    }
}

/// Whether a piece can go to an empty cell by its movement, capturing and carrying nothing.
fn can_go(
    game: &Game<'_>,
    state: &State,
    scratch: &mut Scratch,
    from: Cell,
    piece: Piece,
    to: Cell,
) -> bool {
    let Some(kind) = piece.kind else { return false };
    let table = game.rules.free_table(kind, piece.side);
    any_landing(state, &mut scratch.walker, table, from, &|landing| {
        landing.to == to && landing.taken.is_empty() && landing.carried.is_empty()
    })
}

/// Adds the moves by which a part leaves a piece, to an empty cell or capturing enemies.
fn add_splits(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    stacks: &Stacks,
    (from, part): (Cell, Piece),
    (whole, division): (KindId, Division),
    out: &mut Moves,
) {
    let (side, start) = (part.side, out.len());
    let Division { part: kind, rest } = division;
    let moved = !state.unmoved.contains(from);
    let mut effects: Vec<Effect> = Vec::new();
    let (walker, table) = (&mut scratch.walker, game.table(kind, side));
    walker.landings(table, &state.position, from, moved, &mut |landing| {
        let to = landing.to;
        let may_take = landing.taken.is_empty() || stacks.rule.parts_take;
        if to == from || !landing.carried.is_empty() || !may_take {
            return;
        }
        effects.clear();
        for cell in landing.taken {
            game.capture(
                &[(*cell, CaptureWay::Movement)],
                side,
                &mut effects,
                |cell| state.position.piece(cell),
            );
        }
        effects.push(Effect::Split {
            side,
            kind,
            from,
            to,
            whole,
            rest,
        });
        let mv = Move::plain(kind, side, Some(from), to);
        out.push(mv, effects.iter().copied(), landing.en_passant);
    });
    if game.changes[kind.index()] {
        change(game, state, scratch, start, out);
    }
}
