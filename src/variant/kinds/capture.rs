//! Powers by which a piece captures or must capture: withdrawal, coordination, the long leap,
//! enclosure, mimicry.

use super::limit::can_be_frozen;
use crate::rule::{ALONG, RuleKind, directions, flag, kind, own_power, power, range};
use crate::subject::{Subject, Topic};
use crate::words::{Whose, along, near, statement, with_indefinite_article, within};
use padma_rules::model::{EffectKind, EffectRule, Power, PowerRule, Rule, SidedDirs};
use padma_text::english::join_list;

pub(crate) static WITHDRAWAL: RuleKind = RuleKind::new(
    "withdrawal",
    "moving directly away from an enemy next to it takes that enemy",
    "A capture by moving directly away from an enemy beside the piece.",
    power!([along = ALONG], Power::Withdrawal { along }),
    |subject, _, rule| {
        let Some(Power::Withdrawal { along: dirs }) = own_power(subject, rule) else {
            return Vec::new();
        };
        let along = along(&subject.variant.board, dirs);
        let text = format!(
            "It captures by withdrawal: if it moves {along} directly away from an enemy next to it, that enemy is taken."
        );
        statement(Topic::Captures, Some(text))
    },
);

pub(crate) static COORDINATION: RuleKind = RuleKind::new(
    "coordination",
    "enemies are taken where its file and rank cross those of another piece of its side",
    "A capture by two pieces together, of an enemy where the file of the one crosses the rank of the other.",
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
            return statement(
                Topic::Captures,
                Some(coordination(subject.name(*with), *balanced)),
            );
        }
        let text = || {
            let holder = with_indefinite_article(subject.name(*kind));
            let frozen = if can_be_frozen(subject) {
                " It takes part even while it is frozen."
            } else {
                ""
            };
            format!(
                "When {holder} of its side moves, the two capture by coordination: an enemy where the file of the one \
                 crosses the rank of the other.{frozen}"
            )
        };
        statement(Topic::Powers, (*with == subject.id).then(text))
    },
);

fn coordination(with: &str, balanced: bool) -> String {
    let balance = if balanced {
        format!(
            ", each only if as many pieces stand between the enemy and it as between the enemy and the {with}"
        )
    } else {
        String::new()
    };
    format!(
        "It captures by coordination with {} of its side: when it has come to a cell, an enemy is taken where its file \
         crosses the {with}’s rank, and another where its rank crosses the {with}’s file{balance}.",
        with_indefinite_article(with)
    )
}

pub(crate) static LONG_LEAP: RuleKind = RuleKind::new(
    "long-leap",
    "it leaps over an enemy onto an empty cell behind it, and takes it",
    "A capture by leaping over an enemy to an empty cell behind it.",
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
        let more = if *several {
            " It may leap over several on the same line this way, with an empty cell behind each."
        } else {
            ""
        };
        let text = format!(
            "It captures by the long leap: {}, over the first piece on the line if that is an enemy, to any empty cell between \
             it and the next piece{}; the enemy leapt over is taken.{more}",
            along(&subject.variant.board, dirs),
            within(*range)
        );
        statement(Topic::Captures, Some(text))
    },
);

pub(crate) static ENCLOSURE: RuleKind = RuleKind::new(
    "enclosure",
    "a group of connected enemies is taken by filling the last empty cell beside it",
    "A capture of a group of enemies by filling the last empty cell beside it.",
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

fn enclosure(subject: Subject<'_>, dirs: &SidedDirs, anywhere: bool) -> String {
    let (along, beside) = (
        along(&subject.variant.board, dirs),
        near(subject, dirs, Whose::OneOfThem),
    );
    let place = if subject.stands_everywhere() {
        ""
    } else {
        " where it may stand"
    };
    let anywhere = if anywhere {
        format!(" To do so it may go to any empty cell{place}.")
    } else {
        String::new()
    };
    format!(
        "It captures by enclosure: a group of enemies that are connected {along} is taken when it comes to a cell {beside} and no \
         other such cell is empty; the cell it came from counts as empty.{anywhere}"
    )
}

pub(crate) static MIMICRY: RuleKind = RuleKind::new(
    "mimicry",
    "it takes each enemy only in the way that this enemy itself captures",
    "A capture of each enemy in the way in which that enemy itself captures.",
    power!([], Power::Mimicry),
    |subject, _, rule| {
        let is_mimic = own_power(subject, rule) == Some(&Power::Mimicry);
        statement(Topic::Captures, is_mimic.then(|| mimicry(subject)))
    },
);

/// Describes a mimic: it captures each enemy as that enemy captures, and uses the enemy's other
/// powers against it.
fn mimicry(subject: Subject<'_>) -> String {
    let (mut captures, mut others) = (Vec::new(), Vec::new());
    for rule in &subject.variant.rules {
        let Rule::Power(PowerRule { kind, power }) = rule else {
            continue;
        };
        if *kind == subject.id {
            continue;
        }
        let victim = with_indefinite_article(subject.name(*kind));
        match power {
            Power::Withdrawal { .. } => captures.push(format!("{victim} by withdrawal")),
            Power::Coordination { .. } => captures.push(format!("{victim} by coordination")),
            Power::LongLeap { .. } => captures.push(format!("{victim} by the long leap")),
            Power::Enclosure { .. } => captures.push(format!("{victim} by enclosure")),
            Power::Freezing { .. } => others.push(format!("freezes {victim}")),
            Power::Push { .. } => {
                others.push(format!("pushes {victim} if nothing else has to be driven"))
            }
            Power::Swap { .. } => others.push(format!(
                "changes places with {}",
                with_indefinite_article(&format!("enemy {}", subject.name(*kind)))
            )),
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
                format!(
                    "{} as its own moves take pieces besides",
                    with_indefinite_article(subject.name(id))
                )
            }));
        }
    }
    captures.push(format!(
        "any other piece but {} as that piece captures by its movement",
        with_indefinite_article(subject.name(subject.id))
    ));
    let captures = join_list(&captures, "and");
    let others = if others.is_empty() {
        String::new()
    } else {
        format!(" It {}.", join_list(&others, "and"))
    };
    format!("It captures each enemy only as that enemy itself captures: {captures}.{others}")
}

pub(crate) static MANDATORY: RuleKind = RuleKind::new(
    "mandatory",
    "if it can take, it must",
    "A piece that can capture must do so.",
    power!([], Power::Mandatory),
    |subject, _, rule| {
        let text = "It must capture if it can: while one of its legal moves takes something, those that take nothing are not legal.";
        let is_mandatory = own_power(subject, rule) == Some(&Power::Mandatory);
        statement(Topic::Captures, is_mandatory.then(|| text.to_string()))
    },
);
