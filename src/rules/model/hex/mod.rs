//! Hexagonal boards: cells with six sides, in three shades.
//!
//! ```text
//!         side up                    corner up
//!            n                       nw     ne
//!      nw  ____  ne                    /\
//!         /    \                   w  |  |  e
//!     sw  \____/  se                   \/
//!            s                       sw     se
//! ```
//!
//! Across its sides a cell has the six directions of the picture, together the class `orthogonal`
//! (and `contiguous`: no cells touch at a corner alone). Through its corners it has six others, the
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

pub use plan::{HexNames, HexOutline, HexPlan, HexUp, MAX_SIDE};

use std::collections::BTreeMap;

use super::board::{
    Board, BoardFamily, BoardPlan, CellInfo, CellKind, Contact, Coordinate, DirectionPlan,
    PlannedDirection, Point,
};
use super::cells::{Cell, CellSet, MAX_CELLS};
use super::grid::sketch::{self, SketchLayout};
use super::grid::{DARK, LIGHT};
use super::lotus::{Axial, file_letters, unit};
use super::rank::Rank;
use crate::movement::Heading;

/// The shade between light and dark, which the cell in the middle has.
const MIDDLE: u8 = 0;

/// The names of the six steps across sides, counter-clockwise, where a side points up and where a
/// corner does; then those of the ways through corners, each between a step and the next.
const ACROSS: [[&str; 6]; 2] = [
    ["ne", "n", "nw", "sw", "s", "se"],
    ["e", "ne", "nw", "w", "sw", "se"],
];
const THROUGH: [[&str; 6]; 2] = [
    ["nne", "nnw", "w", "ssw", "sse", "e"],
    ["ene", "n", "wnw", "wsw", "s", "ese"],
];

/// The length of a side, so that a piece fills a cell as it fills a square.
const SIDE: f64 = 0.7;

/// The distance from the middle of a cell at the edge to the middle of a letter or a number.
const MARGIN: f64 = 1.0;

/// Why a board cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexFlaw {
    /// A side of the outline has no cell, or more than [`MAX_SIDE`].
    Side,
    /// More cells than a board may have.
    TooMany,
    /// There are letters for another number of files than this.
    Files(usize),
    /// The letters of this file are not one or two small ones, or those of an earlier file.
    FileName(usize),
    /// The board has no cell.
    Empty,
}

/// A cell being prepared for the board.
struct HexDraft {
    at: Axial,
    file: usize,
    rank: usize,
    name: String,
}

/// Builds the board.
///
/// # Errors
///
/// What is wrong with the plan.
pub fn board(plan: &HexPlan) -> Result<Board, HexFlaw> {
    let sides = plan.outline.sides();
    if !sides.iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Err(HexFlaw::Side);
    }
    let (drafts, files) = drafts(plan)?;
    let places: BTreeMap<Axial, Cell> = drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| (draft.at, Cell::new(index)))
        .collect();
    let contact = |(from, to)| (from, to, Contact::Side);
    let contacts = (0..3)
        .flat_map(|turn| edges(&places, unit(turn)))
        .map(contact);
    let family = match plan.up {
        HexUp::Side => BoardFamily::HexSideUp,
        HexUp::Corner => BoardFamily::HexCornerUp,
    };
    Ok(Board::build(BoardPlan {
        family,
        cells: drafts.iter().map(|draft| info(plan, draft)).collect(),
        directions: directions(plan, &places),
        contacts: contacts.collect(),
        coordinates: coordinates(plan, &drafts, &files),
        sketch: Some(sketch::draw(&layout(plan, &drafts, &files))),
        sheets: Vec::new(),
        guides: Vec::new(),
        crossing_lines: Vec::new(),
        inscription: Vec::new(),
        rows: rows(&drafts),
        files,
    }))
}

/// Returns the cells in board order, and the letters of the files.
fn drafts(plan: &HexPlan) -> Result<(Vec<HexDraft>, Vec<String>), HexFlaw> {
    let cells = plan.outline.cells();
    if cells.len() > MAX_CELLS {
        return Err(HexFlaw::TooMany);
    }
    let lines = plan.lines(&cells);
    let count = lines.iter().map(|(file, _)| file + 1).max().unwrap_or(0);
    let files = match plan.files.is_empty() {
        true => (0..count).map(file_letters).collect(),
        false => plan.files.clone(),
    };
    if files.len() != count {
        return Err(HexFlaw::Files(count));
    }
    let is_wrong = |file: &usize| {
        let letters = &files[*file];
        let is_name = (1..=2).contains(&letters.len())
            && letters.bytes().all(|byte| byte.is_ascii_lowercase());
        !is_name || files[..*file].contains(letters)
    };
    if let Some(file) = (0..count).find(is_wrong) {
        return Err(HexFlaw::FileName(file));
    }
    let draft = |(at, (file, rank)): (Axial, (usize, usize))| HexDraft {
        at,
        file,
        rank,
        name: format!("{}{}", files[file], rank + 1),
    };
    let mut drafts: Vec<HexDraft> = cells.into_iter().zip(lines).map(draft).collect();
    drafts.retain(|draft| !plan.missing.contains(&draft.name));
    drafts.sort_by_key(|draft| (draft.file, draft.rank));
    if drafts.is_empty() {
        Err(HexFlaw::Empty)
    } else {
        Ok((drafts, files))
    }
}

/// Returns the ranks from the highest, each from the left.
fn rows(drafts: &[HexDraft]) -> Vec<Vec<Option<Cell>>> {
    let mut rows: BTreeMap<usize, Vec<Option<Cell>>> = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        rows.entry(draft.rank)
            .or_default()
            .push(Some(Cell::new(index)));
    }
    rows.into_values().rev().collect()
}

fn edges(places: &BTreeMap<Axial, Cell>, leap: Axial) -> Vec<(Cell, Cell)> {
    let edge = |(at, from): (&Axial, &Cell)| Some((*from, *places.get(&(*at + leap))?));
    places.iter().filter_map(edge).collect()
}

/// Returns a leap of `a` steps one way, then `b` turned by 60 degrees to the left.
fn leap(a: i16, b: i16, turn: usize) -> Axial {
    let turn = turn as i32;
    unit(turn) * a.into() + unit(turn + 1) * b.into()
}

fn directions(plan: &HexPlan, places: &BTreeMap<Axial, Cell>) -> DirectionPlan {
    let mut classes: Vec<(Axial, Vec<&str>)> = Vec::new();
    let mut add = |leap: Axial, class| match classes.iter_mut().find(|(own, _)| *own == leap) {
        Some((_, names)) if names.contains(&class) => {}
        Some((_, names)) => names.push(class),
        None => classes.push((leap, vec![class])),
    };
    let up = plan.up as usize;
    for turn in 0..6 {
        for class in ["orthogonal", "contiguous", ACROSS[up][turn]] {
            add(leap(1, 0, turn), class);
        }
        add(leap(1, 1, turn), "diagonal");
        add(leap(1, 1, turn), THROUGH[up][turn]);
    }
    for class in &plan.leaps {
        let Some((a, b)) = class.flat() else {
            continue;
        };
        for turn in 0..6 {
            add(leap(a, b, turn), class.name());
            add(leap(b, a, turn), class.name());
        }
    }
    let mut directions = DirectionPlan::default();
    for (leap, names) in classes {
        let Axial { q, r } = leap;
        let heading = Heading::of_height(middle(plan.up, leap).y);
        let direction = PlannedDirection {
            name: format!("({q},{r})"),
            sheet: None,
            heading: Some(heading),
            mirror: format!("({},{})", -q, -r),
            edges: edges(places, leap),
        };
        directions.add(&names, direction);
    }
    directions
}

/// Returns where a leap by axial coordinates leads in the picture.
pub(super) fn offset(up: HexUp, q: i16, r: i16) -> Point {
    middle(
        up,
        Axial {
            q: q.into(),
            r: r.into(),
        },
    )
}

/// Returns the middle of a cell, or where a leap leads from the origin.
fn middle(up: HexUp, at: Axial) -> Point {
    let (q, r) = (f64::from(at.q), f64::from(at.r));
    let (near, wide) = (1.5 * SIDE, 3.0_f64.sqrt() * SIDE);
    match up {
        HexUp::Side => Point {
            x: near * q,
            y: wide * (r + q / 2.0),
        },
        HexUp::Corner => Point {
            x: wide * (q + r / 2.0),
            y: near * r,
        },
    }
}

fn info(plan: &HexPlan, draft: &HexDraft) -> CellInfo {
    let centre = middle(plan.up, draft.at);
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
    let corner = |(x, y)| Point {
        x: centre.x + SIDE * x,
        y: centre.y + SIDE * y,
    };
    let middle = plan.outline.middle();
    let shade = (draft.at.q - draft.at.r) - (middle.q - middle.r);
    CellInfo {
        name: draft.name.clone(),
        kind: CellKind::Hexagon,
        file: Some(draft.file),
        rank: Some(Rank::numbered(draft.rank + 1)),
        outline: corners.map(corner).to_vec(),
        centre,
        shade: [MIDDLE, LIGHT, DARK][shade.rem_euclid(3) as usize],
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

/// Returns the first cell of each rank and the lowest of each file, with the line's name. Axial ranks
/// begin where the files do, and are named at their last cells.
fn line_ends(plan: &HexPlan, drafts: &[HexDraft], files: &[String]) -> [Vec<(String, Axial)>; 2] {
    let (mut ranks, mut lowest) = (BTreeMap::new(), BTreeMap::new());
    for draft in drafts {
        let rank = ranks.entry(draft.rank).or_insert(draft.at);
        if plan.names == HexNames::Axial {
            *rank = draft.at;
        }
        lowest.entry(draft.file).or_insert(draft.at);
    }
    let rank = |(rank, at): (usize, Axial)| ((rank + 1).to_string(), at);
    let file = |(file, at): (usize, Axial)| (files[file].clone(), at);
    [
        ranks.into_iter().map(rank).collect(),
        lowest.into_iter().map(file).collect(),
    ]
}

/// Puts the number of each rank and the letters of each file where the line leaves the board.
fn coordinates(plan: &HexPlan, drafts: &[HexDraft], files: &[String]) -> Vec<Coordinate> {
    let lines = line_ends(plan, drafts, files)
        .into_iter()
        .zip(ways_out(plan));
    let label = |(text, at): (String, Axial), way: Axial| {
        let (from, way) = (middle(plan.up, at), middle(plan.up, way));
        let length = way.x.hypot(way.y);
        let at = Point {
            x: from.x + MARGIN * way.x / length,
            y: from.y + MARGIN * way.y / length,
        };
        Coordinate { text, at }
    };
    lines
        .flat_map(|(ends, way)| ends.into_iter().map(move |end| label(end, way)))
        .collect()
}

/// Returns the layout of the drawing in characters.
fn layout(plan: &HexPlan, drafts: &[HexDraft], files: &[String]) -> SketchLayout {
    let halves = |at: Axial| {
        let (x, y) = match plan.up {
            HexUp::Side => (2 * at.q, 2 * at.r + at.q),
            HexUp::Corner => (2 * at.q + at.r, 2 * at.r),
        };
        // A side has at most 32 cells.
        (x as i16, y as i16)
    };
    let [ranks, letters] = line_ends(plan, drafts, files);
    let cell = |draft: &HexDraft| (CellKind::Hexagon, halves(draft.at));
    SketchLayout {
        cells: drafts.iter().map(cell).collect(),
        dark: CellSet::EMPTY,
        ranks: ranks
            .into_iter()
            .map(|(text, at)| (text, halves(at).1))
            .collect(),
        files: letters
            .into_iter()
            .map(|(text, at)| (text, halves(at).0))
            .collect(),
        inner_files: Vec::new(),
    }
}
