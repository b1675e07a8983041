//! The attack table: for each piece on each cell, the lines along which it could ever capture
//! another.
//!
//! Most pieces of a position have no line to a given cell at all. Captures off the lines are found
//! by walking: those of pieces that may turn at each step, of multi-leg moves, and of parts of a
//! piece made of checkers.

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
    /// All cells of the board.
    all: CellSet,
    /// For each piece, where it may capture off its lines.
    off_lines: Vec<OffLines>,
    /// Whether any piece may capture off its lines.
    pub any_off_lines: bool,
}

/// Where a piece may capture off its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OffLines {
    Nowhere,
    /// Where its movement leads.
    ByMovement,
    /// Anywhere: a part of it may capture.
    Anywhere,
}

impl<'r> AttackTable<'r> {
    /// Returns the attacks of a side. `parts_take` says whether a part of a piece may capture; if so, the
    /// piece may capture off its lines from any cell.
    pub(crate) fn new(
        side: Side,
        rules: &'r Rules,
        parts_take: impl Fn(KindId) -> bool,
    ) -> AttackTable<'r> {
        let off_lines = rules.variant.kind_ids().map(|kind| match parts_take(kind) {
            true => OffLines::Anywhere,
            false if rules.keeps_to_lines(kind) => OffLines::Nowhere,
            false => OffLines::ByMovement,
        });
        let off_lines: Vec<OffLines> = off_lines.collect();
        AttackTable {
            side,
            rules,
            any_off_lines: off_lines
                .iter()
                .any(|where_to| *where_to != OffLines::Nowhere),
            all: rules.variant.board.all(),
            off_lines,
        }
    }

    /// Returns the cells on which a piece may capture off its lines.
    #[inline]
    pub(crate) fn off_lines(&self, kind: KindId, from: Cell) -> &CellSet {
        match self.off_lines[kind.index()] {
            OffLines::Nowhere => &CellSet::EMPTY,
            OffLines::Anywhere => &self.all,
            OffLines::ByMovement => {
                let lines = self.rules.attacks.lines(kind, self.side);
                lines.off_lines(|| self.rules.table(kind, self.side), from)
            }
        }
    }

    /// Computes the whole table, so that queries are fast.
    pub(crate) fn compute_all(&self) {
        self.rules.attacks.set_origins(self.side, || {
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
        let lines = self.rules.attacks.lines(kind, self.side);
        lines.threats(|| self.rules.table(kind, self.side), origin)
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
        let origins = match self.rules.attacks.origins(self.side) {
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
