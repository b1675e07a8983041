//! The leaps of a movement on a grid: the classes of directions there are leaps by their names. So a sentence can be
//! turned, and its leaps be named. Knows no board.

use super::leg::{Bend, Component, Leap, Leg, LegWay, Motion, Start};
use super::lower::lower;
use super::{Heading, MAX_NUMBER, Sentence};

/// Why a movement cannot be said in leaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLeaps {
    /// A direction class that is not one of a grid's.
    Class,
    /// `over`, `onto` or `from`.
    Places,
    Otherwise,
    /// `wander`, or a leap to a distance.
    Action,
}

impl std::fmt::Display for NoLeaps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoLeaps::Class => "its directions are not those of a grid",
            NoLeaps::Places => "it depends on the cells it passes, lands on or starts from",
            NoLeaps::Otherwise => "one of its clauses stands in for another",
            NoLeaps::Action => "it wanders, or leaps to a distance",
        })
    }
}

/// A leap without its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeapKind {
    longer: u16,
    shorter: u16,
}

impl LeapKind {
    pub(crate) fn new(a: u16, b: u16) -> LeapKind {
        LeapKind { longer: a.max(b), shorter: a.min(b) }
    }
}

/// The shorter coordinate first: `(1,2)`.
impl std::fmt::Display for LeapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.shorter, self.longer)
    }
}

/// The leaps that a piece which has moved before may make, each kind once; of a slide that of each step. A
/// multi-leg move makes none of its own.
///
/// # Errors
///
/// Why they cannot be named.
pub(crate) fn leap_kinds<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<LeapKind>, NoLeaps> {
    let mut kinds = Vec::new();
    for component in on_grid(sentence, piece)?.iter().filter(|component| component.start == Start::Always) {
        let Motion::Legs(legs) = &component.motion else { continue };
        if let [Leg { way: LegWay::Leaps(leaps), .. }] = legs.as_slice() {
            kinds
                .extend(leaps.iter().map(|leap| LeapKind::new(leap.x.unsigned_abs(), leap.y.unsigned_abs())));
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

/// The components of a sentence with leaps for its directions.
///
/// # Errors
///
/// Why there is no leap for one of them.
pub(super) fn on_grid<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<Component>, NoLeaps> {
    lower(sentence, piece).into_iter().map(with_leaps).collect()
}

fn with_leaps(mut component: Component) -> Result<Component, NoLeaps> {
    let Component { motion, instead_of, from, over, onto, .. } = &mut component;
    if !instead_of.is_empty() {
        return Err(NoLeaps::Otherwise);
    }
    if let Motion::Distance { .. } = motion {
        return Err(NoLeaps::Action);
    }
    let Motion::Legs(legs) = motion else { return Ok(component) };
    for leg in legs {
        if leg.bend == Bend::Free {
            return Err(NoLeaps::Action);
        }
        if from.is_some() || over.is_some() || onto.is_some() {
            return Err(NoLeaps::Places);
        }
        if let LegWay::Directions { classes, headings, step } = &leg.way {
            leg.way = LegWay::Leaps(leaps(classes, headings, *step)?);
        }
    }
    Ok(component)
}

/// Each direction of some classes, so many cells at once.
fn leaps(classes: &[String], headings: &[Heading], step: u16) -> Result<Vec<Leap>, NoLeaps> {
    let mut all: Vec<Leap> = Vec::new();
    for class in classes {
        for (longer, shorter) in pairs(class).ok_or(NoLeaps::Class)? {
            all.extend(turns(longer, shorter).filter(|leap| leads(*leap, headings)));
        }
    }
    all.sort_unstable();
    all.dedup();
    let step = step as i16;
    Ok(all.into_iter().map(|Leap { x, y }| Leap { x: step * x, y: step * y }).collect())
}

/// The leaps that a grid's direction class is made of, longer coordinate first.
fn pairs(class: &str) -> Option<Vec<(i16, i16)>> {
    Some(match class {
        "W" | "orthogonal" => vec![(1, 0)],
        "F" | "diagonal" => vec![(1, 1)],
        "contiguous" => vec![(1, 0), (1, 1)],
        "D" => vec![(2, 0)],
        "N" => vec![(2, 1)],
        "A" => vec![(2, 2)],
        "H" => vec![(3, 0)],
        "C" => vec![(3, 1)],
        "Z" => vec![(3, 2)],
        "G" => vec![(3, 3)],
        _ => {
            let (a, b) = class.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            let number = |text: &str| text.trim().parse::<u8>().ok().filter(|n| u16::from(*n) <= MAX_NUMBER);
            let (a, b) = (number(a)?, number(b)?);
            vec![(a.max(b).into(), a.min(b).into())]
        }
    })
}

/// All turns and mirror images of a leap; one met twice stands there twice.
fn turns(longer: i16, shorter: i16) -> impl Iterator<Item = Leap> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    [(longer, shorter), (shorter, longer)]
        .into_iter()
        .flat_map(move |(x, y)| signs.map(|(right, up)| Leap { x: right * x, y: up * y }))
}

/// Whether a leap goes furthest where one of the headings leads; along both alike, it goes forward or backward.
fn leads(leap: Leap, headings: &[Heading]) -> bool {
    let is_sideways = leap.x.abs() > leap.y.abs();
    headings.is_empty()
        || headings.iter().any(|heading| match heading {
            Heading::Forward => !is_sideways && leap.y > 0,
            Heading::Backward => !is_sideways && leap.y < 0,
            Heading::Sideways => is_sideways,
        })
}
