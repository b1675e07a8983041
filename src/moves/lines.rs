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
    /// Adds a line of cells, up to the longest of its walks; false if they could stop nowhere.
    pub fn add(
        &mut self,
        head: Head,
        program: &Program,
        origin: Cell,
        path: impl Iterator<Item = Entry>,
    ) -> bool {
        let start = self.entries.len();
        self.entries.extend(path.take(program.longest.unwrap_or(usize::MAX)));
        self.cut(head, program, origin, start)
    }

    /// Makes a line of the entries from `start` on, as far as they are of use.
    fn cut(&mut self, head: Head, program: &Program, origin: Cell, start: usize) -> bool {
        let useful = program.use_of(self.entries[start..].iter().map(|entry| entry.sort));
        self.entries.truncate(start + useful);
        if useful > 0 {
            self.lines.push(Line { head, origin, start: start as u32, end: self.entries.len() as u32 });
        }
        useful > 0
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Takes the last line back if one of those from `first` on enters the same cells: two sheets may share a line.
    pub fn drop_repetition(&mut self, first: usize) {
        let cells = |line: &Line| &self.entries[line.start as usize..line.end as usize];
        if let Some((last, earlier)) = self.lines[first..].split_last()
            && earlier.iter().any(|line| cells(line) == cells(last))
        {
            self.entries.truncate(last.start as usize);
            self.lines.pop();
        }
    }

    /// Adds the lines of each of some leaps, made one after another on one sheet, and returns the origins
    /// that have one.
    pub fn add_leaps(
        &mut self,
        head: Head,
        program: &Program,
        origins: CellSet,
        (leaps, inside): (&[Leap], Inside),
        (board, side): (&Board, Side),
    ) -> CellSet {
        let rows = |(sheet, leap): (Sheet, &Leap)| {
            let row = |leap| PerCell::from_fn(board.len(), |cell| board.leap(cell, leap, sheet, side));
            LeapRows {
                leap: row(*leap),
                inside: inside.cells(*leap).into_iter().map(row).collect(),
                must_be_there: inside.must_be_there(),
            }
        };
        let on_sheets = board.sheets().flat_map(|sheet| leaps.iter().map(move |leap| (sheet, leap)));
        let rows: Vec<LeapRows> = on_sheets.map(rows).collect();
        let most = program.longest.unwrap_or(board.len());
        let several_sheets = board.sheets().nth(1).is_some();
        let mut offered = CellSet::EMPTY;
        for origin in origins.iter() {
            let first = self.lines.len();
            for rows in &rows {
                let start = self.entries.len();
                rows.line(origin, most, &mut self.entries);
                if self.cut(head, program, origin, start) {
                    offered.insert(origin);
                    if several_sheets {
                        self.drop_repetition(first);
                    }
                }
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
        let Lines { lines, entries } = self.in_order(&from);
        let mut overlap = Overlap { seen: PerCell::from_fn(cells, |_| (None, 0)), origins: CellSet::EMPTY };
        for line in &lines {
            let program = &programs[usize::from(line.head.program)];
            for entry in &entries[line.start as usize..line.end as usize] {
                overlap.enter(line.origin, entry.cell, program.stops(entry.sort));
            }
        }
        Gathered { lines, entries, from, overlapping: overlap.origins }
    }

    /// The same in the order of the origins, of which each has its run among the lines.
    fn in_order(mut self, from: &PerCell<(u32, u32)>) -> Lines {
        if self.lines.is_sorted_by_key(|line| line.origin) {
            self.lines.shrink_to_fit();
            self.entries.shrink_to_fit();
            return self;
        }
        let mut next = PerCell::from_fn(from.len(), |cell| from[cell].0 as usize);
        let mut order = vec![0_u32; self.lines.len()];
        for (place, line) in self.lines.iter().enumerate() {
            order[next[line.origin]] = place as u32;
            next[line.origin] += 1;
        }
        let mut entries = Vec::with_capacity(self.entries.len());
        let mut lines = Vec::with_capacity(order.len());
        for line in order.into_iter().map(|place| self.lines[place as usize]) {
            let start = entries.len() as u32;
            entries.extend_from_slice(&self.entries[line.start as usize..line.end as usize]);
            lines.push(Line { start, end: entries.len() as u32, ..line });
        }
        Lines { lines, entries }
    }
}

/// Where a leap leads from each cell.
struct LeapRows {
    leap: PerCell<Option<Cell>>,
    /// The cells inside it that matter.
    inside: Vec<PerCell<Option<Cell>>>,
    /// Whether there is no leap where one of them is missing.
    must_be_there: bool,
}

impl LeapRows {
    /// The cells of so many entries at most, leap after leap.
    fn line(&self, origin: Cell, most: usize, entries: &mut Vec<Entry>) {
        let (start, mut cell) = (entries.len(), origin);
        while let Some(next) = self.leap[cell].filter(|next| *next != origin) {
            let before = entries.len();
            for row in &self.inside {
                entries.extend(row[cell].map(|cell| Entry { cell, sort: Sort::Over as u8 }));
            }
            if self.must_be_there && entries.len() - before < self.inside.len() {
                entries.truncate(before);
                break;
            }
            entries.push(Entry { cell: next, sort: Sort::Landing as u8 });
            cell = next;
            if entries.len() - start >= most {
                break;
            }
        }
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
