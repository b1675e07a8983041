//! The topics of the English description of a piece or a whole game, and their order.

use padma_rules::model::{KindId, PieceKind, Rule, Side, Variant};
use padma_words::{Say, english};

padma_text::named! {
    /// The topic of a sentence. Pieces are described in this order.
    pub enum Topic by title {
        /// What it captures other than by moving to its cell.
        Captures "Captures",
        /// What it does to other pieces, and they to it.
        Powers "Powers",
        /// That it is royal.
        Royal "Royal",
        /// How its side wins by it.
        Goal "Wins",
        /// How it castles.
        Castling "Castling",
        /// What it becomes on certain cells.
        Promotion "Promotion",
        /// What it becomes through its own actions.
        Change "Change",
        /// The pieces it comes from.
        Origin "Comes from",
        /// What happens to it when it is captured.
        Hand "Captured",
        /// How it is dropped from the hand.
        Drop "Drops",
        /// The checkers it is made of.
        Checkers "Checkers",
        /// How it joins other pieces and parts from them.
        Joining "Joining",
        /// How it travels with its cell.
        Travel "Travel",
        /// How it ends the game.
        Ending "End of the game",
    }
}

impl Topic {
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
    /// The topic of a part of a game's rules.
    pub enum RulesPart by title {
        /// Check, mate and goals.
        Winning "How to win",
        /// The board and the initial setup.
        Start "The board and the start",
        /// Moves of several pieces at once.
        Castling "Castling",
        /// Effects of moves.
        Besides "What else moves do",
        /// What a side must do and may not do.
        Duties "Duties and forbidden moves",
        /// What pieces become.
        Promotion "Promotion and change",
        /// Pieces made of checkers.
        Joining "Joining and parting",
        /// Where captured pieces go.
        Captured "Captured pieces",
        /// How pieces are dropped from the hand.
        Drops "Drops",
        /// Cells that change places.
        Travel "Cells that travel",
        /// Other ways in which the game ends.
        Ending "Other endings",
        /// How moves are written.
        Notation "How moves are written",
        /// Rules of chess that this game lacks.
        Absent "Not in this game",
    }
}

impl RulesPart {
    /// Returns the anchor of its heading on the page of rules.
    pub fn anchor(self) -> &'static str {
        match self {
            RulesPart::Winning => "winning",
            RulesPart::Start => "start",
            RulesPart::Castling => "castling",
            RulesPart::Besides => "besides",
            RulesPart::Duties => "duties",
            RulesPart::Promotion => "promotion",
            RulesPart::Joining => "joining",
            RulesPart::Captured => "captured",
            RulesPart::Drops => "drops",
            RulesPart::Travel => "travel",
            RulesPart::Ending => "end",
            RulesPart::Notation => "notation",
            RulesPart::Absent => "absent",
        }
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

impl Statement {
    /// Returns the sentences in English, with their full stops.
    pub fn text(&self) -> String {
        english().say(&self.said)
    }
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
