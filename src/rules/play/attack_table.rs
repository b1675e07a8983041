//! The attack table: for each piece on each cell, the lines along which it could ever capture
//! another.
//!
//! Most pieces of a position have no line to a given cell at all. Captures off the lines are found
//! by walking: those of pieces that may turn at each step, of multi-leg moves, and of parts of a
//! piece made of checkers.

use std::sync::OnceLock;

use crate::model::{
    Cell, CellSet, KindId, PerCell, Position, SetPerCell, SharedCells, Side, Variant,
};
use crate::moves::{Threat, Threats};
use crate::reach::Rules;

/// The attacks of one side's pieces.
#[derive(Debug)]
pub(super) struct AttackTable<'r> {
    side: Side,
    rules: &'r Rules,
    /// For each piece, the lines from each cell. They are computed when first needed.
    threats: Vec<OnceLock<PerCell<OnceLock<Box<Threats>>>>>,
    /// For each cell, the cells from which some piece could ever capture there along a line. Empty
    /// until [`AttackTable::lay`] computes all of them, which pays only for many positions.
    origins_towards: OnceLock<SetPerCell>,
    /// For each piece, the cells from which it may capture off its lines; `None` for a piece that
    /// captures only along lines.
    off_lines: Vec<Option<OnceLock<CellSet>>>,
    /// Whether any piece may capture off its lines.
    pub any_off_lines: bool,
}

impl<'r> AttackTable<'r> {
    /// Builds an empty table. `parts_take` says whether a part of a piece may capture; if so, the
    /// piece may capture off its lines from any cell.
    pub(crate) fn new(
        side: Side,
        rules: &'r Rules,
        parts_take: impl Fn(KindId) -> bool,
    ) -> AttackTable<'r> {
        let off_lines = rules.variant.kind_ids().map(|kind| match parts_take(kind) {
            true => Some(OnceLock::from(rules.variant.board.all())),
            false => (!rules.keeps_to_lines(kind)).then(OnceLock::new),
        });
        let off_lines: Vec<Option<OnceLock<CellSet>>> = off_lines.collect();
        let any_off_lines = off_lines.iter().any(Option::is_some);
        let threats = rules.variant.kind_ids().map(|_| OnceLock::new()).collect();
        AttackTable {
            side,
            rules,
            threats,
            origins_towards: OnceLock::new(),
            off_lines,
            any_off_lines,
        }
    }

    /// Whether a piece on a cell may capture off its lines.
    #[inline]
    pub(crate) fn takes_off_lines(&self, kind: KindId, from: Cell) -> bool {
        let cells = self.off_lines[kind.index()].as_ref();
        cells.is_some_and(|cells| {
            cells
                .get_or_init(|| self.find_off_lines(kind))
                .contains(from)
        })
    }

    fn find_off_lines(&self, kind: KindId) -> CellSet {
        let table = self.rules.table(kind, self.side);
        self.rules
            .variant
            .board
            .cells()
            .filter(|cell| table.takes_off_lines(*cell))
            .collect()
    }

    /// Computes the whole table, so that queries are fast.
    pub(crate) fn compute_all(&self) {
        self.origins_towards.get_or_init(|| {
            let Variant { board, .. } = &self.rules.variant;
            let mut origins_towards = PerCell::from_fn(board.len(), |_| CellSet::EMPTY);
            for kind in self.rules.variant.kind_ids() {
                for origin in board.cells() {
                    self.threats(origin, kind)
                        .targets()
                        .for_each(|target| origins_towards[target].insert(origin));
                }
            }
            SetPerCell::from_fn(board.len(), |target| origins_towards[target])
        });
    }

    #[inline]
    fn threats(&self, origin: Cell, kind: KindId) -> &Threats {
        let empty_row = || PerCell::from_fn(self.rules.variant.board.len(), |_| OnceLock::new());
        self.threats[kind.index()].get_or_init(empty_row)[origin]
            .get_or_init(|| Box::new(self.rules.table(kind, self.side).threats(origin)))
    }

    /// Returns the lines towards a cell from the side's pieces, which stand on `standing`.
    #[inline]
    pub(crate) fn lines_towards<'a>(
        &'a self,
        target: Cell,
        position: &'a Position,
        standing: &'a CellSet,
        unmoved: &'a CellSet,
    ) -> impl Iterator<Item = (KindId, &'a Threat)> {
        let origins = match self.origins_towards.get() {
            Some(origins_towards) => origins_towards.intersection(target, standing),
            None => SharedCells::all(standing),
        };
        let pieces = origins.filter_map(|origin| Some((origin, position.piece(origin)?.kind?)));
        pieces.flat_map(move |(origin, kind)| {
            self.lines_between(origin, kind, target, unmoved)
                .map(move |threat| (kind, threat))
        })
    }

    /// Returns the lines of a piece from one cell towards another.
    #[inline]
    pub(crate) fn lines_between<'a>(
        &'a self,
        origin: Cell,
        kind: KindId,
        target: Cell,
        unmoved: &'a CellSet,
    ) -> impl Iterator<Item = &'a Threat> {
        let threats = self.threats(origin, kind).to(target).iter();
        threats.filter(move |threat| !threat.first_move || unmoved.contains(origin))
    }
}
