//! The hand: what goes into it, and how it comes out.

use super::changes;
use super::transfer::Export;
use crate::fairy::dropping::{ENCLOSING, after_start, not_doubled};
use crate::fairy::slots::PieceSlot;
use crate::hand::{BY_MOVEMENT, drop_of, drop_rule, in_hand};
use padma_rules::model::{
    CaptureWay, CellSet, DropRule, KindId, Rule, Side, Sided, SidedSet, Variant, sorted_kinds,
};
use padma_variant::decl::top;
use padma_variant::kinds::hand::DROP;

/// Whether a piece can be dropped onto one of these cells.
pub(crate) fn drops_onto(variant: &Variant, kind: KindId, cells: &SidedSet) -> bool {
    let meets =
        |rule: &DropRule| Side::either(|side| !(*rule.cells.of(side) & *cells.of(side)).is_empty());
    in_hand(variant).contains(&kind) && drop_of(variant, kind).is_some_and(meets)
}

/// Whether a dropped piece must be able to move.
pub(crate) fn must_move(variant: &Variant, kind: KindId) -> bool {
    drop_of(variant, kind).is_some_and(|rule| rule.must_move)
}

/// Returns the cells onto which a side may drop a piece, none if it never has one in hand.
pub(crate) fn dropped_on(variant: &Variant, kind: KindId, side: Side) -> CellSet {
    match drop_of(variant, kind) {
        Some(rule) if in_hand(variant).contains(&kind) => *rule.cells.of(side),
        _ => CellSet::default(),
    }
}

/// Writes the keys about the hand.
pub(crate) fn write(export: &mut Export<'_>) {
    write_captures(export);
    write_drops(export);
}

fn write_captures(export: &mut Export<'_>) {
    let variant = export.variant;
    let rules = export.settle(|basic| match &basic.rule {
        Rule::IntoHand(rule) => Some(rule),
        _ => None,
    });
    let Some((first, _)) = rules.first().copied() else {
        return;
    };
    export.section.set("capturesToHand", true);
    export.has_hand = true;
    for (index, rule) in rules {
        if rule.by.is_some_and(|by| by != CaptureWay::Movement) {
            let why = "in Fairy-Stockfish it makes no difference how a piece is taken";
            export.leave_rule(index, why);
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
    let rules = export.settle(|basic| drop_rule(&basic.rule));
    let Some((first, _)) = rules.last().copied() else {
        return;
    };
    let held = in_hand(variant);
    let dropped: Vec<(KindId, &DropRule)> = held
        .iter()
        .filter_map(|kind| Some((*kind, drop_of(variant, *kind)?)))
        .collect();
    export.section.set("pieceDrops", true);
    export.has_hand = true;
    let is_kept = |kind: &KindId| drop_of(variant, *kind).is_none();
    let kept: Vec<KindId> = held.iter().copied().filter(is_kept).collect();
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
        let text = export.grid.sided_text(&region);
        export.section.set_sided("dropRegion", &text);
    }
    let gives_no_check = dropped.iter().any(|(_, rule)| rule.gives_no_check);
    export.section.set("dropChecks", !gives_no_check);
    for (kind, rule) in dropped {
        let mut drops = variant.rules.iter().filter_map(drop_rule);
        let place = drops.position(|other| std::ptr::eq(other, rule));
        let index = place.and_then(|place| rules.get(place));
        let index = index.map_or(first, |(index, _)| *index);
        let id = &variant.kind(kind).id;
        if Some(kind) == pawn {
            write_pawn_drops(export, index, rule, &region);
        }
        let choices = rule.becomes.as_ref();
        let is_promoted = choices.map(|choices| is_promoted_choice(export, kind, choices));
        if is_promoted == Some(true) {
            export.section.set("dropPromoted", true);
        }
        let others = [
            (
                Some(kind) != pawn && rule.cells != region,
                format!("`{id}` is dropped on the same cells as other pieces"),
            ),
            (
                is_promoted == Some(false),
                format!("`{id}` is dropped as itself or promoted"),
            ),
            (
                rule.gives_no_check != gives_no_check,
                format!("a drop of `{id}` may not give check either"),
            ),
        ];
        for (_, why) in others.into_iter().filter(|(is_other, _)| *is_other) {
            export.leave_rule(index, format!("in Fairy-Stockfish {why}"));
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

/// Writes where a pawn may be dropped: neither on its first rank nor where it would promote, or on
/// one or both of these too.
fn write_pawn_drops(export: &mut Export<'_>, index: usize, rule: &DropRule, region: &SidedSet) {
    let zone = changes::zone(export.variant);
    let first = export.grid.both_ranks(0);
    let allowed = |first_rank: bool, in_zone: bool| -> SidedSet {
        Sided::by(|side| {
            let mut cells = *region.of(side);
            if !first_rank {
                cells = cells - *first.of(side);
            }
            if !in_zone {
                cells = cells - *zone.of(side);
            }
            cells
        })
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
    let by_string = export.movement(kind).drops.clone();
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
            let why = "in Fairy-Stockfish a piece is dropped on all ranks alike";
            export.leave_of("the drop in the string of", kind, why);
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
    let sets = export.whole.named(top::SETS);
    let mut conditions = vec![(String::new(), None, None)];
    for row in &ENCLOSING {
        let plain = (row.condition)(files, ranks);
        let starts = sets.iter().map(|(set, _)| set.value.as_str());
        let starts = starts.map(|set| (after_start(set, &plain), Some(row.value), Some(set)));
        conditions.extend(starts);
        conditions.push((plain, Some(row.value), None));
    }
    let turned = format!("file(to) & pieces({id}, mover) = {{}}");
    let mut limits = vec![(String::new(), None), (turned, Some(1))];
    limits.extend((1..=MOST_ON_A_FILE).map(|most| (not_doubled(id, most), Some(most))));
    let truth = |rule: &DropRule| rule.when.as_ref().map(|when| when.truth.clone());
    for (doubled, limit) in &limits {
        for (condition, enclosing, first) in &conditions {
            let both = [doubled.as_str(), condition].into_iter();
            let both: Vec<&str> = both.filter(|text| !text.is_empty()).collect();
            let known = export
                .rules
                .rule_of(&DROP, &[("when", &both.join(" and "))]);
            let known = known.as_ref().and_then(drop_rule);
            if known.is_some_and(|known| truth(known) == truth(rule)) {
                let first = first.and_then(|set| export.variant.sets.get(set));
                return Some(KnownCondition {
                    limit: *limit,
                    enclosing: *enclosing,
                    first: first.map(|cells| export.grid.text(&cells.white)),
                });
            }
        }
    }
    None
}

/// The most pieces on a file that a condition is looked for.
const MOST_ON_A_FILE: u16 = 4;
