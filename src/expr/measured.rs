//! What measured games of a variant were like, as expressions ask about it.

use padma_play::Measurement;

/// What games of the program against itself were like.
#[derive(Clone, Debug)]
pub struct MeasuredVariant {
    /// The games.
    pub games: Measurement,
    /// Whether they were played by the rules and by the player of today.
    pub is_current: bool,
}
