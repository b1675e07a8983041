//! Stacking: pieces made of checkers that join and split.
//!
//! A piece may go to a cell of its own side, as if the cell were empty, and join the piece there,
//! if both together are a piece. A part may leave a piece by the part's own movement, if both the
//! part and the rest are pieces; it goes to an empty cell, captures an enemy or joins another
//! piece, as the rule allows.

use super::attack::any_landing;
use super::change::replace_by_promotions;
use super::effect::{CellChange, Effect, EffectVerb, Move, Moves};
use super::game_position::{GamePosition, PieceOn};
use super::in_play::Play;
use super::stacks::{Division, Stacks};
use crate::model::{CaptureWay, Cell, KindId, Piece};
use crate::moves::Walker;

/// Adds the moves by which a piece joins others, or parts of it leave.
pub(super) fn stacking(play: &mut Play<'_>, from: Cell, out: &mut Moves) {
    let (Some(stacks), Some(piece)) = (&play.game.stacks, play.position().piece_on(from)) else {
        return;
    };
    if stacks.rule.merge {
        add_joins(play, stacks, piece, None, out);
    }
    for division in stacks.divisions(piece.kind) {
        // The rest must be allowed to stand on the cell.
        if !play.game.may_stand(division.rest, piece.side, from) {
            continue;
        }
        add_splits(play, stacks, piece, *division, out);
        if stacks.rule.parts_merge {
            let part = PieceOn {
                kind: division.part,
                ..piece
            };
            let left = Some((piece.kind, division.rest));
            add_joins(play, stacks, part, left, out);
        }
    }
}

/// Adds the moves by which a piece, or a part of one, goes to an own piece's cell and joins it.
/// For a part, `left` holds the whole piece and the rest.
fn add_joins(
    play: &mut Play<'_>,
    stacks: &Stacks,
    piece: PieceOn,
    left: Option<(KindId, KindId)>,
    out: &mut Moves,
) {
    let PieceOn {
        cell: from,
        side,
        kind,
    } = piece;
    let others = *play.state.standing(side);
    for to in others.iter().filter(|to| *to != from) {
        let Some(other) = play.position().kind(to) else {
            continue;
        };
        let into = stacks
            .join(kind, other)
            .filter(|into| play.game.may_stand(*into, side, to));
        let Some(into) = into else { continue };
        let can_join = play.without(to, |play| {
            let (pos, scratch) = play.split();
            can_go(pos, &mut scratch.walker, piece, to)
        });
        if can_join {
            let own = |kind| Piece::of(side, kind);
            let (whole, rest) = left.map_or((kind, None), |(whole, rest)| (whole, Some(own(rest))));
            let part = piece.piece();
            let leaves = CellChange::new(from, Some(own(whole)), rest);
            let joins = CellChange::new(to, Some(own(other)), Some(own(into)));
            let effect = Effect::between(EffectVerb::Stack, part, leaves, joins);
            out.push(Move::plain(kind, side, Some(from), to), [effect], &[]);
        }
    }
}

/// Whether a piece can go to an empty cell by its movement, capturing and carrying nothing.
fn can_go(pos: GamePosition<'_>, walker: &mut Walker, piece: PieceOn, to: Cell) -> bool {
    let table = pos.game.rules.free_table(piece.kind, piece.side);
    any_landing(pos, walker, table, piece.cell, &|landing| {
        landing.to == to && landing.taken.is_empty() && landing.carried.is_empty()
    })
}

/// Adds the moves by which a part leaves a piece, without joining another.
fn add_splits(
    play: &mut Play<'_>,
    stacks: &Stacks,
    piece: PieceOn,
    division: Division,
    out: &mut Moves,
) {
    let PieceOn {
        cell: from,
        side,
        kind: whole,
    } = piece;
    let Division { part: kind, rest } = division;
    let start = out.len();
    let moved = !play.state.unmoved.contains(from);
    let mut effects: Vec<Effect> = Vec::new();
    let (walker, table) = (&mut play.scratch.walker, play.game.table(kind, side));
    walker.landings(table, &play.state.position, from, moved, &mut |landing| {
        let to = landing.to;
        let may_take = landing.taken.is_empty() || stacks.rule.parts_take;
        if to == from || !landing.carried.is_empty() || !may_take {
            return;
        }
        effects.clear();
        for cell in landing.taken {
            play.game.capture(
                &[(*cell, CaptureWay::Movement)],
                side,
                &mut effects,
                |cell| play.state.position.piece(cell),
            );
        }
        let [part, whole, rest] = [kind, whole, rest].map(|kind| Piece::of(side, kind));
        let leaves = CellChange::new(from, Some(whole), Some(rest));
        let arrives = CellChange::new(to, None, Some(part));
        effects.push(Effect::between(EffectVerb::Split, part, leaves, arrives));
        let mv = Move::plain(kind, side, Some(from), to);
        out.push(mv, effects.iter().copied(), landing.en_passant);
    });
    if play.game.may_change[kind.index()] {
        replace_by_promotions(play, start, out);
    }
}
