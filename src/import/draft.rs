//! What a definition says, whichever program it was written for.
//!
//! The readers of the formats fill an [`ImportedVariant`], and [`toml`](super::toml) prints it. Squares are
//! counted from the lower left corner here; names are the printer's business.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Side;
use crate::movement::Dialect;
use crate::text::Span;

/// A square by its place on the board: file and rank from the lower left corner, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    pub file: u16,
    pub rank: u16,
}

#[derive(Clone, Debug)]
pub struct ImportedVariant {
    pub title: String,
    /// Where it comes from, for a comment at the top.
    pub origin: String,
    pub board: ImportedBoard,
    pub pieces: Vec<ImportedPiece>,
    pub setup: ImportedSetup,
    pub rules: Vec<ImportedRule>,
    pub leftovers: Vec<Leftover>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedBoard {
    pub files: u16,
    pub ranks: u16,
    /// The number of the lowest rank.
    pub first_rank: i32,
    /// Squares that are not there.
    pub holes: BTreeSet<Square>,
}

/// Squares as each side sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    pub white: BTreeSet<Square>,
    pub black: BTreeSet<Square>,
}

impl Squares {
    pub fn of(&self, side: Side) -> &BTreeSet<Square> {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

/// A piece of the draft, by its place in the list.
pub type Kind = usize;

#[derive(Clone, Debug)]
pub struct ImportedPiece {
    /// Its id in the variant.
    pub id: String,
    /// Its name, where the id does not tell it.
    pub name: Option<String>,
    pub letter: String,
    pub movement: ImportedMovement,
    pub royal: bool,
    /// Where it may stand, if not everywhere.
    pub stands_on: Option<Squares>,
    /// What a person should know of it, each in a line.
    pub remarks: Vec<String>,
}

#[derive(Clone, Debug)]
pub enum ImportedMovement {
    /// A string of Betza's notation, and where the source has it, if it was written there.
    Betza { text: String, dialect: Dialect, span: Option<Span> },
    /// Clauses of the movement language.
    Clauses(Vec<Clause>),
    /// It never moves.
    Still,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub text: String,
    /// The squares it may start from, if not from all, and what they are called behind the piece's id.
    pub from: Option<(Squares, &'static str)>,
}

#[derive(Clone, Debug, Default)]
pub struct ImportedSetup {
    pub men: BTreeMap<Square, (Side, Kind)>,
    /// Men beside the board, White's and Black's.
    pub reserve: BTreeMap<Kind, [u32; 2]>,
}

#[derive(Clone, Debug)]
pub enum ImportedRule {
    Promotion {
        piece: Kind,
        squares: Squares,
        to: Vec<Kind>,
        may_wait: bool,
        /// Whether it may not even where there is nothing to become.
        must: bool,
        from_reserve: bool,
        /// How many men of the new piece a side may have.
        limit: Option<u16>,
    },
    /// Each man goes from a square to a square.
    Castling {
        name: String,
        white: Vec<(Kind, Square, Square)>,
        black: Vec<(Kind, Square, Square)>,
    },
    /// So many men of a piece on these squares win.
    Goal {
        piece: Kind,
        squares: Squares,
        count: u16,
    },
    Stalemate(Outcome),
    /// So many moves of either side without a capture or a move of these pieces draw.
    QuietLimit {
        plies: u16,
        unless: Vec<Kind>,
    },
    /// A position that has come up so often draws.
    Repetition {
        times: u16,
    },
    /// Men of these pieces may be dropped, as their strings say.
    Drop(Vec<Kind>),
    /// No move may give check.
    NoCheck,
    /// Two of these royal pieces may not face each other.
    Facing(Kind),
    /// A piece neither takes nor hops over another of its kind.
    Barrier(Kind),
}

/// How a game ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win,
    Draw,
    Loss,
}

impl Outcome {
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        }
    }
}

/// Something the source says that has no place in the variant.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The words of the source.
    pub text: String,
    pub span: Span,
    pub kind: LeftoverKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftoverKind {
    /// How the source looks, or a help for the program that reads it.
    Looks,
    /// A rule; what it says, or why it could not be carried over.
    Rule(String),
    /// Nothing the format is known to have; the near miss.
    Unknown(Option<String>),
}
