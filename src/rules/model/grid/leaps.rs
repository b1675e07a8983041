//! The directions of a grid: leaps with all their turns and mirror images.

use crate::model::board::{DirectionPlan, PlannedDirection, Sheet};
use crate::model::lattice::Lattice;
use crate::movement::GRID_ATOMS;
use crate::movement::leg::Leap;

/// The largest number of further classes of leaps in a plan.
pub const MAX_LEAPS: usize = 64;
/// The furthest a leap may go along files or ranks.
const FURTHEST: i16 = 31;

/// A leap with its turns and mirror images, such as `(1,4)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeapClass {
    /// The name as an author wrote it; `(4,1)` and `(1,4)` name the same leap.
    name: String,
    leap: (i16, i16),
}

impl LeapClass {
    /// Whether a name has the form of a leap, valid or not.
    pub fn is_name_shaped(name: &str) -> bool {
        name.starts_with('(')
    }

    /// Reads a name such as `(1,4)`. `None` if it is malformed, or if the leap is null or longer
    /// than any board.
    pub fn named(name: &str) -> Option<LeapClass> {
        let (one, other) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let leap = (one.parse::<i16>().ok()?, other.parse::<i16>().ok()?);
        let fits = |value: i16| (0..=FURTHEST).contains(&value);
        (leap != (0, 0) && fits(leap.0) && fits(leap.1)).then(|| LeapClass {
            name: name.to_string(),
            leap,
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
/// further classes.
pub(in crate::model) fn add_leaps(
    plan: &mut DirectionPlan,
    sheet: Sheet,
    lattice: &Lattice,
    further: &[LeapClass],
) {
    let further = further
        .iter()
        .map(|class| (class.name.as_str(), class.leap));
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
            plan.add(&names, direction);
        }
    }
}
