//! Directions and turns in English.

use super::dialect::AtomShape;
use crate::movement::leg::{Leap, Turn};
use crate::movement::words::join_list;

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
pub(super) fn directions(shape: AtomShape, leaps: &[Leap]) -> String {
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
    (&[0], "straight on"),
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
pub(super) fn turns(turns: &[Turn]) -> String {
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
