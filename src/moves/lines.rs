//! Lines: from an origin in each direction the cells in the order a walk enters them, up to the last it
//! could stop on. Those of one origin are laid together, when somebody first walks from there: of most tables
//! only few origins are ever asked for.

use std::sync::OnceLock;

use super::courses::Inside;
use super::pattern::{Sort, Stop};
use super::program::Program;
use crate::model::{Board, Cell, CellSet, Dir, PerCell, SetPerCell, Sheet, Side};
use crate::movement::betza::Leap;

/// A cell as a walk enters it, and what it is to the strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub cell: Cell,
    pub sort: u8,
}

/// A run of entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub head: Head,
    pub start: u32,
    pub end: u32,
}

/// What the lines of one strand have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub program: u16,
    pub first_move: bool,
    /// Whether the man may be taken on the cells it went over.
    pub can_be_passed: bool,
}

/// What the lines of one strand are laid along.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub head: Head,
    pub origins: CellSet,
    pub along: Along,
}

#[derive(Clone, Debug)]
pub(super) enum Along {
    /// Step by step in each of these directions; also what each cell is to the strand.
    Steps(Vec<Dir>, PerCell<u8>),
    /// One of these leaps after another on one sheet.
    Leaps(Vec<Leap>, Inside),
    /// For each origin straight to each of these cells; also what each cell is to the strand.
    Straight(SetPerCell, PerCell<u8>),
}

impl Along {
    /// How many lines there are from an origin in the middle of a board of one sheet.
    fn ways(&self) -> usize {
        match self {
            Along::Steps(dirs, _) => dirs.len(),
            Along::Leaps(leaps, _) => leaps.len(),
            Along::Straight(..) => 0,
        }
    }
}

/// All lines from one origin.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub lines: Box<[Line]>,
    pub entries: Box<[Entry]>,
    /// See [`Lines::overlap`].
    overlap: OnceLock<bool>,
}

impl Lines {
    /// Lays the lines of each lane that begins on the origin, in their order.
    pub fn lay(origin: Cell, lanes: &[Lane], programs: &[Program], (board, side): (&Board, Side)) -> Lines {
        let program = |head: Head| &programs[usize::from(head.program)];
        let from_here = || lanes.iter().filter(|lane| lane.origins.contains(origin));
        // Just what most men have, so that nothing need grow or shrink.
        let length =
            |lane: &Lane| program(lane.head).longest.map_or(USUAL_LENGTH, |most| most.min(USUAL_LENGTH));
        let lines = from_here().map(|lane| lane.along.ways()).sum();
        let entries = from_here().map(|lane| lane.along.ways() * length(lane)).sum();
        let (lines, entries) = (Vec::with_capacity(lines), Vec::with_capacity(entries));
        let mut laying = Laying { board, side, origin, lines, entries };
        from_here().for_each(|lane| laying.lane(lane, program(lane.head)));
        let Laying { lines, entries, .. } = laying;
        Lines { lines: lines.into(), entries: entries.into(), overlap: OnceLock::new() }
    }

    /// Each line with the cells it enters.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Head, &[Entry])> + Clone {
        self.lines.iter().map(|line| (line.head, &self.entries[line.start as usize..line.end as usize]))
    }

    /// Whether two of them may lead to the same landing, by the programs they were laid for.
    #[inline]
    pub fn overlap(&self, programs: &[Program]) -> bool {
        *self.overlap.get_or_init(|| self.meet(programs))
    }

    fn meet(&self, programs: &[Program]) -> bool {
        let stops = self.iter().flat_map(|(head, entries)| {
            let program = &programs[usize::from(head.program)];
            entries.iter().map(|entry| (entry.cell, program.stops(entry.sort)))
        });
        let meet = |ways: u8| {
            let mut met = CellSet::EMPTY;
            stops.clone().filter(|(_, stops)| stops & ways != 0).any(|(cell, _)| {
                let again = met.contains(cell);
                met.insert(cell);
                again
            })
        };
        // Seldom do two of them stop on one cell at all.
        meet(!0) && [Stop::Move, Stop::Capture, Stop::Passing].into_iter().any(|stop| meet(1 << stop as u8))
    }
}

/// How many cells a line has that leads on to the edge, more or less.
const USUAL_LENGTH: usize = 4;

/// The lines of an origin so far.
struct Laying<'a> {
    board: &'a Board,
    side: Side,
    origin: Cell,
    lines: Vec<Line>,
    entries: Vec<Entry>,
}

impl Laying<'_> {
    fn lane(&mut self, lane: &Lane, program: &Program) {
        let (board, origin) = (self.board, self.origin);
        let most = program.longest.unwrap_or(board.len());
        let first = self.lines.len();
        match &lane.along {
            Along::Steps(dirs, sorts) => {
                for dir in dirs {
                    let start = self.entries.len();
                    // A ring leads back to its origin; no other line meets a cell twice.
                    let next = |cell: &Cell| board.next(*cell, *dir).filter(|next| *next != origin);
                    let cells = std::iter::successors(next(&origin), next).take(most);
                    self.entries.extend(cells.map(|cell| Entry { cell, sort: sorts[cell] }));
                    self.cut(lane.head, program, start, first);
                }
            }
            Along::Leaps(leaps, inside) => {
                for (sheet, leap) in
                    board.sheets().flat_map(|sheet| leaps.iter().map(move |leap| (sheet, leap)))
                {
                    let start = self.entries.len();
                    self.leaps(*leap, *inside, sheet, most);
                    self.cut(lane.head, program, start, first);
                }
            }
            Along::Straight(targets, sorts) => {
                for cell in targets.of(origin).iter() {
                    let start = self.entries.len();
                    self.entries.push(Entry { cell, sort: sorts[cell] });
                    self.cut(lane.head, program, start, first);
                }
            }
        }
    }

    /// The cells of so many entries at most, leap after leap.
    fn leaps(&mut self, leap: Leap, inside: Inside, sheet: Sheet, most: usize) {
        let (start, mut cell) = (self.entries.len(), self.origin);
        let within = inside.cells(leap);
        let to = |cell, leap| self.board.leap(cell, leap, sheet, self.side);
        while let Some(next) = to(cell, leap).filter(|next| *next != self.origin) {
            let before = self.entries.len();
            for part in &within {
                self.entries.extend(to(cell, *part).map(|cell| Entry { cell, sort: Sort::Over as u8 }));
            }
            if inside.must_be_there() && self.entries.len() - before < within.len() {
                self.entries.truncate(before);
                break;
            }
            self.entries.push(Entry { cell: next, sort: Sort::Landing as u8 });
            cell = next;
            if self.entries.len() - start >= most {
                break;
            }
        }
    }

    /// Makes a line of the entries from `start` on, as far as they are of use; but not if one of those from
    /// `first` on enters the same cells, as two sheets may share a line.
    fn cut(&mut self, head: Head, program: &Program, start: usize, first: usize) {
        if self.entries.len() == start {
            return;
        }
        let useful = program.use_of(self.entries[start..].iter().map(|entry| entry.sort));
        self.entries.truncate(start + useful);
        if useful == 0 {
            return;
        }
        let (before, new) = self.entries.split_at(start);
        let cells = |line: &Line| &before[line.start as usize..line.end as usize];
        if self.board.sheets().nth(1).is_some() && self.lines[first..].iter().any(|line| cells(line) == new) {
            self.entries.truncate(start);
        } else {
            self.lines.push(Line { head, start: start as u32, end: self.entries.len() as u32 });
        }
    }
}
