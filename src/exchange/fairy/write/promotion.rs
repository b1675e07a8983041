//! Promotion: as a pawn, to one of several pieces, or as a piece of shogi, to a certain one.

use std::collections::BTreeMap;

use super::changes::{PieceChange, change, is_piece_change, own_choice, pawn_change, zone};
use super::hand;
use super::rays;
use super::transfer::Export;
use padma_rules::model::{
    ArrivalWay, Cell, CellSet, KindId, Promotion, Rule, Side, Sided, ZoneMove,
};

/// Writes the keys about promotion.
pub(crate) fn write(export: &mut Export<'_>) {
    let variant = export.variant;
    let zone = zone(variant);
    let has_zone = zone != Sided::default();
    if has_zone || export.pieces.pawn().is_some() {
        let text = export.grid.sided_text(&zone);
        export.section.set_sided("promotionRegion", &text);
    }
    let mut immobile_illegal = variant
        .kind_ids()
        .any(|kind| hand::must_move(variant, kind) && has_dead_ends(export, kind));
    let pawn_change = pawn_change(variant);
    let mut pawns = Vec::new();
    let mut pieces: Vec<(KindId, KindId, bool)> = Vec::new();
    let is_capture =
        |rule: &Rule| matches!(rule, Rule::Promotion(rule) if rule.on == [ZoneMove::Captures]);
    let by_capture = variant.rules.iter().any(is_capture);
    export.section.set("piecePromotionOnCapture", by_capture);
    let (mut demoted, mut own_choices) = (Vec::new(), Vec::new());
    for kind in variant.kind_ids() {
        let Some(change) = change(variant, kind) else {
            continue;
        };
        let of_kind = |rule: &Promotion| rule.kind == kind;
        export.settle(|basic| basic.promotion().filter(|rule| of_kind(rule)));
        if export.pieces.slot(kind).is_none() {
            continue;
        }
        if change.zone != zone {
            export.leave_promotion(
                kind,
                "in Fairy-Stockfish all pieces promote in the same zone",
            );
        }
        if change.varies {
            export.leave_promotion(
                kind,
                "in Fairy-Stockfish what a piece becomes does not depend on the cell",
            );
        }
        let is_neutral = |to: &KindId| variant.kind(*to).neutral;
        if Side::either(|side| change.to.of(side).iter().any(is_neutral)) {
            export.leave_promotion(kind, "in Fairy-Stockfish no piece becomes nobody's");
        }
        let waits = waits(export, kind, &change, &mut immobile_illegal);
        let own = pawn_change
            .as_ref()
            .and_then(|pawn| own_choice(&change, pawn))
            .filter(|_| export.pieces.pawn() == Some(kind));
        let is_pawn = !is_piece_change(variant, kind, &change)
            && pawn_change
                .as_ref()
                .is_some_and(|pawn| pawn.to == change.to);
        if change.only().is_some() && change.only() == export.pieces.forms[kind.index()] {
            demoted.push(kind);
        } else if let Some(own) = own {
            pawns.push((kind, waits));
            own_choices.push((kind, own));
        } else if is_pawn {
            pawns.push((kind, waits));
        } else if let Some(to) = change.only() {
            pieces.push((kind, to, waits));
        } else {
            export.leave_promotion(
                kind,
                "in Fairy-Stockfish all pieces choose among the same pieces",
            );
        }
        let is_pawn = is_pawn || own.is_some();
        check_way(export, kind, &change, is_pawn, by_capture && !is_pawn);
    }
    write_demotion(export, &demoted);
    write_pawns(export, pawn_change.as_ref(), &pawns);
    write_pieces(export, &pieces, &own_choices);
    write_limits(export);
    if immobile_illegal {
        export.section.set("immobilityIllegal", true);
        check_immobility(export);
    }
}

/// Returns the cells that a side's piece can never leave, on a board without other pieces.
pub(crate) fn dead_ends(export: &Export<'_>, kind: KindId, side: Side) -> CellSet {
    let movement = export.movement(kind);
    let leads_on = |cell: &Cell| {
        let mut rays = movement.steady.iter();
        let mut others = movement.others.iter();
        rays.any(|ray| export.grid.leap(*cell, ray.leap, side).is_some()) || others.next().is_some()
    };
    let cells = export.grid.board.cells();
    cells.filter(|cell| !leads_on(cell)).collect()
}

fn has_dead_ends(export: &Export<'_>, kind: KindId) -> bool {
    Side::either(|side| !dead_ends(export, kind, side).is_empty())
}

/// Whether a piece may stay what it is where it can move on. Sets `immobile_illegal` if it must
/// promote only where it cannot.
fn waits(
    export: &mut Export<'_>,
    kind: KindId,
    change: &PieceChange,
    immobile_illegal: &mut bool,
) -> bool {
    if change.forced == change.zone {
        return false;
    }
    let is_none = change.forced == Sided::default();
    let ends = Side::BOTH.map(|side| dead_ends(export, kind, side) & *change.zone.of(side));
    if ends == [change.forced.white, change.forced.black] && !is_none {
        *immobile_illegal = true;
    } else if !is_none {
        export.leave_promotion(
            kind,
            "in Fairy-Stockfish a piece must promote everywhere in the zone, or nowhere",
        );
    }
    true
}

/// Writes whether promoted pieces turn back by the same moves.
fn write_demotion(export: &mut Export<'_>, demoted: &[KindId]) {
    if demoted.is_empty() {
        return;
    }
    export.section.set("pieceDemotion", true);
    for kind in export.variant.kind_ids() {
        if export.pieces.forms[kind.index()].is_some() && !demoted.contains(&kind) {
            let why = "in Fairy-Stockfish all promoted pieces turn back, or none";
            let text = format!("that `{}` stays", export.variant.kind(kind).id);
            let place = export.place_of(kind);
            export.leave(text, place, why);
        }
    }
}

/// Lists what the program does not know about how a piece may come to promote.
fn check_way(
    export: &mut Export<'_>,
    kind: KindId,
    change: &PieceChange,
    is_pawn: bool,
    by_capture: bool,
) {
    let variant = export.variant;
    let can = |of: fn(CellSet, CellSet) -> CellSet| {
        Side::either(|side| {
            let zone = *change.zone.of(side);
            let reached = rays::cells_reached(export.movement(kind), zone, side, &export.grid);
            !of(reached, zone).is_empty()
        })
    };
    let can_leave = can(|reached, zone| reached - zone);
    let can_stay = can(|reached, zone| reached & zone);
    let rules: Vec<&Promotion> = variant.promotions(kind).collect();
    let any = |is_meant: fn(&Promotion) -> bool| rules.iter().any(|rule| is_meant(rule));
    let all = |way: ZoneMove| rules.iter().all(|rule| rule.on.contains(&way));
    let none = |way: ZoneMove| rules.iter().all(|rule| !rule.on.contains(&way));
    let by_any_move =
        all(ZoneMove::Enters) && (!can_stay || all(ZoneMove::Stays)) && none(ZoneMove::Captures);
    let ways = [
        (
            by_capture && any(|rule| rule.on != [ZoneMove::Captures]),
            "in Fairy-Stockfish all pieces without a choice promote by captures, or none",
        ),
        (
            !by_capture && !by_any_move,
            "in Fairy-Stockfish a piece promotes by any move into the zone or within it",
        ),
        (
            is_pawn && can_leave && !none(ZoneMove::Leaves),
            "in Fairy-Stockfish a piece with a choice does not promote when it leaves the zone",
        ),
        (
            !is_pawn && !by_capture && can_leave && !all(ZoneMove::Leaves),
            "in Fairy-Stockfish a piece promotes when it leaves the zone too",
        ),
        (
            any(|rule| rule.from_reserve),
            "in Fairy-Stockfish a new piece does not come from beside the board",
        ),
        (
            any(|rule| !rule.by.contains(&ArrivalWay::Move)),
            "in Fairy-Stockfish a piece promotes by its own moves",
        ),
        (
            any(|rule| rule.limit.is_some() && !rule.must && !rule.may_wait),
            "in Fairy-Stockfish a move is illegal that would have to promote, and cannot",
        ),
    ];
    for (_, why) in ways.into_iter().filter(|(is_other, _)| *is_other) {
        export.leave_promotion(kind, why);
    }
}

fn write_pawns(export: &mut Export<'_>, change: Option<&PieceChange>, pawns: &[(KindId, bool)]) {
    let kinds: Vec<KindId> = pawns.iter().map(|(kind, _)| *kind).collect();
    if kinds.is_empty() {
        if export.pieces.pawn().is_some() {
            export.section.set("promotionPawnTypes", "-");
        }
        return;
    }
    export.set_pieces("promotionPawnTypes", &kinds);
    if let Some(change) = change {
        // A section without a parent has no default for this key in the program.
        let to = Sided::by(|side| export.pieces.letters(change.to.of(side)));
        export.section.set_pieces("promotionPieceTypes", &to, false);
    }
    let waits = pawns.iter().any(|(_, waits)| *waits);
    if waits {
        export.section.set("mandatoryPawnPromotion", false);
        for (kind, _) in pawns.iter().filter(|(_, waits)| !waits) {
            export.leave_promotion(
                *kind,
                "in Fairy-Stockfish every piece with a choice may stay what it is",
            );
        }
    }
}

/// Writes the pieces without a choice, and those that only the pawn of chess may choose.
fn write_pieces(
    export: &mut Export<'_>,
    pieces: &[(KindId, KindId, bool)],
    own_choices: &[(KindId, KindId)],
) {
    let pair = |(from, to): (KindId, KindId)| {
        let (from, to) = (export.pieces.letter(from)?, export.pieces.letter(to)?);
        Some(format!("{from}:{to}"))
    };
    let exchanges = pieces.iter().map(|(from, to, _)| (*from, *to));
    let pairs = exchanges.chain(own_choices.iter().copied());
    let pairs: Vec<String> = pairs.filter_map(pair).collect();
    export.section.set("promotedPieceType", pairs.join(" "));
    if pieces.is_empty() {
        return;
    }
    let waits = pieces.iter().any(|(_, _, waits)| *waits);
    if !waits {
        export.section.set("mandatoryPiecePromotion", true);
        return;
    }
    for (kind, ..) in pieces.iter().filter(|(_, _, waits)| !waits) {
        // Where it cannot move on, another key makes it promote.
        let ends = Side::BOTH.map(|side| dead_ends(export, *kind, side));
        let is_end = change(export.variant, *kind)
            .is_some_and(|change| ends == [change.zone.white, change.zone.black]);
        if !is_end {
            export.leave_promotion(
                *kind,
                "in Fairy-Stockfish every piece without a choice may stay what it is",
            );
        }
    }
}

fn write_limits(export: &mut Export<'_>) {
    let mut limits: BTreeMap<KindId, u16> = BTreeMap::new();
    for kind in export.variant.kind_ids() {
        let variant = export.variant;
        for rule in variant.promotions(kind) {
            for to in &rule.to {
                let known = limits.get(to).copied();
                match (rule.limit, known) {
                    (Some(limit), None) => drop(limits.insert(*to, limit)),
                    (limit, known) if limit == known => {}
                    _ => export.leave_promotion(
                        kind,
                        "in Fairy-Stockfish a limit is the same for all that promote",
                    ),
                }
            }
        }
    }
    let limit =
        |(kind, limit): (&KindId, &u16)| Some(format!("{}:{limit}", export.pieces.letter(*kind)?));
    let limits: Vec<String> = limits.iter().filter_map(limit).collect();
    if !limits.is_empty() {
        export.section.set("promotionLimit", limits.join(" "));
    }
}

/// Lists the pieces that the program keeps from cells that they cannot leave, where the variant
/// does not.
pub(crate) fn check_immobility(export: &mut Export<'_>) {
    let variant = export.variant;
    for kind in variant.kind_ids() {
        if export.pieces.slot(kind).is_none() || export.pieces.king == Some(kind) {
            continue;
        }
        let change = change(variant, kind);
        let is_kept = Side::both(|side| {
            let ends = dead_ends(export, kind, side);
            let movement = export.movement(kind);
            let comes = rays::cells_reached(movement, export.grid.board.all(), side, &export.grid);
            let forced = change.as_ref().map(|change| *change.forced.of(side));
            let named = export.rules.named("no-dead-end");
            let named = named.filter(|rule| export.rules.pieces(**rule, "piece") == [kind]);
            let named = named.filter_map(|rule| export.rules.cells(*rule, "cells"));
            let kept = named.fold(forced.unwrap_or_default(), |kept, cells| {
                kept | *cells.of(side)
            });
            let dropped = hand::dropped_on(variant, kind, side);
            (ends & comes).is_subset(&kept)
                && (hand::must_move(variant, kind) || (ends & dropped).is_empty())
        });
        if !is_kept {
            let why = "in Fairy-Stockfish no piece goes to where it could never move again";
            export.leave_of("a move of", kind, why);
        }
    }
}
