//! What stands in a string of the notation, letter by letter, before any of it has a meaning.

use std::ops::Range;

use super::dialect::Atom;

/// A union of moves.
pub(super) struct BetzaText {
    pub moves: Vec<BetzaMove>,
}

/// One move of a union: an atom with its letters, or legs in brackets.
pub(super) enum BetzaMove {
    Simple(Simple),
    Bracket(Bracket),
}

/// Small letters and the atom they belong to: `fcafmF`.
pub(super) struct Simple {
    pub marks: Vec<Modifier>,
    pub atom: Atom,
    /// Of the atom with its range.
    pub atom_at: Range<usize>,
    pub at: Range<usize>,
}

/// A small letter, or a group of them in parentheses.
#[derive(Clone)]
pub(super) enum Modifier {
    Letter(char, usize),
    /// Repeated at most so often, and as often as one likes if no number says how often.
    Group {
        marks: Vec<Modifier>,
        most: Option<u16>,
        at: Range<usize>,
    },
}

/// Legs one after another: `fr[W?B]`.
pub(super) struct Bracket {
    /// What stands before it.
    pub marks: Vec<Modifier>,
    /// The first has nothing before it.
    pub parts: Vec<BracketPart>,
    pub at: Range<usize>,
}

/// A leg, in one or more forms.
pub(super) struct BracketPart {
    pub moves: Vec<Simple>,
    /// Whether the component may also end with this leg; of no account in the last.
    pub may_end: bool,
}

/// A small letter and its place.
pub(super) type PlacedLetter = (char, usize);
