//! How a game ends for a side: the keys that say it, what they mean, and its description.

use crate::form::{Key, Takes, key};
use crate::rule::{Resolver, limited};
use padma_rules::model::Ending;
use padma_words::{Say, row, say};

/// Returns the key that says how a game ends.
pub(super) const fn outcome(doc: &'static str) -> Key<Option<String>> {
    let takes = Takes::Word(&Ending::NAMES, "is not a way for a game to end");
    key("outcome", takes, doc)
}

/// The part of the point that a side gets, in place of an outcome.
pub(crate) const SCORE: Key<Option<u16>> = limited(
    "score",
    1,
    99,
    ": instead of `outcome`, the hundredths of the point that this side gets; the other side gets the rest",
)
.optional();

/// Returns the ending that a rule states by exactly one of its keys `outcome` and `score`.
pub(super) fn ending(
    resolver: &mut Resolver<'_>,
    outcome: Option<String>,
    score: Option<u16>,
) -> Option<Ending> {
    let expected = "expected either `outcome` or `score`";
    let span = resolver.fields.place(SCORE);
    match (outcome, score) {
        (Some(outcome), None) => Ending::from_name(&outcome),
        (None, Some(50)) => Some(Ending::Draw),
        (None, Some(score)) => Some(Ending::Score(score as u8)),
        (Some(_), Some(_)) => {
            resolver.wrong(span, "this rule already has an `outcome`", expected);
            None
        }
        (None, None) => {
            let span = resolver.fields.span;
            resolver.wrong(span, "this rule does not say how the game ends", expected);
            None
        }
    }
}

/// Says an ending for a side, which is a row of `rules.side`: "that side wins".
pub(super) fn say_ending(ending: Ending, side: &str) -> Say {
    let side = row("rules.side", side);
    match ending {
        Ending::Win => say!(rules::Wins, side),
        Ending::Draw => say!(rules::Drawn),
        Ending::Loss => say!(rules::Loses, side),
        Ending::Score(_) => say!(
            rules::Scores,
            side,
            points = ending.points(),
            rest = ending.reversed().points()
        ),
    }
}
