//! Threats: for a cell, the lines of a move table along which a man standing there could ever be taken.
//!
//! They are what a search for check starts from: most men of a position have no line to the King at all, and
//! a line tells which cells it depends on. Webs and trips have no threats: see [`MoveTable::takes_off_lines`].

use super::lay::MoveTable;
use super::lines::Entry;
use super::pattern::Stop;
use super::program::{Program, Transition};
use super::walk::enemy_of;
use crate::model::{Cell, Occupant, Position};

/// A line from a man's cell to that of his victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    pub origin: Cell,
    /// Only while the man has not moved.
    pub first_move: bool,
    pub path: Path,
    program: u16,
    start: u32,
    /// The place of the victim's cell among the table's entries.
    end: u32,
}

/// How the cells between the two matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Not at all.
    Jump,
    /// All of them must be empty.
    Clear,
    /// In some other way.
    Other,
}

impl MoveTable {
    /// All threats to a cell, by origin.
    pub fn threats(&self, target: Cell) -> Vec<Threat> {
        let mut threats = Vec::new();
        let mut states = States::default();
        let last = self.lines.last().map_or(0, |line| line.end as usize);
        let hits = self.entries[..last].iter().enumerate().filter(|(_, entry)| entry.cell == target);
        for (place, _) in hits {
            // The lines stand in the order of their entries.
            let line = self.lines[self.lines.partition_point(|line| line.end as usize <= place)];
            let program = &self.programs[usize::from(line.head.program)];
            let way = &self.entries[line.start as usize..=place];
            threats.extend(states.path(program, way, enemy_of(self.side)).map(|path| Threat {
                origin: line.origin,
                first_move: line.head.first_move,
                path,
                program: line.head.program,
                start: line.start,
                end: place as u32,
            }));
        }
        threats
    }

    /// The cells between a threat's origin and its target, in order.
    #[inline]
    pub fn between(&self, threat: &Threat) -> impl Iterator<Item = Cell> + '_ {
        self.entries[threat.start as usize..threat.end as usize].iter().map(|entry| entry.cell)
    }

    /// Whether the man on a threat's origin could take an enemy on its target now.
    #[inline]
    pub fn takes(&self, threat: &Threat, position: &Position) -> bool {
        match threat.path {
            Path::Jump => true,
            Path::Clear => self.between(threat).all(|cell| position.occupant(cell) == Occupant::Nobody),
            Path::Other => self.walks(threat, position),
        }
    }

    fn walks(&self, threat: &Threat, position: &Position) -> bool {
        let program = &self.programs[usize::from(threat.program)];
        let mut state = 0;
        for entry in &self.entries[threat.start as usize..threat.end as usize] {
            state = program.transition(state, entry.sort, position.occupant(entry.cell)).next;
            if state == Transition::END {
                return false;
            }
        }
        let target = self.entries[threat.end as usize];
        program.transition(state, target.sort, enemy_of(self.side)).stop == Stop::Capture
    }
}

/// The states a walk may be in before a cell and behind it, whoever stands on the way; kept for their room.
#[derive(Default)]
struct States {
    now: Vec<u16>,
    after: Vec<u16>,
}

impl States {
    /// How the cells before the last of a line matter to who stands on the last; `None` if he can never be taken.
    fn path(&mut self, program: &Program, way: &[Entry], prey: Occupant) -> Option<Path> {
        let (target, between) = way.split_last()?;
        self.now.clear();
        self.now.push(0);
        let (mut jumps, mut clear) = (true, true);
        for entry in between {
            for state in self.now.drain(..) {
                let next = program.possible(state, entry.sort).map(|transition| transition.next);
                jumps &= next.iter().all(|other| *other == next[0]);
                clear &= next[0] != Transition::END && next[1..].iter().all(|next| *next == Transition::END);
                for next in next.into_iter().filter(|next| *next != Transition::END) {
                    if !self.after.contains(&next) {
                        self.after.push(next);
                    }
                }
            }
            std::mem::swap(&mut self.now, &mut self.after);
        }
        let takes = |state: &u16| program.transition(*state, target.sort, prey).stop == Stop::Capture;
        let (some, all) = (self.now.iter().any(takes), self.now.iter().all(takes));
        some.then_some(match (jumps, clear) {
            _ if !all => Path::Other,
            (true, _) => Path::Jump,
            (false, true) => Path::Clear,
            (false, false) => Path::Other,
        })
    }
}
