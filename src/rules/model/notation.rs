//! How a variant's moves are written: the symbols, as data.

use super::position::KindId;

/// How moves are written and read, beyond the cells alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// How much of a move is written.
    pub style: Style,
    /// The kind of piece whose moves are written without a letter.
    pub plain: Option<KindId>,
    /// The symbol between the cells of a move that captures nothing; only the long style has one.
    pub quiet: String,
    /// The symbol between the cells of a move that captures.
    pub capture: String,
    /// The symbol after a move that gives check.
    pub check: String,
    /// The symbol after a move that mates; the symbol for check, if `None`.
    pub mate: Option<String>,
    /// The symbol before the letter of the kind that a piece becomes.
    pub promotion: String,
    /// Whether the kind that a piece becomes is written even where there is no choice.
    pub forced_change: bool,
    /// The symbols before and after the letter of a piece that comes out of hand.
    pub drop: (String, String),
}

padma_text::named! {
    /// How much of a move is written.
    pub enum Style by name {
        /// `e2e4`, `e7e8q`.
        Coordinates "coordinates",
        /// `Ng1-f3`: both cells, always.
        Long "long",
        /// `Nf3`: the cell it goes to, and only as much of the cell it leaves as distinguishes it
        /// from other moves.
        Short "short",
    }
}

impl Notation {
    /// Returns the usual symbols of a style.
    pub fn new(style: Style) -> Notation {
        Notation {
            style,
            plain: None,
            quiet: if style == Style::Long { "-" } else { "" }.to_string(),
            capture: "x".to_string(),
            check: "+".to_string(),
            mate: Some("#".to_string()),
            promotion: "=".to_string(),
            forced_change: true,
            drop: (String::new(), "@".to_string()),
        }
    }
}
