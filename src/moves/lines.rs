//! Lines: from an origin in each direction the cells in the order a walk enters them, up to the last it
//! could stop on. Those of one origin are laid together, when somebody first walks from there: of most tables
//! only few origins are ever asked for.

use std::sync::OnceLock;

use super::pattern::{Inside, Sort, Stop};
use super::program::Program;
use crate::model::{Board, Cell, CellSet, Dir, PerCell, SetPerCell, Side};
use crate::movement::betza::Leap;

/// A cell as a walk enters it, and what it is to the strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub cell: Cell,
    pub sort: u8,
}

/// A run of entries; it begins where the line before it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    head: Head,
    end: u32,
}

/// What the lines of one strand have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub program: u16,
    pub first_move: bool,
    /// Whether the man may be taken on the cells it went over.
    pub open_to_en_passant: bool,
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
    /// One of these leaps after another on one sheet; also the cells where they may end, if not on every cell.
    Leaps(Vec<Stride>, Option<CellSet>),
    /// For each origin straight to each of these cells; also what each cell is to the strand.
    Straight(SetPerCell, PerCell<u8>),
}

/// A leap, and the cells inside it that a walk enters.
#[derive(Clone, Debug)]
pub(super) struct Stride {
    leap: Leap,
    within: Vec<Leap>,
    /// Whether all of those must be there.
    paved: bool,
}

impl Stride {
    pub fn new(leap: Leap, inside: Inside) -> Stride {
        Stride { leap, within: inside.cells(leap), paved: inside.must_be_there() }
    }
}

/// The lanes that begin on a cell, each with its program.
pub(super) fn lanes_from<'a>(
    origin: Cell,
    lanes: &'a [Lane],
    programs: &'a [Program],
) -> impl Iterator<Item = (&'a Lane, &'a Program)> + Clone {
    let from_here = lanes.iter().filter(move |lane| lane.origins.contains(origin));
    from_here.map(|lane| (lane, &programs[usize::from(lane.head.program)]))
}

/// Whoever goes along the lines of a lane.
pub(super) trait Trace {
    /// Enters a cell, and says whether to go on along the line.
    fn enter(&mut self, cell: Cell, sort: u8) -> bool;

    /// The line leads no further.
    fn end(&mut self);
}

impl Lane {
    /// Goes along each line from an origin, as far as its program may lead.
    pub fn trace(&self, origin: Cell, program: &Program, (board, side): (&Board, Side), by: &mut impl Trace) {
        let most = program.longest.unwrap_or(board.len());
        match &self.along {
            Along::Steps(dirs, sorts) => {
                for dir in dirs {
                    // A ring leads back to its origin; no other line meets a cell twice.
                    let next = |cell: &Cell| board.next(*cell, *dir).filter(|next| *next != origin);
                    for cell in std::iter::successors(next(&origin), next).take(most) {
                        if !by.enter(cell, sorts[cell]) {
                            break;
                        }
                    }
                    by.end();
                }
            }
            Along::Leaps(strides, ends_on) => {
                let sort = |cell: Cell| match ends_on {
                    Some(cells) if !cells.contains(cell) => Sort::Elsewhere as u8,
                    _ => Sort::Landing as u8,
                };
                for sheet in board.sheets() {
                    let to = |cell, leap| board.leap(cell, leap, sheet, side);
                    for stride in strides {
                        stride.trace(origin, most, to, sort, by);
                        by.end();
                    }
                }
            }
            Along::Straight(targets, sorts) => {
                for cell in targets.of(origin).iter() {
                    by.enter(cell, sorts[cell]);
                    by.end();
                }
            }
        }
    }

    /// How many lines there are from an origin in the middle of a board of one sheet.
    fn ways(&self) -> usize {
        match &self.along {
            Along::Steps(dirs, _) => dirs.len(),
            Along::Leaps(strides, _) => strides.len(),
            Along::Straight(..) => 0,
        }
    }
}

impl Stride {
    /// Leap after leap.
    fn trace(
        &self,
        origin: Cell,
        most: usize,
        to: impl Fn(Cell, Leap) -> Option<Cell>,
        sort: impl Fn(Cell) -> u8,
        by: &mut impl Trace,
    ) {
        let (mut cell, mut entered) = (origin, 0);
        while let Some(next) = to(cell, self.leap).filter(|next| *next != origin) {
            if self.paved && self.within.iter().any(|part| to(cell, *part).is_none()) {
                return;
            }
            for over in self.within.iter().filter_map(|part| to(cell, *part)) {
                entered += 1;
                if !by.enter(over, Sort::Over as u8) {
                    return;
                }
            }
            entered += 1;
            if !by.enter(next, sort(next)) || entered >= most {
                return;
            }
            cell = next;
        }
    }
}

/// Lines of one strand, one behind the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub head: Head,
    /// Whether each of them is a single cell.
    pub single: bool,
    /// Behind its last line, and behind that one's last entry.
    lines: u32,
    entries: u32,
}

/// All lines from one origin.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    pub lines: Box<[Line]>,
    pub entries: Box<[Entry]>,
    runs: Box<[Run]>,
    /// See [`Lines::overlap`].
    overlap: OnceLock<bool>,
}

impl Lines {
    /// Lays the lines of each lane that begins on the origin, in their order.
    pub fn lay(origin: Cell, lanes: &[Lane], programs: &[Program], ground: (&Board, Side)) -> Lines {
        let from_here = lanes_from(origin, lanes, programs);
        // Just what most men have, so that nothing need grow or shrink.
        let length = |program: &Program| program.longest.map_or(USUAL_LENGTH, |most| most.min(USUAL_LENGTH));
        let lines = from_here.clone().map(|(lane, _)| lane.ways()).sum();
        let entries = from_here.clone().map(|(lane, program)| lane.ways() * length(program)).sum();
        let (mut lines, mut entries) = (Vec::with_capacity(lines), Vec::with_capacity(entries));
        let several = ground.0.sheets().nth(1).is_some();
        for (lane, program) in from_here {
            let start = entries.len();
            let first = several.then_some((lines.len(), start));
            let (lines, entries) = (&mut lines, &mut entries);
            let mut laying = Laying { head: lane.head, program, first, start, lines, entries };
            lane.trace(origin, program, ground, &mut laying);
        }
        let runs = runs(&lines);
        Lines { lines: lines.into(), entries: entries.into(), runs, overlap: OnceLock::new() }
    }

    /// The lines run by run, each run with its entries and its lines, which divide them.
    #[inline]
    pub fn runs(&self) -> impl Iterator<Item = (Run, &[Entry], impl Iterator<Item = &[Entry]>)> {
        let (mut line, mut entry) = (0, 0);
        self.runs.iter().map(move |run| {
            let (lines, entries) = (line..run.lines as usize, entry..run.entries as usize);
            (line, entry) = (lines.end, entries.end);
            let mut start = entries.start;
            let divided = self.lines[lines].iter().map(move |line| {
                let own = start..line.end as usize;
                start = own.end;
                &self.entries[own]
            });
            (*run, &self.entries[entries], divided)
        })
    }

    /// Each line with the cells it enters.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Head, &[Entry])> + Clone {
        divided(&self.lines, &self.entries, 0)
    }

    /// Whether two of them may lead to the same landing, by the programs they were laid for.
    #[inline]
    pub fn overlap(&self, programs: &[Program]) -> bool {
        *self.overlap.get_or_init(|| self.meet(programs))
    }

    #[inline(never)]
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
        meet(!0) && [Stop::Move, Stop::Capture, Stop::EnPassant].into_iter().any(|stop| meet(1 << stop as u8))
    }
}

/// Puts lines of one strand that follow each other together, if all of them are single cells or none is.
fn runs(lines: &[Line]) -> Box<[Run]> {
    let mut runs: Vec<Run> = Vec::new();
    let mut start = 0;
    for (place, line) in (1..).zip(lines) {
        let single = line.end == start + 1;
        start = line.end;
        match runs.last_mut().filter(|run| run.single == single && run.head == line.head) {
            Some(run) => (run.lines, run.entries) = (place, line.end),
            None => runs.push(Run { head: line.head, single, lines: place, entries: line.end }),
        }
    }
    runs.into()
}

/// Each line with its entries, the first of which begin at `start`.
#[inline]
fn divided<'a>(
    lines: &'a [Line],
    entries: &'a [Entry],
    mut start: usize,
) -> impl ExactSizeIterator<Item = (Head, &'a [Entry])> + Clone {
    lines.iter().map(move |line| {
        let own = start..line.end as usize;
        start = own.end;
        (line.head, &entries[own])
    })
}

/// How many cells a line has that leads on to the edge, more or less.
const USUAL_LENGTH: usize = 4;

/// The lines of an origin so far.
struct Laying<'a> {
    head: Head,
    program: &'a Program,
    /// Where the lines and the entries of its lane begin, if two of them may be one: sheets share lines.
    first: Option<(usize, usize)>,
    /// Where the entries of the line begin that is being laid.
    start: usize,
    lines: &'a mut Vec<Line>,
    entries: &'a mut Vec<Entry>,
}

impl Trace for Laying<'_> {
    #[inline]
    fn enter(&mut self, cell: Cell, sort: u8) -> bool {
        self.entries.push(Entry { cell, sort });
        true
    }

    /// Keeps the entries that are of use, unless another line of the lane has the same.
    fn end(&mut self) {
        let start = self.start;
        if self.entries.len() == start {
            return;
        }
        let useful = self.program.use_of(self.entries[start..].iter().map(|entry| entry.sort));
        self.entries.truncate(start + useful);
        let (before, new) = self.entries.split_at(start);
        let is_there = |(line, entry): (usize, usize)| {
            divided(&self.lines[line..], before, entry).any(|(_, cells)| cells == new)
        };
        if self.first.is_some_and(is_there) {
            self.entries.truncate(start);
        } else if useful > 0 {
            self.start = self.entries.len();
            self.lines.push(Line { head: self.head, end: self.start as u32 });
        }
    }
}
