//! Direction letters: which of the sixteen directions they name on each kind of atom.
//!
//! Directions are numbered in sixteenths of a circle, counter-clockwise from the right, as in
//! [`Turn`]:
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
//! Letters are read from the left, two at a time where a pair has a meaning of its own.

use crate::movement::leg::Turn;

/// One or two letters and the directions they name.
type LetterRow = (&'static str, &'static [u8]);

/// The meanings of direction letters on a kind of atom.
pub(super) struct Compass {
    rows: &'static [LetterRow],
    /// Maps a direction in a row to the directions of the atom: itself, or those beside it.
    to_atom: fn(u8) -> [u8; 2],
}

const fn itself(direction: u8) -> [u8; 2] {
    [direction; 2]
}

/// Each letter names one direction, or two opposite ones.
pub(super) static ORTHOGONAL: Compass = Compass {
    rows: &[
        ("f", &[4]),
        ("b", &[12]),
        ("l", &[8]),
        ("r", &[0]),
        ("v", &[4, 12]),
        ("s", &[0, 8]),
    ],
    to_atom: itself,
};

/// One letter names the two leaps that go furthest that way; with `h`, all four that go that way.
/// Of two letters the second gives the longer part of the leap: `rf` is one right, two forward.
/// `hl` and `hr` name the four leaps just left or right of an orthogonal direction.
pub(super) static OBLIQUE: Compass = Compass {
    rows: OBLIQUE_ROWS,
    to_atom: itself,
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

/// The letters of oblique atoms, where each oblique direction means the diagonal one beside it.
pub(super) static DIAGONAL_SPREAD: Compass = Compass {
    rows: OBLIQUE_ROWS.split_at(22).0,
    to_atom: diagonal_beside,
};

/// One letter names two directions; two letters name the one that both have in common.
pub(super) static DIAGONAL: Compass = Compass {
    rows: OBLIQUE_ROWS.split_at(18).0,
    to_atom: diagonal_beside,
};

/// The letters of oblique atoms, where each oblique direction means the two beside it.
pub(super) static BOTH_APART: Compass = Compass {
    rows: OBLIQUE_ROWS.split_at(24).0,
    to_atom: |oblique| [oblique - 1, (oblique + 1) % 16],
};

/// Eight directions in one system: one letter names an orthogonal direction, two letters name a
/// diagonal one. Legs after the first use it too; there `f` means straight on.
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
    to_atom: itself,
};

/// A pair of letters, or a last single letter, that a compass does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UndefinedLetters {
    /// Their index among the letters.
    pub at: usize,
    pub length: usize,
    /// Their two possible meanings: the directions of both letters, or only those that both name.
    pub readings: Vec<Vec<u8>>,
}

/// Whether a letter names directions.
pub(super) fn is_direction(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')
}

/// Returns the directions that letters name, in ascending order.
pub(super) fn directions(compass: &Compass, letters: &str) -> Result<Vec<u8>, UndefinedLetters> {
    let mut named = Vec::new();
    for (_, token) in tokens(compass, letters)? {
        named.extend(directions_of(compass, token).unwrap_or_default());
    }
    Ok(sort_unique(named))
}

/// Splits letters into single letters and pairs that have a meaning, each with its index.
fn tokens<'a>(
    compass: &Compass,
    letters: &'a str,
) -> Result<Vec<(usize, &'a str)>, UndefinedLetters> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (single, pair) = (&letters[at..at + 1], letters.get(at..at + 2));
        if let Some(pair) = pair.filter(|pair| directions_of(compass, pair).is_some()) {
            tokens.push((at, pair));
            at += 2;
        } else if pair.is_some_and(|pair| is_misread_apart(compass, pair))
            || directions_of(compass, single).is_none()
        {
            let token = pair.unwrap_or(single);
            return Err(UndefinedLetters {
                at,
                length: token.len(),
                readings: readings(compass, token),
            });
        } else {
            tokens.push((at, single));
            at += 1;
        }
    }
    Ok(tokens)
}

fn directions_of(compass: &Compass, token: &str) -> Option<Vec<u8>> {
    let row = compass.rows.iter().find(|(letters, _)| *letters == token);
    row.map(|(_, directions)| meanings(compass, directions))
}

fn meanings(compass: &Compass, directions: &[u8]) -> Vec<u8> {
    sort_unique(
        directions
            .iter()
            .flat_map(|direction| (compass.to_atom)(*direction))
            .collect(),
    )
}

/// Sorts values and keeps each once.
fn sort_unique<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether reading two letters one by one would be wrong. This is always so for `h` with another
/// letter. If the compass defines pairs, it is also so for two letters at right angles, and for a
/// doubled `v` or `s`.
fn is_misread_apart(compass: &Compass, pair: &str) -> bool {
    let has_pairs = compass.rows.iter().any(|(letters, _)| letters.len() == 2);
    let is_vertical = |letter: &str| matches!(letter, "f" | "b" | "v");
    let (first, second) = pair.split_at(1);
    let is_crossing_or_doubled =
        is_vertical(first) != is_vertical(second) || matches!(pair, "vv" | "ss");
    (has_pairs && is_crossing_or_doubled) || first == "h" || second == "h"
}

fn readings(compass: &Compass, token: &str) -> Vec<Vec<u8>> {
    if token.contains('h') {
        return Vec::new();
    }
    let by_letter: Vec<Vec<u8>> = token
        .split("")
        .filter_map(|letter| directions_of(compass, letter))
        .collect();
    let [first, second] = &by_letter[..] else {
        return by_letter;
    };
    let common: Vec<u8> = first
        .iter()
        .copied()
        .filter(|direction| second.contains(direction))
        .collect();
    let mut readings = vec![sort_unique(by_letter.concat())];
    if !common.is_empty() && !readings.contains(&common) {
        readings.push(common);
    }
    readings
}

/// Returns short letters for directions: none for all directions of the atom. Returns `None` if no
/// letters name them.
pub(super) fn letters(compass: &Compass, all: &[u8], wanted: &[u8]) -> Option<String> {
    if wanted == all {
        return Some(String::new());
    }
    let tokens = compass
        .rows
        .iter()
        .map(|(letters, directions)| (*letters, meanings(compass, directions)));
    let mut tokens: Vec<(&str, Vec<u8>)> = tokens
        .filter(|(_, directions)| directions.iter().all(|d| wanted.contains(d)))
        .collect();
    // Tokens with the most directions come first, and among those the shortest.
    tokens.sort_by_key(|(letters, directions)| (usize::MAX - directions.len(), letters.len()));
    let mut remaining = wanted.to_vec();
    let mut chosen: Vec<&str> = Vec::new();
    for (letters, directions) in tokens {
        if directions
            .iter()
            .any(|direction| remaining.contains(direction))
        {
            remaining.retain(|direction| !directions.contains(direction));
            chosen.push(letters);
        }
    }
    if !remaining.is_empty() {
        return None;
    }
    join_tokens(compass, &chosen, wanted)
}

/// Joins tokens so that they are read back with the same meaning. If two of them would be read as
/// a pair, reverses their order or doubles single letters.
fn join_tokens(compass: &Compass, tokens: &[&str], wanted: &[u8]) -> Option<String> {
    let in_order: Vec<String> = tokens.iter().map(|token| token.to_string()).collect();
    let reversed: Vec<String> = in_order.iter().rev().cloned().collect();
    let doubled: Vec<String> = tokens
        .iter()
        .map(|token| token.repeat(if token.len() == 1 { 2 } else { 1 }))
        .collect();
    [in_order, reversed, doubled]
        .into_iter()
        .map(|tokens| tokens.concat())
        .find(|text| directions(compass, text).as_deref() == Ok(wanted))
}

/// Returns the turns that letters name on a leg after the first. There `q` means the side to which
/// the component turned last, and `z` the other side.
pub(super) fn turns(letters: &str) -> Result<Vec<Turn>, UndefinedLetters> {
    let sideways = letters.replace(['z', 'q'], "s");
    let mut all_turns = Vec::new();
    for (at, token) in tokens(&BOTH_TOGETHER, &sideways)? {
        let directions = directions_of(&BOTH_TOGETHER, token).unwrap_or_default();
        let mut turns = directions
            .iter()
            .map(|direction| reduce_turn(i16::from(*direction) - 4));
        let token_as_written = &letters[at..at + token.len()];
        let angle = turns.clone().map(i8::unsigned_abs).next().unwrap_or(0);
        if token_as_written.contains('z') {
            all_turns.push(Turn::Opposite(angle));
        } else if token_as_written.contains('q') {
            all_turns.push(Turn::Again(angle));
        } else {
            all_turns.extend(turns.by_ref().map(Turn::By));
        }
    }
    Ok(sort_unique(all_turns))
}

/// Reduces a turn of any number of sixteenths to the range from -7 (almost back, to the right) to
/// 8 (back).
pub(in crate::movement) fn reduce_turn(sixteenths: i16) -> i8 {
    let reduced = (sixteenths + 7).rem_euclid(16) - 7;
    i8::try_from(reduced).unwrap_or(0)
}
