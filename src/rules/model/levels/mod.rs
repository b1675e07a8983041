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

use std::collections::BTreeSet;

use super::board::{Board, CellInfo, CellKind, Point};
use super::build::{BoardPlan, RowPlan, SheetDraft};
use super::cells::MAX_CELLS;
use super::draft::{CellDraft, DARK, EdgeLabel, LIGHT, Written};
use super::flaw::{BoardFlaw, PlanPart, doubled};
use super::geometry::Geometry;
use super::grid::{self, Glue, GridPlan, LeapClass, square};
use super::lattice::LatticePoint;
use super::rank::Rank;

/// The largest number of levels.
pub const MAX_LEVELS: usize = 26;

/// The number of cells that fit beside one another in the picture: on a phone they are still large enough for a finger.
const WIDEST: usize = 13;

/// The room between two levels, in cells: for letters and numbers, and where levels have letters for those below, too.
const GAP: f64 = 1.5;
const TITLED_GAP: f64 = 2.6;

/// The distance from the middle of a cell at the edge to the middle of a letter, a number or a name.
const MARGIN: f64 = 0.95;

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

    /// Returns what stands before a file's letters.
    fn prefix(self) -> String {
        self.letter.map_or_else(String::new, String::from)
    }

    fn text(self) -> String {
        self.prefix() + &"'".repeat(self.primes)
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
    /// Classes of leaps, in addition to those that every board of levels has.
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

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &LevelPlan) -> Result<Board, Vec<BoardFlaw>> {
    let places = places(plan)?;
    let drawing = Drawing::of(plan);
    let level = |name: &LevelName| SheetDraft {
        id: name.text(),
        size: plan.grid.size(),
        glue: Glue::default(),
    };
    let geometry = match plan.linked {
        true => Geometry::Cubes,
        false => Geometry::Squares,
    };
    let plan = BoardPlan {
        cells: (places.into_iter())
            .map(|at| draft(plan, &drawing, at))
            .collect(),
        files: plan.grid.files.clone(),
        sheets: plan.levels.iter().map(level).collect(),
        has_levels: true,
        leaps: plan.leaps.clone(),
        labels: labels(plan, &drawing),
        rows: RowPlan::Places,
        ..BoardPlan::of(geometry)
    };
    Ok(plan.build())
}

/// Returns the places of the cells in board order: level by level, by file from the left, and up each
/// file.
fn places(plan: &LevelPlan) -> Result<Vec<LatticePoint>, Vec<BoardFlaw>> {
    let mut flaws: Vec<BoardFlaw> = doubled(PlanPart::Level, &plan.levels).collect();
    if !(1..=MAX_LEVELS).contains(&plan.levels.len()) {
        flaws.push(BoardFlaw::Number(PlanPart::Level));
    }
    let bare = GridPlan {
        missing: BTreeSet::new(),
        extras: Vec::new(),
        ..plan.grid.clone()
    };
    let flat = grid::cells(&bare).unwrap_or_else(|found| {
        flaws.extend(found);
        Vec::new()
    });
    if !flaws.is_empty() {
        return Err(flaws);
    }
    if flat.len() * plan.levels.len() > MAX_CELLS {
        return Err(vec![BoardFlaw::TooMany]);
    }
    let levels = 0..plan.levels.len() as i16;
    let on_level = |level| (flat.iter()).map(move |cell| [cell.at.0, cell.at.1, level]);
    let all = levels.flat_map(on_level);
    let places: Vec<LatticePoint> = all
        .filter(|at| !plan.missing.contains(&name(plan, *at)))
        .collect();
    let mut names = BTreeSet::new();
    let mut doubled = places.iter().map(|at| name(plan, *at));
    match doubled.find(|name| !names.insert(name.clone())) {
        Some(name) => Err(vec![BoardFlaw::LevelNames(name)]),
        None if places.is_empty() => Err(vec![BoardFlaw::Empty]),
        None => Ok(places),
    }
}

/// Returns the level, the file's letters and the rank of a place. No coordinate is negative.
fn parts(plan: &LevelPlan, at: LatticePoint) -> (LevelName, &str, Rank) {
    let [x, y, z] = at.map(|value| usize::from(value.unsigned_abs()));
    let level = plan.levels[z];
    (level, &plan.grid.files[x], level.rank(plan.grid.ranks[y]))
}

fn name(plan: &LevelPlan, at: LatticePoint) -> String {
    let (level, file, rank) = parts(plan, at);
    format!("{}{file}{rank}", level.prefix())
}

fn draft(plan: &LevelPlan, drawing: &Drawing, at: LatticePoint) -> CellDraft {
    let [x, y, z] = at;
    let centre = drawing.point(z, x.into(), y.into());
    // Cells above one another differ in shade, as those beside one another do.
    let is_dark = plan.grid.is_dark((x, y)) != (plan.linked && z % 2 == 1);
    let info = CellInfo {
        name: name(plan, at),
        kind: CellKind::Square,
        file: usize::try_from(x).ok(),
        rank: Some(parts(plan, at).2),
        outline: square(centre),
        centre,
        shade: if is_dark { DARK } else { LIGHT },
    };
    CellDraft {
        info,
        written: (2 * x, written_row(plan, z, y)),
        places: vec![(usize::from(z.unsigned_abs()), [x, y, 0])],
    }
}

/// Returns where the drawing in characters has a rank: the levels lie one above the other, with the
/// letters of the files below each.
fn written_row(plan: &LevelPlan, level: i16, y: i16) -> i16 {
    2 * (level * (plan.grid.ranks.len() as i16 + 1) + y)
}

/// Puts letters below each level, numbers to its left, and its name above it.
fn labels(plan: &LevelPlan, drawing: &Drawing) -> Vec<EdgeLabel> {
    let of_level = |(level, name): (i16, &LevelName)| {
        let at = |text: String, right: f64, up: f64, written: Written| {
            EdgeLabel::new(text, Some(drawing.point(level, right, up)), written)
        };
        let written_file = |x: i16| match level {
            0 => Written::Below(2 * x),
            _ => Written::Within((2 * x, written_row(plan, level, 0) - 2)),
        };
        let file = |(x, file): (i16, &String)| at(file.clone(), x.into(), -MARGIN, written_file(x));
        let rank = |(y, rank): (i16, &Rank)| {
            let rank = name.rank(*rank).to_string();
            let written = Written::Beside(written_row(plan, level, y));
            let written = EdgeLabel::new(name.prefix() + &rank, None, written);
            [at(rank, -MARGIN, y.into(), Written::Nowhere), written]
        };
        let (middle, top) = ((drawing.size.0 - 1.0) / 2.0, drawing.size.1 - 1.0 + MARGIN);
        let title = (name.letter)
            .map(|letter| at(format!("Level {letter}"), middle, top, Written::Nowhere));
        let files = (0..).zip(&plan.grid.files).map(file);
        let ranks = (0..).zip(&plan.grid.ranks).flat_map(rank);
        files.chain(ranks).chain(title).collect::<Vec<_>>()
    };
    (0..).zip(&plan.levels).flat_map(of_level).collect()
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

    /// Returns a point beside the middle of the first cell of a level. A row with fewer levels is in the
    /// middle.
    fn point(&self, level: i16, right: f64, up: f64) -> Point {
        let level = usize::from(level.unsigned_abs());
        let (row, column) = (level / self.in_a_row, level % self.in_a_row);
        let in_its_row = self.in_a_row.min(self.levels - row * self.in_a_row);
        let indent = (self.in_a_row - in_its_row) as f64 / 2.0;
        Point::new(
            (column as f64 + indent) * self.step.0 + right,
            row as f64 * self.step.1 + up,
        )
    }
}
