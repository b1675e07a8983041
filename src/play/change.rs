//! Men who become others: promotion where a move ends, transformation by what a move does.

use super::arbiter::Arbiter;
use super::effect::{Draft, Effect, Move, Moves};
use super::game::Game;
use super::state::State;
use crate::model::{Occasion, PieceId, Promotion, Transformation};

/// What a move may make of the man who moves.
#[derive(Default)]
struct Choices {
    /// What he may become, and whether the new man comes out of the reserve.
    into: Vec<(PieceId, bool)>,
    /// Whether he may stay what he is.
    stays: bool,
}

impl Arbiter<'_, '_> {
    /// Replaces the moves from place `start` on, all of one man, by what they become.
    pub(super) fn change(&mut self, state: &mut State, start: usize, out: &mut Moves) {
        let drafts: Vec<Move> = out.iter().skip(start).cloned().collect();
        let choices: Vec<Option<Choices>> =
            drafts.iter().map(|found| self.choices(state, found, out)).collect();
        if choices.iter().all(Option::is_none) && drafts.iter().all(|found| self.may_stay(found)) {
            return;
        }
        out.retain_from(start, |_, _| false);
        for (found, choices) in drafts.iter().zip(&choices) {
            let effects = out.effects(found).to_vec();
            let passed = out.passed(found).to_vec();
            let Move { piece, side, from, to, castling, .. } = *found;
            let draft = Draft { piece, side, from, to, castling };
            let stays = choices.as_ref().is_none_or(|choices| choices.stays);
            if stays && self.may_stay(found) {
                out.push(draft, &effects, &passed);
            }
            for (into, from_reserve) in choices.iter().flat_map(|choices| choices.into.iter().copied()) {
                let promote = Effect::Promote { side, cell: to, from: piece, to: into, from_reserve };
                let effects: Vec<Effect> = effects.iter().copied().chain([promote]).collect();
                out.push(draft, &effects, &passed);
            }
        }
    }

    fn may_stay(&self, found: &Move) -> bool {
        self.game.stands(found.piece, found.side, found.to)
    }

    /// What becomes of the man of a move; `None` if he stays what he is.
    fn choices(&mut self, state: &mut State, found: &Move, moves: &Moves) -> Option<Choices> {
        let game = self.game;
        let mut choices = Choices { into: Vec::new(), stays: true };
        let here =
            |rule: &&&Promotion| rule.piece == found.piece && rule.cells.of(found.side).contains(found.to);
        for rule in game.promotions.iter().filter(here) {
            let before = choices.into.len();
            let open = rule.to.iter().filter(|piece| has_room(game, state, rule, **piece, found));
            let open = open.map(|piece| (*piece, rule.from_reserve)).collect::<Vec<_>>();
            choices
                .into
                .extend(open.into_iter().filter(|choice| !choices.into.contains(choice)).collect::<Vec<_>>());
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
        (!choices.into.is_empty()).then_some(choices)
    }

    fn occurs(&mut self, state: &mut State, rule: &Transformation, found: &Move, moves: &Moves) -> bool {
        match rule.when {
            Occasion::Captures => moves.taken(found).next().is_some(),
            Occasion::CapturesPiece(piece) => moves.taken(found).any(|(man, _)| man.piece == Some(piece)),
            Occasion::GivesCheck => {
                let effects = moves.effects(found);
                let undo = state.make(self.game, effects, &[]);
                let kings: Vec<_> = self.royals(state, found.side.other()).collect();
                let man = state.position.man(found.to);
                let gives = kings
                    .iter()
                    .any(|king| man.is_some_and(|man| self.man_takes(state, found.to, man, *king)));
                state.unmake(self.game, effects, undo);
                gives
            }
        }
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
