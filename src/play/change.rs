//! Pieces that become others: promotion where a move ends, transformation by what a move does.

use super::attack::{may_threaten, royals, takes};
use super::effect::{Effect, Move, MoveManner, Moves};
use super::game::Game;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{ArrivalWay, Cell, Dir, KindId, Occasion, Piece, Promotion, Side, Transformation};

/// What a move may make of a piece.
struct Choices {
    /// What it may become.
    into: Vec<Effect>,
    /// Whether it may stay what it is.
    stays: bool,
}

impl Choices {
    fn none() -> Choices {
        Choices { into: Vec::new(), stays: true }
    }
}

/// A piece on the cell to which a move has brought it.
#[derive(Clone, Copy)]
struct Arrived {
    kind: KindId,
    side: Side,
    cell: Cell,
}

impl Arrived {
    fn becomes(self, to: KindId, from_reserve: bool) -> Effect {
        Effect::Promote { side: self.side, cell: self.cell, from: self.kind, to, from_reserve }
    }
}

/// Replaces the moves from place `start` on, all of one piece, by what it becomes by them, and by what becomes of those
/// that have changed places with it.
pub(super) fn change(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    start: usize,
    out: &mut Moves,
) {
    relist(start, out, |found, out| match found.kind {
        Some(kind) if game.changes[kind.index()] => choices(game, state, scratch, kind, found, out),
        _ => Choices::none(),
    });
    if game.swaps_promote {
        relist(start, out, |found, out| swapped(game, state, out.effects(found)));
    }
}

/// Replaces the moves from place `start` on by what becomes of those that they put elsewhere.
pub(super) fn change_displaced(game: &Game<'_>, state: &State, start: usize, out: &mut Moves) {
    if !game.moved_promote {
        return;
    }
    let all = (start..out.len()).map(|place| out.effects(out.get(place)).len());
    // What a piece becomes stands behind all else.
    for place in 0..all.max().unwrap_or(0) {
        relist(start, out, |found, out| displaced(game, state, found.manner, out.effects(found).get(place)));
    }
}

/// What becomes of the piece of a move.
fn choices(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    kind: KindId,
    found: &Move,
    moves: &Moves,
) -> Choices {
    let piece = Arrived { kind, side: found.side, cell: found.to };
    let mut choices = exchanges(game, state, piece, ArrivalWay::Move);
    // A piece that must become another has become it before anything else is asked of it.
    if choices.stays {
        for rule in game.transformations.iter().filter(|rule| rule.kind == kind) {
            let open = (!rule.from_reserve || state.reserve(found.side, rule.to) > 0)
                && game.stands(rule.to, found.side, found.to);
            if open && occurs(game, state, scratch, rule, piece, found, moves) {
                choices.into.push(piece.becomes(rule.to, rule.from_reserve));
                choices.stays &= rule.optional;
            }
        }
    }
    choices.stays &= game.stands(kind, found.side, found.to);
    choices
}

fn occurs(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    rule: &Transformation,
    piece: Arrived,
    found: &Move,
    moves: &Moves,
) -> bool {
    match &rule.when {
        Occasion::Captures => moves.taken(found).next().is_some(),
        Occasion::CapturesKind(kind) => moves.taken(found).any(|(piece, _)| piece.kind == Some(*kind)),
        Occasion::GivesCheck => gives_check(game, state, scratch, piece, moves.effects(found)),
        Occasion::MovesAlong(dirs) => {
            let view = state.view(game);
            let leads =
                |dir: &Dir| found.from.is_some_and(|from| view.line(from, *dir).any(|cell| cell == found.to));
            dirs.of(found.side).iter().any(leads)
        }
    }
}

/// Whether the piece of a move attacks a royal piece from where it has come to.
fn gives_check(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    Arrived { kind, side, cell }: Arrived,
    effects: &[Effect],
) -> bool {
    let may = |king: &Cell| may_threaten(game, state, (cell, side, kind), *king);
    let kings: Vec<Cell> = royals(game, state, side.other()).filter(may).collect();
    let piece = Piece { side, kind: Some(kind) };
    !kings.is_empty()
        && state.after(game, effects, &[], |state| {
            kings.iter().any(|king| takes(game, state, scratch, (cell, piece), *king))
        })
}

/// Lists the moves from place `start` on anew, once for each thing they may become.
#[inline]
fn relist(start: usize, out: &mut Moves, mut choices: impl FnMut(&Move, &Moves) -> Choices) {
    let end = out.len();
    let mut replaced = false;
    for place in start..end {
        let choices = choices(out.get(place), out);
        if !replaced && choices.into.is_empty() && choices.stays {
            continue;
        }
        if !replaced {
            // From here on everything is listed anew, behind the rest, so that the order stays.
            (start..place).for_each(|place| out.push_again(place));
            replaced = true;
        }
        if choices.stays {
            out.push_again(place);
        }
        for effect in choices.into {
            out.push_again(place);
            out.add_effect(effect);
        }
    }
    if replaced {
        out.remove(start..end);
    }
}

/// What becomes of the piece with which the piece of a move has changed places.
fn swapped(game: &Game<'_>, state: &State, effects: &[Effect]) -> Choices {
    let other = effects.iter().find_map(|effect| match effect {
        Effect::Swap { other, from, .. } => {
            Some(Arrived { kind: other.kind?, side: other.side, cell: *from })
        }
        _ => None,
    });
    other.map_or_else(Choices::none, |other| exchanges(game, state, other, ArrivalWay::Swap))
}

/// What becomes of one of those that a move puts elsewhere, by its place among the effects.
fn displaced(game: &Game<'_>, state: &State, manner: MoveManner, effect: Option<&Effect>) -> Choices {
    let Some((piece, _, cell)) = effect.and_then(Effect::at_once) else { return Choices::none() };
    let Some(kind) = piece.kind else { return Choices::none() };
    let way = match manner {
        MoveManner::Plain => return Choices::none(),
        MoveManner::Teleported => ArrivalWay::Teleport,
        MoveManner::Rotates { .. } => ArrivalWay::Rotation,
        MoveManner::Travels => ArrivalWay::Travel,
    };
    exchanges(game, state, Arrived { kind, side: piece.side, cell }, way)
}

/// What a piece may be exchanged for where it has come to.
#[inline]
fn exchanges(game: &Game<'_>, state: &State, piece: Arrived, way: ArrivalWay) -> Choices {
    let mut choices = Choices::none();
    let here = |rule: &&&Promotion| {
        rule.kind == piece.kind && rule.cells.of(piece.side).contains(piece.cell) && rule.by.contains(&way)
    };
    for rule in game.promotions.iter().filter(here) {
        let before = choices.into.len();
        for kind in &rule.to {
            let choice = piece.becomes(*kind, rule.from_reserve);
            if has_room(game, state, rule, *kind, piece) && !choices.into.contains(&choice) {
                choices.into.push(choice);
            }
        }
        choices.stays &= rule.may_wait || !rule.must && choices.into.len() == before;
    }
    choices
}

/// Whether a side may have one more of a piece by a promotion.
fn has_room(game: &Game<'_>, state: &State, rule: &Promotion, kind: KindId, piece: Arrived) -> bool {
    let Arrived { side, cell, .. } = piece;
    let in_reserve = !rule.from_reserve || state.reserve(side, kind) > 0;
    let fits = rule.limit.is_none_or(|limit| {
        let own = state.position.pieces().filter(|(_, piece)| piece.side == side && piece.kind == Some(kind));
        own.count() < usize::from(limit)
    });
    in_reserve && fits && game.stands(kind, side, cell)
}
