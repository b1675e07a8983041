//! Threats: for a cell, the rays of a move table along which a piece on it could ever capture
//! another.
//!
//! The search for check uses them: most pieces of a position have no ray to the King at all, and a
//! ray shows which cells it depends on. Step graphs and multi-leg moves have no threats: see
//! [`Walker::captures_off_lines`].

use super::automaton::Stop;
use super::landing::enemy_of;
use super::program::{Program, Transition};
use super::table::MoveTable;
#[cfg(doc)]
use super::walk::Walker;
use crate::model::{Cell, Occupant, Position};

/// A ray from a piece's cell to that of its victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threat {
    pub origin: Cell,
    /// Whether it exists only while the piece has not moved.
    pub first_move: bool,
    pub path: Path,
    program: u16,
    start: u32,
    /// The index of the victim's cell among the origin's entries.
    end: u32,
}

/// How a threat depends on what stands between origin and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// Not at all.
    Jump,
    /// All of them must be empty.
    Clear,
    /// In some other way.
    Other,
}

/// The threats from one cell.
#[derive(Clone, Debug)]
pub(crate) struct Threats {
    /// Sorted by target.
    threats: Vec<Threat>,
    /// For each cell where the threats to it begin; one more entry holds the end of the last.
    starts: Vec<u32>,
}

impl Threats {
    #[inline]
    pub(crate) fn to(&self, target: Cell) -> &[Threat] {
        let (start, end) = (self.starts[target.index()], self.starts[target.index() + 1]);
        &self.threats[start as usize..end as usize]
    }

    /// Returns the cells to which any of the threats leads.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.starts.len() - 1)
            .map(Cell::new)
            .filter(|target| !self.to(*target).is_empty())
    }
}

impl MoveTable {
    /// Returns all threats from a cell.
    pub(crate) fn threats(&self, origin: Cell) -> Threats {
        let mut threats = Vec::new();
        let mut states = States::default();
        let rays = self.rays(origin);
        let mut start = 0;
        for (head, ray) in rays.iter() {
            let program = &self.programs[usize::from(head.program)];
            states.begin();
            for (end, entry) in (start..).zip(ray) {
                let path = states.path(program, entry.sort, enemy_of(self.side));
                threats.extend(path.map(|path| Threat {
                    origin,
                    first_move: head.first_move,
                    path,
                    program: head.program,
                    start,
                    end,
                }));
                states.enter(program, entry.sort);
            }
            start += ray.len() as u32;
        }
        let target = |threat: &Threat| rays.entries[threat.end as usize].cell;
        threats.sort_by_key(target);
        let mut starts = vec![0; self.cell_count() + 1];
        threats
            .iter()
            .for_each(|threat| starts[target(threat).index() + 1] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        Threats { threats, starts }
    }

    /// Returns the cells between a threat's origin and its target, in order.
    #[inline]
    pub(crate) fn between(&self, threat: &Threat) -> impl Iterator<Item = Cell> + '_ {
        let entries = &self.rays(threat.origin).entries;
        entries[threat.start as usize..threat.end as usize]
            .iter()
            .map(|entry| entry.cell)
    }

    /// Whether the piece on a threat's origin could capture an enemy on its target now.
    #[inline]
    pub(crate) fn takes(&self, threat: &Threat, position: &Position) -> bool {
        match threat.path {
            _ if !self.barriers.is_empty() => self.walk_captures(threat, position),
            Path::Jump => true,
            Path::Clear => self
                .between(threat)
                .all(|cell| position.occupant(cell) == Occupant::Empty),
            Path::Other => self.walk_captures(threat, position),
        }
    }

    fn walk_captures(&self, threat: &Threat, position: &Position) -> bool {
        let program = &self.programs[usize::from(threat.program)];
        let entries = &self.rays(threat.origin).entries;
        let occupant = |cell| self.occupant_seen_by(position, threat.origin, cell);
        let mut state = 0;
        for entry in &entries[threat.start as usize..threat.end as usize] {
            state = program
                .transition(state, entry.sort, occupant(entry.cell))
                .next;
            if state == Transition::END {
                return false;
            }
        }
        let target = entries[threat.end as usize];
        if occupant(target.cell) == Occupant::Absent {
            return false;
        }
        program
            .transition(state, target.sort, enemy_of(self.side))
            .stop
            == Stop::Capture
    }
}

/// The states a walk may be in, for any pieces on the way so far, and how the threat depends on
/// those pieces. Reused from ray to ray.
#[derive(Default)]
struct States {
    now: Vec<u16>,
    after: Vec<u16>,
    /// Whether no piece on the way has made a difference.
    jumps: bool,
    /// Whether any piece on the way would have ended the walk.
    clear: bool,
}

impl States {
    fn begin(&mut self) {
        self.now.clear();
        self.now.push(0);
        (self.jumps, self.clear) = (true, true);
    }

    /// Passes over a cell, whatever is on it.
    fn enter(&mut self, program: &Program, sort: u8) {
        for state in self.now.drain(..) {
            let next = program
                .possible(state, sort)
                .map(|transition| transition.next);
            self.jumps &= next.iter().all(|other| *other == next[0]);
            self.clear &=
                next[0] != Transition::END && next[1..].iter().all(|next| *next == Transition::END);
            for next in next.into_iter().filter(|next| *next != Transition::END) {
                if !self.after.contains(&next) {
                    self.after.push(next);
                }
            }
        }
        std::mem::swap(&mut self.now, &mut self.after);
    }

    /// Returns how a capture on the next cell depends on the cells before it; `None` if nothing
    /// can ever be captured there.
    fn path(&self, program: &Program, sort: u8, captured: Occupant) -> Option<Path> {
        let takes = |state: &u16| program.transition(*state, sort, captured).stop == Stop::Capture;
        let (any, all) = (self.now.iter().any(takes), self.now.iter().all(takes));
        any.then_some(match (self.jumps, self.clear) {
            _ if !all => Path::Other,
            (true, _) => Path::Jump,
            (false, true) => Path::Clear,
            (false, false) => Path::Other,
        })
    }
}
