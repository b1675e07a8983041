//! A board: cells, directions between them, and an outline to draw for each.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{Cell, CellSet, PerCell};
use super::lattice::Lattice;
use super::rank::Rank;
use super::side::Side;
use super::sketch::Sketch;
use crate::movement::Heading;
use crate::movement::leg::Leap;
use padma_text::lookup::Lookup;

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

/// A place in the drawing, in units of a cell's side, `y` upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

/// What is known of a cell besides its neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct CellInfo {
    /// What authors and players call it, such as `e4`: no two cells of a board have one name.
    pub name: String,
    /// Its shape.
    pub kind: CellKind,
    /// Place of its file among the board's files, from the left; a cell beside a grid has none.
    pub file: Option<usize>,
    /// Its rank, as its name says it; a cell beside a grid has none.
    pub rank: Option<Rank>,
    /// Its corners, counter-clockwise.
    pub outline: Vec<Point>,
    /// Where a piece stands.
    pub centre: Point,
    /// Which of the board's shades it has, from 0.
    pub shade: u8,
}

/// One direction: a partial function from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dir(u16);

impl Dir {
    /// Its place among the board's directions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One layer of a board whose cells lie on files and ranks, by its place among the board's sheets. A grid has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sheet(u8);

impl Sheet {
    pub(super) fn new(index: usize) -> Sheet {
        Sheet(index as u8)
    }

    /// Its place among the board's sheets.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetInfo {
    /// As an author names it; a grid's has none.
    pub id: String,
    /// How its cells lie to each other. A cell on no place of it is not on the sheet.
    pub lattice: Lattice,
}

/// What is known of a direction besides where it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Direction {
    /// What it is called by itself, such as `(1,2)`; authors write the names of classes.
    pub name: String,
    /// The sheet it never leaves. One that leads from sheet to sheet has none, and so has every one on a board
    /// without sheets.
    pub sheet: Option<Sheet>,
    /// Where it leads as White sees it; `None` where that has no sense (round a ring).
    pub heading: Option<Heading>,
    /// The direction that is Black's when this one is White's.
    pub mirror: Dir,
}

/// The class of directions from a square to the points on its corners, and from a point to its squares.
pub const INCIDENT: &str = "incident";

/// A named set of directions an author can write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// As White has it; Black has the mirror of each.
    pub dirs: Vec<Dir>,
}

/// How two cells touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contact {
    /// They share a side.
    Side,
    /// They share no more than a corner.
    Corner,
}

/// A letter or number at the edge of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// A file's letters or a rank's number.
    pub text: String,
    /// Its middle.
    pub at: Point,
}

/// Why a lotus board cannot be built. `item` is the culprit's place among the petals or extra cells of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what `item` is, and each error the rest"
)]
pub enum BoardError {
    /// The petal at this index stands there twice.
    PetalDoubled { item: usize },
    /// The petal at this index touches none of the petals that hang together with the first.
    PetalApart { item: usize },
    /// More petals, or further out, than a board may have.
    TooLarge { item: usize },
    /// A board needs at least one petal.
    Empty,
    /// The extra cell at this index is fixed to a cell that is not there.
    NoHost { item: usize },
    /// The host has no side at that angle; it has these `sides`, in degrees.
    NoSide { item: usize, sides: Vec<u16> },
    /// Another cell, named `by`, already lies across that side.
    SideTaken { item: usize, by: String },
    /// The name is another cell's, or not a file's letters and a rank's number.
    BadName { item: usize },
}

/// A finite set of cells with directions between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    cells: PerCell<CellInfo>,
    by_name: Lookup<String, Cell>,
    files: Vec<String>,
    directions: Vec<Direction>,
    /// For each direction a row of cells.
    next: Vec<Option<Cell>>,
    classes: BTreeMap<String, Class>,
    contacts: PerCell<Vec<(Cell, Contact)>>,
    coordinates: Vec<Coordinate>,
    sketch: Option<Sketch>,
    sheets: Vec<SheetInfo>,
    guides: Vec<(Point, Point)>,
    rows: Vec<Vec<Option<Cell>>>,
    movable: CellSet,
    absent: CellSet,
}

/// What a generator hands over.
pub(super) struct BoardPlan {
    pub cells: Vec<CellInfo>,
    pub files: Vec<String>,
    pub directions: DirectionPlan,
    pub contacts: Vec<(Cell, Cell, Contact)>,
    pub coordinates: Vec<Coordinate>,
    pub sketch: Option<Sketch>,
    pub sheets: Vec<SheetInfo>,
    /// See [`Board::guides`].
    pub guides: Vec<(Point, Point)>,
    /// See [`Board::rows`].
    pub rows: Vec<Vec<Option<Cell>>>,
}

/// Directions as a generator gathers them, and the classes that they belong to.
#[derive(Default)]
pub(super) struct DirectionPlan {
    all: Vec<PlannedDirection>,
    classes: BTreeMap<String, Class>,
}

pub(super) struct PlannedDirection {
    /// No other on its sheet is called so.
    pub name: String,
    pub sheet: Option<Sheet>,
    pub heading: Option<Heading>,
    /// What its mirror on the same sheet is called.
    pub mirror: String,
    pub edges: Vec<(Cell, Cell)>,
}

impl DirectionPlan {
    /// Adds a direction to some classes.
    pub(super) fn add(&mut self, classes: &[&str], direction: PlannedDirection) {
        let dir = Dir(self.all.len() as u16);
        for class in classes {
            self.classes
                .entry(class.to_string())
                .or_default()
                .dirs
                .push(dir);
        }
        self.all.push(direction);
    }
}

impl Board {
    pub(super) fn build(plan: BoardPlan) -> Board {
        let count = plan.cells.len();
        let DirectionPlan { all, classes } = plan.directions;
        let mut next = vec![None; all.len() * count];
        let mut by_place = BTreeMap::new();
        for (row, direction) in all.iter().enumerate() {
            by_place.insert((direction.sheet, direction.name.clone()), Dir(row as u16));
            for (from, to) in &direction.edges {
                next[row * count + from.index()] = Some(*to);
            }
        }
        let mut contacts: PerCell<Vec<(Cell, Contact)>> = PerCell::from_fn(count, |_| Vec::new());
        for (a, b, contact) in plan.contacts {
            contacts[a].push((b, contact));
            contacts[b].push((a, contact));
        }
        let by_name = plan
            .cells
            .iter()
            .enumerate()
            .map(|(i, cell)| (cell.name.clone(), Cell::new(i)))
            .collect();
        let mut cells = plan.cells.into_iter();
        let direction = |(own, planned): (usize, PlannedDirection)| {
            let PlannedDirection {
                name,
                sheet,
                heading,
                mirror,
                ..
            } = planned;
            // A mirror that is not there would be a direction without a partner; it is its own.
            let mirror = by_place
                .get(&(sheet, mirror))
                .copied()
                .unwrap_or(Dir(own as u16));
            Direction {
                name,
                sheet,
                heading,
                mirror,
            }
        };
        Board {
            cells: PerCell::from_fn(count, |_| {
                // The count is the vector's own length.
                cells
                    .next()
                    .unwrap_or_else(|| unreachable!("one plan for each cell"))
            }),
            by_name,
            files: plan.files,
            directions: all.into_iter().enumerate().map(direction).collect(),
            next,
            classes,
            contacts,
            coordinates: plan.coordinates,
            sketch: plan.sketch,
            sheets: plan.sheets,
            guides: plan.guides,
            rows: plan.rows,
            movable: CellSet::EMPTY,
            absent: CellSet::EMPTY,
        }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no cell.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// All cells in board order: by file from the left, and up each file.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// All its cells, as a set.
    pub fn all(&self) -> CellSet {
        CellSet::first(self.len())
    }

    /// What is known of a cell.
    pub fn info(&self, cell: Cell) -> &CellInfo {
        &self.cells[cell]
    }

    /// What authors and players call a cell.
    pub fn name(&self, cell: Cell) -> &str {
        &self.cells[cell].name
    }

    /// The cell with this name, in which a star may stand for a prime: `c1*` is `c1'`.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let found = self.by_name.get(name).copied();
        if found.is_some() || !name.ends_with(Rank::SIGNS) {
            return found;
        }
        let starless = name.trim_end_matches(Rank::SIGNS);
        let primes = "'".repeat(name[starless.len()..].chars().count());
        self.by_name.get(&format!("{starless}{primes}")).copied()
    }

    /// All names of cells, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self
            .cells
            .iter()
            .map(|(_, info)| info.name.as_str())
            .collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// The letters of the files, from the left.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The ranks, from the lowest.
    pub fn ranks(&self) -> Vec<Rank> {
        let ranks: BTreeSet<Rank> = self
            .cells
            .iter()
            .filter_map(|(_, info)| info.rank)
            .collect();
        ranks.into_iter().collect()
    }

    /// The cells for which a condition holds.
    pub fn cells_where(&self, condition: impl Fn(&CellInfo) -> bool) -> CellSet {
        self.cells()
            .filter(|cell| condition(self.info(*cell)))
            .collect()
    }

    /// The cells of a shape.
    pub fn of_kind(&self, kind: CellKind) -> CellSet {
        self.cells_where(|info| info.kind == kind)
    }

    /// The kinds of cell the board has, in a fixed order.
    pub fn kinds(&self) -> impl Iterator<Item = CellKind> + '_ {
        CellKind::ALL
            .into_iter()
            .filter(|kind| !self.of_kind(*kind).is_empty())
    }

    /// All directions, in the order in which the board's generator made them.
    pub fn directions(&self) -> impl Iterator<Item = (Dir, &Direction)> {
        self.directions
            .iter()
            .enumerate()
            .map(|(index, direction)| (Dir(index as u16), direction))
    }

    /// What is known of a direction.
    pub fn direction(&self, dir: Dir) -> &Direction {
        &self.directions[dir.index()]
    }

    /// The cell one step away.
    #[inline]
    pub fn next(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.next[dir.index() * self.cells.len() + cell.index()]
    }

    /// Whether its cells lie on files and ranks, on one sheet or several.
    pub fn has_sheets(&self) -> bool {
        !self.sheets.is_empty()
    }

    /// The sheets, from the first; none on a board of no files and ranks.
    pub fn sheets(&self) -> impl Iterator<Item = Sheet> + use<> {
        (0..self.sheets.len()).map(Sheet::new)
    }

    /// What is known of a sheet.
    pub fn sheet(&self, sheet: Sheet) -> &SheetInfo {
        &self.sheets[sheet.index()]
    }

    /// How the cells of a sheet lie to each other.
    #[inline]
    pub fn lattice(&self, sheet: Sheet) -> &Lattice {
        &self.sheets[sheet.index()].lattice
    }

    /// The cell a leap on a sheet leads to, as the side that moves sees it.
    #[inline]
    pub fn leap(&self, from: Cell, leap: Leap, sheet: Sheet, side: Side) -> Option<Cell> {
        let sign = if side == Side::White { 1 } else { -1 };
        self.lattice(sheet).step(from, sign * leap.x, sign * leap.y)
    }

    /// What there is of something on the first sheet that has it.
    pub fn on_first_sheet<T>(&self, of: impl Fn(&Lattice) -> Option<T>) -> Option<T> {
        self.sheets.iter().find_map(|sheet| of(&sheet.lattice))
    }

    /// The cells from above, row by row as they are drawn, each row from the left. On a single grid `None` stands
    /// where it has no cell; a board of several sheets has its cells only.
    pub fn rows(&self) -> &[Vec<Option<Cell>>] {
        &self.rows
    }

    /// Directions, those of one sheet together: a walk that keeps to a sheet takes those of one run only.
    pub(crate) fn by_sheet(&self, dirs: &[Dir]) -> Vec<Vec<Dir>> {
        let sheets = self.sheets().map(Some).chain([None]);
        let of = |sheet| {
            dirs.iter()
                .copied()
                .filter(|dir| self.direction(*dir).sheet == sheet)
                .collect()
        };
        sheets
            .map(of)
            .filter(|dirs: &Vec<Dir>| !dirs.is_empty())
            .collect()
    }

    /// The cells that a position may be without.
    pub fn movable(&self) -> &CellSet {
        &self.movable
    }

    /// The cells that a position is without unless it says otherwise.
    pub fn absent(&self) -> &CellSet {
        &self.absent
    }

    /// The same board, at first without some cells.
    pub fn without(self, absent: CellSet) -> Board {
        Board {
            absent: self.with_corners(absent),
            ..self
        }
    }

    /// The same board, where no direction and no leap leads to a cell or from it, and which touches no other.
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
        board
            .sheets
            .iter_mut()
            .for_each(|sheet| sheet.lattice.leave_out(cell));
        board
    }

    /// The same board, with something else known of a cell.
    pub fn with_info(&self, cell: Cell, change: impl FnOnce(&mut CellInfo)) -> Board {
        let mut board = self.clone();
        change(&mut board.cells[cell]);
        board
    }

    /// The same board, of whose cells some can be absent.
    pub fn with_movable(mut self, movable: CellSet) -> Board {
        self.movable = self.with_corners(movable);
        for square in (self.of_kind(CellKind::Square) & self.movable).iter() {
            self.cells[square].shade = MOVABLE;
        }
        self
    }

    /// Absent cells and the points that go with them: a point on the corners of squares none of which is there.
    pub fn with_corners(&self, absent: CellSet) -> CellSet {
        let Some(incident) = self.class(INCIDENT) else {
            return absent;
        };
        let bare = |point: &Cell| {
            let mut squares = incident
                .dirs
                .iter()
                .filter_map(|dir| self.next(*point, *dir))
                .peekable();
            squares.peek().is_some() && squares.all(|square| absent.contains(square))
        };
        let points = self.of_kind(CellKind::Point);
        absent | points.iter().filter(bare).collect()
    }

    /// The cells that are absent when one that can be has gone to another's place.
    pub(crate) fn travelled(&self, absent: &CellSet, from: Cell, to: Cell) -> CellSet {
        let away = (*absent - self.of_kind(CellKind::Point) - CellSet::from_iter([to]))
            | CellSet::from_iter([from]);
        self.with_corners(away)
    }

    /// The class of directions that an author writes so.
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.get(name)
    }

    /// The names of all direction classes, in alphabetical order.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// The directions of a class that head one of these ways (any, if none is named), as `side`
    /// has them.
    pub fn class_for(&self, class: &Class, headings: &[Heading], side: Side) -> Vec<Dir> {
        let fits = |dir: &Dir| {
            headings.is_empty()
                || self
                    .direction(*dir)
                    .heading
                    .is_some_and(|h| headings.contains(&h))
        };
        let framed = |dir: Dir| match side {
            Side::White => dir,
            Side::Black => self.direction(dir).mirror,
        };
        class
            .dirs
            .iter()
            .copied()
            .filter(fits)
            .map(framed)
            .collect()
    }

    /// The cells a cell touches, and how.
    pub fn contacts(&self, cell: Cell) -> &[(Cell, Contact)] {
        &self.contacts[cell]
    }

    /// The letters and numbers at its edge.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// Lines from cells that are drawn apart to where they belong.
    pub fn guides(&self) -> &[(Point, Point)] {
        &self.guides
    }

    /// The board as a drawing of characters, where its generator knows one.
    pub fn sketch(&self) -> Option<&Sketch> {
        self.sketch.as_ref()
    }

    /// Whether a word looks like the name of a cell of such a board (letters, then digits, then primes or the stars
    /// that stand for them), be it one or not.
    pub fn is_name_shaped(word: &str) -> bool {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = word.len() - digits.len();
        let number = digits.trim_end_matches(Rank::SIGNS);
        (1..=2).contains(&letters)
            && (1..=2).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_digit())
            && digits[number.len()..].chars().count() <= Rank::MOST_PRIMES
    }

    /// The names of a set's cells in board order.
    pub fn names_of(&self, set: &CellSet) -> Vec<String> {
        set.iter().map(|cell| self.name(cell).to_string()).collect()
    }
}
