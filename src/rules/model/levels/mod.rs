//! Boards of levels: grids of one size that lie above one another, as in three-dimensional chess, or
//! beside one another, as in chess on two boards.
//!
//! A cell has the name of its level before its file, if that is a capital letter, or after its rank, if
//! it is primes: `Aa1`, `a1'`. Linked levels have directions of three numbers (columns, ranks, levels):
//! the class `orthogonal` has all turns of (0,0,1), `diagonal` those of (0,1,1), and `triagonal` those of
//! (1,1,1). A plan can name any leap as a further class, such as `(0,1,2)`. Levels that are not linked
//! are sheets without common cells: no direction leads from one to another.
//!
//! ```
//! use padma_rules::model::grid::GridPlan;
//! use padma_rules::model::levels::{self, LevelName, LevelPlan};
//! let levels = ["A", "B", "C"].map(|name| LevelName::parse(name).unwrap_or_default());
//! let board = levels::board(&LevelPlan::of(levels.to_vec(), GridPlan::of(3, 3)));
//! let board = board.map_err(|flaws| format!("{flaws:?}"))?;
//! let (middle, all) = (board.cell("Bb2"), board.class("contiguous"));
//! assert_eq!(middle.zip(all).map(|(cell, class)| board.steps(class, cell).len()), Some(26));
//! # Ok::<(), String>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::board::{
    Board, BoardFamily, BoardPlan, CellInfo, CellKind, Contact, Coordinate, DirectionPlan,
    PlannedDirection, Point, Sheet, SheetInfo,
};
use super::cells::{Cell, CellSet, MAX_CELLS, PerCell};
use super::grid::sketch::{self, SketchLayout};
use super::grid::{self, DARK, GridFlaw, GridPlan, LIGHT, LeapClass, add_leaps, square};
use super::lattice::Lattice;
use super::rank::Rank;
use crate::movement::{COMPASS, Heading};

/// The largest number of levels.
pub const MAX_LEVELS: usize = 26;

/// The number of cells that fit beside one another in the picture: on a phone they are still large enough for a finger.
const WIDEST: usize = 13;

/// The room between two levels, in cells: for letters and numbers, and where levels have letters for those below, too.
const GAP: f64 = 1.5;
const TITLED_GAP: f64 = 2.6;

/// The distance from the middle of a cell at the edge to the middle of a letter, a number or a name.
const MARGIN: f64 = 0.95;

/// A leap by columns, ranks and levels.
type Solid = [i16; 3];

/// The name of a level: a capital letter before the files' letters, or primes after the ranks' numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelName {
    letter: Option<char>,
    primes: usize,
}

impl LevelName {
    /// Reads a name: `A`, or none, one or two primes.
    pub fn parse(text: &str) -> Option<LevelName> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() => Some(LevelName {
                letter: Some(letter),
                primes: 0,
            }),
            _ if text.len() <= Rank::MOST_PRIMES && text.bytes().all(|byte| byte == b'\'') => {
                Some(LevelName {
                    letter: None,
                    primes: text.len(),
                })
            }
            _ => None,
        }
    }

    fn rank(self, rank: Rank) -> Rank {
        Rank {
            primes: rank.primes + self.primes,
            ..rank
        }
    }

    fn text(self) -> String {
        let letter = self.letter.map_or_else(String::new, String::from);
        letter + &"'".repeat(self.primes)
    }
}

/// The description of a board of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelPlan {
    /// The names of the levels, from the lowest.
    pub levels: Vec<LevelName>,
    /// The files, ranks and shades of every level; its gaps, extra cells and leaps are ignored.
    pub grid: GridPlan,
    /// Whether directions lead from level to level.
    pub linked: bool,
    /// The names of places without a cell.
    pub missing: BTreeSet<String>,
    /// Classes of leaps besides those that every board of levels has.
    pub leaps: Vec<LeapClass>,
}

impl LevelPlan {
    /// Returns the plan of linked levels without gaps.
    pub fn of(levels: Vec<LevelName>, grid: GridPlan) -> LevelPlan {
        LevelPlan {
            levels,
            grid,
            linked: true,
            missing: BTreeSet::new(),
            leaps: Vec::new(),
        }
    }
}

/// Why a board cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "`first` and `level` are indices into the plan's list"
)]
pub enum LevelFlaw {
    /// No level, or more than [`MAX_LEVELS`].
    Number,
    /// A level by itself cannot be built.
    Grid(GridFlaw),
    /// A level has the name of an earlier one.
    Doubled { level: usize, first: usize },
    /// More cells than a board may have.
    TooMany,
    /// The board has no cell.
    Empty,
}

/// A cell being prepared for the board.
struct LevelDraft {
    /// Its column, row and level.
    at: Solid,
    name: String,
}

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &LevelPlan) -> Result<Board, Vec<LevelFlaw>> {
    let drafts = drafts(plan)?;
    let lattice = |level: usize| {
        let place = |cell: Cell| {
            let [x, y, z] = drafts[cell.index()].at;
            (usize::from(z.unsigned_abs()) == level).then_some((x, y))
        };
        Lattice::new(PerCell::from_fn(drafts.len(), place), plan.grid.size())
    };
    let sheet = |(level, name): (usize, &LevelName)| SheetInfo {
        id: name.text(),
        lattice: lattice(level),
    };
    let sheets: Vec<SheetInfo> = plan.levels.iter().enumerate().map(sheet).collect();
    let places: BTreeMap<Solid, Cell> = drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| (draft.at, Cell::new(index)))
        .collect();
    let (directions, contacts) = match plan.linked {
        true => (directions(plan, &places), contacts(&places)),
        false => apart(plan, &sheets),
    };
    let drawing = Drawing::of(plan);
    Ok(Board::build(BoardPlan {
        family: match plan.linked {
            true => BoardFamily::Levels,
            false => BoardFamily::SeparateLevels,
        },
        cells: drafts.iter().map(|draft| info(plan, draft)).collect(),
        directions,
        contacts,
        coordinates: drawing.coordinates(plan),
        sketch: Some(sketch::draw(&layout(plan, &drafts))),
        guides: Vec::new(),
        crossing_lines: Vec::new(),
        inscription: Vec::new(),
        rows: rows(plan, &places),
        files: plan.grid.files.clone(),
        sheets,
    }))
}

/// Returns the cells in board order: level by level, by file from the left, and up each file.
fn drafts(plan: &LevelPlan) -> Result<Vec<LevelDraft>, Vec<LevelFlaw>> {
    let mut flaws = Vec::new();
    if !(1..=MAX_LEVELS).contains(&plan.levels.len()) {
        flaws.push(LevelFlaw::Number);
    }
    for (level, name) in plan.levels.iter().enumerate() {
        if let Some(first) = plan.levels[..level].iter().position(|other| other == name) {
            flaws.push(LevelFlaw::Doubled { level, first });
        }
    }
    let bare = GridPlan {
        missing: BTreeSet::new(),
        extras: Vec::new(),
        ..plan.grid.clone()
    };
    let places = match grid::drafts(&bare) {
        Ok(drafts) => drafts.into_iter().map(|draft| draft.at).collect(),
        Err(found) => {
            flaws.extend(found.into_iter().map(LevelFlaw::Grid));
            Vec::new()
        }
    };
    if !flaws.is_empty() {
        return Err(flaws);
    }
    if places.len() * plan.levels.len() > MAX_CELLS {
        return Err(vec![LevelFlaw::TooMany]);
    }
    let draft = |level: usize, (x, y): grid::Place| LevelDraft {
        at: [x, y, level as i16],
        name: name(plan, [x, y, level as i16]),
    };
    let levels = (0..plan.levels.len()).flat_map(|level| places.iter().map(move |at| (level, *at)));
    let mut drafts: Vec<LevelDraft> = levels.map(|(level, at)| draft(level, at)).collect();
    drafts.retain(|draft| !plan.missing.contains(&draft.name));
    match drafts.is_empty() {
        true => Err(vec![LevelFlaw::Empty]),
        false => Ok(drafts),
    }
}

/// Returns the level, the file's letters and the rank of a place. No coordinate is negative.
fn parts(plan: &LevelPlan, at: Solid) -> (LevelName, &str, Rank) {
    let [x, y, z] = at.map(|value| usize::from(value.unsigned_abs()));
    let level = plan.levels[z];
    (level, &plan.grid.files[x], level.rank(plan.grid.ranks[y]))
}

fn name(plan: &LevelPlan, at: Solid) -> String {
    let (level, file, rank) = parts(plan, at);
    let letter = level.letter.map_or_else(String::new, String::from);
    format!("{letter}{file}{rank}")
}

fn info(plan: &LevelPlan, draft: &LevelDraft) -> CellInfo {
    let [x, y, z] = draft.at;
    let centre = Drawing::of(plan).middle(draft.at);
    // Cells above one another differ in shade, as those beside one another do.
    let is_dark = plan.grid.is_dark((x, y)) != (plan.linked && z % 2 == 1);
    CellInfo {
        name: draft.name.clone(),
        kind: CellKind::Square,
        file: usize::try_from(x).ok(),
        rank: Some(parts(plan, draft.at).2),
        outline: square(centre),
        centre,
        shade: if is_dark { DARK } else { LIGHT },
    }
}

/// Returns the ranks from the top of the highest level, each from the left.
fn rows(plan: &LevelPlan, places: &BTreeMap<Solid, Cell>) -> Vec<Vec<Option<Cell>>> {
    let (files, ranks) = plan.grid.size();
    let row = |(z, y): (i16, i16)| {
        (0..files)
            .map(|x| places.get(&[x, y, z]).copied())
            .collect()
    };
    let levels = (0..plan.levels.len() as i16).rev();
    levels
        .flat_map(|z| (0..ranks).rev().map(move |y| (z, y)))
        .map(row)
        .collect()
}

/// Returns a leap with all its turns and mirror images.
fn turns([a, b, c]: Solid) -> BTreeSet<Solid> {
    let orders = [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
    ];
    let signs = |[a, b, c]: Solid| {
        (0..8).map(move |sign| {
            let signed = |value: i16, bit: i32| if sign & bit == 0 { value } else { -value };
            [signed(a, 1), signed(b, 2), signed(c, 4)]
        })
    };
    orders.into_iter().flat_map(signs).collect()
}

/// Returns whether a leap leads ahead as White sees it: up the ranks or up the levels, and down neither.
pub(super) fn heading([_, ranks, levels]: Solid) -> Option<Heading> {
    match (ranks.signum(), levels.signum()) {
        (0, 0) => Some(Heading::Sideways),
        (0 | 1, 0 | 1) => Some(Heading::Forward),
        (0 | -1, 0 | -1) => Some(Heading::Backward),
        _ => None,
    }
}

fn edges(places: &BTreeMap<Solid, Cell>, leap: Solid) -> Vec<(Cell, Cell)> {
    let edge = |(at, from): (&Solid, &Cell)| {
        let to = [0, 1, 2].map(|axis| at[axis] + leap[axis]);
        Some((*from, *places.get(&to)?))
    };
    places.iter().filter_map(edge).collect()
}

/// Returns the directions of linked levels.
fn directions(plan: &LevelPlan, places: &BTreeMap<Solid, Cell>) -> DirectionPlan {
    let mut classes: BTreeMap<Solid, Vec<&str>> = BTreeMap::new();
    let mut add = |leap: Solid, class| {
        let names = classes.entry(leap).or_default();
        if !names.contains(&class) {
            names.push(class);
        }
    };
    for (class, leap) in [
        ("orthogonal", [0, 0, 1]),
        ("diagonal", [0, 1, 1]),
        ("triagonal", [1, 1, 1]),
    ] {
        for leap in turns(leap) {
            add(leap, class);
            add(leap, "contiguous");
        }
    }
    for (class, leap) in COMPASS {
        add([leap.x, leap.y, 0], class);
    }
    add([0, 0, 1], "above");
    add([0, 0, -1], "below");
    for class in &plan.leaps {
        let flat = class.flat().map(|(a, b)| turns([a, b, 0]));
        let flat = flat.into_iter().flatten().filter(|[.., level]| *level == 0);
        let solid = class.solid().map(turns).into_iter().flatten();
        for leap in flat.chain(solid) {
            add(leap, class.name());
        }
    }
    let mut directions = DirectionPlan::default();
    for (leap, names) in classes {
        let [x, y, z] = leap;
        let direction = PlannedDirection {
            name: format!("({x},{y},{z})"),
            sheet: None,
            heading: heading(leap),
            mirror: format!("({},{},{})", -x, -y, -z),
            edges: edges(places, leap),
        };
        directions.add(&names, direction);
    }
    directions
}

fn contacts(places: &BTreeMap<Solid, Cell>) -> Vec<(Cell, Cell, Contact)> {
    let of = |leap: Solid, contact: Contact| {
        let is_later = turns(leap).into_iter().filter(|leap| *leap > [0, 0, 0]);
        is_later
            .flat_map(|leap| edges(places, leap))
            .map(move |(from, to)| (from, to, contact))
            .collect::<Vec<_>>()
    };
    [
        of([0, 0, 1], Contact::Side),
        of([0, 1, 1], Contact::Corner),
        of([1, 1, 1], Contact::Corner),
    ]
    .concat()
}

/// Returns the directions and contacts of levels that are not linked.
fn apart(plan: &LevelPlan, sheets: &[SheetInfo]) -> (DirectionPlan, Vec<(Cell, Cell, Contact)>) {
    let (mut directions, mut contacts) = (DirectionPlan::default(), Vec::new());
    for (level, sheet) in sheets.iter().enumerate() {
        let (sheet_id, lattice) = (Sheet::new(level), &sheet.lattice);
        add_leaps(&mut directions, sheet_id, lattice, &plan.leaps, true);
        contacts.extend(grid::contacts(lattice));
    }
    (directions, contacts)
}

/// Where the levels are drawn: side by side, and in several rows where they would be too wide, the lowest
/// at the bottom left.
struct Drawing {
    levels: usize,
    in_a_row: usize,
    step: (f64, f64),
    size: (f64, f64),
}

impl Drawing {
    fn of(plan: &LevelPlan) -> Drawing {
        let (files, ranks) = (plan.grid.files.len(), plan.grid.ranks.len());
        let fit = ((WIDEST as f64 + GAP) / (files as f64 + GAP)) as usize;
        let rows = plan.levels.len().div_ceil(fit.max(1));
        let size = (files as f64, ranks as f64);
        let is_titled = plan.levels.iter().any(|level| level.letter.is_some());
        let below = if is_titled { TITLED_GAP } else { GAP };
        Drawing {
            levels: plan.levels.len(),
            in_a_row: plan.levels.len().div_ceil(rows),
            step: (size.0 + GAP, size.1 + below),
            size,
        }
    }

    /// Returns the middle of the first cell of a level. A row with fewer levels is in the middle.
    fn corner(&self, level: usize) -> Point {
        let (row, column) = (level / self.in_a_row, level % self.in_a_row);
        let in_its_row = self.in_a_row.min(self.levels - row * self.in_a_row);
        let indent = (self.in_a_row - in_its_row) as f64 / 2.0;
        Point {
            x: (column as f64 + indent) * self.step.0,
            y: row as f64 * self.step.1,
        }
    }

    fn middle(&self, [x, y, z]: Solid) -> Point {
        let corner = self.corner(usize::from(z.unsigned_abs()));
        Point {
            x: corner.x + f64::from(x),
            y: corner.y + f64::from(y),
        }
    }

    /// Puts letters below each level, numbers to its left, and its name above it.
    fn coordinates(&self, plan: &LevelPlan) -> Vec<Coordinate> {
        let of_level = |(level, name): (usize, &LevelName)| {
            let Point { x, y } = self.corner(level);
            let at = |text: String, right: f64, up: f64| Coordinate {
                text,
                at: Point {
                    x: x + right,
                    y: y + up,
                },
            };
            let files = plan.grid.files.iter().enumerate();
            let ranks = plan.grid.ranks.iter().enumerate();
            let (middle, top) = ((self.size.0 - 1.0) / 2.0, self.size.1 - 1.0 + MARGIN);
            let title = name
                .letter
                .map(|letter| at(format!("Level {letter}"), middle, top));
            files
                .map(|(x, file)| at(file.clone(), x as f64, -MARGIN))
                .chain(ranks.map(|(y, rank)| at(name.rank(*rank).to_string(), -MARGIN, y as f64)))
                .chain(title)
                .collect::<Vec<_>>()
        };
        plan.levels.iter().enumerate().flat_map(of_level).collect()
    }
}

/// Returns the layout of the drawing in characters: the levels one above the other, with the letters
/// of the files below each.
fn layout(plan: &LevelPlan, drafts: &[LevelDraft]) -> SketchLayout {
    let height = plan.grid.ranks.len() as i16 + 1;
    let row = |level: i16, y: i16| 2 * (level * height + y);
    let cell = |draft: &LevelDraft| {
        let [x, y, z] = draft.at;
        (CellKind::Square, (2 * x, row(z, y)))
    };
    let ranks = |(level, name): (usize, &LevelName)| {
        let letter = name.letter.map_or_else(String::new, String::from);
        let rank = |(y, rank): (usize, &Rank)| {
            let text = format!("{letter}{}", name.rank(*rank));
            (text, row(level as i16, y as i16))
        };
        (plan.grid.ranks.iter().enumerate().map(rank)).collect::<Vec<_>>()
    };
    let file = |(x, file): (usize, &String)| (file.clone(), 2 * x as i16);
    let files = || plan.grid.files.iter().enumerate().map(file);
    let below = |level: usize| files().map(move |(file, x)| (file, (x, row(level as i16, 0) - 2)));
    SketchLayout {
        cells: drafts.iter().map(cell).collect(),
        dark: CellSet::EMPTY,
        ranks: plan.levels.iter().enumerate().flat_map(ranks).collect(),
        files: files().collect(),
        inner_files: (1..plan.levels.len()).flat_map(below).collect(),
    }
}
