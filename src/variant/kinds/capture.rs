//! Powers by which a piece captures or must capture: withdrawal, coordination, the long leap,
//! enclosure, mimicry.

use super::limit::can_be_frozen;
use crate::rule::{ALONG, RuleKind, directions, flag, kind, own_power, power, range};
use crate::subject::{Subject, Topic};
use crate::words::{Whose, called, say_along, say_near, statement};
use padma_rules::model::{EffectKind, EffectRule, Power, PowerRule, Rule, SidedDirs};
use padma_words::{Listing, Say, SlotValue, say};

pub(crate) static WITHDRAWAL: RuleKind = RuleKind::new(
    "withdrawal",
    "moving directly away from an enemy next to it takes that enemy",
    power!([along = ALONG], Power::Withdrawal { along }),
    |subject, _, rule| {
        let Some(Power::Withdrawal { along: dirs }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let along = say_along(&subject.variant.board, dirs);
        statement(Topic::Captures, Some(say!(powers::Withdrawal, along)))
    },
);

pub(crate) static COORDINATION: RuleKind = RuleKind::new(
    "coordination",
    "enemies are taken where its file and rank cross those of another piece of its side",
    power!(
        [
            with = kind("with", ", which piece that is").must("a string"),
            balanced = flag(
                "balanced",
                false,
                ": only if as many pieces stand between the victim and one of the two as between it and the other",
            ),
        ],
        Power::Coordination { with, balanced }
    ),
    |subject, _, rule| {
        let Rule::Power(PowerRule {
            kind,
            power: Power::Coordination { with, balanced },
        }) = rule
        else {
            return Vec::new();
        };
        if *kind == subject.id {
            let (with, balanced) = (called(subject.name(*with)), *balanced);
            let said = say!(powers::Coordination, with, balanced);
            return statement(Topic::Captures, Some(said));
        }
        let said = say!(
            powers::Coordinated,
            holder = called(subject.name(*kind)),
            frozen = can_be_frozen(subject)
        );
        statement(Topic::Powers, (*with == subject.id).then_some(said))
    },
);

pub(crate) static LONG_LEAP: RuleKind = RuleKind::new(
    "long-leap",
    "it leaps over an enemy onto an empty cell behind it, and takes it",
    power!(
        [
            along = ALONG,
            range = range(2),
            several = flag("several", false, ": more than one, on one line"),
        ],
        Power::LongLeap {
            along,
            range,
            several
        }
    ),
    |subject, _, rule| {
        let Some(Power::LongLeap {
            along: dirs,
            range,
            several,
        }) = own_power(subject, rule)
        else {
            return Vec::new();
        };
        let said = say!(
            powers::LongLeap,
            along = say_along(&subject.variant.board, dirs),
            most = *range,
            several = *several
        );
        statement(Topic::Captures, Some(said))
    },
);

pub(crate) static ENCLOSURE: RuleKind = RuleKind::new(
    "enclosure",
    "a group of connected enemies is taken by filling the last empty cell beside it",
    power!(
        [
            near = directions(
                "near",
                "orthogonal",
                ", the directions in which pieces are connected; `orthogonal`, if left out",
            ),
            anywhere = flag("anywhere", false, ": it may go to any empty cell to do so"),
        ],
        Power::Enclosure { near, anywhere }
    ),
    |subject, _, rule| {
        let Some(Power::Enclosure { near, anywhere }) = own_power(subject, rule) else {
            return Vec::new();
        };
        statement(Topic::Captures, Some(enclosure(subject, near, *anywhere)))
    },
);

fn enclosure(subject: Subject<'_>, dirs: &SidedDirs, anywhere: bool) -> Say {
    let anywhere = match (anywhere, subject.stands_everywhere()) {
        (false, _) => "no",
        (true, true) => "all",
        (true, false) => "own",
    };
    say!(
        powers::Enclosure,
        along = say_along(&subject.variant.board, dirs),
        beside = say_near(subject, dirs, Whose::OneOfThem),
        anywhere = SlotValue::Key(anywhere)
    )
}

pub(crate) static MIMICRY: RuleKind = RuleKind::new(
    "mimicry",
    "it takes each enemy only in the way that this enemy itself captures",
    power!([], Power::Mimicry),
    |subject, _, rule| {
        let is_mimic = own_power(subject, rule) == Some(&Power::Mimicry);
        statement(Topic::Captures, is_mimic.then(|| mimicry(subject)))
    },
);

/// Says a mimic: it captures each enemy as that enemy captures, and uses the enemy's other powers
/// against it.
fn mimicry(subject: Subject<'_>) -> Say {
    let (mut captures, mut others) = (Vec::new(), Vec::new());
    for rule in &subject.variant.rules {
        let Rule::Power(PowerRule { kind, power }) = rule else {
            continue;
        };
        if *kind == subject.id {
            continue;
        }
        let victim = called(subject.name(*kind));
        match power {
            Power::Withdrawal { .. } => captures.push(say!(powers::ByWithdrawal, victim)),
            Power::Coordination { .. } => captures.push(say!(powers::ByCoordination, victim)),
            Power::LongLeap { .. } => captures.push(say!(powers::ByLongLeap, victim)),
            Power::Enclosure { .. } => captures.push(say!(powers::ByEnclosure, victim)),
            Power::Freezing { .. } => others.push(say!(powers::Freezes, victim)),
            Power::Push { .. } => others.push(say!(powers::Pushes, victim)),
            Power::Swap { .. } => others.push(say!(powers::Swaps, victim)),
            // A mimic does not have the other powers of its victims.
            _ => {}
        }
    }
    for rule in &subject.variant.rules {
        if let Rule::Effect(EffectRule {
            kinds: Some(kinds),
            attacks: true,
            effect: EffectKind::Takes(_),
            ..
        }) = rule
        {
            let others = subject
                .variant
                .kind_ids()
                .filter(|id| kinds.contains(*id) && *id != subject.id);
            captures.extend(others.map(|id| {
                let victim = called(subject.name(id));
                say!(powers::ByEffect, victim)
            }));
        }
    }
    let mimic = called(subject.name(subject.id));
    captures.push(say!(powers::ByMovement, mimic));
    let others = (!others.is_empty()).then(|| Listing::And.of(others));
    say!(
        powers::Mimicry,
        captures = Listing::And.of(captures),
        others
    )
}

pub(crate) static MANDATORY: RuleKind = RuleKind::new(
    "mandatory",
    "if it can take, it must",
    power!([], Power::Mandatory),
    |subject, _, rule| {
        let is_mandatory = own_power(subject, rule) == Some(&Power::Mandatory);
        let said = is_mandatory.then(|| say!(powers::Mandatory));
        statement(Topic::Captures, said)
    },
);
