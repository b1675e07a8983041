//! How a game ends: goals, stalemate, limits, repetition, and kings that face each other.

use super::rays::{self, LeapRay, RayEnd, RayMovement};
use super::transfer::Export;
use crate::fairy::leaps::are_opposite;
use padma_rules::model::{
    Ending, KindId, Repetition, Rule, Side, SideTerm, Sided, Truth, sorted_kinds,
};
use padma_rules::movement::leg::Leap;
use padma_variant::decl::{top, turn};

/// Writes the keys about endings that basic rules state.
pub(crate) fn write(export: &mut Export<'_>) {
    write_stalemate(export);
    write_quiet_limit(export);
    write_repetition(export);
    write_facing(export);
    write_turns(export);
}

/// Returns the index of the last basic rule of some kind, and marks all of them as settled.
fn last(export: &mut Export<'_>, is_meant: fn(&Rule) -> bool) -> Option<usize> {
    let mut last = None;
    for (index, basic) in export.rules.basic.iter().enumerate() {
        if is_meant(&basic.rule) {
            export.settled[index] = true;
            last = Some(index);
        }
    }
    last
}

fn write_stalemate(export: &mut Export<'_>) {
    let index = last(export, |rule| matches!(rule, Rule::Stalemate(_)));
    let ending = export.variant.stalemate_ending().unwrap_or(Ending::Draw);
    match (ending, index) {
        (Ending::Score(_), Some(index)) => {
            export.leave_rule(
                index,
                "in Fairy-Stockfish a stalemate is won, drawn or lost",
            );
        }
        _ => export.section.set("stalemateValue", ending.name()),
    }
}

fn write_quiet_limit(export: &mut Export<'_>) {
    let index = last(export, |rule| matches!(rule, Rule::QuietLimit(_)));
    let Some((limit, index)) = export.variant.quiet_limit().zip(index) else {
        return export.section.set("nMoveRule", 0);
    };
    if limit.ending != Ending::Draw {
        export.leave_rule(index, "in Fairy-Stockfish such a game is drawn");
    }
    if limit.plies % 2 != 0 {
        export.leave_rule(index, "in Fairy-Stockfish each side has as many moves");
    }
    export.section.set("nMoveRule", limit.plies.div_ceil(2));
    if !limit.restarting.is_empty() || export.pieces.pawn().is_some() {
        export.set_pieces("nMoveRuleTypes", &limit.restarting);
    }
    let restarting = limit.restarting.iter();
    let returns = restarting.filter(|kind| may_return(export, **kind)).count();
    if returns > 0 {
        export.leave_rule(
            index,
            "in Fairy-Stockfish a move that can be taken back does not restart the count",
        );
    }
}

/// Whether a piece may go back the way it came.
fn may_return(export: &Export<'_>, kind: KindId) -> bool {
    let movement: &RayMovement = &export.pieces.movements[kind.index()];
    let first = rays::all_first(movement);
    let is_quiet = |ray: &&LeapRay| ray.end == RayEnd::Move;
    let back: Vec<Leap> = movement
        .steady
        .iter()
        .filter(is_quiet)
        .map(|ray| ray.leap)
        .collect();
    let all = movement.steady.iter().chain(&first).filter(is_quiet);
    let is_undone = |ray: &LeapRay| back.iter().any(|back| are_opposite(ray.leap, *back));
    !movement.others.is_empty() || all.into_iter().any(is_undone)
}

fn write_repetition(export: &mut Export<'_>) {
    let index = last(export, |rule| matches!(rule, Rule::Repetition(_)));
    let rule = index.map(|index| &export.rules.basic[index].rule);
    let (times, blames) = match rule {
        Some(Rule::Repetition(Repetition::Draw { times, blames })) => (*times, blames.clone()),
        Some(_) => {
            if let Some(index) = index {
                export.leave_rule(
                    index,
                    "in Fairy-Stockfish a repetition ends the game, but is not illegal",
                );
            }
            return export.section.set("nFoldRule", 0);
        }
        None => return export.section.set("nFoldRule", 0),
    };
    export.section.set("nFoldRule", times);
    match (blames.map(|blames| blames.truth), index) {
        (Some(Truth::InCheck(SideTerm::Opponent)), _) => {
            export.section.set("perpetualCheckIllegal", true);
        }
        (Some(_), Some(index)) => {
            export.leave_rule(
                index,
                "in Fairy-Stockfish a repetition is drawn, but for perpetual check",
            );
        }
        _ => {}
    }
}

fn write_facing(export: &mut Export<'_>) {
    let facing: Vec<(usize, bool)> = export
        .rules
        .basic
        .iter()
        .enumerate()
        .filter_map(|(index, basic)| match &basic.rule {
            Rule::Facing(rule) => {
                let leaps = rule.along.white.iter().map(|dir| export.grid.leap_of(*dir));
                let mut leaps: Vec<(i16, i16)> =
                    leaps.flatten().map(|leap| (leap.x, leap.y)).collect();
                leaps.sort_unstable();
                let is_straight = leaps == [(-1, 0), (0, -1), (0, 1), (1, 0)];
                Some((index, is_straight && export.pieces.king == Some(rule.kind)))
            }
            _ => None,
        })
        .collect();
    for (index, is_known) in facing {
        export.settled[index] = true;
        if is_known {
            export.section.set("flyingGeneral", true);
        } else {
            export.leave_rule(
                index,
                "in Fairy-Stockfish kings face each other along ranks and files",
            );
        }
    }
}

/// Writes who may pass. A turn of several moves is not carried over.
fn write_turns(export: &mut Export<'_>) {
    let mut places = Vec::new();
    for table in export.whole.tables(top::TURN) {
        let side = table
            .text(turn::SIDE)
            .and_then(|side| Side::from_name(side.text()));
        let of_side = |other: &Side| side.is_none_or(|side| side == *other);
        for other in Side::BOTH.into_iter().filter(of_side) {
            export.passes[other as usize] = table.flag(turn::PASS);
        }
        if table
            .number(turn::MOVES)
            .is_some_and(|moves| moves.value > 1)
        {
            let why = "in Fairy-Stockfish a turn is one move";
            export.leave("a turn of several moves", table.span, why);
        }
        if table.flag(turn::PASS) {
            places.push(table.span);
        }
    }
    let is_only_if_stuck = export.rules.named("pass-if-stuck").next().is_some();
    let key = match is_only_if_stuck {
        true => "passOnStalemate",
        false => "pass",
    };
    let [white, black] = export.passes.map(|passes| passes.to_string());
    export.section.set_sided(key, &Sided { white, black });
    let ends = ["two-passes", "two-passes-count"];
    let mut named = export.rules.named.iter();
    let is_over = named.any(|rule| ends.contains(&rule.name));
    for place in places {
        if export.pieces.king.is_none() && !is_only_if_stuck {
            let why = "in Fairy-Stockfish only a side with a king can pass";
            export.leave("passing", place, why);
        }
        if export.passes == [true; 2] && !is_over {
            let why = "in Fairy-Stockfish two passes end the game";
            export.leave("passing", place, why);
        }
    }
}

/// Writes goals; returns why the program does not have them, if it does not.
pub(crate) fn write_targets(export: &mut Export<'_>) -> Result<(), &'static str> {
    let targets = &export.targets;
    let Some(first) = targets.first() else {
        return Ok(());
    };
    let region = |side: Side| {
        let mut cells = targets.iter().map(|target| *target.cells.of(side));
        cells.find(|cells| !cells.is_empty()).unwrap_or_default()
    };
    let [white, black] = Side::BOTH.map(region);
    let regions = Sided { white, black };
    let is_same = targets.iter().all(|target| {
        let mut sides = Side::BOTH.into_iter();
        sides.all(|side| {
            let cells = target.cells.of(side);
            cells == regions.of(side) || cells.is_empty()
        }) && target.count == first.count
    });
    if !is_same {
        return Err(
            "in Fairy-Stockfish all goals are the same cells, with the same number of pieces",
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
    let (pieces, count) = (Sided { white, black }, first.count);
    let texts = export.grid.sided_text(&regions);
    export.section.set_sided("flagPiece", &pieces);
    export.section.set_sided("flagRegion", &texts);
    export.section.set("flagPieceCount", count);
    Ok(())
}
