//! A move table taken apart, for a walker outside this program. A strand by itself is walked as
//! [`Walker`](super::Walker) walks the whole table; what a man reaches is the union over all strands. Knows no
//! file format.

use super::lines::Entry;
use super::pattern::{Sort, Stop};
use super::program::Transition;
use super::table::MoveTable;
use super::trip::{LaidLeg, Starts, Stride, Trip};
use crate::model::{Cell, CellSet, Occupant, PerCell, Side};
use crate::movement::betza::{End, Hop, Length};

/// One strand of a move table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidStrand {
    /// Only for a man that has not moved.
    pub first_move: bool,
    /// Twelve for each state: for each sort of cell what happens where nobody, an own piece or an enemy stands, and
    /// where the cell is absent.
    pub transitions: Vec<LaidTransition>,
    /// For each cell the place of its sort in [`Sort::ALL`], unless it lies inside a leap; that of a cell never
    /// entered means nothing.
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
    Lines(PerCell<Vec<Vec<LineCell>>>),
    /// The origins, and the neighbours of each cell.
    Web { origins: CellSet, near: PerCell<CellSet> },
}

/// A cell of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineCell {
    pub cell: Cell,
    /// Whether it lies inside a leap here, and so is of the sort `Over`, whatever it is to other lines.
    pub inside: bool,
}

/// A trip of a move table, as a graph of leaps: which leap a leg may begin with, and which may follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidTrip {
    /// Only for a man that has not moved.
    pub first_move: bool,
    /// The cells to any of which the only leg leads in one leap; else the leaps of the first leg.
    pub starts: TripStarts,
    pub legs: Vec<TripLeg>,
    pub leaps: Vec<TripLeap>,
    /// The cells where it may end, if not on every cell.
    pub ends_on: Option<CellSet>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TripStarts {
    Anywhere(Vec<Cell>),
    Leaps(Vec<usize>),
}

/// What holds for a whole leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripLeg {
    pub length: Length,
    pub hop: Hop,
    /// Whether the cells inside its leaps must be there and empty.
    pub lame: bool,
    /// Whether it turns to the other side each time.
    pub crooked: bool,
    /// Whether it may come to its first leap again, and then ends.
    pub circles: bool,
    pub end: End,
}

/// One leap of a leg in one direction, with what the course knows there of its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TripLeap {
    /// Where it leads from each cell.
    pub to: PerCell<Option<Cell>>,
    pub inside: Vec<PerCell<Option<Cell>>>,
    /// With which leaps the next leg may begin when this one was the last of its leg.
    pub then: Vec<usize>,
    /// For a leg that bends the leap that follows when it turns to the left, and to the right.
    pub bends: Option<[Option<usize>; 2]>,
}

impl MoveTable {
    /// The courses that are walked leg by leg.
    pub fn trips(&self) -> Vec<LaidTrip> {
        self.trips.iter().map(|trip| LeapGraph::of(self, trip)).collect()
    }

    /// The strands that offer some cell of the board.
    pub fn strands(&self) -> Vec<LaidStrand> {
        (0..self.programs.len()).filter_map(|program| self.strand(program)).collect()
    }

    fn strand(&self, program: usize) -> Option<LaidStrand> {
        let transitions = self.transitions(program);
        let web = self.webs.iter().position(|web| usize::from(web.head.program) == program);
        if let Some(index) = web {
            let (sorts, way) = self.web(index);
            return Some(LaidStrand {
                first_move: self.webs[index].head.first_move,
                transitions,
                sorts,
                way,
            });
        }
        let all = (0..self.cells()).flat_map(|cell| self.lines(Cell::new(cell)).iter());
        let (head, _) = all.into_iter().find(|(head, _)| usize::from(head.program) == program)?;
        let (sorts, way) = self.lines_of(program);
        Some(LaidStrand { first_move: head.first_move, transitions, sorts, way })
    }

    fn web(&self, index: usize) -> (PerCell<u8>, Way) {
        let web = &self.webs[index];
        let mut sorts = PerCell::from_fn(self.cells(), |_| 0);
        let near = PerCell::from_fn(self.cells(), |cell| {
            let (start, end) = web.near[cell];
            let entries = &self.neighbours[start as usize..end as usize];
            entries.iter().for_each(|entry| sorts[entry.cell] = entry.sort);
            entries.iter().map(|entry| entry.cell).collect()
        });
        (sorts, Way::Web { origins: web.origins, near })
    }

    fn lines_of(&self, program: usize) -> (PerCell<u8>, Way) {
        let own = |origin: Cell| {
            let lines = self.lines(origin).iter();
            lines.filter(|(head, _)| usize::from(head.program) == program).map(|(_, entries)| entries)
        };
        let all = || (0..self.cells()).flat_map(|cell| own(Cell::new(cell))).flatten();
        // A cell inside one leap may be the end of another.
        let mut sorts: PerCell<Option<u8>> = PerCell::from_fn(self.cells(), |_| None);
        let over = Sort::Over as u8;
        all().filter(|entry| entry.sort != over).for_each(|entry| sorts[entry.cell] = Some(entry.sort));
        let vary = all().any(|entry| entry.sort == over && sorts[entry.cell].is_some());
        let inside = |entry: &Entry| vary && entry.sort == over;
        let cells = |entries: &[Entry]| {
            let cell = |entry: &Entry| LineCell { cell: entry.cell, inside: inside(entry) };
            entries.iter().map(cell).collect()
        };
        let lines = PerCell::from_fn(self.cells(), |cell| own(cell).map(cells).collect());
        if !vary {
            all().for_each(|entry| sorts[entry.cell] = Some(entry.sort));
        }
        let sort = |cell| sorts[cell].unwrap_or(Sort::Landing as u8);
        (PerCell::from_fn(self.cells(), sort), Way::Lines(lines))
    }

    fn transitions(&self, program: usize) -> Vec<LaidTransition> {
        let program = &self.programs[program];
        let [own, enemy] = match self.side {
            Side::White => [Occupant::White, Occupant::Black],
            Side::Black => [Occupant::Black, Occupant::White],
        };
        let occupants = [Occupant::Nobody, own, enemy, Occupant::Absent];
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

/// The leaps of a trip that can be come to, with the leg they belong to.
struct LeapGraph {
    found: Vec<(usize, Stride)>,
}

impl LeapGraph {
    fn of(table: &MoveTable, trip: &Trip) -> LaidTrip {
        let mut graph = LeapGraph { found: Vec::new() };
        let starts = match &trip.starts {
            Starts::Anywhere(cells) => TripStarts::Anywhere(cells.clone()),
            Starts::Strides(strides) => TripStarts::Leaps(graph.places(0, strides)),
        };
        let mut leaps = Vec::new();
        while let Some((index, stride)) = graph.found.get(leaps.len()).copied() {
            let leg = &trip.legs[index];
            let next = trip.legs.get(index + 1).map_or(&[] as &[Stride], |next| next.starts(stride.heading));
            let then = graph.places(index + 1, next);
            let mut bend = |side| leg.bend(stride, side).map(|stride| graph.place(index, stride));
            let bends = (!leg.bends.is_empty()).then(|| [bend(0), bend(1)]);
            let cells = table.cells();
            let inner = table.leaps.rows_inside(stride.leap);
            leaps.push(TripLeap {
                to: PerCell::from_fn(cells, |cell| table.leaps.to(stride.leap, cell)),
                inside: inner.map(|row| PerCell::from_fn(cells, |cell| table.leaps.at(row, cell))).collect(),
                then,
                bends,
            });
        }
        let leg = |leg: &LaidLeg| {
            let LaidLeg { length, hop, lame, crooked, circles, end, .. } = *leg;
            TripLeg { length, hop, lame, crooked, circles, end }
        };
        let (first_move, legs) = (trip.first_move, trip.legs.iter().map(leg).collect());
        LaidTrip { first_move, starts, legs, leaps, ends_on: table.ends_on().copied() }
    }

    fn places(&mut self, leg: usize, strides: &[Stride]) -> Vec<usize> {
        strides.iter().map(|stride| self.place(leg, *stride)).collect()
    }

    fn place(&mut self, leg: usize, stride: Stride) -> usize {
        let known = self.found.iter().position(|found| *found == (leg, stride));
        known.unwrap_or_else(|| {
            self.found.push((leg, stride));
            self.found.len() - 1
        })
    }
}
