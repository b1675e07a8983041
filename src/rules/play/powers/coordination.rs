//! Coordination: a piece that has moved captures the enemies on two cells: where its file crosses
//! the rank of a partner of its side, and where its rank crosses the partner's file.
//!
//! Files and ranks are those in the names of cells: `f1` and `f1'` are on one file and on two
//! ranks.

use std::collections::BTreeMap;

use crate::model::{Board, Cell, KindId, PerCell, Piece, Side};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Coordination {
    /// The kind of the partner.
    pub with: KindId,
    /// Whether the same number of pieces must stand between the victim and either of the two.
    pub balanced: bool,
    pub takes: PowerTargets,
}

/// The cells where files and ranks cross.
#[derive(Debug)]
pub(in crate::play) struct Crossings {
    lines: PerCell<Option<Lines>>,
    /// The cell for each file and rank.
    crossing: BTreeMap<(u16, u16), Cell>,
    files: Vec<Vec<Cell>>,
    ranks: Vec<Vec<Cell>>,
}

/// The file and rank of a cell, and its coordinates along them.
#[derive(Clone, Copy, Debug)]
struct Lines {
    file: u16,
    rank: u16,
    column: i32,
    row: i32,
}

impl Crossings {
    pub(crate) fn new(board: &Board) -> Crossings {
        let (mut files, mut ranks) = (BTreeMap::new(), BTreeMap::new());
        let lines = PerCell::from_fn(board.len(), |cell| {
            let (column, row) = column_and_row(board, cell)?;
            let name = board.name(cell);
            let letters = name.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            let [file, rank] = [(&mut files, letters), (&mut ranks, &name[letters.len()..])].map(
                |(known, word)| {
                    let next = known.len() as u16;
                    *known.entry(word).or_insert(next)
                },
            );
            Some(Lines {
                file,
                rank,
                column,
                row,
            })
        });
        let mut crossings = Crossings {
            crossing: BTreeMap::new(),
            files: vec![Vec::new(); files.len()],
            ranks: vec![Vec::new(); ranks.len()],
            lines,
        };
        for cell in board.cells() {
            let Some(lines) = crossings.lines[cell] else {
                continue;
            };
            crossings.crossing.insert((lines.file, lines.rank), cell);
            crossings.files[usize::from(lines.file)].push(cell);
            crossings.ranks[usize::from(lines.rank)].push(cell);
        }
        crossings
    }

    /// Returns the cell where the first cell's file crosses the second one's rank, and the cell
    /// where the first one's rank crosses the second one's file.
    fn corners(&self, first: Cell, second: Cell) -> [Option<Cell>; 2] {
        let (Some(a), Some(b)) = (self.lines[first], self.lines[second]) else {
            return [None; 2];
        };
        [(a.file, b.rank), (b.file, a.rank)].map(|lines| self.crossing.get(&lines).copied())
    }

    /// Counts the pieces between two cells of one file or one rank.
    fn pieces_between(&self, view: PositionView<'_>, first: Cell, second: Cell) -> Option<usize> {
        let (a, b) = (self.lines[first]?, self.lines[second]?);
        let (cells, along): (_, fn(&Lines) -> i32) = if a.file == b.file {
            (&self.files[usize::from(a.file)], |lines| lines.row)
        } else {
            (&self.ranks[usize::from(a.rank)], |lines| lines.column)
        };
        let (low, high) = (along(&a).min(along(&b)), along(&a).max(along(&b)));
        let inside = |cell: &&Cell| {
            self.lines[**cell].is_some_and(|lines| (low + 1..high).contains(&along(&lines)))
        };
        Some(
            cells
                .iter()
                .filter(inside)
                .filter(|cell| !view.is_empty(**cell))
                .count(),
        )
    }
}

/// Returns a cell's column and row. Two cells of one file on different sheets may share a row:
/// nothing is then between them.
fn column_and_row(board: &Board, cell: Cell) -> Option<(i32, i32)> {
    let on_sheet = board.on_first_sheet(|lattice| lattice.place(cell));
    let info = board.info(cell);
    on_sheet
        .map(|(column, row)| (i32::from(column), i32::from(row)))
        .or_else(|| Some((info.file? as i32, info.rank?.number as i32)))
}

impl Coordination {
    /// Reports what a side's piece captures by arriving on a cell. The view has the piece there.
    pub(crate) fn find_captures(
        &self,
        view: PositionView<'_>,
        crossings: &Crossings,
        to: Cell,
        side: Side,
        partners: &[Cell],
        report: &mut dyn FnMut(Cell),
    ) {
        let partner = Piece::of(side, self.with);
        for other in partners
            .iter()
            .filter(|other| **other != to && view.piece(**other) == Some(partner))
        {
            for victim in crossings.corners(to, *other).into_iter().flatten() {
                let between = |cell| crossings.pieces_between(view, victim, cell);
                let is_balanced = || !self.balanced || between(to) == between(*other);
                if view.can_take(victim, side, &self.takes) && is_balanced() {
                    report(victim);
                }
            }
        }
    }

    /// Whether the target shares a file or a rank with a partner. If not, coordination cannot
    /// capture it.
    pub(crate) fn may_take(&self, crossings: &Crossings, partners: &[Cell], target: Cell) -> bool {
        let Some(lines) = crossings.lines[target] else {
            return false;
        };
        let shares = |other: &Cell| {
            crossings.lines[*other]
                .is_some_and(|other| other.file == lines.file || other.rank == lines.rank)
        };
        partners.iter().any(shares)
    }
}
