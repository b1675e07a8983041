//! Men who become others: promotion where a move ends, transformation by what a move does.

use super::arbiter::Arbiter;
use super::effect::{Effect, Manner, Move, Moves};
use super::game::Game;
use super::powers::View;
use super::state::State;
use crate::model::{Arrivals, Cell, Dir, Man, Occasion, PieceId, Promotion, Side, Transformation};

/// What a move may make of a man.
struct Choices {
    /// What he may become.
    into: Vec<Effect>,
    /// Whether he may stay what he is.
    stays: bool,
}

impl Choices {
    fn none() -> Choices {
        Choices { into: Vec::new(), stays: true }
    }
}

/// A man on the cell to which a move has brought him.
#[derive(Clone, Copy)]
struct Arrived {
    piece: PieceId,
    side: Side,
    cell: Cell,
}

impl Arrived {
    fn becomes(self, to: PieceId, from_reserve: bool) -> Effect {
        Effect::Promote { side: self.side, cell: self.cell, from: self.piece, to, from_reserve }
    }
}

impl Arbiter<'_, '_> {
    /// Replaces the moves from place `start` on, all of one man, by what they become, and by what becomes of those
    /// who have changed places with him.
    pub(super) fn change(&mut self, state: &mut State, start: usize, out: &mut Moves) {
        let game = self.game;
        relist(start, out, |found, out| match found.piece {
            Some(piece) if game.changes[piece.index()] => self.choices(state, piece, found, out),
            _ => Choices::none(),
        });
        if game.swaps_promote {
            relist(start, out, |found, out| swapped(game, state, out.effects(found)));
        }
    }

    /// Replaces the moves from place `start` on by what becomes of those whom they put elsewhere.
    pub(super) fn change_moved(&mut self, state: &State, start: usize, out: &mut Moves) {
        let game = self.game;
        if !game.moved_promote {
            return;
        }
        let all = (start..out.len()).map(|place| out.effects(out.get(place)).len());
        // What a man becomes is told behind all else.
        for place in 0..all.max().unwrap_or(0) {
            relist(start, out, |found, out| moved(game, state, found.manner, out.effects(found).get(place)));
        }
    }

    /// What becomes of the man of a move.
    fn choices(&mut self, state: &mut State, piece: PieceId, found: &Move, moves: &Moves) -> Choices {
        let game = self.game;
        let man = Arrived { piece, side: found.side, cell: found.to };
        let mut choices = exchanges(game, state, man, |by| by.moves);
        // A man who must become another has become it before anything else is asked of him.
        if choices.stays {
            for rule in game.transformations.iter().filter(|rule| rule.piece == piece) {
                let open = (!rule.from_reserve || state.reserve(found.side, rule.to) > 0)
                    && game.stands(rule.to, found.side, found.to);
                if open && self.occurs(state, rule, man, found, moves) {
                    choices.into.push(man.becomes(rule.to, rule.from_reserve));
                    choices.stays &= rule.optional;
                }
            }
        }
        choices.stays &= game.stands(piece, found.side, found.to);
        choices
    }

    fn occurs(
        &mut self,
        state: &mut State,
        rule: &Transformation,
        man: Arrived,
        found: &Move,
        moves: &Moves,
    ) -> bool {
        match &rule.when {
            Occasion::Captures => moves.taken(found).next().is_some(),
            Occasion::CapturesPiece(piece) => moves.taken(found).any(|(man, _)| man.piece == Some(*piece)),
            Occasion::GivesCheck => self.gives_check(state, man, found, moves),
            Occasion::MovesAlong(dirs) => {
                let board = &self.game.variant().board;
                let view = View::new(board, &state.position);
                let leads = |dir: &Dir| {
                    found.from.is_some_and(|from| view.line(from, *dir).any(|cell| cell == found.to))
                };
                dirs.of(found.side).iter().any(leads)
            }
        }
    }

    /// Whether the man of a move attacks a royal man from where he has come to.
    fn gives_check(&mut self, state: &mut State, man: Arrived, found: &Move, moves: &Moves) -> bool {
        let mut kings = std::mem::take(&mut self.kings);
        kings.clear();
        kings.extend(
            self.royals(state, found.side.other())
                .filter(|king| self.may_threaten(man.piece, found.side, found.to, *king, state)),
        );
        let mut gives = false;
        if !kings.is_empty() {
            let effects = moves.effects(found);
            let undo = state.make(self.game, effects, &[]);
            let man = Man { side: found.side, piece: Some(man.piece) };
            gives = kings.iter().any(|king| self.man_takes(state, found.to, man, *king));
            state.unmake(self.game, effects, undo);
        }
        self.kings = kings;
        gives
    }
}

/// Lists the moves from place `start` on anew, once for each thing they may become.
#[inline]
fn relist(start: usize, out: &mut Moves, mut choices: impl FnMut(&Move, &Moves) -> Choices) {
    let end = out.len();
    let mut replaced = false;
    for place in start..end {
        let choices = choices(&out.get(place).clone(), out);
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

/// What becomes of the man with whom the man of a move has changed places.
fn swapped(game: &Game<'_>, state: &State, effects: &[Effect]) -> Choices {
    let other = effects.iter().find_map(|effect| match effect {
        Effect::Swap { other, from, .. } => {
            Some(Arrived { piece: other.piece?, side: other.side, cell: *from })
        }
        _ => None,
    });
    match other {
        Some(other) => exchanges(game, state, other, |by| by.swaps),
        None => Choices::none(),
    }
}

/// What becomes of one of those whom a move puts elsewhere, by his place among its effects.
fn moved(game: &Game<'_>, state: &State, manner: Manner, effect: Option<&Effect>) -> Choices {
    let Some((man, _, cell)) = effect.and_then(Effect::at_once) else { return Choices::none() };
    let Some(piece) = man.piece else { return Choices::none() };
    exchanges(game, state, Arrived { piece, side: man.side, cell }, |by| match manner {
        Manner::Plain => false,
        Manner::Teleported => by.teleports,
        Manner::Rotates { .. } => by.rotations,
        Manner::Travels => by.travels,
    })
}

/// What a man may be exchanged for where he has come to.
#[inline]
fn exchanges(game: &Game<'_>, state: &State, man: Arrived, comes: impl Fn(Arrivals) -> bool) -> Choices {
    let mut choices = Choices { into: Vec::new(), stays: true };
    let here = |rule: &&&Promotion| {
        rule.piece == man.piece && rule.cells.of(man.side).contains(man.cell) && comes(rule.by)
    };
    for rule in game.promotions.iter().filter(here) {
        let before = choices.into.len();
        for piece in &rule.to {
            let choice = man.becomes(*piece, rule.from_reserve);
            if has_room(game, state, rule, *piece, man) && !choices.into.contains(&choice) {
                choices.into.push(choice);
            }
        }
        choices.stays &= rule.may_wait || !rule.must && choices.into.len() == before;
    }
    choices
}

/// Whether a side may have one more man of a piece by a promotion.
fn has_room(game: &Game<'_>, state: &State, rule: &Promotion, piece: PieceId, man: Arrived) -> bool {
    let Arrived { side, cell, .. } = man;
    let in_reserve = !rule.from_reserve || state.reserve(side, piece) > 0;
    let fits = rule.limit.is_none_or(|limit| {
        let own = state.position.men().filter(|(_, man)| man.side == side && man.piece == Some(piece));
        own.count() < usize::from(limit)
    });
    in_reserve && fits && game.stands(piece, side, cell)
}
