//! What is said in English of a piece or of a whole game, and in what order.

use padma_rules::model::{KindId, PieceKind, Rule, Side, Variant};

padma_text::named! {
    /// What a sentence is about; pieces are described in this order.
    pub enum Topic by title {
        /// What it takes besides those on whose cells it comes.
        Captures "Captures",
        /// What it does to others, and what they do to it.
        Powers "Powers",
        /// That it is royal.
        Royal "Royal",
        /// How its side wins by it.
        Goal "Wins",
        /// How it castles.
        Castling "Castling",
        /// What it becomes on certain cells.
        Promotion "Promotion",
        /// What it becomes by what it does.
        Change "Change",
        /// From what it comes.
        Origin "Comes from",
        /// What becomes of it when it is taken.
        Hand "Captured",
        /// How it comes out of hand.
        Drop "Drops",
        /// What it is made of.
        Checkers "Checkers",
        /// How it joins others and parts.
        Joining "Joining",
        /// How it goes with its cell.
        Travel "Travel",
        /// How the game ends by it.
        Ending "End of the game",
    }
}

impl Topic {
    /// In which part of a game's rules a sentence stands; `None` for what is said with a piece's movement, or said of
    /// another.
    pub(crate) fn part(self) -> Option<RulesPart> {
        match self {
            Topic::Captures | Topic::Powers | Topic::Origin | Topic::Checkers => None,
            // Said of all that take part in it at once.
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
    /// What a part of a game's rules is about.
    pub enum RulesPart by title {
        /// Check, mate and goals.
        Winning "How to win",
        /// The board, and how pieces stand at first.
        Start "The board and the start",
        /// Several pieces that move at once.
        Castling "Castling",
        /// What pieces become.
        Promotion "Promotion and change",
        /// Pieces made of checkers.
        Joining "Joining and parting",
        /// Where captured pieces go.
        Captured "Captured pieces",
        /// How pieces come out of hand.
        Drops "Drops",
        /// Cells that change places.
        Travel "Cells that travel",
        /// How else the game ends.
        Ending "Other ends of the game",
        /// How moves are written.
        Notation "How moves are written",
        /// What a chess player may look for in vain.
        Absent "What there is not",
    }
}

impl RulesPart {
    /// What links and readings name it by.
    pub fn anchor(self) -> &'static str {
        match self {
            RulesPart::Winning => "winning",
            RulesPart::Start => "start",
            RulesPart::Castling => "castling",
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

/// A sentence, or several, about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it is about.
    pub topic: Topic,
    /// In English, with its full stop.
    pub text: String,
}

/// The piece that is spoken of.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The variant that has the rule.
    pub variant: &'a Variant,
    /// The kind of piece it is about.
    pub id: KindId,
    /// Whether what it has in common with others is said of them all: what differs from piece to piece is left general, and
    /// what is said of the game is not said of the piece.
    pub among_others: bool,
}

impl<'a> Subject<'a> {
    pub(crate) fn kind(self) -> &'a PieceKind {
        self.variant.kind(self.id)
    }

    pub(crate) fn name(self, id: KindId) -> &'a str {
        &self.variant.kind(id).name
    }

    /// Whether a rule is the last of those that speak of the same.
    pub(crate) fn is_last(self, place: usize, same: impl Fn(&Rule) -> bool) -> bool {
        !self.variant.rules[place + 1..].iter().any(same)
    }

    /// Whether it may stand on any cell there is.
    pub(crate) fn stands_everywhere(self) -> bool {
        Side::BOTH
            .into_iter()
            .all(|side| self.variant.stands_on(self.id, side) == self.variant.board.all())
    }
}
