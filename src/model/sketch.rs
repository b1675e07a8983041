//! A board drawn with characters: where its strokes stand, and where in each cell there is room.

use super::cells::PerCell;

/// One character of the drawing. Columns count to the right, rows down, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stroke {
    pub row: usize,
    pub column: usize,
    pub character: char,
}

/// Room for text inside a cell, on one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    pub row: usize,
    pub column: usize,
    pub width: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    pub strokes: Vec<Stroke>,
    /// For each cell its rooms, the best for a man first.
    pub slots: PerCell<Vec<Slot>>,
    /// File letters and rank numbers: row, column, text.
    pub coordinates: Vec<(usize, usize, String)>,
}
