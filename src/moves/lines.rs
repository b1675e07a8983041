//! Lines: for each origin and direction the cells in the order a walk enters them, up to the last it
//! could stop on.

use super::courses::Inside;
use super::pattern::Sort;
use super::program::Program;
use crate::model::{Board, Cell, CellSet, PerCell, Sheet, Side};
use crate::movement::betza::Leap;

/// A cell as a walk enters it, and what it is to the strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub cell: Cell,
    pub sort: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub head: Head,
    pub origin: Cell,
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

/// Lines being gathered, in any order of their origins.
#[derive(Debug, Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    entries: Vec<Entry>,
}

/// All lines, those of one origin together, and their entries likewise.
#[derive(Debug)]
pub(super) struct Gathered {
    pub lines: Vec<Line>,
    pub entries: Vec<Entry>,
    /// For each origin its run in `lines`.
    pub from: PerCell<(u32, u32)>,
    /// The origins from which two lines may lead to the same landing.
    pub overlapping: CellSet,
}

impl Lines {
    /// Adds a line; false if its walk could stop nowhere.
    pub fn add(&mut self, head: Head, program: &Program, origin: Cell, path: &[Entry]) -> bool {
        let start = self.entries.len();
        self.entries.extend_from_slice(path);
        self.cut(head, program, origin, start)
    }

    /// Makes a line of the entries from `start` on, as far as they are of use.
    fn cut(&mut self, head: Head, program: &Program, origin: Cell, start: usize) -> bool {
        let useful = program.useful(self.entries[start..].iter().map(|entry| entry.sort)).last();
        self.end(head, origin, start, useful.unwrap_or(0))
    }

    fn end(&mut self, head: Head, origin: Cell, start: usize, useful: usize) -> bool {
        self.entries.truncate(start + useful);
        if useful > 0 {
            self.lines.push(Line { head, origin, start: start as u32, end: self.entries.len() as u32 });
        }
        useful > 0
    }

    /// Adds the lines of equal leaps on one sheet one after another, and returns the origins that have one.
    pub fn add_leaps(
        &mut self,
        head: Head,
        program: &Program,
        origins: CellSet,
        (leap, inside): (Leap, Inside),
        (board, sheet, side): (&Board, Sheet, Side),
    ) -> CellSet {
        let row = |leap| PerCell::from_fn(board.len(), |cell| board.leap(cell, leap, sheet, side));
        let inner: Vec<PerCell<Option<Cell>>> = inside.cells(leap).into_iter().map(row).collect();
        let outer = row(leap);
        let over = std::iter::repeat_n(Sort::Over, inner.len());
        let sorts = over.chain([Sort::Landing]).cycle().map(|sort| sort as u8);
        // The same for every origin, unless a cell inside is missing.
        let useful: Vec<usize> = program.useful(sorts.take(board.len())).collect();
        let most = useful.last().copied().unwrap_or(0);
        let mut offered = CellSet::EMPTY;
        for origin in origins.iter() {
            let start = self.entries.len();
            let (mut cell, mut missing) = (origin, false);
            while let Some(next) = outer[cell].filter(|next| *next != origin) {
                let before = self.entries.len();
                for row in &inner {
                    match row[cell] {
                        Some(cell) => self.entries.push(Entry { cell, sort: Sort::Over as u8 }),
                        None => missing = true,
                    }
                }
                if missing && inside.must_be_there() {
                    self.entries.truncate(before);
                    missing = false;
                    break;
                }
                self.entries.push(Entry { cell: next, sort: Sort::Landing as u8 });
                cell = next;
                if self.entries.len() - start >= most {
                    break;
                }
            }
            let added = match self.entries.len() - start {
                0 => false,
                _ if missing => self.cut(head, program, origin, start),
                length => self.end(head, origin, start, useful[length - 1]),
            };
            if added {
                offered.insert(origin);
            }
        }
        offered
    }

    /// Brings the lines in the order of their origins; those of one origin stay in theirs.
    pub fn gather(self, programs: &[Program], cells: usize) -> Gathered {
        let mut counts = PerCell::from_fn(cells, |_| 0_u32);
        self.lines.iter().for_each(|line| counts[line.origin] += 1);
        let mut behind = 0;
        let from = PerCell::from_fn(cells, |cell| {
            behind += counts[cell];
            (behind - counts[cell], behind)
        });
        let mut next = PerCell::from_fn(cells, |cell| from[cell].0 as usize);
        let mut order = vec![0_u32; self.lines.len()];
        for (place, line) in self.lines.iter().enumerate() {
            order[next[line.origin]] = place as u32;
            next[line.origin] += 1;
        }
        let mut entries = Vec::with_capacity(self.entries.len());
        let mut lines = Vec::with_capacity(order.len());
        let mut overlap = Overlap { seen: PerCell::from_fn(cells, |_| (None, 0)), origins: CellSet::EMPTY };
        for line in order.into_iter().map(|place| self.lines[place as usize]) {
            let program = &programs[usize::from(line.head.program)];
            let start = entries.len() as u32;
            for entry in &self.entries[line.start as usize..line.end as usize] {
                overlap.enter(line.origin, entry.cell, program.stops(entry.sort));
                entries.push(*entry);
            }
            lines.push(Line { start, end: entries.len() as u32, ..line });
        }
        Gathered { lines, entries, from, overlapping: overlap.origins }
    }
}

/// Where the lines of one origin after another may stop.
struct Overlap {
    /// For each cell the last origin from which it was entered, and the stops there, a bit for each.
    seen: PerCell<(Option<Cell>, u8)>,
    origins: CellSet,
}

impl Overlap {
    fn enter(&mut self, origin: Cell, cell: Cell, stops: u8) {
        let seen = &mut self.seen[cell];
        let before = if seen.0 == Some(origin) { seen.1 } else { 0 };
        if before & stops != 0 {
            self.origins.insert(origin);
        }
        *seen = (Some(origin), before | stops);
    }
}
