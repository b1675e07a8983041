//! Boards of an author's own cells: places of a drawing, and nothing between them until
//! [links](super::LinkWay) are added.
//!
//! ```
//! use padma_rules::model::graph::{self, GraphCell, GraphPlan};
//! let cell = |name: &str, at| GraphCell { name: name.to_string(), at };
//! let plan = GraphPlan { cells: vec![cell("a1", (0, 0)), cell("b1", (2, 0))] };
//! let board = graph::board(&plan).map_err(|flaw| format!("{flaw:?}"))?;
//! assert_eq!(board.len(), 2);
//! # Ok::<(), String>(())
//! ```

use std::collections::BTreeMap;

use super::board::{
    Board, BoardFamily, BoardPlan, CellInfo, CellKind, Coordinate, DirectionPlan, Point,
};
use super::cells::{Cell, CellSet, MAX_CELLS};
use super::circle::on_circle;
use super::grid::LIGHT;
use super::grid::sketch::{self, SketchLayout};
use super::rank::Rank;

/// The furthest from the origin that a cell may lie, in halves of a square's side.
pub const FURTHEST: i16 = 128;

/// The radius of a cell, in units of a square's side.
const RADIUS: f64 = 0.4;
/// The number of corners of its outline.
const CORNERS: usize = 32;

/// A cell of the board, and where it is drawn: to the right and up, in halves of a square's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphCell {
    /// Its name: one or two letters, and a number.
    pub name: String,
    /// Its place.
    pub at: (i16, i16),
}

/// The description of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphPlan {
    /// Its cells.
    pub cells: Vec<GraphCell>,
}

/// Why a board cannot be built. The numbers are indices into the plan's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFlaw {
    /// No cells, or more than a board may have.
    Number,
    /// The name of this cell is not letters and a number.
    Name(usize),
    /// This cell has the name of an earlier one.
    Doubled(usize, usize),
    /// This cell would be drawn over an earlier one.
    Overlap(usize, usize),
    /// This cell lies further out than [`FURTHEST`].
    Far(usize),
}

/// Builds the board, without directions.
///
/// # Errors
///
/// The first thing that is wrong with the plan.
pub fn board(plan: &GraphPlan) -> Result<Board, GraphFlaw> {
    if !(1..=MAX_CELLS).contains(&plan.cells.len()) {
        return Err(GraphFlaw::Number);
    }
    if let Some(flaw) = (0..plan.cells.len()).find_map(|index| flaw(plan, index)) {
        return Err(flaw);
    }
    let mut cells: Vec<&GraphCell> = plan.cells.iter().collect();
    cells.sort_by_key(|cell| cell.at);
    let mut files: Vec<String> = cells
        .iter()
        .map(|cell| letters(&cell.name).to_string())
        .collect();
    files.sort_by_key(|file| (file.len(), file.clone()));
    files.dedup();
    let mut rows: BTreeMap<i16, Vec<Option<Cell>>> = BTreeMap::new();
    for (index, cell) in cells.iter().enumerate() {
        rows.entry(-cell.at.1)
            .or_default()
            .push(Some(Cell::new(index)));
    }
    Ok(Board::build(BoardPlan {
        family: BoardFamily::Graph,
        cells: cells.iter().map(|cell| info(cell, &files)).collect(),
        directions: DirectionPlan::default(),
        contacts: Vec::new(),
        coordinates: cells.iter().map(|cell| name_beside(cell)).collect(),
        sketch: sketch(&cells),
        sheets: Vec::new(),
        guides: Vec::new(),
        crossing_lines: Vec::new(),
        inscription: Vec::new(),
        rows: rows.into_values().collect(),
        files,
    }))
}

fn flaw(plan: &GraphPlan, index: usize) -> Option<GraphFlaw> {
    let cell = &plan.cells[index];
    let earlier = || plan.cells[..index].iter();
    let is_near = |other: &GraphCell| {
        let (x, y) = (
            cell.at.0.abs_diff(other.at.0),
            cell.at.1.abs_diff(other.at.1),
        );
        x < 2 && y < 2
    };
    if !Board::is_name_shaped(&cell.name) {
        Some(GraphFlaw::Name(index))
    } else if let Some(first) = earlier().position(|other| other.name == cell.name) {
        Some(GraphFlaw::Doubled(index, first))
    } else if cell.at.0.abs() > FURTHEST || cell.at.1.abs() > FURTHEST {
        Some(GraphFlaw::Far(index))
    } else {
        let first = earlier().position(is_near)?;
        Some(GraphFlaw::Overlap(index, first))
    }
}

/// Returns the letters that a name begins with.
fn letters(name: &str) -> &str {
    &name[..name.len()
        - name
            .trim_start_matches(|c: char| c.is_ascii_lowercase())
            .len()]
}

fn middle(cell: &GraphCell) -> Point {
    Point {
        x: f64::from(cell.at.0) / 2.0,
        y: f64::from(cell.at.1) / 2.0,
    }
}

/// Puts the name of a cell below it, to the right.
fn name_beside(cell: &GraphCell) -> Coordinate {
    let Point { x, y } = middle(cell);
    Coordinate {
        text: cell.name.clone(),
        at: Point {
            x: x + 0.45,
            y: y - 0.45,
        },
    }
}

/// Returns the line between the outlines of two cells.
pub(super) fn line_between(from: Point, to: Point) -> (Point, Point) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let part = RADIUS / x.hypot(y);
    let along = |part: f64| Point {
        x: from.x + part * x,
        y: from.y + part * y,
    };
    (along(part), along(1.0 - part))
}

fn info(cell: &GraphCell, files: &[String]) -> CellInfo {
    let file = letters(&cell.name);
    let centre = middle(cell);
    let corner = |index: usize| {
        let corner = on_circle(RADIUS, index as f64 / CORNERS as f64);
        Point {
            x: centre.x + corner.x,
            y: centre.y + corner.y,
        }
    };
    CellInfo {
        name: cell.name.clone(),
        kind: CellKind::Point,
        file: files.iter().position(|other| other == file),
        rank: Rank::named(&cell.name[file.len()..]),
        outline: (0..CORNERS).map(corner).collect(),
        centre,
        shade: LIGHT,
    }
}

/// Draws the cells with characters, each row of them in a row of the text. The rows are numbered from the
/// lowest.
fn sketch(cells: &[&GraphCell]) -> Option<super::sketch::Sketch> {
    let mut heights: Vec<i16> = cells.iter().map(|cell| cell.at.1).collect();
    heights.sort_unstable();
    heights.dedup();
    let row = |height: i16| 2 * heights.partition_point(|other| *other < height) as i16;
    let layout = SketchLayout {
        cells: (cells.iter())
            .map(|cell| (CellKind::Point, (cell.at.0, row(cell.at.1))))
            .collect(),
        dark: CellSet::EMPTY,
        ranks: (1..)
            .zip(&heights)
            .map(|(number, height): (usize, &i16)| (number.to_string(), row(*height)))
            .collect(),
        files: Vec::new(),
        inner_files: Vec::new(),
    };
    Some(sketch::draw(&layout))
}
