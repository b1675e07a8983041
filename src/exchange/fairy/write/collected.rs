//! Keys that exist once but that several rules may set: lost pieces and goals.

use padma_rules::model::{Ending, KindId, SidedSet};
use padma_text::Span;

/// A rule, or what else says something, as it is listed if it is not carried over: its text and its
/// place.
pub(crate) type RuleMention = (String, Span);

/// The pieces whose loss ends the game, of which the program has one list.
#[derive(Default)]
pub(crate) struct Losses {
    pub rule: Option<LossRule>,
    /// The kinds in the list.
    pub kinds: Vec<KindId>,
    /// What says so of pieces on the board, without those in hand.
    pub of_board: Vec<RuleMention>,
}

/// What is the same for all lost pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LossRule {
    /// Whether all pieces count together.
    pub is_of_all: bool,
    /// The largest number of pieces that is too few.
    pub count: u16,
    /// Whether the last pieces are royal.
    pub is_royal: bool,
    pub ending: Ending,
    /// Number of pieces that the other side must have.
    pub facing: u16,
    /// Whether it must have one more if it has moved.
    pub is_claimed: bool,
}

/// The loss of the last piece of a kind, which loses the game.
pub(crate) const LAST_PIECE: LossRule = LossRule {
    is_of_all: false,
    count: 0,
    is_royal: false,
    ending: Ending::Loss,
    facing: 0,
    is_claimed: false,
};

impl Losses {
    /// Adds kinds, unless the program cannot have this rule beside those before.
    pub(crate) fn add(
        &mut self,
        kinds: Vec<KindId>,
        rule: LossRule,
        of_board: Option<RuleMention>,
    ) -> Result<(), String> {
        let known = *self.rule.get_or_insert(rule);
        if known != rule {
            return Err("in Fairy-Stockfish there is one rule about lost pieces".to_string());
        }
        self.kinds.extend(kinds);
        self.of_board.extend(of_board);
        Ok(())
    }

    /// Adds pieces whose last one is royal.
    pub(crate) fn add_royal(
        &mut self,
        kinds: Vec<KindId>,
        origin: RuleMention,
    ) -> Result<(), String> {
        let rule = LossRule {
            is_royal: true,
            ..LAST_PIECE
        };
        self.add(kinds, rule, Some(origin))
    }
}

/// Cells that pieces must reach.
pub(crate) struct Target {
    pub origin: RuleMention,
    /// The keys that say how they are reached.
    pub keys: &'static [&'static str],
    /// Whether each side's King races for them.
    pub is_race: bool,
    /// The pieces, which count together.
    pub kinds: Vec<KindId>,
    pub cells: SidedSet,
    pub count: u16,
}
