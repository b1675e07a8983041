//! Hexagonal boards: cells with six sides, in three shades.
//!
//! Across its sides a cell has six directions, together the class `orthogonal` (and `contiguous`: no cells
//! touch at a corner alone). Through its corners it has six others, the
//! class `diagonal`. A plan can name any leap as a further class: `(2,1)` goes two cells across
//! sides, then one turned by 60 degrees.
//!
//! ```
//! use padma_rules::model::hex::{self, HexOutline, HexPlan};
//! let plan = HexPlan::of(HexOutline::Hexagon([6, 6, 6]));
//! let board = hex::board(&plan).map_err(|flaws| format!("{flaws:?}"))?;
//! assert_eq!(board.len(), 91);
//! let (middle, knight) = (board.cell("f6"), board.class("diagonal"));
//! assert_eq!(middle.zip(knight).map(|(cell, class)| board.steps(class, cell).len()), Some(6));
//! # Ok::<(), String>(())
//! ```

mod plan;

pub use super::geometry::HexUp;
pub use plan::{HexNames, HexOutline, HexPlan, MAX_SIDE};

use std::collections::BTreeMap;

use super::board::{Board, CellInfo, CellKind, Point};
use super::build::{BoardPlan, RowPlan};
use super::cells::MAX_CELLS;
use super::draft::{CellDraft, DARK, EdgeLabel, Halves, LIGHT, Written};
use super::flaw::BoardFlaw;
use super::geometry::Geometry;
use super::grid::file_flaws;
use super::lotus::{Axial, file_letters, unit};
use super::rank::Rank;

/// The shade between light and dark, which the cell in the middle has.
const MIDDLE: u8 = 0;

/// The length of a side, so that a piece fills a cell as it fills a square.
const SIDE: f64 = 0.7;

/// The distance from the middle of a cell at the edge to the middle of a letter or a number.
const MARGIN: f64 = 1.0;

/// A cell of the plan.
struct HexCell {
    at: Axial,
    file: usize,
    rank: usize,
    name: String,
}

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &HexPlan) -> Result<Board, Vec<BoardFlaw>> {
    let sides = plan.outline.sides();
    if !sides.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Err(vec![BoardFlaw::Side]);
    }
    let (cells, files) = cells(plan)?;
    let plan = BoardPlan {
        cells: (cells.iter()).map(|cell| draft(plan, cell)).collect(),
        leaps: plan.leaps.clone(),
        labels: labels(plan, &cells, &files),
        rows: RowPlan::Ranks,
        files,
        ..BoardPlan::of(Geometry::Hexagons(plan.up))
    };
    Ok(plan.build())
}

/// Returns the cells in board order, and the letters of the files.
fn cells(plan: &HexPlan) -> Result<(Vec<HexCell>, Vec<String>), Vec<BoardFlaw>> {
    let places = plan.outline.cells();
    if places.len() > MAX_CELLS {
        return Err(vec![BoardFlaw::TooMany]);
    }
    let lines = plan.lines(&places);
    let count = lines.iter().map(|(file, _)| file + 1).max().unwrap_or(0);
    let files = match plan.files.is_empty() {
        true => (0..count).map(file_letters).collect(),
        false => plan.files.clone(),
    };
    let flaws = match files.len() == count {
        true => file_flaws(&files),
        false => vec![BoardFlaw::FileNumber(count)],
    };
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let cell = |(at, (file, rank)): (Axial, (usize, usize))| HexCell {
        at,
        file,
        rank,
        name: format!("{}{}", files[file], rank + 1),
    };
    let mut cells: Vec<HexCell> = places.into_iter().zip(lines).map(cell).collect();
    cells.retain(|cell| !plan.missing.contains(&cell.name));
    cells.sort_by_key(|cell| (cell.file, cell.rank));
    match cells.is_empty() {
        true => Err(vec![BoardFlaw::Empty]),
        false => Ok((cells, files)),
    }
}

/// Returns the middle of a cell, or where a leap leads from the origin.
fn middle(up: HexUp, at: Axial) -> Point {
    let (q, r) = (f64::from(at.q), f64::from(at.r));
    let (near, wide) = (1.5 * SIDE, 3.0_f64.sqrt() * SIDE);
    match up {
        HexUp::Side => Point::new(near * q, wide * (r + q / 2.0)),
        HexUp::Corner => Point::new(wide * (q + r / 2.0), near * r),
    }
}

/// Returns where the drawing in characters has a cell.
fn halves(up: HexUp, at: Axial) -> Halves {
    let (x, y) = match up {
        HexUp::Side => (2 * at.q, 2 * at.r + at.q),
        HexUp::Corner => (2 * at.q + at.r, 2 * at.r),
    };
    // A side has at most 32 cells.
    (x as i16, y as i16)
}

fn draft(plan: &HexPlan, cell: &HexCell) -> CellDraft {
    let centre = middle(plan.up, cell.at);
    let half = 3.0_f64.sqrt() / 2.0;
    // Counter-clockwise from the corner on the right, or from that below it.
    let corners = match plan.up {
        HexUp::Side => [
            (1.0, 0.0),
            (0.5, half),
            (-0.5, half),
            (-1.0, 0.0),
            (-0.5, -half),
            (0.5, -half),
        ],
        HexUp::Corner => [
            (half, -0.5),
            (half, 0.5),
            (0.0, 1.0),
            (-half, 0.5),
            (-half, -0.5),
            (0.0, -1.0),
        ],
    };
    let middle = plan.outline.middle();
    let shade = (cell.at.q - cell.at.r) - (middle.q - middle.r);
    let info = CellInfo {
        name: cell.name.clone(),
        kind: CellKind::Hexagon,
        file: Some(cell.file),
        rank: Some(Rank::numbered(cell.rank + 1)),
        outline: corners
            .map(|(x, y)| centre.moved(SIDE * x, SIDE * y))
            .to_vec(),
        centre,
        shade: [MIDDLE, LIGHT, DARK][shade.rem_euclid(3) as usize],
    };
    CellDraft {
        info,
        written: halves(plan.up, cell.at),
        // As in `halves`.
        places: vec![(0, [cell.at.q as i16, cell.at.r as i16, 0])],
    }
}

/// Returns the ways in which the ranks lead out of the board at their labels, and the files below it.
fn ways_out(plan: &HexPlan) -> [Axial; 2] {
    let [right, up_left, down_left, down, down_right] = [0, 2, 3, 4, 5].map(unit);
    match (plan.up, plan.names) {
        (HexUp::Side, HexNames::Bent | HexNames::Slanted) => [up_left, down],
        (_, HexNames::Axial) => [right, down],
        (HexUp::Side, HexNames::Straight) => [up_left + down_left, down],
        (HexUp::Corner, HexNames::Slanted) => [down_left, down_right],
        (HexUp::Corner, HexNames::Bent | HexNames::Straight) => [down_left, down + down_right],
    }
}

/// Puts the number of each rank at its first cell, and the letters of each file at its lowest, where the
/// line leaves the board. Axial ranks begin where the files do, and are named at their last cells.
fn labels(plan: &HexPlan, cells: &[HexCell], files: &[String]) -> Vec<EdgeLabel> {
    let (mut ranks, mut lowest) = (BTreeMap::new(), BTreeMap::new());
    for cell in cells {
        let rank = ranks.entry(cell.rank).or_insert(cell.at);
        if plan.names == HexNames::Axial {
            *rank = cell.at;
        }
        lowest.entry(cell.file).or_insert(cell.at);
    }
    let [rank_way, file_way] = ways_out(plan).map(|way| middle(plan.up, way));
    let outside = |at: Axial, way: Point| {
        let (from, length) = (middle(plan.up, at), way.x.hypot(way.y));
        Some(from.moved(MARGIN * way.x / length, MARGIN * way.y / length))
    };
    let rank = |(rank, at): (usize, Axial)| {
        let written = Written::Beside(halves(plan.up, at).1);
        EdgeLabel::new(rank + 1, outside(at, rank_way), written)
    };
    let file = |(file, at): (usize, Axial)| {
        let written = Written::Below(halves(plan.up, at).0);
        EdgeLabel::new(&files[file], outside(at, file_way), written)
    };
    let ranks = ranks.into_iter().map(rank);
    ranks.chain(lowest.into_iter().map(file)).collect()
}
