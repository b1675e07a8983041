//! Multi-leg moves laid on a board to be walked leg by leg, and whatever else no ray of cells can
//! represent: turns from one leg to the next, pieces captured on the way, ways round a cylinder.
//!
//! Everything that depends on directions only is computed here in advance: the leaps with which a
//! leg may begin, given the heading of the leg before, and those with which a bent leg goes on.

use super::automaton::Inside;
use super::compass::{CompassPoint, MoveHeading, family_of};
use super::rays::Paths;
use crate::model::{Board, Cell, Dir, PerCell, Sheet, Side};
use crate::movement::Course;
use crate::movement::leg::{Bend, End, EndAction, Hop, Leap, Leg, LegWay, Length};

#[derive(Clone, Debug)]
pub(super) struct MultiLeg {
    /// Whether only a piece that has not moved may use it.
    pub first_move: bool,
    /// Whether the piece may be captured en passant on the cells it passed over.
    pub open_to_en_passant: bool,
    pub(super) starts: Starts,
    pub legs: Vec<LaidLeg>,
}

/// The heading of a leg as an index: that of a [`MoveHeading`], or that of one of the directions
/// of a move along directions of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeadingIndex(u16);

impl HeadingIndex {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl From<MoveHeading> for HeadingIndex {
    fn from(heading: MoveHeading) -> HeadingIndex {
        HeadingIndex(heading.index() as u16)
    }
}

/// How the first leg may begin.
#[derive(Clone, Debug)]
pub(super) enum Starts {
    /// One of these leaps.
    Departures(Vec<Departure>),
    /// One leap to any of these cells, which is the whole move.
    Anywhere(Vec<Cell>),
}

impl MultiLeg {
    /// Returns the number of the nodes of its walks: a leg, the cell where it ends and its heading.
    pub(super) fn node_count(&self, cells: usize) -> usize {
        self.legs.len() * cells * self.heading_count()
    }

    /// Returns the node where this leg would begin, on this cell after this heading.
    #[inline]
    pub(super) fn node(&self, leg: usize, cell: Cell, cells: usize, after: HeadingIndex) -> usize {
        (leg * cells + cell.index()) * self.heading_count() + after.index()
    }

    fn heading_count(&self) -> usize {
        self.legs.last().map_or(0, |leg| leg.starts.len())
    }

    /// Whether it may capture an enemy.
    pub(crate) fn takes(&self) -> bool {
        self.legs
            .iter()
            .any(|leg| leg.end.enemy == Some(EndAction::Take) || leg.end.en_passant)
    }
}

/// A leg laid on a board.
#[derive(Clone, Debug)]
pub(super) struct LaidLeg {
    /// The leaps with which it may begin, for each heading of the leg before: ranges of its
    /// departures.
    starts: Vec<(u16, u16)>,
    departures: Vec<Departure>,
    /// The leap with which it goes on, for each heading of its last leap: first those of turns to
    /// the left, then those of turns to the right. Empty for a leg that does not turn.
    pub(super) bends: Vec<Option<Departure>>,
    /// Whether its turns alternate between left and right.
    pub crooked: bool,
    /// The number of leaps it makes.
    pub length: Length,
    /// The hurdle it hops over, if any.
    pub hop: Hop,
    /// Whether the cells inside its leaps must exist and be empty.
    pub lame: bool,
    /// Whether it may return to where it has been. Such a leg ends before it repeats its first
    /// leap.
    pub circles: bool,
    /// What may stand where it ends, and what happens to it.
    pub end: End,
}

impl LaidLeg {
    /// Returns a leg that does not turn, still without departures.
    fn straight(length: Length, hop: Hop, end: End) -> LaidLeg {
        LaidLeg {
            starts: Vec::new(),
            departures: Vec::new(),
            bends: Vec::new(),
            crooked: false,
            length,
            hop,
            lame: false,
            circles: false,
            end,
        }
    }

    /// Returns the leaps with which it may begin.
    #[inline]
    pub(super) fn starts(&self, heading: HeadingIndex) -> &[Departure] {
        let (start, end) = self.starts[heading.index()];
        &self.departures[usize::from(start)..usize::from(end)]
    }

    /// Returns the leap that follows another in a leg that bends, turning left (0) or right (1).
    #[inline]
    pub(super) fn bend(&self, departure: Departure, side: usize) -> Option<Departure> {
        self.bends
            .get(side * MoveHeading::COUNT + departure.heading.index())
            .copied()
            .flatten()
    }

    /// Calls `reached` with every cell to which the leg may lead on a board without pieces, and
    /// its heading there.
    pub(super) fn for_each_target(
        &self,
        leaps: &Leaps,
        start: Cell,
        departure: &Departure,
        reached: &mut dyn FnMut(Cell, HeadingIndex),
    ) {
        let most = match self.length {
            Length::UpTo(most) => most,
            Length::Unlimited | Length::Same => u16::MAX,
        };
        for mut side in 0..if self.bends.is_empty() { 1 } else { 2 } {
            let (mut at, mut current) = (start, *departure);
            for _ in 0..most {
                let Some(next) = leaps.to(current.leap, at) else {
                    break;
                };
                reached(next, current.heading);
                at = next;
                if !self.bends.is_empty() {
                    let Some(bend) = self.bend(current, side) else {
                        break;
                    };
                    current = bend;
                    side = if self.crooked { 1 - side } else { side };
                }
                if self.circles && at == start && current.leap == departure.leap {
                    break;
                }
            }
        }
    }
}

/// A leap in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Departure {
    pub heading: HeadingIndex,
    pub leap: LaidLeap,
}

/// A leap of the table: its row, and the range of rows of the cells inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaidLeap {
    row: u16,
    inside: (u16, u16),
}

/// Where leaps lead from each cell. Each leap is stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaps {
    known: Vec<(LaidLeapKind, LaidLeap)>,
    /// One row of cells for each leap and for each cell inside one.
    to: Vec<Option<Cell>>,
    inside: Vec<u16>,
    cells: usize,
}

/// What makes two laid leaps the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaidLeapKind {
    /// The leap as seen by its mover, which cells inside it are entered, whether it wraps round a
    /// cylinder, and the sheet on which it is made.
    Leap(Leap, Inside, bool, Sheet),
    /// A step in a direction of the board.
    Step(Dir),
}

impl Leaps {
    pub(crate) fn new(cells: usize) -> Leaps {
        Leaps {
            cells,
            ..Leaps::default()
        }
    }

    #[inline]
    pub(crate) fn to(&self, leap: LaidLeap, from: Cell) -> Option<Cell> {
        self.at(leap.row, from)
    }

    /// Returns the cells inside a leap that are entered; `None` stands for a cell that does not
    /// exist.
    #[inline]
    pub(crate) fn inside(&self, leap: LaidLeap, from: Cell) -> impl Iterator<Item = Option<Cell>> {
        self.rows_inside(leap).map(move |row| self.at(row, from))
    }

    #[inline]
    pub(crate) fn rows_inside(&self, leap: LaidLeap) -> impl Iterator<Item = u16> {
        let (start, end) = leap.inside;
        self.inside[usize::from(start)..usize::from(end)]
            .iter()
            .copied()
    }

    /// Returns the kind of a leap. Two leaps of one kind are the same.
    pub(crate) fn kind(&self, leap: LaidLeap) -> Option<LaidLeapKind> {
        self.known
            .iter()
            .find(|(_, laid)| *laid == leap)
            .map(|(kind, _)| *kind)
    }

    #[inline]
    pub(crate) fn at(&self, row: u16, from: Cell) -> Option<Cell> {
        self.to[usize::from(row) * self.cells + from.index()]
    }

    fn lay(&mut self, kind: LaidLeapKind, board: &Board, side: Side) -> LaidLeap {
        if let Some((_, laid)) = self.known.iter().find(|(known, _)| *known == kind) {
            return *laid;
        }
        let start = self.inside.len() as u16;
        let row = match kind {
            LaidLeapKind::Step(dir) => self.row_of(board, |from| board.next(from, dir)),
            LaidLeapKind::Leap(leap, inside, wraps, sheet) => {
                let sign = if side == Side::White { 1 } else { -1 };
                let to = |leap: Leap| {
                    move |from| match wraps {
                        true => board
                            .lattice(sheet)
                            .step_round(from, sign * leap.x, sign * leap.y),
                        false => board.leap(from, leap, sheet, side),
                    }
                };
                for inner in inside.cells(leap) {
                    let row = self.row_of(board, to(inner));
                    self.inside.push(row);
                }
                self.row_of(board, to(leap))
            }
        };
        let laid = LaidLeap {
            row,
            inside: (start, self.inside.len() as u16),
        };
        self.known.push((kind, laid));
        laid
    }

    /// Adds a row: where a leap leads from each cell.
    fn row_of(&mut self, board: &Board, to: impl Fn(Cell) -> Option<Cell>) -> u16 {
        self.to.extend(board.cells().map(to));
        // A piece has far fewer leaps than a `u16` can number.
        (self.to.len() / self.cells - 1) as u16
    }
}

/// Lays a move of several legs along directions of the board, which are given for each leg as the
/// side that moves has them.
pub(super) fn lay_along(
    legs: &[(&Leg, Vec<Dir>)],
    leaps: &mut Leaps,
    board: &Board,
    side: Side,
) -> (Starts, Vec<LaidLeg>) {
    let mut all: Vec<Dir> = legs.iter().flat_map(|(_, dirs)| dirs).copied().collect();
    all.sort_unstable();
    all.dedup();
    let mut departure = |dir: Dir| {
        // No leg has more directions than a `u16` can number: a board does not.
        let heading = HeadingIndex(all.partition_point(|other| *other < dir) as u16);
        let leap = leaps.lay(LaidLeapKind::Step(dir), board, side);
        Departure { heading, leap }
    };
    let first = legs.first().map_or_else(Vec::new, |(_, dirs)| {
        dirs.iter().copied().map(&mut departure).collect()
    });
    let mut laid = Vec::new();
    for (leg, dirs) in legs {
        let (mut starts, mut departures) = (Vec::new(), Vec::new());
        for from in &all {
            let start = departures.len() as u16;
            let allowed: Vec<Dir> = match leg.way {
                LegWay::Directions {
                    course: Course::Onward,
                    ..
                } => vec![*from],
                LegWay::Directions {
                    course: Course::Outward,
                    ..
                } => {
                    let leads_away = |dir: &&Dir| board.leads_away(*from, **dir);
                    dirs.iter().filter(leads_away).copied().collect()
                }
                _ => dirs.clone(),
            };
            departures.extend(allowed.into_iter().map(&mut departure));
            starts.push((start, departures.len() as u16));
        }
        laid.push(LaidLeg {
            starts,
            departures,
            circles: true,
            ..LaidLeg::straight(leg.length, leg.hop, leg.end)
        });
    }
    (Starts::Departures(first), laid)
}

/// Lays a multi-leg move on a sheet of a board.
pub(super) fn lay(
    legs: &[Leg],
    open_to_en_passant: bool,
    leaps: &mut Leaps,
    board: &Board,
    sheet: Sheet,
    side: Side,
) -> (Starts, Vec<LaidLeg>) {
    let mut layer = DepartureLayer {
        leaps,
        board,
        sheet,
        side,
    };
    let legs_with_inside = || {
        legs.iter()
            .map(|leg| (leg, Inside::of(leg, open_to_en_passant)))
    };
    let starts = legs_with_inside()
        .next()
        .map_or_else(Vec::new, |(leg, inside)| layer.first(leg, inside));
    let laid = legs_with_inside()
        .enumerate()
        .map(|(place, (leg, inside))| layer.leg(leg, inside, place > 0))
        .collect();
    (Starts::Departures(starts), laid)
}

/// Returns the paths that laid legs of single leaps follow from each cell; `None` if a path meets
/// a cell twice, or if there are too many to walk each by itself.
pub(super) fn paths(
    laid: &[(Starts, Vec<LaidLeg>)],
    length: usize,
    leaps: &Leaps,
) -> Option<Paths> {
    let from = |origin: Cell| -> Option<Vec<Cell>> {
        let mut all: Vec<Vec<Cell>> = Vec::new();
        for (starts, legs) in laid {
            let Starts::Departures(first) = starts else {
                return None;
            };
            let mut paths: Vec<(Vec<Cell>, &[Departure])> = vec![(vec![origin], first)];
            for next in 1..=length {
                let mut longer = Vec::new();
                for (path, departures) in &paths {
                    for departure in *departures {
                        let Some(to) = leaps.to(departure.leap, path[path.len() - 1]) else {
                            continue;
                        };
                        if path.contains(&to) || longer.len() == MOST_PATHS {
                            return None;
                        }
                        let next = legs.get(next).map(|leg| leg.starts(departure.heading));
                        longer.push(([path, &[to][..]].concat(), next.unwrap_or_default()));
                    }
                }
                paths = longer;
            }
            all.extend(paths.into_iter().map(|(path, _)| path));
        }
        all.sort_unstable();
        all.dedup();
        Some(all.iter().flat_map(|path| &path[1..]).copied().collect())
    };
    let cells: Option<Vec<Vec<Cell>>> =
        (0..leaps.cells).map(|cell| from(Cell::new(cell))).collect();
    let mut cells = cells?;
    Some(Paths {
        length,
        cells: PerCell::from_fn(cells.len(), |cell| std::mem::take(&mut cells[cell.index()])),
    })
}

/// The most paths from a cell that are walked one by one.
const MOST_PATHS: usize = 64;

/// Lays a leap to any other cell of a sheet.
pub(super) fn lay_anywhere(end: End, board: &Board, sheet: Sheet) -> (Starts, Vec<LaidLeg>) {
    let leg = LaidLeg::straight(Length::UpTo(1), Hop::Never, end);
    (
        Starts::Anywhere(board.lattice(sheet).cells().collect()),
        vec![leg],
    )
}

/// A builder of the departures of legs on one sheet, for one side.
struct DepartureLayer<'a> {
    leaps: &'a mut Leaps,
    board: &'a Board,
    sheet: Sheet,
    side: Side,
}

impl DepartureLayer<'_> {
    fn departure(
        &mut self,
        heading: MoveHeading,
        leap: Leap,
        inside: Inside,
        wraps: bool,
    ) -> Departure {
        let kind = LaidLeapKind::Leap(leap, inside, wraps, self.sheet);
        Departure {
            heading: heading.into(),
            leap: self.leaps.lay(kind, self.board, self.side),
        }
    }

    fn first(&mut self, leg: &Leg, inside: Inside) -> Vec<Departure> {
        let mut departures = Vec::new();
        // The first leg has no direction to turn from.
        if let LegWay::Leaps(leaps) = &leg.way {
            let candidates = leaps
                .iter()
                .map(|leap| (MoveHeading::start(CompassPoint::of(*leap)), *leap));
            self.add(candidates, leg, inside, &mut departures);
        }
        departures
    }

    fn leg(&mut self, leg: &Leg, inside: Inside, later: bool) -> LaidLeg {
        let (mut starts, mut departures) = (Vec::new(), Vec::new());
        for from in MoveHeading::all().filter(|_| later) {
            let start = departures.len() as u16;
            match &leg.way {
                LegWay::Leaps(leaps) => {
                    let candidates = leaps
                        .iter()
                        .map(|leap| (from.towards(CompassPoint::of(*leap)), *leap));
                    self.add(candidates, leg, inside, &mut departures);
                }
                // Directions are laid otherwise.
                LegWay::Directions { .. } => {}
                LegWay::Turns { turns, family } => {
                    let compass_points = turns.iter().flat_map(|turn| from.after_turn(*turn));
                    let candidates = compass_points.flat_map(|compass| compass.nearest(*family));
                    let candidates =
                        candidates.map(|(compass, leap)| (from.towards(compass), leap));
                    self.add(candidates, leg, inside, &mut departures);
                }
            }
            starts.push((start, departures.len() as u16));
        }
        let (by, crooked) = match leg.bend {
            Bend::Straight | Bend::Free => (None, false),
            Bend::Round(by) => (Some(i16::from(by)), false),
            Bend::Crooked(by) => (Some(i16::from(by)), true),
        };
        let family = match &leg.way {
            LegWay::Leaps(leaps) => family_of(leaps),
            LegWay::Turns { family, .. } => *family,
            LegWay::Directions { .. } => family_of(&[]),
        };
        let mut bends = Vec::new();
        for by in by.into_iter().flat_map(|by| [by, -by]) {
            bends.extend(MoveHeading::all().map(|heading| {
                let compass = heading.compass.turned(by);
                let leap = compass.leap(family)?;
                Some(self.departure(heading.towards(compass), leap, inside, leg.wraps))
            }));
        }
        LaidLeg {
            starts,
            departures,
            circles: leg.wraps || !bends.is_empty(),
            bends,
            crooked,
            length: leg.length,
            hop: leg.hop,
            lame: inside.must_exist(),
            end: leg.end,
        }
    }

    /// Adds a departure for each candidate whose leap is not among them yet.
    fn add(
        &mut self,
        candidates: impl Iterator<Item = (MoveHeading, Leap)>,
        leg: &Leg,
        inside: Inside,
        departures: &mut Vec<Departure>,
    ) {
        let start = departures.len();
        for (heading, leap) in candidates.filter(|(_, leap)| *leap != Leap { x: 0, y: 0 }) {
            let departure = self.departure(heading, leap, inside, leg.wraps);
            if departures[start..]
                .iter()
                .all(|other| other.leap != departure.leap)
            {
                departures.push(departure);
            }
        }
    }
}
