//! Threats: for a cell, the lines of a move table along which a man standing there could ever be taken.
//!
//! They are what a search for check starts from: most men of a position have no line to the King at all, and
//! a line tells which cells it depends on. Webs and trips have no
//! threats: see [`MoveTable::takes_off_lines`].

use super::lay::MoveTable;
use super::lines::Line;
use super::pattern::Stop;
use super::program::Transition;
use super::walk::enemy_of;
use crate::model::{Cell, Occupant, Position};

/// A line from a man's cell to that of his victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    pub origin: Cell,
    pub target: Cell,
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

/// The states of a walk before a cell and behind it, kept from line to line.
#[derive(Default)]
struct Room {
    states: Vec<u16>,
    after: Vec<u16>,
}

impl MoveTable {
    /// All threats, by origin.
    pub fn threats(&self) -> Vec<Threat> {
        let mut threats = Vec::new();
        let mut room = Room::default();
        for (origin, (start, end)) in self.lines_from.iter() {
            for line in &self.lines[*start as usize..*end as usize] {
                self.threats_along(line, origin, &mut room, &mut threats);
            }
        }
        threats
    }

    /// The threats to the cells of one line.
    fn threats_along(&self, line: &Line, origin: Cell, room: &mut Room, threats: &mut Vec<Threat>) {
        let program = &self.programs[usize::from(line.head.program)];
        let prey = enemy_of(self.side);
        // The states in which the walk may come to a cell, whoever stands on the way.
        let Room { states, after } = room;
        states.clear();
        states.push(0);
        let (mut jumps, mut clear) = (true, true);
        for end in line.start..line.end {
            let entry = self.entries[end as usize];
            let takes = |state: &u16| program.transition(*state, entry.sort, prey).stop == Stop::Capture;
            if states.iter().any(takes) {
                let path = match (jumps, clear) {
                    _ if !states.iter().all(takes) => Path::Other,
                    (true, _) => Path::Jump,
                    (false, true) => Path::Clear,
                    (false, false) => Path::Other,
                };
                let (program, start, first_move) = (line.head.program, line.start, line.head.first_move);
                threats.push(Threat { origin, target: entry.cell, first_move, path, program, start, end });
            }
            after.clear();
            for state in states.iter() {
                let who = [Occupant::Nobody, Occupant::White, Occupant::Black];
                let next = who.map(|who| program.transition(*state, entry.sort, who).next);
                jumps &= next.iter().all(|other| *other == next[0]);
                clear &= next[0] != Transition::END && next[1..] == [Transition::END; 2];
                for next in next.into_iter().filter(|next| *next != Transition::END) {
                    if !after.contains(&next) {
                        after.push(next);
                    }
                }
            }
            std::mem::swap(states, after);
        }
    }

    /// The cells between a threat's origin and its target, in order.
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
