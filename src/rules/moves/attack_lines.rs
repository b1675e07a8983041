//! What pieces could ever capture from each cell, whatever else stands on the board: along rays, and
//! otherwise. Each cell is computed when it is first asked for, and kept with the variant.

use std::sync::OnceLock;

use super::table::MoveTable;
use super::threats::Threats;
use super::walk::Walker;
use crate::model::{Cell, CellSet, KindId, PerCell, SetPerCell, Side};

/// The captures of all pieces of a variant.
#[derive(Debug)]
pub(crate) struct AttackCache {
    lines: Vec<[AttackLines; 2]>,
    /// For each side and each cell, the cells from which some piece could ever capture there along a
    /// ray.
    origins: [OnceLock<SetPerCell>; 2],
}

/// The captures of one side's pieces of a kind, by origin.
#[derive(Debug, Default)]
pub(crate) struct AttackLines {
    threats: Known<Threats>,
    off_lines: Known<CellSet>,
}

/// One value for each cell, once it is known.
type Known<T> = OnceLock<PerCell<OnceLock<Box<T>>>>;

impl AttackCache {
    /// Returns the captures of this number of kinds of piece. None of them is known yet.
    pub(crate) fn new(kinds: usize) -> AttackCache {
        AttackCache {
            lines: (0..kinds).map(|_| Default::default()).collect(),
            origins: Default::default(),
        }
    }

    /// Returns the captures of a side's pieces of a kind.
    #[inline]
    pub(crate) fn lines(&self, kind: KindId, side: Side) -> &AttackLines {
        &self.lines[kind.index()][side as usize]
    }

    /// Returns for each cell the origins of captures there; `None` until they have been set.
    #[inline]
    pub(crate) fn origins(&self, side: Side) -> Option<&SetPerCell> {
        self.origins[side as usize].get()
    }

    /// Sets the origins of captures, unless they are known. To compute them pays only for many
    /// positions.
    pub(crate) fn set_origins(&self, side: Side, compute: impl FnOnce() -> SetPerCell) {
        self.origins[side as usize].get_or_init(compute);
    }
}

impl AttackLines {
    /// Returns the rays from a cell along which the piece could ever capture. `table` gives its own
    /// table.
    #[inline]
    pub(crate) fn threats<'t>(&self, table: impl Fn() -> &'t MoveTable, origin: Cell) -> &Threats {
        known(&self.threats, &table, origin, |table| table.threats(origin))
    }

    /// Returns the cells on which the piece could ever capture from a cell otherwise.
    #[inline]
    pub(crate) fn off_lines<'t>(
        &self,
        table: impl Fn() -> &'t MoveTable,
        origin: Cell,
    ) -> &CellSet {
        known(&self.off_lines, &table, origin, |table| {
            Walker::default().captures_off_lines(table, origin)
        })
    }
}

#[inline]
fn known<'k, 't, T>(
    all: &'k Known<T>,
    table: &impl Fn() -> &'t MoveTable,
    origin: Cell,
    value: impl FnOnce(&MoveTable) -> T,
) -> &'k T {
    let unknown = || PerCell::from_fn(table().cell_count(), |_| OnceLock::new());
    all.get_or_init(unknown)[origin].get_or_init(|| Box::new(value(table())))
}
