//! A board of rows of cells drawn with characters.
//!
//! ```text
//! 3 |    | N' |    |   squares: a rank is a row, a    8  |    |    |   each at its own place,
//! 2 | x  |    | x  |   cell has four columns, and      | z0 |          where a board has sheets
//! 1 |    |    |        neighbours share the stroke    1' |    |    |
//!     a    b    c      between them                        a    b
//!
//! 3 +---+---+
//! 2 |   |:::|              points too: lines that cross at them
//! 1 +---W---+
//!   a b c d e
//! ```
//!
//! A missing cell draws no strokes; its neighbours still draw those that they share with it. A hole, with
//! cells on all four sides, is drawn as `####`.

use std::collections::{BTreeMap, BTreeSet};

use super::ruled::DARK;
use super::{HOLE, Manner, Sketch, Slot, Stroke};
use crate::model::board::CellKind;
use crate::model::cells::{Cell, PerCell};
use crate::model::draft::{CellDraft, EdgeLabel, Halves, Written};
use crate::model::parts::enclosed;

/// The columns for text in a square (a label, its `'` and a mark), and the columns of a square
/// with the stroke beside it.
const ROOM: usize = 4;
const STEP: usize = ROOM + 1;
/// The columns of a square where lines cross at points.
const RULED_STEP: usize = 4;

pub(in crate::model) fn draw(cells: &[CellDraft], labels: &[EdgeLabel]) -> Sketch {
    let is_beside = |label: &&EdgeLabel| matches!(label.written, Written::Beside(_));
    let beside = labels.iter().filter(is_beside);
    let margin = beside.map(|label| label.text.len()).max().unwrap_or(0) + 1;
    let has_points = cells.iter().any(|cell| cell.info.kind == CellKind::Point);
    let grid = SketchGrid::of(cells, margin, has_points);
    let slot = |cell: Cell| vec![grid.slot(&cells[cell.index()], has_points)];
    let is_dark = |cell: Cell| has_points && cells[cell.index()].is_dark();
    Sketch {
        manner: match has_points {
            true => Manner::Ruled,
            false => Manner::Outlined,
        },
        fill: PerCell::from_fn(cells.len(), |cell| is_dark(cell).then_some(DARK)),
        strokes: match has_points {
            true => ruled_strokes(cells, &grid),
            false => outlines(cells, &grid),
        },
        slots: PerCell::from_fn(cells.len(), slot),
        coordinates: (labels.iter())
            .filter_map(|label| grid.coordinate(label))
            .chain(holes(cells, &grid).into_iter().filter(|_| !has_points))
            .collect(),
    }
}

/// The mapping from halves of a cell to rows and columns of the text.
struct SketchGrid {
    left: i16,
    right: i16,
    top: i16,
    bottom: i16,
    margin: usize,
    /// The columns of a whole cell.
    step: usize,
    /// The number of halves of a cell in one row.
    halves_per_row: usize,
    /// The column of a label of one letter in a cell.
    middle: usize,
}

impl SketchGrid {
    fn of(cells: &[CellDraft], margin: usize, ruled: bool) -> SketchGrid {
        // Lines that cross at points run along the sides of the squares.
        let half = |kind| i16::from(ruled && kind != CellKind::Point);
        let edges = |axis: fn(&CellDraft) -> i16| {
            let edge = move |sign: i16| {
                cells
                    .iter()
                    .map(move |cell| axis(cell) + sign * half(cell.info.kind))
            };
            (edge(-1).min().unwrap_or(0), edge(1).max().unwrap_or(0))
        };
        let (left, right) = edges(|cell| cell.written.0);
        let (bottom, top) = edges(|cell| cell.written.1);
        let is_even = |cell: &CellDraft| {
            half(cell.info.kind) == 0 && (cell.written.1 - cells[0].written.1) % 2 == 0
        };
        SketchGrid {
            left,
            right,
            top,
            bottom,
            margin,
            step: if ruled { RULED_STEP } else { STEP },
            halves_per_row: if cells.iter().all(is_even) { 2 } else { 1 },
            middle: if ruled { 0 } else { 2 },
        }
    }

    /// Returns the row at a height. Nothing lies above the first row or left of the first column,
    /// so no difference is negative.
    fn row(&self, y: i16) -> usize {
        usize::from((self.top - y).unsigned_abs()) / self.halves_per_row
    }

    fn column(&self, x: i16) -> usize {
        self.margin + usize::from((x - self.left).unsigned_abs()) * self.step / 2
    }

    /// Returns where a label is written. A rank or file beyond all cells is not drawn.
    fn coordinate(&self, label: &EdgeLabel) -> Option<(usize, usize, String)> {
        let (row, column) = match label.written {
            Written::Beside(y) if (self.bottom..=self.top).contains(&y) => {
                (self.row(y), self.margin - 1 - label.text.len())
            }
            Written::Below(x) if (self.left..=self.right).contains(&x) => {
                (self.row(self.bottom) + 1, self.column(x) + self.middle)
            }
            Written::Within((x, y)) => (self.row(y), self.column(x) + self.middle),
            _ => return None,
        };
        Some((row, column, label.text.clone()))
    }

    fn slot(&self, cell: &CellDraft, ruled: bool) -> Slot {
        let (x, y) = cell.written;
        let (row, column) = (self.row(y), self.column(x));
        let (column, width) = match (ruled, cell.info.kind) {
            (false, _) => (column + 1, ROOM),
            (true, CellKind::Point) => (column, 2),
            (true, _) => (column.saturating_sub(RULED_STEP / 2) + 1, RULED_STEP - 1),
        };
        Slot { row, column, width }
    }
}

/// Returns where the holes of a board of squares are drawn, in rows and columns of equal width.
fn holes(cells: &[CellDraft], grid: &SketchGrid) -> Vec<(usize, usize, String)> {
    let places: BTreeSet<Halves> = cells.iter().map(|cell| cell.written).collect();
    let is_even = |(x, y): &Halves| {
        let mut others = places.first().into_iter();
        others.all(|first| (x - first.0) % 2 == 0 && (y - first.1) % 2 == 0)
    };
    let is_regular = places.iter().all(is_even);
    let holes = enclosed(&places).into_iter().filter(|_| is_regular);
    let drawn = holes.map(|(x, y)| (grid.row(y), grid.column(x) + 1, HOLE.to_string()));
    drawn.collect()
}

/// Returns the strokes at both sides of each cell. Neighbours share the one between them.
fn outlines(cells: &[CellDraft], grid: &SketchGrid) -> Vec<Stroke> {
    let mut strokes: BTreeMap<(usize, usize), Stroke> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        let (row, left) = (grid.row(cell.written.1), grid.column(cell.written.0));
        for column in [left, left + STEP] {
            let stroke = Stroke {
                row,
                column,
                character: '|',
                cell: Cell::new(index),
            };
            strokes.entry((row, column)).or_insert(stroke);
        }
    }
    strokes.into_values().collect()
}

/// Returns lines that cross at points. Each cell has all its strokes, so that those of an absent
/// cell can be left out.
fn ruled_strokes(cells: &[CellDraft], grid: &SketchGrid) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let (row, column) = (grid.row(cell.written.1), grid.column(cell.written.0));
        let mut add_stroke = |row, column, character| {
            strokes.push(Stroke {
                row,
                column,
                character,
                cell: Cell::new(index),
            })
        };
        if cell.info.kind == CellKind::Point {
            add_stroke(row, column, '+');
            continue;
        }
        let left = column.saturating_sub(RULED_STEP / 2);
        add_stroke(row, left, '|');
        add_stroke(row, left + RULED_STEP, '|');
        for row in [row.saturating_sub(1), row + 1] {
            (left + 1..left + RULED_STEP).for_each(|column| add_stroke(row, column, '-'));
        }
    }
    strokes
}
