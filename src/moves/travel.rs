//! Walks multi-leg moves: leg by leg, as deep as a move has legs, remembering on the way which piece was taken and which
//! was put elsewhere. Where nothing was done yet, what follows from a cell in a direction is walked once.

use super::compass::MoveHeading;
use super::fuel::Fuel;
use super::landing::{Landing, Visited, enemy_of, victim_en_passant};
use super::multi_leg::{Departure, LaidLeg, MultiLeg, Starts};
use super::table::MoveTable;
use crate::model::{Cell, CellSet, Occupant, Position};
use crate::movement::leg::{Content, EndDeed, Hop, Length};

/// What a piece has done on its way, kept from one walk to the next for its room only.
#[derive(Clone, Debug, Default)]
pub(super) struct TravelRecord {
    taken: Vec<Cell>,
    carried: Vec<(Cell, Cell)>,
    /// The cells gone over, if it may be taken on them in passing.
    path: Vec<Cell>,
}

/// A piece on its way.
pub(super) struct Traveller<'a, F> {
    pub table: &'a MoveTable,
    pub multi_leg: &'a MultiLeg,
    pub position: &'a Position,
    pub origin: Cell,
    /// A cell where an enemy is supposed to stand.
    pub supposed: Option<Cell>,
    pub fuel: &'a mut Fuel,
    pub record: &'a mut TravelRecord,
    pub visited: &'a mut Visited,
    pub land: &'a mut F,
}

/// A leg being walked.
struct TravelRun {
    index: usize,
    start: Cell,
    first: Departure,
    at: Cell,
    departure: Departure,
    /// How many leaps it has made, and how many the leg before it made.
    leaps: u16,
    before: u16,
    hurdled: bool,
    /// The side a bent leg turns to next: the half of its bends.
    side: usize,
}

/// The end of a leg.
#[derive(Clone, Copy)]
struct Arrival {
    index: usize,
    start: Cell,
    cell: Cell,
    /// How the leg was heading; a leap to anywhere was not.
    heading: Option<MoveHeading>,
    leaps: u16,
}

impl<'a, F: FnMut(Landing<'_>)> Traveller<'a, F> {
    pub(crate) fn walk(&mut self) {
        self.visited.begin(self.multi_leg.legs.len() * self.position.len() * MoveHeading::COUNT);
        self.record.taken.clear();
        self.record.carried.clear();
        self.record.path.clear();
        let (multi_leg, start) = (self.multi_leg, self.origin);
        match &multi_leg.starts {
            Starts::Departures(departures) => self.depart(0, start, departures, 0),
            Starts::Anywhere(cells) if cells.contains(&start) => {
                for cell in cells.iter().copied().filter(|cell| *cell != start) {
                    if self.occupant(cell) != Occupant::Absent {
                        self.end(Arrival { index: 0, start, cell, heading: None, leaps: 1 });
                    }
                }
            }
            Starts::Anywhere(_) => {}
        }
    }

    /// Walks a leg in each of its directions.
    fn depart(&mut self, index: usize, start: Cell, departures: &'a [Departure], before: u16) {
        let sides = if self.multi_leg.legs[index].bends.is_empty() { 1 } else { 2 };
        for departure in departures.iter().copied() {
            for side in 0..sides {
                let room = self.record.path.len();
                let run = TravelRun {
                    index,
                    start,
                    first: departure,
                    at: start,
                    departure,
                    leaps: 0,
                    before,
                    hurdled: false,
                    side,
                };
                self.run(run);
                self.record.path.truncate(room);
            }
        }
    }

    fn run(&mut self, mut run: TravelRun) {
        let leg: &'a LaidLeg = &self.multi_leg.legs[run.index];
        let most = match leg.length {
            Length::UpTo(most) => most,
            Length::Unlimited => u16::MAX,
            Length::Same => run.before,
        };
        while run.leaps < most && self.fuel.spend(1) {
            let Some(next) = self.leap(leg, run.at, run.departure) else { break };
            let occupant = self.occupant(next);
            if occupant == Occupant::Absent {
                break;
            }
            run.leaps += 1;
            let (may_end, goes_on) = self.hop(leg.hop, &mut run, occupant);
            if may_end && (leg.length != Length::Same || run.leaps == most) {
                let TravelRun { index, start, leaps, .. } = run;
                self.end(Arrival { index, start, cell: next, heading: Some(run.departure.heading), leaps });
            }
            if !goes_on {
                break;
            }
            if self.multi_leg.open_to_en_passant {
                self.record.path.push(next);
            }
            run.at = next;
            if !leg.bends.is_empty() {
                let Some(departure) = leg.bend(run.departure, run.side) else { break };
                run.departure = departure;
                run.side = if leg.crooked { 1 - run.side } else { run.side };
            }
            // A leg that would make its first leap again has been all round.
            if leg.circles && run.at == run.start && run.departure.leap == run.first.leap {
                break;
            }
        }
    }

    /// The cell a leap leads to, if nothing inside it is in the way.
    #[inline]
    fn leap(&mut self, leg: &LaidLeg, at: Cell, departure: Departure) -> Option<Cell> {
        let leaps = &self.table.leaps;
        let to = leaps.to(departure.leap, at)?;
        let mut pieces = 0;
        for cell in leaps.inside(departure.leap, at) {
            let cell = cell.filter(|cell| self.occupant(*cell) != Occupant::Absent);
            let Some(cell) = cell else { if leg.lame { return None } else { continue } };
            pieces += usize::from(self.occupant(cell) != Occupant::Empty);
            if self.multi_leg.open_to_en_passant {
                self.record.path.push(cell);
            }
        }
        let free = (!leg.lame || pieces == 0) && (leg.hop != Hop::Inside || pieces == 1);
        free.then_some(to)
    }

    /// Whether a leg may end on the cell it has come to, and whether it may go on from there.
    #[inline]
    fn hop(&self, hop: Hop, run: &mut TravelRun, occupant: Occupant) -> (bool, bool) {
        let free = occupant == Occupant::Empty;
        match hop {
            Hop::SkipFirst if run.leaps == 1 => (false, true),
            Hop::Never | Hop::SkipFirst | Hop::Inside => (true, free),
            Hop::Beyond { .. } if run.hurdled => (true, free),
            Hop::Next { .. } if run.hurdled => (true, false),
            Hop::Beyond { own_only } | Hop::Next { own_only } => {
                run.hurdled = !free;
                (false, free || !own_only || occupant != enemy_of(self.table.side))
            }
        }
    }

    /// Does what may be done where a leg ends.
    fn end(&mut self, at: Arrival) {
        let end = self.multi_leg.legs[at.index].end;
        let occupant = self.occupant(at.cell);
        if occupant == Occupant::Empty {
            if end.empty.is_some() {
                self.go_on(at);
            }
            if end.en_passant
                && let Some(piece) = victim_en_passant(self.position, self.table.side, at.cell)
                && !self.is_gone(piece)
            {
                self.take(piece, at);
            }
            return;
        }
        let deed = if occupant == enemy_of(self.table.side) { end.enemy } else { end.own };
        // A piece just put somewhere stays there.
        let meant = self.put_on(at.cell).is_none() && self.is_meant(end.content, at.cell);
        match deed.filter(|_| meant) {
            Some(EndDeed::Take) => self.take(at.cell, at),
            // Two pieces cannot stay on one cell.
            Some(EndDeed::Leave) if at.index + 1 < self.multi_leg.legs.len() => self.go_on(at),
            Some(EndDeed::Unload) if self.occupant(at.start) == Occupant::Empty => {
                self.record.carried.push((at.cell, at.start));
                self.go_on(at);
                self.record.carried.pop();
            }
            Some(EndDeed::Leave | EndDeed::Unload) | None => {}
        }
    }

    fn take(&mut self, piece: Cell, at: Arrival) {
        self.record.taken.push(piece);
        self.go_on(at);
        self.record.taken.pop();
    }

    /// Walks the next leg, or lands.
    fn go_on(&mut self, at: Arrival) {
        let next = at.index + 1;
        let TravelRecord { taken, carried, path } = &*self.record;
        let (Some(leg), Some(heading)) = (self.multi_leg.legs.get(next), at.heading) else {
            // One leg leads somewhere; several may lead home.
            if (next > 1 || at.cell != self.origin) && self.table.may_end_on(at.cell) {
                (self.land)(Landing { to: at.cell, taken, carried, en_passant: path });
            }
            return;
        };
        let nothing_done = taken.is_empty() && carried.is_empty() && !self.multi_leg.open_to_en_passant;
        let node = (next * self.position.len() + at.cell.index()) * MoveHeading::COUNT + heading.index();
        if nothing_done && leg.length != Length::Same && !self.visited.enter(node) {
            return;
        }
        let room = path.len();
        if self.multi_leg.open_to_en_passant {
            self.record.path.push(at.cell);
        }
        self.depart(next, at.cell, leg.starts(heading), at.leaps);
        self.record.path.truncate(room);
    }

    /// What stands on a cell now, after what the piece has done on its way.
    #[inline]
    fn occupant(&self, cell: Cell) -> Occupant {
        if !self.record.carried.is_empty()
            && let Some(from) = self.put_on(cell)
        {
            return self.standing(from);
        }
        if cell == self.origin || self.is_gone(cell) { Occupant::Empty } else { self.standing(cell) }
    }

    /// Who stood on a cell when the move began.
    #[inline]
    fn standing(&self, cell: Cell) -> Occupant {
        if self.supposed == Some(cell) { enemy_of(self.table.side) } else { self.position.occupant(cell) }
    }

    /// Where the piece came from who was put on a cell.
    fn put_on(&self, cell: Cell) -> Option<Cell> {
        self.record.carried.iter().find(|(_, to)| *to == cell).map(|(from, _)| *from)
    }

    /// Whether the piece of a cell was taken or put elsewhere.
    #[inline]
    fn is_gone(&self, cell: Cell) -> bool {
        self.record.taken.contains(&cell) || self.record.carried.iter().any(|(from, _)| *from == cell)
    }

    fn is_meant(&self, content: Content, cell: Cell) -> bool {
        let royal = || {
            let piece = self.position.piece(cell).filter(|_| self.supposed != Some(cell));
            piece.and_then(|piece| piece.kind).is_some_and(|kind| self.table.royals.contains(&kind))
        };
        match content {
            Content::Any => true,
            Content::RoyalOnly => royal(),
            Content::NotRoyal => !royal(),
        }
    }
}

/// Every cell where an ordinary enemy might be taken if pieces stood as it suits, and perhaps more.
pub(super) fn captures(
    table: &MoveTable,
    multi_leg: &MultiLeg,
    origin: Cell,
    visited: &mut Visited,
    fuel: &mut Fuel,
) -> CellSet {
    let cells = table.cells();
    visited.begin(multi_leg.legs.len() * cells * MoveHeading::COUNT);
    let mut found = CellSet::EMPTY;
    let mut waiting: Vec<(usize, Cell, &[Departure])> = match &multi_leg.starts {
        Starts::Departures(departures) => vec![(0, origin, departures)],
        Starts::Anywhere(cells) => return cells.iter().copied().collect(),
    };
    while let Some((index, start, departures)) = waiting.pop() {
        let leg = &multi_leg.legs[index];
        let takes = leg.end.enemy == Some(EndDeed::Take) && leg.end.content != Content::RoyalOnly;
        let mut reached = |cell: Cell, heading: MoveHeading| {
            fuel.spend(1);
            if takes {
                found.insert(cell);
            }
            let node = ((index + 1) * cells + cell.index()) * MoveHeading::COUNT + heading.index();
            if let Some(next) = multi_leg.legs.get(index + 1)
                && visited.enter(node)
            {
                waiting.push((index + 1, cell, next.starts(heading)));
            }
        };
        for departure in departures {
            leg.everywhere(&table.leaps, start, departure, &mut reached);
        }
        if fuel.is_spent() {
            break;
        }
    }
    found
}
