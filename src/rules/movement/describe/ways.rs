//! Directions and turns in English.

use crate::movement::betza::AtomShape;
use crate::movement::leg::{Leap, LegWay, Turn};
use crate::movement::words::join_list;
use crate::movement::{Course, Heading, LeapKind};

/// The words for the directions of a leg and for its leaps.
pub(super) struct WayWords {
    /// The directions, beginning with a space; empty if they go without saying.
    pub way: String,
    /// The leap by its coordinates, if it is neither orthogonal nor diagonal.
    pub leap: Option<String>,
    /// The number of cells that each leap goes otherwise.
    pub reach: u16,
}

impl WayWords {
    pub(super) fn of(way: &LegWay) -> WayWords {
        let (shape, words) = match way {
            LegWay::Directions {
                classes,
                headings,
                step,
                course,
            } => {
                let are_leaps = classes.iter().all(|class| class.starts_with('('));
                let leap = (are_leaps && *course == Course::Any && *step == 1)
                    .then(|| join_list(classes, "or"));
                return WayWords {
                    way: match leap {
                        Some(_) => heading_phrase(headings),
                        None => directions_phrase(classes, headings, *course),
                    },
                    leap,
                    reach: *step,
                };
            }
            LegWay::Leaps(leaps) => match AtomShape::of_leaps(leaps) {
                Some((shape, _)) => (Some(shape), directions(shape, leaps)),
                None => (None, String::new()),
            },
            LegWay::Turns { turns, family } => {
                let shape = AtomShape::of_family(*family);
                let kind = match shape {
                    Some(AtomShape::Orthogonal(_)) => Some("orthogonally"),
                    Some(AtomShape::Diagonal(_)) => Some("diagonally"),
                    _ => None,
                };
                let words = match (kind, &turns[..]) {
                    (Some(kind), [Turn::By(-2), Turn::By(2)]) => format!("outward {kind}"),
                    (None, _) | (_, [Turn::By(0)]) => describe_turns(turns),
                    (Some(kind), _) => format!("{kind}, {}", describe_turns(turns)),
                };
                (shape, words)
            }
        };
        let space = if words.is_empty() { "" } else { " " };
        let (reach, leap) = match shape {
            Some(AtomShape::Orthogonal(n) | AtomShape::Diagonal(n) | AtomShape::Both(n)) => {
                (n, None)
            }
            Some(AtomShape::Oblique(long, short)) => {
                (long, Some(LeapKind::new(long, short).to_string()))
            }
            None => (1, None),
        };
        WayWords {
            way: format!("{space}{words}"),
            leap,
            reach,
        }
    }
}

/// The directions of a first leg with orthogonal leaps. Rows with more directions come first.
const ORTHOGONAL: &[(&[u8], &str)] = &[
    (&[0, 4, 8, 12], "orthogonally"),
    (&[0, 8], "sideways"),
    (&[4], "straight forward"),
    (&[12], "straight backward"),
    (&[8], "to the left"),
    (&[0], "to the right"),
];

/// The same for diagonal leaps.
const DIAGONAL: &[(&[u8], &str)] = &[
    (&[2, 6, 10, 14], "diagonally"),
    (&[2, 6], "diagonally forward"),
    (&[10, 14], "diagonally backward"),
    (&[6, 10], "diagonally to the left"),
    (&[2, 14], "diagonally to the right"),
    (&[6], "diagonally forward to the left"),
    (&[2], "diagonally forward to the right"),
    (&[10], "diagonally backward to the left"),
    (&[14], "diagonally backward to the right"),
];

/// The same for oblique leaps. A row names the longer part of the leap first, or names it alone.
const OBLIQUE: &[(&[u8], &str)] = &[
    (&[1, 3, 5, 7, 9, 11, 13, 15], ""),
    (&[1, 3, 5, 7], "to any of the cells ahead"),
    (&[9, 11, 13, 15], "to any of the cells behind"),
    (&[5, 7, 9, 11], "to any of the cells on the left"),
    (&[1, 3, 13, 15], "to any of the cells on the right"),
    (&[3, 5, 11, 13], "the long way forward or backward"),
    (&[1, 7, 9, 15], "the long way sideways"),
    (&[3, 7, 11, 15], "right-handedly"),
    (&[1, 5, 9, 13], "left-handedly"),
    (&[3, 5], "the long way forward"),
    (&[11, 13], "the long way backward"),
    (&[7, 9], "the long way to the left"),
    (&[1, 15], "the long way to the right"),
    (&[1, 7], "the long way sideways and forward"),
    (&[9, 15], "the long way sideways and backward"),
    (&[5], "the long way forward and to the left"),
    (&[3], "the long way forward and to the right"),
    (&[11], "the long way backward and to the left"),
    (&[13], "the long way backward and to the right"),
    (&[7], "the long way to the left and forward"),
    (&[1], "the long way to the right and forward"),
    (&[9], "the long way to the left and backward"),
    (&[15], "the long way to the right and backward"),
];

/// The same for the leaps of a King.
const BOTH: &[(&[u8], &str)] = &[(&[0, 2, 4, 6, 8, 10, 12, 14], "in any direction")];

/// Describes where leaps of one kind lead. Of a King's directions it can describe only all eight.
fn directions(shape: AtomShape, leaps: &[Leap]) -> String {
    let rows = match shape {
        AtomShape::Orthogonal(_) => ORTHOGONAL,
        AtomShape::Diagonal(_) => DIAGONAL,
        AtomShape::Oblique(..) => OBLIQUE,
        AtomShape::Both(_) => BOTH,
    };
    let family = shape.family();
    let mut remaining: Vec<u8> = (0..16)
        .filter(|direction| {
            family
                .leap(*direction)
                .is_some_and(|leap| leaps.contains(&leap))
        })
        .collect();
    let mut texts = Vec::new();
    for (named, phrase) in rows {
        if named.iter().all(|direction| remaining.contains(direction)) {
            remaining.retain(|direction| !named.contains(direction));
            texts.push((*phrase).to_string());
        }
    }
    join_list(&texts, "or")
}

/// The turns of a later leg.
const TURNS: &[(&[i8], &str)] = &[
    (&[-6, -4, -2, 0, 2, 4, 6], "in any direction but back"),
    (&[-6, -4, -2, 0, 2, 4, 6, 8], "in any direction"),
    (&[-6, -4, -2, 2, 4, 6], "to any side"),
    (&[-4, 0, 4], "straight on, to the left or to the right"),
    (&[-2, 0, 2], "straight on, half left or half right"),
    (&[0], "on in the same direction"),
    (&[-1, 1], "a little to either side"),
    (&[-2, 2], "half left or half right"),
    (&[-3, 3], "well to either side"),
    (&[-4, 4], "to the left or right"),
    (&[-5, 5], "to either side and a little back"),
    (&[-6, 6], "half back to the left or right"),
    (&[-7, 7], "almost back to either side"),
    (&[8], "back"),
    (&[1], "a little to the left"),
    (&[-1], "a little to the right"),
    (&[2], "half left"),
    (&[-2], "half right"),
    (&[3], "well to the left"),
    (&[-3], "well to the right"),
    (&[4], "to the left"),
    (&[-4], "to the right"),
    (&[5], "to the left and a little back"),
    (&[-5], "to the right and a little back"),
    (&[6], "half back to the left"),
    (&[-6], "half back to the right"),
    (&[7], "almost back to the left"),
    (&[-7], "almost back to the right"),
];

/// Describes where a leg goes, relative to the leg before.
fn describe_turns(turns: &[Turn]) -> String {
    let mut remaining: Vec<i8> = turns
        .iter()
        .filter_map(|turn| match turn {
            Turn::By(by) => Some(*by),
            _ => None,
        })
        .collect();
    let mut texts = Vec::new();
    for (named, phrase) in TURNS {
        // A row of three or more turns applies only if it names all that remain.
        let applies = named.len() < 3 || named.len() == remaining.len();
        if applies && named.iter().all(|turn| remaining.contains(turn)) {
            remaining.retain(|turn| !named.contains(turn));
            texts.push((*phrase).to_string());
        }
    }
    // Turns that depend on an earlier one (`z` and `q`) come last.
    for turn in turns {
        let (angle, side) = match turn {
            Turn::By(_) => continue,
            Turn::Again(angle) => (*angle, "to the same side as before"),
            Turn::Opposite(angle) => (*angle, "to the other side than before"),
        };
        texts.push(match angle {
            2 => format!("half {side}"),
            6 => format!("half back {side}"),
            _ => side.to_string(),
        });
    }
    join_list(&texts, "or")
}

/// Describes headings, beginning with a space; empty if there are none.
fn heading_phrase(headings: &[Heading]) -> String {
    let headings: Vec<String> = headings.iter().map(|h| h.word().to_string()).collect();
    if headings.is_empty() {
        String::new()
    } else {
        format!(" {}", join_list(&headings, "or"))
    }
}

/// Describes directions of the board, beginning with a space.
fn directions_phrase(classes: &[String], headings: &[Heading], course: Course) -> String {
    let outward = match course {
        Course::Any => "",
        Course::Outward => " outward",
        Course::Onward => return " on in the same direction".to_string(),
    };
    let (named, axes): (Vec<&String>, Vec<&String>) = classes
        .iter()
        .partition(|class| class_phrase(class).is_some());
    let mut phrases: Vec<String> = named
        .iter()
        .filter_map(|class| class_phrase(class))
        .map(str::to_string)
        .collect();
    if !axes.is_empty() {
        let axes: Vec<String> = axes.into_iter().cloned().collect();
        phrases.insert(0, format!("along {}", join_list(&axes, "and")));
    }
    let headings = heading_phrase(headings);
    format!("{outward}{headings} {}", join_list(&phrases, "or"))
}

/// Returns the phrase for a class with a common name, such as "orthogonally"; `None` for an axis such as `Y`.
pub fn class_phrase(class: &str) -> Option<&'static str> {
    Some(match class {
        "contiguous" => "to a cell it touches",
        "side" => "across a side",
        "corner" => "across a corner",
        "ring" => "round a ring",
        "fork" => {
            "to either of the two squares at the ends of the side of its square that faces forward along Y or Z"
        }
        "orthogonal" => "orthogonally",
        "diagonal" => "diagonally",
        "triagonal" => "triagonally",
        "above" => "straight up through the levels",
        "below" => "straight down through the levels",
        "n" => "straight ahead",
        "s" => "straight back",
        "e" => "straight to the right",
        "w" => "straight to the left",
        "ne" => "ahead to the right",
        "nw" => "ahead to the left",
        "se" => "back to the right",
        "sw" => "back to the left",
        // Only hexagons of which a side points up have these four.
        "nne" => "through the corner ahead to the right",
        "nnw" => "through the corner ahead to the left",
        "sse" => "through the corner back to the right",
        "ssw" => "through the corner back to the left",
        "ene" => "to the right and a little ahead",
        "wnw" => "to the left and a little ahead",
        "ese" => "to the right and a little back",
        "wsw" => "to the left and a little back",
        _ => return None,
    })
}
