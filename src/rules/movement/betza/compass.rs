//! Direction letters: which of the sixteen directions they name on each kind of atom.
//!
//! Directions are numbered in sixteenths of a circle, counter-clockwise from the right, as in
//! [`Turn`](super::Turn):
//!
//! ```text
//!        5  4  3          orthogonal leaps lie at 0, 4, 8, 12,
//!     6     |     2       diagonal ones at 2, 6, 10, 14,
//!    7      |      1      oblique ones at the odd numbers
//!   8 ------+------ 0
//!    9      |      15
//!    10     |     14
//!       11 12 13
//! ```
//!
//! Letters are read from the left, two at a time wherever two have a meaning together.

use crate::movement::leg::Turn;

/// Letters and the directions they name.
type LetterRow = (&'static str, &'static [u8]);

/// How letters are read on a kind of atom.
pub(super) struct Compass {
    rows: &'static [LetterRow],
    /// The directions meant by one of a row: itself, or those beside it.
    meant: fn(u8) -> [u8; 2],
}

const fn itself(direction: u8) -> [u8; 2] {
    [direction; 2]
}

/// Each letter is one direction.
pub(super) static ORTHOGONAL: Compass = Compass {
    rows: &[
        ("f", &[4]),
        ("b", &[12]),
        ("l", &[8]),
        ("r", &[0]),
        ("v", &[4, 12]),
        ("s", &[0, 8]),
    ],
    meant: itself,
};

/// A letter is the narrow pair, with `h` the wide four; of two letters the first is wide and the
/// second narrow. `hl` and `hr` are the four that lie to that side of the next orthogonal direction.
pub(super) static OBLIQUE: Compass = Compass {
    rows: OBLIQUE_ROWS,
    meant: itself,
};

const OBLIQUE_ROWS: &[LetterRow] = &[
    ("f", &[3, 5]),
    ("b", &[11, 13]),
    ("l", &[7, 9]),
    ("r", &[1, 15]),
    ("v", &[3, 5, 11, 13]),
    ("s", &[1, 7, 9, 15]),
    ("fr", &[1]),
    ("fl", &[7]),
    ("bl", &[9]),
    ("br", &[15]),
    ("rf", &[3]),
    ("lf", &[5]),
    ("lb", &[11]),
    ("rb", &[13]),
    ("ff", &[3, 5]),
    ("bb", &[11, 13]),
    ("ll", &[7, 9]),
    ("rr", &[1, 15]),
    ("fs", &[1, 7]),
    ("bs", &[9, 15]),
    ("lv", &[5, 11]),
    ("rv", &[3, 13]),
    ("fh", &[1, 3, 5, 7]),
    ("bh", &[9, 11, 13, 15]),
    ("lh", &[5, 7, 9, 11]),
    ("rh", &[1, 3, 13, 15]),
    ("hr", &[3, 7, 11, 15]),
    ("hl", &[1, 5, 9, 13]),
];

const fn diagonal_beside(oblique: u8) -> [u8; 2] {
    itself(if oblique % 4 == 1 {
        oblique + 1
    } else {
        oblique - 1
    })
}

/// The letters of oblique atoms, and for each of their directions the diagonal one beside it.
pub(super) static DIAGONAL_SPREAD: Compass = Compass {
    rows: OBLIQUE_ROWS.split_at(22).0,
    meant: diagonal_beside,
};

/// A letter is two directions; two letters have one in common.
pub(super) static DIAGONAL: Compass = Compass {
    rows: OBLIQUE_ROWS.split_at(18).0,
    meant: diagonal_beside,
};

/// The letters of oblique atoms, and for each of their directions the two beside it.
pub(super) static BOTH_APART: Compass = Compass {
    rows: OBLIQUE_ROWS.split_at(24).0,
    meant: |oblique| [oblique - 1, (oblique + 1) % 16],
};

/// Eight directions in one system: a letter is one of the four orthogonal ones, two letters a diagonal
/// one. The legs behind the first use it too, `f` being the way the leg before went.
pub(super) static BOTH_TOGETHER: Compass = Compass {
    rows: &[
        ("f", &[4]),
        ("b", &[12]),
        ("l", &[8]),
        ("r", &[0]),
        ("v", &[4, 12]),
        ("s", &[0, 8]),
        ("fr", &[2]),
        ("fl", &[6]),
        ("bl", &[10]),
        ("br", &[14]),
        ("rf", &[2]),
        ("lf", &[6]),
        ("lb", &[10]),
        ("rb", &[14]),
        ("fs", &[2, 6]),
        ("bs", &[10, 14]),
        ("fh", &[2, 4, 6]),
        ("bh", &[10, 12, 14]),
        ("lh", &[6, 8, 10]),
        ("rh", &[0, 2, 14]),
    ],
    meant: itself,
};

/// Two letters, or one with nothing beside it, that a compass does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Undefined {
    /// Where they stand among the letters.
    pub at: usize,
    pub length: usize,
    /// What they might mean: each letter by itself, or only what both name.
    pub readings: Vec<Vec<u8>>,
}

/// The letters of directions.
pub(super) fn is_direction(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')
}

/// The directions that letters name, in their order round the circle.
pub(super) fn directions(compass: &Compass, letters: &str) -> Result<Vec<u8>, Undefined> {
    let mut found = Vec::new();
    for (_, token) in tokens(compass, letters)? {
        found.extend(named(compass, token).unwrap_or_default());
    }
    Ok(in_order(found))
}

/// Letters cut into the ones and twos that have a meaning, each with its place.
fn tokens<'a>(compass: &Compass, letters: &'a str) -> Result<Vec<(usize, &'a str)>, Undefined> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (one, two) = (&letters[at..at + 1], letters.get(at..at + 2));
        if let Some(two) = two.filter(|two| named(compass, two).is_some()) {
            found.push((at, two));
            at += 2;
        } else if two.is_some_and(|two| means_more_together(compass, two))
            || named(compass, one).is_none()
        {
            let token = two.unwrap_or(one);
            return Err(Undefined {
                at,
                length: token.len(),
                readings: readings(compass, token),
            });
        } else {
            found.push((at, one));
            at += 1;
        }
    }
    Ok(found)
}

fn named(compass: &Compass, token: &str) -> Option<Vec<u8>> {
    let row = compass.rows.iter().find(|(letters, _)| *letters == token);
    row.map(|(_, directions)| meant(compass, directions))
}

fn meant(compass: &Compass, directions: &[u8]) -> Vec<u8> {
    in_order(
        directions
            .iter()
            .flat_map(|direction| (compass.meant)(*direction))
            .collect(),
    )
}

/// Each once.
fn in_order<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether two letters ought to have a meaning of their own: where any two letters have one, two that
/// stand at right angles, and a doubled `v` or `s`; and `h` with anything.
fn means_more_together(compass: &Compass, two: &str) -> bool {
    let has_pairs = compass.rows.iter().any(|(letters, _)| letters.len() == 2);
    let upright = |letter: &str| matches!(letter, "f" | "b" | "v");
    let (first, second) = two.split_at(1);
    let crossing = upright(first) != upright(second) || matches!(two, "vv" | "ss");
    (has_pairs && crossing) || first == "h" || second == "h"
}

fn readings(compass: &Compass, token: &str) -> Vec<Vec<u8>> {
    if token.contains('h') {
        return Vec::new();
    }
    let each: Vec<Vec<u8>> = token
        .split("")
        .filter_map(|letter| named(compass, letter))
        .collect();
    let [first, second] = &each[..] else {
        return each;
    };
    let common: Vec<u8> = first
        .iter()
        .copied()
        .filter(|direction| second.contains(direction))
        .collect();
    let mut readings = vec![in_order(each.concat())];
    if !common.is_empty() && !readings.contains(&common) {
        readings.push(common);
    }
    readings
}

/// The shortest letters for directions; nothing for all the compass has. `None` if there are none.
pub(super) fn letters(compass: &Compass, all: &[u8], wanted: &[u8]) -> Option<String> {
    if wanted == all {
        return Some(String::new());
    }
    let tokens = compass
        .rows
        .iter()
        .map(|(letters, directions)| (*letters, meant(compass, directions)));
    let mut tokens: Vec<(&str, Vec<u8>)> = tokens
        .filter(|(_, directions)| directions.iter().all(|d| wanted.contains(d)))
        .collect();
    // What names most comes first, among equals what is shorter.
    tokens.sort_by_key(|(letters, directions)| (usize::MAX - directions.len(), letters.len()));
    let mut left = wanted.to_vec();
    let mut chosen: Vec<&str> = Vec::new();
    for (letters, directions) in tokens {
        if directions.iter().any(|direction| left.contains(direction)) {
            left.retain(|direction| !directions.contains(direction));
            chosen.push(letters);
        }
    }
    if !left.is_empty() {
        return None;
    }
    written(compass, &chosen, wanted)
}

/// Tokens set side by side so that they are read as they were meant: in another order, or with single
/// letters doubled, where two would run together.
fn written(compass: &Compass, tokens: &[&str], wanted: &[u8]) -> Option<String> {
    let doubled = |token: &str| {
        if token.len() == 1 {
            token.repeat(2)
        } else {
            token.to_string()
        }
    };
    let plain: Vec<String> = tokens.iter().map(|token| token.to_string()).collect();
    let reversed: Vec<String> = plain.iter().rev().cloned().collect();
    let safe: Vec<String> = tokens.iter().map(|token| doubled(token)).collect();
    [plain, reversed, safe]
        .into_iter()
        .map(|tokens| tokens.concat())
        .find(|text| directions(compass, text).as_deref() == Ok(wanted))
}

/// The turns that letters name on a leg behind the first, where `z` and `q` stand for the one of `l` and
/// `r` that is opposite to, or the same as, the side the component turned to last.
pub(super) fn turns(letters: &str) -> Result<Vec<Turn>, Undefined> {
    let sideways = letters.replace(['z', 'q'], "s");
    let mut found = Vec::new();
    for (at, token) in tokens(&BOTH_TOGETHER, &sideways)? {
        let directions = named(&BOTH_TOGETHER, token).unwrap_or_default();
        let mut turns = directions
            .iter()
            .map(|direction| turn(i16::from(*direction) - 4));
        let written = &letters[at..at + token.len()];
        let amount = turns.clone().map(i8::unsigned_abs).next().unwrap_or(0);
        if written.contains('z') {
            found.push(Turn::Opposite(amount));
        } else if written.contains('q') {
            found.push(Turn::Again(amount));
        } else {
            found.extend(turns.by_ref().map(Turn::By));
        }
    }
    Ok(in_order(found))
}

/// A turn between half right and back (-7 to 8), of any number of sixteenths.
pub(super) fn turn(sixteenths: i16) -> i8 {
    let turned = (sixteenths + 7).rem_euclid(16) - 7;
    i8::try_from(turned).unwrap_or(0)
}
