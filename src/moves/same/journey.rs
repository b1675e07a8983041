//! The terms of multi-leg moves: the walk of [`travel`](crate::moves::travel) done without pieces, asking for those it needs.

use super::terms::{Asking, BareLanding, EMPTY, ENEMY, ENEMY_ROYAL, OWN, OWN_ROYAL, Occupants, ROYAL};
use crate::model::Cell;
use crate::movement::leg::{Content, End, EndDeed, Hop, Length};
use crate::moves::compass::MoveHeading;
use crate::moves::multi_leg::{Departure, LaidLeg, MultiLeg, Starts};

/// What a piece has done on its way.
#[derive(Clone, Debug, Default)]
struct JourneyRecord {
    taken: Vec<Cell>,
    carried: Vec<(Cell, Cell)>,
    en_passant: bool,
}

/// A leg being walked.
#[derive(Clone, Copy)]
struct JourneyRun<'a> {
    index: usize,
    start: Cell,
    first: &'a Departure,
    at: Cell,
    departure: &'a Departure,
    leaps: u16,
    before: u16,
    hurdled: bool,
    side: usize,
}

/// The end of a leg.
#[derive(Clone, Copy)]
struct JourneyArrival {
    index: usize,
    start: Cell,
    cell: Cell,
    heading: Option<MoveHeading>,
    leaps: u16,
}

impl Asking<'_> {
    /// Adds the terms of a multi-leg move; none if they are too many, or it does what terms cannot hold.
    pub(crate) fn multi_leg(&mut self, multi_leg: &MultiLeg) -> Option<()> {
        let mut journey = Journey { asking: self, multi_leg, record: JourneyRecord::default(), left: MOST };
        match &multi_leg.starts {
            Starts::Departures(departures) => {
                let from = journey.asking.from;
                journey.depart(0, from, departures, 0)
            }
            Starts::Anywhere(cells) => {
                let start = journey.asking.from;
                let all = cells.iter().copied().filter(|cell| cells.contains(&start) && *cell != start);
                for cell in all {
                    let at = JourneyArrival { index: 0, start, cell, heading: None, leaps: 1 };
                    journey.end(at, !0)?;
                }
                Some(())
            }
        }
    }
}

/// How many leaps the walks of a multi-leg move from one cell may make.
const MOST: usize = 100_000;

struct Journey<'a, 't, 'm> {
    asking: &'m mut Asking<'t>,
    multi_leg: &'a MultiLeg,
    record: JourneyRecord,
    left: usize,
}

impl<'a> Journey<'a, '_, '_> {
    fn depart(&mut self, index: usize, start: Cell, departures: &'a [Departure], before: u16) -> Option<()> {
        let sides = if self.multi_leg.legs[index].bends.is_empty() { 1 } else { 2 };
        for departure in departures {
            for side in 0..sides {
                let (at, leaps, hurdled) = (start, 0, false);
                self.run(JourneyRun {
                    index,
                    start,
                    first: departure,
                    at,
                    departure,
                    leaps,
                    before,
                    hurdled,
                    side,
                })?;
            }
        }
        Some(())
    }

    /// The next leap of a leg, and what follows.
    fn run(&mut self, mut run: JourneyRun<'a>) -> Option<()> {
        self.left = self.left.checked_sub(1).filter(|_| self.asking.fuel.spend(1))?;
        let leg: &'a LaidLeg = &self.multi_leg.legs[run.index];
        let most = match leg.length {
            Length::UpTo(most) => most,
            Length::Unlimited => u16::MAX,
            Length::Same => run.before,
        };
        let table = self.asking.table;
        let Some(next) = table.leaps.to(run.departure.leap, run.at).filter(|_| run.leaps < most) else {
            return Some(());
        };
        run.leaps += 1;
        let rows: Vec<Option<Cell>> = table.leaps.inside(run.departure.leap, run.at).collect();
        if leg.lame && rows.iter().any(Option::is_none) {
            return Some(());
        }
        let inside: Vec<Cell> = rows.into_iter().flatten().collect();
        match (leg.lame, leg.hop) {
            (true, Hop::Inside) => Some(()),
            (true, _) => self.all_empty(&inside, None, |journey| journey.enter(leg, run, next, most)),
            (false, Hop::Inside) => {
                for hurdle in &inside {
                    self.all_empty(&inside, Some(*hurdle), |journey| journey.enter(leg, run, next, most))?;
                }
                Some(())
            }
            (false, _) => self.enter(leg, run, next, most),
        }
    }

    /// Goes on if all these cells are empty but for one, where there is a hurdle.
    fn all_empty(
        &mut self,
        cells: &[Cell],
        hurdle: Option<Cell>,
        go_on: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let mark = self.asking.mark();
        let occupants = |cell: Cell| if Some(cell) == hurdle { !EMPTY } else { EMPTY };
        let is_open = cells.iter().all(|cell| self.ask(*cell, occupants(*cell)));
        let result = if is_open { go_on(self) } else { Some(()) };
        self.asking.back_to(mark);
        result
    }

    /// The leg comes to a cell: it may end there, and it may go on.
    fn enter(&mut self, leg: &'a LaidLeg, run: JourneyRun<'a>, cell: Cell, most: u16) -> Option<()> {
        let occupied = !EMPTY;
        let (may_end, pass, hurdle): (Occupants, Occupants, Occupants) = match leg.hop {
            Hop::SkipFirst if run.leaps == 1 => (0, !0, 0),
            Hop::Never | Hop::SkipFirst | Hop::Inside => (!0, EMPTY, 0),
            Hop::Beyond { .. } if run.hurdled => (!0, EMPTY, 0),
            Hop::Next { .. } if run.hurdled => (!0, 0, 0),
            Hop::Beyond { own_only } | Hop::Next { own_only } => {
                (0, EMPTY, if own_only { OWN | OWN_ROYAL } else { occupied })
            }
        };
        if may_end != 0 && (leg.length != Length::Same || run.leaps == most) {
            let JourneyRun { index, start, leaps, .. } = run;
            self.end(
                JourneyArrival { index, start, cell, heading: Some(run.departure.heading), leaps },
                may_end,
            )?;
        }
        let onward = JourneyRun { at: cell, ..run };
        self.if_there(cell, pass, |journey| journey.onward(leg, onward))?;
        self.if_there(cell, hurdle, |journey| journey.onward(leg, JourneyRun { hurdled: true, ..onward }))
    }

    fn onward(&mut self, leg: &'a LaidLeg, mut run: JourneyRun<'a>) -> Option<()> {
        if !leg.bends.is_empty() {
            let bend = &leg.bends[run.side * MoveHeading::COUNT + run.departure.heading.index()];
            let Some(departure) = bend else { return Some(()) };
            run.departure = departure;
            run.side = if leg.crooked { 1 - run.side } else { run.side };
        }
        if leg.circles && run.at == run.start && run.departure.leap == run.first.leap {
            return Some(());
        }
        self.run(run)
    }

    /// Does what may be done where a leg ends, with those that may be there.
    fn end(&mut self, at: JourneyArrival, allowed: Occupants) -> Option<()> {
        let End { empty, enemy, own, en_passant, content } = self.multi_leg.legs[at.index].end;
        let is_last = at.index + 1 == self.multi_leg.legs.len();
        let meant = match content {
            Content::Any => !0,
            Content::RoyalOnly => ROYAL,
            Content::NotRoyal => OWN | ENEMY,
        };
        let occupants = |deed: EndDeed| {
            let some = |own_deed: Option<EndDeed>, occupants| {
                if own_deed == Some(deed) { occupants & meant } else { 0 }
            };
            some(enemy, ENEMY | ENEMY_ROYAL) | some(own, OWN | OWN_ROYAL)
        };
        let left = if is_last { 0 } else { occupants(EndDeed::Leave) };
        let free = if empty.is_some() { EMPTY } else { 0 };
        // A piece just put somewhere stays there.
        let is_put = self.record.carried.iter().any(|(_, to)| *to == at.cell);
        if is_put {
            return self.if_there(at.cell, free & allowed, |journey| journey.go_on(at));
        }
        self.if_there(at.cell, (free | left) & allowed, |journey| journey.go_on(at))?;
        self.if_there(at.cell, occupants(EndDeed::Take) & allowed, |journey| {
            journey.record.taken.push(at.cell);
            let result = journey.go_on(at);
            journey.record.taken.pop();
            result
        })?;
        self.if_there(at.cell, occupants(EndDeed::Unload) & allowed, |journey| {
            journey.if_there(at.start, EMPTY, |journey| {
                journey.record.carried.push((at.cell, at.start));
                let result = journey.go_on(at);
                journey.record.carried.pop();
                result
            })
        })?;
        if !en_passant {
            return Some(());
        }
        if !is_last || !self.record.taken.is_empty() || !self.record.carried.is_empty() {
            return None;
        }
        self.if_there(at.cell, EMPTY & allowed, |journey| {
            journey.record.en_passant = true;
            let result = journey.go_on(at);
            journey.record.en_passant = false;
            result
        })
    }

    fn go_on(&mut self, at: JourneyArrival) -> Option<()> {
        let next = at.index + 1;
        let (Some(leg), Some(heading)) = (self.multi_leg.legs.get(next), at.heading) else {
            if next == 1 && at.cell == self.asking.from {
                return Some(());
            }
            let JourneyRecord { taken, carried, en_passant } = self.record.clone();
            let mut outcome = BareLanding { to: at.cell, taken, carried, en_passant };
            outcome.taken.sort_unstable();
            return self.asking.note(outcome);
        };
        self.depart(next, at.cell, leg.starts(heading), at.leaps)
    }

    /// Goes on if one of these is on a cell.
    fn if_there(
        &mut self,
        cell: Cell,
        occupants: Occupants,
        go_on: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let mark = self.asking.mark();
        let result = if self.ask(cell, occupants) { go_on(self) } else { Some(()) };
        self.asking.back_to(mark);
        result
    }

    /// As [`Asking::ask`], after what the piece has done on its way.
    fn ask(&mut self, cell: Cell, occupants: Occupants) -> bool {
        let JourneyRecord { taken, carried, .. } = &self.record;
        // Of a piece put somewhere it is known where it came from.
        let put_from = carried.iter().find(|(_, to)| *to == cell).map(|(from, _)| *from);
        let is_gone = taken.contains(&cell) || carried.iter().any(|(from, _)| *from == cell);
        match put_from {
            Some(from) => self.asking.ask(from, occupants),
            None if is_gone || cell == self.asking.from => occupants & EMPTY != 0,
            None => self.asking.ask(cell, occupants),
        }
    }
}
