//! The directions of a lotus board, as edges between cells: straight axes, contacts, forks and
//! rings.

use std::collections::BTreeMap;

use super::draft::{LotusBody, LotusDraft, Vertex};
use super::tiles::{Axial, Tile};
use crate::model::board::Contact;
use crate::model::cells::Cell;
use crate::model::draft::{DirectionPlan, PlannedDirection};
use crate::movement::Heading;

/// The drafts of a board's cells in their final order.
pub(super) struct Graph<'a> {
    drafts: &'a [LotusDraft],
    cells: BTreeMap<Tile, Cell>,
}

type Edges = Vec<(Cell, Cell)>;

/// The classes of a single direction, counter-clockwise from the right in steps of 30 degrees.
const COMPASS: [&str; 12] = [
    "e", "ene", "ne", "n", "nw", "wnw", "w", "wsw", "sw", "s", "se", "ese",
];

impl<'a> Graph<'a> {
    pub(crate) fn new(drafts: &'a [LotusDraft]) -> Graph<'a> {
        let tile = |(index, draft): (usize, &LotusDraft)| match draft.body {
            LotusBody::Tile(tile) => Some((tile, Cell::new(index))),
            LotusBody::Extra { .. } => None,
        };
        Graph {
            drafts,
            cells: drafts.iter().enumerate().filter_map(tile).collect(),
        }
    }

    pub(crate) fn contacts(&self) -> Vec<(Cell, Cell, Contact)> {
        let cells = self
            .drafts
            .iter()
            .enumerate()
            .map(|(index, draft)| (Cell::new(index), draft));
        let mut corners: Vec<(Vertex, Cell)> = cells
            .flat_map(|(cell, draft)| draft.outline.iter().map(move |(vertex, _)| (*vertex, cell)))
            .collect();
        corners.sort_unstable();
        let mut pairs: Vec<(Cell, Cell)> = Vec::new();
        for meeting in corners.chunk_by(|(a, _), (b, _)| a == b) {
            for (at, (_, first)) in meeting.iter().enumerate() {
                pairs.extend(
                    meeting[at + 1..]
                        .iter()
                        .map(|(_, second)| (*first, *second)),
                );
            }
        }
        pairs.sort_unstable();
        // Cells with one corner in common touch there; cells with two share a side.
        let contact = |pairs: &[(Cell, Cell)]| {
            let contact = if pairs.len() > 1 {
                Contact::Side
            } else {
                Contact::Corner
            };
            (pairs[0].0, pairs[0].1, contact)
        };
        pairs.chunk_by(|a, b| a == b).map(contact).collect()
    }

    pub(crate) fn directions(&self, petals: &[Axial]) -> DirectionPlan {
        let mut plan = DirectionPlan::default();
        self.add_axes(&mut plan);
        self.add_contacts(&mut plan);
        self.add_forks(&mut plan);
        self.add_rings(&mut plan, petals);
        plan
    }

    /// Returns the edges of a direction given by a partial function on tiles.
    fn edges(&self, step: impl Fn(Tile) -> Option<Tile>) -> Edges {
        self.cells
            .iter()
            .filter_map(|(tile, from)| Some((*from, *self.cells.get(&step(*tile)?)?)))
            .collect()
    }

    /// Returns the edges at this angle between extra cells and their hosts, either way.
    fn extra_edges(&self, angle: i32) -> Edges {
        let mut edges = Vec::new();
        for (index, draft) in self.drafts.iter().enumerate() {
            let LotusBody::Extra {
                host,
                angle: outward,
                ..
            } = draft.body
            else {
                continue;
            };
            let (extra, host) = (Cell::new(index), self.cells[&host]);
            if outward == angle {
                edges.push((host, extra));
            } else if (outward + 6) % 12 == angle {
                edges.push((extra, host));
            }
        }
        edges
    }

    /// Adds the axes X, Z, Y and VW, and X+ and Z+, which continue onto extra cells, as the points of the
    /// compass do.
    fn add_axes(&self, plan: &mut DirectionPlan) {
        for angle in 0..12 {
            let axis = match angle {
                0 | 6 => "X",
                3 | 9 => "Y",
                _ if angle % 2 == 0 => "Z",
                _ => "VW",
            };
            let edges = self.edges(|tile| tile.straight(angle));
            let point = COMPASS[angle as usize];
            if angle % 2 == 0 {
                let longer = [edges.clone(), self.extra_edges(angle)].concat();
                add_at(plan, &[&format!("{axis}+"), point], angle, longer);
                add_at(plan, &[axis], angle, edges);
            } else {
                add_at(plan, &[axis, point], angle, edges);
            }
        }
    }

    /// Adds the classes `side` and `corner`, and `contiguous`, which is both.
    fn add_contacts(&self, plan: &mut DirectionPlan) {
        for angle in 0..12 {
            let has_side = |tile: Tile| tile.has_side(angle);
            let across = self.edges(|tile| tile.straight(angle).filter(|_| has_side(tile)));
            add_at(
                plan,
                &["side", "contiguous"],
                angle,
                [across, self.extra_edges(angle)].concat(),
            );
            let touching = self.edges(|tile| match tile {
                Tile::Square(..) if angle % 2 == 0 => tile.corner_square(angle / 2),
                _ => tile.straight(angle).filter(|_| !has_side(tile)),
            });
            add_at(plan, &["corner", "contiguous"], angle, touching);
        }
        // An extra cell touches others at its corners, at angles that the tiling does not have.
        // Each such contact is a direction of its own, which leads both ways.
        let is_extra =
            |cell: Cell| matches!(self.drafts[cell.index()].body, LotusBody::Extra { .. });
        let has_extras = (0..self.drafts.len()).any(|index| is_extra(Cell::new(index)));
        let contacts = if has_extras {
            self.contacts()
        } else {
            Vec::new()
        };
        for (a, b, contact) in contacts {
            if contact == Contact::Corner && (is_extra(a) || is_extra(b)) {
                let [from, to] = [a, b].map(|cell| self.drafts[cell.index()].name.as_str());
                let name = format!("corner {from} {to}");
                plan.add(
                    &["corner", "contiguous"],
                    direction(&name, &name, None, vec![(a, b), (b, a)]),
                );
            }
        }
    }

    /// Adds the forks: from a square to the two squares at the corners of its forward edge, even
    /// where the petal ahead is missing.
    fn add_forks(&self, plan: &mut DirectionPlan) {
        // For squares whose hexagons lie left and right (axis 0) the forward edge is the upper
        // one; for the others it is the upper of the two edges that face a hexagon.
        const RIGHT: [[i32; 3]; 2] = [[1, 0, 1], [5, 5, 0]];
        const LEFT: [[i32; 3]; 2] = [[2, 2, 3], [4, 3, 4]];
        for (hand, angles) in [("right", RIGHT), ("left", LEFT)] {
            let names = ["white", "black"].map(|side| format!("fork {side} {hand}"));
            for side in 0..2 {
                let edges = self.edges(|tile| match tile {
                    Tile::Square(_, axis) => tile.corner_square(angles[side][usize::from(axis)]),
                    _ => None,
                });
                let classes: &[&str] = if side == 0 { &["fork"] } else { &[] };
                plan.add(
                    classes,
                    direction(&names[side], &names[1 - side], None, edges),
                );
            }
        }
    }

    /// Adds the rings round each petal, both ways.
    fn add_rings(&self, plan: &mut DirectionPlan, petals: &[Axial]) {
        for petal in petals {
            let ring: Vec<Cell> = Tile::ring(*petal).map(|tile| self.cells[&tile]).collect();
            let hexagon = &self.drafts[self.cells[&Tile::Hexagon(*petal)].index()].name;
            let names = ["anticlockwise", "clockwise"].map(|way| format!("ring {hexagon} {way}"));
            for (way, by) in [(0, 1), (1, ring.len() - 1)] {
                let edges = ring
                    .iter()
                    .enumerate()
                    .map(|(at, cell)| (*cell, ring[(at + by) % ring.len()]));
                plan.add(
                    &["ring"],
                    direction(&names[way], &names[1 - way], None, edges.collect()),
                );
            }
        }
    }
}

fn direction(name: &str, mirror: &str, heading: Option<Heading>, edges: Edges) -> PlannedDirection {
    PlannedDirection {
        name: name.to_string(),
        sheet: None,
        heading,
        mirror: mirror.to_string(),
        edges,
    }
}

/// Adds a direction at an angle (in multiples of 30 degrees), named after its first class.
fn add_at(plan: &mut DirectionPlan, classes: &[&str], angle: i32, edges: Edges) {
    let heading = match angle {
        0 | 6 => Heading::Sideways,
        1..=5 => Heading::Forward,
        _ => Heading::Backward,
    };
    let name = |angle: i32| format!("{} {}°", classes[0], 30 * angle.rem_euclid(12));
    plan.add(
        classes,
        direction(&name(angle), &name(angle + 6), Some(heading), edges),
    );
}
