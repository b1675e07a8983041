//! Grid boards: files and ranks of squares, some of which may be missing, and cells beside them.
//!
//! The direction classes have the names of Betza's atoms; there are also `orthogonal`, `diagonal`
//! and `contiguous`. A plan can name any other leap as a further class: `(1,4)`.
//!
//! ```
//! use padma_rules::model::grid::{self, GridPlan};
//! let board = grid::board(&GridPlan::of(8, 8)).map_err(|flaws| format!("{flaws:?}"))?;
//! assert_eq!(board.len(), 64);
//! assert_eq!(board.cells().next().map(|cell| board.name(cell)), Some("a1"));
//! # Ok::<(), String>(())
//! ```

mod drawing;
mod plan;

use std::collections::BTreeSet;

use drawing::MARGIN;
pub use plan::{
    Extra, FURTHEST, GridDrawing, GridPlan, MAX_EXTRAS, MAX_SIDE, Place, Shading, ranks_from,
};

use super::board::{Board, CellInfo, CellKind, Point};
use super::build::{BoardPlan, RowPlan, SheetDraft};
use super::cells::MAX_CELLS;
use super::draft::{CellDraft, DARK, EdgeLabel, LIGHT, Written};
use super::flaw::{BoardFlaw, PlanPart, doubled};
use super::geometry::Geometry;
pub use super::lattice::Glue;
pub use super::leaps::{LeapClass, MAX_LEAPS};
use super::rank::Rank;

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &GridPlan) -> Result<Board, Vec<BoardFlaw>> {
    let mut cells = cells(plan)?;
    let flaws = glue_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    cells.sort_by_key(|cell| cell.at);
    let places: BTreeSet<Place> = cells.iter().map(|cell| cell.at).collect();
    let mut board = BoardPlan {
        cells: cells.into_iter().map(|cell| draft(plan, cell)).collect(),
        files: plan.files.clone(),
        sheets: vec![SheetDraft {
            id: String::new(),
            size: plan.size(),
            glue: plan.glue,
        }],
        leaps: plan.leaps.clone(),
        labels: labels(plan, &places),
        rows: RowPlan::Places,
        ..BoardPlan::of(Geometry::Squares)
    }
    .build();
    board.crossing_lines = drawing::crossing_lines(plan, &places);
    board.inscription = drawing::inscription(plan);
    Ok(board)
}

/// Returns the cells of a grid: those of its files and ranks, then the extra ones.
///
/// # Errors
///
/// All that is wrong with the plan.
pub(super) fn cells(plan: &GridPlan) -> Result<Vec<GridCell>, Vec<BoardFlaw>> {
    let flaws = size_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut cells = regular_cells(plan);
    let flaws = add_extras(plan, &mut cells);
    match flaws.is_empty() {
        false => Err(flaws),
        true if cells.is_empty() => Err(vec![BoardFlaw::Empty]),
        true => Ok(cells),
    }
}

fn size_flaws(plan: &GridPlan) -> Vec<BoardFlaw> {
    let mut flaws = Vec::new();
    if !(1..=MAX_SIDE).contains(&plan.files.len()) {
        flaws.push(BoardFlaw::Number(PlanPart::File));
    }
    if !(1..=MAX_SIDE).contains(&plan.ranks.len()) {
        flaws.push(BoardFlaw::Number(PlanPart::Rank));
    } else if plan.ranks.iter().any(|rank| rank.number > Rank::HIGHEST) {
        flaws.push(BoardFlaw::RankNumbers);
    }
    let ranks = &plan.ranks[..plan.ranks.len().min(MAX_SIDE)];
    flaws.extend(doubled(PlanPart::Rank, ranks));
    flaws.extend(file_flaws(&plan.files[..plan.files.len().min(MAX_SIDE)]));
    flaws
}

/// Returns the flaws of file names: not one or two lowercase letters, or used twice.
pub(super) fn file_flaws(files: &[String]) -> Vec<BoardFlaw> {
    let is_name = |file: usize| {
        let letters = &files[file];
        (1..=2).contains(&letters.len()) && letters.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let wrong = (0..files.len()).filter(|file| !is_name(*file));
    let doubled = doubled(PlanPart::File, files);
    let doubled =
        doubled.filter(|flaw| matches!(flaw, BoardFlaw::Doubled { item, .. } if is_name(*item)));
    wrong.map(BoardFlaw::FileName).chain(doubled).collect()
}

/// The fewest files or ranks that can be joined: of fewer, a step leads both ways to one cell.
const FEWEST_GLUED: usize = 3;

fn glue_flaws(plan: &GridPlan) -> Vec<BoardFlaw> {
    let mut flaws = Vec::new();
    let Glue { sides, ends } = plan.glue;
    let too_few =
        sides && plan.files.len() < FEWEST_GLUED || ends && plan.ranks.len() < FEWEST_GLUED;
    if too_few || (sides || ends) && !plan.extras.is_empty() {
        flaws.push(BoardFlaw::Glue);
    }
    match plan.drawn {
        GridDrawing::Ring if !sides => flaws.push(BoardFlaw::Ring),
        GridDrawing::Points { river: Some(river) } if !(1..plan.ranks.len()).contains(&river) => {
            flaws.push(BoardFlaw::River {
                ranks: plan.ranks.len(),
            });
        }
        _ => {}
    }
    flaws
}

/// A cell of a grid.
pub(super) struct GridCell {
    pub at: Place,
    pub name: String,
}

fn regular_cells(plan: &GridPlan) -> Vec<GridCell> {
    let places = (0..plan.files.len()).flat_map(|x| (0..plan.ranks.len()).map(move |y| (x, y)));
    let cell = |(x, y): (usize, usize)| GridCell {
        at: (x as i16, y as i16),
        name: format!("{}{}", plan.files[x], plan.ranks[y]),
    };
    places
        .map(cell)
        .filter(|cell| !plan.missing.contains(&cell.at))
        .collect()
}

fn add_extras(plan: &GridPlan, cells: &mut Vec<GridCell>) -> Vec<BoardFlaw> {
    let mut flaws = Vec::new();
    let inside = |value: i16, count: usize| (-FURTHEST..count as i16 + FURTHEST).contains(&value);
    for (extra, Extra { name, at }) in plan.extras.iter().enumerate() {
        if extra >= MAX_EXTRAS || cells.len() >= MAX_CELLS {
            flaws.push(BoardFlaw::ExtraTooMany(extra));
            break;
        }
        if !Board::is_name_shaped(name) || cells.iter().any(|cell| cell.name == *name) {
            flaws.push(BoardFlaw::ExtraName(extra));
        } else if let Some(other) = cells.iter().find(|cell| cell.at == *at) {
            let by = other.name.clone();
            flaws.push(BoardFlaw::ExtraTaken { extra, by });
        } else if !inside(at.0, plan.files.len()) || !inside(at.1, plan.ranks.len()) {
            flaws.push(BoardFlaw::ExtraFar(extra));
        } else {
            cells.push(GridCell {
                at: *at,
                name: name.clone(),
            });
        }
    }
    flaws
}

fn draft(plan: &GridPlan, cell: GridCell) -> CellDraft {
    let (x, y) = cell.at;
    let centre = Point::new(x, y);
    let (centre, outline) = match plan.drawn {
        GridDrawing::Ring => drawing::round_cell(plan, cell.at),
        _ => (centre, square(centre)),
    };
    let is_point = matches!(plan.drawn, GridDrawing::Points { .. });
    let (file, rank) = file_and_rank(plan, &cell);
    let info = CellInfo {
        name: cell.name,
        kind: match is_point {
            true => CellKind::Point,
            false => CellKind::Square,
        },
        file,
        rank,
        outline,
        centre,
        // Lines between points are visible on the darker shade.
        shade: match is_point || plan.is_dark(cell.at) {
            true => DARK,
            false => LIGHT,
        },
    };
    CellDraft {
        info,
        written: (2 * x, 2 * y),
        places: vec![(0, [x, y, 0])],
    }
}

/// Puts file letters below the lowest cells and rank numbers left of the leftmost.
fn labels(plan: &GridPlan, places: &BTreeSet<Place>) -> Vec<EdgeLabel> {
    let least = |value: fn(&Place) -> i16| f64::from(places.iter().map(value).min().unwrap_or(0));
    let (left, bottom) = (least(|at| at.0) - MARGIN, least(|at| at.1) - MARGIN);
    let is_ring = plan.drawn == GridDrawing::Ring;
    let below = |(x, text): (i16, &String)| {
        let at = match is_ring {
            true => drawing::beside_file(plan, x.into()),
            false => Point::new(x, bottom),
        };
        EdgeLabel::new(text, Some(at), Written::Below(2 * x))
    };
    let beside = |(y, rank): (i16, &Rank)| {
        let at = match is_ring {
            true => drawing::in_rank(plan, y.into()),
            false => Point::new(left, y),
        };
        EdgeLabel::new(rank, Some(at), Written::Beside(2 * y))
    };
    let files = (0..).zip(&plan.files).map(below);
    files.chain((0..).zip(&plan.ranks).map(beside)).collect()
}

/// Returns the corners of a square round a point.
pub(super) fn square(centre: Point) -> Vec<Point> {
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    corners.map(|(dx, dy)| centre.moved(dx, dy)).to_vec()
}

/// Returns the file and the rank that a cell's name gives, as far as the cell lies on them.
pub(super) fn file_and_rank(plan: &GridPlan, cell: &GridCell) -> (Option<usize>, Option<Rank>) {
    let number = cell
        .name
        .trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = &cell.name[..cell.name.len() - number.len()];
    let (column, row) = (
        usize::try_from(cell.at.0).ok(),
        usize::try_from(cell.at.1).ok(),
    );
    let file = column.filter(|column| plan.files.get(*column).is_some_and(|file| file == letters));
    let rank = row.and_then(|row| plan.ranks.get(row)).copied();
    (file, rank.filter(|rank| Rank::named(number) == Some(*rank)))
}
