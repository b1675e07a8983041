//! Every kind of rule, one row each: see [`RuleKind`].

mod capture;
pub(crate) mod castling;
mod displace;
mod effect;
pub(crate) mod ending;
pub(crate) mod hand;
pub(crate) mod law;
pub(crate) mod limit;
mod outcome;
pub(crate) mod promotion;
pub(crate) mod stacking;

use super::rule::{Resolver, RuleKind};
use crate::form::{Fields, KIND, Keys};
use padma_rules::model::Rule;
use padma_rules::names::Names;
use padma_text::diag::Diagnostics;

pub use castling::{CASTLING, partner, partner_of};
pub(crate) use law::counter;

/// All kinds of rule.
pub static KINDS: [&RuleKind; 32] = [
    &stacking::SHARED,
    &promotion::PROMOTION,
    &castling::CASTLING,
    &promotion::TRANSFORMATION,
    &ending::GOAL,
    &ending::STALEMATE,
    &ending::REPETITION,
    &ending::QUIET_LIMIT,
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
    &law::FORBID,
    &law::MUST,
    &law::NOT_CHECK,
    &law::END,
];

/// The complaint about an unknown kind.
pub(crate) const FAULT: &str = "is not a kind of rule";

/// The keys of a table of a basic rule.
pub(crate) const KEYS: Keys = Keys::OfKind {
    kinds: || KINDS.iter().map(|kind| (kind.name, kind.keys)).collect(),
    fault: "is not a basic rule",
    expected: None,
    others: None,
};

/// Returns the kind of a table `[[rule]]`.
pub(crate) fn kind_of(decl: &Fields) -> Option<&'static RuleKind> {
    KINDS.into_iter().find(|kind| kind.name == decl.str(KIND))
}

/// Returns the rule that a table describes.
pub(crate) fn resolve(
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
