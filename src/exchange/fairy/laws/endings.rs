//! How a game ends without a goal, and what stops pieces: basic rules, each with its keys.

use std::collections::BTreeSet;

use super::row::{BasicLaw, LawReading, NotWritten, only_if};
use crate::draft::PieceIndex;
use crate::fairy::leaps::are_opposite;
use crate::fairy::slots::PieceSlot;
use crate::fairy::write::rays::{self, LeapRay, RayEnd};
use crate::fairy::write::transfer::{Export, NO_SUCH_RULE};
use padma_rules::model::{
    Ending, KindId, Power, PowerRule, Repetition, Rule, Side, SideTerm, Truth,
};
use padma_rules::movement::leg::{Hop, Leap};
use padma_variant::form::{Key, Takes};
use padma_variant::kinds::ending::{self, FACING, QUIET_LIMIT, REPETITION, STALEMATE};
use padma_variant::kinds::limit::{self, BARRIER};
use padma_variant::rule::PIECE;

pub(super) static ENDINGS: [BasicLaw; 5] = [
    BasicLaw {
        kind: &STALEMATE,
        only_last: true,
        read: |reading| {
            let stalemate = reading
                .rules
                .outcome("stalemateValue")
                .unwrap_or(Ending::Draw);
            let rule = reading.draft.rule(&STALEMATE);
            let rule = rule.with_text(ending::STALEMATE_OUTCOME, &stalemate.name());
            reading.draft.rules.push(rule);
        },
        write: |export, rule| match rule {
            Rule::Stalemate(ending) if !matches!(ending, Ending::Score(_)) => {
                export.section.set("stalemateValue", ending.name());
                Ok(())
            }
            _ => Err("in Fairy-Stockfish a stalemate is won, drawn or lost".to_string()),
        },
    },
    BasicLaw {
        kind: &QUIET_LIMIT,
        only_last: true,
        read: read_quiet_limit,
        write: write_quiet_limit,
    },
    BasicLaw {
        kind: &REPETITION,
        only_last: true,
        read: read_repetition,
        write: write_repetition,
    },
    BasicLaw {
        kind: &FACING,
        only_last: false,
        read: |reading| {
            let king = reading.rules.kind(PieceSlot::KING);
            if let Some(king) = king.filter(|_| reading.rules.truth("flyingGeneral")) {
                let rule = reading.draft.rule(&FACING);
                let rule = rule.with_text(PIECE, reading.draft.id(king));
                reading.draft.rules.push(rule);
            }
        },
        write: |export, rule| {
            let Rule::Facing(rule) = rule else {
                return Ok(());
            };
            let leaps = rule.along.white.iter().map(|dir| export.grid.leap_of(*dir));
            let mut leaps: Vec<(i16, i16)> = leaps.flatten().map(|leap| (leap.x, leap.y)).collect();
            leaps.sort_unstable();
            only_if(
                leaps == [(-1, 0), (0, -1), (0, 1), (1, 0)]
                    && export.pieces.king == Some(rule.kind),
                "in Fairy-Stockfish kings face each other along ranks and files",
            )?;
            export.section.set("flyingGeneral", true);
            Ok(())
        },
    },
    BasicLaw {
        kind: &BARRIER,
        only_last: false,
        read: read_barriers,
        write: write_barrier,
    },
];

fn read_quiet_limit(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    // The program counts a move by White and the reply by Black as one.
    let plies = rules.number("nMoveRule").saturating_mul(2);
    if plies == 0 {
        return;
    }
    if !allows(ending::PLIES, plies) {
        let why = "more moves than a variant can count";
        return reading.leftovers.leave("nMoveRule", why);
    }
    let unless: Vec<PieceIndex> = Side::BOTH
        .into_iter()
        .flat_map(|side| rules.slots("nMoveRuleTypes", side))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .filter_map(|slot| rules.kind(slot))
        .collect();
    let draft = &mut reading.draft;
    let limit = draft.rule(&QUIET_LIMIT);
    let limit = limit
        .with_number(ending::PLIES, plies)
        .with_texts(ending::UNLESS, draft.ids(&unless))
        .with_text(ending::LIMIT_OUTCOME, &Ending::Draw.name());
    draft.rules.push(limit);
}

fn write_quiet_limit(export: &mut Export<'_>, rule: &Rule) -> Result<(), NotWritten> {
    let Rule::QuietLimit(limit) = rule else {
        return Ok(());
    };
    export.section.set("nMoveRule", limit.plies.div_ceil(2));
    if !limit.restarting.is_empty() || export.pieces.pawn().is_some() {
        export.set_pieces("nMoveRuleTypes", &limit.restarting);
    }
    only_if(
        limit.ending == Ending::Draw,
        "in Fairy-Stockfish such a game is drawn",
    )?;
    only_if(
        limit.plies % 2 == 0,
        "in Fairy-Stockfish the limit is an even number of moves",
    )?;
    let mut restarting = limit.restarting.iter();
    only_if(
        !restarting.any(|kind| may_return(export, *kind)),
        "in Fairy-Stockfish a move that can be taken back does not restart the count",
    )
}

/// Whether a piece may go back the way it came.
fn may_return(export: &Export<'_>, kind: KindId) -> bool {
    let movement = export.movement(kind);
    let first = rays::all_first(movement);
    let is_quiet = |ray: &&LeapRay| ray.end == RayEnd::Move;
    let back = movement.steady.iter().filter(is_quiet);
    let back: Vec<Leap> = back.map(|ray| ray.leap).collect();
    let mut all = movement.steady.iter().chain(&first).filter(is_quiet);
    let is_undone = |ray: &LeapRay| back.iter().any(|back| are_opposite(ray.leap, *back));
    !movement.others.is_empty() || all.any(is_undone)
}

fn read_repetition(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    // Even a new position has occurred once, so a repetition starts at 2.
    let (folds, rule) = (rules.number("nFoldRule"), reading.draft.rule(&REPETITION));
    let times = folds.max(2);
    if !allows(ending::TIMES, times) {
        let why = "more positions than a variant can count";
        return reading.leftovers.leave("nFoldRule", why);
    }
    let rule = rule
        .with_text(ending::REPETITION_OUTCOME, &Ending::Draw.name())
        .with_number(ending::TIMES, times);
    let rule = match rules.truth("perpetualCheckIllegal") {
        true => rule.with_text(ending::BLAMES, "in-check(other)"),
        false => rule,
    };
    reading.draft.rules.extend((folds > 0).then_some(rule));
}

fn write_repetition(export: &mut Export<'_>, rule: &Rule) -> Result<(), NotWritten> {
    let Rule::Repetition(Repetition::Draw { times, blames }) = rule else {
        let why = "in Fairy-Stockfish a repetition ends the game, but is not illegal";
        return Err(why.to_string());
    };
    export.section.set("nFoldRule", times);
    let blames = blames.as_ref().map(|blames| &blames.truth);
    let is_check = matches!(blames, Some(Truth::InCheck(SideTerm::Opponent)));
    export.section.set("perpetualCheckIllegal", is_check);
    only_if(
        is_check || blames.is_none(),
        "in Fairy-Stockfish a repetition is drawn, but for perpetual check",
    )
}

/// The cannon of Janggi neither takes nor hops over its kind; other pieces may not take theirs.
fn read_barriers(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let mut barred: Vec<PieceIndex> = rules.kind(PieceSlot::JANGGI_CANNON).into_iter().collect();
    for slot in rules.slots("mutuallyImmuneTypes", Side::White) {
        let Some(kind) = rules.kind(slot) else {
            continue;
        };
        let movement = rules.pieces[kind].movement.as_ref();
        if movement.is_some_and(|text| text.text().contains(['p', 'g'])) {
            let why = "a piece that hops may hop over its own kind";
            reading.leftovers.leave("mutuallyImmuneTypes", why);
        }
        barred.push(kind);
    }
    for kind in barred {
        let ids = reading.draft.ids(&[kind]);
        let rule = reading.draft.rule(&BARRIER).with_text(PIECE, &ids[0]);
        reading
            .draft
            .rules
            .push(rule.with_texts(limit::BARRED, ids));
    }
}

fn write_barrier(export: &mut Export<'_>, rule: &Rule) -> Result<(), NotWritten> {
    let Rule::Power(PowerRule {
        kind,
        power: Power::Barrier { kinds },
    }) = rule
    else {
        return Ok(());
    };
    if export.pieces.slot(*kind) == Some(PieceSlot::JANGGI_CANNON) {
        return Ok(());
    }
    let movement = export.movement(*kind);
    let hops = movement.steady.iter().any(|ray| ray.hop != Hop::Never);
    only_if(
        kinds[..] == [*kind] && !hops && movement.others.is_empty(),
        NO_SUCH_RULE,
    )?;
    export.pieces.immune.push(*kind);
    let immune = export.pieces.immune.clone();
    export.set_pieces("mutuallyImmuneTypes", &immune);
    Ok(())
}

/// Whether a key allows this number.
fn allows<T>(key: Key<T>, number: u16) -> bool {
    matches!(key.takes, Takes::Number(least, most) if (least..=most).contains(&number))
}
