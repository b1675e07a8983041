//! Automata: what a straight leg does with the cells it enters, independent of any board.
//!
//! A walk enters one cell after another. Each edge of its current state says what the entered cell
//! must be like, whether the walk may stop there, and in which state it goes on. An edge does not
//! say which direction a step may take: along a ray it is the direction of the step before, in a
//! step graph any direction of the leg. To one component each cell of a board is of one of three
//! [`Sort`]s: cells it may land on, cells it passes over whatever is on them, and the others.
//! Where the cells inside a single leap matter they are entered too, with the sort `Over`.
//!
//! ```text
//! slide along X     0: any L· m→1; any Lx c; any O→1. 1: keep, the same
//! leap 2 along Y    0: any LO→1. 1: keep L· m; keep Lx c
//! wander ring       0: any L· m→1; any Lx c; any O→1. 1: any, the same
//! R                 0: any L· m→1; any Lx c; any O→0. 1: keep, the same
//! nA                0: any O·→0; any L· m; any Lx c
//! pR                0: any L·→1; any L+x→2. 1: keep, the same. 2: keep L· m→2; keep Lx c
//! ```

use super::landing::enemy_of;
use crate::model::{Occupant, Side, grid};
use crate::movement::MAX_NUMBER;
use crate::movement::leg::{
    Bend, Component, Content, End, EndAction, Hop, Lame, Leap, Leg, LegWay, Length, Motion,
};

/// The cells inside a single leap that a walk enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    /// None.
    Skipped,
    /// Those on the straight line from its start to its end.
    Straight,
    /// Those on the straight line, all of which must exist, or the leap is impossible.
    Paved,
    /// The first on the longer side, which must exist.
    OrthogonalFirst,
}

impl Inside {
    pub(crate) fn of(leg: &Leg, open_to_en_passant: bool) -> Inside {
        match leg.lame {
            Lame::Straight => Inside::Paved,
            Lame::OrthogonalFirst => Inside::OrthogonalFirst,
            Lame::No if leg.hop == Hop::Inside || open_to_en_passant => Inside::Straight,
            Lame::No => Inside::Skipped,
        }
    }

    /// Whether every cell inside must exist.
    pub(crate) fn must_exist(self) -> bool {
        matches!(self, Inside::Paved | Inside::OrthogonalFirst)
    }

    /// Returns the cells inside a leap, as offsets from its start.
    pub(crate) fn cells(self, leap: Leap) -> Vec<Leap> {
        let (wide, high) = (leap.x.unsigned_abs(), leap.y.unsigned_abs());
        match self {
            Inside::Skipped => Vec::new(),
            Inside::OrthogonalFirst if wide > high && high > 0 => vec![Leap {
                x: leap.x.signum(),
                y: 0,
            }],
            Inside::OrthogonalFirst if high > wide && wide > 0 => vec![Leap {
                x: 0,
                y: leap.y.signum(),
            }],
            Inside::Straight | Inside::Paved | Inside::OrthogonalFirst => {
                let parts = divisor(wide, high).max(1) as i16;
                let (x, y) = (leap.x / parts, leap.y / parts);
                (1..parts)
                    .map(|part| Leap {
                        x: x * part,
                        y: y * part,
                    })
                    .collect()
            }
        }
    }
}

fn divisor(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Whether an automaton can represent a leg, along rays or on a step graph.
pub(super) fn has_automaton(leg: &Leg) -> bool {
    matches!(leg.bend, Bend::Straight | Bend::Free)
        && !matches!(leg.way, LegWay::Turns { .. })
        && ![Length::Same, Length::UpTo(0)].contains(&leg.length)
        && !leg.wraps
        && only_moves_and_takes(&leg.end)
}

/// Whether an end puts no piece elsewhere, and does not depend on which are royal.
fn only_moves_and_takes(end: &End) -> bool {
    end.content == Content::Any && !end.may(EndAction::Unload)
}

/// Whether legs make one path of single leaps over empty cells: a lame leap by any way.
pub(super) fn is_path(legs: &[Leg]) -> bool {
    let Some((last, earlier @ [_, ..])) = legs.split_last() else {
        return false;
    };
    legs.iter().all(Leg::is_single_leap)
        && earlier.iter().all(|leg| leg.end == End::PASSING)
        && only_moves_and_takes(&last.end)
}

/// Whether every walk of these components goes straight on, along one direction or by one leap.
pub fn keeps_to_lines(components: &[Component]) -> bool {
    components.iter().all(|component| match &component.motion {
        Motion::Legs(legs) => {
            matches!(&legs[..], [leg] if has_automaton(leg) && leg.bend != Bend::Free)
        }
        Motion::Anywhere(_) => false,
        Motion::Distance { .. } | Motion::Castling(_) | Motion::Drop(_) => true,
    })
}

/// Splits the end of a leg in two if it both moves to empty cells and captures en passant: an edge
/// has only one [`Stop`] for an empty cell.
pub(super) fn split_en_passant(end: End) -> Vec<End> {
    let without_en_passant = End {
        en_passant: false,
        ..end
    };
    let en_passant = End {
        empty: None,
        enemy: None,
        own: None,
        ..end
    };
    match (end.empty, end.en_passant) {
        (Some(_), true) => vec![without_en_passant, en_passant],
        _ => vec![end],
    }
}

/// A state machine for the walk of a straight leg. State 0 is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub states: Vec<Vec<Edge>>,
}

impl Automaton {
    /// Returns the automaton that goes over empty cells to the last cell of a path.
    pub(crate) fn path(end: End) -> Automaton {
        let mut edges = vec![over(EMPTY, 0)];
        edges.extend(landing(end, None));
        Automaton {
            states: vec![edges],
        }
    }

    /// Returns the automaton of a straight leg with this end.
    pub(crate) fn of(leg: &Leg, end: End) -> Automaton {
        let step = if let LegWay::Directions { step, .. } = leg.way {
            step
        } else {
            1
        };
        // Without a bound the walk stays in the states of the second leap forever.
        let (leaps, bound) = match leg.length {
            Length::UpTo(most) => (most.min(MOST_LEAPS), true),
            Length::Unlimited | Length::Same => (2, false),
        };
        let phases = if matches!(leg.hop, Hop::Never | Hop::SkipFirst) {
            1
        } else {
            2
        };
        let state = |leap: u16, phase: u16| (leap * phases + phase) * step;
        let mut states: Vec<Vec<Edge>> = Vec::new();
        for leap in 0..leaps {
            let after = if bound { leap + 1 } else { 1 };
            let next = |phase| (after < leaps).then(|| state(after, phase));
            for phase in 0..phases {
                for _ in 1..step {
                    let next = Some(states.len() as u16 + 1);
                    let sorts = &[Sort::Landing, Sort::Over];
                    states.push(vec![Edge {
                        sorts,
                        accepts: EMPTY | PIECE,
                        stop: Stop::No,
                        next,
                    }]);
                }
                let at = LegState {
                    leg,
                    end,
                    leap,
                    phase,
                };
                let mut edges = at.inner(state(leap, phase), state(leap, 1), next(phase));
                edges.extend(at.outer(next));
                states.push(edges);
            }
        }
        Automaton { states }.reachable()
    }

    /// Removes the states that no walk can be in.
    fn reachable(self) -> Automaton {
        let mut reached: Vec<u16> = vec![0];
        let mut at = 0;
        while let Some(state) = reached.get(at).copied() {
            at += 1;
            for next in self.states[usize::from(state)]
                .iter()
                .filter_map(|edge| edge.next)
            {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        reached.sort_unstable();
        let place = |state: u16| {
            reached
                .iter()
                .position(|other| *other == state)
                .unwrap_or_default() as u16
        };
        let renamed = |edge: &Edge| Edge {
            next: edge.next.map(place),
            ..*edge
        };
        let states = reached.iter().map(|state| {
            self.states[usize::from(*state)]
                .iter()
                .map(renamed)
                .collect()
        });
        Automaton {
            states: states.collect(),
        }
    }
}

/// The most leaps that a straight leg can make. No ray on any board is longer.
const MOST_LEAPS: u16 = {
    let widest = grid::MAX_SIDE as u16 + 2 * grid::FURTHEST as u16;
    if widest > MAX_NUMBER {
        widest
    } else {
        MAX_NUMBER
    }
};

/// The place of an automaton in its leg: which leap comes next, and whether the hurdle is passed
/// (1) or not (0).
struct LegState<'a> {
    leg: &'a Leg,
    end: End,
    leap: u16,
    phase: u16,
}

impl LegState<'_> {
    /// Returns the edges into cells that are passed over whatever is on them. On a leg along
    /// directions such a cell counts as a step, like any other cell. In a leap such cells lie
    /// inside it: their edges lead from a state to itself, or to the same state with the hurdle
    /// passed.
    fn inner(&self, here: u16, hurdled: u16, next: Option<u16>) -> Vec<Edge> {
        match (&self.leg.way, self.leg.lame, self.leg.hop) {
            (LegWay::Directions { .. }, ..) => next
                .map(|next| over(EMPTY | PIECE, next))
                .into_iter()
                .collect(),
            (_, Lame::No, Hop::Inside) if here == hurdled => vec![over(EMPTY | ABSENT, here)],
            (_, Lame::No, Hop::Inside) => {
                vec![over(EMPTY | ABSENT, here), over(PIECE, hurdled)]
            }
            (_, Lame::No, _) => vec![over(EMPTY | PIECE | ABSENT, here)],
            (_, Lame::Straight | Lame::OrthogonalFirst, _) => vec![over(EMPTY, here)],
        }
    }

    /// Returns the edges into the cells that leaps lead to. `next` gives the following state,
    /// without a hurdle (0) or with one (1).
    fn outer(&self, next: impl Fn(u16) -> Option<u16>) -> Vec<Edge> {
        let end = self.end;
        let pass = |accepts, next| Edge {
            sorts: &[Sort::Landing],
            accepts,
            stop: Stop::No,
            next,
        };
        let approach = |own_only| {
            let hurdle = if own_only { OWN } else { PIECE };
            vec![pass(EMPTY, next(0)), pass(hurdle, next(1))]
        };
        match (self.leg.hop, self.phase) {
            (Hop::SkipFirst, _) if self.leap == 0 => vec![pass(EMPTY | PIECE, next(0))],
            (Hop::Never | Hop::SkipFirst, _) => landing(end, next(0)),
            (Hop::Beyond { own_only } | Hop::Next { own_only }, 0) => approach(own_only),
            (Hop::Beyond { .. }, _) => landing(end, next(1)),
            (Hop::Next { .. }, _) => landing(end, None),
            (Hop::Inside, 0) => Vec::new(),
            (Hop::Inside, _) => landing(end, next(0)),
        }
    }
}

/// Returns the edge over a cell that the walk passes.
fn over(accepts: Occupants, next: u16) -> Edge {
    Edge {
        sorts: &[Sort::Over],
        accepts,
        stop: Stop::No,
        next: Some(next),
    }
}

/// Returns the edges into a cell where a walk may stop. Only from an empty cell does it go on, in
/// the state `next`.
fn landing(end: End, next: Option<u16>) -> Vec<Edge> {
    let edge = |accepts, stop, next| Edge {
        sorts: &[Sort::Landing],
        accepts,
        stop,
        next,
    };
    let free = match (end.empty, end.en_passant) {
        (Some(_), _) => Stop::Move,
        (None, true) => Stop::EnPassant,
        (None, false) => Stop::No,
    };
    let mut edges = vec![edge(EMPTY, free, next)];
    let takes = |action| action == Some(EndAction::Take);
    if takes(end.enemy) {
        edges.push(edge(ENEMY, Stop::Capture, None));
    }
    if takes(end.own) {
        edges.push(edge(OWN, Stop::Capture, None));
    }
    edges
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The sorts of cell it may enter: `Landing`, `Over` or both.
    pub sorts: &'static [Sort],
    /// The occupants that cell may have. With `ABSENT` the walk may leap over the place of an
    /// absent cell.
    pub accepts: Occupants,
    pub stop: Stop,
    /// The state the walk goes on in, if it goes on.
    pub next: Option<u16>,
}

/// What a cell is to a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Landing,
    Over,
    /// Entered like a `Landing` cell, but the walk does not stop there.
    Elsewhere,
}

impl Sort {
    pub(crate) const ALL: [Sort; 3] = [Sort::Landing, Sort::Over, Sort::Elsewhere];
}

/// A set of bits: what may stand on a cell, as seen by the moving piece. One bit stands for an
/// absent cell.
pub(super) type Occupants = u8;
pub(super) const EMPTY: Occupants = 1;
pub(super) const OWN: Occupants = 2;
pub(super) const ENEMY: Occupants = 4;
pub(super) const OWN_ROYAL: Occupants = 8;
pub(super) const ENEMY_ROYAL: Occupants = 16;
pub(super) const ROYAL: Occupants = OWN_ROYAL | ENEMY_ROYAL;
pub(super) const PIECE: Occupants = OWN | ENEMY | ROYAL;
pub(super) const ABSENT: Occupants = 32;

/// Returns the bits of an occupant. A piece may or may not be royal, so both its bits are set.
#[inline]
pub(super) fn occupant_bits(occupant: Occupant, side: Side) -> Occupants {
    match occupant {
        Occupant::Empty => EMPTY,
        Occupant::Absent => ABSENT,
        occupant if occupant == enemy_of(side) => ENEMY | ENEMY_ROYAL,
        _ => OWN | OWN_ROYAL,
    }
}

/// What a walk may do on the cell it has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// The move does not end here.
    No,
    /// The move may end here.
    Move,
    /// The piece on the cell is captured.
    Capture,
    /// The walk may end here by capturing en passant, if an enemy has just passed over this cell.
    EnPassant,
}
