//! A board: cells, directions between them, and an outline to draw for each.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{Cell, CellSet, PerCell};
use super::geometry::Geometry;
use super::lattice::Lattice;
use super::rank::Rank;
use super::side::Side;
use super::sketch::Sketch;
use crate::movement::leg::Leap;
use crate::movement::{GRID_ATOMS, Heading};
use padma_text::lookup::Lookup;

/// The shade of squares that can be absent.
pub(super) const MOVABLE: u8 = 8;

padma_text::named! {
    /// The shape of a cell. "Square" never means "cell".
    #[derive(Hash)]
    pub enum CellKind by name {
        /// Four corners.
        Square "square",
        /// Three corners.
        Triangle "triangle",
        /// Six corners.
        Hexagon "hexagon",
        /// A crossing of lines, without an area.
        Point "point",
    }
}

/// A place in the drawing, in units of a square's side, `y` upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl Point {
    /// Returns the point at these coordinates.
    pub fn new(x: impl Into<f64>, y: impl Into<f64>) -> Point {
        let (x, y) = (x.into(), y.into());
        Point { x, y }
    }

    /// Returns the point that lies further to the right and up.
    pub fn moved(self, right: f64, up: f64) -> Point {
        Point::new(self.x + right, self.y + up)
    }
}

/// The properties of a cell, apart from its neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct CellInfo {
    /// The name that authors and players use, such as `e4`; no two cells of a board share one.
    pub name: String,
    /// Its shape.
    pub kind: CellKind,
    /// The index of its file among the board's files, from the left; `None` for a cell beside a
    /// grid.
    pub file: Option<usize>,
    /// Its rank, as its name gives it; `None` for a cell beside a grid.
    pub rank: Option<Rank>,
    /// Its corners, counter-clockwise.
    pub outline: Vec<Point>,
    /// The point where a piece stands.
    pub centre: Point,
    /// The index of its shade among the board's shades, from 0.
    pub shade: u8,
}

/// One direction: a partial function from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dir(u16);

impl Dir {
    pub(super) fn numbered(index: usize) -> Dir {
        Dir(index as u16)
    }

    /// Returns its index among the board's directions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One layer of a board whose cells lie on files and ranks, as an index among the board's sheets.
/// A grid has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sheet(u8);

impl Sheet {
    pub(super) fn new(index: usize) -> Sheet {
        Sheet(index as u8)
    }

    /// Returns its index among the board's sheets.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The properties of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetInfo {
    /// Its name as an author writes it; empty for a grid's.
    pub id: String,
    /// How its cells lie relative to each other. A cell without a place in it is not on the sheet.
    pub lattice: Lattice,
}

/// The properties of a direction, apart from where it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Direction {
    /// The name of this one direction, such as `(1,2)`; authors write the names of classes.
    pub name: String,
    /// The sheet it never leaves. `None` for a direction that leads from sheet to sheet, and for
    /// every direction of a board without sheets.
    pub sheet: Option<Sheet>,
    /// Where it leads as White sees it; `None` where that makes no sense (round a ring).
    pub heading: Option<Heading>,
    /// The direction that Black has where White has this one.
    pub mirror: Dir,
}

/// The class of directions that lead from a square to the points on its corners, and from a point
/// to its squares.
pub const INCIDENT: &str = "incident";

/// A named set of directions an author can write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// White's directions; Black has the mirror of each.
    pub dirs: Vec<Dir>,
}

/// How two cells touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contact {
    /// They share a side.
    Side,
    /// They share only a corner.
    Corner,
}

/// A letter or number at the edge of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// A file's letters or a rank's number.
    pub text: String,
    /// The middle of the text.
    pub at: Point,
}

/// A finite set of cells with directions between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub(super) geometry: Geometry,
    pub(super) cells: PerCell<CellInfo>,
    pub(super) by_name: Lookup<String, Cell>,
    pub(super) files: Vec<String>,
    pub(super) directions: Vec<Direction>,
    /// For each direction a row with the next cell from each cell.
    pub(super) next: Vec<Option<Cell>>,
    pub(super) classes: BTreeMap<String, Class>,
    pub(super) contacts: PerCell<Vec<(Cell, Contact)>>,
    pub(super) coordinates: Vec<Coordinate>,
    pub(super) sketch: Option<Sketch>,
    pub(super) sheets: Vec<SheetInfo>,
    /// The places of all cells, where the leaps between them are on no sheet.
    pub(super) space: Option<Lattice>,
    pub(super) has_levels: bool,
    pub(super) guides: Vec<(Point, Point)>,
    pub(super) crossing_lines: Vec<(Point, Point)>,
    pub(super) inscription: Vec<Coordinate>,
    pub(super) rows: Vec<Vec<Option<Cell>>>,
    pub(super) movable: CellSet,
    pub(super) absent: CellSet,
}

impl Board {
    /// Returns what its cells are laid on.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Whether it is made of petals.
    pub fn has_petals(&self) -> bool {
        self.geometry == Geometry::Petals
    }

    /// Whether its cells and links are an author's own.
    pub fn has_own_links(&self) -> bool {
        self.geometry == Geometry::Links
    }

    /// Whether directions lead from level to level.
    pub fn is_solid(&self) -> bool {
        self.geometry == Geometry::Cubes
    }

    /// Returns the number of its levels, linked or separate; `None` if it is flat.
    pub fn levels(&self) -> Option<usize> {
        self.has_levels.then_some(self.sheets.len())
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns all cells in board order: by file from the left, and up each file.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// Returns the set of all its cells.
    pub fn all(&self) -> CellSet {
        CellSet::first(self.len())
    }

    /// Returns the properties of a cell.
    pub fn info(&self, cell: Cell) -> &CellInfo {
        &self.cells[cell]
    }

    /// Returns the name of a cell that authors and players use.
    pub fn name(&self, cell: Cell) -> &str {
        &self.cells[cell].name
    }

    /// Returns the cell with this name, in which a star may stand for a prime: `c1*` is `c1'`.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let cell = self.by_name.get(name).copied();
        if cell.is_some() || !name.ends_with(Rank::SIGNS) {
            return cell;
        }
        let starless = name.trim_end_matches(Rank::SIGNS);
        let primes = "'".repeat(name[starless.len()..].chars().count());
        self.by_name.get(&format!("{starless}{primes}")).copied()
    }

    /// Returns all names of cells, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self
            .cells
            .iter()
            .map(|(_, info)| info.name.as_str())
            .collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// Returns the letters of each file, from the left.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// Returns the ranks, from the lowest.
    pub fn ranks(&self) -> Vec<Rank> {
        let ranks: BTreeSet<Rank> = self
            .cells
            .iter()
            .filter_map(|(_, info)| info.rank)
            .collect();
        ranks.into_iter().collect()
    }

    /// Returns the cells for which a condition holds.
    pub fn cells_where(&self, condition: impl Fn(&CellInfo) -> bool) -> CellSet {
        self.cells()
            .filter(|cell| condition(self.info(*cell)))
            .collect()
    }

    /// Returns the cells of a shape.
    pub fn of_kind(&self, kind: CellKind) -> CellSet {
        self.cells_where(|info| info.kind == kind)
    }

    /// Returns the kinds of cell that the board has, in a fixed order.
    pub fn kinds(&self) -> impl Iterator<Item = CellKind> + '_ {
        CellKind::ALL
            .into_iter()
            .filter(|kind| !self.of_kind(*kind).is_empty())
    }

    /// Iterates over all directions, in the order in which the board's generator made them.
    pub fn directions(&self) -> impl Iterator<Item = (Dir, &Direction)> {
        self.directions
            .iter()
            .enumerate()
            .map(|(index, direction)| (Dir(index as u16), direction))
    }

    /// Returns the properties of a direction.
    pub fn direction(&self, dir: Dir) -> &Direction {
        &self.directions[dir.index()]
    }

    /// Returns the cell one step away in a direction.
    #[inline]
    pub fn next(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.next[dir.index() * self.cells.len() + cell.index()]
    }

    /// Whether its cells lie on files and ranks, on one sheet or several.
    pub fn has_sheets(&self) -> bool {
        !self.sheets.is_empty()
    }

    /// Returns the sheets, from the first; none on a board without files and ranks.
    pub fn sheets(&self) -> impl Iterator<Item = Sheet> + use<> {
        (0..self.sheets.len()).map(Sheet::new)
    }

    /// Returns the properties of a sheet.
    pub fn sheet(&self, sheet: Sheet) -> &SheetInfo {
        &self.sheets[sheet.index()]
    }

    /// Returns how the cells of a sheet lie relative to each other.
    #[inline]
    pub fn lattice(&self, sheet: Sheet) -> &Lattice {
        &self.sheets[sheet.index()].lattice
    }

    /// Returns the cell that a leap on a sheet leads to, as the side that moves sees it.
    #[inline]
    pub fn leap(&self, from: Cell, leap: Leap, sheet: Sheet, side: Side) -> Option<Cell> {
        let sign = if side == Side::White { 1 } else { -1 };
        self.lattice(sheet).step(from, sign * leap.x, sign * leap.y)
    }

    /// Returns the value for the first sheet that has one.
    pub fn on_first_sheet<T>(&self, value: impl Fn(&Lattice) -> Option<T>) -> Option<T> {
        self.sheets.iter().find_map(|sheet| value(&sheet.lattice))
    }

    /// Returns the lattices that have the board's leaps: one of all cells, or one for each sheet.
    pub(super) fn lattices(&self) -> impl Iterator<Item = &Lattice> {
        let sheets = self.sheets.iter().filter(|_| self.space.is_none());
        let sheets = sheets.map(|sheet| &sheet.lattice);
        self.space.iter().chain(sheets)
    }

    /// Returns the cells row by row as they are drawn, from the top, each row from the left. On a
    /// single grid `None` marks a place without a cell; a board of several sheets lists only its
    /// cells.
    pub fn rows(&self) -> &[Vec<Option<Cell>>] {
        &self.rows
    }

    /// Groups directions by sheet. A walk that stays on one sheet takes its directions from one
    /// group.
    pub(crate) fn by_sheet(&self, dirs: &[Dir]) -> Vec<Vec<Dir>> {
        let sheets = self.sheets().map(Some).chain([None]);
        let on_sheet = |sheet| {
            dirs.iter()
                .copied()
                .filter(|dir| self.direction(*dir).sheet == sheet)
                .collect()
        };
        sheets
            .map(on_sheet)
            .filter(|dirs: &Vec<Dir>| !dirs.is_empty())
            .collect()
    }

    /// Returns the cells that can be absent from a position.
    pub fn movable(&self) -> &CellSet {
        &self.movable
    }

    /// Returns the cells that are absent from a position unless it says otherwise.
    pub fn absent(&self) -> &CellSet {
        &self.absent
    }

    /// Returns the same board, from which these cells are absent at first.
    pub fn without(self, absent: CellSet) -> Board {
        Board {
            absent: self.with_corners(absent),
            ..self
        }
    }

    /// Returns the same board with a cell cut off: no direction and no leap leads to it or from
    /// it, and it touches no other cell.
    pub fn cut_off(&self, cell: Cell) -> Board {
        let mut board = self.clone();
        let count = self.cells.len();
        for (place, next) in board.next.iter_mut().enumerate() {
            if *next == Some(cell) || place % count == cell.index() {
                *next = None;
            }
        }
        for other in self.cells() {
            board.contacts[other].retain(|(near, _)| *near != cell && other != cell);
        }
        let sheets = board.sheets.iter_mut().map(|sheet| &mut sheet.lattice);
        (sheets.chain(&mut board.space)).for_each(|lattice| lattice.remove(cell));
        board
    }

    /// Returns the same board with the properties of a cell changed.
    pub fn with_info(&self, cell: Cell, change: impl FnOnce(&mut CellInfo)) -> Board {
        let mut board = self.clone();
        change(&mut board.cells[cell]);
        board
    }

    /// Returns the same board, some of whose cells can be absent.
    pub fn with_movable(mut self, movable: CellSet) -> Board {
        self.movable = self.with_corners(movable);
        for square in (self.of_kind(CellKind::Square) & self.movable).iter() {
            self.cells[square].shade = MOVABLE;
        }
        self
    }

    /// Adds to the absent cells the points that lie only on corners of absent squares.
    pub fn with_corners(&self, absent: CellSet) -> CellSet {
        let Some(incident) = self.class(INCIDENT) else {
            return absent;
        };
        let is_bare = |point: &Cell| {
            let mut squares = incident
                .dirs
                .iter()
                .filter_map(|dir| self.next(*point, *dir))
                .peekable();
            squares.peek().is_some() && squares.all(|square| absent.contains(square))
        };
        let points = self.of_kind(CellKind::Point);
        absent | points.iter().filter(is_bare).collect()
    }

    /// Returns the cells that are absent after a cell has travelled from one place to another.
    pub(crate) fn absent_after_travel(&self, absent: &CellSet, from: Cell, to: Cell) -> CellSet {
        let absent_squares = (*absent - self.of_kind(CellKind::Point) - CellSet::from_iter([to]))
            | CellSet::from_iter([from]);
        self.with_corners(absent_squares)
    }

    /// Returns the class of directions that an author writes with this name. On a grid, a leap by
    /// coordinates may stand for the letter of its class: `(1,2)` for `N`.
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes
            .get(name)
            .or_else(|| self.classes.get(atom_of(name)?))
    }

    /// Returns the names of all direction classes, in alphabetical order.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// Returns the directions of a class with one of these headings (any, if none is named), as
    /// `side` has them.
    pub fn class_for(&self, class: &Class, headings: &[Heading], side: Side) -> Vec<Dir> {
        let fits = |dir: &Dir| {
            headings.is_empty()
                || self
                    .direction(*dir)
                    .heading
                    .is_some_and(|h| headings.contains(&h))
        };
        let for_side = |dir: Dir| match side {
            Side::White => dir,
            Side::Black => self.direction(dir).mirror,
        };
        class
            .dirs
            .iter()
            .copied()
            .filter(fits)
            .map(for_side)
            .collect()
    }

    /// Returns the cells that a cell touches, and how.
    pub fn contacts(&self, cell: Cell) -> &[(Cell, Contact)] {
        &self.contacts[cell]
    }

    /// Returns the letters and numbers at its edge.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// Returns the lines from cells that are drawn apart to the cells they touch.
    pub fn guides(&self) -> &[(Point, Point)] {
        &self.guides
    }

    /// Returns the lines on whose crossings the cells lie; none where a cell is drawn as an area.
    pub fn crossing_lines(&self) -> &[(Point, Point)] {
        &self.crossing_lines
    }

    /// Returns the characters written on the board itself.
    pub fn inscription(&self) -> &[Coordinate] {
        &self.inscription
    }

    /// Returns the board drawn with characters, if it can be drawn so.
    pub fn sketch(&self) -> Option<&Sketch> {
        self.sketch.as_ref()
    }

    /// Whether a word has the form of a cell's name (letters, then digits, then primes or the
    /// stars that stand for them), whether or not a cell has that name.
    pub fn is_name_shaped(word: &str) -> bool {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = word.len() - digits.len();
        let number = digits.trim_end_matches(Rank::SIGNS);
        (1..=2).contains(&letters)
            && (1..=2).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
            && digits[number.len()..].chars().count() <= Rank::MOST_PRIMES
    }

    /// Returns the names of a set's cells, in board order.
    pub fn names_of(&self, set: &CellSet) -> Vec<String> {
        set.iter().map(|cell| self.name(cell).to_string()).collect()
    }
}

/// Returns the letter of a leap that is written by coordinates, if it has one.
fn atom_of(name: &str) -> Option<&'static str> {
    let (one, other) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let (one, other): (i16, i16) = (one.parse().ok()?, other.parse().ok()?);
    let leap = (one.max(other), one.min(other));
    let atom = GRID_ATOMS.iter().find(|(_, known)| *known == leap)?;
    Some(atom.0)
}
