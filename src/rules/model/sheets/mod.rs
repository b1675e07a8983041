//! Boards of several sheets. Each sheet is a grid; cells with the same name on two sheets are one
//! cell.
//!
//! ```text
//!     8' 8' 8'           one sheet                 + - + - +       a sheet of squares,
//!    8  8  8                   the other           | b2| d2|       and one of the points
//!    2  2  2             both                      + - + - +       on their corners
//! ```
//!
//! Each direction belongs to one sheet; a class has the directions of all sheets. Where points lie
//! on the corners of squares, the class `incident` leads from a square to its points and back. The
//! places of the sheets, in halves of a cell, determine which points lie on which corners.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, CellInfo, CellKind, INCIDENT, Point};
use super::build::{BoardPlan, RowPlan, SheetDraft};
use super::cells::{Cell, CellSet, MAX_CELLS};
use super::draft::{
    CellDraft, DARK, DirectionPlan, EdgeLabel, Halves, LATER, LIGHT, PlannedDirection, Written,
};
use super::flaw::{BoardFlaw, PlanPart, doubled};
use super::geometry::Geometry;
use super::grid::{self, Glue, GridCell, LeapClass, file_and_rank, square};
use super::lattice::{Lattice, LatticePoint};
use super::rank::Rank;
use crate::movement::Heading;

/// The largest number of sheets.
pub const MAX_SHEETS: usize = 8;
/// How far from the drawing's origin a sheet, a row or a cell may be drawn, in cells.
pub const FURTHEST: i16 = 64;
/// The shade of points.
const POINT: u8 = 7;

/// The distance from the edge of the cells to the middle of the files' letters and the ranks'
/// names.
const MARGIN: f64 = 0.45;

/// The description of a board of sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetBoardPlan {
    /// Its sheets; a cell that several share looks as on the first of them.
    pub sheets: Vec<SheetPlan>,
    /// Classes of leaps besides those that every grid has; the leaps of the sheets' own grids are
    /// ignored.
    pub leaps: Vec<LeapClass>,
}

/// The description of one sheet, and where it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPlan {
    /// Its name as an author writes it; no other sheet of the board has it.
    pub id: String,
    /// Its files, ranks, gaps and shades.
    pub grid: grid::GridPlan,
    /// Squares, or points.
    pub kind: CellKind,
    /// Where the cell of the first file and the lowest rank is drawn, in halves of a cell.
    pub at: (i16, i16),
    /// Rows that are not drawn in their own place: each row, and the row where it is drawn.
    pub rows: BTreeMap<i16, i16>,
    /// Cells that are drawn elsewhere, by name, with their column and row in halves of a cell.
    pub apart: BTreeMap<String, (i16, i16)>,
}

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &SheetBoardPlan) -> Result<Board, Vec<BoardFlaw>> {
    let flaws = outer_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut joined = joined_cells(plan)?;
    let (ranks, files) = (drawn_ranks(&joined), drawn_files(&joined));
    let mut letters: Vec<String> = Vec::new();
    for (file, _) in &files {
        if !letters.contains(file) {
            letters.push(file.clone());
        }
    }
    for cell in &mut joined {
        let own = cell.file.as_ref();
        cell.draft.info.file = own.and_then(|own| letters.iter().position(|file| file == own));
    }
    let apart = (joined.iter().enumerate().filter(|(_, cell)| cell.is_apart))
        .map(|(index, _)| Cell::new(index))
        .collect();
    let sheet = |own: &SheetPlan| SheetDraft {
        id: own.id.clone(),
        size: own.grid.size(),
        glue: Glue::default(),
    };
    let plan = BoardPlan {
        files: letters,
        sheets: plan.sheets.iter().map(sheet).collect(),
        leaps: plan.leaps.clone(),
        directions: incidence(&joined),
        labels: labels(&joined, files, ranks),
        rows: RowPlan::Heights,
        cells: joined.into_iter().map(|cell| cell.draft).collect(),
        ..BoardPlan::of(Geometry::Squares)
    };
    let mut board = plan.build();
    board.guides = guides(&board, &apart);
    Ok(board)
}

fn outer_flaws(plan: &SheetBoardPlan) -> Vec<BoardFlaw> {
    let names: Vec<&str> = plan.sheets.iter().map(|sheet| &*sheet.id).collect();
    let mut flaws: Vec<BoardFlaw> = doubled(PlanPart::Sheet, &names).collect();
    if !(1..=MAX_SHEETS).contains(&plan.sheets.len()) {
        flaws.push(BoardFlaw::Number(PlanPart::Sheet));
    }
    let near = |halves: i16| (-2 * FURTHEST..=2 * FURTHEST).contains(&halves);
    for (sheet, own) in plan.sheets.iter().enumerate() {
        let has_near_rows = (own.rows.values()).all(|row| (-FURTHEST..=FURTHEST).contains(row));
        let mut places = own.apart.values().chain([&own.at]);
        if !has_near_rows || !places.all(|(x, y)| near(*x) && near(*y)) {
            flaws.push(BoardFlaw::SheetFar.on(sheet));
        }
    }
    flaws
}

/// A cell of one sheet or several.
struct JoinedCell {
    draft: CellDraft,
    /// The letters of its file.
    file: Option<String>,
    /// The first sheet that has it.
    sheet: usize,
    /// Whether it is drawn apart from the other cells of its sheet.
    is_apart: bool,
}

/// Returns the cells in board order.
fn joined_cells(plan: &SheetBoardPlan) -> Result<Vec<JoinedCell>, Vec<BoardFlaw>> {
    let (mut cells, mut flaws) = (Vec::<JoinedCell>::new(), Vec::new());
    for (sheet, own) in plan.sheets.iter().enumerate() {
        match grid::cells(&own.grid) {
            Ok(found) => flaws.extend(add_cells(&mut cells, sheet, own, found)),
            Err(found) => flaws.extend(found.into_iter().map(|flaw| flaw.on(sheet))),
        }
    }
    if flaws.is_empty() {
        flaws.extend(overlap(&cells));
    }
    let is_later = |cell: &&mut JoinedCell| {
        cell.sheet > 0 && cell.draft.places.len() == 1 && cell.draft.info.kind != CellKind::Point
    };
    for cell in cells.iter_mut().filter(is_later) {
        cell.draft.info.shade += LATER;
    }
    cells.sort_by_key(|cell| cell.draft.written);
    match flaws.is_empty() {
        true => Ok(cells),
        false => Err(flaws),
    }
}

/// Returns lines from the middle of the side of a cell that is drawn apart to the corners of the cells
/// it touches.
fn guides(board: &Board, apart: &CellSet) -> Vec<(Point, Point)> {
    let near = |cell| {
        board
            .contacts(cell)
            .iter()
            .map(move |(other, _)| (cell, *other))
    };
    let pairs = board.cells().flat_map(near).filter(|(a, b)| a < b);
    let guides = pairs.flat_map(|(a, b)| [(a, b), (b, a)]);
    let is_guide = |(cell, other): &(Cell, Cell)| apart.contains(*cell) && !apart.contains(*other);
    let sign = |way: f64| if way == 0.0 { 0.0 } else { way.signum() };
    let line = |(cell, other): (Cell, Cell)| {
        let half_widths = [cell, other].map(|cell| match board.info(cell).kind {
            CellKind::Point => 0.0,
            _ => 0.5,
        });
        let [from, to] = [cell, other].map(|cell| board.info(cell).centre);
        let (right, up) = (sign(to.x - from.x), sign(to.y - from.y));
        let side = from.moved(right * half_widths[0], 0.0);
        let corner = to.moved(-right * half_widths[1], -up * half_widths[1]);
        (side, corner)
    };
    guides.filter(is_guide).map(line).collect()
}

/// Returns the directions between squares and the points on their corners.
fn incidence(cells: &[JoinedCell]) -> DirectionPlan {
    let is_point = |cell: &JoinedCell| cell.draft.info.kind == CellKind::Point;
    let by_place: BTreeMap<(bool, Halves), Cell> = (cells.iter().enumerate())
        .map(|(index, cell)| ((is_point(cell), cell.draft.written), Cell::new(index)))
        .collect();
    let direction = |(name, mirror, right, up): (&str, &str, i16, i16)| {
        let edge = |(index, cell): (usize, &JoinedCell)| {
            let (x, y) = cell.draft.written;
            let other = by_place.get(&(!is_point(cell), (x + right, y + up)))?;
            Some((Cell::new(index), *other))
        };
        PlannedDirection {
            name: name.to_string(),
            sheet: None,
            heading: Some(if up > 0 {
                Heading::Forward
            } else {
                Heading::Backward
            }),
            mirror: mirror.to_string(),
            edges: cells.iter().enumerate().filter_map(edge).collect(),
        }
    };
    let corners = CORNERS.map(direction);
    let mut plan = DirectionPlan::default();
    if corners.iter().any(|corner| !corner.edges.is_empty()) {
        for (corner, (name, ..)) in corners.into_iter().zip(CORNERS) {
            plan.add(&[INCIDENT, name], corner);
        }
    }
    plan
}

/// Puts the letters of files below all cells, and the ranks' names left of all cells, or left
/// of the first file if there is room. A cell at either edge that is on no file has its own
/// name beside it.
fn labels(
    cells: &[JoinedCell],
    files: Vec<(String, i16)>,
    ranks: Vec<(Rank, i16)>,
) -> Vec<EdgeLabel> {
    let edges = || cells.iter().map(|cell| cell.edge(-1));
    let on_file = |cell: &&JoinedCell| cell.file.is_some() && cell.draft.info.rank.is_some();
    let beside = cells.iter().filter(on_file).map(|cell| cell.edge(-1));
    let (beside, leftmost) = (beside.min().unwrap_or(0), edges().min().unwrap_or(0));
    let rightmost = cells.iter().map(|cell| cell.edge(1)).max().unwrap_or(0);
    let low = cells
        .iter()
        .map(|cell| cell.draft.written.1 - cell.half_width());
    let bottom = half(low.min().unwrap_or(0)) - MARGIN;
    let is_free = |(_, y): &(Rank, i16)| {
        let mut outside = cells.iter().filter(|cell| cell.edge(-1) < beside);
        !outside.any(|cell| (cell.draft.written.1 - y).abs() < 2)
    };
    let has_room = ranks.iter().all(is_free);
    let left = if has_room { beside } else { leftmost };
    let name = |cell: &JoinedCell| {
        let y = cell.draft.written.1;
        let is_taken = left == leftmost && ranks.iter().any(|(_, rank)| (y - rank).abs() < 2);
        let x = if cell.edge(-1) == leftmost && !is_taken {
            half(leftmost) - MARGIN
        } else if cell.edge(1) == rightmost {
            half(rightmost) + MARGIN
        } else {
            return None;
        };
        let at = Some(Point::new(x, half(y)));
        Some(EdgeLabel::new(&cell.draft.info.name, at, Written::Nowhere))
    };
    let names = cells.iter().filter(|cell| cell.file.is_none());
    let names: Vec<EdgeLabel> = names.filter_map(name).collect();
    let file = |(text, x): (String, i16)| {
        let at = Some(Point::new(half(x), bottom));
        EdgeLabel::new(text, at, Written::Below(x))
    };
    let rank = |(rank, y): (Rank, i16)| {
        let at = Some(Point::new(half(left) - MARGIN, half(y)));
        EdgeLabel::new(rank, at, Written::Beside(y))
    };
    let files = files.into_iter().map(file);
    let ranks = ranks.iter().copied().map(rank);
    files.chain(ranks).chain(names).collect()
}

/// Returns the ranks that have cells, and where they are drawn, in halves of a cell.
fn drawn_ranks(cells: &[JoinedCell]) -> Vec<(Rank, i16)> {
    let rank = |cell: &JoinedCell| Some((cell.draft.info.rank?, cell.draft.written.1));
    let ranks: BTreeSet<(Rank, i16)> = cells.iter().filter_map(rank).collect();
    ranks.into_iter().collect()
}

/// Returns the files from left to right, and where they are drawn, in halves of a cell.
fn drawn_files(cells: &[JoinedCell]) -> Vec<(String, i16)> {
    let mut all: Vec<(String, i16)> = Vec::new();
    for cell in cells {
        let file = cell.file.clone().map(|file| (file, cell.draft.written.0));
        all.extend(file.filter(|file| !all.contains(file)));
    }
    all
}

/// The directions from a square to its corners, each with its mirror, in halves of a cell.
const CORNERS: [(&str, &str, i16, i16); 4] = [
    ("ne", "sw", 1, 1),
    ("nw", "se", -1, 1),
    ("se", "nw", 1, -1),
    ("sw", "ne", -1, -1),
];

fn half(halves: i16) -> f64 {
    f64::from(halves) / 2.0
}

fn point(at: Halves) -> Point {
    Point::new(half(at.0), half(at.1))
}

/// Adds the cells of a sheet to those of the sheets before it, up to the first that cannot be.
fn add_cells(
    all: &mut Vec<JoinedCell>,
    sheet: usize,
    own: &SheetPlan,
    cells: Vec<GridCell>,
) -> Option<BoardFlaw> {
    for cell in cells {
        let (x, y) = cell.at;
        let place = (sheet, [x, y, 0]);
        if let Some(known) = all
            .iter_mut()
            .find(|known| known.draft.info.name == cell.name)
        {
            if known.draft.info.kind != own.kind {
                return Some(BoardFlaw::SheetKinds {
                    sheet,
                    first: known.sheet,
                    name: cell.name,
                });
            }
            known.draft.places.push(place);
        } else if all.len() >= MAX_CELLS {
            return Some(BoardFlaw::TooMany.on(sheet));
        } else {
            all.push(joined_cell(own, cell, place));
        }
    }
    None
}

fn joined_cell(own: &SheetPlan, cell: GridCell, place: (usize, LatticePoint)) -> JoinedCell {
    let (column, row) = cell.at;
    let (file, rank) = file_and_rank(&own.grid, &cell);
    let row = own.rows.get(&row).copied().unwrap_or(row);
    let apart = own.apart.get(&cell.name);
    let (x, y) = apart.copied().unwrap_or((2 * column, 2 * row));
    let written = (own.at.0 + x, own.at.1 + y);
    let (outline, shade) = match own.kind {
        CellKind::Point => (Vec::new(), POINT),
        _ if own.grid.is_dark(cell.at) => (square(point(written)), DARK),
        _ => (square(point(written)), LIGHT),
    };
    let info = CellInfo {
        name: cell.name,
        kind: own.kind,
        // The files of the whole board are not known yet.
        file: None,
        rank,
        outline,
        centre: point(written),
        shade,
    };
    JoinedCell {
        draft: CellDraft {
            info,
            written,
            places: vec![place],
        },
        file: file.and_then(|file| own.grid.files.get(file)).cloned(),
        sheet: place.0,
        is_apart: apart.is_some(),
    }
}

/// Finds the first cell that overlaps an earlier one.
fn overlap(cells: &[JoinedCell]) -> Option<BoardFlaw> {
    cells.iter().enumerate().find_map(|(index, cell)| {
        let other = cells[..index].iter().find(|other| cell.overlaps(other))?;
        let [name, other] = [cell, other].map(|cell| cell.draft.info.name.clone());
        Some(BoardFlaw::SheetOverlap { name, other }.on(cell.sheet))
    })
}

impl JoinedCell {
    /// Returns the distance from its middle to its edge, in halves of a cell.
    fn half_width(&self) -> i16 {
        i16::from(self.draft.info.kind != CellKind::Point)
    }

    /// Returns where its left edge is drawn (-1), or its right one (1), in halves of a cell.
    fn edge(&self, side: i16) -> i16 {
        self.draft.written.0 + side * self.half_width()
    }

    fn overlaps(&self, other: &JoinedCell) -> bool {
        let ((x, y), (other_x, other_y)) = (self.draft.written, other.draft.written);
        self.draft.info.kind == other.draft.info.kind
            && x.abs_diff(other_x) < 2
            && y.abs_diff(other_y) < 2
    }
}

/// Returns the names of a grid's cells.
pub fn names(grid: &grid::GridPlan) -> Vec<String> {
    grid::cells(grid)
        .unwrap_or_default()
        .into_iter()
        .map(|cell| cell.name)
        .collect()
}

impl Board {
    /// Returns the cells at the same column and row on other levels, or on other sheets, if these
    /// share cells with the cell's own sheet.
    pub fn twins(&self, cell: Cell) -> CellSet {
        let sheets: Vec<&Lattice> = self.sheets().map(|sheet| self.lattice(sheet)).collect();
        let are_levels = self.levels().is_some();
        let shared =
            |a: &Lattice, b: &Lattice| are_levels || a.cells().any(|cell| b.place(cell).is_some());
        let mut twins = CellSet::EMPTY;
        for (own, (column, row)) in sheets
            .iter()
            .filter_map(|own| Some((own, own.place(cell)?)))
        {
            let others = sheets.iter().filter(|other| shared(own, other));
            twins = twins | others.filter_map(|other| other.at(column, row)).collect();
        }
        twins.remove(cell);
        twins
    }
}
