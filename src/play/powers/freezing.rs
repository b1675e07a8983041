//! Freezing: enemies one step away cannot move. A frozen piece freezes all the same.

use super::view::{Prey, View};
use crate::model::{Board, Cell, Deed, Dir, Man, PerCell, Side, Variant};

/// All freezing there is in a variant.
#[derive(Debug)]
pub(in crate::play) struct Freezings(Vec<Freezing>);

/// One piece's freezing, and which others have it by mimicry.
#[derive(Debug)]
struct Freezing {
    /// By the side that freezes: the cells from which a cell is frozen.
    around: [PerCell<Vec<Cell>>; 2],
    /// By pieces: what they freeze.
    holders: Vec<Option<Prey>>,
}

impl Freezing {
    /// Whether a piece on one cell freezes one on another, given that it is near enough.
    fn fits(&self, by: Man, man: Man) -> bool {
        let holder = by.piece.and_then(|piece| self.holders[piece.index()].as_ref());
        by.side != man.side && holder.is_some_and(|prey| prey.fits(man))
    }
}

impl Freezings {
    pub fn new(variant: &Variant, deeds: &[Vec<&Deed>]) -> Freezings {
        let mimics = |index: usize| deeds[index].iter().any(|deed| matches!(deed, Deed::Mimicry));
        let mut all = Vec::new();
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
                all.push(Freezing {
                    around: Side::BOTH.map(|side| around(&variant.board, near.of(side))),
                    holders: (0..deeds.len()).map(holder).collect(),
                });
            }
        }
        Freezings(all)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// From where the piece on a cell is frozen, if it is.
    #[inline]
    pub fn frozen_by(&self, view: View<'_>, cell: Cell) -> Option<Cell> {
        let man = view.man(cell)?;
        self.0.iter().find_map(|law| {
            let around = law.around[man.side.other() as usize][cell].iter().copied();
            around.into_iter().find(|from| view.man(*from).is_some_and(|by| law.fits(by, man)))
        })
    }

    #[inline]
    pub fn is_frozen(&self, view: View<'_>, cell: Cell) -> bool {
        !self.is_empty() && self.frozen_by(view, cell).is_some()
    }

    /// Whether the piece on one cell freezes the one on another.
    pub fn freezes(&self, view: View<'_>, from: Cell, cell: Cell) -> bool {
        let (Some(by), Some(man)) = (view.man(from), view.man(cell)) else { return false };
        self.0.iter().any(|law| law.fits(by, man) && law.around[by.side as usize][cell].contains(&from))
    }

    /// Whether a piece can freeze anything.
    pub fn can_freeze(&self, man: Man) -> bool {
        man.piece.is_some_and(|piece| self.0.iter().any(|law| law.holders[piece.index()].is_some()))
    }
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
