//! The statistics of a variant's measured games, which expressions can ask for.

use padma_play::Measurement;

/// Statistics of games of the program against itself.
#[derive(Clone, Debug)]
pub struct MeasuredVariant {
    /// The games.
    pub games: Measurement,
    /// Whether they were played by the rules and by the player of today.
    pub is_current: bool,
}
