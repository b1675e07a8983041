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

use super::board::{Board, CellInfo, CellKind, Point};
use super::build::{BoardPlan, RowPlan};
use super::cells::MAX_CELLS;
use super::circle::on_circle;
use super::draft::{CellDraft, EdgeLabel, LIGHT, Written};
use super::flaw::{BoardFlaw, PlanPart};
use super::geometry::Geometry;
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

/// Builds the board, without directions.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &GraphPlan) -> Result<Board, Vec<BoardFlaw>> {
    if !(1..=MAX_CELLS).contains(&plan.cells.len()) {
        return Err(vec![BoardFlaw::Number(PlanPart::Cell)]);
    }
    let flaws = (0..plan.cells.len()).filter_map(|index| flaw(plan, index));
    let flaws: Vec<BoardFlaw> = flaws.collect();
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut cells: Vec<&GraphCell> = plan.cells.iter().collect();
    cells.sort_by_key(|cell| cell.at);
    let mut files: Vec<String> = (cells.iter())
        .map(|cell| letters(&cell.name).to_string())
        .collect();
    files.sort_by_key(|file| (file.len(), file.clone()));
    files.dedup();
    // The drawing in characters has each row of cells in a row of the text.
    let mut heights: Vec<i16> = cells.iter().map(|cell| cell.at.1).collect();
    heights.sort_unstable();
    heights.dedup();
    let row = |height: i16| 2 * heights.partition_point(|other| *other < height) as i16;
    let number = |(number, height): (usize, &i16)| {
        EdgeLabel::new(number, None, Written::Beside(row(*height)))
    };
    // The name of a cell is drawn below it, to the right.
    let name = |cell: &&GraphCell| {
        let at = middle(cell).moved(0.45, -0.45);
        EdgeLabel::new(&cell.name, Some(at), Written::Nowhere)
    };
    let labels = cells
        .iter()
        .map(name)
        .chain((1..).zip(&heights).map(number));
    let plan = BoardPlan {
        cells: (cells.iter())
            .map(|cell| draft(cell, &files, row(cell.at.1)))
            .collect(),
        labels: labels.collect(),
        rows: RowPlan::Heights,
        files,
        ..BoardPlan::of(Geometry::Links)
    };
    Ok(plan.build())
}

fn flaw(plan: &GraphPlan, cell: usize) -> Option<BoardFlaw> {
    let own = &plan.cells[cell];
    let earlier = || plan.cells[..cell].iter();
    let is_near =
        |other: &GraphCell| own.at.0.abs_diff(other.at.0) < 2 && own.at.1.abs_diff(other.at.1) < 2;
    if !Board::is_name_shaped(&own.name) {
        Some(BoardFlaw::CellName(cell))
    } else if let Some(first) = earlier().position(|other| other.name == own.name) {
        Some(BoardFlaw::Doubled {
            part: PlanPart::Cell,
            item: cell,
            first,
        })
    } else if own.at.0.abs() > FURTHEST || own.at.1.abs() > FURTHEST {
        Some(BoardFlaw::CellFar(cell))
    } else {
        let first = earlier().position(is_near)?;
        Some(BoardFlaw::CellOverlap { cell, first })
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
    Point::new(f64::from(cell.at.0) / 2.0, f64::from(cell.at.1) / 2.0)
}

/// Returns the line between the outlines of two cells.
pub(super) fn line_between(from: Point, to: Point) -> (Point, Point) {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let part = RADIUS / x.hypot(y);
    let along = |part: f64| from.moved(part * x, part * y);
    (along(part), along(1.0 - part))
}

fn draft(cell: &GraphCell, files: &[String], row: i16) -> CellDraft {
    let file = letters(&cell.name);
    let centre = middle(cell);
    let corner = |index: usize| {
        let corner = on_circle(RADIUS, index as f64 / CORNERS as f64);
        centre.moved(corner.x, corner.y)
    };
    let info = CellInfo {
        name: cell.name.clone(),
        kind: CellKind::Point,
        file: files.iter().position(|other| other == file),
        rank: Rank::named(&cell.name[file.len()..]),
        outline: (0..CORNERS).map(corner).collect(),
        centre,
        shade: LIGHT,
    };
    CellDraft {
        info,
        written: (cell.at.0, row),
        places: Vec::new(),
    }
}
