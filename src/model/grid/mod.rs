//! Grid boards: files and ranks of squares, some of which may be missing, and cells beside them.
//!
//! The directions have the names of Betza's atoms, besides `orthogonal`, `diagonal` and `contiguous`; any
//! other leap is a class of its own where a plan asks for it: `(1,4)`.
//!
//! ```
//! use padma::model::grid::{self, Plan};
//! let board = grid::board(&Plan::of(8, 8)).map_err(|flaws| format!("{flaws:?}"))?;
//! assert_eq!(board.len(), 64);
//! assert_eq!(board.cells().next().map(|cell| board.name(cell)), Some("a1"));
//! # Ok::<(), String>(())
//! ```

mod leaps;
mod sketch;

use std::collections::BTreeSet;

pub use leaps::{LeapClass, MAX_LEAPS};

use super::board::{Board, CellInfo, Contact, Coordinate, Kind, Plan as BoardPlan, Point};
use super::cells::{Cell, MAX_CELLS, PerCell};
use super::lattice::Lattice;
use super::lotus::file_letters;

/// The largest number of files and of ranks.
pub const MOST: usize = 32;
/// The largest number of a rank, since a cell's name has two digits at most.
pub const HIGHEST_RANK: usize = 99;
/// The largest number of extra cells.
pub const MAX_EXTRAS: usize = 64;
/// How many columns or rows beside the files and ranks an extra cell may stand.
pub const FURTHEST: i16 = 8;

/// A cell's column and row, from 0 for the first file and the lowest rank.
pub type Place = (i16, i16);

/// What a grid is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The letters of the files, from the left.
    pub files: Vec<String>,
    pub ranks: usize,
    /// The number of the lowest rank.
    pub first_rank: usize,
    pub shading: Shading,
    /// Where the board has no cell.
    pub missing: BTreeSet<Place>,
    pub extras: Vec<Extra>,
    /// Classes of leaps besides those that every grid has.
    pub leaps: Vec<LeapClass>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shading {
    /// Like a chess board; the place of the first file and the lowest rank is dark, or light.
    Checkered { light_corner: bool },
    /// All cells are light.
    Plain,
    /// These places are dark.
    Dark(BTreeSet<Place>),
}

/// A cell that is on no file and rank of the grid, or fills a gap in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    pub name: String,
    pub at: Place,
}

impl Plan {
    /// A whole board of so many files and ranks.
    pub fn of(files: usize, ranks: usize) -> Plan {
        Plan {
            files: (0..files).map(file_letters).collect(),
            ranks,
            first_rank: 1,
            shading: Shading::Checkered { light_corner: false },
            missing: BTreeSet::new(),
            extras: Vec::new(),
            leaps: Vec::new(),
        }
    }
}

/// Why a grid cannot be built. Numbers are places in the plan's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// No files, or more than [`MOST`].
    Files,
    /// No ranks, or more than [`MOST`].
    Ranks,
    /// Ranks beyond [`HIGHEST_RANK`].
    RankNumbers,
    /// The letters of this file are not one or two small ones.
    FileName { file: usize },
    /// This file's letters are those of a file before it.
    FileDoubled { file: usize, first: usize },
    /// The name is another cell's, or not letters and a number.
    ExtraName { extra: usize },
    /// Another cell lies at this place.
    ExtraTaken { extra: usize, by: String },
    /// The place is further out than [`FURTHEST`].
    ExtraFar { extra: usize },
    /// More extra cells than [`MAX_EXTRAS`], or more cells in all than a board may have.
    ExtraTooMany { extra: usize },
    /// The board has no cell.
    Empty,
}

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &Plan) -> Result<Board, Vec<Flaw>> {
    let flaws = size_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut drafts = regular(plan);
    let flaws = add_extras(plan, &mut drafts);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    if drafts.is_empty() {
        return Err(vec![Flaw::Empty]);
    }
    drafts.sort_by_key(|draft| draft.at);
    let cells = drafts.iter().map(|draft| info(plan, draft)).collect();
    let places = PerCell::from_fn(drafts.len(), |cell| Some(drafts[cell.index()].at));
    let lattice = Lattice::new(places, (plan.files.len() as i16, plan.ranks as i16));
    let (directions, classes) = leaps::directions(&lattice, &plan.leaps);
    Ok(Board::build(BoardPlan {
        cells,
        contacts: contacts(&lattice),
        coordinates: coordinates(plan, &lattice),
        sketch: Some(sketch::draw(plan, &lattice, drafts.len())),
        files: plan.files.clone(),
        directions,
        classes,
        lattice: Some(lattice),
    }))
}

fn size_flaws(plan: &Plan) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    if !(1..=MOST).contains(&plan.files.len()) {
        flaws.push(Flaw::Files);
    }
    if !(1..=MOST).contains(&plan.ranks) {
        flaws.push(Flaw::Ranks);
    } else if plan.first_rank.saturating_add(plan.ranks - 1) > HIGHEST_RANK {
        flaws.push(Flaw::RankNumbers);
    }
    for (file, letters) in plan.files.iter().enumerate().take(MOST) {
        if !(1..=2).contains(&letters.len()) || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
            flaws.push(Flaw::FileName { file });
        } else if let Some(first) = plan.files[..file].iter().position(|other| other == letters) {
            flaws.push(Flaw::FileDoubled { file, first });
        }
    }
    flaws
}

/// A cell on its way to the board.
struct Draft {
    at: Place,
    name: String,
}

fn regular(plan: &Plan) -> Vec<Draft> {
    let places = (0..plan.files.len()).flat_map(|x| (0..plan.ranks).map(move |y| (x, y)));
    let draft = |(x, y): (usize, usize)| Draft {
        at: (x as i16, y as i16),
        name: format!("{}{}", plan.files[x], plan.first_rank + y),
    };
    places.map(draft).filter(|draft| !plan.missing.contains(&draft.at)).collect()
}

fn add_extras(plan: &Plan, drafts: &mut Vec<Draft>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let inside = |value: i16, count: usize| (-FURTHEST..count as i16 + FURTHEST).contains(&value);
    for (extra, Extra { name, at }) in plan.extras.iter().enumerate() {
        if extra >= MAX_EXTRAS || drafts.len() >= MAX_CELLS {
            flaws.push(Flaw::ExtraTooMany { extra });
            break;
        }
        if !Board::is_name_shaped(name) || drafts.iter().any(|draft| draft.name == *name) {
            flaws.push(Flaw::ExtraName { extra });
        } else if let Some(other) = drafts.iter().find(|draft| draft.at == *at) {
            flaws.push(Flaw::ExtraTaken { extra, by: other.name.clone() });
        } else if !inside(at.0, plan.files.len()) || !inside(at.1, plan.ranks) {
            flaws.push(Flaw::ExtraFar { extra });
        } else {
            drafts.push(Draft { at: *at, name: name.clone() });
        }
    }
    flaws
}

fn info(plan: &Plan, draft: &Draft) -> CellInfo {
    let (x, y) = draft.at;
    let (left, low) = (f64::from(x) - 0.5, f64::from(y) - 0.5);
    let dark = match &plan.shading {
        Shading::Checkered { light_corner } => ((x + y) % 2 == 0) != *light_corner,
        Shading::Plain => false,
        Shading::Dark(places) => places.contains(&draft.at),
    };
    let (file, rank) = file_and_rank(plan, draft);
    CellInfo {
        name: draft.name.clone(),
        kind: Kind::Square,
        file,
        rank,
        outline: [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(dx, dy)| Point { x: left + dx, y: low + dy })
            .to_vec(),
        centre: Point { x: f64::from(x), y: f64::from(y) },
        shade: if dark { DARK } else { LIGHT },
    }
}

/// The shades of a grid's cells, behind those of lotus boards.
const LIGHT: u8 = 3;
const DARK: u8 = 4;

/// The file and the rank that a cell's name says, where it lies on them.
fn file_and_rank(plan: &Plan, draft: &Draft) -> (Option<usize>, Option<usize>) {
    let letters = draft.name.trim_end_matches(|c: char| c.is_ascii_digit());
    let file = plan.files.iter().position(|file| file == letters);
    let rank = draft.name[letters.len()..].parse::<usize>().ok();
    let row = |rank: &usize| *rank as i32 - plan.first_rank as i32 == i32::from(draft.at.1);
    let on_rank = (0..plan.ranks as i16).contains(&draft.at.1);
    (file.filter(|file| *file as i32 == i32::from(draft.at.0)), rank.filter(|rank| on_rank && row(rank)))
}

fn contacts(lattice: &Lattice) -> Vec<(Cell, Cell, Contact)> {
    let ways =
        [(1, 0, Contact::Side), (0, 1, Contact::Side), (1, 1, Contact::Corner), (1, -1, Contact::Corner)];
    let of = |cell: Cell| {
        ways.into_iter().filter_map(move |(x, y, contact)| Some((cell, lattice.step(cell, x, y)?, contact)))
    };
    lattice.cells().flat_map(of).collect()
}

/// From the middle of a cell at the edge to that of its file's letters or its rank's number.
const MARGIN: f64 = 0.95;

/// File letters below the lowest cells, rank numbers left of the leftmost.
fn coordinates(plan: &Plan, lattice: &Lattice) -> Vec<Coordinate> {
    let (left, bottom) = (f64::from(lattice.columns().0) - MARGIN, f64::from(lattice.rows().0) - MARGIN);
    let below =
        |(x, text): (usize, &String)| Coordinate { text: text.clone(), at: Point { x: x as f64, y: bottom } };
    let beside =
        |y: usize| Coordinate { text: (plan.first_rank + y).to_string(), at: Point { x: left, y: y as f64 } };
    plan.files.iter().enumerate().map(below).chain((0..plan.ranks).map(beside)).collect()
}
