//! The topics of the English description of a piece or a whole game, and their order.

use padma_rules::model::{KindId, PieceKind, Rule, Side, Variant};
use padma_words::{Say, SlotValue, row};

padma_text::named! {
    /// The topic of a sentence. Pieces are described in this order.
    pub enum Topic by name {
        /// What it captures other than by moving to its cell.
        Captures "captures",
        /// What it does to other pieces, and they to it.
        Powers "powers",
        /// That it is royal.
        Royal "royal",
        /// How its side wins by it.
        Goal "goal",
        /// How it castles.
        Castling "castling",
        /// What it becomes on certain cells.
        Promotion "promotion",
        /// What it becomes through its own actions.
        Change "change",
        /// The pieces it comes from.
        Origin "origin",
        /// What happens to it when it is captured.
        Hand "hand",
        /// How it is dropped from the hand.
        Drop "drop",
        /// The checkers it is made of.
        Checkers "checkers",
        /// How it joins other pieces and parts from them.
        Joining "joining",
        /// How it travels with its cell.
        Travel "travel",
        /// How it ends the game.
        Ending "ending",
    }
}

impl Topic {
    /// Returns what pages call it.
    pub fn title(self) -> SlotValue {
        row("rules.topic", self.name())
    }

    /// Returns the part of a game's rules that a sentence belongs to; `None` if it belongs with a
    /// piece's movement or is stated elsewhere.
    pub(crate) fn part(self) -> Option<RulesPart> {
        match self {
            Topic::Captures | Topic::Powers | Topic::Origin | Topic::Checkers => None,
            // Castling is described once for all pieces that take part in it.
            Topic::Castling => None,
            Topic::Promotion | Topic::Change => Some(RulesPart::Promotion),
            Topic::Hand => Some(RulesPart::Captured),
            Topic::Drop => Some(RulesPart::Drops),
            Topic::Joining => Some(RulesPart::Joining),
            Topic::Travel => Some(RulesPart::Travel),
            Topic::Royal | Topic::Goal => Some(RulesPart::Winning),
            Topic::Ending => Some(RulesPart::Ending),
        }
    }
}

padma_text::named! {
    /// The topic of a part of a game's rules. The name is the anchor of its heading on the page of
    /// rules.
    pub enum RulesPart by name {
        /// Check, mate and goals.
        Winning "winning",
        /// The board and the initial setup.
        Start "start",
        /// Moves of several pieces at once.
        Castling "castling",
        /// Effects of moves.
        Besides "besides",
        /// What a side must do and may not do.
        Duties "duties",
        /// What pieces become.
        Promotion "promotion",
        /// Pieces made of checkers.
        Joining "joining",
        /// Where captured pieces go.
        Captured "captured",
        /// How pieces are dropped from the hand.
        Drops "drops",
        /// Cells that change places.
        Travel "travel",
        /// Other ways in which the game ends.
        Ending "end",
        /// How moves are written.
        Notation "notation",
        /// Rules of chess that this game lacks.
        Absent "absent",
    }
}

impl RulesPart {
    /// Returns the heading of this part.
    pub fn title(self) -> SlotValue {
        row("rules.part", self.name())
    }
}

/// One or more sentences about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it is about.
    pub topic: Topic,
    /// The sentences.
    pub said: Say,
}

/// The piece that is being described.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The variant that the piece belongs to.
    pub variant: &'a Variant,
    /// The kind of the piece.
    pub id: KindId,
    /// Whether one description covers several pieces. Details that differ from piece to piece are
    /// then left general, and sentences about the game are left out.
    pub is_grouped: bool,
}

impl<'a> Subject<'a> {
    pub(crate) fn kind(self) -> &'a PieceKind {
        self.variant.kind(self.id)
    }

    pub(crate) fn name(self, id: KindId) -> &'a str {
        &self.variant.kind(id).name
    }

    /// Whether no rule after the one at index `place` satisfies `same`.
    pub(crate) fn is_last(self, place: usize, same: impl Fn(&Rule) -> bool) -> bool {
        !self.variant.rules[place + 1..].iter().any(same)
    }

    /// Whether the piece may stand on every cell of the board.
    pub(crate) fn stands_everywhere(self) -> bool {
        Side::BOTH
            .into_iter()
            .all(|side| self.variant.stands_on(self.id, side) == self.variant.board.all())
    }
}
