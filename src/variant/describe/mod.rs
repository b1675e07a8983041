//! Describes a variant's rules in English: everything they say about a piece or a game.
//!
//! What a rule says is part of the row of its kind, in [`kinds`](crate::kinds). This module puts
//! the sentences in order. They are made from the rules alone; "it" is the piece being described.
//! Knows nothing of pages.
//!
//! ```text
//! Withdrawal { along }, the Withdrawer ──▶ Captures: "It captures by withdrawal: …"
//! ```
//!
//! [`piece`] describes one piece, [`game`] a whole game, each rule once with the pieces it is
//! about.

mod game;
mod notation;

use std::collections::BTreeSet;

use crate::kinds::KINDS;
use crate::subject::Subject;
use padma_expr::movement::MovementSayer;
use padma_rules::model::{EffectKind, KindId, Rule, Side, Variant};
use padma_rules::movement::{Clause, ClauseKind, Limit, Sentence, Word};
use padma_rules::moves::on_board;
use padma_words::{Listing, Say, SlotValue, say};

pub use crate::kinds::{partner_of, partners};
pub use crate::subject::{RulesPart, Statement, Topic};
pub use crate::words::{called, statement};
pub use game::{Article, Whom, game};
pub use game::{extra_rules, terms};

/// Describes a piece apart from its movement and the cells it may stand on, by topic and in the
/// order of the rules.
pub fn piece(variant: &Variant, id: KindId) -> Vec<Statement> {
    statements(Subject {
        variant,
        id,
        is_grouped: false,
    })
}

fn statements(subject: Subject<'_>) -> Vec<Statement> {
    let Subject { variant, id, .. } = subject;
    let costly = variant.rules.iter().any(may_cost_royals);
    let checkers = checkers(variant, id);
    let mut all = [
        statement(
            Topic::Royal,
            subject.kind().royal.then(|| say!(powers::Royal, costly)),
        ),
        statement(
            Topic::Powers,
            subject.kind().neutral.then(|| say!(powers::Neutral)),
        ),
        statement(
            Topic::Checkers,
            checkers.map(|checkers| say!(powers::MadeOf, checkers)),
        ),
    ]
    .concat();
    for (place, rule) in subject.variant.rules.iter().enumerate() {
        // A kind of rule says nothing about rules of other kinds.
        all.extend(
            KINDS
                .iter()
                .flat_map(|kind| (kind.describe)(subject, place, rule)),
        );
    }
    if !subject.is_grouped {
        all.extend(statement(Topic::Castling, partner_of(subject)));
    }
    all.sort_by_key(|statement| statement.topic);
    all
}

/// Whether a rule lets a move do what would cost a side its royal piece although it was in no check.
fn may_cost_royals(rule: &Rule) -> bool {
    match rule {
        Rule::Turn(turn) => turn.moves > 1,
        Rule::Effect(rule) => matches!(
            rule.effect,
            EffectKind::Takes(_) | EffectKind::Turns(..) | EffectKind::Becomes(..)
        ),
        _ => false,
    }
}

/// Says how a piece moves, without an initial capital or a full stop. Pieces whose movement it
/// shares are given by name.
pub fn movement_said(variant: &Variant, id: KindId) -> Say {
    if variant.kind(id).neutral {
        return say!(movement::MovedByOthers);
    }
    let sentence = possible(variant, id);
    if sentence.clauses.is_empty() {
        return say!(movement::Still);
    }
    let name = |id: &str| {
        let kind = variant.kind_named(id).map(|kind| variant.kind(kind));
        kind.map_or_else(|| id.to_string(), |kind| called(&kind.name))
    };
    MovementSayer {
        name: &name,
        partners: &partners(variant, id),
        on_board: &|components| on_board(components, &variant.board),
    }
    .sentence(&sentence)
}

/// Returns a piece's movement without what begins or ends only on sets without a cell.
fn possible(variant: &Variant, id: KindId) -> Sentence {
    let is_empty = |name: &Word| {
        let set = variant.sets.get(&name.text);
        set.is_some_and(|set| Side::BOTH.iter().all(|side| set.of(*side).is_empty()))
    };
    let bars = |limit: &Limit| match limit {
        Limit::From(places) | Limit::Onto(places) => {
            !places.outside && places.names.iter().all(is_empty)
        }
        _ => false,
    };
    let mut clauses: Vec<Clause> = Vec::new();
    let mut replaces_none = false;
    for clause in &variant.kind(id).movement.clauses {
        let is_barred = match &clause.kind {
            ClauseKind::Action { limits, then, .. } => {
                let later = then.iter().flat_map(|leg| &leg.limits);
                limits.iter().chain(later).any(bars)
            }
            ClauseKind::Piece(_) | ClauseKind::Betza(_) => false,
        };
        let otherwise = clause.otherwise && !replaces_none;
        // What would replace a clause that offers no cell anywhere is always there.
        replaces_none = is_barred && !otherwise;
        if !is_barred {
            clauses.push(Clause {
                otherwise,
                ..clause.clone()
            });
        }
    }
    Sentence { clauses }
}

/// Lists the checkers of a piece: "2 × Sable and 1 × Stoat"; `None` if it is not made of checkers.
pub fn checkers(variant: &Variant, id: KindId) -> Option<SlotValue> {
    let stack = variant.kind(id).checkers;
    let part = |kind| {
        let (count, name) = (stack.of(kind), &variant.checkers[kind.index()].name);
        say!(powers::CheckersOfKind, count, name)
    };
    let parts: Vec<Say> = stack.kinds().map(part).collect();
    (!parts.is_empty()).then(|| Listing::And.of(parts))
}

/// Returns the kinds of rule that a variant uses, by name.
pub fn rules_used(variant: &Variant) -> Vec<&'static str> {
    let names: BTreeSet<&str> = variant.rules.iter().filter_map(kind_of).collect();
    let used = KINDS.iter().filter(|kind| names.contains(kind.name));
    used.map(|kind| kind.name).collect()
}

/// Returns the name of the kind that a rule is of; `None` if it is no table `[[rule]]`.
fn kind_of(rule: &Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::Shared { .. } => "shared",
        Rule::Promotion(_) => "promotion",
        Rule::Castling(_) => "castling",
        Rule::Transformation(_) => "transformation",
        Rule::Goal(_) => "goal",
        Rule::Stalemate(_) => "stalemate",
        Rule::QuietLimit(_) => "quiet-limit",
        Rule::Repetition(_) => "repetition",
        Rule::IntoHand(_) => "into-hand",
        Rule::Drop(_) => "drop",
        Rule::Travel(_) => "travel",
        Rule::Stacking(_) => "stacking",
        Rule::Facing(_) => "facing",
        Rule::Effect(_) => "effect",
        Rule::Forbid(_) => "forbid",
        Rule::Must(_) => "must",
        Rule::End(_) => "end",
        Rule::DeadPosition(_) => "dead-position",
        Rule::NotCheck(_) => "not-check",
        Rule::Counter(_) | Rule::Turn(_) => return None,
        Rule::Power(rule) => rule.power.name(),
    })
}
