//! Bond: a man leaves a cell, or comes to one, only where a friend of some piece is one step away.

use super::View;
use crate::model::{Cell, Deed, Man, PieceId, Side, SidedDirs, Variant};
use crate::play::arbiter::Arbiter;
use crate::play::state::State;

#[derive(Debug)]
pub(super) struct Bond {
    bound: PieceId,
    with: Vec<PieceId>,
    near: SidedDirs,
}

/// All bonds there are in a variant.
pub(super) fn laws(variant: &Variant, deeds: &[Vec<&Deed>]) -> Vec<Bond> {
    let of = |bound: PieceId| {
        deeds[bound.index()].iter().filter_map(move |deed| match deed {
            Deed::Bond { with, near } => Some(Bond { bound, with: with.clone(), near: near.clone() }),
            _ => None,
        })
    };
    variant.piece_ids().flat_map(of).collect()
}

impl Bond {
    /// Whether a friend stands beside a cell, other than the man himself, who leaves this one.
    fn holds(&self, view: View<'_>, cell: Cell, side: Side, left: Option<Cell>) -> bool {
        let is_friend =
            |man: Man| man.side == side && man.piece.is_some_and(|piece| self.with.contains(&piece));
        let mut beside = self
            .near
            .of(side)
            .iter()
            .filter_map(|dir| view.board.next(cell, *dir))
            .filter(|cell| Some(*cell) != left);
        beside.any(|cell| view.man(cell).is_some_and(is_friend))
    }
}

impl Arbiter<'_, '_> {
    /// Whether there is a bond on a piece.
    #[inline]
    pub(in crate::play) fn is_bound(&self, piece: PieceId) -> bool {
        self.game.powers.bonds.iter().any(|bond| bond.bound == piece)
    }

    /// Whether the bonds on a man let him leave a cell.
    #[inline]
    pub(in crate::play) fn bond_holds(&self, state: &State, cell: Cell, man: Man) -> bool {
        self.bond_holds_in(View::new(&self.game.variant().board, &state.position), cell, man)
    }

    /// Whether the bonds on a man let him come from one cell to another.
    #[inline]
    pub(in crate::play) fn bond_lets_come(&self, state: &State, from: Cell, to: Cell, man: Man) -> bool {
        let view = View::new(&self.game.variant().board, &state.position);
        self.bonds_on(man).all(|bond| bond.holds(view, to, man.side, Some(from)))
    }

    fn bonds_on(&self, man: Man) -> impl Iterator<Item = &Bond> {
        self.game.powers.bonds.iter().filter(move |bond| Some(bond.bound) == man.piece)
    }

    /// Whether the bonds on a piece let it take from one cell to another.
    #[inline]
    pub(in crate::play) fn bonds_let(
        &self,
        state: &State,
        piece: PieceId,
        side: Side,
        from: Cell,
        to: Cell,
    ) -> bool {
        let man = Man { side, piece: Some(piece) };
        !self.is_bound(piece)
            || (self.bond_holds(state, from, man) && self.bond_lets_come(state, from, to, man))
    }

    pub(super) fn bond_holds_in(&self, view: View<'_>, cell: Cell, man: Man) -> bool {
        self.bonds_on(man).all(|bond| bond.holds(view, cell, man.side, None))
    }

    /// Whether a man may be taken away from his cell by others: nothing freezes him there, and no bond holds him.
    pub(super) fn may_be_moved(&self, state: &State, cell: Cell, man: Man) -> bool {
        !self.is_frozen(state, cell) && self.bond_holds(state, cell, man)
    }

    /// Whether a man may be put from one cell on another by others.
    pub(super) fn may_be_put(&self, state: &State, from: Cell, to: Cell, man: Man) -> bool {
        let stands = |piece: PieceId| self.game.stands(piece, man.side, to);
        man.piece.is_none_or(stands) && self.bond_lets_come(state, from, to, man)
    }
}
