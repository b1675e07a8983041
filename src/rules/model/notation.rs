//! How a variant's moves are written: the signs, as data.

use super::position::KindId;

/// How moves are written and read, besides by their cells alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// How much of a move is written.
    pub style: Style,
    /// The kind of piece whose moves are written without a letter.
    pub plain: Option<KindId>,
    /// Between the cells of a move that captures nothing; the long style has it.
    pub quiet: String,
    /// Between the cells of a move that captures.
    pub capture: String,
    /// Behind a move that gives check.
    pub check: String,
    /// Behind a move that mates; the sign of check where there is none.
    pub mate: Option<String>,
    /// Before the letter of what a piece becomes.
    pub promotion: String,
    /// Whether a change that leaves no choice is written.
    pub forced_change: bool,
    /// Before and behind the letter of a piece that comes out of hand.
    pub drop: (String, String),
}

padma_text::named! {
    /// How much of a move is written.
    pub enum Style by name {
        /// `e2e4`, `e7e8q`.
        Coordinates "coordinates",
        /// `Ng1-f3`: both cells, always.
        Long "long",
        /// `Nf3`: where it goes, and of where it comes from what distinguishes it from others.
        Short "short",
    }
}

impl Notation {
    /// The usual signs in one of the styles.
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
