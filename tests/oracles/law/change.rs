//! Pieces that become others by a move.

use padma_rules::model::{ArrivalWay, Cell, KindId, Occasion, Rule, ZoneMove};
use padma_rules::reach::Rules;

use super::{How, Played, is_royal, owned, stands, takes};
use crate::oracles::standing::Standing;

/// A move once for each thing that its piece may become by it, and what changes places with it.
pub(super) fn become_others(rules: &Rules, before: &Standing, played: Played) -> Vec<Played> {
    let own = changed(rules, before, &played, played.to, Some(ArrivalWay::Move));
    let Some(from) = played.from else { return own };
    let swaps = |played: &Played| {
        let start = before.pieces.get(&played.to);
        start.is_some()
            && played.after.pieces.get(&from) == start
            && played.to != from
            && played.taken.is_empty()
    };
    let each = own.into_iter().flat_map(|played| match swaps(&played) {
        true => changed(rules, before, &played, from, Some(ArrivalWay::Swap)),
        false => vec![played],
    });
    each.collect()
}

/// A move once for each thing that may become of the pieces that it has put on some cells.
pub(super) fn displaced(
    rules: &Rules,
    before: &Standing,
    played: Played,
    cells: &[Cell],
) -> Vec<Played> {
    let way = match played.how {
        How::Teleported => ArrivalWay::Teleport,
        How::Turns { .. } => ArrivalWay::Rotation,
        _ => ArrivalWay::Travel,
    };
    let start = vec![played];
    cells.iter().fold(start, |all, cell| {
        all.iter()
            .flat_map(|played| changed(rules, before, played, *cell, Some(way)))
            .collect()
    })
}

/// A move once for each thing that the piece on a cell may become, having come there in a way.
fn changed(
    rules: &Rules,
    before: &Standing,
    played: &Played,
    cell: Cell,
    way: Option<ArrivalWay>,
) -> Vec<Played> {
    let Some((side, kind)) = played.after.pieces.get(&cell).copied() else {
        return vec![played.clone()];
    };
    let (mut stays, mut into) = (true, Vec::new());
    let own = |kind: KindId| {
        played
            .after
            .pieces
            .values()
            .filter(|piece| **piece == (side, kind))
            .count()
    };
    let is_had = |kind: KindId, from_reserve: bool| {
        (!from_reserve || played.after.hand(side, kind) > 0) && stands(rules, (side, kind), cell)
    };
    for rule in &rules.variant.rules {
        let Rule::Promotion(rule) = rule else {
            continue;
        };
        let cells = rule.cells.of(side);
        let inside = [
            played.from.is_some_and(|from| cells.contains(from)),
            cells.contains(cell),
        ];
        let lies = |way: &ZoneMove| match way {
            ZoneMove::Enters => inside == [false, true],
            ZoneMove::Stays => inside == [true, true],
            ZoneMove::Leaves => inside == [true, false],
            ZoneMove::Captures => inside != [false, false] && !played.taken.is_empty(),
        };
        // Of a piece that others move it is not told here whether it was inside before.
        let ends_there = rule.on == [ZoneMove::Enters, ZoneMove::Stays] && inside[1];
        let is_here = rule.kind == kind && (ends_there || rule.on.iter().any(lies));
        if !is_here || !way.is_some_and(|way| rule.by.contains(&way)) {
            continue;
        }
        let has_room = |kind: KindId| {
            rule.limit
                .is_none_or(|limit| own(kind) < usize::from(limit))
        };
        let open = rule
            .to
            .iter()
            .filter(|kind| is_had(**kind, rule.from_reserve) && has_room(**kind));
        let open: Vec<KindId> = open.copied().collect();
        stays &= rule.may_wait || open.is_empty() && !rule.must;
        into.extend(open.into_iter().map(|kind| (kind, rule.from_reserve)));
    }
    let may_transform = stays && way == Some(ArrivalWay::Move);
    for rule in &rules.variant.rules {
        let Rule::Transformation(rule) = rule else {
            continue;
        };
        let occurs = || occurs(rules, before, played, cell, &rule.when);
        if may_transform && rule.kind == kind && is_had(rule.to, rule.from_reserve) && occurs() {
            into.push((rule.to, rule.from_reserve));
            stays &= rule.optional;
        }
    }
    let mut all = if stays {
        vec![played.clone()]
    } else {
        Vec::new()
    };
    for (kind, from_reserve) in into {
        let mut other = played.clone();
        other.after.pieces.insert(cell, owned(rules, (side, kind)));
        other.after.unmoved.remove(&cell);
        other.counts = true;
        if from_reserve {
            other.after.add_to_hand(side, kind, -1);
        }
        all.push(other);
    }
    all
}

fn occurs(rules: &Rules, before: &Standing, played: &Played, cell: Cell, when: &Occasion) -> bool {
    match when {
        Occasion::Captures => !played.taken.is_empty(),
        Occasion::CapturesKind(kind) => {
            let mut victims = played.victims.iter();
            victims.any(|(_, victim)| victim.kind == Some(*kind))
        }
        Occasion::GivesCheck => {
            let side = before.side();
            let after = &played.after;
            let king = |cell: &Cell| {
                after
                    .pieces
                    .get(cell)
                    .is_some_and(|(other, kind)| *other != side && is_royal(rules, *kind))
            };
            takes(rules, after, cell, &king)
        }
        Occasion::MovesAlong(dirs) => dirs.of(before.side()).iter().any(|dir| {
            let Some(from) = played.from else {
                return false;
            };
            let next = |cell: &Cell| {
                let next = rules.variant.board.next(*cell, *dir)?;
                (next != from && !before.absent.contains(&next)).then_some(next)
            };
            let line = std::iter::successors(next(&from), next).take(rules.variant.board.len());
            line.into_iter().any(|at| at == cell)
        }),
    }
}
