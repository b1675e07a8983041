//! The directions of a grid: leaps with all their turns and mirror images.

use std::collections::BTreeMap;

use crate::model::board::PlannedDirection;
use crate::model::lattice::Lattice;
use crate::movement::GRID_ATOMS;
use crate::movement::leg::Leap;

/// The most classes of leaps that a plan may ask for.
pub const MAX_LEAPS: usize = 64;
/// The furthest a leap may go along files or ranks.
const FURTHEST: i16 = 31;

/// A leap and its turns and mirror images, as `(1,4)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeapClass {
    /// As an author wrote it: `(4,1)` is the same leap, and another name.
    name: String,
    leap: (i16, i16),
}

impl LeapClass {
    /// Whether a name is written as a leap is, be it one or not.
    pub fn is_written(name: &str) -> bool {
        name.starts_with('(')
    }

    /// The leap that a name such as `(1,4)` says; `None` if it leads nowhere, or further than any board.
    pub fn named(name: &str) -> Option<LeapClass> {
        let (one, other) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let leap = (one.parse::<i16>().ok()?, other.parse::<i16>().ok()?);
        let fits = |value: i16| (0..=FURTHEST).contains(&value);
        (leap != (0, 0) && fits(leap.0) && fits(leap.1)).then(|| LeapClass { name: name.to_string(), leap })
    }
}

pub(in crate::model) type Classes = BTreeMap<String, Vec<usize>>;

/// The directions of every grid's classes and of further leaps, and which belong to which class.
#[derive(Default)]
pub(in crate::model) struct GridDirections {
    pub directions: Vec<PlannedDirection>,
    pub classes: Classes,
}

impl GridDirections {
    /// Adds those of a sheet. Classes have the directions of all sheets.
    pub(crate) fn add_sheet(&mut self, sheet: usize, lattice: &Lattice, further: &[LeapClass]) {
        let classes = sheet_classes(&mut self.directions, (sheet, lattice), further);
        for (name, dirs) in classes {
            self.classes.entry(name).or_default().extend(dirs);
        }
    }
}

fn sheet_classes(
    directions: &mut Vec<PlannedDirection>,
    sheet: (usize, &Lattice),
    further: &[LeapClass],
) -> Classes {
    let mut classes = Classes::new();
    let mut by_leap: BTreeMap<(i16, i16), Vec<usize>> = BTreeMap::new();
    let further = further.iter().map(|class| (class.name.as_str(), class.leap));
    for (name, (a, b)) in GRID_ATOMS.into_iter().chain(further) {
        let leap = (a.max(b), a.min(b));
        let dirs = by_leap.entry(leap).or_insert_with(|| add(directions, leap, sheet));
        classes.insert(name.to_string(), dirs.clone());
    }
    let [wazir, ferz] = [(1, 0), (1, 1)].map(|leap| by_leap.remove(&leap).unwrap_or_default());
    classes.insert("contiguous".to_string(), [&wazir[..], &ferz].concat());
    classes.insert("orthogonal".to_string(), wazir);
    classes.insert("diagonal".to_string(), ferz);
    classes
}

/// Adds the directions of a leap and returns their places.
fn add(
    directions: &mut Vec<PlannedDirection>,
    (longer, shorter): (i16, i16),
    (sheet, lattice): (usize, &Lattice),
) -> Vec<usize> {
    let first = directions.len();
    let (all, cells) = (Leap::turns(longer, shorter), lattice.cells().count());
    for leap in &all {
        let (right, up) = (leap.x, leap.y);
        let mirror = all.iter().position(|other| (other.x, other.y) == (-right, -up)).unwrap_or(0);
        let mut edges = Vec::with_capacity(cells);
        edges.extend(lattice.cells().filter_map(|from| Some((from, lattice.step(from, right, up)?))));
        directions.push(PlannedDirection {
            name: format!("({right},{up})"),
            sheet: Some(sheet),
            heading: Some(leap.heading()),
            mirror: first + mirror,
            edges,
        });
    }
    (first..directions.len()).collect()
}
