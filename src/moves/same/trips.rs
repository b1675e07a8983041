//! Trips taken apart into single ways: one leap for each leg, one thing done at its end. So a trip that offers two turns
//! is the same as two that offer one each, whichever notation they were written in.

use crate::model::{Cell, Sheet};
use crate::movement::betza::{Content, Deed, End, Hop, Leap, Length};
use crate::moves::compass::Heading;
use crate::moves::table::MoveTable;
use crate::moves::trip::{LaidLeg, Starts, Stride, Trip};

/// One way of a trip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    first_move: bool,
    legs: Vec<Single>,
    /// The cells a leap to anywhere may lead to, which is the only leg then.
    anywhere: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Single {
    /// Its leaps: one over and over, or each of a bent leg until they begin again. None, to anywhere.
    leaps: Vec<Step>,
    lame: bool,
    length: Length,
    hop: Hop,
    done: Done,
}

/// A leap, whether it wraps, and the cells inside it that matter.
type Step = (Kind, Vec<Kind>);
type Kind = (Leap, bool, Sheet);

/// What is done with whom at the end of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Done {
    OnEmpty,
    WithEnemy(Deed, Content),
    WithOwn(Deed, Content),
    EnPassant,
}

/// How many ways are told apart.
const MOST: usize = 4096;

/// The ways of a trip; none if they are too many, or a leg goes on from a bent one.
pub(super) fn ways(table: &MoveTable, trip: &Trip) -> Option<Vec<Way>> {
    let mut found = Vec::new();
    match &trip.starts {
        Starts::Strides(strides) => {
            let mut taker = Taker { table, trip, legs: Vec::new(), found: &mut found };
            taker.leg(strides)?;
        }
        Starts::Anywhere(cells) => {
            let leg = trip.legs.first()?;
            for done in done(leg.end, true) {
                let LaidLeg { lame, length, hop, .. } = *leg;
                let legs = vec![Single { leaps: Vec::new(), lame, length, hop, done }];
                found.push(Way { first_move: trip.first_move, legs, anywhere: cells.clone() });
            }
        }
    }
    Some(found)
}

struct Taker<'a, 'f> {
    table: &'a MoveTable,
    trip: &'a Trip,
    legs: Vec<Single>,
    found: &'f mut Vec<Way>,
}

impl Taker<'_, '_> {
    /// Adds all ways that begin with the legs so far and go on with these leaps.
    fn leg(&mut self, strides: &[Stride]) -> Option<()> {
        let trip = self.trip;
        let Some(leg) = trip.legs.get(self.legs.len()) else { return Some(()) };
        let next = trip.legs.get(self.legs.len() + 1);
        if next.is_some() && !leg.bends.is_empty() {
            return None;
        }
        for stride in strides {
            for leaps in self.leaps(leg, stride)? {
                for done in done(leg.end, next.is_none()) {
                    let LaidLeg { lame, length, hop, .. } = *leg;
                    self.legs.push(Single { leaps: leaps.clone(), lame, length, hop, done });
                    match next {
                        Some(next) => self.leg(next.starts(stride.heading))?,
                        None if self.found.len() == MOST => return None,
                        None => {
                            let legs = self.legs.clone();
                            self.found.push(Way { first_move: trip.first_move, legs, anywhere: Vec::new() });
                        }
                    }
                    self.legs.pop();
                }
            }
        }
        Some(())
    }

    /// The leaps a leg makes, beginning with one; a bent leg goes two ways round.
    fn leaps(&self, leg: &LaidLeg, first: &Stride) -> Option<Vec<Vec<Step>>> {
        if leg.bends.is_empty() {
            return Some(vec![vec![self.step(leg, first)?]]);
        }
        let way = |first_side: usize| {
            let (mut side, mut stride) = (first_side, Some(first));
            let mut steps: Vec<Step> = Vec::new();
            while let Some(here) = stride.filter(|_| steps.len() < Heading::COUNT) {
                steps.push(self.step(leg, here)?);
                stride = leg.bends[side * Heading::COUNT + here.heading.index()].as_ref();
                side = if leg.crooked { 1 - side } else { side };
            }
            Some(steps)
        };
        Some(vec![way(0)?, way(1)?])
    }

    fn step(&self, leg: &LaidLeg, stride: &Stride) -> Option<Step> {
        let (leap, inside, wraps, sheet) = self.table.leaps.kind(stride.leap)?;
        let matters = leg.lame || leg.hop == Hop::Inside;
        let inside =
            inside.cells(leap).into_iter().filter(|_| matters).map(|leap| (leap, wraps, sheet)).collect();
        Some(((leap, wraps, sheet), inside))
    }
}

/// All that may be done at the end of a leg. Who is left where he stands bars the last leg.
fn done(end: End, is_last: bool) -> Vec<Done> {
    let lets = |deed: &Deed| !(is_last && *deed == Deed::Leave);
    let mut all = Vec::new();
    all.extend(end.empty.map(|_| Done::OnEmpty));
    all.extend(end.enemy.filter(lets).map(|deed| Done::WithEnemy(deed, end.content)));
    all.extend(end.own.filter(lets).map(|deed| Done::WithOwn(deed, end.content)));
    all.extend(end.en_passant.then_some(Done::EnPassant));
    all
}
