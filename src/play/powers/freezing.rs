//! Freezing: enemies one step away cannot move. Who is frozen freezes all the same.

use crate::model::{Board, Cell, CellSet, Deed, Dir, Man, PerCell, Side, Variant};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Effect, Move, Moves};
use crate::play::state::State;

use super::{Powers, Prey, View};

/// One piece's freezing, and who has it besides by mimicry.
#[derive(Debug)]
pub(super) struct Freezing {
    /// By the side of him who freezes: the cells from which a cell is frozen.
    around: [PerCell<Vec<Cell>>; 2],
    /// By pieces: whom they freeze.
    holders: Vec<Option<Prey>>,
}

/// All freezing there is in a variant.
pub(super) fn laws(variant: &Variant, deeds: &[Vec<&Deed>]) -> Vec<Freezing> {
    let mimics = |index: usize| deeds[index].iter().any(|deed| matches!(deed, Deed::Mimicry));
    let mut laws = Vec::new();
    for piece in variant.piece_ids() {
        for deed in &deeds[piece.index()] {
            let Deed::Freezing { near } = deed else { continue };
            let holder = |index: usize| {
                if index == piece.index() {
                    Some(Prey::Anyone)
                } else {
                    mimics(index).then(|| Prey::only(piece, deeds.len()))
                }
            };
            laws.push(Freezing {
                around: Side::BOTH.map(|side| around(&variant.board, near.of(side))),
                holders: (0..deeds.len()).map(holder).collect(),
            });
        }
    }
    laws
}

/// The cells from which each cell is one step away.
fn around(board: &Board, near: &[Dir]) -> PerCell<Vec<Cell>> {
    let mut around: PerCell<Vec<Cell>> = PerCell::from_fn(board.len(), |_| Vec::new());
    for (from, dir) in board.cells().flat_map(|from| near.iter().map(move |dir| (from, *dir))) {
        if let Some(cell) = board.next(from, dir).filter(|cell| !around[*cell].contains(&from)) {
            around[cell].push(from);
        }
    }
    around
}

impl Freezing {
    /// Whether a man on one cell freezes one on another.
    fn freezes(&self, from: Cell, by: Man, cell: Cell, man: Man) -> bool {
        let holder = by.piece.and_then(|piece| self.holders[piece.index()].as_ref());
        by.side != man.side
            && holder.is_some_and(|prey| prey.fits(man))
            && self.around[by.side as usize][cell].contains(&from)
    }
}

impl Powers {
    /// From where the man on a cell is frozen, if he is.
    #[inline]
    pub fn frozen_by(&self, view: View<'_>, cell: Cell) -> Option<Cell> {
        let man = view.man(cell)?;
        self.freezing.iter().find_map(|law| {
            law.around[man.side.other() as usize][cell].iter().copied().find(|from| {
                let by = view.man(*from).filter(|by| by.side != man.side);
                let holder = by.and_then(|by| by.piece).and_then(|piece| law.holders[piece.index()].as_ref());
                holder.is_some_and(|prey| prey.fits(man))
            })
        })
    }

    #[inline]
    pub fn is_frozen(&self, view: View<'_>, cell: Cell) -> bool {
        !self.freezing.is_empty() && self.frozen_by(view, cell).is_some()
    }

    /// Whether any man of a piece can freeze somebody.
    pub fn can_freeze(&self, man: Man) -> bool {
        man.piece.is_some_and(|piece| self.freezing.iter().any(|law| law.holders[piece.index()].is_some()))
    }
}

impl Arbiter<'_, '_> {
    /// Adds to the moves of a man from place `start` on whom they freeze who was not frozen before.
    pub(in crate::play) fn add_freezing(
        &mut self,
        state: &mut State,
        man: Man,
        start: usize,
        out: &mut Moves,
    ) {
        if !self.game.powers.can_freeze(man) {
            return;
        }
        let before = self.frozen(state, man.side.other());
        let before: Vec<(Cell, Man)> =
            before.iter().filter_map(|cell| Some((cell, state.position.man(cell)?))).collect();
        let end = out.len();
        for place in start..end {
            let found = out.get(place).clone();
            let frozen = self.newly_frozen(state, &found, out.effects(&found), &before);
            out.push_again(place);
            frozen.into_iter().for_each(|effect| out.add_effect(effect));
        }
        out.remove(start..end);
    }

    /// A side's men who cannot move now.
    pub fn frozen(&self, state: &State, side: Side) -> CellSet {
        state.standing[side as usize].iter().filter(|cell| self.is_frozen(state, *cell)).collect()
    }

    fn newly_frozen(
        &mut self,
        state: &mut State,
        found: &Move,
        effects: &[Effect],
        before: &[(Cell, Man)],
    ) -> Vec<Effect> {
        let (game, enemy) = (self.game, found.side.other());
        let undo = state.make(game, effects, &[]);
        let mover = state.position.man(found.to);
        let frozen = state.standing[enemy as usize].iter().filter_map(|cell| {
            let (man, by) = (state.position.man(cell)?, mover?);
            let freezes = game.powers.freezing.iter().any(|law| law.freezes(found.to, by, cell, man));
            (freezes && !before.contains(&(cell, man))).then_some(Effect::Freeze { man, cell })
        });
        let frozen = frozen.collect();
        state.unmake(game, effects, undo);
        frozen
    }
}
