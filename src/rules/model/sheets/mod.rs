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

use super::board::{
    Board, BoardFamily, BoardPlan, CellInfo, CellKind, Contact, Coordinate, DirectionPlan,
    INCIDENT, PlannedDirection, Point, Sheet, SheetInfo,
};
use super::cells::{Cell, CellSet, MAX_CELLS, PerCell};
use super::grid::sketch::{self, SketchLayout};
use super::grid::{self, DARK, Draft, LIGHT, LeapClass, add_leaps, file_and_rank, square};
use super::lattice::Lattice;
use super::rank::Rank;
use crate::movement::Heading;

/// The largest number of sheets.
pub const MAX_SHEETS: usize = 8;
/// How far from the drawing's origin a sheet, a row or a cell may be drawn, in cells.
pub const FURTHEST: i16 = 64;
/// Added to the shade of a cell that is on one sheet only, and not on the first.
const LATER: u8 = 2;
/// The shade of points.
const POINT: u8 = 7;

/// The distance from the edge of the cells to the middle of the files' letters and the ranks'
/// names.
const MARGIN: f64 = 0.45;

/// A place in the drawing, in halves of a cell.
type Halves = (i16, i16);

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

/// Why a board cannot be built. `sheet` and `first` (the earlier one) are indices into the plan's
/// list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what its numbers are, and each flaw the rest"
)]
pub enum SheetFlaw {
    /// No sheet, or more than [`MAX_SHEETS`].
    Number,
    /// A sheet by itself cannot be built.
    Grid { sheet: usize, flaw: grid::GridFlaw },
    /// A sheet has the name of an earlier one.
    Doubled { sheet: usize, first: usize },
    /// The sheet is drawn further out than [`FURTHEST`].
    Far { sheet: usize },
    /// The cell of this name is a square on one sheet and a point on the other.
    Kinds {
        sheet: usize,
        first: usize,
        name: String,
    },
    /// The cell of this name would be drawn over the other.
    Overlap {
        sheet: usize,
        name: String,
        other: String,
    },
    /// More cells than a board may have.
    TooMany { sheet: usize },
}

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &SheetBoardPlan) -> Result<Board, Vec<SheetFlaw>> {
    let flaws = outer_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let joined = JoinedCells::new(plan)?;
    Ok(joined.build(plan))
}

fn outer_flaws(plan: &SheetBoardPlan) -> Vec<SheetFlaw> {
    let mut flaws = Vec::new();
    if !(1..=MAX_SHEETS).contains(&plan.sheets.len()) {
        flaws.push(SheetFlaw::Number);
    }
    for (sheet, own) in plan.sheets.iter().enumerate() {
        if let Some(first) = plan.sheets[..sheet]
            .iter()
            .position(|other| other.id == own.id)
        {
            flaws.push(SheetFlaw::Doubled { sheet, first });
        }
        let near = |halves: i16| (-2 * FURTHEST..=2 * FURTHEST).contains(&halves);
        let rows = || {
            own.rows
                .values()
                .all(|row| (-FURTHEST..=FURTHEST).contains(row))
        };
        let apart = || own.apart.values().all(|(x, y)| near(*x) && near(*y));
        if !near(own.at.0) || !near(own.at.1) || !rows() || !apart() {
            flaws.push(SheetFlaw::Far { sheet });
        }
    }
    flaws
}

/// A cell of one sheet or several.
struct JoinedCell {
    name: String,
    /// The first sheet that has it.
    sheet: usize,
    kind: CellKind,
    /// The place where its middle is drawn.
    drawn: Halves,
    /// Whether it is drawn apart from the other cells of its sheet.
    is_apart: bool,
    dark: bool,
    file: Option<String>,
    rank: Option<Rank>,
    /// Its places: sheet, column and row.
    places: Vec<(usize, grid::Place)>,
}

struct JoinedCells {
    /// In board order.
    cells: Vec<JoinedCell>,
}

impl JoinedCells {
    fn new(plan: &SheetBoardPlan) -> Result<JoinedCells, Vec<SheetFlaw>> {
        let (mut cells, mut flaws) = (Vec::new(), Vec::new());
        for (sheet, own) in plan.sheets.iter().enumerate() {
            match grid::drafts(&own.grid) {
                Ok(drafts) => add_cells(&mut cells, sheet, own, drafts, &mut flaws),
                Err(found) => flaws.extend(
                    found
                        .into_iter()
                        .map(|flaw| SheetFlaw::Grid { sheet, flaw }),
                ),
            }
        }
        if flaws.is_empty() {
            flaws.extend(overlap(&cells));
        }
        cells.sort_by_key(|cell| cell.drawn);
        if flaws.is_empty() {
            Ok(JoinedCells { cells })
        } else {
            Err(flaws)
        }
    }

    fn build(&self, plan: &SheetBoardPlan) -> Board {
        let mut files: Vec<String> = Vec::new();
        for (file, _) in self.drawn_files() {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        let sheets: Vec<SheetInfo> = plan
            .sheets
            .iter()
            .enumerate()
            .map(|(i, own)| self.sheet(i, own))
            .collect();
        let contacts = contacts(&sheets);
        let mut directions = DirectionPlan::default();
        let has_points = self.cells.iter().any(|cell| cell.kind == CellKind::Point);
        for (sheet, info) in sheets.iter().enumerate() {
            add_leaps(
                &mut directions,
                Sheet::new(sheet),
                &info.lattice,
                &plan.leaps,
                !has_points,
            );
        }
        self.add_incidence(&mut directions);
        Board::build(BoardPlan {
            family: BoardFamily::Sheets,
            cells: self.cells.iter().map(|cell| cell.info(&files)).collect(),
            guides: self.guides(&contacts),
            crossing_lines: Vec::new(),
            inscription: Vec::new(),
            contacts,
            coordinates: self.coordinates(),
            sketch: Some(sketch::draw(&self.layout())),
            files,
            directions,
            rows: self.rows(),
            sheets,
        })
    }

    fn sheet(&self, sheet: usize, own: &SheetPlan) -> SheetInfo {
        let place = |cell: Cell| {
            let places = self.cells[cell.index()].places.iter();
            places
                .filter(|(other, _)| *other == sheet)
                .map(|(_, at)| *at)
                .next()
        };
        let places = PerCell::from_fn(self.cells.len(), place);
        SheetInfo {
            id: own.id.clone(),
            lattice: Lattice::new(places, own.grid.size()),
        }
    }

    fn rows(&self) -> Vec<Vec<Option<Cell>>> {
        let mut rows: BTreeMap<i16, Vec<Option<Cell>>> = BTreeMap::new();
        for (index, cell) in self.cells.iter().enumerate() {
            rows.entry(-cell.drawn.1)
                .or_default()
                .push(Some(Cell::new(index)));
        }
        rows.into_values().collect()
    }

    /// Returns lines from the middle of the side of a cell that is drawn apart to the corners of
    /// the cells it touches.
    fn guides(&self, contacts: &[(Cell, Cell, Contact)]) -> Vec<(Point, Point)> {
        let mut guides = Vec::new();
        let both = |(a, b, _): &(Cell, Cell, Contact)| [(*a, *b), (*b, *a)];
        for (from, to) in contacts.iter().flat_map(both) {
            let (cell, other) = (&self.cells[from.index()], &self.cells[to.index()]);
            if !cell.is_apart || other.is_apart {
                continue;
            }
            let ((x, y), (to_x, to_y)) = (cell.drawn, other.drawn);
            let (right, up) = ((to_x - x).signum(), (to_y - y).signum());
            guides.push((
                point((x + right * cell.half_width(), y)),
                point((
                    to_x - right * other.half_width(),
                    to_y - up * other.half_width(),
                )),
            ));
        }
        guides
    }

    /// Adds the directions between squares and the points on their corners.
    fn add_incidence(&self, plan: &mut DirectionPlan) {
        let by_place: BTreeMap<(bool, Halves), usize> = self
            .cells
            .iter()
            .enumerate()
            .map(|(index, cell)| ((cell.kind == CellKind::Point, cell.drawn), index))
            .collect();
        let direction = |(name, mirror, right, up): (&str, &str, i16, i16)| {
            let edge = |(index, cell): (usize, &JoinedCell)| {
                let (x, y) = cell.drawn;
                let other = by_place.get(&(cell.kind != CellKind::Point, (x + right, y + up)))?;
                Some((Cell::new(index), Cell::new(*other)))
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
                edges: self.cells.iter().enumerate().filter_map(edge).collect(),
            }
        };
        let corners = CORNERS.map(direction);
        if corners.iter().any(|corner| !corner.edges.is_empty()) {
            for (corner, (name, ..)) in corners.into_iter().zip(CORNERS) {
                plan.add(&[INCIDENT, name], corner);
            }
        }
    }

    /// Puts the letters of files below all cells, and the ranks' names left of all cells, or left
    /// of the first file if there is room. A cell at either edge that is on no file has its own
    /// name beside it.
    fn coordinates(&self) -> Vec<Coordinate> {
        let on_file = self
            .cells
            .iter()
            .filter(|cell| cell.file.is_some() && cell.rank.is_some());
        let edge = |cell: &JoinedCell| cell.drawn.0 - cell.half_width();
        let beside = on_file.map(edge).min().unwrap_or(0);
        let leftmost = self.cells.iter().map(edge).min().unwrap_or(0);
        let bottom = self
            .cells
            .iter()
            .map(|cell| cell.drawn.1 - cell.half_width())
            .min()
            .unwrap_or(0);
        let ranks = self.drawn_ranks();
        let is_free = |y: i16| {
            !self
                .cells
                .iter()
                .any(|cell| edge(cell) < beside && (cell.drawn.1 - y).abs() < 2)
        };
        let left = if ranks.iter().all(|(_, y)| is_free(*y)) {
            beside
        } else {
            leftmost
        };
        let rank = |(rank, y): (Rank, i16)| Coordinate {
            text: rank.to_string(),
            at: Point {
                x: half(left) - MARGIN,
                y: half(y),
            },
        };
        let file = |(text, x): (String, i16)| Coordinate {
            text,
            at: Point {
                x: half(x),
                y: half(bottom) - MARGIN,
            },
        };
        let rightmost = self
            .cells
            .iter()
            .map(|cell| cell.drawn.0 + cell.half_width())
            .max()
            .unwrap_or(0);
        let named = self
            .cells
            .iter()
            .filter(|cell| cell.file.is_none())
            .filter_map(|cell| {
                let is_taken =
                    left == leftmost && ranks.iter().any(|(_, y)| (cell.drawn.1 - y).abs() < 2);
                let x = if edge(cell) == leftmost && !is_taken {
                    half(leftmost) - MARGIN
                } else if cell.drawn.0 + cell.half_width() == rightmost {
                    half(rightmost) + MARGIN
                } else {
                    return None;
                };
                Some(Coordinate {
                    text: cell.name.clone(),
                    at: Point {
                        x,
                        y: half(cell.drawn.1),
                    },
                })
            });
        let named: Vec<Coordinate> = named.collect();
        self.drawn_files()
            .into_iter()
            .map(file)
            .chain(ranks.into_iter().map(rank))
            .chain(named)
            .collect()
    }

    /// Returns the ranks that have cells, and where they are drawn, in halves of a cell.
    fn drawn_ranks(&self) -> Vec<(Rank, i16)> {
        let ranks = self
            .cells
            .iter()
            .filter_map(|cell| Some((cell.rank?, cell.drawn.1)));
        ranks.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the files from left to right, and where they are drawn, in halves of a cell.
    fn drawn_files(&self) -> Vec<(String, i16)> {
        let mut all: Vec<(String, i16)> = Vec::new();
        for cell in &self.cells {
            let file = cell.file.clone().map(|file| (file, cell.drawn.0));
            all.extend(file.filter(|file| !all.contains(file)));
        }
        all
    }

    fn layout(&self) -> SketchLayout {
        let is_dark = |cell: &JoinedCell| cell.kind == CellKind::Square && cell.dark;
        let cells = || self.cells.iter().enumerate();
        SketchLayout {
            dark: cells()
                .filter(|(_, cell)| is_dark(cell))
                .map(|(index, _)| Cell::new(index))
                .collect(),
            cells: self
                .cells
                .iter()
                .map(|cell| (cell.kind, cell.drawn))
                .collect(),
            ranks: self
                .drawn_ranks()
                .into_iter()
                .map(|(rank, y)| (rank.to_string(), y))
                .collect(),
            files: self.drawn_files(),
            inner_files: Vec::new(),
        }
    }
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
    let (x, y) = at;
    Point {
        x: half(x),
        y: half(y),
    }
}

/// Adds the cells of a sheet to those of the sheets before it.
fn add_cells(
    cells: &mut Vec<JoinedCell>,
    sheet: usize,
    own: &SheetPlan,
    drafts: Vec<Draft>,
    flaws: &mut Vec<SheetFlaw>,
) {
    for draft in drafts {
        if let Some(known) = cells.iter_mut().find(|cell| cell.name == draft.name) {
            if known.kind != own.kind {
                flaws.push(SheetFlaw::Kinds {
                    sheet,
                    first: known.sheet,
                    name: draft.name,
                });
                return;
            }
            known.places.push((sheet, draft.at));
            continue;
        }
        if cells.len() >= MAX_CELLS {
            flaws.push(SheetFlaw::TooMany { sheet });
            return;
        }
        let (column, row) = draft.at;
        let row = own.rows.get(&row).copied().unwrap_or(row);
        let apart = own.apart.get(&draft.name);
        let (x, y) = apart.copied().unwrap_or((2 * column, 2 * row));
        let (file, rank) = file_and_rank(&own.grid, &draft);
        cells.push(JoinedCell {
            sheet,
            kind: own.kind,
            drawn: (own.at.0 + x, own.at.1 + y),
            is_apart: apart.is_some(),
            dark: own.grid.is_dark(draft.at),
            file: file.and_then(|file| own.grid.files.get(file)).cloned(),
            rank,
            places: vec![(sheet, draft.at)],
            name: draft.name,
        });
    }
}

/// Finds the first cell that overlaps an earlier one.
fn overlap(cells: &[JoinedCell]) -> Option<SheetFlaw> {
    cells.iter().enumerate().find_map(|(index, cell)| {
        let other = cells[..index].iter().find(|other| cell.overlaps(other))?;
        Some(SheetFlaw::Overlap {
            sheet: cell.sheet,
            name: cell.name.clone(),
            other: other.name.clone(),
        })
    })
}

impl JoinedCell {
    /// Returns the distance from its middle to its edge, in halves of a cell.
    fn half_width(&self) -> i16 {
        if self.kind == CellKind::Point { 0 } else { 1 }
    }

    fn overlaps(&self, other: &JoinedCell) -> bool {
        let (x, y) = (
            self.drawn.0.abs_diff(other.drawn.0),
            self.drawn.1.abs_diff(other.drawn.1),
        );
        self.kind == other.kind && x < 2 && y < 2
    }

    fn info(&self, files: &[String]) -> CellInfo {
        let centre = point(self.drawn);
        let shade = if self.dark { DARK } else { LIGHT };
        CellInfo {
            name: self.name.clone(),
            kind: self.kind,
            file: self
                .file
                .as_ref()
                .and_then(|own| files.iter().position(|file| file == own)),
            rank: self.rank,
            outline: if self.kind == CellKind::Point {
                Vec::new()
            } else {
                square(centre)
            },
            centre,
            shade: match self.kind {
                CellKind::Point => POINT,
                _ if self.sheet > 0 && self.places.len() == 1 => shade + LATER,
                _ => shade,
            },
        }
    }
}

/// Returns the contacts of all sheets. Cells that share a side on one sheet do so even if they
/// share only a corner on another.
fn contacts(sheets: &[SheetInfo]) -> Vec<(Cell, Cell, Contact)> {
    let mut all: BTreeMap<(Cell, Cell), Contact> = BTreeMap::new();
    for (a, b, contact) in sheets
        .iter()
        .flat_map(|sheet| grid::contacts(&sheet.lattice))
    {
        let known = all.entry((a.min(b), a.max(b))).or_insert(contact);
        *known = contact.min(*known);
    }
    all.into_iter()
        .map(|((a, b), contact)| (a, b, contact))
        .collect()
}

/// Returns the names of a grid's cells.
pub fn names(grid: &grid::GridPlan) -> Vec<String> {
    grid::drafts(grid)
        .unwrap_or_default()
        .into_iter()
        .map(|draft| draft.name)
        .collect()
}

impl Board {
    /// Returns the cells at the same column and row on other levels, or on other sheets, if these
    /// share cells with the cell's own sheet.
    pub fn twins(&self, cell: Cell) -> CellSet {
        let sheets: Vec<&Lattice> = self.sheets().map(|sheet| self.lattice(sheet)).collect();
        let are_levels = self.family() != BoardFamily::Sheets;
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
