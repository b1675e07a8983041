//! Bond: a piece may leave a cell, or come to one, only if a friend of certain kinds stands one
//! step from that cell.

use super::view::PositionView;
use crate::model::{Cell, KindId, Piece, Power, Side, SidedDirs};

/// All bonds of a variant.
#[derive(Debug)]
pub(in crate::play) struct Bonds(Vec<Bond>);

#[derive(Debug)]
struct Bond {
    bound: KindId,
    with: Vec<KindId>,
    near: SidedDirs,
}

impl Bond {
    /// Whether a friend stands next to a cell. What stands on `left`, the piece's own cell, does
    /// not count.
    fn holds(&self, view: PositionView<'_>, cell: Cell, side: Side, left: Option<Cell>) -> bool {
        let is_friend = |piece: Piece| {
            piece.side == side && piece.kind.is_some_and(|kind| self.with.contains(&kind))
        };
        let neighbours = self
            .near
            .of(side)
            .iter()
            .filter_map(|dir| view.board.next(cell, *dir));
        neighbours
            .filter(|cell| Some(*cell) != left)
            .any(|cell| view.piece(cell).is_some_and(is_friend))
    }
}

impl Bonds {
    pub(crate) fn new(powers: &[(KindId, &Power)]) -> Bonds {
        let bonds = powers.iter().filter_map(|(bound, power)| match power {
            Power::Bond { with, near } => Some(Bond {
                bound: *bound,
                with: with.clone(),
                near: near.clone(),
            }),
            _ => None,
        });
        Bonds(bonds.collect())
    }

    /// Returns the bonds on a piece.
    #[inline]
    fn bonds_on(&self, piece: Piece) -> impl Iterator<Item = &Bond> {
        self.0
            .iter()
            .filter(move |bond| Some(bond.bound) == piece.kind)
    }

    /// Whether there is a bond on a piece.
    #[inline]
    pub(crate) fn bind(&self, piece: Piece) -> bool {
        self.bonds_on(piece).next().is_some()
    }

    /// Whether the bonds on a piece allow it to leave a cell.
    #[inline]
    pub(crate) fn let_leave(&self, view: PositionView<'_>, cell: Cell, piece: Piece) -> bool {
        self.bonds_on(piece)
            .all(|bond| bond.holds(view, cell, piece.side, None))
    }

    /// Whether the bonds on a piece that leaves `from` allow it to arrive on `to`.
    #[inline]
    pub(crate) fn allow_arrival(
        &self,
        view: PositionView<'_>,
        from: Cell,
        to: Cell,
        piece: Piece,
    ) -> bool {
        self.bonds_on(piece)
            .all(|bond| bond.holds(view, to, piece.side, Some(from)))
    }

    /// Whether the bonds on a piece allow both leaving `from` and arriving on `to`.
    #[inline]
    pub(crate) fn let_go(
        &self,
        view: PositionView<'_>,
        from: Cell,
        to: Cell,
        piece: Piece,
    ) -> bool {
        self.let_leave(view, from, piece) && self.allow_arrival(view, from, to, piece)
    }
}
