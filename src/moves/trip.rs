//! Trips: courses laid on a board to be walked leg by leg, for what no line of cells can hold: turns
//! from one leg to the next, men taken on the way, ways round a cylinder.
//!
//! Everything that depends on the directions only is looked up here beforehand: with which leaps a
//! leg may begin, given how the leg before it went, and with which a bent leg goes on.

use super::compass::{Compass, Heading, family_of};
use super::courses::{Inside, Legs};
use crate::model::{Board, Cell, Side};
use crate::movement::betza::{Bend, Deed, End, Family, Hop, Leap, Leg, Length, Way};

#[derive(Clone, Debug)]
pub(super) struct Trip {
    pub first_move: bool,
    /// Whether the man may be taken on the cells it went over.
    pub can_be_passed: bool,
    pub starts: Starts,
    pub legs: Vec<LaidLeg>,
}

/// How the first leg may begin.
#[derive(Clone, Debug)]
pub(super) enum Starts {
    /// With these leaps.
    Strides(Vec<Stride>),
    /// By one leap to any of these cells, which is the whole course.
    Anywhere(Vec<Cell>),
}

impl Trip {
    /// Whether it may take an enemy.
    pub fn takes(&self) -> bool {
        self.legs.iter().any(|leg| leg.end.enemy == Some(Deed::Take) || leg.end.passed)
    }
}

#[derive(Clone, Debug)]
pub(super) struct LaidLeg {
    /// With which leaps it may begin, for each heading of the leg before.
    pub starts: Vec<Vec<Stride>>,
    /// With which leap it goes on, for each heading of its last leap, turning to the left, and
    /// after them turning to the right; none for a leg that does not turn.
    pub bends: Vec<Option<Stride>>,
    pub crooked: bool,
    pub length: Length,
    pub hop: Hop,
    pub lame: bool,
    /// Whether it may come to where it has been.
    pub circles: bool,
    pub end: End,
}

impl LaidLeg {
    /// Every cell to which the leg may come, and how it is heading there, were there no men.
    pub fn everywhere(
        &self,
        leaps: &Leaps,
        start: Cell,
        stride: &Stride,
        reached: &mut impl FnMut(Cell, Heading),
    ) {
        let most = match self.length {
            Length::UpTo(most) => most,
            Length::Unlimited | Length::Same => u16::MAX,
        };
        for mut side in 0..if self.bends.is_empty() { 1 } else { 2 } {
            let (mut at, mut with) = (start, stride);
            for _ in 0..most {
                let Some(next) = leaps.to(with.row, at) else { break };
                reached(next, with.heading);
                at = next;
                if !self.bends.is_empty() {
                    let Some(bend) = &self.bends[side * Heading::COUNT + with.heading.index()] else { break };
                    with = bend;
                    side = if self.crooked { 1 - side } else { side };
                }
                if self.circles && at == start && with.row == stride.row {
                    break;
                }
            }
        }
    }
}

/// A leap in a direction, as rows of the table's leaps.
#[derive(Clone, Debug)]
pub(super) struct Stride {
    pub heading: Heading,
    pub row: Row,
    /// The cells inside it that are entered.
    pub inside: Vec<Row>,
}

/// A leap of the table: where it leads from each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(u16);

/// Where leaps lead, each told once.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaps {
    kinds: Vec<(Leap, bool)>,
    /// A row of cells for each.
    to: Vec<Option<Cell>>,
    cells: usize,
}

impl Leaps {
    pub fn new(cells: usize) -> Leaps {
        Leaps { kinds: Vec::new(), to: Vec::new(), cells }
    }

    #[inline]
    pub fn to(&self, row: Row, from: Cell) -> Option<Cell> {
        self.to[usize::from(row.0) * self.cells + from.index()]
    }

    /// A row's leap, and whether it goes on over the side edges.
    pub fn kind(&self, row: Row) -> (Leap, bool) {
        self.kinds[usize::from(row.0)]
    }

    fn row(&mut self, leap: Leap, wraps: bool, board: &Board, side: Side) -> Row {
        let known = self.kinds.iter().position(|kind| *kind == (leap, wraps));
        let place = known.unwrap_or_else(|| {
            self.kinds.push((leap, wraps));
            let to = |from| if wraps { round(board, from, leap, side) } else { board.leap(from, leap, side) };
            self.to.extend(board.cells().map(to));
            self.kinds.len() - 1
        });
        // A notation's leaps are far fewer than a row's number can name.
        Row(place as u16)
    }
}

/// Where a leap leads on a cylinder whose side edges are joined.
fn round(board: &Board, from: Cell, leap: Leap, side: Side) -> Option<Cell> {
    let lattice = board.lattice()?;
    let (column, row) = lattice.place(from)?;
    let (left, right) = lattice.columns();
    let sign = if side == Side::White { 1 } else { -1 };
    let width = i32::from(right) - i32::from(left) + 1;
    let column = (i32::from(column) - i32::from(left) + sign * i32::from(leap.x)).rem_euclid(width);
    let row = i32::from(row) + sign * i32::from(leap.y);
    lattice.at(column as i16 + left, i16::try_from(row).ok()?)
}

/// Lays a course on a board.
pub(super) fn lay(legs: &Legs, leaps: &mut Leaps, board: &Board, side: Side) -> (Starts, Vec<LaidLeg>) {
    let mut layer = Layer { leaps, board, side };
    let all = || legs.legs.iter().zip(&legs.inside);
    let starts = all().next().map_or_else(Vec::new, |(leg, inside)| layer.first(leg, *inside));
    let laid = all().enumerate().map(|(place, (leg, inside))| layer.leg(leg, *inside, place > 0)).collect();
    (Starts::Strides(starts), laid)
}

/// Lays a leap to any other cell of a grid.
pub(super) fn anywhere(end: End, board: &Board) -> (Starts, Vec<LaidLeg>) {
    let lies = |cell: &Cell| board.lattice().is_some_and(|lattice| lattice.place(*cell).is_some());
    let leg = LaidLeg {
        starts: Vec::new(),
        bends: Vec::new(),
        crooked: false,
        length: Length::UpTo(1),
        hop: Hop::Never,
        lame: false,
        circles: false,
        end,
    };
    (Starts::Anywhere(board.cells().filter(lies).collect()), vec![leg])
}

struct Layer<'a> {
    leaps: &'a mut Leaps,
    board: &'a Board,
    side: Side,
}

impl Layer<'_> {
    fn stride(&mut self, heading: Heading, leap: Leap, inside: Inside, wraps: bool) -> Stride {
        let row = self.leaps.row(leap, wraps, self.board, self.side);
        let cells = inside.cells(leap).into_iter();
        let inside = cells.map(|cell| self.leaps.row(cell, wraps, self.board, self.side)).collect();
        Stride { heading, row, inside }
    }

    fn first(&mut self, leg: &Leg, inside: Inside) -> Vec<Stride> {
        match &leg.way {
            Way::Leaps(leaps) => self.leaps(leaps, Heading::start, leg, inside),
            // There is nothing to turn from.
            Way::Turns { .. } => Vec::new(),
        }
    }

    fn leg(&mut self, leg: &Leg, inside: Inside, later: bool) -> LaidLeg {
        let headings = Heading::all().filter(|_| later);
        let (starts, family) = match &leg.way {
            Way::Leaps(leaps) => {
                let starts = headings.map(|h| self.leaps(leaps, |compass| h.towards(compass), leg, inside));
                (starts.collect(), family_of(leaps))
            }
            Way::Turns { turns, family } => {
                let asked = |heading: Heading| turns.iter().flat_map(|turn| heading.turned(*turn)).collect();
                let starts = headings.map(|h| self.towards(h, asked(h), *family, leg, inside));
                (starts.collect(), *family)
            }
        };
        let (by, crooked) = match leg.bend {
            Bend::Straight => (None, false),
            Bend::Round(by) => (Some(i16::from(by)), false),
            Bend::Crooked(by) => (Some(i16::from(by)), true),
        };
        let mut bends = Vec::new();
        for by in by.into_iter().flat_map(|by| [by, -by]) {
            bends.extend(Heading::all().map(|heading| {
                let compass = heading.compass.turned(by);
                let leap = compass.leap(family)?;
                Some(self.stride(heading.towards(compass), leap, inside, leg.wraps))
            }));
        }
        LaidLeg {
            starts,
            circles: leg.wraps || !bends.is_empty(),
            bends,
            crooked,
            length: leg.length,
            hop: leg.hop,
            lame: inside.must_be_there(),
            end: leg.end,
        }
    }

    fn leaps(
        &mut self,
        leaps: &[Leap],
        heading: impl Fn(Compass) -> Heading,
        leg: &Leg,
        inside: Inside,
    ) -> Vec<Stride> {
        let mut found: Vec<Stride> = Vec::new();
        for leap in leaps.iter().filter(|leap| **leap != Leap { x: 0, y: 0 }) {
            let stride = self.stride(heading(Compass::of(*leap)), *leap, inside, leg.wraps);
            if found.iter().all(|other| other.row != stride.row) {
                found.push(stride);
            }
        }
        found
    }

    /// The strides nearest to the directions asked for.
    fn towards(
        &mut self,
        from: Heading,
        asked: Vec<Compass>,
        family: Family,
        leg: &Leg,
        inside: Inside,
    ) -> Vec<Stride> {
        let mut found: Vec<Stride> = Vec::new();
        for (compass, leap) in asked.into_iter().flat_map(|compass| compass.nearest(family)) {
            let heading = from.towards(compass);
            if found.iter().all(|other| other.heading != heading) {
                found.push(self.stride(heading, leap, inside, leg.wraps));
            }
        }
        found
    }
}
