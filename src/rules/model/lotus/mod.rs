//! Lotus boards: any union of petals of the tiling 3.4.6.4, and cells fixed to their edge.
//!
//! The board of Lotus-39 is four petals in a rhombus:
//!
//! ```
//! use padma_rules::model::lotus::{self, Axial, LotusPlan};
//! let petals = [(0, 0), (1, 0), (0, 1), (1, -1)].map(|(q, r)| Axial { q, r }).to_vec();
//! let board = lotus::board(&LotusPlan { petals, extras: Vec::new() })
//!     .map_err(|errors| format!("{errors:?}"))?;
//! assert_eq!(board.len(), 39);
//! assert_eq!(board.cells().next().map(|cell| board.name(cell)), Some("a3"));
//! # Ok::<(), String>(())
//! ```

mod arrangements;
mod draft;
mod graph;
mod sketch;
mod tiles;

use std::collections::{BTreeMap, BTreeSet};

pub use arrangements::{Census, PetalCount};
pub(crate) use tiles::Tile;
pub use tiles::{Axial, unit};

use super::board::{Board, CellKind, Point};
use super::build::BoardPlan;
use super::draft::{EdgeLabel, Written};
use super::flaw::{BoardFlaw, PlanPart, doubled};
use super::geometry::Geometry;
use draft::{LotusBody, LotusDraft, Vertex};
use graph::Graph;
use tiles::Corner;

/// The largest number of petals of a board.
pub const MAX_PETALS: usize = 30;
/// How far from the origin a petal may stand, in either axial coordinate.
pub const FURTHEST: u32 = 1000;
/// The largest number of extra cells.
pub const MAX_EXTRAS: usize = 64;

/// The description of a lotus board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotusPlan {
    /// The hexagons, by axial coordinates.
    pub petals: Vec<Axial>,
    /// Cells fixed to its edge, in the order in which they are fixed.
    pub extras: Vec<LotusExtra>,
}

/// A triangle fixed to the outside of the board; it is not a tile of the tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotusExtra {
    /// Its name.
    pub name: String,
    /// The cell it is fixed to.
    pub host: String,
    /// The side of the host across which it lies, in degrees counter-clockwise from the right.
    pub degrees: u16,
}

/// The height of an equilateral triangle with sides of length 1.
const HEIGHT: f64 = 0.866_025_403_784_438_6;
/// The distance from the centre of a hexagon to that of the next: two heights and a square.
const SPACING: f64 = 2.0 * HEIGHT + 1.0;

/// Builds the board.
///
/// # Errors
///
/// All that is wrong with the plan: petals doubled or apart, extra cells without a host.
pub fn board(plan: &LotusPlan) -> Result<Board, Vec<BoardFlaw>> {
    let mut errors = petal_errors(&plan.petals);
    if plan.extras.len() > MAX_EXTRAS {
        errors.push(BoardFlaw::ExtraTooMany(MAX_EXTRAS));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut layout = LotusLayout::of_petals(&plan.petals);
    for (item, extra) in plan.extras.iter().enumerate() {
        if let Err(error) = layout.attach_extra(item, extra) {
            errors.push(error);
        }
    }
    if errors.is_empty() {
        Ok(layout.build(&plan.petals))
    } else {
        Err(errors)
    }
}

fn petal_errors(petals: &[Axial]) -> Vec<BoardFlaw> {
    let Some(first) = petals.first() else {
        return vec![BoardFlaw::Number(PlanPart::Petal)];
    };
    let far = |h: &Axial| h.q.unsigned_abs() > FURTHEST || h.r.unsigned_abs() > FURTHEST;
    let too_many = Some(MAX_PETALS).filter(|most| petals.len() > *most);
    if let Some(item) = too_many.or_else(|| petals.iter().position(far)) {
        return vec![BoardFlaw::TooLarge(item)];
    }
    let mut together = BTreeSet::from([*first]);
    let mut queue = vec![*first];
    while let Some(petal) = queue.pop() {
        for next in (0..6)
            .map(|k| petal + unit(k))
            .filter(|next| petals.contains(next))
        {
            if together.insert(next) {
                queue.push(next);
            }
        }
    }
    let apart = (petals.iter().enumerate()).filter(|(_, petal)| !together.contains(petal));
    doubled(PlanPart::Petal, petals)
        .chain(apart.map(|(petal, _)| BoardFlaw::PetalApart(petal)))
        .collect()
}

/// The cells of a board while it is being built.
struct LotusLayout {
    drafts: Vec<LotusDraft>,
    lowest_file: i32,
    file_names: BTreeMap<i32, String>,
}

impl LotusLayout {
    fn of_petals(petals: &[Axial]) -> LotusLayout {
        let tiles = arrangements::tiles(petals);
        let lowest_file = tiles.iter().map(|tile| tile.file()).min().unwrap_or(0);
        let lowest_rank = tiles.iter().map(|tile| tile.rank()).min().unwrap_or(0);
        let mut file_names = BTreeMap::new();
        let drafts = tiles
            .into_iter()
            .map(|tile| {
                let file = tile.file() - lowest_file;
                let letters = file_letters(file as usize);
                let rank = (tile.rank() - lowest_rank + 1) as usize;
                let name = format!("{letters}{rank}");
                file_names.insert(file, letters);
                let outline = tile
                    .corners()
                    .into_iter()
                    .map(|c| (Vertex::Tiling(c), place(c)))
                    .collect();
                LotusDraft {
                    body: LotusBody::Tile(tile),
                    name,
                    file,
                    rank,
                    outline,
                }
            })
            .collect();
        LotusLayout {
            drafts,
            lowest_file,
            file_names,
        }
    }

    /// Fixes an extra cell to its host's side.
    fn attach_extra(&mut self, item: usize, extra: &LotusExtra) -> Result<(), BoardFlaw> {
        let letters = extra.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let rank = extra.name[letters.len()..].parse::<usize>();
        let is_free = !self.drafts.iter().any(|draft| draft.name == extra.name);
        let (Ok(rank), true) = (rank, is_free && Board::is_name_shaped(&extra.name)) else {
            return Err(BoardFlaw::ExtraName(item));
        };
        let host = self.drafts.iter().find(|draft| draft.name == extra.host);
        let Some(LotusDraft {
            body: LotusBody::Tile(tile),
            file,
            outline,
            ..
        }) = host.cloned()
        else {
            return Err(BoardFlaw::NoHost(item));
        };
        let angle = i32::from(extra.degrees) / 30 % 12;
        if !extra.degrees.is_multiple_of(30) || !tile.has_side(angle) {
            let sides = tile.sides().map(|angle| 30 * angle as u16).collect();
            return Err(BoardFlaw::NoSide { extra: item, sides });
        }
        let across = tile.straight(angle);
        let neighbour = self.drafts.iter().find(|draft| match draft.body {
            LotusBody::Tile(other) => across == Some(other),
            LotusBody::Extra {
                host, angle: other, ..
            } => host == tile && other == angle,
        });
        if let Some(by) = neighbour {
            return Err(BoardFlaw::SideTaken {
                extra: item,
                by: by.name.clone(),
            });
        }
        let base = side_corners(tile, angle);
        let ends: Vec<(Vertex, Point)> = outline
            .into_iter()
            .filter(|(v, _)| matches!(v, Vertex::Tiling(c) if base.contains(c)))
            .collect();
        let outline = triangle_on_side(item, &ends, angle);
        let file = file + [1, 1, 1, 0, -1, -1, -1, -1, -1, 0, 1, 1][angle as usize];
        self.file_names
            .entry(file)
            .or_insert_with(|| letters.to_string());
        let body = LotusBody::Extra {
            item,
            host: tile,
            angle,
        };
        self.drafts.push(LotusDraft {
            body,
            name: extra.name.clone(),
            file,
            rank,
            outline,
        });
        Ok(())
    }

    fn build(mut self, petals: &[Axial]) -> Board {
        self.drafts.sort_by_key(|draft| (draft.file, draft.rank));
        let leftmost = self
            .drafts
            .iter()
            .map(|draft| draft.file)
            .min()
            .unwrap_or(0);
        let rightmost = self
            .drafts
            .iter()
            .map(|draft| draft.file)
            .max()
            .unwrap_or(0);
        let files: Vec<String> = (leftmost..=rightmost)
            .map(|file| self.file_names.get(&file).cloned().unwrap_or_default())
            .collect();
        let graph = Graph::new(&self.drafts);
        let plan = BoardPlan {
            directions: graph.directions(petals),
            contacts: graph.contacts(),
            labels: self.labels(),
            cells: (self.drafts.iter())
                .map(|cell| cell.draft(leftmost))
                .collect(),
            files,
            ..BoardPlan::of(Geometry::Petals)
        };
        let mut board = plan.build();
        board.sketch = sketch::draw(&self.drafts, &self.file_names);
        board
    }

    /// Puts file letters below the drawing and rank numbers left of it.
    fn labels(&self) -> Vec<EdgeLabel> {
        let points = || {
            self.drafts
                .iter()
                .flat_map(|draft| draft.outline.iter().map(|(_, point)| *point))
        };
        let left = points().map(|p| p.x).fold(f64::INFINITY, f64::min);
        let bottom = points().map(|p| p.y).fold(f64::INFINITY, f64::min);
        // A file is a quarter of the way from a hexagon to the next one.
        let x = |file: i32| f64::from(file + self.lowest_file) * SPACING / 4.0;
        let label = |text: String, x: f64, y: f64| {
            EdgeLabel::new(text, Some(Point::new(x, y)), Written::Nowhere)
        };
        let below = |(file, text): (&i32, &String)| label(text.clone(), x(*file), bottom - 0.45);
        let beside = |(rank, y): (usize, f64)| label(rank.to_string(), left - 0.45, y);
        // On an odd rank the squares set the height, not the triangles, as in the source's
        // drawing.
        let not_triangles = self
            .drafts
            .iter()
            .filter(|draft| draft.kind() != CellKind::Triangle);
        let ranks: BTreeMap<usize, f64> = not_triangles
            .map(|draft| (draft.rank, draft.centre().y))
            .collect();
        self.file_names
            .iter()
            .map(below)
            .chain(ranks.into_iter().map(beside))
            .collect()
    }
}

/// Returns the letters of a file; past `z` they go on with two: `z`, `aa`, `ab`.
pub(super) fn file_letters(file: usize) -> String {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    match file / 26 {
        0 => letter(file).to_string(),
        round => format!("{}{}", letter(round - 1), letter(file)),
    }
}

/// Returns a corner's place in the drawing.
fn place(corner: Corner) -> Point {
    let (q, r) = (f64::from(corner.hexagon.q), f64::from(corner.hexagon.r));
    let (x, y) = [
        (HEIGHT, 0.5),
        (0.0, 1.0),
        (-HEIGHT, 0.5),
        (-HEIGHT, -0.5),
        (0.0, -1.0),
        (HEIGHT, -0.5),
    ][usize::from(corner.k)];
    Point::new(SPACING * (q + r / 2.0) + x, SPACING * HEIGHT * r + y)
}

/// Returns the two corners of a tile's side.
fn side_corners(tile: Tile, angle: i32) -> Vec<Corner> {
    let across = tile.straight(angle).map(Tile::corners).unwrap_or_default();
    tile.corners()
        .into_iter()
        .filter(|corner| across.contains(corner))
        .collect()
}

/// Returns a triangle on a side, its tip outwards: one height from the side's middle, at the
/// side's angle.
fn triangle_on_side(item: usize, ends: &[(Vertex, Point)], angle: i32) -> Vec<(Vertex, Point)> {
    const OUT: [(f64, f64); 12] = [
        (1.0, 0.0),
        (HEIGHT, 0.5),
        (0.5, HEIGHT),
        (0.0, 1.0),
        (-0.5, HEIGHT),
        (-HEIGHT, 0.5),
        (-1.0, 0.0),
        (-HEIGHT, -0.5),
        (-0.5, -HEIGHT),
        (0.0, -1.0),
        (0.5, -HEIGHT),
        (HEIGHT, -0.5),
    ];
    let (dx, dy) = OUT[angle.rem_euclid(12) as usize];
    let count = ends.len() as f64;
    let x = ends.iter().map(|(_, p)| p.x).sum::<f64>() / count + HEIGHT * dx;
    let y = ends.iter().map(|(_, p)| p.y).sum::<f64>() / count + HEIGHT * dy;
    let mut outline = ends.to_vec();
    outline.insert(1, (Vertex::Tip(item), Point { x, y }));
    outline
}
