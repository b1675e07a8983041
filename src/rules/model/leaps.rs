//! How the places of a board lie to each other: what a leap is among them, which leaps are its turns
//! and mirror images, and the classes of leaps that every such board has.
//!
//! ```text
//!        squares                hexagons, side up          hexagons, corner up
//!      nw   n   ne                      n                       nw     ne
//!        \  |  /                  nw  ____  ne                    /\
//!      w —  + — e                    /    \                   w  |  |  e
//!        /  |  \                 sw  \____/  se                   \/
//!      sw   s   se                      s                       sw     se
//! ```
//!
//! A place on levels has three numbers: its column, its row and its level. A hexagon's place is its
//! axial coordinates: steps at one of its sides, and at the next one counter-clockwise.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Contact, Sheet};
use super::cells::Cell;
use super::draft::{DirectionPlan, PlannedDirection};
use super::geometry::{Geometry, HexUp};
use super::lattice::{Lattice, LatticePoint};
use crate::movement::leg::Leap;
use crate::movement::{COMPASS, GRID_ATOMS, Heading};

/// The largest number of further classes of leaps in a plan.
pub const MAX_LEAPS: usize = 64;
/// The furthest a leap may go along one axis.
const FURTHEST: i16 = 31;

/// A class of leaps: its name, and the numbers of a leap of which it has all turns.
type TurnedLeap<'a> = (&'static str, &'a [i16]);

const SQUARES: [TurnedLeap; 4] = [
    ("orthogonal", &[1, 0]),
    ("contiguous", &[1, 0]),
    ("diagonal", &[1, 1]),
    ("contiguous", &[1, 1]),
];
const CUBES: [TurnedLeap; 6] = [
    ("orthogonal", &[0, 0, 1]),
    ("contiguous", &[0, 0, 1]),
    ("diagonal", &[0, 1, 1]),
    ("contiguous", &[0, 1, 1]),
    ("triagonal", &[1, 1, 1]),
    ("contiguous", &[1, 1, 1]),
];
/// The names of the six steps across the sides of a hexagon, counter-clockwise, where a side points up
/// and where a corner does; then those of the ways through corners, each between a step and the next.
const ACROSS: [[&str; 6]; 2] = [
    ["ne", "n", "nw", "sw", "s", "se"],
    ["e", "ne", "nw", "w", "sw", "se"],
];
const THROUGH: [[&str; 6]; 2] = [
    ["nne", "nnw", "w", "ssw", "sse", "e"],
    ["ene", "n", "wnw", "wsw", "s", "ese"],
];

impl Geometry {
    /// Returns a leap of two numbers, or of three among cubes, with its turns and mirror images. Empty
    /// if a leap cannot have these numbers.
    fn turns(self, numbers: &[i16]) -> Vec<LatticePoint> {
        match (self, numbers) {
            (Geometry::Squares | Geometry::Cubes, [a, b]) => {
                let turns = Leap::turns(*a.max(b), *a.min(b)).into_iter();
                turns.map(|leap| [leap.x, leap.y, 0]).collect()
            }
            (Geometry::Hexagons(_), [a, b]) => {
                let mut pair = [[*a, *b, 0], [*b, *a, 0]];
                let mut turns = Vec::new();
                for _ in 0..6 {
                    turns.extend(pair);
                    pair = pair.map(|[q, r, _]| [-r, q + r, 0]);
                }
                let mut known = BTreeSet::new();
                turns.retain(|leap| known.insert(*leap));
                turns
            }
            (Geometry::Cubes, [a, b, c]) => {
                let mut turns = BTreeSet::new();
                for [x, y, z] in [[*a, *b, *c], [*b, *c, *a], [*c, *a, *b]] {
                    let flat = self.turns(&[x, y]).into_iter();
                    turns.extend(flat.flat_map(|[x, y, _]| [[x, y, z], [x, y, -z]]));
                }
                turns.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the classes of leaps that every board has, leap by leap in the order of the directions.
    fn named_leaps(self, has_compass: bool) -> Vec<(&'static str, LatticePoint)> {
        let turned = |(name, numbers): &TurnedLeap| {
            let turns = self.turns(numbers).into_iter();
            turns.map(|leap| (*name, leap)).collect::<Vec<_>>()
        };
        let compass = COMPASS.iter().filter(|_| has_compass);
        let compass = compass.map(|(name, leap)| (*name, [leap.x, leap.y, 0]));
        match self {
            Geometry::Squares => {
                let atoms = GRID_ATOMS.iter();
                let atoms = atoms.flat_map(|(name, (a, b))| turned(&(name, &[*a, *b])));
                let classes = SQUARES.iter().flat_map(turned);
                atoms.chain(classes).chain(compass).collect()
            }
            Geometry::Cubes => {
                let upright = [("above", [0, 0, 1]), ("below", [0, 0, -1])];
                let classes = CUBES.iter().flat_map(turned);
                classes.chain(compass).chain(upright).collect()
            }
            Geometry::Hexagons(up) => {
                let across = ACROSS[up as usize].into_iter().zip(self.turns(&[1, 0]));
                let through = THROUGH[up as usize].into_iter().zip(self.turns(&[1, 1]));
                let pairs = across.zip(through);
                let named = pairs.flat_map(|((side, across), (corner, through))| {
                    let across = ["orthogonal", "contiguous", side].map(|name| (name, across));
                    let through = ["diagonal", corner].map(|name| (name, through));
                    across.into_iter().chain(through)
                });
                named.collect()
            }
            Geometry::Petals | Geometry::Links => Vec::new(),
        }
    }

    /// Returns the leap of these numbers; `None` if they mean nothing here.
    pub(super) fn leap(self, numbers: &[i16]) -> Option<LatticePoint> {
        match (self, numbers) {
            (Geometry::Petals | Geometry::Links, _) => None,
            (_, [a, b]) => Some([*a, *b, 0]),
            (Geometry::Cubes, [a, b, c]) => Some([*a, *b, *c]),
            _ => None,
        }
    }

    /// Returns where a leap leads as White sees it. Among cubes, ahead is up the ranks or up the
    /// levels, and down neither; some leaps lead nowhere of these.
    pub(super) fn heading(self, [x, y, z]: LatticePoint) -> Option<Heading> {
        let ahead = match self {
            Geometry::Squares => return Some(Leap { x, y }.heading()),
            Geometry::Hexagons(HexUp::Side) => [x + 2 * y, 0],
            _ => [y, z],
        };
        match ahead.map(i16::signum) {
            [0, 0] => Some(Heading::Sideways),
            [0 | 1, 0 | 1] => Some(Heading::Forward),
            [0 | -1, 0 | -1] => Some(Heading::Backward),
            _ => None,
        }
    }

    /// Returns the name of the one direction of a leap.
    fn direction_name(self, [x, y, z]: LatticePoint) -> String {
        match self {
            Geometry::Cubes => format!("({x},{y},{z})"),
            _ => format!("({x},{y})"),
        }
    }

    /// Returns the cells that touch: each pair once, with its first cell before the second.
    pub(super) fn contacts(self, lattice: &Lattice) -> Vec<(Cell, Cell, Contact)> {
        let touching: &[(&[i16], Contact)] = match self {
            Geometry::Cubes => &[
                (&[0, 0, 1], Contact::Side),
                (&[0, 1, 1], Contact::Corner),
                (&[1, 1, 1], Contact::Corner),
            ],
            Geometry::Hexagons(_) => &[(&[1, 0], Contact::Side)],
            _ => &[(&[1, 0], Contact::Side), (&[1, 1], Contact::Corner)],
        };
        let mut contacts = Vec::new();
        for (numbers, contact) in touching {
            for leap in self.turns(numbers) {
                let links = lattice.links(leap).into_iter();
                let once = links.filter(|(one, other)| one < other);
                contacts.extend(once.map(|(one, other)| (one, other, *contact)));
            }
        }
        contacts
    }

    /// Adds the directions of a lattice: those of the classes that it always has, and those of the
    /// further ones. Where squares touch points, the names of the compass are those of the ways
    /// between them.
    pub(super) fn add_directions(
        self,
        plan: &mut DirectionPlan,
        (sheet, lattice): (Option<Sheet>, &Lattice),
        further: &[LeapClass],
        has_compass: bool,
    ) {
        let mut order: Vec<(LatticePoint, Vec<&str>)> = Vec::new();
        let mut known: BTreeMap<LatticePoint, usize> = BTreeMap::new();
        let mut add = |name, leap| {
            let index = *known.entry(leap).or_insert(order.len());
            if index == order.len() {
                order.push((leap, Vec::new()));
            }
            let names = &mut order[index].1;
            if !names.contains(&name) {
                names.push(name);
            }
        };
        (self.named_leaps(has_compass).into_iter()).for_each(|(name, leap)| add(name, leap));
        for class in further {
            (self.turns(&class.sizes).into_iter()).for_each(|leap| add(&class.name, leap));
        }
        if self == Geometry::Cubes {
            order.sort_unstable();
        }
        for (leap, names) in order {
            let direction = PlannedDirection {
                name: self.direction_name(leap),
                sheet,
                heading: self.heading(leap),
                mirror: self.direction_name(leap.map(|part| -part)),
                edges: lattice.links(leap),
            };
            plan.add(&names, direction);
        }
    }
}

/// A leap with its turns and mirror images, such as `(1,4)`, or `(0,1,2)` where levels lie above one
/// another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeapClass {
    /// The name as an author wrote it; `(4,1)` and `(1,4)` name the same leap.
    name: String,
    sizes: Vec<i16>,
}

impl LeapClass {
    /// Whether a name has the form of a leap, valid or not.
    pub fn is_name_shaped(name: &str) -> bool {
        name.starts_with('(')
    }

    /// Reads a name such as `(1,4)` or `(0,1,2)`. `None` if it is malformed, or if the leap is null
    /// or longer than any board.
    pub fn named(name: &str) -> Option<LeapClass> {
        let numbers = name.strip_prefix('(')?.strip_suffix(')')?.split(',');
        let sizes: Vec<i16> = numbers.map(|one| one.parse().ok()).collect::<Option<_>>()?;
        let fits = sizes.iter().all(|size| (0..=FURTHEST).contains(size));
        let leads_on = sizes.iter().any(|size| *size != 0);
        (fits && leads_on && (2..=3).contains(&sizes.len())).then(|| LeapClass {
            name: name.to_string(),
            sizes,
        })
    }
}
