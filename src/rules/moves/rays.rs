//! Rays: from an origin in each direction the cells in the order a walk enters them, up to the last it
//! could stop on. Those of one origin are laid together, when a walk first begins there: of most tables
//! only few origins are ever asked for.

use std::sync::OnceLock;

use super::automaton::{Inside, Sort, Stop};
use super::program::Program;
use super::sweep::Sweep;
use crate::model::{Board, Cell, CellSet, Dir, PerCell, SetPerCell, Side};
use crate::movement::leg::Leap;

/// A cell as a walk enters it, and what it is to the component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RayEntry {
    pub cell: Cell,
    pub sort: u8,
}

/// A run of entries; it begins where the ray before it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    head: Head,
    end: u32,
}

/// What the rays of one component have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub program: u16,
    pub first_move: bool,
    /// Whether the piece may be taken on the cells it went over.
    pub open_to_en_passant: bool,
}

/// What the rays of one component are laid along.
#[derive(Clone, Debug)]
pub(super) struct RayRule {
    pub head: Head,
    pub origins: CellSet,
    pub along: Along,
}

#[derive(Clone, Debug)]
pub(super) enum Along {
    /// Step by step in each of these directions; also what each cell is to the component.
    Steps(Vec<Dir>, PerCell<u8>),
    /// One of these leaps after another on one sheet; also the cells where they may end, if not on every cell.
    Leaps(Vec<RayLeap>, Option<CellSet>),
    /// For each origin straight to each of these cells; also what each cell is to the component.
    Straight(SetPerCell, PerCell<u8>),
}

/// A leap, and the cells inside it that a walk enters.
#[derive(Clone, Debug)]
pub(super) struct RayLeap {
    leap: Leap,
    within: Vec<Leap>,
    /// Whether all of those must be there.
    paved: bool,
}

impl RayLeap {
    pub(crate) fn new(leap: Leap, inside: Inside) -> RayLeap {
        RayLeap {
            leap,
            within: inside.cells(leap),
            paved: inside.must_be_there(),
        }
    }
}

/// The rules of rays that begin on a cell, each with its program.
pub(super) fn rules_from<'a>(
    origin: Cell,
    ray_rules: &'a [RayRule],
    programs: &'a [Program],
) -> impl Iterator<Item = (&'a RayRule, &'a Program)> + Clone {
    let from_here = ray_rules
        .iter()
        .filter(move |rule| rule.origins.contains(origin));
    from_here.map(|rule| (rule, &programs[usize::from(rule.head.program)]))
}

/// What goes along the rays of a rule.
pub(super) trait RayVisitor {
    /// Enters a cell, and says whether to go on along the ray.
    fn enter(&mut self, cell: Cell, sort: u8) -> bool;

    /// The ray leads no further.
    fn end(&mut self);
}

impl RayRule {
    /// Goes along each ray from an origin, as far as its program may lead.
    pub(crate) fn trace(
        &self,
        origin: Cell,
        program: &Program,
        (board, side): (&Board, Side),
        by: &mut impl RayVisitor,
    ) {
        let most = program.longest.unwrap_or(board.len());
        match &self.along {
            Along::Steps(dirs, sorts) => {
                for dir in dirs {
                    // A ring leads back to its origin; no other ray meets a cell twice.
                    let next = |cell: &Cell| board.next(*cell, *dir).filter(|next| *next != origin);
                    for cell in std::iter::successors(next(&origin), next).take(most) {
                        if !by.enter(cell, sorts[cell]) {
                            break;
                        }
                    }
                    by.end();
                }
            }
            Along::Leaps(leaps, ends_on) => {
                let sort = |cell: Cell| match ends_on {
                    Some(cells) if !cells.contains(cell) => Sort::Elsewhere as u8,
                    _ => Sort::Landing as u8,
                };
                for sheet in board.sheets() {
                    let to = |cell, leap| board.leap(cell, leap, sheet, side);
                    for leap in leaps {
                        leap.trace(origin, most, to, sort, by);
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

    /// How many rays there are from an origin in the middle of a board of one sheet.
    fn ways(&self) -> usize {
        match &self.along {
            Along::Steps(dirs, _) => dirs.len(),
            Along::Leaps(leaps, _) => leaps.len(),
            Along::Straight(..) => 0,
        }
    }
}

impl RayLeap {
    /// Leap after leap.
    fn trace(
        &self,
        origin: Cell,
        most: usize,
        to: impl Fn(Cell, Leap) -> Option<Cell>,
        sort: impl Fn(Cell) -> u8,
        by: &mut impl RayVisitor,
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

/// Rays of one component, one behind the other.
#[derive(Clone, Debug)]
pub(super) struct RayRun {
    pub head: Head,
    /// Whether each of them is a single cell.
    pub single: bool,
    /// The rays as sets, if each leads on until something stands in the way.
    pub sweep: Option<Box<Sweep>>,
    /// Behind its last ray, and behind that one's last entry.
    rays: u32,
    entries: u32,
}

/// All rays from one origin.
#[derive(Clone, Debug)]
pub(super) struct Rays {
    pub rays: Box<[Ray]>,
    pub entries: Box<[RayEntry]>,
    runs: Box<[RayRun]>,
    /// See [`Rays::overlap`].
    overlap: OnceLock<bool>,
}

impl Rays {
    /// Lays the rays of each rule that begins on the origin, in their order.
    pub(crate) fn lay(
        origin: Cell,
        ray_rules: &[RayRule],
        programs: &[Program],
        ground: (&Board, Side),
    ) -> Rays {
        let from_here = rules_from(origin, ray_rules, programs);
        // Just what most pieces have, so that nothing need grow or shrink.
        let length = |program: &Program| {
            program
                .longest
                .map_or(USUAL_LENGTH, |most| most.min(USUAL_LENGTH))
        };
        let rays = from_here.clone().map(|(rule, _)| rule.ways()).sum();
        let entries = from_here
            .clone()
            .map(|(rule, program)| rule.ways() * length(program))
            .sum();
        let (mut rays, mut entries) = (Vec::with_capacity(rays), Vec::with_capacity(entries));
        let several = ground.0.sheets().nth(1).is_some();
        for (rule, program) in from_here {
            let start = entries.len();
            let first = several.then_some((rays.len(), start));
            let (rays, entries) = (&mut rays, &mut entries);
            let mut laying = Laying {
                head: rule.head,
                program,
                first,
                start,
                rays,
                entries,
            };
            rule.trace(origin, program, ground, &mut laying);
        }
        let runs = runs(&rays);
        let mut laid = Rays {
            rays: rays.into(),
            entries: entries.into(),
            runs,
            overlap: OnceLock::new(),
        };
        let words = ground.0.len().div_ceil(64);
        let sweeps = laid.runs().map(|(run, _, rays)| {
            let steady = programs[usize::from(run.head.program)]
                .steady
                .filter(|_| !run.single)?;
            let rays = rays.map(|ray| ray.iter().map(|entry| (entry.cell, entry.sort)));
            Sweep::new(rays, &steady, words).map(Box::new)
        });
        let sweeps: Vec<_> = sweeps.collect();
        laid.runs
            .iter_mut()
            .zip(sweeps)
            .for_each(|(run, sweep)| run.sweep = sweep);
        laid
    }

    /// The rays run by run, each run with its entries and its rays, which divide them.
    #[inline]
    pub(crate) fn runs(
        &self,
    ) -> impl Iterator<Item = (&RayRun, &[RayEntry], impl Iterator<Item = &[RayEntry]>)> {
        let (mut ray, mut entry) = (0, 0);
        self.runs.iter().map(move |run| {
            let (rays, entries) = (ray..run.rays as usize, entry..run.entries as usize);
            (ray, entry) = (rays.end, entries.end);
            let divided =
                divided(&self.rays[rays], &self.entries, entries.start).map(|(_, own)| own);
            (run, &self.entries[entries], divided)
        })
    }

    /// Each ray with the cells it enters.
    #[inline]
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (Head, &[RayEntry])> + Clone {
        divided(&self.rays, &self.entries, 0)
    }

    /// Whether two of them may lead to the same landing, by the programs they were laid for.
    #[inline]
    pub(crate) fn overlap(&self, programs: &[Program]) -> bool {
        *self.overlap.get_or_init(|| self.meet(programs))
    }

    #[inline(never)]
    fn meet(&self, programs: &[Program]) -> bool {
        let stops = self.iter().flat_map(|(head, entries)| {
            let program = &programs[usize::from(head.program)];
            entries
                .iter()
                .map(|entry| (entry.cell, program.stops(entry.sort)))
        });
        let meet = |ways: u8| {
            let mut met = CellSet::EMPTY;
            stops
                .clone()
                .filter(|(_, stops)| stops & ways != 0)
                .any(|(cell, _)| {
                    let again = met.contains(cell);
                    met.insert(cell);
                    again
                })
        };
        // Seldom do two of them stop on one cell at all.
        meet(!0)
            && [Stop::Move, Stop::Capture, Stop::EnPassant]
                .into_iter()
                .any(|stop| meet(1 << stop as u8))
    }
}

/// Puts rays of one component that follow each other together, if all of them are single cells or none is.
fn runs(rays: &[Ray]) -> Box<[RayRun]> {
    let mut runs: Vec<RayRun> = Vec::new();
    let mut start = 0;
    for (place, ray) in (1..).zip(rays) {
        let single = ray.end == start + 1;
        start = ray.end;
        match runs
            .last_mut()
            .filter(|run| run.single == single && run.head == ray.head)
        {
            Some(run) => (run.rays, run.entries) = (place, ray.end),
            None => runs.push(RayRun {
                head: ray.head,
                single,
                sweep: None,
                rays: place,
                entries: ray.end,
            }),
        }
    }
    runs.into()
}

/// Each ray with its entries, the first of which begin at `start`.
#[inline]
fn divided<'a>(
    rays: &'a [Ray],
    entries: &'a [RayEntry],
    mut start: usize,
) -> impl ExactSizeIterator<Item = (Head, &'a [RayEntry])> + Clone {
    rays.iter().map(move |ray| {
        let own = start..ray.end as usize;
        start = own.end;
        (ray.head, &entries[own])
    })
}

/// How many cells a ray has that leads on to the edge, more or less.
const USUAL_LENGTH: usize = 4;

/// The rays of an origin so far.
struct Laying<'a> {
    head: Head,
    program: &'a Program,
    /// Where the rays and the entries of its rule begin, if two of them may be one: sheets share rays.
    first: Option<(usize, usize)>,
    /// Where the entries of the ray begin that is being laid.
    start: usize,
    rays: &'a mut Vec<Ray>,
    entries: &'a mut Vec<RayEntry>,
}

impl RayVisitor for Laying<'_> {
    #[inline]
    fn enter(&mut self, cell: Cell, sort: u8) -> bool {
        self.entries.push(RayEntry { cell, sort });
        true
    }

    /// Keeps the entries that are of use, unless another ray of the rule has the same.
    fn end(&mut self) {
        let start = self.start;
        if self.entries.len() == start {
            return;
        }
        let useful = self
            .program
            .use_of(self.entries[start..].iter().map(|entry| entry.sort));
        self.entries.truncate(start + useful);
        let (before, new) = self.entries.split_at(start);
        let is_there = |(ray, entry): (usize, usize)| {
            divided(&self.rays[ray..], before, entry).any(|(_, cells)| cells == new)
        };
        if self.first.is_some_and(is_there) {
            self.entries.truncate(start);
        } else if useful > 0 {
            self.start = self.entries.len();
            self.rays.push(Ray {
                head: self.head,
                end: self.start as u32,
            });
        }
    }
}
