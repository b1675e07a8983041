//! A piece's movement as its author wrote it.
//!
//! A [`Sentence`] is parsed from the author's text, each word with its place. It prints back to
//! the same text. [`lower`] turns it into
//! [`Component`](leg::Component)s of [`Leg`](leg::Leg)s, which [`moves`](crate::moves) lays on a
//! board. This module knows no boards: the names of directions, kinds and pieces are just words
//! here.
//!
//! ```
//! use padma_rules::movement::leg::{Length, Motion};
//! use padma_rules::movement::{Sentence, lower};
//! let words = "slide along orthogonal up to 2";
//! let sentence: Sentence = words.parse()?;
//! assert_eq!(sentence.to_string(), words);
//! // No other piece is named, so none has to be looked up.
//! let components = lower(&sentence, &|_| None);
//! assert!(matches!(&components[0].motion, Motion::Legs(legs) if legs[0].length == Length::UpTo(2)));
//! # Ok::<(), padma_text::diag::Diagnostics>(())
//! ```
//!
//! The grammar, in EBNF (`docs/rules/movement.md` explains each word with an example):
//!
#![doc = concat!("```text\n", include_str!("grammar.ebnf"), "```")]

pub mod betza;
mod leaps;
pub mod leg;
mod lower;
mod nature;
mod parse;
mod print;
mod turn;

pub use betza::{AtomShape, Betza, Dialect, steps_of_lame_leap};
pub(crate) use leaps::{COMPASS, leaps_along, with_leaps};
pub use leaps::{GRID_ATOMS, LeapKind, NoLeaps, by_atom, grid_components, leap_kinds};
pub use lower::lower;
pub use nature::{castling, components_of, has_first_move, may_capture, takes_en_passant};
pub use parse::parse;
pub use parse::{SentencePart, SentenceTokens, is_reserved, reserved_words, tokens};
pub use turn::{Eighths, Unturnable, turn_left};

/// A name as the author wrote it.
pub use padma_text::Word;

use padma_text::diag::Diagnostics;
use padma_text::{Sources, Span};

/// The grammar of sentences, in EBNF.
pub const GRAMMAR: &str = include_str!("grammar.ebnf");

/// The largest number in a sentence: cells of a leap, leaps of a ride, moves of a distance.
pub const MAX_NUMBER: u16 = 64;

/// A movement as its author wrote it. Two sentences are equal if their words are equal, wherever
/// they are in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The alternatives, in the order of the text.
    pub clauses: Vec<Clause>,
}

/// Reads a movement.
///
/// # Errors
///
/// All complaints about it, with places in the text.
impl std::str::FromStr for Sentence {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Sentence, Diagnostics> {
        let mut diagnostics = Diagnostics::default();
        let excerpt = Sources::default().excerpt("movement", text);
        let sentence = parse(&excerpt, &mut diagnostics);
        if diagnostics.has_errors() {
            Err(diagnostics)
        } else {
            Ok(sentence)
        }
    }
}

/// One alternative of a movement.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The symbol between it and the clause before; ignored in the first clause.
    pub joint: Joint,
    /// Whether it applies only where the board offers no cell for the clause before it.
    pub otherwise: bool,
    /// What it lets a piece do.
    pub kind: ClauseKind,
    /// Its place, without the symbol that joins it to the clause before.
    pub span: Span,
}

impl PartialEq for Clause {
    fn eq(&self, other: &Clause) -> bool {
        self.joint == other.joint && self.otherwise == other.otherwise && self.kind == other.kind
    }
}

impl Eq for Clause {}

/// The symbol that joins two clauses. Both mean the same; `+` reads better between pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// `;`
    Semicolon,
    /// `+`
    Plus,
}

/// What a clause lets a piece do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// The whole movement of another piece.
    Piece(Word),
    /// A string of Betza's notation.
    Betza(Betza),
    /// A verb with its directions and limits.
    Action {
        /// The verb with its directions.
        action: Action,
        /// The limits, in the order of the text.
        limits: Vec<Limit>,
        /// How the same move goes on from where the verb led: its later legs.
        then: Vec<ThenLeg>,
    },
}

/// A verb after `then`, with its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThenLeg {
    /// The verb with its directions.
    pub action: Action,
    /// The limits, in the order of the text.
    pub limits: Vec<Limit>,
}

/// A verb with its directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// One cell.
    Step(Via),
    /// A fixed number of cells in one direction, over whatever is in between.
    Leap(u16, Via),
    /// Any number of cells in one direction, until something stands in the way.
    Slide(Via),
    /// A leap repeated in one direction, until something stands on a cell where it lands.
    Ride(u16, Via),
    /// Any number of cells, turning freely at each; it enters no cell twice.
    Wander(Via),
    /// Along a line over exactly one piece, the hurdle, to the cell just beyond it.
    Hop {
        /// The directions of the line.
        via: Via,
        /// Whether it may also go beyond that cell.
        onward: bool,
    },
    /// To a cell that another piece needs exactly this many moves to reach on the empty board.
    Distance(u16, Word),
}

/// The directions of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Via {
    /// How the directions depend on the leg before.
    pub course: Course,
    /// The headings, seen by the side that moves; any heading, if empty.
    pub headings: Vec<Heading>,
    /// Whether the author wrote `along`.
    pub along: bool,
    /// The names of direction classes, or leaps such as `(1,4)`.
    pub classes: Vec<Word>,
}

/// How the directions of a leg depend on the direction of the leg before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Course {
    /// Not at all.
    #[default]
    Any,
    /// They lead away from it: less than a right angle lies between the two.
    Outward,
    /// It is the same direction; the leg names no class.
    Onward,
}

padma_text::named! {
    /// Which way a direction leads, seen by the side that moves.
    pub enum Heading by word {
        /// Towards the opponent's end of the board.
        Forward "forward",
        /// Towards the side's own end.
        Backward "backward",
        /// Towards neither end.
        Sideways "sideways",
    }
}

impl Heading {
    /// Returns the heading of a direction that leads so far up a picture, or down it.
    pub(crate) fn of_height(up: f64) -> Heading {
        // Computed lengths may differ from 0 in their last bits.
        match () {
            () if up > 0.1 => Heading::Forward,
            () if up < -0.1 => Heading::Backward,
            () => Heading::Sideways,
        }
    }
}

/// A restriction of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Cells that it passes whatever is on them, and never lands on.
    Over(Places),
    /// Cells it may land on.
    Onto(Places),
    /// Cells it may start from.
    From(Places),
    /// At most this many cells (leaps, in a ride).
    UpTo(u16),
    /// It captures nothing.
    OnlyToMove,
    /// It moves only to capture.
    OnlyToCapture,
    /// Only a piece that has not moved may do it.
    FirstMove,
    /// The enemy may take the piece en passant, on its next move, on any cell that the piece
    /// passed over.
    OpenToEnPassant,
    /// It may also take a piece en passant.
    AlsoEnPassant,
}

/// A union of kinds of cell and named sets, or everything outside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Whether it means the cells outside the union.
    pub outside: bool,
    /// Kinds of cell and sets, as the author wrote them.
    pub names: Vec<Word>,
}

impl Sentence {
    /// Returns the pieces it names, in the order of the text.
    pub fn pieces(&self) -> impl Iterator<Item = &Word> {
        self.clauses.iter().filter_map(|clause| match &clause.kind {
            ClauseKind::Piece(word) => Some(word),
            ClauseKind::Action {
                action: Action::Distance(_, word),
                ..
            } => Some(word),
            ClauseKind::Action { .. } | ClauseKind::Betza(_) => None,
        })
    }

    /// Returns the direction classes it names, in the order of the text.
    pub fn classes(&self) -> impl Iterator<Item = &Word> {
        let actions = self.clauses.iter().flat_map(|clause| match &clause.kind {
            ClauseKind::Action { action, then, .. } => {
                let later = then.iter().map(|leg| &leg.action);
                std::iter::once(action).chain(later).collect()
            }
            ClauseKind::Piece(_) | ClauseKind::Betza(_) => Vec::new(),
        });
        actions.filter_map(Action::via).flat_map(|via| &via.classes)
    }

    /// Returns the kinds of cell and the sets it names, in the order of the text.
    pub fn places(&self) -> impl Iterator<Item = &Word> {
        let limits = self.clauses.iter().flat_map(|clause| match &clause.kind {
            ClauseKind::Action { limits, .. } => &limits[..],
            ClauseKind::Piece(_) | ClauseKind::Betza(_) => &[],
        });
        let places = limits.filter_map(|limit| match limit {
            Limit::Over(places) | Limit::Onto(places) | Limit::From(places) => Some(places),
            _ => None,
        });
        places.flat_map(|places| &places.names)
    }
}

impl Action {
    /// Returns its directions; `None` for a leap to a distance.
    pub fn via(&self) -> Option<&Via> {
        match self {
            Action::Step(via)
            | Action::Leap(_, via)
            | Action::Slide(via)
            | Action::Ride(_, via)
            | Action::Wander(via)
            | Action::Hop { via, .. } => Some(via),
            Action::Distance(..) => None,
        }
    }

    /// Returns the same action in other directions. A leap to a distance is unchanged.
    pub fn along(&self, via: Via) -> Action {
        match self {
            Action::Step(_) => Action::Step(via),
            Action::Leap(n, _) => Action::Leap(*n, via),
            Action::Slide(_) => Action::Slide(via),
            Action::Ride(n, _) => Action::Ride(*n, via),
            Action::Wander(_) => Action::Wander(via),
            Action::Hop { onward, .. } => Action::Hop {
                via,
                onward: *onward,
            },
            Action::Distance(..) => self.clone(),
        }
    }
}
