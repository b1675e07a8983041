//! Pieces that become others: promotion where a move ends, and transformation by what a move does.

use super::attack::{may_threaten, royals, takes};
use super::effect::{Effect, Move, MoveManner, Moves};
use super::game::Game;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{
    ArrivalWay, Cell, Dir, KindId, Occasion, Piece, Promotion, Side, Transformation,
};

/// What a piece may become by a move.
struct Choices {
    /// The promotions to choose from.
    into: Vec<Effect>,
    /// Whether the piece may stay what it is.
    stays: bool,
}

impl Choices {
    fn none() -> Choices {
        Choices {
            into: Vec::new(),
            stays: true,
        }
    }
}

/// A piece on the cell to which the effects of a move brought it.
#[derive(Clone, Copy)]
struct Arrived<'a> {
    kind: KindId,
    side: Side,
    cell: Cell,
    effects: &'a [Effect],
}

impl Arrived<'_> {
    fn becomes(self, to: KindId, from_reserve: bool) -> Effect {
        Effect::Promote {
            side: self.side,
            cell: self.cell,
            from: self.kind,
            to,
            from_reserve,
        }
    }
}

/// Replaces the moves from index `start` on, all of one piece, by one move for each choice of what
/// the piece becomes, and of what the pieces become that change places with it.
pub(super) fn change(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    start: usize,
    out: &mut Moves,
) {
    relist(start, out, |mv, out| match mv.kind {
        Some(kind) if game.changes[kind.index()] => choices(game, state, scratch, kind, mv, out),
        _ => Choices::none(),
    });
    if game.swaps_promote {
        relist(start, out, |mv, out| {
            swapped_choices(game, state, out.effects(mv))
        });
    }
}

/// Replaces the moves from index `start` on by one move for each choice of what the pieces become
/// that they put elsewhere.
pub(super) fn change_displaced(game: &Game<'_>, state: &mut State, start: usize, out: &mut Moves) {
    if !game.moved_promote {
        return;
    }
    let all = (start..out.len()).map(|place| out.effects(out.get(place)).len());
    // Promotions come after all other effects.
    for place in 0..all.max().unwrap_or(0) {
        relist(start, out, |mv, out| {
            displaced_choices(game, state, mv.manner, out.effects(mv), place)
        });
    }
}

/// Returns what the piece of a move may become.
fn choices(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    kind: KindId,
    mv: &Move,
    moves: &Moves,
) -> Choices {
    let piece = Arrived {
        kind,
        side: mv.side,
        cell: mv.to,
        effects: moves.effects(mv),
    };
    let mut choices = promotion_choices(game, state, piece, ArrivalWay::Move);
    // A mandatory promotion comes before any transformation.
    if choices.stays {
        for rule in game.transformations.iter().filter(|rule| rule.kind == kind) {
            if has_room(game, state, piece, rule.to, rule.from_reserve, None)
                && occurs(game, state, scratch, rule, piece, mv, moves)
            {
                choices.into.push(piece.becomes(rule.to, rule.from_reserve));
                choices.stays &= rule.optional;
            }
        }
    }
    choices.stays &= game.stands(kind, mv.side, mv.to);
    choices
}

fn occurs(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    rule: &Transformation,
    piece: Arrived<'_>,
    mv: &Move,
    moves: &Moves,
) -> bool {
    match &rule.when {
        Occasion::Captures => moves.captures(mv).next().is_some(),
        Occasion::CapturesKind(kind) => moves
            .captures(mv)
            .any(|(piece, _)| piece.kind == Some(*kind)),
        Occasion::GivesCheck => gives_check(game, state, scratch, piece),
        Occasion::MovesAlong(dirs) => {
            let view = state.view(game);
            let leads = |dir: &Dir| {
                mv.from
                    .is_some_and(|from| view.line(from, *dir).any(|cell| cell == mv.to))
            };
            dirs.of(mv.side).iter().any(leads)
        }
    }
}

/// Whether the piece of a move attacks a royal piece from its new cell.
fn gives_check(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    Arrived {
        kind,
        side,
        cell,
        effects,
    }: Arrived<'_>,
) -> bool {
    let may = |king: &Cell| may_threaten(game, state, (cell, side, kind), *king);
    let kings: Vec<Cell> = royals(game, state, side.other()).filter(may).collect();
    let piece = Piece {
        side,
        kind: Some(kind),
    };
    !kings.is_empty()
        && state.after(game, effects, &[], |state| {
            kings
                .iter()
                .any(|king| takes(game, state, scratch, (cell, piece), *king))
        })
}

/// Lists the moves from index `start` on anew, once for each of their choices.
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
            // From here on every move is listed anew at the end, so that the order is kept.
            (start..place).for_each(|place| out.push_copy(place));
            replaced = true;
        }
        if choices.stays {
            out.push_copy(place);
        }
        for effect in choices.into {
            out.push_copy(place);
            out.add_effect(effect);
        }
    }
    if replaced {
        out.remove(start..end);
    }
}

/// Returns what the piece may become that changed places with the moving piece.
fn swapped_choices(game: &Game<'_>, state: &mut State, effects: &[Effect]) -> Choices {
    let other = effects.iter().find_map(|effect| match effect {
        Effect::Swap { other, from, .. } => Some(Arrived {
            kind: other.kind?,
            side: other.side,
            cell: *from,
            effects,
        }),
        _ => None,
    });
    other.map_or_else(Choices::none, |other| {
        promotion_choices(game, state, other, ArrivalWay::Swap)
    })
}

/// Returns what one of the pieces may become that a move puts elsewhere, given the index of its
/// effect.
fn displaced_choices(
    game: &Game<'_>,
    state: &mut State,
    manner: MoveManner,
    effects: &[Effect],
    place: usize,
) -> Choices {
    let effect = effects.get(place);
    let Some((piece, _, cell)) = effect.and_then(Effect::at_once) else {
        return Choices::none();
    };
    let Some(kind) = piece.kind else {
        return Choices::none();
    };
    let way = match manner {
        MoveManner::Plain => return Choices::none(),
        MoveManner::Teleported => ArrivalWay::Teleport,
        MoveManner::Rotates { .. } => ArrivalWay::Rotation,
        MoveManner::Travels => ArrivalWay::Travel,
    };
    promotion_choices(
        game,
        state,
        Arrived {
            kind,
            side: piece.side,
            cell,
            effects,
        },
        way,
    )
}

/// Returns the promotions of a piece on the cell to which it has come.
#[inline]
fn promotion_choices(
    game: &Game<'_>,
    state: &mut State,
    piece: Arrived<'_>,
    way: ArrivalWay,
) -> Choices {
    let mut choices = Choices::none();
    let here = |rule: &&&Promotion| {
        rule.kind == piece.kind
            && rule.cells.of(piece.side).contains(piece.cell)
            && rule.by.contains(&way)
    };
    for rule in game.promotions.iter().filter(here) {
        let before = choices.into.len();
        for kind in &rule.to {
            let choice = piece.becomes(*kind, rule.from_reserve);
            if !choices.into.contains(&choice)
                && has_room(game, state, piece, *kind, rule.from_reserve, rule.limit)
            {
                choices.into.push(choice);
            }
        }
        choices.stays &= rule.may_wait || !rule.must && choices.into.len() == before;
    }
    choices
}

/// Whether a piece may become one of this kind: such a piece may stand there, the reserve has one,
/// and the limit allows one more. Reserve and limit are tested after the move, which may have
/// captured, joined or split pieces.
fn has_room(
    game: &Game<'_>,
    state: &mut State,
    Arrived {
        side,
        cell,
        effects,
        ..
    }: Arrived<'_>,
    kind: KindId,
    from_reserve: bool,
    limit: Option<u16>,
) -> bool {
    if !game.stands(kind, side, cell) {
        return false;
    }
    if limit.is_none() && !from_reserve {
        return true;
    }
    state.after(game, effects, &[], |state| {
        let is_own = |piece: &Piece| piece.side == side && piece.kind == Some(kind);
        let own = || {
            state
                .position
                .pieces()
                .filter(|(_, piece)| is_own(piece))
                .count()
        };
        (!from_reserve || state.reserve(side, kind) > 0)
            && limit.is_none_or(|limit| own() < usize::from(limit))
    })
}
