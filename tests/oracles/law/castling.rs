//! Castlings: those that rules name, and the castling steps of Betza's notation.

use std::collections::BTreeSet;

use padma_rules::model::{Cell, Dir, KindId, Mover, Rule, Side};
use padma_rules::movement::ClauseKind;
use padma_rules::movement::leg::{CastlingMotion, Leap, Motion};
use padma_rules::reach::Rules;

use super::{How, Played, counting, is_frozen, is_royal};
use crate::oracles::standing::Standing;

/// The castlings of the side to move; whether the king is safe in the end is asked as of any move.
pub(super) fn castlings(rules: &Rules, standing: &Standing) -> Vec<Played> {
    let mut all = Vec::new();
    for rule in &rules.variant.rules {
        let Rule::Castling(rule) = rule else { continue };
        let movers = rule.movers.of(standing.side());
        let leader = movers
            .iter()
            .find(|mover| is_royal(rules, mover.kind))
            .or(movers.first());
        all.extend(
            leader.and_then(|leader| castle(rules, standing, movers, *leader, How::Castles)),
        );
    }
    for (from, (side, kind)) in standing
        .pieces
        .iter()
        .filter(|(_, piece)| piece.0 == standing.side())
    {
        for movers in steps_of(rules, *kind)
            .iter()
            .flat_map(|step| pairs(rules, standing, (*from, *side, *kind), step))
        {
            all.extend(castle(rules, standing, &movers, movers[0], How::Goes));
        }
    }
    all
}

/// The castlings that may still come about, by the cells of their pieces.
pub(super) fn rights(rules: &Rules, standing: &Standing) -> BTreeSet<Vec<(Cell, Cell)>> {
    let standing = &standing.without_nobodys(rules);
    let mut all = BTreeSet::new();
    let ways = |movers: &[Mover]| {
        movers
            .iter()
            .map(|mover| (mover.from, mover.to))
            .collect::<Vec<_>>()
    };
    for side in Side::BOTH {
        let castlings = rules.variant.rules.iter().filter_map(|rule| match rule {
            Rule::Castling(rule) => Some(rule.movers.of(side)),
            _ => None,
        });
        let may_come = |mover: &Mover| super::stands(rules, (side, mover.kind), mover.to);
        let stand = |movers: &&Vec<Mover>| {
            movers
                .iter()
                .all(|mover| is_ready(standing, side, mover) && may_come(mover))
        };
        all.extend(castlings.filter(stand).map(|movers| ways(movers)));
    }
    for (from, (side, kind)) in &standing.pieces {
        for movers in steps_of(rules, *kind)
            .iter()
            .flat_map(|step| pairs(rules, standing, (*from, *side, *kind), step))
        {
            if movers.iter().all(|mover| is_ready(standing, *side, mover)) {
                all.insert(ways(&movers));
            }
        }
    }
    all
}

fn is_ready(standing: &Standing, side: Side, mover: &Mover) -> bool {
    standing.unmoved.contains(&mover.from)
        && standing.pieces.get(&mover.from) == Some(&(side, mover.kind))
}

fn castle(
    rules: &Rules,
    standing: &Standing,
    movers: &[Mover],
    leader: Mover,
    how: How,
) -> Option<Played> {
    let side = standing.side();
    let own: BTreeSet<Cell> = movers.iter().map(|mover| mover.from).collect();
    let is_open = |cell: &Cell| {
        !standing.absent.contains(cell)
            && (own.contains(cell) || !standing.pieces.contains_key(cell))
    };
    for mover in movers {
        let way = way(rules, mover);
        if !is_ready(standing, side, mover)
            || is_frozen(rules, standing, mover.from)
            || !way.iter().all(is_open)
        {
            return None;
        }
        let between = &way[..way.len().saturating_sub(1)];
        let is_attacked = |cell: &Cell| {
            let mut there = standing.clone();
            there.pieces.remove(&mover.from);
            there.pieces.insert(*cell, (side, mover.kind));
            in_check_on(rules, &there, *cell, side)
        };
        let may_be_attacked =
            !is_royal(rules, mover.kind) || super::is_exempt(rules, standing, side);
        if !may_be_attacked && [mover.from].iter().chain(between).any(is_attacked) {
            return None;
        }
    }
    let mut after = standing.clone();
    for mover in movers {
        after.pieces.remove(&mover.from);
        after.unmoved.retain(|cell| {
            ![mover.from, mover.to].contains(cell) || mover.from == mover.to && *cell != mover.from
        });
    }
    after
        .pieces
        .extend(movers.iter().map(|mover| (mover.to, (side, mover.kind))));
    (after.en_passant, after.black) = (None, !standing.black);
    let counts = movers
        .iter()
        .any(|mover| counting(rules).contains(&mover.kind));
    let gone = movers.iter().filter(|mover| mover.from != mover.to);
    Some(Played {
        castles: true,
        came: gone.map(|mover| mover.to).collect(),
        after,
        counts,
        ..Played::plain(Some(leader.from), leader.to, how, Some(leader.kind))
    })
}

/// Whether the king on a cell is attacked, were it the only one.
fn in_check_on(rules: &Rules, standing: &Standing, cell: Cell, side: Side) -> bool {
    let mut alone = standing.clone();
    alone.en_passant = None;
    super::is_attacked(rules, &alone, cell, side.other())
}

/// The cells a piece comes over, the last included. Of several directions the one with the most steps is taken, so that no
/// cell is left out; but one that leads there the other way round, by the steps back, is no other direction.
fn way(rules: &Rules, mover: &Mover) -> Vec<Cell> {
    let board = &rules.variant.board;
    let along = |dir: Dir| -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        let mut at = mover.from;
        while at != mover.to || cells.is_empty() {
            at = board.next(at, dir).filter(|next| !cells.contains(next))?;
            cells.push(at);
        }
        Some(cells)
    };
    if mover.from == mover.to {
        return vec![mover.to];
    }
    let ways: Vec<Vec<Cell>> = board
        .directions()
        .filter_map(|(dir, _)| along(dir))
        .collect();
    // The way round a circle: both together are the whole of it.
    let is_long = |way: &&Vec<Cell>| {
        ways.iter().any(|other| {
            let closes = other.len() < way.len()
                && other.iter().filter(|cell| way.contains(cell)).count() == 1;
            closes && returns(rules, other[0], mover.from, way)
        })
    };
    let longest = ways
        .iter()
        .filter(|way| !is_long(way))
        .max_by_key(|way| way.len());
    longest.cloned().unwrap_or_else(|| vec![mover.to])
}

/// Whether the direction of a way leads from a cell beside its start to the start.
fn returns(rules: &Rules, beside: Cell, from: Cell, way: &[Cell]) -> bool {
    let board = &rules.variant.board;
    let leads = |(dir, _): (Dir, _)| {
        board.next(from, dir) == way.first().copied() && board.next(beside, dir) == Some(from)
    };
    board.directions().any(leads)
}

/// The castling steps in a piece's strings, and those of the pieces it names.
fn steps_of(rules: &Rules, kind: KindId) -> Vec<CastlingMotion> {
    let mut all = Vec::new();
    for clause in &rules.variant.kind(kind).movement.clauses {
        match &clause.kind {
            ClauseKind::Betza(betza) => all.extend(betza.components.iter().filter_map(
                |component| match component.motion {
                    Motion::Castling(step) => Some(step),
                    _ => None,
                },
            )),
            ClauseKind::Piece(word) => {
                all.extend(
                    rules
                        .variant
                        .kind_named(&word.text)
                        .into_iter()
                        .flat_map(|kind| steps_of(rules, kind)),
                );
            }
            ClauseKind::Action { .. } => {}
        }
    }
    all
}

/// A king and the piece that castles with it, towards each edge that its step names.
fn pairs(
    rules: &Rules,
    standing: &Standing,
    (from, side, kind): (Cell, Side, KindId),
    step: &CastlingMotion,
) -> Vec<[Mover; 2]> {
    let board = &rules.variant.board;
    let mut all = Vec::new();
    for (is_wanted, x) in [(step.left, -1), (step.right, 1)] {
        let on_sheet = |sheet| {
            let next = |cell: &Cell| board.leap(*cell, Leap { x, y: 0 }, sheet, side);
            let row: Vec<Cell> = std::iter::successors(next(&from), next).collect();
            let to = *row.get(usize::from(step.cells).checked_sub(1)?)?;
            let pieces: Vec<Cell> = row
                .iter()
                .rev()
                .filter(|cell| standing.pieces.contains_key(cell))
                .copied()
                .collect();
            let partner = *pieces.get(usize::from(step.skip))?;
            let is_at_edge = step.skip > 0 || row.last() == Some(&partner);
            let (_, other) = standing
                .pieces
                .get(&partner)
                .filter(|piece| piece.0 == side && is_at_edge)?;
            let behind = board.leap(to, Leap { x: -x, y: 0 }, sheet, side)?;
            Some([
                Mover { kind, from, to },
                Mover {
                    kind: *other,
                    from: partner,
                    to: behind,
                },
            ])
        };
        all.extend(
            is_wanted
                .then(|| board.sheets().find_map(on_sheet))
                .flatten(),
        );
    }
    all
}
