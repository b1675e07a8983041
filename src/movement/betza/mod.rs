//! Betza's notation and its descendants: `FsN`, `mQcN`, `WyafsW`, `[W?sR]`.
//!
//! What an author wrote is a [`Betza`]: it prints back to the same text. What it says is a list of
//! [`Course`]s, legs walked one after another, in which nothing of the notation is left: no default,
//! no letter, no dialect. Knows nothing of boards.

mod course;

mod describe;

use std::fmt::{Display, Formatter};

use crate::diag::Diagnostics;
use crate::text::{Excerpt, Span};

pub use course::{
    Bend, Castling, Content, Course, Deed, End, Family, Hop, Lame, Leap, Leg, Length, Start, Trip, Turn, Way,
};
pub use describe::describe;

/// A string of the notation, as its author wrote it. Two are equal if their texts and dialects are.
#[derive(Clone, Debug)]
pub struct Betza {
    pub text: String,
    pub dialect: Dialect,
    pub span: Span,
    /// What it says.
    pub courses: Vec<Course>,
}

impl PartialEq for Betza {
    fn eq(&self, other: &Betza) -> bool {
        self.text == other.text && self.dialect == other.dialect
    }
}

impl Eq for Betza {}

impl Display for Betza {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Which of the notation's dialects a string is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// XBetza, with the bracket notation.
    #[default]
    Xbetza,
    /// What Fairy-Stockfish understands of it.
    Fsf,
}

impl Dialect {
    pub const ALL: [Dialect; 2] = [Dialect::Xbetza, Dialect::Fsf];

    pub fn name(self) -> &'static str {
        match self {
            Dialect::Xbetza => "xbetza",
            Dialect::Fsf => "fsf",
        }
    }

    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// Reads a string of the notation; `None` if any of it cannot be understood, and then `diagnostics`
/// says what.
pub fn parse(_text: &Excerpt, _dialect: Dialect, _diagnostics: &mut Diagnostics) -> Option<Betza> {
    todo!("the reader of the notation")
}
