//! A move table taken apart, for a walker outside this program. A strand by itself is walked as
//! [`Walker`](super::Walker) walks the whole table; what a man reaches is the union over all strands. Knows no
//! file format.

use super::lay::MoveTable;
use super::lines::Entry;
use super::pattern::{Sort, Stop};
use super::program::Transition;
use crate::model::{Cell, CellSet, Occupant, PerCell, Side};

/// One strand of a move table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidStrand {
    /// Only for a man that has not moved.
    pub first_move: bool,
    /// Nine for each state: for each sort of cell what happens where nobody, an own man or an enemy stands.
    pub transitions: Vec<LaidTransition>,
    /// For each cell the place of its sort in [`Sort::ALL`]; that of a cell never entered means nothing.
    pub sorts: PerCell<u8>,
    pub way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidTransition {
    pub stop: Stop,
    /// The state the walk goes on in, if it goes on.
    pub next: Option<u16>,
}

/// The cells a strand enters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// For each origin its lines, each with its cells in the order they are entered.
    Lines(PerCell<Vec<Vec<Cell>>>),
    /// The origins, and the neighbours of each cell.
    Web { origins: CellSet, near: PerCell<CellSet> },
}

impl MoveTable {
    /// The strands that offer some cell of the board.
    pub fn strands(&self) -> Vec<LaidStrand> {
        (0..self.programs.len()).filter_map(|program| self.strand(program)).collect()
    }

    fn strand(&self, program: usize) -> Option<LaidStrand> {
        let cells = self.lines_from.len();
        let mut sorts = PerCell::from_fn(cells, |_| 0);
        let mut enter = |entries: &[Entry]| -> Vec<Cell> {
            entries.iter().for_each(|entry| sorts[entry.cell] = entry.sort);
            entries.iter().map(|entry| entry.cell).collect()
        };
        let web = self.webs.iter().position(|web| usize::from(web.head.program) == program);
        let (first_move, way) = if let Some(index) = web {
            let web = &self.webs[index];
            let near = PerCell::from_fn(cells, |cell| {
                enter(run(&self.neighbours, web.near[cell])).into_iter().collect()
            });
            let starts =
                self.webs_from.iter().filter(|(_, webs)| webs.iter().any(|w| usize::from(*w) == index));
            (web.head.first_move, Way::Web { origins: starts.map(|(cell, _)| cell).collect(), near })
        } else {
            let own = |(start, end): (u32, u32)| {
                let lines = &self.lines[start as usize..end as usize];
                lines.iter().filter(|line| usize::from(line.head.program) == program)
            };
            let first = self.lines.iter().find(|line| usize::from(line.head.program) == program)?;
            let first_move = first.head.first_move;
            let lines = |cell| {
                own(self.lines_from[cell])
                    .map(|line| enter(run(&self.entries, (line.start, line.end))))
                    .collect()
            };
            (first_move, Way::Lines(PerCell::from_fn(cells, lines)))
        };
        Some(LaidStrand { first_move, transitions: self.transitions(program), sorts, way })
    }

    fn transitions(&self, program: usize) -> Vec<LaidTransition> {
        let program = &self.programs[program];
        // Nobody, own men, enemies.
        let occupants = match self.side {
            Side::White => [Occupant::Nobody, Occupant::White, Occupant::Black],
            Side::Black => [Occupant::Nobody, Occupant::Black, Occupant::White],
        };
        let mut transitions = Vec::new();
        for state in 0..program.states() as u16 {
            for sort in Sort::ALL {
                for occupant in occupants {
                    let Transition { stop, next } = program.transition(state, sort as u8, occupant);
                    let next = (next != Transition::END).then_some(next);
                    transitions.push(LaidTransition { stop, next });
                }
            }
        }
        transitions
    }
}

fn run(entries: &[Entry], (start, end): (u32, u32)) -> &[Entry] {
    &entries[start as usize..end as usize]
}
