//! A variant's rules in English: what each of them says of a piece.
//!
//! Every rule and every power has its function here, and each match names them all, so that no new one can be left out. The
//! sentences are made from the rules alone; "it" is the piece spoken of. Knows nothing of pages.
//!
//! ```text
//! Withdrawal { along }, the Withdrawer ──▶ Captures: "It captures by withdrawal: …"
//! ```
//!
//! [`piece`] says all of one piece, [`game`] all of a game, each rule once with the pieces it speaks of.

mod change;
mod game;
mod hand;
mod notation;
mod play;
mod power;
mod words;

use crate::model::{Piece, PieceId, Rule, Side, Variant};
use words::capitalised;

pub use game::{Article, Part, Whom, beyond, game};
pub use hand::checkers;
pub use words::called;

/// What a sentence is about; pieces are described in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Whom it takes besides those on whose cells it comes.
    Captures,
    /// What it does to others, and what they do to it.
    Powers,
    Royal,
    Castling,
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
    Travel,
    /// How the game ends by it.
    Ending,
}

impl Topic {
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
}

/// A sentence, or several, about a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub topic: Topic,
    pub text: String,
}

/// What the rules say of a piece besides its movement and where it may stand, by topic and in the order of the rules.
pub fn piece(variant: &Variant, id: PieceId) -> Vec<Statement> {
    statements(Subject { variant, id, among_others: false })
}

fn statements(subject: Subject<'_>) -> Vec<Statement> {
    let mut all = Vec::new();
    let mut add = |topic: Topic, text: Option<String>| {
        all.extend(text.map(|text| Statement { topic, text: capitalised(&text) }));
    };
    if subject.piece().royal {
        let text = "It is royal: no move of its side may leave it attacked, which is check; if it is in check and its side has no legal \
                    move, it is mated, and that side has lost.";
        add(Topic::Royal, Some(text.to_string()));
    }
    add(Topic::Checkers, hand::made_of(subject));
    for (place, rule) in subject.variant.rules.iter().enumerate() {
        let (topic, text) = of_rule(subject, place, rule);
        add(topic, text);
        if let Rule::Stacking(rule) = rule {
            add(Topic::Joining, hand::parting(subject, place, *rule));
        }
        add(Topic::Origin, origin(subject, place, rule));
    }
    all.sort_by_key(|statement| statement.topic);
    all
}

/// The piece that is spoken of.
#[derive(Clone, Copy)]
struct Subject<'a> {
    variant: &'a Variant,
    id: PieceId,
    /// Whether what it has in common with others is said of them all: what differs from piece to piece is left general, and
    /// what is said of the game is not said of the piece.
    among_others: bool,
}

impl<'a> Subject<'a> {
    fn piece(self) -> &'a Piece {
        self.variant.piece(self.id)
    }

    fn name(self, id: PieceId) -> &'a str {
        &self.variant.piece(id).name
    }

    /// Whether a rule is the last of those that speak of the same.
    fn is_last(self, place: usize, same: impl Fn(&Rule) -> bool) -> bool {
        !self.variant.rules[place + 1..].iter().any(same)
    }

    /// Whether it may stand on any cell there is.
    fn stands_everywhere(self) -> bool {
        Side::BOTH.into_iter().all(|side| self.variant.stands_on(self.id, side) == self.variant.board.all())
    }
}

/// What a rule says of the piece.
fn of_rule(subject: Subject<'_>, place: usize, rule: &Rule) -> (Topic, Option<String>) {
    match rule {
        Rule::Shared { piece, cells, most } => {
            (Topic::Joining, (*piece == subject.id).then(|| play::shared(subject, cells, *most)))
        }
        Rule::Promotion(rule) => (Topic::Promotion, change::promotion(subject, place, rule)),
        Rule::Castling(rule) => (Topic::Castling, play::castling(subject, place, rule)),
        Rule::Transformation(rule) => (Topic::Change, change::transformation(subject, rule)),
        Rule::Goal(rule) => (Topic::Ending, play::goal(subject, rule)),
        Rule::Stalemate(rule) => (Topic::Ending, play::stalemate(subject, rule)),
        Rule::QuietLimit(rule) => (Topic::Ending, play::quiet_limit(subject, place, rule)),
        // It speaks of positions and of no piece.
        Rule::Repetition(_) => (Topic::Ending, None),
        Rule::NoCheck => (Topic::Royal, play::no_check(subject)),
        Rule::Facing(rule) => (Topic::Royal, play::facing(subject, rule)),
        Rule::Power(rule) => power::power(subject, rule),
        Rule::IntoHand(_) => (Topic::Hand, hand::into_hand(subject, place)),
        Rule::Drop(rule) => (Topic::Drop, hand::dropped(subject, place, rule)),
        Rule::Travel(rule) => (Topic::Travel, play::travel(subject, rule)),
        Rule::Stacking(rule) => (Topic::Joining, hand::joining(subject, place, *rule)),
    }
}

/// How a rule makes the piece of another.
fn origin(subject: Subject<'_>, place: usize, rule: &Rule) -> Option<String> {
    match rule {
        Rule::Promotion(_) => change::promoted_from(subject, place),
        Rule::Transformation(rule) => change::transformed_from(subject, rule),
        Rule::IntoHand(rule) => hand::handed_from(subject, rule),
        Rule::Drop(rule) => hand::dropped_from(subject, rule),
        Rule::Shared { .. }
        | Rule::Castling(_)
        | Rule::Goal(_)
        | Rule::Stalemate(_)
        | Rule::QuietLimit(_)
        | Rule::Repetition(_)
        | Rule::NoCheck
        | Rule::Facing(_)
        | Rule::Power(_)
        | Rule::Travel(_)
        | Rule::Stacking(_) => None,
    }
}
