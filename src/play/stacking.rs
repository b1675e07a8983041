//! Men made of checkers who join and part.
//!
//! A man who goes to an own man's cell joins him, where both together are a piece; he goes there as he would if
//! the cell were empty. A part of a man leaves him by the part's own movement, where both it and what is left
//! are pieces; it goes to an empty cell, takes an enemy or joins another man, as the rule allows.

use std::ops::Range;

use super::arbiter::Arbiter;
use super::effect::{Draft, Effect, Moves};
use super::state::State;
use crate::model::{Cell, CellSet, Man, PieceId, Stack, Stacking, Variant, Way};

/// A part that may leave a piece, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub part: PieceId,
    pub rest: PieceId,
}

/// Which pieces join to which, and into what they part.
#[derive(Debug)]
pub(super) struct Stacks {
    rule: Stacking,
    /// By what they are made of.
    pieces: Vec<(Stack, PieceId)>,
    /// For each piece, where its divisions stand in the list.
    divided: Vec<Range<usize>>,
    divisions: Vec<Division>,
}

impl Stacks {
    pub fn new(variant: &Variant, rule: Stacking) -> Stacks {
        let made = |id: &PieceId| !variant.piece(*id).checkers.is_empty();
        let mut pieces: Vec<(Stack, PieceId)> =
            variant.piece_ids().filter(made).map(|id| (variant.piece(id).checkers, id)).collect();
        pieces.sort_unstable();
        let mut stacks = Stacks { rule, pieces, divided: Vec::new(), divisions: Vec::new() };
        for id in variant.piece_ids() {
            let whole = variant.piece(id).checkers;
            let start = stacks.divisions.len();
            let division = |part: PieceId| {
                let rest = whole.without(variant.piece(part).checkers).filter(|rest| !rest.is_empty())?;
                Some(Division { part, rest: stacks.piece(rest)? })
            };
            let parts = variant.piece_ids().filter(made).filter_map(division);
            let parts: Vec<Division> = if rule.split { parts.collect() } else { Vec::new() };
            stacks.divisions.extend(parts);
            stacks.divided.push(start..stacks.divisions.len());
        }
        stacks
    }

    /// The piece that is made of these checkers.
    fn piece(&self, stack: Stack) -> Option<PieceId> {
        let place = self.pieces.binary_search_by_key(&stack, |(stack, _)| *stack).ok()?;
        Some(self.pieces[place].1)
    }

    /// Whether a part of a piece may take somebody.
    pub fn parts_take(&self, piece: PieceId) -> bool {
        self.rule.parts_take && !self.divided[piece.index()].is_empty()
    }

    pub fn divisions(&self, piece: PieceId) -> &[Division] {
        &self.divisions[self.divided[piece.index()].clone()]
    }
}

impl Arbiter<'_, '_> {
    /// The moves by which a man joins others, or parts of him leave him.
    pub(super) fn stacking(&mut self, state: &mut State, from: Cell, out: &mut Moves) {
        let game = self.game;
        let (Some(stacks), Some(man)) = (&game.stacks, state.position.man(from)) else { return };
        let Some(whole) = man.piece else { return };
        if stacks.rule.merge {
            self.joins(state, stacks, (from, man), whole, None, out);
        }
        for division in stacks.divisions(whole) {
            let part = Man { piece: Some(division.part), ..man };
            // Who is left must be able to stay.
            if !game.stands(division.rest, man.side, from) {
                continue;
            }
            self.leaves(state, stacks, (from, part), (whole, *division), out);
            if stacks.rule.parts_merge {
                self.joins(state, stacks, (from, part), whole, Some(division.rest), out);
            }
        }
    }

    /// The moves by which a man, or a part of one, goes to an own man's cell and joins him.
    fn joins(
        &mut self,
        state: &mut State,
        stacks: &Stacks,
        (from, man): (Cell, Man),
        whole: PieceId,
        rest: Option<PieceId>,
        out: &mut Moves,
    ) {
        let Some(piece) = man.piece else { return };
        let game = self.game;
        let made = |piece: PieceId| game.variant().piece(piece).checkers;
        let others: CellSet = state.standing[man.side as usize];
        for to in others.iter().filter(|to| *to != from) {
            let standing = state.position.man(to);
            let Some(other) = standing.and_then(|other| other.piece) else { continue };
            let Some(into) = stacks.piece(made(piece).and(made(other))) else { continue };
            // Who is made of nothing joins nobody.
            if made(piece).is_empty() || made(other).is_empty() || !game.stands(into, man.side, to) {
                continue;
            }
            state.stand(to, None);
            let goes = self.goes(state, from, man, to);
            state.stand(to, standing);
            if goes {
                let draft = Draft::plain(piece, man.side, Some(from), to);
                let left = rest.map(|rest| (whole, rest));
                out.push(draft, &[Effect::Stack { side: man.side, piece, from, to, other, into, left }], &[]);
            }
        }
    }

    /// Whether a man goes to an empty cell by his movement, taking and carrying nobody.
    fn goes(&mut self, state: &State, from: Cell, man: Man, to: Cell) -> bool {
        let Some(piece) = man.piece else { return false };
        let moved = !state.unmoved.contains(from);
        let mut goes = false;
        self.walker.landings(
            self.game.free_table(piece, man.side),
            &state.position,
            from,
            moved,
            &mut |landing| {
                goes |= landing.to == to && landing.taken.is_empty() && landing.carried.is_empty();
            },
        );
        goes
    }

    /// The moves by which a part leaves a man, to an empty cell or taking enemies.
    fn leaves(
        &mut self,
        state: &mut State,
        stacks: &Stacks,
        (from, part): (Cell, Man),
        (whole, division): (PieceId, Division),
        out: &mut Moves,
    ) {
        let (game, side, start) = (self.game, part.side, out.len());
        let moved = !state.unmoved.contains(from);
        let table = game.table(division.part, side);
        let mut walker = std::mem::take(&mut self.walker);
        let mut effects: Vec<Effect> = Vec::new();
        walker.landings(table, &state.position, from, moved, &mut |landing| {
            let to = landing.to;
            if to == from || !landing.carried.is_empty() {
                return;
            }
            if !landing.taken.is_empty() && !stacks.rule.parts_take {
                return;
            }
            effects.clear();
            for cell in landing.taken {
                let Some(taken) = state.position.man(*cell) else { continue };
                effects.push(Effect::Capture { man: taken, cell: *cell });
                effects.extend(game.goes_into_hand(taken, side, &mut [Way::Movement].into_iter()));
            }
            let Division { part: piece, rest } = division;
            effects.push(Effect::Split { side, piece, from, to, whole, rest });
            let draft = Draft::plain(piece, side, Some(from), to);
            out.push(draft, &effects, landing.passed);
        });
        self.walker = walker;
        if game.changes[division.part.index()] {
            self.change(state, start, out);
        }
    }
}
