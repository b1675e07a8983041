//! The things compared: books at one point in time, two lists of named things, and two variants
//! whose cells and pieces are matched by name.

use std::path::{Path, PathBuf};

use padma_book::judge::Checked;
use padma_book::load::Session;
use padma_rules::model::{Cell, CellSet, KindId, PerCell};
use padma_rules::reach::Rules;
use padma_variant::difference::games::same_board;

/// Books at one point in time, read and judged.
pub struct BooksState {
    /// The name that a reader gives it: a folder, a revision.
    pub label: String,
    /// The session that has read them.
    pub session: Session,
    /// Whether a single book was asked for, not a folder of books.
    pub is_book: bool,
    /// The books' folders, and the result of judging each book.
    pub books: Vec<(PathBuf, Checked)>,
}

/// A book of a state.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    pub session: &'a Session,
    pub folder: &'a Path,
    pub checked: &'a Checked,
}

/// An old and a new thing that are counterparts, or one of the two alone.
pub(super) enum Counterparts<T> {
    Both(T, T),
    New(T),
    Gone(T),
}

/// Pairs old and new things by name: those that exist now in their order, then those that are
/// gone.
pub(super) fn paired<'s, T>(
    was: &'s [T],
    is: &'s [T],
    name: impl Fn(&'s T) -> &'s str,
) -> Vec<Counterparts<&'s T>> {
    let named = |all: &'s [T], one: &'s T| all.iter().find(|other| name(other) == name(one));
    let there = is.iter().map(|one| match named(was, one) {
        Some(before) => Counterparts::Both(before, one),
        None => Counterparts::New(one),
    });
    let gone = was
        .iter()
        .filter(|one| named(is, one).is_none())
        .map(Counterparts::Gone);
    there.chain(gone).collect()
}

/// Returns the items of the first list that the second lacks.
pub(super) fn only<'s, T: PartialEq>(here: &'s [T], there: &'s [T]) -> impl Iterator<Item = &'s T> {
    here.iter().filter(|one| !there.contains(one))
}

/// A variant in both states.
pub(super) struct VariantPair<'a> {
    pub old: &'a Rules,
    pub new: &'a Rules,
    /// The pieces that both have, as old and new id, in the new order.
    pub kinds: Vec<[KindId; 2]>,
    /// The cells that both have, as old and new cell, in the new order.
    pub cells: Vec<[Cell; 2]>,
    /// The same cells, as cells of the new board.
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
            .filter_map(|(cell, there)| Some([cell, (*there)?]))
            .collect();
        cells.sort_by_key(|[_, cell]| *cell);
        let kinds = is
            .kind_ids()
            .filter_map(|id| Some([was.kind_named(&is.kind(id).id)?, id]))
            .collect();
        let shared = cells.iter().map(|[_, cell]| *cell).collect();
        let is_same_board = same_board(&was.board, &is.board);
        VariantPair {
            old,
            new,
            kinds,
            cells,
            shared,
            is_same_board,
            to_new,
        }
    }

    /// Maps cells of the old board to the new one; drops those that it lacks.
    pub(crate) fn in_new(&self, cells: &CellSet) -> CellSet {
        cells.iter().filter_map(|cell| self.to_new[cell]).collect()
    }

    /// Whether cells and pieces have the same numbers in both, so that a position of one is valid
    /// for the other.
    pub(crate) fn is_aligned(&self) -> bool {
        self.is_same_board && self.kinds.iter().all(|[old, new]| old == new)
    }

    pub(crate) fn removed(&self) -> Vec<KindId> {
        let gone = |id: &KindId| self.kinds.iter().all(|[old, _]| old != id);
        self.old.variant.kind_ids().filter(gone).collect()
    }

    pub(crate) fn added(&self) -> Vec<KindId> {
        let fresh = |id: &KindId| self.kinds.iter().all(|[_, new]| new != id);
        self.new.variant.kind_ids().filter(fresh).collect()
    }

    /// Returns the names of cells of the new board.
    pub(crate) fn names(&self, cells: &CellSet) -> Vec<String> {
        self.new.variant.board.names_of(cells)
    }
}
