//! The words of a text that are read, and whether its claim's expression accounts for them.

use std::ops::Range;

/// A word of a text that is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// What it names.
    pub kind: WordKind,
    /// Whether the expression accounts for it.
    pub met: bool,
    /// Another word of the same kind that the expression does not account for, such as a cell that
    /// it does not name.
    pub unmet_example: Option<String>,
}

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A piece, by its kind.
    Piece,
    /// A cell.
    Cell,
    /// White or Black.
    Side,
    /// A number, with its percent sign.
    Number,
    /// A leap by its coordinates.
    Leap,
    /// A number of a section or figure of the source.
    Section,
    /// A text that is read as it is.
    Text,
    /// A word of logic, such as `all` or `not`, with the names of the forms that account for it.
    Logic(&'static str),
}

impl Understood {
    /// Returns a word that a value is read from.
    pub(super) fn of_value(kind: WordKind, range: Range<usize>) -> Understood {
        Understood {
            range,
            kind,
            met: true,
            unmet_example: None,
        }
    }
}
