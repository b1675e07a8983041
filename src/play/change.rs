//! Men who become others: promotion where a move ends, transformation by what a move does.

use super::arbiter::Arbiter;
use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::state::State;
use crate::model::{Man, Occasion, PieceId, Promotion, Transformation};

/// What a move may make of the man who moves.
struct Choices {
    /// What he may become, and whether the new man comes out of the reserve.
    into: Vec<(PieceId, bool)>,
    /// Whether he may stay what he is.
    stays: bool,
}

impl Arbiter<'_, '_> {
    /// Replaces the moves from place `start` on, all of one man, by what they become.
    pub(super) fn change(&mut self, state: &mut State, start: usize, out: &mut Moves) {
        let end = out.len();
        let mut replaced = false;
        for place in start..end {
            let found = out.get(place).clone();
            let choices = self.choices(state, &found, out);
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
            for (into, from_reserve) in choices.into {
                let Move { piece: from, side, to: cell, .. } = found;
                out.push_again(place);
                out.add_effect(Effect::Promote { side, cell, from, to: into, from_reserve });
            }
        }
        if replaced {
            out.remove(start..end);
        }
    }

    /// What becomes of the man of a move.
    fn choices(&mut self, state: &mut State, found: &Move, moves: &Moves) -> Choices {
        let game = self.game;
        let mut choices = Choices { into: Vec::new(), stays: true };
        let here =
            |rule: &&&Promotion| rule.piece == found.piece && rule.cells.of(found.side).contains(found.to);
        for rule in game.promotions.iter().filter(here) {
            let before = choices.into.len();
            for piece in &rule.to {
                let choice = (*piece, rule.from_reserve);
                if has_room(game, state, rule, *piece, found) && !choices.into.contains(&choice) {
                    choices.into.push(choice);
                }
            }
            choices.stays &= rule.may_wait || choices.into.len() == before;
        }
        // A man who must become another has become it before anything else is asked of him.
        if choices.stays {
            for rule in game.transformations.iter().filter(|rule| rule.piece == found.piece) {
                let open = (!rule.from_reserve || state.reserve(found.side, rule.to) > 0)
                    && game.stands(rule.to, found.side, found.to);
                if open && self.occurs(state, rule, found, moves) {
                    choices.into.push((rule.to, rule.from_reserve));
                    choices.stays &= rule.optional;
                }
            }
        }
        choices.stays &= game.stands(found.piece, found.side, found.to);
        choices
    }

    fn occurs(&mut self, state: &mut State, rule: &Transformation, found: &Move, moves: &Moves) -> bool {
        match rule.when {
            Occasion::Captures => moves.taken(found).next().is_some(),
            Occasion::CapturesPiece(piece) => moves.taken(found).any(|(man, _)| man.piece == Some(piece)),
            Occasion::GivesCheck => self.gives_check(state, found, moves),
        }
    }

    /// Whether the man of a move attacks a royal man from where he has come to.
    fn gives_check(&mut self, state: &mut State, found: &Move, moves: &Moves) -> bool {
        let mut kings = std::mem::take(&mut self.kings);
        kings.clear();
        kings.extend(
            self.royals(state, found.side.other())
                .filter(|king| self.may_threaten(found.piece, found.side, found.to, *king, state)),
        );
        let mut gives = false;
        if !kings.is_empty() {
            let effects = moves.effects(found);
            let undo = state.make(self.game, effects, &[]);
            let man = Man { side: found.side, piece: Some(found.piece) };
            gives = kings.iter().any(|king| self.man_takes(state, found.to, man, *king));
            state.unmake(self.game, effects, undo);
        }
        self.kings = kings;
        gives
    }
}

/// Whether a side may have one more man of a piece by a promotion.
fn has_room(game: &Game<'_>, state: &State, rule: &Promotion, piece: PieceId, found: &Move) -> bool {
    let side = found.side;
    let in_reserve = !rule.from_reserve || state.reserve(side, piece) > 0;
    let fits = rule.limit.is_none_or(|limit| {
        let own = state.position.men().filter(|(_, man)| man.side == side && man.piece == Some(piece));
        own.count() < usize::from(limit)
    });
    in_reserve && fits && game.stands(piece, side, found.to)
}
