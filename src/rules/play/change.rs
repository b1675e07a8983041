//! Pieces that change: promotion by where a move ends, and transformation by what a move does.

use super::attack::{may_threaten, royals, takes};
use super::effect::{Effect, EffectVerb, Move, MoveManner, Moves, of_verb};
use super::game::Game;
use super::game_position::PieceOn;
use super::in_play::Play;
use crate::model::{ArrivalWay, Cell, Dir, KindId, Occasion, Piece, Promotion, Transformation};

/// What a piece may become by a move.
struct Choices {
    /// The promotions to choose from.
    promotions: Vec<Effect>,
    /// Whether the piece may stay what it is.
    stays: bool,
}

impl Choices {
    fn none() -> Choices {
        Choices {
            promotions: Vec::new(),
            stays: true,
        }
    }
}

/// A piece on the cell to which the effects of a move brought it.
#[derive(Clone, Copy)]
struct Arrived<'a> {
    piece: PieceOn,
    effects: &'a [Effect],
}

impl Arrived<'_> {
    /// Returns the cell that the piece has come from.
    fn from(self) -> Option<Cell> {
        let cell = self.piece.cell;
        self.effects.iter().find_map(|effect| {
            let [from, to] = effect.moved()?;
            match effect.verb {
                _ if to == cell => Some(from),
                // The other piece of a swap comes from the first one's destination.
                EffectVerb::Swap if from == cell => Some(to),
                _ => None,
            }
        })
    }

    fn captures(self) -> bool {
        of_verb(self.effects, EffectVerb::Capture).next().is_some()
    }

    fn becomes(self, game: &Game<'_>, to: KindId, from_reserve: bool) -> Effect {
        let (piece, cell) = (self.piece.piece(), self.piece.cell);
        let becomes = game.become_kind(EffectVerb::Promote, piece, cell, to);
        match from_reserve {
            true => becomes.with_hand(to, -1),
            false => becomes,
        }
    }
}

/// Replaces each move from index `start` on, all of one piece, by one move for each choice of what
/// the piece becomes, and of what a piece that swaps with it becomes.
pub(super) fn replace_by_promotions(play: &mut Play<'_>, start: usize, out: &mut Moves) {
    replace_by_choices(start, out, |mv, out| match mv.kind {
        Some(kind) if !play.game.stays_on(kind, mv.side, mv.to) => choices(play, kind, mv, out),
        _ => Choices::none(),
    });
    if play.game.swaps_promote {
        replace_by_choices(start, out, |mv, out| swapped_choices(play, out.effects(mv)));
    }
}

/// Replaces each move from index `start` on by one move for each choice of what the displaced
/// pieces become.
pub(super) fn change_displaced(play: &mut Play<'_>, start: usize, out: &mut Moves) {
    if !play.game.displaced_promote {
        return;
    }
    let all = (start..out.len()).map(|index| out.effects(out.get(index)).len());
    // Promotions come after all other effects.
    for index in 0..all.max().unwrap_or(0) {
        replace_by_choices(start, out, |mv, out| {
            displaced_choices(play, mv.manner, out.effects(mv), index)
        });
    }
}

/// Returns what the piece of a move may become.
fn choices(play: &mut Play<'_>, kind: KindId, mv: &Move, moves: &Moves) -> Choices {
    let piece = PieceOn {
        cell: mv.to,
        side: mv.side,
        kind,
    };
    let arrived = Arrived {
        piece,
        effects: moves.effects(mv),
    };
    let mut choices = promotion_choices(play, arrived, ArrivalWay::Move);
    // A mandatory promotion comes before any transformation.
    if choices.stays {
        for rule in play
            .game
            .transformations
            .iter()
            .filter(|rule| rule.kind == kind)
        {
            if may_become(play, arrived, rule.to, rule.from_reserve, None)
                && occurs(play, rule, arrived, mv, moves)
            {
                let becomes = arrived.becomes(play.game, rule.to, rule.from_reserve);
                choices.promotions.push(becomes);
                choices.stays &= rule.optional;
            }
        }
    }
    choices.stays &= play.game.may_stand(kind, mv.side, mv.to);
    choices
}

fn occurs(
    play: &mut Play<'_>,
    rule: &Transformation,
    arrived: Arrived<'_>,
    mv: &Move,
    moves: &Moves,
) -> bool {
    match &rule.when {
        Occasion::Captures => moves.captures(mv).next().is_some(),
        Occasion::CapturesKind(kind) => moves
            .captures(mv)
            .any(|(piece, _)| piece.kind == Some(*kind)),
        Occasion::GivesCheck => gives_check(play, arrived),
        Occasion::MovesAlong(dirs) => {
            let view = play.position().view();
            let leads = |dir: &Dir| {
                mv.from
                    .is_some_and(|from| view.line(from, *dir).any(|cell| cell == mv.to))
            };
            dirs.of(mv.side).iter().any(leads)
        }
    }
}

/// Whether the piece of a move attacks a royal piece from its new cell.
fn gives_check(play: &mut Play<'_>, arrived: Arrived<'_>) -> bool {
    let piece = arrived.piece;
    play.after(arrived.effects, &[], |play| {
        let (pos, scratch) = play.split();
        let mut kings = royals(pos, piece.side.other());
        kings.any(|king| may_threaten(pos, piece, king) && takes(pos, scratch, piece, king))
    })
}

/// Replaces each move from index `start` on by one copy for each of its choices.
#[inline]
fn replace_by_choices(
    start: usize,
    out: &mut Moves,
    mut choices: impl FnMut(&Move, &Moves) -> Choices,
) {
    let end = out.len();
    let mut replaced = false;
    for index in start..end {
        let choices = choices(out.get(index), out);
        if !replaced && choices.promotions.is_empty() && choices.stays {
            continue;
        }
        if !replaced {
            // From here on every move is copied to the end, which keeps the order.
            (start..index).for_each(|index| out.push_copy(index));
            replaced = true;
        }
        if choices.stays {
            out.push_copy(index);
        }
        for effect in choices.promotions {
            out.push_copy(index);
            out.add_effect(effect);
        }
    }
    if replaced {
        out.remove(start..end);
    }
}

/// Returns what the piece that swapped with the moving piece may become.
fn swapped_choices(play: &mut Play<'_>, effects: &[Effect]) -> Choices {
    let other = of_verb(effects, EffectVerb::Swap).next().and_then(|swap| {
        let Piece { side, kind } = swap.leaves()?;
        let (cell, kind) = (swap.from()?, kind?);
        Some(PieceOn { cell, side, kind })
    });
    other.map_or_else(Choices::none, |piece| {
        let mut choices = promotion_choices(play, Arrived { piece, effects }, ArrivalWay::Swap);
        choices.stays &= play.game.may_stand(piece.kind, piece.side, piece.cell);
        choices
    })
}

/// Returns what a displaced piece may become, given the index of its effect.
fn displaced_choices(
    play: &mut Play<'_>,
    manner: MoveManner,
    effects: &[Effect],
    index: usize,
) -> Choices {
    let effect = effects.get(index).filter(|effect| effect.is_at_once());
    let arrived =
        effect.and_then(|effect| Some((effect.piece.side, effect.piece.kind?, effect.to()?)));
    let Some((side, kind, cell)) = arrived else {
        return Choices::none();
    };
    let way = match manner {
        MoveManner::Plain | MoveManner::Passes => return Choices::none(),
        MoveManner::Teleported => ArrivalWay::Teleport,
        MoveManner::Rotates { .. } => ArrivalWay::Rotation,
        MoveManner::Travels => ArrivalWay::Travel,
    };
    let piece = PieceOn { cell, side, kind };
    promotion_choices(play, Arrived { piece, effects }, way)
}

/// Returns the promotions of a piece that has arrived on a cell in this way.
#[inline]
fn promotion_choices(play: &mut Play<'_>, arrived: Arrived<'_>, way: ArrivalWay) -> Choices {
    let (mut choices, piece) = (Choices::none(), arrived.piece);
    let applies = |rule: &&&Promotion| {
        rule.kind == piece.kind
            && rule.by.contains(&way)
            && rule.covers(piece.side, arrived.from(), piece.cell, arrived.captures())
    };
    for rule in play.game.promotions.iter().filter(applies) {
        let before = choices.promotions.len();
        for kind in &rule.to {
            let choice = arrived.becomes(play.game, *kind, rule.from_reserve);
            if !choices.promotions.contains(&choice)
                && may_become(play, arrived, *kind, rule.from_reserve, rule.limit)
            {
                choices.promotions.push(choice);
            }
        }
        choices.stays &= rule.may_wait || !rule.must && choices.promotions.len() == before;
    }
    choices
}

/// Whether a piece may become one of this kind: such a piece may stand on its cell, the reserve
/// has one if it must, and the limit allows one more. Reserve and limit are tested after the move,
/// which may capture, join or split pieces.
fn may_become(
    play: &mut Play<'_>,
    arrived: Arrived<'_>,
    kind: KindId,
    from_reserve: bool,
    limit: Option<u16>,
) -> bool {
    let PieceOn { cell, side, .. } = arrived.piece;
    if !play.game.may_stand(kind, side, cell) {
        return false;
    }
    if limit.is_none() && !from_reserve {
        return true;
    }
    play.after(arrived.effects, &[], |play| {
        let pos = play.position();
        // No side has a piece of nobody's.
        let own = || {
            let all = pos.standing(side).iter();
            all.filter(|cell| pos.kind(*cell) == Some(kind)).count()
        };
        (!from_reserve || play.state.reserve(side, kind) > 0)
            && limit.is_none_or(|limit| own() < usize::from(limit))
    })
}
