//! The directions of a grid: leaps with all their turns and mirror images.

use std::collections::BTreeMap;

use crate::model::board::PlannedDirection;
use crate::model::lattice::Lattice;
use crate::movement::Heading;

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

/// The atoms of Betza's notation that are a single leap, longer coordinate first.
const ATOMS: [(&str, (i16, i16)); 9] = [
    ("W", (1, 0)),
    ("F", (1, 1)),
    ("D", (2, 0)),
    ("N", (2, 1)),
    ("A", (2, 2)),
    ("H", (3, 0)),
    ("C", (3, 1)),
    ("Z", (3, 2)),
    ("G", (3, 3)),
];

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
    for (name, (a, b)) in ATOMS.into_iter().chain(further) {
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
    leap: (i16, i16),
    (sheet, lattice): (usize, &Lattice),
) -> Vec<usize> {
    let first = directions.len();
    let (all, cells) = (turns(leap), lattice.cells().count());
    for (right, up) in &all {
        let mirror = all.iter().position(|other| *other == (-right, -up)).unwrap_or(0);
        // It heads where it goes furthest, so that a Knight's narrow leaps differ from its wide ones.
        let heading = match (right.abs() > up.abs(), *up > 0) {
            (true, _) => Heading::Sideways,
            (false, true) => Heading::Forward,
            (false, false) => Heading::Backward,
        };
        let mut edges = Vec::with_capacity(cells);
        edges.extend(lattice.cells().filter_map(|from| Some((from, lattice.step(from, *right, *up)?))));
        directions.push(PlannedDirection {
            name: format!("({right},{up})"),
            sheet: Some(sheet),
            heading: Some(heading),
            mirror: first + mirror,
            edges,
        });
    }
    (first..directions.len()).collect()
}

/// All turns and mirror images of a leap, counter-clockwise from the right.
fn turns((long, short): (i16, i16)) -> Vec<(i16, i16)> {
    let mut all = Vec::new();
    let (mut a, mut b) = ((long, short), (long, -short));
    for _ in 0..4 {
        for leap in [a, b] {
            if !all.contains(&leap) {
                all.push(leap);
            }
        }
        (a, b) = ((-a.1, a.0), (-b.1, b.0));
    }
    all
}
