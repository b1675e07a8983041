//! Threats: for a cell, the lines of a move table along which a man standing there could ever be taken.
//!
//! They are what a search for check starts from: most men of a position have no line to the King at all, and
//! a line tells which cells it depends on. Webs and trips have no
//! threats: see [`MoveTable::takes_off_lines`].

use super::lay::MoveTable;
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

impl MoveTable {
    /// All threats, by origin.
    pub fn threats(&self) -> Vec<Threat> {
        let mut threats = Vec::new();
        for (origin, (start, end)) in self.lines_from.iter() {
            for line in &self.lines[*start as usize..*end as usize] {
                for place in line.start..line.end {
                    let threat = Threat {
                        origin,
                        target: self.entries[place as usize].cell,
                        first_move: line.head.first_move,
                        path: Path::Other,
                        program: line.head.program,
                        start: line.start,
                        end: place,
                    };
                    threats.extend(self.path(&threat).map(|path| Threat { path, ..threat }));
                }
            }
        }
        threats
    }

    /// How the cells of a threat matter; `None` if it can never come true.
    fn path(&self, threat: &Threat) -> Option<Path> {
        let program = &self.programs[usize::from(threat.program)];
        let entries = &self.entries[threat.start as usize..threat.end as usize];
        let target = self.entries[threat.end as usize];
        let prey = enemy_of(self.side);
        // The states in which the walk may come to the victim, whoever stands on the way.
        let mut states = vec![0_u16];
        let (mut jumps, mut clear) = (true, true);
        for entry in entries {
            let mut after: Vec<u16> = Vec::new();
            for state in &states {
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
            states = after;
        }
        let takes = |state: &u16| program.transition(*state, target.sort, prey).stop == Stop::Capture;
        let (some, all) = (states.iter().any(takes), states.iter().all(takes));
        some.then_some(match (jumps, clear) {
            _ if !all => Path::Other,
            (true, _) => Path::Jump,
            (false, true) => Path::Clear,
            (false, false) => Path::Other,
        })
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
