//! Every kind of rule, a row each: see [`Kind`].

mod capture;
mod castling;
mod displace;
mod ending;
mod hand;
mod limit;
mod promotion;
mod stacking;

use super::form::Fields;
use super::names::unknown_word;
use super::rule::{Kind, RuleDecl};
use crate::book::toml::Table;
use crate::diag::Diagnostics;

pub use castling::CASTLING;
pub use ending::{FACING, GOAL, NO_CHECK, QUIET_LIMIT, REPETITION, STALEMATE};
pub use hand::DROP;
pub use limit::BARRIER;
pub use promotion::PROMOTION;
pub use stacking::COMBINE;

/// What a `kind` of rule may be.
pub static KINDS: [&Kind; 28] = [
    &stacking::SHARED,
    &promotion::PROMOTION,
    &castling::CASTLING,
    &promotion::TRANSFORMATION,
    &ending::GOAL,
    &ending::STALEMATE,
    &ending::REPETITION,
    &ending::QUIET_LIMIT,
    &ending::NO_CHECK,
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
];

/// Reads a table `[[rule]]`.
pub fn read(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let name = table.required("kind", diagnostics)?;
    let Some(kind) = KINDS.into_iter().find(|kind| kind.name == name.value) else {
        diagnostics.push(unknown_word(&name, "is no kind of rule", KINDS.iter().map(|kind| kind.name)));
        return None;
    };
    let fields = Fields::read(kind.keys, &mut table, diagnostics);
    table.finish(diagnostics);
    fields.map(|fields| RuleDecl { kind, fields })
}
