//! Powers that keep pieces from moving: freezing, bonds, barriers.

use crate::form::Key;
use crate::rule::{RuleKind, directions, kinds, own_power, power};
use crate::subject::{Subject, Topic};
use crate::words::{Whose, any_of, ground, near, statement, with_indefinite_article};
use padma_rules::model::{INCIDENT, KindId, Power, PowerRule, Rule, Side};
use padma_text::english::capitalise;

pub(crate) static FREEZING: RuleKind = RuleKind::new(
    "freezing",
    "enemies one step away cannot move",
    "A piece keeps the enemies beside it from moving.",
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
        let itself = if can_be_frozen(subject) {
            " It does so even while it is frozen itself."
        } else {
            ""
        };
        let text = format!(
            "It freezes enemies {}: they cannot move, capture or give check.{itself}",
            near(subject, dirs, Whose::Its)
        );
        statement(Topic::Powers, Some(text))
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
    "A piece may leave a cell, or come to one, only if certain friends stand beside that cell.",
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
        let (place, ground) = (near(holder, dirs, Whose::That), ground(holder));
        let text = if *kind == subject.id {
            let friends = any_of(subject.variant, with);
            let travels = subject
                .variant
                .rules
                .iter()
                .any(|rule| matches!(rule, Rule::Travel(_)));
            let when = match travels {
                true => "when it moves, when another piece moves it, and when its cell travels",
                false => "when it moves and when another piece moves it",
            };
            format!(
                "It is bound: it may leave a {ground} only if {friends} of its side stands {place}, and come to a {ground} only \
                 on the same condition. This holds {when}. Where it may not go, it attacks nothing."
            )
        } else {
            let (holder, guards) = (
                with_indefinite_article(subject.name(*kind)),
                any_of(subject.variant, with),
            );
            format!(
                "{holder} of its side may leave a {ground} only if {guards} of that side stands {place}, and come to a \
                 {ground} only on the same condition."
            )
        };
        statement(
            Topic::Powers,
            (*kind == subject.id || with.contains(&subject.id)).then_some(text),
        )
    },
);

/// The pieces that a barrier keeps away.
pub const BARRED: Key<Vec<KindId>> = kinds("pieces", ", of either side").must("a list of pieces");

/// The kind `barrier`.
pub static BARRIER: RuleKind = RuleKind::new(
    "barrier",
    "its movement treats the cells of some pieces as absent: it neither takes those pieces nor hops over them",
    "Certain pieces stop another as the edge of the board does: it neither takes them nor hops over them.",
    power!([kinds = BARRED], Power::Barrier { kinds }),
    |subject, _, rule| {
        let Rule::Power(PowerRule {
            kind,
            power: Power::Barrier { kinds },
        }) = rule
        else {
            return Vec::new();
        };
        let text = if *kind == subject.id {
            let pieces = any_of(subject.variant, kinds);
            format!(
                "It neither takes {pieces} nor hops over one, of either side: its movement meets {pieces} as it meets the edge of the board."
            )
        } else {
            let holder = capitalise(&with_indefinite_article(subject.name(*kind)));
            format!("{holder} of either side neither takes it nor hops over it.")
        };
        statement(
            Topic::Captures,
            (*kind == subject.id || kinds.contains(&subject.id)).then_some(text),
        )
    },
);
