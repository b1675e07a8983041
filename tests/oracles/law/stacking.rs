//! Pieces that join others, and parts that leave them.

use std::collections::BTreeSet;

use padma_rules::model::{CaptureWay, Cell, KindId, Piece, Rule, Side, Stacking};
use padma_rules::moves::Walker;
use padma_rules::reach::Rules;

use super::powers::{self, Done};
use super::{How, Played, change, counting, is_frozen, moved, stands};
use crate::oracles::standing::Standing;

fn stacking_rule(rules: &Rules) -> Option<Stacking> {
    rules
        .variant
        .rules
        .iter()
        .rev()
        .find_map(|rule| match rule {
            Rule::Stacking(rule) => Some(*rule),
            _ => None,
        })
}

/// Each part of a piece with what remains.
fn divisions(rules: &Rules, whole: KindId) -> Vec<(KindId, KindId)> {
    let made = |kind: KindId| rules.variant.kind(kind).checkers;
    let pairs = rules
        .variant
        .kind_ids()
        .flat_map(|part| rules.variant.kind_ids().map(move |rest| (part, rest)));
    let fits = |(part, rest): &(KindId, KindId)| {
        !made(*part).is_empty()
            && !made(*rest).is_empty()
            && made(*part).joined_with(made(*rest)) == made(whole)
    };
    pairs.filter(fits).collect()
}

/// The ways in which parts of a piece leave it, to empty cells or taking.
pub(super) fn partings(rules: &Rules, standing: &Standing, from: Cell) -> Vec<Done> {
    let Some(rule) = stacking_rule(rules).filter(|rule| rule.split) else {
        return Vec::new();
    };
    let (side, whole) = standing.pieces[&from];
    if is_frozen(rules, standing, from) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (part, rest) in divisions(rules, whole)
        .into_iter()
        .filter(|(_, rest)| stands(rules, (side, *rest), from))
    {
        for (to, taken, en_passant) in landings(rules, standing, from, (side, part)) {
            if (taken.is_empty() || rule.parts_take) && powers::may_end(rules, (side, part), to) {
                let mut left = standing.clone();
                let victims = taken.iter().filter_map(|cell| {
                    let (side, kind) = left.pieces.remove(cell)?;
                    Some((*cell, Piece::of(side, kind)))
                });
                let victims: BTreeSet<(Cell, Piece)> = victims.collect();
                let goes = |(_, victim): &(Cell, Piece)| {
                    powers::into_hand(rules, *victim, &[CaptureWay::Movement])
                };
                let hand = victims.iter().filter_map(goes).collect();
                left.pieces.insert(from, (side, rest));
                left.pieces.insert(to, (side, part));
                let pieces = left
                    .pieces
                    .into_iter()
                    .map(|(cell, (side, kind))| (cell, side, Some(kind)));
                let touched = taken.iter().copied().chain([from, to]).collect();
                let (from, pieces) = (Some(from), pieces.collect());
                all.push(Done {
                    from,
                    to,
                    taken,
                    victims,
                    pieces,
                    hand,
                    en_passant,
                    touched,
                    dropped: None,
                });
            }
        }
    }
    all
}

type Way = (Cell, BTreeSet<Cell>, BTreeSet<Cell>);

/// The landings of a piece of a kind from a cell that put nothing elsewhere: what it takes, and where it is passed.
fn landings(
    rules: &Rules,
    standing: &Standing,
    from: Cell,
    (side, kind): (Side, KindId),
) -> Vec<Way> {
    let (position, mut all) = (standing.position(rules), Vec::new());
    let moved = !standing.unmoved.contains(&from);
    Walker::default().landings(
        rules.free_table(kind, side),
        &position,
        from,
        moved,
        &mut |landing| {
            if landing.carried.is_empty() && landing.to != from {
                let [taken, passed] = [landing.taken, landing.en_passant]
                    .map(|cells| cells.iter().copied().collect());
                all.push((landing.to, taken, passed));
            }
        },
    );
    all
}

/// The moves by which a piece joins others, or parts of it leave.
pub(super) fn stacking(rules: &Rules, standing: &Standing, from: Cell) -> Vec<Played> {
    let Some(rule) = stacking_rule(rules) else {
        return Vec::new();
    };
    let (side, whole) = standing.pieces[&from];
    if is_frozen(rules, standing, from) {
        return Vec::new();
    }
    let mut all = Vec::new();
    if rule.merge {
        all.extend(joins(rules, standing, from, whole, None));
    }
    for done in partings(rules, standing, from) {
        let kind = done
            .pieces
            .iter()
            .find(|(cell, ..)| *cell == done.to)
            .and_then(|(_, _, kind)| *kind);
        let mut played = moved(rules, standing, &done, How::Goes, kind.expect("the part"));
        // What remains has not moved.
        played.came.remove(&from);
        all.extend(change::become_others(rules, standing, played));
    }
    for (part, rest) in divisions(rules, whole) {
        if rule.split && rule.parts_merge && stands(rules, (side, rest), from) {
            all.extend(joins(rules, standing, from, part, Some(rest)));
        }
    }
    all
}

/// The ways of a piece, or a part that leaves a rest, to the cells of friends with whom it is one piece.
fn joins(
    rules: &Rules,
    standing: &Standing,
    from: Cell,
    kind: KindId,
    rest: Option<KindId>,
) -> Vec<Played> {
    let side = standing.side();
    let made = |kind: KindId| rules.variant.kind(kind).checkers;
    let mut all = Vec::new();
    for (to, (other_side, other)) in standing.pieces.iter().filter(|(to, _)| **to != from) {
        let into = rules.variant.kind_ids().find(|into| {
            !made(kind).is_empty()
                && !made(*other).is_empty()
                && made(kind).joined_with(made(*other)) == made(*into)
        });
        let Some(into) = into.filter(|_| *other_side == side) else {
            continue;
        };
        let mut without = standing.clone();
        without.pieces.remove(to);
        let goes = |way: &Way| way.0 == *to && way.1.is_empty();
        if landings(rules, &without, from, (side, kind))
            .iter()
            .any(goes)
        {
            let mut after = standing.clone();
            after.pieces.remove(&from);
            after.pieces.extend(rest.map(|rest| (from, (side, rest))));
            after.pieces.insert(*to, (side, into));
            after.unmoved.retain(|cell| ![from, *to].contains(cell));
            (after.en_passant, after.black) = (None, !standing.black);
            let (how, counts) = (How::Goes, counting(rules).contains(&kind));
            all.push(Played {
                came: BTreeSet::from([*to]),
                after,
                counts,
                ..Played::plain(Some(from), *to, how, Some(kind))
            });
        }
    }
    all
}
