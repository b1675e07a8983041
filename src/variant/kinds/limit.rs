//! Powers that keep pieces from moving: freezing, bonds, barriers.

use crate::form::Key;
use crate::rule::{RuleKind, directions, kinds, own_power, power};
use crate::subject::{Subject, Topic};
use crate::words::{Whose, called, ground, one_of, say_near, statement};
use padma_rules::model::{INCIDENT, KindId, Power, PowerRule, Rule, Side};
use padma_words::say;

pub(crate) static FREEZING: RuleKind = RuleKind::new(
    "freezing",
    "enemies one step away cannot move",
    power!(
        [near = directions(
            "near",
            "contiguous",
            ", the directions; `contiguous`, if left out",
        )],
        Power::Freezing { near }
    ),
    |subject, _, rule| {
        let Some(Power::Freezing { near: dirs }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let said = say!(
            powers::Freezing,
            near = say_near(subject, dirs, Whose::Its),
            frozen = can_be_frozen(subject)
        );
        statement(Topic::Powers, Some(said))
    },
);

/// Whether the piece can stand where an enemy would freeze it.
pub(super) fn can_be_frozen(subject: Subject<'_>) -> bool {
    let Subject { variant, id, .. } = subject;
    variant.rules.iter().any(|rule| {
        let Rule::Power(PowerRule {
            kind,
            power: Power::Freezing { near },
        }) = rule
        else {
            return false;
        };
        let cells = variant.stands_on(id, Side::White);
        let holders = variant.stands_on(*kind, Side::Black);
        holders.iter().any(|cell| {
            let mut beside = near
                .black
                .iter()
                .filter_map(|dir| variant.board.next(cell, *dir));
            beside.any(|cell| cells.contains(cell))
        })
    })
}

pub(crate) static BOND: RuleKind = RuleKind::new(
    "bond",
    "it may leave a cell, or come to one, only if a friend is one step away",
    power!(
        [
            with = kinds("with", ", the pieces of such friends").must("a list of pieces"),
            near = directions(
                "near",
                INCIDENT,
                ", the directions; `incident`, if left out",
            ),
        ],
        Power::Bond { with, near }
    ),
    |subject, _, rule| {
        let Rule::Power(PowerRule {
            kind,
            power: Power::Bond { with, near: dirs },
        }) = rule
        else {
            return Vec::new();
        };
        let holder = Subject {
            id: *kind,
            ..subject
        };
        let (place, ground) = (say_near(holder, dirs, Whose::That), ground(holder));
        let friends = one_of(subject.variant, with);
        let said = if *kind == subject.id {
            let mut rules = subject.variant.rules.iter();
            let travels = rules.any(|rule| matches!(rule, Rule::Travel(_)));
            say!(powers::Bond, ground, friends, place, travels)
        } else {
            let holder = called(subject.name(*kind));
            say!(powers::BondOf, holder, ground, friends, place)
        };
        statement(
            Topic::Powers,
            (*kind == subject.id || with.contains(&subject.id)).then_some(said),
        )
    },
);

/// The pieces that a barrier keeps away.
pub const BARRED: Key<Vec<KindId>> = kinds("pieces", ", of either side").must("a list of pieces");

/// The kind `barrier`.
pub static BARRIER: RuleKind = RuleKind::new(
    "barrier",
    "its movement treats the cells of some pieces as absent: it neither takes those pieces nor hops over them",
    power!([kinds = BARRED], Power::Barrier { kinds }),
    |subject, _, rule| {
        let Rule::Power(PowerRule {
            kind,
            power: Power::Barrier { kinds },
        }) = rule
        else {
            return Vec::new();
        };
        let said = if *kind == subject.id {
            let pieces = one_of(subject.variant, kinds);
            say!(powers::Barrier, pieces)
        } else {
            let holder = called(subject.name(*kind));
            say!(powers::BarrierOf, holder)
        };
        statement(
            Topic::Captures,
            (*kind == subject.id || kinds.contains(&subject.id)).then_some(said),
        )
    },
);
