//! Squares that a side's pieces must reach.

use std::collections::BTreeSet;
use std::mem;

use super::duties::needs_king;
use super::row::{LawGroup, LawReading, NotWritten, law, only_if};
use crate::draft::{LawValue, PieceIndex};
use crate::fairy::slots::PieceSlot;
use crate::fairy::write::collected::Target;
use crate::fairy::write::pieces::starts;
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::{Export, NO_SUCH_RULE};
use crate::places::{Square, Squares};
use padma_rules::model::{KindId, Rule, Side, Sided, sorted_kinds};
use padma_variant::kinds::ending::{self, GOAL};

/// The rules about cells that pieces must reach, each with the keys that say how. The King may have
/// a rule of its own, `RACE`, instead of `late-cells`.
const GOALS: [(&str, &[&str]); 5] = [
    ("reach-cells", &[]),
    ("fill-cells", &["flagPieceBlockedWin"]),
    ("safe-cells", &["flagPieceSafe"]),
    ("late-cells", LATE),
    ("late-or-safe-cells", &["flagPieceSafe", "flagMove"]),
];
const LATE: &[&str] = &["flagMove"];
const KEYS: [&str; 3] = ["flagPieceBlockedWin", "flagPieceSafe", "flagMove"];
const RACE: &str = "race";

pub(super) static FLAGS: LawGroup = LawGroup {
    read,
    laws: &[
        law("king-of-the-hill", |export, rule| {
            add_target(export, rule, &[])
        }),
        law(GOALS[0].0, write_goal),
        law(GOALS[1].0, write_goal),
        law(GOALS[2].0, write_goal),
        law(GOALS[3].0, write_goal),
        law(GOALS[4].0, write_goal),
        law(RACE, |export, rule| {
            add_target(export, rule, LATE)?;
            needs_king(export, rule)
        }),
    ],
};

fn write_goal(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let goal = GOALS.iter().find(|(name, _)| *name == rule.name);
    let keys = goal.map_or(&[][..], |(_, keys)| keys);
    add_target(export, rule, keys)?;
    let kinds = export.rules.pieces(rule, "pieces");
    let is_late = keys.contains(&LATE[0]);
    only_if(
        !is_late || !kinds.iter().any(|kind| Some(*kind) == export.pieces.king),
        "in Fairy-Stockfish a late goal of kings is a race, in which only Black has one more move",
    )
}

fn add_target(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    keys: &'static [&'static str],
) -> Result<(), NotWritten> {
    let kinds = ["piece", "pieces"].map(|key| export.rules.pieces(rule, key));
    let Some(cells) = export.rules.cells(rule, "cells") else {
        return Err(NO_SUCH_RULE.to_string());
    };
    let count = export.rules.number(rule, "count").max(1);
    export.targets.push(Target {
        origin: rule.origin(),
        keys,
        is_race: rule.name == RACE,
        kinds: kinds.concat(),
        cells,
        count,
    });
    Ok(())
}

fn read(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let regions = Side::BOTH.map(|side| rules.squares("flagRegion", side));
    if regions.iter().all(BTreeSet::is_empty) {
        return;
    }
    let kinds = Side::BOTH.map(|side| flag_kinds(reading, side));
    let count = rules.number("flagPieceCount").max(1);
    let keys: Vec<&str> = KEYS.into_iter().filter(|key| rules.truth(key)).collect();
    if keys.is_empty() && is_goal(reading, &kinds, &regions, count) {
        return add_goals(reading, &kinds, &regions, count);
    }
    let king = rules.kind(PieceSlot::KING);
    let kings = kinds
        .each_ref()
        .map(|kinds| king.is_some_and(|king| kinds[..] == [king]));
    if keys.contains(&LATE[0]) && kings[0] != kings[1] {
        return reading
            .leftovers
            .leave("flagMove", "only one side has one more move");
    }
    if let (LATE, [true, true], Some(king)) = (&keys[..], kings, king) {
        let cells = reading.draft.describe_squares(&regions, "goal");
        let values = [
            ("piece", LawValue::Piece(king)),
            ("cells", LawValue::Text(&cells)),
        ];
        return reading.add(RACE, &values);
    }
    let mut goals = GOALS.iter().filter(|(_, known)| *known == keys);
    // Which of the conditions decides a race is not known.
    let is_race = keys.len() > 1 && kings != [false; 2];
    let Some((name, _)) = goals.next().filter(|_| !is_race) else {
        let why = "a goal that must be safe, or that a full region replaces";
        let all = ["flagRegion"].into_iter().chain(KEYS);
        return all.for_each(|key| reading.leftovers.leave(key, why));
    };
    let nowhere = BTreeSet::new();
    let groups: Vec<(&Vec<PieceIndex>, Squares)> = match kinds[0] == kinds[1] {
        true => vec![(&kinds[0], regions)],
        false => {
            let [white, black] = regions;
            vec![
                (&kinds[0], [white, nowhere.clone()]),
                (&kinds[1], [nowhere, black]),
            ]
        }
    };
    if groups.len() > 1 && rules.truth("flagPieceSafe") {
        let why = "different pieces of the sides reach their goals at once";
        reading.leftovers.leave("flagPiece", why);
    }
    for (kinds, squares) in groups {
        if kinds.is_empty() || squares.iter().all(BTreeSet::is_empty) {
            continue;
        }
        let cells = reading.draft.describe_squares(&squares, "goal");
        let values = [
            ("pieces", LawValue::Pieces(kinds)),
            ("cells", LawValue::Text(&cells)),
            ("count", LawValue::Number(count)),
        ];
        reading.add(name, &values);
    }
}

fn flag_kinds(reading: &LawReading<'_, '_>, side: Side) -> Vec<PieceIndex> {
    let rules = reading.rules;
    if rules.setting("flagPiece", side).is_none() || rules.is_star_for("flagPiece", side) {
        return reading.all();
    }
    rules.listed_kinds("flagPiece", side)
}

/// Whether rules `goal` say the same: no piece stands there at the start, and pieces of one kind
/// are counted.
fn is_goal(
    reading: &LawReading<'_, '_>,
    kinds: &[Vec<PieceIndex>; 2],
    regions: &Squares,
    count: u16,
) -> bool {
    let begins = |side: Side| {
        kinds[side as usize].iter().any(|kind| {
            let slot = reading.rules.pieces[*kind].slot;
            let starts = reading.start.squares_of(slot, side);
            !starts.is_disjoint(&regions[side as usize])
        })
    };
    let is_one_kind = kinds.iter().all(|kinds| kinds.len() <= 1);
    let fits = |side: Side| regions[side as usize].len() >= usize::from(count);
    (count == 1 || is_one_kind) && Side::both(fits) && !Side::either(begins)
}

/// Adds rules `goal`, one for each piece.
fn add_goals(
    reading: &mut LawReading<'_, '_>,
    kinds: &[Vec<PieceIndex>; 2],
    regions: &Squares,
    count: u16,
) {
    let goal_squares = |kind: usize, side: Side| {
        if kinds[side as usize].contains(&kind) {
            regions[side as usize].clone()
        } else {
            BTreeSet::<Square>::new()
        }
    };
    for kind in reading.all() {
        let squares = Side::BOTH.map(|side| goal_squares(kind, side));
        let goal = reading.draft.rule_on_squares(&GOAL, kind, &squares);
        reading.draft.rules.extend(goal.map(|goal| match count {
            1 => goal,
            count => goal.with_number(ending::COUNT, count),
        }));
    }
}

/// Writes the goals of all rules.
pub(super) fn write_goals(export: &mut Export<'_>) {
    let variant = export.variant;
    let goals = export.settle(|basic| match &basic.rule {
        Rule::Goal(goal) => Some(goal),
        _ => None,
    });
    for (index, goal) in &goals {
        let begins = Side::either(|side| {
            let starts = starts(variant, goal.kind, side);
            !(starts & *goal.cells.of(side)).is_empty()
        });
        let has_same = |kind: &KindId| {
            let mut others = goals.iter();
            others.any(|(_, other)| other.kind == *kind && other.cells == goal.cells)
        };
        let becomes = variant.promotes_to(goal.kind, None);
        let changes = Side::either(|side| {
            let zone = variant.promotion_zone(goal.kind, side);
            !(zone & *goal.cells.of(side)).is_empty()
        }) && !becomes.iter().all(has_same);
        if begins {
            let why = "in Fairy-Stockfish a piece that begins on its goal counts at once";
            export.leave_rule(*index, why);
        }
        if changes {
            let why = "in Fairy-Stockfish a piece that promotes on its goal does not count";
            export.leave_rule(*index, why);
        }
        export.targets.push(Target {
            origin: export.rules.basic[*index].origin(),
            keys: &[],
            is_race: false,
            kinds: vec![goal.kind],
            cells: goal.cells,
            count: goal.count,
        });
    }
    if let Err(why) = write_targets(export) {
        for target in mem::take(&mut export.targets) {
            let (text, span) = target.origin;
            export.leave(text, span, why);
        }
    }
}

/// Writes goals; returns why the program does not have them, if it does not.
fn write_targets(export: &mut Export<'_>) -> Result<(), &'static str> {
    let targets = &export.targets;
    let Some(first) = targets.first() else {
        return Ok(());
    };
    let region = |side: Side| {
        let mut cells = targets.iter().map(|target| *target.cells.of(side));
        cells.find(|cells| !cells.is_empty()).unwrap_or_default()
    };
    let regions = Sided::by(region);
    let is_same = targets.iter().all(|target| {
        Side::both(|side| {
            let cells = target.cells.of(side);
            cells == regions.of(side) || cells.is_empty()
        }) && (target.count, target.keys, target.is_race)
            == (first.count, first.keys, first.is_race)
    });
    if !is_same {
        return Err(
            "in Fairy-Stockfish all goals are the same cells, reached in the same way by the same number of pieces",
        );
    }
    let letters = |side: Side| {
        let of_side = targets
            .iter()
            .filter(|target| !target.cells.of(side).is_empty());
        let are_together = first.count == 1 || of_side.clone().count() == 1;
        let kinds = of_side.flat_map(|target| target.kinds.iter().copied());
        let kinds = sorted_kinds(kinds);
        let letters = export.pieces.letters(&kinds);
        match letters.len() {
            1 => Some(letters),
            _ if export.are_all(&kinds) && are_together => Some("*".to_string()),
            _ => None,
        }
    };
    let (Some(white), Some(black)) = (letters(Side::White), letters(Side::Black)) else {
        return Err("in Fairy-Stockfish one piece has a goal, or each of them for itself");
    };
    let (pieces, count, keys) = (Sided { white, black }, first.count, first.keys);
    let texts = export.grid.sided_text(&regions);
    export.section.set_sided("flagPiece", &pieces);
    export.section.set_sided("flagRegion", &texts);
    export.section.set("flagPieceCount", count);
    keys.iter().for_each(|key| export.section.set(key, true));
    Ok(())
}
