//! A board of files and ranks drawn with characters.
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
//! A missing cell draws no strokes; its neighbours still draw those that they share with it.

use std::collections::BTreeMap;

use crate::model::board::CellKind;
use crate::model::cells::{Cell, CellSet, PerCell};
use crate::model::sketch::ruled::DARK;
use crate::model::sketch::{Manner, Sketch, Slot, Stroke};

/// What a sketch shows, and where. Places are in half cells, counted to the right and upwards.
pub(in crate::model) struct SketchLayout {
    pub cells: Vec<(CellKind, (i16, i16))>,
    pub dark: CellSet,
    /// A rank or file beyond all cells is not drawn.
    pub ranks: Vec<(String, i16)>,
    pub files: Vec<(String, i16)>,
    /// Letters of files that stand between cells.
    pub inner_files: Vec<(String, (i16, i16))>,
}

/// The columns for text in a square (a label, its `'` and a mark), and the columns of a square
/// with the stroke beside it.
const ROOM: usize = 4;
const STEP: usize = ROOM + 1;
/// The columns of a square where lines cross at points.
const RULED_STEP: usize = 4;

pub(in crate::model) fn draw(layout: &SketchLayout) -> Sketch {
    let margin = layout
        .ranks
        .iter()
        .map(|(rank, _)| rank.len())
        .max()
        .unwrap_or(0)
        + 1;
    let has_points = layout
        .cells
        .iter()
        .any(|(kind, _)| *kind == CellKind::Point);
    let grid = SketchGrid::of(layout, margin, has_points);
    if has_points {
        ruled_sketch(layout, &grid)
    } else {
        outlined_sketch(layout, &grid)
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
}

impl SketchGrid {
    fn of(layout: &SketchLayout, margin: usize, ruled: bool) -> SketchGrid {
        // Lines that cross at points run along the sides of the squares.
        let half_width = |kind| {
            if ruled && kind != CellKind::Point {
                1
            } else {
                0
            }
        };
        let cells = || {
            layout
                .cells
                .iter()
                .map(|(kind, (x, y))| (*x, *y, half_width(*kind)))
        };
        let even = |(_, y, _)| (y - layout.cells[0].1.1) % 2 == 0;
        SketchGrid {
            left: cells().map(|(x, _, half)| x - half).min().unwrap_or(0),
            right: cells().map(|(x, _, half)| x + half).max().unwrap_or(0),
            top: cells().map(|(_, y, half)| y + half).max().unwrap_or(0),
            bottom: cells().map(|(_, y, half)| y - half).min().unwrap_or(0),
            margin,
            step: if ruled { RULED_STEP } else { STEP },
            halves_per_row: if cells().all(|cell| cell.2 == 0 && even(cell)) {
                2
            } else {
                1
            },
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

    fn coordinates(&self, layout: &SketchLayout, middle: usize) -> Vec<(usize, usize, String)> {
        let beside =
            |(text, y): &(String, i16)| (self.row(*y), self.margin - 1 - text.len(), text.clone());
        let below = self.row(self.bottom) + 1;
        let under = |(text, x): &(String, i16)| (below, self.column(*x) + middle, text.clone());
        let ranks = layout
            .ranks
            .iter()
            .filter(|(_, y)| (self.bottom..=self.top).contains(y));
        let files = layout
            .files
            .iter()
            .filter(|(_, x)| (self.left..=self.right).contains(x));
        let inner = layout
            .inner_files
            .iter()
            .map(|(text, (x, y))| (self.row(*y), self.column(*x) + middle, text.clone()));
        ranks
            .map(beside)
            .chain(files.map(under))
            .chain(inner)
            .collect()
    }
}

fn outlined_sketch(layout: &SketchLayout, grid: &SketchGrid) -> Sketch {
    let mut strokes: BTreeMap<(usize, usize), Stroke> = BTreeMap::new();
    for (index, (_, (x, y))) in layout.cells.iter().enumerate() {
        let (row, left) = (grid.row(*y), grid.column(*x));
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
    let slot = |cell: Cell| {
        let (x, y) = layout.cells[cell.index()].1;
        vec![Slot {
            row: grid.row(y),
            column: grid.column(x) + 1,
            width: ROOM,
        }]
    };
    Sketch {
        manner: Manner::Outlined,
        fill: PerCell::from_fn(layout.cells.len(), |_| None),
        strokes: strokes.into_values().collect(),
        slots: PerCell::from_fn(layout.cells.len(), slot),
        coordinates: grid.coordinates(layout, 2),
    }
}

/// Draws lines that cross at points. Each cell has all its strokes, so that those of an absent
/// cell can be left out.
fn ruled_sketch(layout: &SketchLayout, grid: &SketchGrid) -> Sketch {
    let mut strokes = Vec::new();
    let half = RULED_STEP / 2;
    for (index, (kind, (x, y))) in layout.cells.iter().enumerate() {
        let cell = Cell::new(index);
        let (row, column) = (grid.row(*y), grid.column(*x));
        let mut add_stroke = |row, column, character| {
            strokes.push(Stroke {
                row,
                column,
                character,
                cell,
            })
        };
        if *kind == CellKind::Point {
            add_stroke(row, column, '+');
            continue;
        }
        let left = column.saturating_sub(half);
        add_stroke(row, left, '|');
        add_stroke(row, left + RULED_STEP, '|');
        for row in [row.saturating_sub(1), row + 1] {
            (left + 1..left + RULED_STEP).for_each(|column| add_stroke(row, column, '-'));
        }
    }
    let slot = |cell: Cell| {
        let (kind, (x, y)) = layout.cells[cell.index()];
        let (row, column) = (grid.row(y), grid.column(x));
        vec![match kind {
            CellKind::Point => Slot {
                row,
                column,
                width: 2,
            },
            _ => Slot {
                row,
                column: column.saturating_sub(half) + 1,
                width: RULED_STEP - 1,
            },
        }]
    };
    Sketch {
        manner: Manner::Ruled,
        fill: PerCell::from_fn(layout.cells.len(), |cell| {
            layout.dark.contains(cell).then_some(DARK)
        }),
        strokes,
        slots: PerCell::from_fn(layout.cells.len(), slot),
        coordinates: grid.coordinates(layout, 0),
    }
}
