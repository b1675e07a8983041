//! Two variants whose cells and pieces are matched by name.

use padma_rules::model::{Cell, CellSet, KindId, PerCell, PieceKind};
use padma_rules::reach::Rules;
use padma_variant::difference::games::same_board;

/// A variant in both states.
pub(crate) struct VariantPair<'a> {
    pub old: &'a Rules,
    pub new: &'a Rules,
    /// The pieces that both have, as old and new id, in the new order.
    pub kinds: Vec<[KindId; 2]>,
    /// The cells that both have, as old and new cell, in the new order.
    pub cells: Vec<[Cell; 2]>,
    /// The cells that both have, as cells of the new board.
    pub shared: CellSet,
    pub is_same_board: bool,
    to_new: PerCell<Option<Cell>>,
}

impl<'a> VariantPair<'a> {
    pub(crate) fn new(old: &'a Rules, new: &'a Rules) -> VariantPair<'a> {
        let (was, is) = (&old.variant, &new.variant);
        let to_new = PerCell::from_fn(was.board.len(), |cell| is.board.cell(was.board.name(cell)));
        let mut cells: Vec<[Cell; 2]> = to_new
            .iter()
            .filter_map(|(cell, new_cell)| Some([cell, (*new_cell)?]))
            .collect();
        cells.sort_by_key(|[_, cell]| *cell);
        let kinds = is
            .kind_ids()
            .filter_map(|id| Some([was.kind_named(&is.kind(id).id)?, id]))
            .collect();
        VariantPair {
            old,
            new,
            kinds,
            shared: cells.iter().map(|[_, cell]| *cell).collect(),
            cells,
            is_same_board: same_board(&was.board, &is.board),
            to_new,
        }
    }

    /// Maps cells of the old board to the new one. Drops cells that the new board lacks.
    pub(crate) fn cells_in_new(&self, cells: &CellSet) -> CellSet {
        cells.iter().filter_map(|cell| self.to_new[cell]).collect()
    }

    /// Whether cells and pieces have the same numbers in both, so that a position of one is valid
    /// for the other.
    pub(crate) fn is_aligned(&self) -> bool {
        self.is_same_board && self.kinds.iter().all(|[old, new]| old == new)
    }

    /// Returns the pieces that only the old variant has.
    pub(crate) fn removed(&self) -> Vec<KindId> {
        let ids = self.old.variant.kind_ids();
        ids.filter(|id| self.kind_in_new(*id).is_none()).collect()
    }

    /// Returns the pieces that only the new variant has.
    pub(crate) fn added(&self) -> Vec<KindId> {
        let fresh = |id: &KindId| self.kinds.iter().all(|[_, new]| new != id);
        self.new.variant.kind_ids().filter(fresh).collect()
    }

    /// Returns the piece of the new variant that corresponds to an old one.
    pub(crate) fn kind_in_new(&self, old: KindId) -> Option<&'a PieceKind> {
        let [_, new] = self.kinds.iter().find(|[id, _]| *id == old)?;
        Some(self.new.variant.kind(*new))
    }

    /// Returns the names of cells of the new board.
    pub(crate) fn names(&self, cells: &CellSet) -> Vec<String> {
        self.new.variant.board.names_of(cells)
    }
}
