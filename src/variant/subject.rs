//! What is said in English of a piece or of a whole game, and in what order.

use crate::model::{KindId, PieceKind, Rule, Side, Variant};

/// What a sentence is about; pieces are described in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// What it takes besides those on whose cells it comes.
    Captures,
    /// What it does to others, and what they do to it.
    Powers,
    /// That it is royal.
    Royal,
    /// How it castles.
    Castling,
    /// What it becomes on certain cells.
    Promotion,
    /// What it becomes by what it does.
    Change,
    /// From what it comes.
    Origin,
    /// What becomes of it when it is taken.
    Hand,
    /// How it comes out of hand.
    Drop,
    /// What it is made of.
    Checkers,
    /// How it joins others and parts.
    Joining,
    /// How it goes with its cell.
    Travel,
    /// How the game ends by it.
    Ending,
}

impl Topic {
    /// What stands before a statement of this topic.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Captures => "Captures",
            Topic::Powers => "Powers",
            Topic::Royal => "Royal",
            Topic::Castling => "Castling",
            Topic::Promotion => "Promotion",
            Topic::Change => "Change",
            Topic::Origin => "Comes from",
            Topic::Hand => "Captured",
            Topic::Drop => "Drops",
            Topic::Checkers => "Checkers",
            Topic::Joining => "Joining",
            Topic::Travel => "Travel",
            Topic::Ending => "End of the game",
        }
    }

    /// In which part of a game's rules a sentence stands; `None` for what is said with a piece's movement, or said of
    /// another.
    pub fn part(self) -> Option<Part> {
        match self {
            Topic::Captures | Topic::Powers | Topic::Origin | Topic::Checkers => None,
            // Said of all that take part in it at once.
            Topic::Castling => None,
            Topic::Promotion | Topic::Change => Some(Part::Promotion),
            Topic::Hand => Some(Part::Captured),
            Topic::Drop => Some(Part::Drops),
            Topic::Joining => Some(Part::Joining),
            Topic::Travel => Some(Part::Travel),
            Topic::Royal | Topic::Ending => Some(Part::Ending),
        }
    }
}

/// What a part of a game's rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The board, and how pieces stand at first.
    Start,
    /// Several pieces that move at once.
    Castling,
    /// What pieces become.
    Promotion,
    /// Pieces made of checkers.
    Joining,
    /// Where captured pieces go.
    Captured,
    /// How pieces come out of hand.
    Drops,
    /// Cells that change places.
    Travel,
    /// Check, and how the game ends.
    Ending,
    /// How moves are written.
    Notation,
}

impl Part {
    /// Each, in the order of a rulebook.
    pub const ALL: [Part; 9] = [
        Part::Start,
        Part::Castling,
        Part::Promotion,
        Part::Joining,
        Part::Captured,
        Part::Drops,
        Part::Travel,
        Part::Ending,
        Part::Notation,
    ];

    /// The heading over it.
    pub fn title(self) -> &'static str {
        match self {
            Part::Start => "The board and the start",
            Part::Castling => "Castling",
            Part::Promotion => "Promotion and change",
            Part::Joining => "Joining and parting",
            Part::Captured => "Captured pieces",
            Part::Drops => "Drops",
            Part::Travel => "Cells that travel",
            Part::Ending => "Check and the end of the game",
            Part::Notation => "How moves are written",
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
    pub variant: &'a Variant,
    pub id: KindId,
    /// Whether what it has in common with others is said of them all: what differs from piece to piece is left general, and
    /// what is said of the game is not said of the piece.
    pub among_others: bool,
}

impl<'a> Subject<'a> {
    pub fn kind(self) -> &'a PieceKind {
        self.variant.kind(self.id)
    }

    pub fn name(self, id: KindId) -> &'a str {
        &self.variant.kind(id).name
    }

    /// Whether a rule is the last of those that speak of the same.
    pub fn is_last(self, place: usize, same: impl Fn(&Rule) -> bool) -> bool {
        !self.variant.rules[place + 1..].iter().any(same)
    }

    /// Whether it may stand on any cell there is.
    pub fn stands_everywhere(self) -> bool {
        Side::BOTH.into_iter().all(|side| self.variant.stands_on(self.id, side) == self.variant.board.all())
    }
}
