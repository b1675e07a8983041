//! Men in hand: who goes there when he is taken, and who comes out.

use super::View;
use super::arrive::{at_place, capture, partners};
use crate::model::{Cell, DropRule, Man, PieceId, Side, Way};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Draft, Effect, Moves};
use crate::play::game::Game;
use crate::play::state::State;

impl Game<'_> {
    /// What becomes of a man who is taken, if he goes into hand. The last rule that speaks of him counts.
    pub(in crate::play) fn goes_into_hand(
        &self,
        man: Man,
        by: Side,
        ways: &mut dyn Iterator<Item = Way>,
    ) -> Option<Effect> {
        let piece = man.piece?;
        let ways: Vec<Way> = ways.collect();
        let rule = self.into_hand.iter().rev().find(|rule| {
            rule.pieces.as_ref().is_none_or(|pieces| pieces.contains(&piece))
                && rule.by.is_none_or(|by| ways.contains(&by))
        });
        rule.map(|rule| Effect::Hand { side: by, piece: rule.becomes.unwrap_or(piece) })
    }
}

impl Arbiter<'_, '_> {
    /// Adds the moves of the men of the side to move who are in hand.
    pub(in crate::play) fn drops(&mut self, state: &mut State, out: &mut Moves) {
        let (game, side) = (self.game, state.to_move);
        if game.drops.is_empty() {
            return;
        }
        for piece in game.variant().piece_ids() {
            if state.reserve(side, piece) == 0 {
                continue;
            }
            let speaks =
                |rule: &&&DropRule| rule.pieces.as_ref().is_none_or(|pieces| pieces.contains(&piece));
            // Where a rule is told twice, the later telling counts.
            let Some(rule) = game.drops.iter().rev().find(speaks) else { continue };
            for cell in rule.cells.of(side).iter() {
                if state.position.man(cell).is_none() && game.stands(piece, side, cell) {
                    self.drop_on(state, rule, piece, cell, out);
                }
            }
        }
    }

    fn drop_on(&mut self, state: &mut State, rule: &DropRule, piece: PieceId, to: Cell, out: &mut Moves) {
        let (game, side) = (self.game, state.to_move);
        let man = Man { side, piece: Some(piece) };
        let mut taken: Vec<(Cell, Way)> = Vec::new();
        if let Some(kit) = game.powers.kit(piece, side) {
            let changes = [(to, Some(man))];
            let after = View::new(&game.variant().board, &state.position).with(&changes);
            let partners = partners(kit, state, to, side);
            at_place(game, kit, after, (to, side), &partners, &mut |cell, way| taken.push((cell, way)));
        }
        if rule.takes_nobody && !taken.is_empty() || rule.must_move && !self.could_move(piece, side, to) {
            return;
        }
        taken.sort_unstable();
        let mut effects = Vec::new();
        capture(game, &taken, side, &mut effects, &|cell| state.position.man(cell));
        effects.push(Effect::Drop { side, piece, cell: to });
        let start = out.len();
        out.push(Draft { piece, side, from: None, to, castling: None }, &effects, &[]);
        self.add_freezing(state, man, start, out);
        let effects = out.effects(out.get(start));
        let freezes = effects.iter().any(|effect| matches!(effect, Effect::Freeze { .. }));
        if rule.freezes_nobody && freezes || rule.gives_no_check && self.checks(state, effects) {
            out.remove(start..start + 1);
        }
    }

    /// Whether the other side is in check after a move.
    fn checks(&mut self, state: &mut State, effects: &[Effect]) -> bool {
        let undo = state.make(self.game, effects, &[]);
        let check = self.in_check(state, state.to_move);
        state.unmake(self.game, effects, undo);
        check
    }

    /// Whether a piece could move from a cell on the empty board.
    fn could_move(&mut self, piece: PieceId, side: Side, from: Cell) -> bool {
        let empty = self.game.variant().empty_position();
        !self.walker.reach(self.game.table(piece, side), &empty, from).cells().is_empty()
    }
}
