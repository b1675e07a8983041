//! The leaps of a movement on a grid, where each direction class has known leaps. They are used to
//! turn a sentence and to name its leaps. This module knows no board.

use super::leg::{Bend, Component, Leap, Leg, LegWay, Motion, Start};
use super::lower::lower;
use super::{Heading, MAX_NUMBER, Sentence};

/// Why a movement cannot be written as leaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLeaps {
    /// It names a direction class that no grid has.
    Class,
    /// It has an `over`, `onto` or `from`.
    Places,
    /// It has an `otherwise`.
    Otherwise,
    /// It wanders, or leaps to a distance.
    Action,
    /// It goes on after a `then`.
    Legs,
}

impl std::fmt::Display for NoLeaps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoLeaps::Class => "its directions are not those of a grid",
            NoLeaps::Places => "it depends on the cells it passes, lands on or starts from",
            NoLeaps::Otherwise => "one of its clauses is an alternative to another",
            NoLeaps::Action => "it wanders, or leaps to a distance",
            NoLeaps::Legs => "it goes on after `then`",
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
    /// Makes a kind of leap from its two coordinates, in either order.
    pub fn new(a: u16, b: u16) -> LeapKind {
        LeapKind {
            longer: a.max(b),
            shorter: a.min(b),
        }
    }
}

/// Writes the shorter coordinate first: `(1,2)`.
impl std::fmt::Display for LeapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.shorter, self.longer)
    }
}

/// Returns the kinds of leap that a piece may make after its first move. A slide or ride counts as
/// the leap that it repeats; a multi-leg move adds none.
///
/// # Errors
///
/// Why they cannot be named.
pub fn leap_kinds<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<LeapKind>, NoLeaps> {
    let mut kinds = Vec::new();
    for component in grid_components(sentence, piece)?
        .iter()
        .filter(|component| component.start == Start::Always)
    {
        let Motion::Legs(legs) = &component.motion else {
            continue;
        };
        if let [
            Leg {
                way: LegWay::Leaps(leaps),
                ..
            },
        ] = legs.as_slice()
        {
            kinds.extend(leaps.iter().map(|leap| {
                let (longer, shorter) = leap.longer_shorter();
                LeapKind { longer, shorter }
            }));
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

/// Returns the components of a sentence, with leaps instead of direction classes.
///
/// # Errors
///
/// Why one of them cannot be written with leaps.
pub(super) fn grid_components<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<Component>, NoLeaps> {
    lower(sentence, piece).into_iter().map(with_leaps).collect()
}

fn with_leaps(mut component: Component) -> Result<Component, NoLeaps> {
    let Component {
        motion,
        replaces: instead_of,
        from,
        over,
        onto,
        ..
    } = &mut component;
    if !instead_of.is_empty() {
        return Err(NoLeaps::Otherwise);
    }
    if let Motion::Distance { .. } = motion {
        return Err(NoLeaps::Action);
    }
    let Motion::Legs(legs) = motion else {
        return Ok(component);
    };
    let is_several = legs.len() > 1;
    for leg in legs {
        if is_several && matches!(leg.way, LegWay::Directions { .. }) {
            return Err(NoLeaps::Legs);
        }
        if leg.bend == Bend::Free {
            return Err(NoLeaps::Action);
        }
        if from.is_some() || over.is_some() || onto.is_some() {
            return Err(NoLeaps::Places);
        }
        if let LegWay::Directions {
            classes,
            headings,
            step,
            ..
        } = &leg.way
        {
            leg.way = LegWay::Leaps(class_leaps(classes, headings, *step)?);
        }
    }
    Ok(component)
}

/// Returns the leaps of `step` cells in each direction of some classes.
fn class_leaps(classes: &[String], headings: &[Heading], step: u16) -> Result<Vec<Leap>, NoLeaps> {
    let mut leaps: Vec<Leap> = Vec::new();
    for class in classes {
        if let Some((_, leap)) = COMPASS.iter().find(|(point, _)| point == class) {
            leaps.extend(
                Some(*leap)
                    .filter(|leap| headings.is_empty() || headings.contains(&leap.heading())),
            );
            continue;
        }
        for (longer, shorter) in leap_sizes(class).ok_or(NoLeaps::Class)? {
            let turns = Leap::turns(longer, shorter).into_iter();
            leaps.extend(
                turns.filter(|leap| headings.is_empty() || headings.contains(&leap.heading())),
            );
        }
    }
    leaps.sort_unstable();
    leaps.dedup();
    let step = step as i16;
    Ok(leaps
        .into_iter()
        .map(|Leap { x, y }| Leap {
            x: step * x,
            y: step * y,
        })
        .collect())
}

/// The direction classes of a grid of one direction each, as the side that moves sees it.
pub(crate) const COMPASS: [(&str, Leap); 8] = [
    ("n", Leap { x: 0, y: 1 }),
    ("ne", Leap { x: 1, y: 1 }),
    ("e", Leap { x: 1, y: 0 }),
    ("se", Leap { x: 1, y: -1 }),
    ("s", Leap { x: 0, y: -1 }),
    ("sw", Leap { x: -1, y: -1 }),
    ("w", Leap { x: -1, y: 0 }),
    ("nw", Leap { x: -1, y: 1 }),
];

/// The direction classes of a grid that are named after atoms of Betza's notation, with their
/// leaps, longer coordinate first.
pub const GRID_ATOMS: [(&str, (i16, i16)); 9] = [
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

/// Returns the leaps that make up a direction class of a grid, longer coordinate first.
fn leap_sizes(class: &str) -> Option<Vec<(i16, i16)>> {
    match class {
        "orthogonal" => return Some(vec![(1, 0)]),
        "diagonal" => return Some(vec![(1, 1)]),
        "contiguous" => return Some(vec![(1, 0), (1, 1)]),
        _ => {}
    }
    if let Some((_, leap)) = GRID_ATOMS.iter().find(|(atom, _)| *atom == class) {
        return Some(vec![*leap]);
    }
    let (a, b) = class
        .strip_prefix('(')?
        .strip_suffix(')')?
        .split_once(',')?;
    let number = |text: &str| {
        text.trim()
            .parse::<u8>()
            .ok()
            .filter(|n| u16::from(*n) <= MAX_NUMBER)
    };
    let (a, b) = (number(a)?, number(b)?);
    Some(vec![(a.max(b).into(), a.min(b).into())])
}
