//! A board drawn with characters: where its strokes are, and where each cell has room for text.
//! Other modules choose and interpret that text.

mod align;
pub(super) mod drawn;
mod mould;
mod read;
pub mod ruled;

use std::ops::Range;

pub use mould::Part;
pub use read::{CellWords, SketchFlaw, read};

use super::cells::{Cell, PerCell};
use padma_text::range_in;

/// The character after the label of a Black piece in a drawing.
pub const BLACK: char = '\'';

/// A hole of a board of squares, as a drawing shows it.
pub const HOLE: &str = "####";

/// The characters of the strokes of outlined drawings; no text in a room may contain them. Ruled
/// drawings have further ones.
pub const STROKES: [char; 4] = ['/', '\\', '|', '_'];

/// Returns the places of the words in a part of a text; `between` says which characters separate
/// words.
fn words(text: &str, range: Range<usize>, between: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let words = text[range].split(between).filter(|word| !word.is_empty());
    words.map(|word| range_in(text, word)).collect()
}

/// One character of the drawing. Columns count to the right, rows down, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stroke {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub column: usize,
    /// One of [`STROKES`], or a character of a ruled drawing.
    pub character: char,
    /// A cell that it is a stroke of; the cell's neighbours may share it.
    pub cell: Cell,
}

/// Room for text inside a cell, on one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// The row, from the top.
    pub row: usize,
    /// The column of its first character.
    pub column: usize,
    /// The width in characters.
    pub width: usize,
}

/// The way in which a board is drawn, and its drawing is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Each cell has its outline, with rooms inside.
    Outlined,
    /// Lines cross at points; a piece on a point replaces the cross. Each cell has all its
    /// strokes.
    Ruled,
}

/// A board's drawing in characters, without pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Sketch {
    /// How it is drawn and read.
    pub manner: Manner,
    /// Its strokes, in reading order.
    pub strokes: Vec<Stroke>,
    /// The rooms of each cell, the best for a piece first. A room is the free space between
    /// strokes on its row; text may replace a lower line (`_`) in it.
    pub slots: PerCell<Vec<Slot>>,
    /// The character that fills an empty room, where it distinguishes dark cells from light ones.
    pub fill: PerCell<Option<char>>,
    /// File letters and rank numbers: row, column, text.
    pub coordinates: Vec<(usize, usize, String)>,
}
