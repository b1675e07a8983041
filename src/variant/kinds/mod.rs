//! Every kind of rule, one row each: see [`RuleKind`].

mod capture;
pub mod castling;
pub mod condition;
mod displace;
pub mod effect;
pub mod ending;
pub mod hand;
pub mod limit;
mod outcome;
pub mod promotion;
pub(crate) mod stacking;

use super::rule::{Resolver, RuleKind};
use crate::form::{Fields, KIND, Keys, TWO_SIDES};
use padma_rules::model::Rule;
use padma_rules::names::Names;
use padma_text::diag::Diagnostics;

pub use castling::{CASTLING, partner_of, partners};
pub(crate) use condition::counter;

/// All kinds of rule.
pub static KINDS: [&RuleKind; 33] = [
    &stacking::SHARED,
    &promotion::PROMOTION,
    &castling::CASTLING,
    &promotion::TRANSFORMATION,
    &ending::GOAL,
    &ending::STALEMATE,
    &ending::REPETITION,
    &ending::QUIET_LIMIT,
    &ending::DEAD_POSITION,
    &ending::FACING,
    &limit::FREEZING,
    &capture::WITHDRAWAL,
    &capture::COORDINATION,
    &displace::PUSH,
    &displace::SWAP,
    &capture::LONG_LEAP,
    &capture::ENCLOSURE,
    &capture::MIMICRY,
    &capture::MANDATORY,
    &displace::TELEPORT,
    &displace::ROTATION,
    &limit::BOND,
    &limit::BARRIER,
    &hand::INTO_HAND,
    &hand::DROP,
    &stacking::COMBINE,
    &stacking::STACKING,
    &displace::TRAVEL,
    &effect::EFFECT,
    &condition::FORBID,
    &condition::MUST,
    &condition::NOT_CHECK,
    &condition::END,
];

/// The complaint about an unknown kind.
pub(crate) const FAULT: &str = "is not a kind of rule";

/// Kinds of rule that an author may look for and that cannot exist, each with the reason.
pub(crate) const REFUSED: [(&[&str], &str); 6] = [
    (
        &["chance", "dice", "random"],
        "nothing in a game can be left to chance: the same move always leads to the same position",
    ),
    (
        &[
            "shuffle",
            "shuffled",
            "random-setup",
            "chess960",
            "fischer-random",
        ],
        "nothing is left to chance, and a variant begins with one setup: write a variant for each start, or give the start of a \
         game as a FEN",
    ),
    (
        &[
            "hidden",
            "fog",
            "dark",
            "fog-of-war",
            "dark-chess",
            "kriegspiel",
        ],
        "nothing can be hidden from a side: both sides see every position",
    ),
    (
        &[
            "players",
            "sides",
            "side",
            "teams",
            "four-players",
            "bughouse",
        ],
        TWO_SIDES,
    ),
    (
        &["chase", "perpetual-chase"],
        "a chase cannot be forbidden: which pieces were attacked in earlier positions is not known. \
         `repetition` with `blames = \"in-check(other)\"` forbids perpetual check",
    ),
    (
        &["check"],
        "what gives check is what a single move can capture: the moves of a whole turn are not taken together. \
         `not-check` says when a King is not in check",
    ),
];

/// The keys of a table of a basic rule.
pub(crate) const KEYS: Keys = Keys::OfKind {
    kinds: || KINDS.iter().map(|kind| (kind.name, kind.keys)).collect(),
    fault: "is not a basic rule",
    expected: None,
    others: None,
};

/// Returns the kind of a table `[[rule]]`.
pub fn kind_of(decl: &Fields) -> Option<&'static RuleKind> {
    KINDS.into_iter().find(|kind| kind.name == decl.str(KIND))
}

/// Returns the rule that a table describes.
pub fn resolve(
    fields: &Fields,
    names: Names<'_>,
    counters: &[String],
    diagnostics: &mut Diagnostics,
) -> Option<Rule> {
    (kind_of(fields)?.resolve)(&mut Resolver {
        fields,
        names,
        counters,
        diagnostics,
    })
}
