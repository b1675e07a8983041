//! Men in hand: who goes there when he is taken, and who comes out.

use super::View;
use super::arrive::{at_place, capture, partners};
use crate::model::{Cell, DropRule, Man, Occupant, PieceId, Side, Way};
use crate::movement::betza::Drop as DropLimit;
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

/// Lists a drop once for each piece that the man may be on the board.
fn choose(piece: PieceId, pieces: &[PieceId], (side, cell): (Side, Cell), place: usize, out: &mut Moves) {
    for to in pieces {
        out.push_again(place);
        if *to != piece {
            out.add_effect(Effect::Promote { side, cell, from: piece, to: *to, from_reserve: false });
        }
    }
    out.remove(place..place + 1);
}

/// Whether a piece's string of Betza's notation lets its side drop it on a cell, if it says anything of that.
fn string_lets(game: &Game<'_>, state: &State, piece: PieceId, cell: Cell) -> bool {
    let limits = &game.drop_limits[piece.index()];
    limits.is_empty() || limits.iter().any(|limit| fits(game, state, piece, cell, limit))
}

fn fits(game: &Game<'_>, state: &State, piece: PieceId, cell: Cell, limit: &DropLimit) -> bool {
    let (board, side) = (&game.variant().board, state.to_move);
    let lets_rank = board.sheets().any(|sheet| {
        board.lattice(sheet).depth(cell).is_some_and(|(from_white, from_black)| {
            let depth = if side == Side::White { from_white } else { from_black };
            depth < limit.ranks && !(limit.not_back_rank && depth == 0)
        })
    });
    let on_file = |other: Cell| {
        board.sheets().any(|sheet| {
            let file = |cell| board.lattice(sheet).place(cell).map(|(column, _)| column);
            file(cell).is_some() && file(cell) == file(other)
        })
    };
    let own = Man { side, piece: Some(piece) };
    let room = |most: Option<u8>, counts: &dyn Fn(Cell) -> bool| {
        let alike =
            state.standing[side as usize].iter().filter(|other| state.position.man(*other) == Some(own));
        most.is_none_or(|most| alike.filter(|other| counts(*other)).count() < usize::from(most))
    };
    lets_rank
        && room(limit.on_file, &on_file)
        && room(limit.on_shade, &|other| board.info(other).shade == board.info(cell).shade)
        && room(limit.on_board, &|_| true)
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
                let is_free = state.position.occupant(cell) == Occupant::Nobody;
                if is_free && game.stands(piece, side, cell) && string_lets(game, state, piece, cell) {
                    self.drop_on(state, rule, piece, cell, out);
                }
            }
        }
    }

    fn drop_on(&mut self, state: &mut State, rule: &DropRule, piece: PieceId, to: Cell, out: &mut Moves) {
        let (game, side) = (self.game, state.to_move);
        let man = Man { side, piece: Some(piece) };
        let could_be = rule.becomes.clone().unwrap_or_else(|| vec![piece]);
        let mut taken: Vec<(Cell, Way)> = Vec::new();
        if let Some(kit) = game.powers.kit(piece, side) {
            let changes = [(to, Some(man))];
            let after = View::new(&game.variant().board, &state.position).with(&changes);
            let partners = partners(kit, state, to, side);
            at_place(game, kit, after, (to, side), &partners, &mut |cell, way| taken.push((cell, way)));
        }
        if rule.takes_nobody && !taken.is_empty()
            || rule.must_move && !could_be.iter().any(|piece| self.could_move(state, *piece, side, to))
        {
            return;
        }
        taken.sort_unstable();
        let mut effects = Vec::new();
        capture(game, &taken, side, &mut effects, &|cell| state.position.man(cell));
        effects.push(Effect::Drop { side, piece, cell: to });
        let start = out.len();
        out.push(Draft::plain(piece, side, None, to), &effects, &[]);
        self.add_freezing(state, man, start, out);
        let effects = out.effects(out.get(start));
        let freezes = effects.iter().any(|effect| matches!(effect, Effect::Freeze { .. }));
        if rule.freezes_nobody && freezes || rule.gives_no_check && self.checks(state, effects) {
            out.remove(start..start + 1);
        } else if let Some(pieces) = &rule.becomes {
            choose(piece, pieces, (side, to), start, out);
        }
    }

    /// Whether the other side is in check after a move.
    fn checks(&mut self, state: &mut State, effects: &[Effect]) -> bool {
        let undo = state.make(self.game, effects, &[]);
        let check = self.in_check(state, state.to_move);
        state.unmake(self.game, effects, undo);
        check
    }

    /// Whether a piece could move from a cell on the board as it is, the men left out.
    fn could_move(&mut self, state: &State, piece: PieceId, side: Side, from: Cell) -> bool {
        let mut empty = self.game.variant().empty_position();
        empty.set_absent(*state.position.absent());
        !self.walker.reach(self.game.table(piece, side), &empty, from).cells().is_empty()
    }
}
