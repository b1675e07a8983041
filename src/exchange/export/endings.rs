//! How a game ends: goals, stalemate, limits, repetition, and kings that face each other.

use super::rays::{self, LeapRay, RayEnd, RayMovement};
use super::transfer::Export;
use padma_rules::model::{
    CellSet, Ending, KindId, Repetition, Rule, Side, SideTerm, Sided, SidedSet, Truth,
};
use padma_rules::movement::leg::Leap;

/// A goal of a piece.
pub(super) struct Target {
    pub kind: KindId,
    pub cells: SidedSet,
    pub count: u16,
}

/// Writes the keys about endings that basic rules state.
pub(super) fn write(export: &mut Export<'_>) {
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

/// Whether leaps lead in opposite directions.
fn are_opposite(one: Leap, other: Leap) -> bool {
    one.x * other.y == one.y * other.x && one.x * other.x + one.y * other.y < 0
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
    use padma_variant::decl::{top, turn};
    let mut passes = [false; 2];
    for table in export.whole.tables(top::TURN) {
        let side = table
            .text(turn::SIDE)
            .and_then(|side| Side::from_name(side.text()));
        let of_side = |other: Side| side.is_none_or(|side| side == other);
        for other in Side::BOTH.into_iter().filter(|other| of_side(*other)) {
            passes[other as usize] = table.flag(turn::PASS);
        }
        if table
            .number(turn::MOVES)
            .is_some_and(|moves| moves.value > 1)
        {
            export.leave(
                "a turn of several moves",
                table.span,
                "in Fairy-Stockfish a turn is one move",
            );
        }
        if table.flag(turn::PASS) && export.pieces.king.is_none() {
            export.leave(
                "passing",
                table.span,
                "in Fairy-Stockfish only a side with a king can pass",
            );
        }
    }
    let [white, black] = passes.map(|passes| passes.to_string());
    export.section.set_sided("pass", &Sided { white, black });
}

/// Returns the goals of the basic rules, with the index of each.
pub(super) fn targets(export: &Export<'_>) -> Vec<(usize, Target)> {
    let basic = export.rules.basic.iter().enumerate();
    basic
        .filter_map(|(index, basic)| match &basic.rule {
            Rule::Goal(goal) => Some((
                index,
                Target {
                    kind: goal.kind,
                    cells: goal.cells,
                    count: goal.count,
                },
            )),
            _ => None,
        })
        .collect()
}

/// Writes goals; returns why the program does not have them, if it does not.
pub(super) fn write_targets(
    export: &mut Export<'_>,
    targets: &[Target],
) -> Result<(), &'static str> {
    let Some(first) = targets.first() else {
        return Ok(());
    };
    let none = CellSet::default();
    let region = |side: Side| {
        let mut cells = targets.iter().map(|target| *target.cells.of(side));
        cells.find(|cells| !cells.is_empty()).unwrap_or(none)
    };
    let [white, black] = Side::BOTH.map(region);
    let is_same = targets.iter().all(|target| {
        let sides = [(Side::White, white), (Side::Black, black)];
        sides.into_iter().all(|(side, region)| {
            *target.cells.of(side) == region || target.cells.of(side).is_empty()
        }) && target.count == first.count
    });
    if !is_same {
        return Err(
            "in Fairy-Stockfish all goals are the same cells, with the same number of pieces",
        );
    }
    let has_slot = |kind: &KindId| export.pieces.slot(*kind).is_some();
    let all = export.variant.kind_ids().filter(has_slot).count();
    let kinds = |side: Side| -> Vec<KindId> {
        let of_side = targets
            .iter()
            .filter(|target| !target.cells.of(side).is_empty());
        padma_rules::model::sorted_kinds(of_side.map(|target| target.kind))
    };
    let letters = |side: Side| match &kinds(side)[..] {
        [] | [_] => Some(export.pieces.letters(&kinds(side))),
        kinds if kinds.len() == all && first.count == 1 => Some("*".to_string()),
        _ => None,
    };
    let (Some(white_letters), Some(black_letters)) = (letters(Side::White), letters(Side::Black))
    else {
        return Err("in Fairy-Stockfish one piece has a goal, or each of them for itself");
    };
    export.section.set_sided(
        "flagPiece",
        &Sided {
            white: white_letters,
            black: black_letters,
        },
    );
    let regions = Sided {
        white: export.grid.text(&white),
        black: export.grid.text(&black),
    };
    export.section.set_sided("flagRegion", &regions);
    export.section.set("flagPieceCount", first.count);
    Ok(())
}
