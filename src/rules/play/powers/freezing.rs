//! Freezing: enemies one step away cannot move. A frozen piece still freezes others.

use super::view::{PositionView, PowerTargets};
use crate::model::{Board, Cell, Dir, KindId, PerCell, Piece, Power, Side, Variant};

/// All freezing powers of a variant.
#[derive(Debug)]
pub(in crate::play) struct Freezings(Vec<Freezing>);

/// The freezing power of one piece, and the pieces that have it by mimicry.
#[derive(Debug)]
struct Freezing {
    /// For each side that freezes, and each cell, the cells from which it freezes a piece there.
    around: [PerCell<Vec<Cell>>; 2],
    /// For each piece, what it freezes, if anything.
    holders: Vec<Option<PowerTargets>>,
}

impl Freezing {
    /// Whether the piece `by` freezes a piece that is near enough.
    fn can_freeze_piece(&self, by: Piece, piece: Piece) -> bool {
        let holder = by.kind.and_then(|kind| self.holders[kind.index()].as_ref());
        by.side != piece.side && holder.is_some_and(|takes| takes.fits(piece))
    }
}

impl Freezings {
    pub(crate) fn new(variant: &Variant, powers: &[(KindId, &Power)]) -> Freezings {
        let mimics = |kind: KindId| {
            variant
                .powers(kind)
                .any(|power| matches!(power, Power::Mimicry))
        };
        let all = powers.iter().filter_map(|(kind, power)| {
            let Power::Freezing { near } = power else {
                return None;
            };
            let holder = |other: KindId| match other == *kind {
                true => Some(PowerTargets::Any),
                false => mimics(other).then(|| PowerTargets::only(*kind, variant.kinds.len())),
            };
            Some(Freezing {
                around: Side::BOTH.map(|side| cells_near(&variant.board, near.of(side))),
                holders: variant.kind_ids().map(holder).collect(),
            })
        });
        Freezings(all.collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the cell of a piece that freezes the one on a cell, if it is frozen.
    #[inline]
    pub(crate) fn frozen_by(&self, view: PositionView<'_>, cell: Cell) -> Option<Cell> {
        let piece = view.piece(cell)?;
        self.0.iter().find_map(|freezing| {
            let around = freezing.around[piece.side.other() as usize][cell]
                .iter()
                .copied();
            around.into_iter().find(|from| {
                view.piece(*from)
                    .is_some_and(|by| freezing.can_freeze_piece(by, piece))
            })
        })
    }

    #[inline]
    pub(crate) fn is_frozen(&self, view: PositionView<'_>, cell: Cell) -> bool {
        !self.is_empty() && self.frozen_by(view, cell).is_some()
    }

    /// Whether the piece on one cell freezes the piece on another.
    pub(crate) fn freezes(&self, view: PositionView<'_>, from: Cell, cell: Cell) -> bool {
        let (Some(by), Some(piece)) = (view.piece(from), view.piece(cell)) else {
            return false;
        };
        self.0.iter().any(|freezing| {
            freezing.can_freeze_piece(by, piece)
                && freezing.around[by.side as usize][cell].contains(&from)
        })
    }

    /// Whether a piece can freeze anything.
    pub(crate) fn can_freeze(&self, piece: Piece) -> bool {
        piece.kind.is_some_and(|kind| {
            self.0
                .iter()
                .any(|freezing| freezing.holders[kind.index()].is_some())
        })
    }
}

/// Returns for each cell the cells from which one step leads to it.
fn cells_near(board: &Board, near: &[Dir]) -> PerCell<Vec<Cell>> {
    let mut around: PerCell<Vec<Cell>> = PerCell::from_fn(board.len(), |_| Vec::new());
    for (from, dir) in board
        .cells()
        .flat_map(|from| near.iter().map(move |dir| (from, *dir)))
    {
        if let Some(cell) = board
            .next(from, dir)
            .filter(|cell| !around[*cell].contains(&from))
        {
            around[cell].push(from);
        }
    }
    around
}
