//! Pieces that others put elsewhere, and cells that travel.

use std::collections::BTreeSet;

use padma_rules::model::{
    CaptureWay, Cell, CellKind, CellSet, KindId, Piece, Power, Rule, Side, TravelRule,
};
use padma_rules::reach::Rules;

use super::{How, Played, change, is_bound_well, is_frozen, is_royal, powers, powers_of};
use crate::oracles::standing::Standing;

/// Pieces that others put elsewhere, before any becomes another.
pub(super) struct Shift {
    from: Cell,
    to: Cell,
    how: How,
    pub(super) victims: BTreeSet<(Cell, Piece)>,
    after: Standing,
    /// Where pieces have come to.
    ends: Vec<Cell>,
}

/// The moves of the side to move in which others put pieces elsewhere, or cells travel.
pub(super) fn displacements(rules: &Rules, standing: &Standing) -> Vec<Played> {
    let mut all = shifts(rules, standing, standing.side());
    all.extend(travels(rules, standing));
    let played = |shift: Shift| {
        let Shift {
            from,
            to,
            how,
            victims,
            mut after,
            ends,
        } = shift;
        (after.en_passant, after.black) = (None, !standing.black);
        let counts = !victims.is_empty();
        let kind = standing.pieces.get(&from).map(|(_, kind)| *kind);
        let kind = kind.filter(|_| how != How::Travels);
        let played = Played {
            taken: victims.iter().map(|(cell, _)| *cell).collect(),
            victims,
            came: ends.iter().copied().collect(),
            after,
            counts,
            ..Played::plain(Some(from), to, how, kind)
        };
        change::displaced(rules, standing, played, &ends)
    };
    all.into_iter().flat_map(played).collect()
}

/// The moves by which a side's pieces teleport or rotate others.
pub(super) fn shifts(rules: &Rules, standing: &Standing, side: Side) -> Vec<Shift> {
    let mut all = Vec::new();
    let holders: Vec<(Cell, KindId)> = standing
        .pieces
        .iter()
        .filter(|(_, piece)| piece.0 == side)
        .map(|(cell, piece)| (*cell, piece.1))
        .collect();
    for (holder, kind) in &holders {
        for power in powers_of(rules, *kind) {
            match power {
                Power::Teleport { near } => {
                    for (other, _) in holders
                        .iter()
                        .filter(|(cell, same)| cell != holder && same == kind)
                    {
                        for dir in near.of(side) {
                            let step = |cell: Cell| next(rules, standing, cell, *dir);
                            let from = step(*holder).filter(|from| is_of(standing, *from, side));
                            all.extend(
                                from.and_then(|from| teleport(rules, standing, from, step(*other))),
                            );
                        }
                    }
                }
                Power::Rotation { around } => {
                    let ring: Vec<Option<Cell>> = around
                        .of(side)
                        .iter()
                        .map(|dir| next(rules, standing, *holder, *dir))
                        .collect();
                    for clockwise in [true, false] {
                        all.extend(turn(rules, standing, *holder, side, &ring, clockwise));
                    }
                }
                _ => {}
            }
        }
    }
    all
}

fn next(
    rules: &Rules,
    standing: &Standing,
    cell: Cell,
    dir: padma_rules::model::Dir,
) -> Option<Cell> {
    rules
        .variant
        .board
        .next(cell, dir)
        .filter(|next| !standing.absent.contains(next))
}

fn is_of(standing: &Standing, cell: Cell, side: Side) -> bool {
    standing
        .pieces
        .get(&cell)
        .is_some_and(|piece| piece.0 == side)
}

/// Whether a piece may be taken from its cell by others.
fn may_leave(rules: &Rules, standing: &Standing, cell: Cell) -> bool {
    !is_frozen(rules, standing, cell)
        && is_bound_well(rules, standing, cell, standing.pieces[&cell], None)
}

fn may_come(rules: &Rules, standing: &Standing, from: Cell, to: Cell) -> bool {
    is_bound_well(rules, standing, to, standing.pieces[&from], Some(from))
}

/// Pieces that leave their cells at once and come to others, or to their own side's hand; enemies there are taken.
fn put(
    rules: &Rules,
    standing: &Standing,
    goings: &[(Cell, Option<Cell>)],
    way: CaptureWay,
) -> Option<(BTreeSet<(Cell, Piece)>, Standing)> {
    let (mut after, mut victims) = (standing.clone(), BTreeSet::new());
    for (from, to) in goings {
        after.pieces.remove(from);
        after.unmoved.remove(from);
        after.unmoved.retain(|cell| Some(*cell) != *to);
    }
    for (from, to) in goings {
        let (side, kind) = standing.pieces[from];
        match to {
            None if is_royal(rules, kind) => return None,
            None => {
                let piece = Piece {
                    side,
                    kind: Some(kind),
                };
                let hand = powers::into_hand(rules, piece, &CaptureWay::ALL).unwrap_or(kind);
                after.add_to_hand(side, hand, 1);
            }
            Some(to) => {
                if let Some((other, victim)) = after.pieces.insert(*to, (side, kind)) {
                    let victim = Piece::of(other, victim);
                    victims.insert((*to, victim));
                    let hand = powers::into_hand(rules, victim, &[way]);
                    hand.into_iter()
                        .for_each(|kind| after.add_to_hand(side, kind, 1));
                }
            }
        }
    }
    Some((victims, after))
}

fn teleport(rules: &Rules, standing: &Standing, from: Cell, to: Option<Cell>) -> Option<Shift> {
    let side = standing.pieces[&from].0;
    let mut goings = vec![(from, to)];
    if let Some(to) = to.filter(|to| is_of(standing, *to, side)) {
        goings.push((to, Some(from)));
    }
    let fits = |(from, to): &(Cell, Option<Cell>)| {
        may_leave(rules, standing, *from)
            && to.is_none_or(|to| may_come(rules, standing, *from, to))
    };
    let (victims, after) = goings
        .iter()
        .all(fits)
        .then(|| put(rules, standing, &goings, CaptureWay::Teleport))??;
    let ends = goings.iter().filter_map(|(_, to)| *to).collect();
    Some(Shift {
        from,
        to: to.unwrap_or(from),
        how: How::Teleported,
        victims,
        after,
        ends,
    })
}

fn turn(
    rules: &Rules,
    standing: &Standing,
    holder: Cell,
    side: Side,
    ring: &[Option<Cell>],
    clockwise: bool,
) -> Option<Shift> {
    let step = if clockwise { 1 } else { ring.len() - 1 };
    let goings: Vec<(Cell, Option<Cell>)> = (0..ring.len())
        .filter_map(|place| Some((ring[place]?, ring[(place + step) % ring.len()])))
        .filter(|(cell, _)| is_of(standing, *cell, side))
        .collect();
    let fits = |(from, to): &(Cell, Option<Cell>)| {
        may_leave(rules, standing, *from)
            && to.is_none_or(|to| may_come(rules, standing, *from, to))
    };
    if goings.is_empty() || !goings.iter().all(fits) {
        return None;
    }
    let (victims, after) = put(rules, standing, &goings, CaptureWay::Rotation)?;
    let ends = goings.iter().filter_map(|(_, to)| *to).collect();
    Some(Shift {
        from: holder,
        to: holder,
        how: How::Turns { clockwise },
        victims,
        after,
        ends,
    })
}

/// The cells that the side to move may send to another place, with each choice of those that go along.
fn travels(rules: &Rules, standing: &Standing) -> Vec<Shift> {
    let mut all = Vec::new();
    for rule in &rules.variant.rules {
        let Rule::Travel(rule) = rule else { continue };
        for from in rule
            .ring
            .iter()
            .filter(|cell| !standing.absent.contains(cell))
        {
            if controls(rules, standing, rule, *from) {
                let ends: BTreeSet<Cell> = places(standing, rule, *from).into_iter().collect();
                ends.iter()
                    .for_each(|to| all.extend(travel(rules, standing, rule, *from, *to)));
            }
        }
    }
    all
}

/// The nearest place on either side of the ring where no cell lies.
fn places(standing: &Standing, rule: &TravelRule, from: Cell) -> Vec<Cell> {
    let at = rule
        .ring
        .iter()
        .position(|cell| *cell == from)
        .expect("a place of the ring");
    let ahead: Vec<Cell> = rule.ring[at + 1..]
        .iter()
        .chain(&rule.ring[..at])
        .copied()
        .collect();
    let is_free = |cell: &&Cell| standing.absent.contains(cell);
    [ahead.iter().find(is_free), ahead.iter().rev().find(is_free)]
        .into_iter()
        .flatten()
        .copied()
        .collect()
}

fn beside(rules: &Rules, rule: &TravelRule, cell: Cell) -> Vec<(padma_rules::model::Dir, Cell)> {
    let next = |dir: &padma_rules::model::Dir| Some((*dir, rules.variant.board.next(cell, *dir)?));
    rule.near.iter().filter_map(next).collect()
}

fn controls(rules: &Rules, standing: &Standing, rule: &TravelRule, cell: Cell) -> bool {
    let mut zone = vec![cell];
    zone.extend(beside(rules, rule, cell).into_iter().map(|(_, cell)| cell));
    zone.retain(|cell| standing.pieces.contains_key(cell) && may_leave(rules, standing, *cell));
    let own = zone
        .iter()
        .filter(|cell| is_of(standing, **cell, standing.side()))
        .count();
    own > zone.len() - own
}

fn travel(
    rules: &Rules,
    standing: &Standing,
    rule: &TravelRule,
    from: Cell,
    to: Cell,
) -> Vec<Shift> {
    let board = &rules.variant.board;
    let (mut bound, mut free) = (Vec::new(), Vec::new());
    if standing.pieces.contains_key(&from) {
        bound.push((from, Some(to)));
    }
    for (dir, cell) in beside(rules, rule, from) {
        let going = (cell, board.next(to, dir));
        let touches = |(_, other): &(_, Cell)| *other != from && !standing.absent.contains(other);
        let touches_another = beside(rules, rule, cell).iter().any(touches);
        if !standing.pieces.contains_key(&cell) {
            continue;
        } else if !touches_another {
            bound.push(going);
        } else if is_of(standing, cell, standing.side()) {
            free.push(going);
        }
    }
    let mut absent: CellSet = standing.absent.iter().copied().collect();
    absent = absent - board.of_kind(CellKind::Point) - CellSet::from_iter([to]);
    absent.insert(from);
    let absent: BTreeSet<Cell> = board.with_corners(absent).iter().collect();
    let mut all = Vec::new();
    for choice in 0..1_usize << free.len() {
        let mut goings = bound.clone();
        goings.extend(
            free.iter()
                .enumerate()
                .filter(|(place, _)| choice >> place & 1 == 1)
                .map(|(_, going)| *going),
        );
        let left: BTreeSet<Cell> = goings.iter().map(|(from, _)| *from).collect();
        let fits = |(from, to): &(Cell, Option<Cell>)| {
            let is_free = |to: &Cell| !standing.pieces.contains_key(to) || left.contains(to);
            to.as_ref().is_some_and(is_free)
                && is_bound_well(rules, standing, *from, standing.pieces[from], None)
        };
        if !goings.iter().all(fits) {
            continue;
        }
        let Some((victims, mut after)) = put(rules, standing, &goings, CaptureWay::Movement) else {
            continue;
        };
        after.absent = absent.clone();
        let ends: Vec<Cell> = goings.iter().filter_map(|(_, to)| *to).collect();
        if ends
            .iter()
            .all(|end| is_bound_well(rules, &after, *end, after.pieces[end], None))
        {
            all.push(Shift {
                from,
                to,
                how: How::Travels,
                victims,
                after,
                ends,
            });
        }
    }
    all
}
