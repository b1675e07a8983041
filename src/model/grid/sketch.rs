//! A grid drawn with characters.
//!
//! ```text
//! 3 |    | N' |    |       a rank is a row, a cell has four columns,
//! 2 | x  |    | x  |       and neighbours share the stroke between them;
//! 1 |    |    |            where a cell is missing there is none
//!     a    b    c
//! ```

use std::collections::BTreeMap;

use super::plan::GridPlan;
use crate::model::cells::{Cell, PerCell};
use crate::model::lattice::Lattice;
use crate::model::sketch::{Manner, Sketch, Slot, Stroke};

/// Columns for text in a cell: a label, its sign and a mark.
const ROOM: usize = 4;
const STEP: usize = ROOM + 1;

pub(super) fn draw(plan: &GridPlan, lattice: &Lattice, cells: usize) -> Sketch {
    let numbers: Vec<String> = plan.ranks.iter().map(ToString::to_string).collect();
    let margin = numbers.iter().map(String::len).max().unwrap_or(0) + 1;
    // Nothing lies left of the first column or above the last row, so no difference is negative.
    let row = |y: i16| usize::from((lattice.rows().1 - y).unsigned_abs());
    let column = |x: i16| margin + STEP * usize::from((x - lattice.columns().0).unsigned_abs());
    let mut strokes: BTreeMap<(usize, usize), Stroke> = BTreeMap::new();
    for (cell, (x, y)) in lattice.cells().filter_map(|cell| Some((cell, lattice.place(cell)?))) {
        for column in [column(x), column(x) + STEP] {
            let stroke = Stroke { row: row(y), column, character: '|', cell };
            strokes.entry((stroke.row, column)).or_insert(stroke);
        }
    }
    let slot = |cell: Cell| {
        lattice.place(cell).map(|(x, y)| Slot { row: row(y), column: column(x) + 1, width: ROOM })
    };
    // A rank or file at the edge that has no cell is not drawn.
    let has_row = |y: &i16| (lattice.rows().0..=lattice.rows().1).contains(y);
    let has_column = |x: &i16| (lattice.columns().0..=lattice.columns().1).contains(x);
    let ranks = (0_i16..).zip(numbers).filter(|(y, _)| has_row(y));
    let ranks = ranks.map(|(y, text)| (row(y), margin - 1 - text.len(), text));
    let below = row(lattice.rows().0) + 1;
    let files = (0_i16..).zip(&plan.files).filter(|(x, _)| has_column(x));
    let files = files.map(|(x, text)| (below, column(x) + 2, text.clone()));
    Sketch {
        manner: Manner::Outlined,
        fill: PerCell::from_fn(cells, |_| None),
        strokes: strokes.into_values().collect(),
        slots: PerCell::from_fn(cells, |cell| slot(cell).into_iter().collect()),
        coordinates: ranks.chain(files).collect(),
    }
}
