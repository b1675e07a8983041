//! The form that a movement has on a grid, where each direction class has known leaps. There a
//! sentence has the same components as the string of Betza's notation that means the same. This
//! module knows no board.

use super::betza::{AtomShape, LaterLeg, LegManner, LegPlan, as_lame_leap, lay, reduce_turn};
use super::leg::{Bend, Component, Leap, Leg, LegWay, Motion, Start, Turn};
use super::lower::lower;
use super::{Course, Heading, MAX_NUMBER, Sentence};

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
    /// Where it goes on after a `then`, the turn depends on the direction before.
    Legs,
}

impl std::fmt::Display for NoLeaps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NoLeaps::Class => "its directions are not those of a grid",
            NoLeaps::Places => "it depends on the cells it passes, lands on or starts from",
            NoLeaps::Otherwise => "one of its clauses is an alternative to another",
            NoLeaps::Action => "it wanders, or leaps to a distance",
            NoLeaps::Legs => "how it turns after `then` depends on the direction before",
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

/// Returns the components of a sentence as they are on a grid, where each direction is a leap. They
/// are those of the string in Betza's notation that means the same.
///
/// # Errors
///
/// Why one of them cannot be written with leaps.
pub fn grid_components<'a>(
    sentence: &'a Sentence,
    piece: &dyn Fn(&str) -> Option<&'a Sentence>,
) -> Result<Vec<Component>, NoLeaps> {
    let components = lower(sentence, piece).into_iter().map(with_leaps);
    Ok(components
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect())
}

/// Returns a component with leaps instead of direction classes: one for each kind of leap.
///
/// # Errors
///
/// Why it cannot be written with leaps.
pub(crate) fn with_leaps(component: Component) -> Result<Vec<Component>, NoLeaps> {
    let Component {
        motion,
        replaces,
        from,
        over,
        onto,
        ..
    } = &component;
    if !replaces.is_empty() {
        return Err(NoLeaps::Otherwise);
    }
    if let Motion::Distance { .. } = motion {
        return Err(NoLeaps::Action);
    }
    let Motion::Legs(legs) = motion else {
        return Ok(vec![component]);
    };
    if legs.iter().any(|leg| leg.bend == Bend::Free) {
        return Err(NoLeaps::Action);
    }
    if from.is_some() || over.is_some() || onto.is_some() {
        return Err(NoLeaps::Places);
    }
    let Some((first, later)) = legs.split_first() else {
        return Ok(vec![component]);
    };
    let Some(leaps) = leaps_along(first) else {
        return Ok(vec![component]);
    };
    let mut components = Vec::new();
    for (shape, directions) in by_shape(&leaps?) {
        let plan = plan(first, shape, directions, later)?;
        for legs in lay(&plan).map_err(|_| NoLeaps::Legs)? {
            components.push(Component {
                motion: Motion::Legs(as_lame_leap(legs)),
                ..component.clone()
            });
        }
    }
    Ok(components)
}

/// Returns the leaps of a leg along directions; `None` for any other leg.
pub(crate) fn leaps_along(leg: &Leg) -> Option<Result<Vec<Leap>, NoLeaps>> {
    match &leg.way {
        LegWay::Directions {
            classes,
            headings,
            step,
            ..
        } => Some(class_leaps(classes, headings, *step)),
        LegWay::Leaps(_) | LegWay::Turns { .. } => None,
    }
}

/// Groups leaps by their shape, each with its directions. The leaps of a King are one shape if they
/// lead in all eight directions.
fn by_shape(leaps: &[Leap]) -> Vec<(AtomShape, Vec<u8>)> {
    let shape_of = |leaps: &[Leap]| Some(AtomShape::of_leaps(leaps)?.0);
    let mut shapes: Vec<AtomShape> = match shape_of(leaps) {
        Some(king @ AtomShape::Both(1)) if leaps.len() == 8 => vec![king],
        _ => leaps.chunks(1).filter_map(shape_of).collect(),
    };
    shapes.sort_by_key(|shape| shape.reach());
    shapes.dedup();
    let directions = |shape: AtomShape| {
        let leap = |direction: &u8| shape.family().leap(*direction);
        let has = |direction: &u8| leap(direction).is_some_and(|leap| leaps.contains(&leap));
        (0..16).filter(has).collect()
    };
    shapes
        .into_iter()
        .map(|shape| (shape, directions(shape)))
        .collect()
}

/// Sorts leaps by the atoms of Betza's notation that have them, each list in the order of its
/// directions.
pub fn by_atom(leaps: &[Leap]) -> Vec<Vec<Leap>> {
    let (near, far): (Vec<Leap>, Vec<Leap>) =
        leaps.iter().partition(|leap| leap.longer_shorter().0 == 1);
    let shapes = [near, far].into_iter().flat_map(|leaps| by_shape(&leaps));
    let leaps = |(shape, directions): (AtomShape, Vec<u8>)| {
        let family = shape.family();
        let leaps = directions
            .into_iter()
            .map(|direction| family.leap(direction));
        leaps.flatten().collect()
    };
    shapes.map(leaps).collect()
}

/// Returns legs of a sentence as letters would ask for them: with turns from each leg to the next.
fn plan(
    first: &Leg,
    shape: AtomShape,
    directions: Vec<u8>,
    later: &[Leg],
) -> Result<LegPlan, NoLeaps> {
    let (mut shape, mut before) = (shape, directions.clone());
    let manner = |leg: &Leg, shape| LegManner {
        shape,
        length: leg.length,
        hop: leg.hop,
        lame: leg.lame,
        bend: leg.bend,
        wraps: leg.wraps,
        end: leg.end,
    };
    let first = manner(first, shape);
    let mut rest = Vec::new();
    for (index, leg) in (1..).zip(later) {
        let LegWay::Directions { course, .. } = &leg.way else {
            return Err(NoLeaps::Legs);
        };
        let turns: Vec<i8> = if *course == Course::Onward {
            vec![0]
        } else {
            let leaps = leaps_along(leg).ok_or(NoLeaps::Legs)??;
            let (next_shape, next) = AtomShape::of_leaps(&leaps).ok_or(NoLeaps::Legs)?;
            let leads_away = |from: u8, leap: &Leap| {
                let before = shape.family().leap(from);
                before.is_some_and(|before| before.x * leap.x + before.y * leap.y > 0)
            };
            let turns_from = |from: u8| {
                let allowed = next
                    .iter()
                    .zip(&leaps)
                    .filter(|(_, leap)| *course == Course::Any || leads_away(from, leap));
                let turn = |to: u8| reduce_turn(i16::from(to) - i16::from(from));
                let mut turns: Vec<i8> = allowed.map(|(to, _)| turn(*to)).collect();
                turns.sort_unstable();
                turns
            };
            let turns = turns_from(*before.first().ok_or(NoLeaps::Legs)?);
            // The turns may depend on the direction, as after the leaps of a King.
            if turns.is_empty() || before.iter().any(|from| turns_from(*from) != turns) {
                return Err(NoLeaps::Legs);
            }
            shape = next_shape;
            turns
        };
        let after = |from: &u8| -> Vec<u8> {
            let after = |turn: &i8| (i16::from(*from) + i16::from(*turn)).rem_euclid(16) as u8;
            turns.iter().map(after).collect()
        };
        before = before.iter().flat_map(after).collect();
        before.sort_unstable();
        before.dedup();
        rest.push(LaterLeg {
            turns: turns.into_iter().map(Turn::By).collect(),
            exact: true,
            manner: manner(leg, shape),
            index,
        });
    }
    Ok(LegPlan {
        directions,
        first,
        rest,
    })
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
