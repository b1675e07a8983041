//! Rays: from an origin in each direction, the cells in the order in which a walk enters them, up
//! to the last it could stop on. All rays of one origin are laid together, when a walk first
//! begins there: most tables are used for few of their origins.

use std::ops::Range;
use std::sync::OnceLock;

use super::automaton::{Inside, Sort, Stop};
use super::program::Program;
use super::sweep::Sweep;
use crate::model::{Board, Cell, CellSet, Dir, PerCell, Side};
use crate::movement::leg::Leap;

/// A cell that a walk enters, and its sort for the component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RayEntry {
    pub cell: Cell,
    pub sort: u8,
}

/// A ray: its entries begin where those of the ray before it end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    head: ComponentHead,
    end: u32,
}

/// The properties that the rays of one component share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ComponentHead {
    pub program: u16,
    pub first_move: bool,
    /// Whether the piece may be captured en passant on the cells it passed over.
    pub open_to_en_passant: bool,
}

/// The rule by which the rays of one component are laid.
#[derive(Clone, Debug)]
pub(super) struct RayRule {
    pub head: ComponentHead,
    pub origins: CellSet,
    pub along: Along,
}

#[derive(Clone, Debug)]
pub(super) enum Along {
    /// Steps in each of these directions; also the sort of each cell.
    Steps(Vec<Dir>, PerCell<u8>),
    /// Each of these leaps, repeated on one sheet; also the cells where the piece may end, `None`
    /// if it may end on every cell.
    Leaps(Vec<RayLeap>, Option<CellSet>),
    /// For each origin, each of its paths; also the sort of each cell.
    Paths(Paths, PerCell<u8>),
}

/// Paths of equal length from each origin.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    /// The number of cells of each path.
    pub length: usize,
    /// For each origin the cells of its paths, one path after another.
    pub cells: PerCell<Vec<Cell>>,
}

/// A leap, and the cells inside it that a walk enters.
#[derive(Clone, Debug)]
pub(super) struct RayLeap {
    leap: Leap,
    inside: Vec<Leap>,
    /// Whether all cells inside it must exist.
    paved: bool,
}

impl RayLeap {
    pub(crate) fn new(leap: Leap, inside: Inside) -> RayLeap {
        RayLeap {
            leap,
            inside: inside.cells(leap),
            paved: inside.must_exist(),
        }
    }
}

/// Returns the rules of rays that begin on a cell, each with its program.
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

/// A visitor of the cells along the rays of a rule.
pub(super) trait RayVisitor {
    /// Enters a cell; true to go on along the ray.
    fn enter(&mut self, cell: Cell, sort: u8) -> bool;

    /// Ends the ray.
    fn end(&mut self);
}

impl RayRule {
    /// Visits the cells of each ray from an origin, as far as a walk of the program may go.
    pub(crate) fn visit(
        &self,
        origin: Cell,
        program: &Program,
        board: &Board,
        side: Side,
        visitor: &mut impl RayVisitor,
    ) {
        let most = program.longest.unwrap_or(board.len());
        match &self.along {
            Along::Steps(dirs, sorts) => {
                for dir in dirs {
                    // A ring leads back to its origin; no other ray meets a cell twice.
                    let next = |cell: &Cell| board.next(*cell, *dir).filter(|next| *next != origin);
                    for cell in std::iter::successors(next(&origin), next).take(most) {
                        if !visitor.enter(cell, sorts[cell]) {
                            break;
                        }
                    }
                    visitor.end();
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
                        leap.visit(origin, most, to, sort, visitor);
                        visitor.end();
                    }
                }
            }
            Along::Paths(paths, sorts) => {
                for path in paths.cells[origin].chunks_exact(paths.length) {
                    for (place, cell) in (1..).zip(path) {
                        let is_last = place == paths.length;
                        let over = Sort::Over as u8;
                        if !visitor.enter(*cell, if is_last { sorts[*cell] } else { over }) {
                            break;
                        }
                    }
                    visitor.end();
                }
            }
        }
    }

    /// Returns the usual number of rays from an origin, for the capacity of buffers; 0 if it
    /// varies.
    fn ways(&self) -> usize {
        match &self.along {
            Along::Steps(dirs, _) => dirs.len(),
            Along::Leaps(leaps, _) => leaps.len(),
            Along::Paths(..) => 0,
        }
    }
}

impl RayLeap {
    /// Visits the cells of the ray leap by leap.
    fn visit(
        &self,
        origin: Cell,
        most: usize,
        to: impl Fn(Cell, Leap) -> Option<Cell>,
        sort: impl Fn(Cell) -> u8,
        visitor: &mut impl RayVisitor,
    ) {
        let (mut cell, mut entered) = (origin, 0);
        while let Some(next) = to(cell, self.leap).filter(|next| *next != origin) {
            if self.paved && self.inside.iter().any(|part| to(cell, *part).is_none()) {
                return;
            }
            for over in self.inside.iter().filter_map(|part| to(cell, *part)) {
                entered += 1;
                if !visitor.enter(over, Sort::Over as u8) {
                    return;
                }
            }
            entered += 1;
            if !visitor.enter(next, sort(next)) || entered >= most {
                return;
            }
            cell = next;
        }
    }
}

/// A run of consecutive rays of one component.
#[derive(Clone, Debug)]
pub(super) struct RayRun {
    pub head: ComponentHead,
    /// Whether each of them has a single cell.
    pub single: bool,
    /// The rays as cell sets, if each goes on until something stands in the way.
    pub sweep: Option<Sweep>,
    /// Its rays, and the entries of all of them.
    rays: Range<u32>,
    entries: Range<u32>,
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
        board: &Board,
        side: Side,
    ) -> Rays {
        let from_here = rules_from(origin, ray_rules, programs);
        // The capacity that most pieces need, so that no buffer grows or shrinks.
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
        let several = board.sheets().nth(1).is_some();
        for (rule, program) in from_here {
            let start = entries.len();
            let first = several.then_some((rays.len(), start));
            let (rays, entries) = (&mut rays, &mut entries);
            let mut layer = RayLayer {
                head: rule.head,
                program,
                first,
                start,
                rays,
                entries,
            };
            rule.visit(origin, program, board, side, &mut layer);
        }
        let runs = runs(&rays);
        let mut laid = Rays {
            rays: rays.into(),
            entries: entries.into(),
            runs,
            overlap: OnceLock::new(),
        };
        let words = board.len().div_ceil(64);
        let sweeps = laid.runs().map(|(run, _, rays)| {
            let program = &programs[usize::from(run.head.program)];
            Sweep::new(rays.map(|ray| (program, cells_of(ray))), words)
        });
        let sweeps: Vec<_> = sweeps.collect();
        laid.runs
            .iter_mut()
            .zip(sweeps)
            .for_each(|(run, sweep)| run.sweep = sweep);
        laid
    }

    /// Returns the runs of rays, each with all its entries and with the entries of each of its
    /// rays.
    #[inline]
    pub(crate) fn runs(
        &self,
    ) -> impl Iterator<
        Item = (
            &RayRun,
            &[RayEntry],
            impl Iterator<Item = &[RayEntry]> + Clone,
        ),
    > {
        self.runs.iter().map(|run| {
            let entries = &self.entries[run.entries.start as usize..run.entries.end as usize];
            (run, entries, self.rays_of(run))
        })
    }

    /// Returns the runs of rays.
    #[inline]
    pub(crate) fn bare_runs(&self) -> &[RayRun] {
        &self.runs
    }

    /// Returns the entries of each ray of a run.
    #[inline]
    pub(crate) fn rays_of(&self, run: &RayRun) -> impl Iterator<Item = &[RayEntry]> + Clone {
        let rays = &self.rays[run.rays.start as usize..run.rays.end as usize];
        let divided = rays_with_entries(rays, &self.entries, run.entries.start as usize);
        divided.map(|(_, own)| own)
    }

    /// Returns each ray with the cells it enters.
    #[inline]
    pub(crate) fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (ComponentHead, &[RayEntry])> + Clone {
        rays_with_entries(&self.rays, &self.entries, 0)
    }

    /// Whether two of them may lead to the same landing. `programs` are those they were laid for.
    #[inline]
    pub(crate) fn overlap(&self, programs: &[Program]) -> bool {
        *self.overlap.get_or_init(|| self.compute_overlap(programs))
    }

    #[inline(never)]
    fn compute_overlap(&self, programs: &[Program]) -> bool {
        let stops = self.iter().flat_map(|(head, entries)| {
            let program = &programs[usize::from(head.program)];
            entries
                .iter()
                .map(|entry| (entry.cell, program.stops(entry.sort)))
        });
        let repeats = |ways: u8| {
            let mut stopped_on = CellSet::EMPTY;
            stops
                .clone()
                .filter(|(_, stops)| stops & ways != 0)
                .any(|(cell, _)| {
                    let again = stopped_on.contains(cell);
                    stopped_on.insert(cell);
                    again
                })
        };
        // Usually no two of them stop on one cell at all.
        repeats(!0)
            && [Stop::Move, Stop::Capture, Stop::EnPassant]
                .into_iter()
                .any(|stop| repeats(1 << stop as u8))
    }
}

/// Joins consecutive rays of one component into runs in which all rays have a single cell, or none
/// has.
fn runs(rays: &[Ray]) -> Box<[RayRun]> {
    let mut runs: Vec<RayRun> = Vec::new();
    let mut start = 0;
    for (place, ray) in (1..).zip(rays) {
        let single = ray.end == start + 1;
        let before = std::mem::replace(&mut start, ray.end);
        match runs
            .last_mut()
            .filter(|run| run.single == single && run.head == ray.head)
        {
            Some(run) => (run.rays.end, run.entries.end) = (place, ray.end),
            None => runs.push(RayRun {
                head: ray.head,
                single,
                sweep: None,
                rays: place - 1..place,
                entries: before..ray.end,
            }),
        }
    }
    runs.into()
}

/// Returns the cells of a ray and their sorts.
pub(super) fn cells_of(ray: &[RayEntry]) -> impl Iterator<Item = (Cell, u8)> {
    ray.iter().map(|entry| (entry.cell, entry.sort))
}

/// Returns each ray with its entries; those of the first ray begin at `start`.
#[inline]
fn rays_with_entries<'a>(
    rays: &'a [Ray],
    entries: &'a [RayEntry],
    mut start: usize,
) -> impl ExactSizeIterator<Item = (ComponentHead, &'a [RayEntry])> + Clone {
    rays.iter().map(move |ray| {
        let own = start..ray.end as usize;
        start = own.end;
        (ray.head, &entries[own])
    })
}

/// The approximate length of a ray that leads on to the edge.
const USUAL_LENGTH: usize = 4;

/// A visitor that lays the rays of an origin.
struct RayLayer<'a> {
    head: ComponentHead,
    program: &'a Program,
    /// Where the rays and the entries of its rule begin, if two of its rays may be the same
    /// because sheets share them.
    first: Option<(usize, usize)>,
    /// Where the entries of the current ray begin.
    start: usize,
    rays: &'a mut Vec<Ray>,
    entries: &'a mut Vec<RayEntry>,
}

impl RayVisitor for RayLayer<'_> {
    #[inline]
    fn enter(&mut self, cell: Cell, sort: u8) -> bool {
        self.entries.push(RayEntry { cell, sort });
        true
    }

    /// Keeps the entries that are of use, unless the rule has an equal ray already.
    fn end(&mut self) {
        let start = self.start;
        if self.entries.len() == start {
            return;
        }
        let useful = self
            .program
            .useful_length(self.entries[start..].iter().map(|entry| entry.sort));
        self.entries.truncate(start + useful);
        let (before, new) = self.entries.split_at(start);
        let is_there = |(ray, entry): (usize, usize)| {
            rays_with_entries(&self.rays[ray..], before, entry).any(|(_, cells)| cells == new)
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
