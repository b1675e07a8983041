//! Says directions and turns.

use padma_rules::movement::leg::{Leap, LegWay, Turn};
use padma_rules::movement::{AtomShape, Course, Heading, LeapKind};
use padma_words::{Listing, SlotValue, keys, row, say};

/// The table of phrases for classes of directions.
const CLASSES: &str = "movement.class";

/// What is said of the directions of a leg and of its leaps.
pub(super) struct Way {
    /// The directions.
    pub way: SlotValue,
    /// The leap by its coordinates, if it is neither orthogonal nor diagonal.
    pub leap: Option<SlotValue>,
    /// The number of cells that each leap goes otherwise.
    pub reach: u16,
}

pub(super) fn way_of(way: &LegWay) -> Way {
    let reach = cells_of_leap(way);
    match way {
        LegWay::Directions {
            classes,
            headings,
            step,
            course,
        } => {
            let are_leaps = classes.iter().all(|class| class.starts_with('('));
            let leap = (are_leaps && *course == Course::Any && *step == 1)
                .then(|| Listing::Or.of(classes.iter().cloned().map(SlotValue::Term)));
            Way {
                way: match leap {
                    Some(_) => heading_names(headings),
                    None => directions_of_board(classes, headings, *course),
                },
                leap,
                reach,
            }
        }
        LegWay::Leaps(leaps) => {
            let shape = AtomShape::of_leaps(leaps).map(|(shape, _)| shape);
            Way {
                way: shape.map_or(SlotValue::None, |shape| directions(shape, leaps)),
                leap: shape.and_then(leap),
                reach,
            }
        }
        LegWay::Turns { turns, family } => {
            let shape = AtomShape::of_family(*family);
            let kind = match shape {
                Some(AtomShape::Orthogonal(_)) => Some(row("movement.leg", "orthogonal")),
                Some(AtomShape::Diagonal(_)) => Some(row("movement.leg", "diagonal")),
                _ => None,
            };
            let way = match (kind, &turns[..]) {
                (Some(kind), [Turn::By(-2), Turn::By(2)]) => say!(movement::Outward, kind).into(),
                (None, _) | (_, [Turn::By(0)]) => turns_of_leg(turns),
                (Some(kind), _) => {
                    say!(movement::TurnsOfKind, kind, turns = turns_of_leg(turns)).into()
                }
            };
            Way {
                way,
                leap: shape.and_then(leap),
                reach,
            }
        }
    }
}

/// Returns the number of cells that each leap goes: of an oblique one, along its longer part.
pub(super) fn cells_of_leap(way: &LegWay) -> u16 {
    let shape = match way {
        LegWay::Directions { step, .. } => return *step,
        LegWay::Leaps(leaps) => AtomShape::of_leaps(leaps).map(|(shape, _)| shape),
        LegWay::Turns { family, .. } => AtomShape::of_family(*family),
    };
    shape.map_or(1, |shape| shape.reach().0)
}

/// Returns an oblique leap by its coordinates.
fn leap(shape: AtomShape) -> Option<SlotValue> {
    match shape {
        AtomShape::Oblique(long, short) => {
            Some(SlotValue::Term(LeapKind::new(long, short).to_string()))
        }
        _ => None,
    }
}

/// Says where leaps of one shape lead. Of a King's directions only all eight have a phrase.
fn directions(shape: AtomShape, leaps: &[Leap]) -> SlotValue {
    let table = match shape {
        AtomShape::Orthogonal(_) => "movement.orthogonal",
        AtomShape::Diagonal(_) => "movement.diagonal",
        AtomShape::Oblique(..) => "movement.oblique",
        AtomShape::Both(_) => "movement.both",
    };
    let family = shape.family();
    let is_there = |direction: &i8| {
        let leap = family.leap(direction.unsigned_abs());
        leap.is_some_and(|leap| leaps.contains(&leap))
    };
    let numbers = (0..16).filter(is_there).collect();
    SlotValue::Cover { table, numbers }
}

/// Says where a leg goes, relative to the leg before.
fn turns_of_leg(turns: &[Turn]) -> SlotValue {
    let numbers = turns.iter().filter_map(|turn| match turn {
        Turn::By(by) => Some(*by),
        _ => None,
    });
    let plain = SlotValue::Cover {
        table: "movement.turn",
        numbers: numbers.collect(),
    };
    // Turns that depend on an earlier one (`z` and `q`) come last.
    let later = turns.iter().filter_map(|turn| {
        let (angle, sides) = match turn {
            Turn::By(_) => return None,
            Turn::Again(angle) => (angle, "same"),
            Turn::Opposite(angle) => (angle, "other"),
        };
        let angle = match angle {
            2 => "half",
            6 => "back",
            _ => "full",
        };
        let (angle, sides) = (SlotValue::Key(angle), SlotValue::Key(sides));
        Some(say!(movement::TurnAgain, angle, sides).into())
    });
    Listing::Or.of(std::iter::once(plain).chain(later))
}

fn heading_names(headings: &[Heading]) -> SlotValue {
    Listing::Or.of(headings
        .iter()
        .map(|heading| row("movement.heading", heading.word())))
}

/// Says directions of the board.
fn directions_of_board(classes: &[String], headings: &[Heading], course: Course) -> SlotValue {
    if course == Course::Onward {
        return say!(movement::Onward).into();
    }
    let (axes, named): (Vec<&String>, Vec<&String>) =
        classes.iter().partition(|class| is_axis(class));
    let axes: Vec<SlotValue> = axes.into_iter().cloned().map(SlotValue::Term).collect();
    let along =
        (!axes.is_empty()).then(|| say!(movement::Along, axes = Listing::And.of(axes)).into());
    let named = named.into_iter().map(|class| row(CLASSES, class));
    let ways = Listing::Or.of(along.into_iter().chain(named));
    let outward = course == Course::Outward;
    say!(
        movement::Directions,
        outward,
        headings = heading_names(headings),
        ways
    )
    .into()
}

/// Whether a class has no phrase of its own, so that pieces go “along” it, as along `Y`.
pub fn is_axis(class: &str) -> bool {
    keys(CLASSES).all(|known| known != class)
}

/// Says a class with a common name.
pub fn class_said(class: &str) -> SlotValue {
    row(CLASSES, class)
}
