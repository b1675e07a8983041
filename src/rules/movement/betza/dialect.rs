//! The notation's dialects. Each is a table of the letters it knows and their meanings.
//!
//! The reader asks only these tables, never which dialect it reads. A letter or combination that a
//! dialect leaves open, or that its program silently skips, is in the table with the reason, so
//! that the reader can report it.

use super::compass::{
    BOTH_APART, BOTH_TOGETHER, Compass, DIAGONAL, DIAGONAL_SPREAD, OBLIQUE, ORTHOGONAL,
};
use crate::movement::leg::{Family, Leap, Length};

padma_text::named! {
    /// Which of the notation's dialects a string is written in.
    #[derive(Default)]
    pub enum Dialect by name {
        /// XBetza, with the bracket notation.
        #[default]
        Xbetza "xbetza",
        /// What Fairy-Stockfish understands of it.
        Fsf "fsf",
    }
}

impl Dialect {
    pub(super) fn table(self) -> &'static DialectTable {
        match self {
            Dialect::Xbetza => &XBETZA,
            Dialect::Fsf => &FSF,
        }
    }
}

/// The letters of a dialect and their meanings.
pub(super) struct DialectTable {
    pub name: &'static str,
    pub atoms: &'static [&'static [(char, Atom)]],
    /// Atoms with a suffix, and their leaps.
    pub suffixed: &'static [(&'static str, (u16, u16))],
    /// Atoms with suffixes on which the sources disagree, and the leaps they give.
    pub unsettled_atoms: &'static [(&'static str, [(u16, u16); 2])],
    /// Capitals with a meaning in other dialects, and what a complaint says about them.
    pub foreign_capitals: &'static [(char, &'static str)],
    pub modifiers: &'static str,
    /// Known small letters that the reader refuses, and why.
    pub skipped: &'static [(&'static str, &'static str)],
    /// The maximum number of digits of a range.
    pub digits: usize,
    /// The meanings of direction letters on each kind of atom.
    pub orthogonal: &'static Compass,
    pub diagonal: &'static Compass,
    pub oblique: &'static Compass,
    pub both: &'static Compass,
    /// Whether to warn that directions on K and Q are read differently elsewhere.
    pub warns_of_both: bool,
    /// The atoms that may have a range.
    pub rides: Atoms,
    /// The atoms that may hop (`p`, `g`).
    pub hops: Atoms,
    /// The atoms that `n` may make lame.
    pub lame: Atoms,
    /// The lame leaps that are read as walks over several cells, with the step to each.
    pub lame_walks: &'static [((u16, u16), &'static [AtomShape])],
    /// Whether it has legs (`a`, brackets, groups in parentheses); if not, what a complaint says.
    pub legs: Result<(), &'static str>,
    /// Whether a leap may be written by its coordinates; if not, what a complaint says.
    pub coordinates: Result<(), &'static str>,
}

impl DialectTable {
    /// Returns the compass for leaps of this shape, and all their directions.
    pub(crate) fn compass(&self, shape: AtomShape) -> (&'static Compass, Vec<u8>) {
        let compass = match shape {
            AtomShape::Orthogonal(_) => self.orthogonal,
            AtomShape::Diagonal(_) => self.diagonal,
            AtomShape::Oblique(..) => self.oblique,
            AtomShape::Both(_) => self.both,
        };
        let family = shape.family();
        (
            compass,
            (0..16)
                .filter(|direction| family.leap(*direction).is_some())
                .collect(),
        )
    }
}

/// A set of atoms.
pub(super) enum Atoms {
    All,
    /// The atoms that have only these leaps, longer coordinate first.
    Leaping(&'static [(u16, u16)]),
}

impl Atoms {
    pub(crate) fn contain(&self, shape: AtomShape) -> bool {
        match self {
            Atoms::All => true,
            Atoms::Leaping(leaps) => shape.leaps().all(|leap| leaps.contains(&leap)),
        }
    }
}

/// The meaning of a capital, with its number or its default number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    Leaps(AtomShape, Length),
    /// A leap to any cell.
    Anywhere,
    /// Castling by a king that goes this many cells.
    Castling(u16),
    /// A drop on this many ranks.
    Drop(u16),
}

/// The leaps of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomShape {
    /// Along files or ranks.
    Orthogonal(u16),
    /// As far along the file as along the rank.
    Diagonal(u16),
    /// The longer coordinate first.
    Oblique(u16, u16),
    /// Orthogonal and diagonal leaps of the same length in files or ranks.
    Both(u16),
}

impl AtomShape {
    /// Returns the shape of a leap; `None` for `(0,0)`.
    pub(crate) fn of(m: u16, n: u16) -> Option<AtomShape> {
        match (m.max(n), m.min(n)) {
            (0, _) => None,
            (long, 0) => Some(AtomShape::Orthogonal(long)),
            (long, short) if long == short => Some(AtomShape::Diagonal(long)),
            (long, short) => Some(AtomShape::Oblique(long, short)),
        }
    }

    /// Returns the common shape of leaps, and their directions; `None` if no atom has them.
    pub fn of_leaps(leaps: &[Leap]) -> Option<(AtomShape, Vec<u8>)> {
        let of_one = |leap: &Leap| AtomShape::of(leap.x.unsigned_abs(), leap.y.unsigned_abs());
        let first = of_one(leaps.first()?)?;
        let shape = match first {
            AtomShape::Orthogonal(n) | AtomShape::Diagonal(n)
                if leaps.iter().any(|leap| of_one(leap) != Some(first)) =>
            {
                AtomShape::Both(n)
            }
            first => first,
        };
        let family = shape.family();
        let direction =
            |leap: &Leap| (0..16).find(|direction| family.leap(*direction) == Some(*leap));
        Some((shape, leaps.iter().map(direction).collect::<Option<_>>()?))
    }

    /// Returns the shape of the leaps of a later leg; `None` if no atom has them.
    pub fn of_family(family: Family) -> Option<AtomShape> {
        match (family.orthogonal, family.diagonal, family.oblique) {
            (Some(n), None, None) => Some(AtomShape::Orthogonal(n)),
            (None, Some(n), None) => Some(AtomShape::Diagonal(n)),
            (None, None, Some((long, short))) => Some(AtomShape::Oblique(long, short)),
            (Some(n), Some(m), None) if n == m => Some(AtomShape::Both(n)),
            _ => None,
        }
    }

    fn leaps(self) -> impl Iterator<Item = (u16, u16)> {
        let (first, second) = match self {
            AtomShape::Orthogonal(n) => ((n, 0), None),
            AtomShape::Diagonal(n) => ((n, n), None),
            AtomShape::Oblique(long, short) => ((long, short), None),
            AtomShape::Both(n) => ((n, 0), Some((n, n))),
        };
        std::iter::once(first).chain(second)
    }

    /// Returns the longer and the shorter coordinate of its longest leap.
    pub fn reach(self) -> (u16, u16) {
        match self {
            AtomShape::Orthogonal(n) => (n, 0),
            AtomShape::Diagonal(n) | AtomShape::Both(n) => (n, n),
            AtomShape::Oblique(long, short) => (long, short),
        }
    }

    /// Returns its leaps as a later leg chooses from them.
    pub fn family(self) -> Family {
        let none = Family {
            orthogonal: None,
            diagonal: None,
            oblique: None,
        };
        match self {
            AtomShape::Orthogonal(n) => Family {
                orthogonal: Some(n),
                ..none
            },
            AtomShape::Diagonal(n) => Family {
                diagonal: Some(n),
                ..none
            },
            AtomShape::Oblique(long, short) => Family {
                oblique: Some((long, short)),
                ..none
            },
            AtomShape::Both(n) => Family {
                orthogonal: Some(n),
                diagonal: Some(n),
                oblique: None,
            },
        }
    }

    /// Returns the shape of the later legs of a chain. There W and F turn into each other, as do D
    /// and A, and H and G.
    pub(crate) fn converting(self) -> AtomShape {
        match self {
            AtomShape::Orthogonal(n @ 1..=3) | AtomShape::Diagonal(n @ 1..=3) => AtomShape::Both(n),
            other => other,
        }
    }

    /// Whether it has eight directions.
    pub(crate) fn is_eightfold(self) -> bool {
        matches!(self, AtomShape::Oblique(..) | AtomShape::Both(_))
    }
}

pub(super) const fn leaper(shape: AtomShape) -> Atom {
    Atom::Leaps(shape, Length::ONCE)
}

const LEAPERS: &[(char, Atom)] = &[
    ('W', leaper(AtomShape::Orthogonal(1))),
    ('F', leaper(AtomShape::Diagonal(1))),
    ('D', leaper(AtomShape::Orthogonal(2))),
    ('N', leaper(AtomShape::Oblique(2, 1))),
    ('A', leaper(AtomShape::Diagonal(2))),
    ('H', leaper(AtomShape::Orthogonal(3))),
    ('C', leaper(AtomShape::Oblique(3, 1))),
    ('L', leaper(AtomShape::Oblique(3, 1))),
    ('Z', leaper(AtomShape::Oblique(3, 2))),
    ('J', leaper(AtomShape::Oblique(3, 2))),
    ('G', leaper(AtomShape::Diagonal(3))),
    ('K', leaper(AtomShape::Both(1))),
];

const RIDERS: &[(char, Atom)] = &[
    (
        'R',
        Atom::Leaps(AtomShape::Orthogonal(1), Length::Unlimited),
    ),
    ('B', Atom::Leaps(AtomShape::Diagonal(1), Length::Unlimited)),
    ('Q', Atom::Leaps(AtomShape::Both(1), Length::Unlimited)),
];

const OTHERS: &[(char, Atom)] = &[
    ('U', Atom::Anywhere),
    ('O', Atom::Castling(0)),
    ('@', Atom::Drop(1)),
];

static XBETZA: DialectTable = DialectTable {
    name: "XBetza",
    atoms: &[LEAPERS, RIDERS, OTHERS],
    suffixed: &[
        ("WX", (4, 0)),
        ("FX", (4, 1)),
        ("DX", (5, 0)),
        ("NX", (5, 1)),
        ("HX", (6, 0)),
        ("CX", (6, 1)),
        ("LX", (6, 1)),
        ("DY", (4, 2)),
        ("NY", (4, 3)),
        ("AY", (4, 4)),
        ("CY", (5, 3)),
        ("LY", (5, 3)),
        ("ZY", (5, 4)),
        ("JY", (5, 4)),
    ],
    unsettled_atoms: &[
        ("AX", [(5, 2), (4, 2)]),
        ("ZX", [(6, 2), (5, 2)]),
        ("JX", [(6, 2), (5, 2)]),
        ("GX", [(6, 3), (4, 3)]),
    ],
    foreign_capitals: &[
        (
            'E',
            "some programs use it for `RN`, others for other pieces",
        ),
        (
            'I',
            "an imitator moves as the piece that moved last, which no movement can know",
        ),
        ('M', "some programs use it for `FC`, others for `W`"),
        ('S', "some programs use it for `FD`"),
        ('X', "it is a suffix: `FX` is (4,1)"),
        ('Y', "it is a suffix: `NY` is (4,3)"),
    ],
    modifiers: "abcdefghijklmnopqrstuvyz",
    skipped: &[
        ("w", "it was never given a meaning"),
        (
            "x",
            "programs disagree: a swap with a piece of one's own, or the moves of the piece passed over",
        ),
    ],
    digits: 2,
    orthogonal: &ORTHOGONAL,
    diagonal: &DIAGONAL,
    oblique: &OBLIQUE,
    both: &BOTH_TOGETHER,
    warns_of_both: true,
    rides: Atoms::All,
    hops: Atoms::All,
    lame: Atoms::Leaping(&[(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]),
    lame_walks: &[],
    legs: Ok(()),
    coordinates: Ok(()),
};

static FSF: DialectTable = DialectTable {
    name: "Fairy-Stockfish",
    atoms: &[LEAPERS, RIDERS],
    suffixed: &[],
    unsettled_atoms: &[],
    foreign_capitals: &[
        (
            'O',
            "Fairy-Stockfish skips it: castling has keys of its own",
        ),
        ('U', "Fairy-Stockfish skips it"),
        ('X', "Fairy-Stockfish skips it and reads the atom alone"),
        ('Y', "Fairy-Stockfish skips it and reads the atom alone"),
        (
            '@',
            "Fairy-Stockfish skips it: drops have keys of their own",
        ),
    ],
    modifiers: "bcefghilmnprsv",
    skipped: &[
        (
            "a",
            "Fairy-Stockfish skips it and reads all letters as those of one leg",
        ),
        ("djkoqtuwxyz", "Fairy-Stockfish skips it"),
    ],
    digits: 1,
    orthogonal: &ORTHOGONAL,
    diagonal: &DIAGONAL_SPREAD,
    oblique: &OBLIQUE,
    both: &BOTH_APART,
    warns_of_both: false,
    rides: Atoms::Leaping(&[(1, 0), (1, 1), (2, 1)]),
    hops: Atoms::Leaping(&[(1, 0), (1, 1)]),
    lame: Atoms::Leaping(&[(2, 0), (2, 1), (2, 2)]),
    lame_walks: &[(
        (3, 2),
        &[
            AtomShape::Orthogonal(1),
            AtomShape::Diagonal(1),
            AtomShape::Diagonal(1),
        ],
    )],
    legs: Err("Fairy-Stockfish skips it and reads all letters as those of one leg"),
    coordinates: Err("Fairy-Stockfish skips it"),
};
