//! Multi-leg moves taken apart into single ways: one leap for each leg, one thing done at its end. So a multi-leg move that offers two turns
//! is the same as two that offer one each, whichever notation they were written in.

use crate::model::{Cell, Sheet};
use crate::movement::leg::{Content, End, EndDeed, Hop, Leap, Length};
use crate::moves::compass::MoveHeading;
use crate::moves::multi_leg::{Departure, LaidLeg, MultiLeg, Starts};
use crate::moves::table::MoveTable;

/// One way of a multi-leg move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SingleWay {
    first_move: bool,
    legs: Vec<Single>,
    /// The cells a leap to anywhere may lead to, which is the only leg then.
    anywhere: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Single {
    /// Its leaps: one over and over, or each of a bent leg until they begin again. None, to anywhere.
    leaps: Vec<WayStep>,
    lame: bool,
    length: Length,
    hop: Hop,
    done: Done,
}

/// A leap, whether it wraps, and the cells inside it that matter.
type WayStep = (WayLeap, Vec<WayLeap>);
/// A leap, whether it wraps, and on which sheet it is made.
type WayLeap = (Leap, bool, Sheet);

/// What is done with which piece at the end of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Done {
    OnEmpty,
    WithEnemy(EndDeed, Content),
    WithOwn(EndDeed, Content),
    EnPassant,
}

/// How many ways are listed.
const MOST: usize = 4096;

/// The ways of a multi-leg move; none if they are too many, or a leg goes on from a bent one.
pub(super) fn ways(table: &MoveTable, multi_leg: &MultiLeg) -> Option<Vec<SingleWay>> {
    let mut found = Vec::new();
    match &multi_leg.starts {
        Starts::Departures(departures) => {
            let mut taker = Taker {
                table,
                multi_leg,
                legs: Vec::new(),
                found: &mut found,
            };
            taker.leg(departures)?;
        }
        Starts::Anywhere(cells) => {
            let leg = multi_leg.legs.first()?;
            for done in done(leg.end, true) {
                let LaidLeg {
                    lame, length, hop, ..
                } = *leg;
                let legs = vec![Single {
                    leaps: Vec::new(),
                    lame,
                    length,
                    hop,
                    done,
                }];
                found.push(SingleWay {
                    first_move: multi_leg.first_move,
                    legs,
                    anywhere: cells.clone(),
                });
            }
        }
    }
    Some(found)
}

struct Taker<'a, 'f> {
    table: &'a MoveTable,
    multi_leg: &'a MultiLeg,
    legs: Vec<Single>,
    found: &'f mut Vec<SingleWay>,
}

impl Taker<'_, '_> {
    /// Adds all ways that begin with the legs so far and go on with these leaps.
    fn leg(&mut self, departures: &[Departure]) -> Option<()> {
        let multi_leg = self.multi_leg;
        let Some(leg) = multi_leg.legs.get(self.legs.len()) else {
            return Some(());
        };
        let next = multi_leg.legs.get(self.legs.len() + 1);
        if next.is_some() && !leg.bends.is_empty() {
            return None;
        }
        for departure in departures {
            for leaps in self.leaps(leg, departure)? {
                for done in done(leg.end, next.is_none()) {
                    let LaidLeg {
                        lame, length, hop, ..
                    } = *leg;
                    self.legs.push(Single {
                        leaps: leaps.clone(),
                        lame,
                        length,
                        hop,
                        done,
                    });
                    match next {
                        Some(next) => self.leg(next.starts(departure.heading))?,
                        None if self.found.len() == MOST => return None,
                        None => {
                            let legs = self.legs.clone();
                            self.found.push(SingleWay {
                                first_move: multi_leg.first_move,
                                legs,
                                anywhere: Vec::new(),
                            });
                        }
                    }
                    self.legs.pop();
                }
            }
        }
        Some(())
    }

    /// The leaps a leg makes, beginning with one; a bent leg goes two ways round.
    fn leaps(&self, leg: &LaidLeg, first: &Departure) -> Option<Vec<Vec<WayStep>>> {
        if leg.bends.is_empty() {
            return Some(vec![vec![self.step(leg, first)?]]);
        }
        let way = |first_side: usize| {
            let (mut side, mut departure) = (first_side, Some(*first));
            let mut steps: Vec<WayStep> = Vec::new();
            while let Some(here) = departure.filter(|_| steps.len() < MoveHeading::COUNT) {
                steps.push(self.step(leg, &here)?);
                departure = leg.bend(here, side);
                side = if leg.crooked { 1 - side } else { side };
            }
            Some(steps)
        };
        Some(vec![way(0)?, way(1)?])
    }

    fn step(&self, leg: &LaidLeg, departure: &Departure) -> Option<WayStep> {
        let (leap, inside, wraps, sheet) = self.table.leaps.kind(departure.leap)?;
        let matters = leg.lame || leg.hop == Hop::Inside;
        let inside = inside
            .cells(leap)
            .into_iter()
            .filter(|_| matters)
            .map(|leap| (leap, wraps, sheet))
            .collect();
        Some(((leap, wraps, sheet), inside))
    }
}

/// All that may be done at the end of a leg. What is left where it stands bars the last leg.
fn done(end: End, is_last: bool) -> Vec<Done> {
    let lets = |deed: &EndDeed| !(is_last && *deed == EndDeed::Leave);
    let mut all = Vec::new();
    all.extend(end.empty.map(|_| Done::OnEmpty));
    all.extend(
        end.enemy
            .filter(lets)
            .map(|deed| Done::WithEnemy(deed, end.content)),
    );
    all.extend(
        end.own
            .filter(lets)
            .map(|deed| Done::WithOwn(deed, end.content)),
    );
    all.extend(end.en_passant.then_some(Done::EnPassant));
    all
}
