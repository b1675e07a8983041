//! Courses of Betza's notation walked word by word: the pieces are really lifted and put down on a copy
//! of the position, and every way is followed to its end.

use std::collections::BTreeSet;

use padma_rules::model::{Cell, KindId, Occupant, Position, Sheet, Side};
use padma_rules::movement::Sentence;
use padma_rules::movement::leg::{
    Bend, Component, Content, End, EndAction, Family, Hop, Lame, Leap, Leg, LegWay, Length, Motion,
    Start, Turn,
};
use padma_rules::moves::Ground;

/// Finds another piece's sentence by its id.
pub type Pieces<'a> = &'a dyn Fn(&str) -> Option<&'a Sentence>;

/// A piece that moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub cell: Cell,
    pub side: Side,
    pub moved: bool,
}

/// One way to land, and what is done on the way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landed {
    pub to: Cell,
    pub taken: Vec<Cell>,
    pub carried: Vec<(Cell, Cell)>,
    pub en_passant: Vec<Cell>,
}

/// Every way in which a piece may land by a component: it keeps to one sheet.
pub(super) fn landings(
    component: &Component,
    ground: Ground<'_>,
    position: &Position,
    mover: Mover,
) -> BTreeSet<Landed> {
    let sheets = ground.board.sheets();
    sheets
        .flat_map(|sheet| on_sheet(sheet, component, ground, position, mover))
        .collect()
}

fn on_sheet(
    sheet: Sheet,
    component: &Component,
    ground: Ground<'_>,
    position: &Position,
    mover: Mover,
) -> BTreeSet<Landed> {
    let law = Law {
        ground,
        sheet,
        mover,
        open_to_en_passant: component.open_to_en_passant,
    };
    let mut lifted = position.clone();
    lifted.put(mover.cell, None);
    let start = Journey {
        position: lifted,
        cell: mover.cell,
        going: None,
        leaps: 0,
        put_down: Vec::new(),
        taken: BTreeSet::new(),
        carried: Vec::new(),
        over: Vec::new(),
    };
    let mut ended = match &component.motion {
        _ if component.start == Start::Unmoved && mover.moved => Vec::new(),
        Motion::Distance { .. } | Motion::Castling(_) | Motion::Drop(_) => Vec::new(),
        Motion::Anywhere(end) => law.anywhere(&start, *end),
        Motion::Legs(legs) => legs.iter().fold(vec![start], |journeys, leg| {
            journeys
                .iter()
                .flat_map(|journey| law.leg(journey, leg))
                .collect()
        }),
    };
    // A single leg leads somewhere; several may lead home.
    let single = !matches!(&component.motion, Motion::Legs(legs) if legs.len() > 1);
    ended.retain(|journey| !(single && journey.cell == mover.cell));
    // Two pieces cannot stay on one cell, and no piece where it may not stand.
    ended.retain(|journey| {
        ground
            .ends_on
            .is_none_or(|cells| cells.contains(journey.cell))
    });
    ended.retain(|journey| journey.position.occupant(journey.cell) == Occupant::Empty);
    ended
        .into_iter()
        .map(|journey| law.landed(journey))
        .collect()
}

/// How far a piece has come, and what it has done on the way.
#[derive(Clone)]
struct Journey {
    /// Everybody else.
    position: Position,
    cell: Cell,
    /// The way it is going, once it has made a leap.
    going: Option<Going>,
    /// How many leaps the last leg made.
    leaps: u16,
    /// Cells on which it has put pieces down.
    put_down: Vec<Cell>,
    taken: BTreeSet<Cell>,
    carried: Vec<(Cell, Cell)>,
    /// The cells it has come over, with the one it is on.
    over: Vec<Cell>,
}

/// The direction of the last leap by its place in `RING`, and the side to which the way has turned
/// last: 1 for left, -1 for right, 0 before it has turned.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Going {
    place: i32,
    side: i32,
}

/// The directions of all leaps, counter-clockwise from the right. (2, 1) stands for every leap that is
/// longer to the right than ahead, and so on.
const RING: [(i16, i16); 16] = [
    (1, 0),
    (2, 1),
    (1, 1),
    (1, 2),
    (0, 1),
    (-1, 2),
    (-1, 1),
    (-2, 1),
    (-1, 0),
    (-2, -1),
    (-1, -1),
    (-1, -2),
    (0, -1),
    (1, -2),
    (1, -1),
    (2, -1),
];

fn place(leap: Leap) -> i32 {
    let longer = |a: i16, b: i16| {
        if a == 0 || a.abs() <= b.abs() {
            a.signum()
        } else {
            2 * a.signum()
        }
    };
    let (x, y) = match (leap.x, leap.y) {
        (x, 0) => (x.signum(), 0),
        (0, y) => (0, y.signum()),
        (x, y) => (longer(x, y), longer(y, x)),
    };
    RING.iter()
        .position(|way| *way == (x, y))
        .map_or(0, |place| place as i32)
}

/// The leap of a family that lies at a place of the ring.
fn leap_at(family: Family, place: i32) -> Option<Leap> {
    let (x, y) = RING[place.rem_euclid(16) as usize];
    let (far, near) = match (x.abs(), y.abs()) {
        (_, 0) | (0, _) => (family.orthogonal?, 0),
        (1, 1) => (family.diagonal?, family.diagonal?),
        _ => family.oblique?,
    };
    let length = |part: i16, other: i16| {
        let length = if part.abs() >= other.abs() { far } else { near };
        part.signum() * length as i16
    };
    let leap = Leap {
        x: length(x, y),
        y: length(y, x),
    };
    ((leap.x, leap.y) != (0, 0)).then_some(leap)
}

/// The leaps of a family nearest to a place of the ring.
fn nearest(family: Family, asked: i32) -> Vec<Leap> {
    let away = |place: i32| {
        let round = (place - asked).rem_euclid(16);
        round.min(16 - round)
    };
    let all: Vec<(i32, Leap)> = (0..16)
        .filter_map(|place| Some((away(place), leap_at(family, place)?)))
        .collect();
    let least = all.iter().map(|(away, _)| *away).min();
    all.into_iter()
        .filter(|(away, _)| Some(*away) == least)
        .map(|(_, leap)| leap)
        .collect()
}

fn going(before: Option<Going>, leap: Leap) -> Going {
    let place = place(leap);
    let side = before.map_or(0, |before| match (place - before.place).rem_euclid(16) {
        0 | 8 => before.side,
        turn if turn < 8 => 1,
        _ => -1,
    });
    Going { place, side }
}

struct Law<'a> {
    ground: Ground<'a>,
    sheet: Sheet,
    mover: Mover,
    open_to_en_passant: bool,
}

/// A leg that is being walked.
#[derive(Clone)]
struct Run {
    cell: Cell,
    going: Going,
    leap: Leap,
    leaps: u16,
    over: Vec<Cell>,
    /// The first of its leaps: when it would be made again, the leg has been all round.
    first: (Cell, Leap),
    /// Pieces met on cells it did not end on.
    hurdles: Vec<Occupant>,
}

impl Law<'_> {
    fn landed(&self, journey: Journey) -> Landed {
        let mut en_passant = journey.over;
        en_passant.pop();
        let en_passant = if self.open_to_en_passant {
            en_passant
        } else {
            Vec::new()
        };
        Landed {
            to: journey.cell,
            taken: journey.taken.into_iter().collect(),
            carried: journey.carried,
            en_passant,
        }
    }

    fn anywhere(&self, start: &Journey, end: End) -> Vec<Journey> {
        let lattice = self.ground.board.lattice(self.sheet);
        let lies = |cell: &Cell| lattice.place(*cell).is_some();
        let is_there = |cell: &Cell| !start.position.absent().contains(*cell);
        let cells = self
            .ground
            .board
            .cells()
            .filter(|_| lies(&start.cell))
            .filter(lies)
            .filter(is_there);
        cells
            .filter(|cell| *cell != start.cell)
            .flat_map(|cell| self.ends(start, cell, end))
            .collect()
    }

    /// All that can come of one more leg.
    fn leg(&self, start: &Journey, leg: &Leg) -> Vec<Journey> {
        let mut all = Vec::new();
        for leap in first_leaps(&leg.way, start.going) {
            let sides: &[i32] = if leg.bend == Bend::Straight {
                &[0]
            } else {
                &[1, -1]
            };
            for side in sides {
                let run = Run {
                    cell: start.cell,
                    going: going(start.going, leap),
                    leap,
                    leaps: 0,
                    over: start.over.clone(),
                    first: (start.cell, leap),
                    hurdles: Vec::new(),
                };
                self.run(start, leg, run, *side, &mut all);
            }
        }
        all
    }

    /// Makes one leap after another, and at each cell asks whether the leg may end there.
    fn run(&self, start: &Journey, leg: &Leg, mut run: Run, mut side: i32, all: &mut Vec<Journey>) {
        loop {
            let enough = match leg.length {
                Length::UpTo(most) => run.leaps >= most,
                Length::Unlimited => false,
                Length::Same => run.leaps >= start.leaps,
            };
            if enough {
                return;
            }
            let Some(next) = self.leap(&start.position, leg, &mut run) else {
                return;
            };
            run.cell = next;
            run.leaps += 1;
            let here = start.position.occupant(next);
            let right_length = leg.length != Length::Same || run.leaps == start.leaps;
            run.over.push(next);
            if right_length && self.may_end(leg.hop, &run) {
                let at = Journey {
                    going: Some(run.going),
                    leaps: run.leaps,
                    over: run.over.clone(),
                    ..start.clone()
                };
                all.extend(self.ends(&at, next, leg.end));
            }
            if !self.may_go_on(leg.hop, &run, here) {
                return;
            }
            if here != Occupant::Empty {
                run.hurdles.push(here);
            }
            if let Bend::Round(by) | Bend::Crooked(by) = leg.bend {
                let place = run.going.place + side * i32::from(by);
                let Some(leap) = leap_at(shapes(&leg.way), place) else {
                    return;
                };
                run.leap = leap;
                run.going = going(Some(run.going), leap);
            }
            if let Bend::Crooked(_) = leg.bend {
                side = -side;
            }
            if (run.cell, run.leap) == run.first {
                return;
            }
        }
    }

    fn may_end(&self, hop: Hop, run: &Run) -> bool {
        match hop {
            Hop::Never | Hop::Inside => true,
            Hop::SkipFirst => run.leaps > 1,
            Hop::Beyond { .. } | Hop::Next { .. } => run.hurdles.len() == 1,
        }
    }

    /// Whether a leg may pass a cell on which it did not end.
    fn may_go_on(&self, hop: Hop, run: &Run, here: Occupant) -> bool {
        let free = here == Occupant::Empty;
        match hop {
            Hop::Never | Hop::Inside => free,
            Hop::SkipFirst => free || run.leaps == 1,
            Hop::Beyond { own_only } | Hop::Next { own_only } if run.hurdles.is_empty() => {
                free || !own_only || self.is_own(here)
            }
            Hop::Beyond { .. } => free,
            Hop::Next { .. } => false,
        }
    }

    /// The cell of the next leap, if what lies inside it lets it pass.
    fn leap(&self, position: &Position, leg: &Leg, run: &mut Run) -> Option<Cell> {
        let to = self.far(position, run.cell, run.leap, leg.wraps)?;
        let (wide, high) = (run.leap.x.abs(), run.leap.y.abs());
        let oblique = wide != 0 && high != 0 && wide != high;
        let inside: Vec<Leap> = if leg.lame == Lame::OrthogonalFirst && oblique {
            let (x, y) = (run.leap.x.signum(), run.leap.y.signum());
            vec![if wide > high {
                Leap { x, y: 0 }
            } else {
                Leap { x: 0, y }
            }]
        } else {
            // A cell of the line, so many hundredths of the leap from its start.
            let on_line = |part: i16, whole: i16| {
                let (x, y) = (run.leap.x * part, run.leap.y * part);
                (x % whole == 0 && y % whole == 0).then_some(Leap {
                    x: x / whole,
                    y: y / whole,
                })
            };
            let whole = wide.max(high);
            (1..whole).filter_map(|part| on_line(part, whole)).collect()
        };
        let mut pieces = 0;
        for leap in inside {
            match self.far(position, run.cell, leap, leg.wraps) {
                None if leg.lame != Lame::No => return None,
                None => {}
                Some(cell) => {
                    pieces += usize::from(position.occupant(cell) != Occupant::Empty);
                    run.over.push(cell);
                }
            }
        }
        let free = (leg.lame == Lame::No || pieces == 0) && (leg.hop != Hop::Inside || pieces == 1);
        free.then_some(to)
    }

    /// Where a leap leads; a cell that is not there now is none.
    fn far(&self, position: &Position, from: Cell, leap: Leap, wraps: bool) -> Option<Cell> {
        let is_there = |cell: &Cell| !position.absent().contains(*cell);
        self.place(from, leap, wraps).filter(is_there)
    }

    fn place(&self, from: Cell, leap: Leap, wraps: bool) -> Option<Cell> {
        let lattice = self.ground.board.lattice(self.sheet);
        if !wraps {
            return self
                .ground
                .board
                .leap(from, leap, self.sheet, self.mover.side);
        }
        let sign = if self.mover.side == Side::White {
            1
        } else {
            -1
        };
        let (column, row) = lattice.place(from)?;
        let columns = || {
            lattice
                .cells()
                .filter_map(|cell| Some(lattice.place(cell)?.0))
        };
        let (left, right) = (columns().min()?, columns().max()?);
        let mut column = column + sign * leap.x;
        while column < left {
            column += right - left + 1;
        }
        while column > right {
            column -= right - left + 1;
        }
        lattice.at(column, row + sign * leap.y)
    }

    /// All that may be done at the end of a leg.
    fn ends(&self, from: &Journey, cell: Cell, end: End) -> Vec<Journey> {
        let mut all = Vec::new();
        let here = from.position.occupant(cell);
        let arrived = Journey {
            cell,
            ..from.clone()
        };
        if here == Occupant::Empty {
            if end.empty.is_some() {
                all.push(arrived.clone());
            }
            if let Some(en_passant) = from.position.en_passant()
                && end.en_passant
                && en_passant.cells.contains(cell)
                && self.is_enemy(from.position.occupant(en_passant.piece))
                && !from.put_down.contains(&en_passant.piece)
            {
                all.push(take(arrived, en_passant.piece));
            }
            return all;
        }
        let action = if self.is_own(here) {
            end.own
        } else {
            end.enemy
        };
        let royal = |kind: KindId| self.ground.royals.contains(&kind);
        let is_royal = from
            .position
            .piece(cell)
            .and_then(|piece| piece.kind)
            .is_some_and(royal);
        let meant = match end.content {
            Content::Any => true,
            Content::RoyalOnly => is_royal,
            Content::NotRoyal => !is_royal,
        };
        if !meant || from.put_down.contains(&cell) {
            return all;
        }
        match action {
            None => {}
            Some(EndAction::Leave) => all.push(arrived),
            Some(EndAction::Take) => all.push(take(arrived, cell)),
            Some(EndAction::Unload) => {
                let mut journey = arrived;
                if journey.position.occupant(from.cell) == Occupant::Empty {
                    journey
                        .position
                        .put(from.cell, journey.position.piece(cell));
                    journey.position.put(cell, None);
                    journey.put_down.push(from.cell);
                    journey.carried.push((cell, from.cell));
                    all.push(journey);
                }
            }
        }
        all
    }

    fn is_own(&self, occupant: Occupant) -> bool {
        match self.mover.side {
            Side::White => occupant == Occupant::White,
            Side::Black => occupant == Occupant::Black,
        }
    }

    fn is_enemy(&self, occupant: Occupant) -> bool {
        occupant != Occupant::Empty && !self.is_own(occupant)
    }
}

fn take(mut journey: Journey, piece: Cell) -> Journey {
    journey.position.put(piece, None);
    journey.taken.insert(piece);
    journey
}

/// The leaps with which a leg may begin.
fn first_leaps(way: &LegWay, before: Option<Going>) -> Vec<Leap> {
    match (way, before) {
        (LegWay::Leaps(leaps), _) => leaps
            .iter()
            .copied()
            .filter(|leap| (leap.x, leap.y) != (0, 0))
            .collect(),
        (LegWay::Turns { .. }, None) | (LegWay::Directions { .. }, _) => Vec::new(),
        (LegWay::Turns { turns, family }, Some(before)) => {
            let either = [1, -1];
            let to = |side: i32| {
                if side == 0 {
                    either.to_vec()
                } else {
                    vec![side]
                }
            };
            let asked = turns.iter().flat_map(|turn| match turn {
                Turn::By(by) => vec![i32::from(*by)],
                Turn::Again(by) => to(before.side)
                    .into_iter()
                    .map(|side| side * i32::from(*by))
                    .collect(),
                Turn::Opposite(by) => to(-before.side)
                    .into_iter()
                    .map(|side| side * i32::from(*by))
                    .collect(),
            });
            asked
                .flat_map(|by| nearest(*family, before.place + by))
                .collect()
        }
    }
}

/// The shapes of the leaps of a leg that bends.
fn shapes(way: &LegWay) -> Family {
    let leaps = match way {
        LegWay::Turns { family, .. } => return *family,
        LegWay::Leaps(leaps) => leaps,
        LegWay::Directions { .. } => &Vec::new(),
    };
    let size = |leap: &Leap| {
        (
            leap.x.abs().max(leap.y.abs()) as u16,
            leap.x.abs().min(leap.y.abs()) as u16,
        )
    };
    let first = |fits: &dyn Fn((u16, u16)) -> bool| {
        leaps
            .iter()
            .map(size)
            .find(|size| size.0 > 0 && fits(*size))
    };
    Family {
        orthogonal: first(&|(_, short)| short == 0).map(|(long, _)| long),
        diagonal: first(&|(long, short)| short == long).map(|(long, _)| long),
        oblique: first(&|(long, short)| short != 0 && short != long),
    }
}
