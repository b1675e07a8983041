//! The hand: what goes into it, and how it comes out.

use super::changes::{self, BY_MOVEMENT};
use super::rules::means_same;
use super::transfer::Export;
use crate::fairy::dropping::{ENCLOSING, after_start, not_doubled};
use crate::fairy::slots::PieceSlot;
use padma_rules::model::{
    CaptureWay, CellSet, DropRule, KindId, Rule, Side, Sided, SidedSet, Variant, sorted_kinds,
};
use padma_variant::decl::top;
use padma_variant::kinds::hand::DROP;

/// Returns the rule by which a piece is dropped: the last that is about it.
fn drop_of(variant: &Variant, kind: KindId) -> Option<(usize, &DropRule)> {
    let mut rules = variant.rules.iter().enumerate().rev();
    rules.find_map(|(index, rule)| match rule {
        Rule::Drop(rule)
            if rule
                .kinds
                .as_ref()
                .is_none_or(|kinds| kinds.contains(&kind)) =>
        {
            Some((index, rule))
        }
        _ => None,
    })
}

/// Returns the pieces that can be in hand.
pub(crate) fn in_hand(variant: &Variant) -> Vec<KindId> {
    let captured = variant.kind_ids().filter(|kind| !variant.kind(*kind).royal);
    let captured = captured.filter_map(|kind| variant.in_hand(kind, &BY_MOVEMENT));
    let captured: Vec<KindId> = captured.collect();
    let reserve = |kind: &KindId| {
        let setup = variant.setup.as_ref();
        let has = |side: Side| setup.is_some_and(|setup| setup.reserve.count(side, *kind) > 0);
        Side::BOTH.into_iter().any(has)
    };
    let all = variant.kind_ids();
    all.filter(|kind| captured.contains(kind) || reserve(kind))
        .collect()
}

/// Whether a piece can be dropped onto one of these cells.
pub(crate) fn drops_onto(variant: &Variant, kind: KindId, cells: &SidedSet) -> bool {
    let meets = |rule: &DropRule| {
        let sides = Side::BOTH.into_iter();
        let mut shared = sides.map(|side| *rule.cells.of(side) & *cells.of(side));
        shared.any(|shared| !shared.is_empty())
    };
    in_hand(variant).contains(&kind) && drop_of(variant, kind).is_some_and(|(_, rule)| meets(rule))
}

/// Whether a dropped piece must be able to move.
pub(crate) fn must_move(variant: &Variant, kind: KindId) -> bool {
    drop_of(variant, kind).is_some_and(|(_, rule)| rule.must_move)
}

/// Returns the cells onto which a side may drop a piece, none if it never has one in hand.
pub(crate) fn dropped_on(variant: &Variant, kind: KindId, side: Side) -> CellSet {
    match drop_of(variant, kind) {
        Some((_, rule)) if in_hand(variant).contains(&kind) => *rule.cells.of(side),
        _ => CellSet::default(),
    }
}

/// Writes the keys about the hand.
pub(crate) fn write(export: &mut Export<'_>) {
    write_captures(export);
    write_drops(export);
    for index in 0..export.settled.len() {
        if matches!(
            export.rules.basic[index].rule,
            Rule::IntoHand(_) | Rule::Drop(_)
        ) {
            export.settled[index] = true;
        }
    }
}

fn indices(export: &Export<'_>, is_meant: fn(&Rule) -> bool) -> Vec<usize> {
    let basic = export.rules.basic.iter().enumerate();
    basic
        .filter(|(_, basic)| is_meant(&basic.rule))
        .map(|(index, _)| index)
        .collect()
}

fn write_captures(export: &mut Export<'_>) {
    let variant = export.variant;
    let rules = indices(export, |rule| matches!(rule, Rule::IntoHand(_)));
    let Some(first) = rules.first().copied() else {
        return;
    };
    export.section.set("capturesToHand", true);
    export.has_hand = true;
    for index in rules {
        if matches!(&export.rules.basic[index].rule, Rule::IntoHand(rule) if rule.by.is_some_and(|by| by != CaptureWay::Movement))
        {
            export.leave_rule(
                index,
                "in Fairy-Stockfish it makes no difference how a piece is taken",
            );
        }
    }
    let taken = variant
        .kind_ids()
        .filter(|kind| !variant.kind(*kind).royal && !variant.kind(*kind).neutral);
    let mut keeps = false;
    for kind in taken {
        let id = &variant.kind(kind).id;
        let what = variant.in_hand(kind, &BY_MOVEMENT);
        let is_form = export.pieces.forms[kind.index()].is_some();
        // A piece that only turns back into what it was is not made.
        let is_made = variant.kind_ids().any(|maker| {
            let makes = variant.promotes_to(maker, None).contains(&kind);
            makes && export.pieces.forms[maker.index()] != Some(kind)
        });
        match what {
            None => export.leave_rule(
                first,
                format!("in Fairy-Stockfish `{id}` goes into the hand too"),
            ),
            Some(_) if is_form => {}
            Some(other) if other == kind => keeps |= is_made,
            Some(_) => {
                let why =
                    format!("in Fairy-Stockfish `{id}` does not become another piece in hand");
                export.leave_rule(first, why);
            }
        }
    }
    let has_forms = export.pieces.forms.iter().any(Option::is_some);
    if keeps && has_forms {
        let why =
            "in Fairy-Stockfish either all promoted pieces become in hand what they were, or none";
        export.leave_rule(first, why);
    } else if keeps {
        export.section.set("dropLoop", true);
    }
}

fn write_drops(export: &mut Export<'_>) {
    let variant = export.variant;
    let rules = indices(export, |rule| matches!(rule, Rule::Drop(_)));
    let Some(first) = rules.last().copied() else {
        return;
    };
    let held = in_hand(variant);
    let dropped: Vec<(KindId, &DropRule)> = held
        .iter()
        .filter_map(|kind| Some((*kind, drop_of(variant, *kind)?.1)))
        .collect();
    export.section.set("pieceDrops", true);
    export.has_hand = true;
    let kept = held.iter().copied();
    let kept: Vec<KindId> = kept
        .filter(|kind| drop_of(variant, *kind).is_none())
        .collect();
    if let [kind] = kept[..] {
        // None may stand on a file onto which one is dropped.
        let letters = export.pieces.letters(&[kind]);
        export.section.set("dropNoDoubled", letters);
        export.section.set("dropNoDoubledCount", 0);
    }
    for kind in kept.iter().filter(|_| kept.len() > 1) {
        let id = &variant.kind(*kind).id;
        export.leave_rule(
            first,
            format!("in Fairy-Stockfish `{id}` can be dropped too"),
        );
    }
    let pawn = export.pieces.pawn();
    let all = export.grid.board.all();
    let others = dropped.iter().filter(|(kind, _)| Some(*kind) != pawn);
    let region = others.map(|(_, rule)| rule.cells).next();
    let region = region.unwrap_or(Sided::same(all));
    if region != Sided::same(all) {
        let cells = Sided {
            white: export.grid.text(&region.white),
            black: export.grid.text(&region.black),
        };
        export.section.set_sided("dropRegion", &cells);
    }
    let gives_no_check = dropped.iter().any(|(_, rule)| rule.gives_no_check);
    if gives_no_check {
        export.section.set("dropChecks", false);
    }
    for (kind, rule) in dropped {
        let index = index_of(export, rule).unwrap_or(first);
        let id = &variant.kind(kind).id;
        if Some(kind) == pawn {
            write_pawn_drops(export, index, rule, &region);
        } else if rule.cells != region {
            let why =
                format!("in Fairy-Stockfish `{id}` is dropped on the same cells as other pieces");
            export.leave_rule(index, why);
        }
        match &rule.becomes {
            None => {}
            Some(choices) if is_promoted_choice(export, kind, choices) => {
                export.section.set("dropPromoted", true);
            }
            Some(_) => export.leave_rule(
                index,
                format!("in Fairy-Stockfish `{id}` is dropped as itself or promoted"),
            ),
        }
        if rule.gives_no_check != gives_no_check {
            export.leave_rule(
                index,
                format!("in Fairy-Stockfish a drop of `{id}` may not give check either"),
            );
        }
        write_mates(export, index, kind, rule);
        write_conditions(export, index, kind, rule);
    }
}

/// Whether a piece may be dropped as itself or as what it promotes to, and nothing else.
fn is_promoted_choice(export: &Export<'_>, kind: KindId, choices: &[KindId]) -> bool {
    let promoted = changes::change(export.variant, kind).and_then(|change| change.only());
    let known = promoted.into_iter().chain([kind]);
    sorted_kinds(known) == sorted_kinds(choices.iter().copied())
}

/// Returns the index of a drop rule among the basic rules.
fn index_of(export: &Export<'_>, rule: &DropRule) -> Option<usize> {
    let drops = export.variant.rules.iter().filter_map(|rule| match rule {
        Rule::Drop(rule) => Some(rule),
        _ => None,
    });
    let place = drops
        .into_iter()
        .position(|other| std::ptr::eq(other, rule))?;
    indices(export, |rule| matches!(rule, Rule::Drop(_)))
        .get(place)
        .copied()
}

/// Writes where a pawn may be dropped: neither on its first rank nor where it would promote, or on
/// one or both of these too.
fn write_pawn_drops(export: &mut Export<'_>, index: usize, rule: &DropRule, region: &SidedSet) {
    let zone = changes::zone(export.variant);
    let first = export.grid.both_ranks(0);
    let allowed = |first_rank: bool, in_zone: bool| -> SidedSet {
        let cells = |side: Side| {
            let mut cells = *region.of(side);
            if !first_rank {
                cells = cells - *first.of(side);
            }
            if !in_zone {
                cells = cells - *zone.of(side);
            }
            cells
        };
        Sided {
            white: cells(Side::White),
            black: cells(Side::Black),
        }
    };
    let ways = [(false, false), (true, false), (false, true), (true, true)];
    let way = ways
        .into_iter()
        .find(|(first, zone)| allowed(*first, *zone) == rule.cells);
    let Some((first_rank, in_zone)) = way else {
        let why = "in Fairy-Stockfish a pawn is dropped where other pieces are, but for its first rank and where it promotes";
        return export.leave_rule(index, why);
    };
    export.section.set("firstRankPawnDrops", first_rank);
    export.section.set("promotionZonePawnDrops", in_zone);
}

/// Writes that a pawn may not mate when it is dropped.
fn write_mates(export: &mut Export<'_>, index: usize, kind: KindId, rule: &DropRule) {
    if !rule.gives_no_mate || rule.gives_no_check {
        return;
    }
    if export.pieces.slot(kind) == Some(PieceSlot::SHOGI_PAWN) {
        export.section.set("shogiPawnDropMateIllegal", true);
    } else {
        let why = "in Fairy-Stockfish only a pawn of shogi, which takes as it moves, may not mate by a drop";
        export.leave_rule(index, why);
    }
}

/// Writes the conditions of drops: how many pieces of a kind there may be on a file, and what a
/// dropped piece must enclose.
fn write_conditions(export: &mut Export<'_>, index: usize, kind: KindId, rule: &DropRule) {
    let id = export.variant.kind(kind).id.clone();
    let by_string = export.pieces.movements[kind.index()].drops.clone();
    let ranks = export.grid.ranks;
    let limit = match &by_string[..] {
        [] => None,
        [drop]
            if drop.ranks >= ranks
                && !drop.not_back_rank
                && drop.on_shade.is_none()
                && drop.on_board.is_none() =>
        {
            drop.on_file.map(u16::from)
        }
        _ => {
            let place = export.place_of(&id);
            let why = "in Fairy-Stockfish a piece is dropped on all ranks alike";
            export.leave(format!("the drop in the string of `{id}`"), place, why);
            None
        }
    };
    let limit = match rule.when.is_some() {
        false => limit,
        true => match known_condition(export, &id, rule) {
            Some(known) => {
                if let Some(value) = known.enclosing {
                    export.section.set("enclosingDrop", value);
                }
                if let Some(first) = known.first {
                    export.section.set("enclosingDropStart", first);
                }
                known.limit.or(limit)
            }
            None => {
                export.leave_rule(index, "in Fairy-Stockfish drops have no such condition");
                limit
            }
        },
    };
    let Some(limit) = limit else { return };
    if export.section.has("dropNoDoubled") {
        export.leave_rule(
            index,
            "in Fairy-Stockfish only one kind of piece is limited on a file",
        );
        return;
    }
    let letters = export.pieces.letters(&[kind]);
    export.section.set("dropNoDoubled", letters);
    export.section.set("dropNoDoubledCount", limit);
}

/// A condition of drops that the program has.
struct KnownCondition {
    /// How many pieces of a kind there may be on a file.
    limit: Option<u16>,
    enclosing: Option<&'static str>,
    /// The cells that are filled first.
    first: Option<String>,
}

/// Finds the condition of a drop among those that the program has.
fn known_condition(export: &Export<'_>, id: &str, rule: &DropRule) -> Option<KnownCondition> {
    let (files, ranks) = (export.grid.files, export.grid.ranks);
    let sets: Vec<&str> = export
        .whole
        .named(top::SETS)
        .iter()
        .map(|(name, _)| name.value.as_str())
        .collect();
    let is_meant = |conditions: &[String]| {
        let text = conditions.join(" and ");
        let known = export.rules.rule_of(&DROP, &[("when", &text)]);
        known.is_some_and(|known| means_same(&known, &Rule::Drop(rule.clone())))
    };
    let limits = (0..=MOST_ON_A_FILE).map(|most| (most > 0).then_some(most));
    for limit in limits {
        let doubled = limit.map(|most| not_doubled(id, most));
        let doubled: Vec<String> = doubled.into_iter().collect();
        let turned = format!("file(to) & pieces({id}, mover) = {{}}");
        if is_meant(&doubled) || limit == Some(1) && is_meant(&[turned]) {
            return Some(KnownCondition {
                limit,
                enclosing: None,
                first: None,
            });
        }
        for row in &ENCLOSING {
            let plain = (row.condition)(files, ranks);
            let starts = sets
                .iter()
                .map(|set| (Some(*set), after_start(set, &plain)));
            let mut all = std::iter::once((None, plain.clone())).chain(starts);
            let found = all.find(|(_, condition)| {
                is_meant(&[&doubled[..], std::slice::from_ref(condition)].concat())
            });
            if let Some((first, _)) = found {
                let first = first.and_then(|set| export.variant.sets.get(set));
                return Some(KnownCondition {
                    limit,
                    enclosing: Some(row.value),
                    first: first.map(|cells| export.grid.text(&cells.white)),
                });
            }
        }
    }
    None
}

/// The most pieces on a file that a condition is looked for.
const MOST_ON_A_FILE: u16 = 4;
