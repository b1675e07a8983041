//! The directions of a grid: leaps with all their turns and mirror images.

use crate::model::board::{DirectionPlan, PlannedDirection, Sheet};
use crate::model::lattice::Lattice;
use crate::movement::leg::Leap;
use crate::movement::{COMPASS, GRID_ATOMS};

/// The largest number of further classes of leaps in a plan.
pub const MAX_LEAPS: usize = 64;
/// The furthest a leap may go along files or ranks.
const FURTHEST: i16 = 31;

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

    /// Returns its name as an author wrote it.
    pub(in crate::model) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the two numbers of its name; `None` if there are three.
    pub(in crate::model) fn flat(&self) -> Option<(i16, i16)> {
        match self.sizes[..] {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// Returns the three numbers of its name; `None` if there are two.
    pub(in crate::model) fn solid(&self) -> Option<[i16; 3]> {
        self.sizes[..].try_into().ok()
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

/// The classes that every grid has besides the atoms, longer coordinate first.
const CLASSES: [(&str, (i16, i16)); 4] = [
    ("orthogonal", (1, 0)),
    ("contiguous", (1, 0)),
    ("diagonal", (1, 1)),
    ("contiguous", (1, 1)),
];

/// Adds the directions of a sheet: those of the classes that every grid has, and those of the
/// further classes. Where squares touch points, the names of the compass are those of the ways
/// between them.
pub(in crate::model) fn add_leaps(
    plan: &mut DirectionPlan,
    sheet: Sheet,
    lattice: &Lattice,
    further: &[LeapClass],
    has_compass: bool,
) {
    let further = further
        .iter()
        .filter_map(|class| Some((class.name.as_str(), class.flat()?)));
    let mut by_leap: Vec<((i16, i16), Vec<&str>)> = Vec::new();
    for (name, (a, b)) in GRID_ATOMS.into_iter().chain(CLASSES).chain(further) {
        let leap = (a.max(b), a.min(b));
        match by_leap.iter_mut().find(|(other, _)| *other == leap) {
            Some((_, names)) => names.push(name),
            None => by_leap.push((leap, vec![name])),
        }
    }
    let cells = lattice.cells().count();
    for ((longer, shorter), names) in by_leap {
        for leap in Leap::turns(longer, shorter) {
            let (right, up) = (leap.x, leap.y);
            let mut edges = Vec::with_capacity(cells);
            edges.extend(
                lattice
                    .cells()
                    .filter_map(|from| Some((from, lattice.step(from, right, up)?))),
            );
            let direction = PlannedDirection {
                name: format!("({right},{up})"),
                sheet: Some(sheet),
                heading: Some(leap.heading()),
                mirror: format!("({},{})", -right, -up),
                edges,
            };
            let points = COMPASS
                .iter()
                .filter(|(_, own)| has_compass && *own == leap);
            let names: Vec<&str> = names
                .iter()
                .copied()
                .chain(points.map(|(name, _)| *name))
                .collect();
            plan.add(&names, direction);
        }
    }
}
