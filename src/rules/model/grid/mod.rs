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
mod leaps;
mod plan;
pub(super) mod sketch;

use drawing::MARGIN;
pub(super) use leaps::add_leaps;
pub use leaps::{LeapClass, MAX_LEAPS};
pub use plan::{
    Extra, FURTHEST, GridDrawing, GridPlan, MAX_EXTRAS, MAX_SIDE, Place, Shading, ranks_from,
};

use super::board::{
    Board, BoardFamily, BoardPlan, CellInfo, CellKind, Contact, Coordinate, DirectionPlan, Point,
    Sheet, SheetInfo,
};
use super::cells::{Cell, CellSet, MAX_CELLS, PerCell};
pub use super::lattice::Glue;
use super::lattice::Lattice;
use super::rank::Rank;
use sketch::SketchLayout;

/// Why a grid cannot be built. `rank`, `file`, `extra` and `first` (the earlier one) are indices
/// into the plan's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the enum says what its numbers are, and each flaw the rest"
)]
pub enum GridFlaw {
    /// No files, or more than [`MAX_SIDE`].
    Files,
    /// No ranks, or more than [`MAX_SIDE`].
    Ranks,
    /// Ranks beyond [`Rank::HIGHEST`].
    RankNumbers,
    /// This rank has the name of an earlier rank.
    RankDoubled { rank: usize, first: usize },
    /// The letters of this file are not one or two small ones.
    FileName { file: usize },
    /// This file has the letters of an earlier file.
    FileDoubled { file: usize, first: usize },
    /// The name belongs to another cell, or is not letters and a number.
    ExtraName { extra: usize },
    /// Another cell, named `by`, lies at this place.
    ExtraTaken { extra: usize, by: String },
    /// The place is further out than [`FURTHEST`].
    ExtraFar { extra: usize },
    /// More extra cells than [`MAX_EXTRAS`], or more cells in all than a board may have.
    ExtraTooMany { extra: usize },
    /// The board has no cell.
    Empty,
    /// Sides can be joined, or a ring drawn, only where at least three files or ranks meet and no
    /// cell lies beside them.
    Glue,
    /// A ring is drawn only where its sides are joined.
    Ring,
    /// The river lies outside the board.
    River,
}

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan.
pub fn board(plan: &GridPlan) -> Result<Board, Vec<GridFlaw>> {
    let mut drafts = drafts(plan)?;
    let flaws = glue_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    drafts.sort_by_key(|draft| draft.at);
    let cells = drafts.iter().map(|draft| info(plan, draft)).collect();
    let places = PerCell::from_fn(drafts.len(), |cell| Some(drafts[cell.index()].at));
    let lattice = Lattice::new(places, plan.size()).glued(plan.glue);
    let mut directions = DirectionPlan::default();
    add_leaps(&mut directions, Sheet::new(0), &lattice, &plan.leaps, true);
    let row = |y| {
        (lattice.columns().0..=lattice.columns().1)
            .map(|x| lattice.at(x, y))
            .collect()
    };
    Ok(Board::build(BoardPlan {
        family: BoardFamily::Sheets,
        cells,
        contacts: contacts(&lattice),
        coordinates: match plan.drawn {
            GridDrawing::Ring => drawing::round_coordinates(plan),
            _ => coordinates(plan, &lattice),
        },
        crossing_lines: drawing::crossing_lines(plan, &lattice),
        inscription: drawing::inscription(plan),
        sketch: Some(sketch::draw(&layout(plan, &drafts))),
        files: plan.files.clone(),
        directions,
        rows: (lattice.rows().0..=lattice.rows().1)
            .rev()
            .map(row)
            .collect(),
        guides: Vec::new(),
        sheets: vec![SheetInfo {
            id: String::new(),
            lattice,
        }],
    }))
}

/// Returns the cells of a grid: those of its files and ranks, then the extra ones.
///
/// # Errors
///
/// All that is wrong with the plan.
pub(super) fn drafts(plan: &GridPlan) -> Result<Vec<Draft>, Vec<GridFlaw>> {
    let flaws = size_flaws(plan);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut drafts = regular_drafts(plan);
    let flaws = add_extras(plan, &mut drafts);
    match flaws.is_empty() {
        false => Err(flaws),
        true if drafts.is_empty() => Err(vec![GridFlaw::Empty]),
        true => Ok(drafts),
    }
}

fn size_flaws(plan: &GridPlan) -> Vec<GridFlaw> {
    let mut flaws = Vec::new();
    if !(1..=MAX_SIDE).contains(&plan.files.len()) {
        flaws.push(GridFlaw::Files);
    }
    if !(1..=MAX_SIDE).contains(&plan.ranks.len()) {
        flaws.push(GridFlaw::Ranks);
    } else if plan.ranks.iter().any(|rank| rank.number > Rank::HIGHEST) {
        flaws.push(GridFlaw::RankNumbers);
    }
    for (rank, name) in plan.ranks.iter().enumerate().take(MAX_SIDE) {
        if let Some(first) = plan.ranks[..rank].iter().position(|other| other == name) {
            flaws.push(GridFlaw::RankDoubled { rank, first });
        }
    }
    for (file, letters) in plan.files.iter().enumerate().take(MAX_SIDE) {
        if !(1..=2).contains(&letters.len()) || !letters.bytes().all(|b| b.is_ascii_lowercase()) {
            flaws.push(GridFlaw::FileName { file });
        } else if let Some(first) = plan.files[..file].iter().position(|other| other == letters) {
            flaws.push(GridFlaw::FileDoubled { file, first });
        }
    }
    flaws
}

/// The fewest files or ranks that can be joined: of fewer, a step leads both ways to one cell.
const FEWEST_GLUED: usize = 3;

fn glue_flaws(plan: &GridPlan) -> Vec<GridFlaw> {
    let mut flaws = Vec::new();
    let Glue { sides, ends } = plan.glue;
    let too_few =
        sides && plan.files.len() < FEWEST_GLUED || ends && plan.ranks.len() < FEWEST_GLUED;
    if too_few || (sides || ends) && !plan.extras.is_empty() {
        flaws.push(GridFlaw::Glue);
    }
    match plan.drawn {
        GridDrawing::Ring if !sides => flaws.push(GridFlaw::Ring),
        GridDrawing::Points { river: Some(river) } if !(1..plan.ranks.len()).contains(&river) => {
            flaws.push(GridFlaw::River);
        }
        _ => {}
    }
    flaws
}

/// A cell being prepared for the board.
pub(super) struct Draft {
    pub at: Place,
    pub name: String,
}

fn regular_drafts(plan: &GridPlan) -> Vec<Draft> {
    let places = (0..plan.files.len()).flat_map(|x| (0..plan.ranks.len()).map(move |y| (x, y)));
    let draft = |(x, y): (usize, usize)| Draft {
        at: (x as i16, y as i16),
        name: format!("{}{}", plan.files[x], plan.ranks[y]),
    };
    places
        .map(draft)
        .filter(|draft| !plan.missing.contains(&draft.at))
        .collect()
}

fn add_extras(plan: &GridPlan, drafts: &mut Vec<Draft>) -> Vec<GridFlaw> {
    let mut flaws = Vec::new();
    let inside = |value: i16, count: usize| (-FURTHEST..count as i16 + FURTHEST).contains(&value);
    for (extra, Extra { name, at }) in plan.extras.iter().enumerate() {
        if extra >= MAX_EXTRAS || drafts.len() >= MAX_CELLS {
            flaws.push(GridFlaw::ExtraTooMany { extra });
            break;
        }
        if !Board::is_name_shaped(name) || drafts.iter().any(|draft| draft.name == *name) {
            flaws.push(GridFlaw::ExtraName { extra });
        } else if let Some(other) = drafts.iter().find(|draft| draft.at == *at) {
            flaws.push(GridFlaw::ExtraTaken {
                extra,
                by: other.name.clone(),
            });
        } else if !inside(at.0, plan.files.len()) || !inside(at.1, plan.ranks.len()) {
            flaws.push(GridFlaw::ExtraFar { extra });
        } else {
            drafts.push(Draft {
                at: *at,
                name: name.clone(),
            });
        }
    }
    flaws
}

fn info(plan: &GridPlan, draft: &Draft) -> CellInfo {
    let (x, y) = draft.at;
    let (file, rank) = file_and_rank(plan, draft);
    let centre = Point {
        x: f64::from(x),
        y: f64::from(y),
    };
    let (kind, centre, outline) = match plan.drawn {
        GridDrawing::Squares => (CellKind::Square, centre, square(centre)),
        GridDrawing::Points { .. } => (CellKind::Point, centre, square(centre)),
        GridDrawing::Ring => {
            let (centre, outline) = drawing::round_cell(plan, draft.at);
            (CellKind::Square, centre, outline)
        }
    };
    CellInfo {
        name: draft.name.clone(),
        kind,
        file,
        rank,
        outline,
        centre,
        // Lines between points are visible on the darker shade.
        shade: match kind == CellKind::Point || plan.is_dark(draft.at) {
            true => DARK,
            false => LIGHT,
        },
    }
}

/// Returns the layout of the drawing in characters.
fn layout(plan: &GridPlan, drafts: &[Draft]) -> SketchLayout {
    let halves = |at: usize| 2 * at as i16;
    let kind = match plan.drawn {
        GridDrawing::Points { .. } => CellKind::Point,
        _ => CellKind::Square,
    };
    let of_rank = |(y, rank): (usize, &Rank)| (rank.to_string(), halves(y));
    let of_file = |(x, file): (usize, &String)| (file.clone(), halves(x));
    SketchLayout {
        cells: drafts
            .iter()
            .map(|draft| (kind, (2 * draft.at.0, 2 * draft.at.1)))
            .collect(),
        dark: CellSet::EMPTY,
        ranks: plan.ranks.iter().enumerate().map(of_rank).collect(),
        files: plan.files.iter().enumerate().map(of_file).collect(),
        inner_files: Vec::new(),
    }
}

/// Returns the corners of a square round a point.
pub(super) fn square(centre: Point) -> Vec<Point> {
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
    corners
        .map(|(dx, dy)| Point {
            x: centre.x + dx,
            y: centre.y + dy,
        })
        .to_vec()
}

/// The shades of a grid's cells. Lotus boards use the numbers below.
pub(super) const LIGHT: u8 = 3;
pub(super) const DARK: u8 = 4;

/// Returns the file and the rank that a cell's name gives, as far as the cell lies on them.
pub(super) fn file_and_rank(plan: &GridPlan, draft: &Draft) -> (Option<usize>, Option<Rank>) {
    let number = draft
        .name
        .trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = &draft.name[..draft.name.len() - number.len()];
    let (column, row) = (
        usize::try_from(draft.at.0).ok(),
        usize::try_from(draft.at.1).ok(),
    );
    let file = column.filter(|column| plan.files.get(*column).is_some_and(|file| file == letters));
    let rank = row
        .and_then(|row| plan.ranks.get(row))
        .filter(|rank| Rank::named(number) == Some(**rank));
    (file, rank.copied())
}

pub(super) fn contacts(lattice: &Lattice) -> Vec<(Cell, Cell, Contact)> {
    let offsets = [
        (1, 0, Contact::Side),
        (0, 1, Contact::Side),
        (1, 1, Contact::Corner),
        (1, -1, Contact::Corner),
    ];
    let contacts_of = |cell: Cell| {
        offsets
            .into_iter()
            .filter_map(move |(x, y, contact)| Some((cell, lattice.step(cell, x, y)?, contact)))
    };
    lattice.cells().flat_map(contacts_of).collect()
}

/// Puts file letters below the lowest cells and rank numbers left of the leftmost.
fn coordinates(plan: &GridPlan, lattice: &Lattice) -> Vec<Coordinate> {
    let (left, bottom) = (
        f64::from(lattice.columns().0) - MARGIN,
        f64::from(lattice.rows().0) - MARGIN,
    );
    let below = |(x, text): (usize, &String)| Coordinate {
        text: text.clone(),
        at: Point {
            x: x as f64,
            y: bottom,
        },
    };
    let beside = |(y, rank): (usize, &Rank)| Coordinate {
        text: rank.to_string(),
        at: Point {
            x: left,
            y: y as f64,
        },
    };
    plan.files
        .iter()
        .enumerate()
        .map(below)
        .chain(plan.ranks.iter().enumerate().map(beside))
        .collect()
}
