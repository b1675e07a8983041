//! Moves of several legs along directions of a board, walked word by word: what a leg takes is really
//! lifted from a copy of the position.

use std::collections::BTreeSet;

use super::{Landed, Law, Seen};
use padma_rules::model::{Board, Cell, Dir, Position};
use padma_rules::movement::{Action, Course, Limit, ThenLeg, Via};

/// How far a piece has come.
struct Journey {
    /// Everybody else.
    position: Position,
    cell: Cell,
    going: Option<Dir>,
    taken: Vec<Cell>,
}

/// Every way in which a piece may land by a verb and those that follow it.
pub(super) fn landings(
    law: &Law<'_, '_>,
    action: &Action,
    limits: &[Limit],
    then: &[ThenLeg],
) -> BTreeSet<Landed> {
    let mut position = law.position.clone();
    position.put(law.mover.cell, None);
    let start = Journey {
        position,
        cell: law.mover.cell,
        going: None,
        taken: Vec::new(),
    };
    let later = then.iter().map(|leg| (&leg.action, &leg.limits[..]));
    let legs: Vec<_> = std::iter::once((action, limits)).chain(later).collect();
    let mut journeys = vec![start];
    for (place, (action, limits)) in legs.iter().enumerate() {
        let is_last = place + 1 == legs.len();
        journeys = journeys
            .iter()
            .flat_map(|journey| leg(law, journey, action, limits, is_last))
            .collect();
    }
    let may_stand = |cell| law.ground.ends_on.is_none_or(|cells| cells.contains(cell));
    journeys
        .into_iter()
        .filter(|journey| may_stand(journey.cell))
        .map(|journey| Landed {
            to: journey.cell,
            taken: journey.taken,
            carried: Vec::new(),
            en_passant: Vec::new(),
        })
        .collect()
}

fn leg(
    law: &Law<'_, '_>,
    journey: &Journey,
    action: &Action,
    limits: &[Limit],
    is_last: bool,
) -> Vec<Journey> {
    let (via, most) = match action {
        Action::Step(via) => (via, 1),
        Action::Slide(via) => {
            let up_to = limits.iter().find_map(|limit| match limit {
                Limit::UpTo(most) => Some(*most),
                _ => None,
            });
            (via, up_to.unwrap_or(u16::MAX))
        }
        _ => panic!("{action} has no further leg"),
    };
    let only_to_capture = limits.contains(&Limit::OnlyToCapture);
    // On the way a piece takes only where it must.
    let takes = only_to_capture || is_last && !limits.contains(&Limit::OnlyToMove);
    let mut ends = Vec::new();
    for dir in directions(law, via, journey.going) {
        let mut cell = journey.cell;
        for _ in 0..most {
            let Some(next) = law.next(cell, dir) else {
                break;
            };
            cell = next;
            let mut end = Journey {
                position: journey.position.clone(),
                cell,
                going: Some(dir),
                taken: journey.taken.clone(),
            };
            let seen = law.seen_on(&journey.position, cell);
            if seen == Seen::Enemy && takes {
                end.position.put(cell, None);
                end.taken.push(cell);
                ends.push(end);
            } else if seen == Seen::Nobody && !only_to_capture {
                ends.push(end);
            }
            if seen != Seen::Nobody || cell == journey.cell {
                break;
            }
        }
    }
    ends
}

fn directions(law: &Law<'_, '_>, via: &Via, going: Option<Dir>) -> Vec<Dir> {
    let mut dirs = law.dirs(via);
    match (via.course, going) {
        (Course::Onward, going) => dirs = going.into_iter().collect(),
        (Course::Outward, Some(going)) => {
            let board = law.ground.board;
            let has_heading = |dir| board.direction(dir).heading.is_some();
            dirs.retain(|dir| {
                has_heading(going)
                    && has_heading(*dir)
                    && product(usual_way(board, going), usual_way(board, *dir)) > 500
            });
        }
        _ => {}
    }
    dirs
}

fn product(a: [i64; 3], b: [i64; 3]) -> i64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// The way that a direction leads from most cells, as its parts in hundredths of its length;
/// by the numbers of files, ranks and levels where a board has them. Of two that are as frequent, the one
/// with the smaller parts.
fn usual_way(board: &Board, dir: Dir) -> [i64; 3] {
    let place = |cell: Cell| {
        let on_sheet = board.sheets().find_map(|sheet| {
            let (x, y) = board.lattice(sheet).place(cell)?;
            Some([f64::from(x), f64::from(y), sheet.index() as f64])
        });
        let centre = board.info(cell).centre;
        on_sheet.unwrap_or([centre.x, centre.y, 0.0])
    };
    let mut ways: Vec<[i64; 3]> = Vec::new();
    for from in board.cells() {
        let Some(to) = board.next(from, dir) else {
            continue;
        };
        let (from, to) = (place(from), place(to));
        let parts = [0, 1, 2].map(|axis| to[axis] - from[axis]);
        let length = parts[0].hypot(parts[1]).hypot(parts[2]);
        ways.push(parts.map(|part| (part / length * 100.0).round() as i64));
    }
    ways.sort_unstable();
    let mut usual = ([0; 3], 0);
    for run in ways.chunk_by(|a, b| a == b) {
        if run.len() > usual.1 {
            usual = (run[0], run.len());
        }
    }
    usual.0
}
