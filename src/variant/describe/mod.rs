//! A variant's rules in English: what all of them say of a piece, and of a game.
//!
//! What a rule says stands in the row of its kind, [`kinds`](crate::kinds); here it is put in order. The
//! sentences are made from the rules alone; "it" is the piece spoken of. Knows nothing of pages.
//!
//! ```text
//! Withdrawal { along }, the Withdrawer ──▶ Captures: "It captures by withdrawal: …"
//! ```
//!
//! [`piece`] says all of one piece, [`game`] all of a game, each rule once with the pieces it speaks of.

mod game;
mod notation;

use crate::kinds::KINDS;
use crate::rule::RuleKind;
use crate::subject::Subject;
use padma_rules::model::{KindId, Variant};
use padma_rules::movement::describe_among;
use padma_rules::movement::words::joined;

pub use crate::kinds::{partner, partner_of};
pub use crate::subject::{RulesPart, Statement, Topic};
pub use crate::words::{called, say};
pub use game::{Article, Whom, game};
pub use game::{beyond, terms};

/// What the rules say of a piece besides its movement and where it may stand, by topic and in the order of the rules.
pub fn piece(variant: &Variant, id: KindId) -> Vec<Statement> {
    statements(Subject {
        variant,
        id,
        among_others: false,
    })
}

fn statements(subject: Subject<'_>) -> Vec<Statement> {
    let royal = "It is royal. While an enemy attacks it, it is in check, and no move of its side may leave it so. If it is in check and \
         its side has no legal move, that is mate, and the other side wins.";
    let mut all = say(
        Topic::Royal,
        subject.kind().royal.then(|| royal.to_string()),
    );
    let checkers = checkers(subject.variant, subject.id);
    all.extend(say(
        Topic::Checkers,
        (!checkers.is_empty()).then(|| format!("It is made of {checkers}.")),
    ));
    for (place, rule) in subject.variant.rules.iter().enumerate() {
        // A kind says nothing of the rules of others.
        all.extend(
            KINDS
                .iter()
                .flat_map(|kind| (kind.describe)(subject, place, rule)),
        );
    }
    if !subject.among_others {
        all.extend(say(Topic::Castling, partner_of(subject)));
    }
    all.sort_by_key(|statement| statement.topic);
    all
}

/// How a piece moves, without a capital or a full stop. Others that it moves as have their names.
pub fn movement(variant: &Variant, id: KindId) -> String {
    let name = |id: &str| {
        let kind = variant.kind_named(id).map(|kind| variant.kind(kind));
        kind.map_or_else(|| id.to_string(), |kind| called(&kind.name))
    };
    describe_among(&variant.kind(id).movement, name, &partner(variant, id))
}

/// The checkers of a piece: "2 × Sable and 1 × Stoat"; empty where it is made of none.
pub fn checkers(variant: &Variant, id: KindId) -> String {
    let stack = variant.kind(id).checkers;
    let part = |kind| {
        format!(
            "{} × {}",
            stack.of(kind),
            variant.checkers[kind.index()].name
        )
    };
    joined(&stack.kinds().map(part).collect::<Vec<_>>(), "and")
}

/// The kinds of rule that a variant has, by name, each with what it means.
pub fn rules_used(variant: &Variant) -> Vec<(&'static str, &'static str)> {
    let mut bare = variant.clone();
    bare.rules.clear();
    let of_pieces = |kind: &RuleKind| {
        variant.kind_ids().any(|id| {
            let subject = Subject {
                variant,
                id,
                among_others: true,
            };
            let mut rules = variant.rules.iter().enumerate();
            rules.any(|(place, rule)| !(kind.describe)(subject, place, rule).is_empty())
        })
    };
    // What is said of a game without any rule is not said by one.
    let of_game = |kind: &RuleKind| {
        kind.of_game
            .is_some_and(|(_, say)| say(variant) != say(&bare))
    };
    let used = KINDS.iter().filter(|kind| of_game(kind) || of_pieces(kind));
    used.map(|kind| (kind.name, kind.says)).collect()
}
