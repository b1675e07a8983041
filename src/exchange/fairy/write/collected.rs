//! What several rules say of keys that the program has once: lost pieces, and goals.

use padma_rules::model::{Ending, KindId, SidedSet};

/// The pieces whose loss ends the game, of which the program has one list.
#[derive(Default)]
pub(crate) struct Losses {
    pub rule: Option<LossRule>,
    /// The kinds in the list.
    pub kinds: Vec<KindId>,
}

/// What is the same for all lost pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LossRule {
    /// Whether all pieces count together.
    pub is_of_all: bool,
    /// The number of pieces that are too few.
    pub count: u16,
    /// Whether the last pieces are royal.
    pub is_royal: bool,
    pub ending: Ending,
    /// How many the other side must have.
    pub facing: u16,
    /// Whether it must have one more if it has moved.
    pub is_claimed: bool,
    /// Whether pieces in hand count.
    pub with_hand: bool,
}

/// The loss of the last piece of a kind, which loses the game.
pub(crate) const LAST_PIECE: LossRule = LossRule {
    is_of_all: false,
    count: 0,
    is_royal: false,
    ending: Ending::Loss,
    facing: 0,
    is_claimed: false,
    with_hand: false,
};

impl Losses {
    /// Adds kinds, unless the program cannot have this rule beside those before.
    pub(crate) fn add(&mut self, kinds: Vec<KindId>, rule: LossRule) -> Result<(), String> {
        let is_first = self.rule.is_none();
        if self
            .rule
            .is_some_and(|known| known != rule || known.is_of_all)
        {
            return Err("in Fairy-Stockfish there is one rule about lost pieces".to_string());
        }
        if is_first {
            self.rule = Some(rule);
        }
        self.kinds.extend(kinds);
        Ok(())
    }

    /// Adds pieces whose last one is royal.
    pub(crate) fn add_royal(&mut self, kinds: Vec<KindId>) -> Result<(), String> {
        let rule = LossRule {
            is_royal: true,
            ..LAST_PIECE
        };
        self.add(kinds, rule)
    }
}

/// Cells that pieces must reach.
#[derive(Clone)]
pub(crate) struct Target {
    /// The pieces, which count together.
    pub kinds: Vec<KindId>,
    pub cells: SidedSet,
    pub count: u16,
}
