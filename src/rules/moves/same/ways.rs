//! Multi-leg moves split into single ways: one leap for each leg, and one outcome at its end. So a
//! multi-leg move that offers two turns equals two moves that offer one each, in whichever
//! notation they were written.

use crate::model::{Cell, Sheet};
use crate::movement::leg::{Content, End, EndAction, Hop, Leap, Length};
use crate::moves::compass::MoveHeading;
use crate::moves::multi_leg::{Departure, LaidLeapKind, LaidLeg, MultiLeg, Starts};
use crate::moves::table::MoveTable;

/// One way of a multi-leg move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SingleWay {
    first_move: bool,
    legs: Vec<SingleLeg>,
    /// The cells to which a leap to any cell may lead, if that is the only leg.
    anywhere: Vec<Cell>,
}

/// One leg of a single way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SingleLeg {
    /// The leaps of the leg: one that is repeated, or each leap of a bent leg until they repeat.
    /// Empty for a leap to any cell.
    leaps: Vec<WayStep>,
    lame: bool,
    length: Length,
    hop: Hop,
    outcome: LegOutcome,
}

/// A leap, and the cells inside it that matter.
type WayStep = (WayLeap, Vec<WayLeap>);
/// A leap, whether it wraps round a cylinder, and the sheet on which it is made.
type WayLeap = (Leap, bool, Sheet);

/// What happens at the end of a leg, and to which piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LegOutcome {
    OnEmpty,
    WithEnemy(EndAction, Content),
    WithOwn(EndAction, Content),
    EnPassant,
}

/// The most ways that are listed.
const MOST: usize = 4096;

/// Returns the ways of a multi-leg move; `None` if there are too many, or if a leg follows a bent
/// one.
pub(super) fn ways(table: &MoveTable, multi_leg: &MultiLeg) -> Option<Vec<SingleWay>> {
    let mut ways = Vec::new();
    match &multi_leg.starts {
        Starts::Departures(departures) => {
            let mut lister = WayLister {
                table,
                multi_leg,
                legs: Vec::new(),
                ways: &mut ways,
            };
            lister.add_ways(departures)?;
        }
        Starts::Anywhere(cells) => {
            let leg = multi_leg.legs.first()?;
            for outcome in end_outcomes(leg.end, true) {
                let LaidLeg {
                    lame, length, hop, ..
                } = *leg;
                let legs = vec![SingleLeg {
                    leaps: Vec::new(),
                    lame,
                    length,
                    hop,
                    outcome,
                }];
                ways.push(SingleWay {
                    first_move: multi_leg.first_move,
                    legs,
                    anywhere: cells.clone(),
                });
            }
        }
    }
    Some(ways)
}

/// A collector of the ways of a multi-leg move.
struct WayLister<'a, 'f> {
    table: &'a MoveTable,
    multi_leg: &'a MultiLeg,
    legs: Vec<SingleLeg>,
    ways: &'f mut Vec<SingleWay>,
}

impl WayLister<'_, '_> {
    /// Adds all ways that begin with the current legs and go on with these leaps.
    fn add_ways(&mut self, departures: &[Departure]) -> Option<()> {
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
                for outcome in end_outcomes(leg.end, next.is_none()) {
                    let LaidLeg {
                        lame, length, hop, ..
                    } = *leg;
                    self.legs.push(SingleLeg {
                        leaps: leaps.clone(),
                        lame,
                        length,
                        hop,
                        outcome,
                    });
                    match next {
                        Some(next) => self.add_ways(next.starts(departure.heading))?,
                        None if self.ways.len() == MOST => return None,
                        None => {
                            let legs = self.legs.clone();
                            self.ways.push(SingleWay {
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

    /// Returns the leaps that a leg makes, given the first. A bent leg has two ways round.
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
        let LaidLeapKind::Leap(leap, inside, wraps, sheet) =
            self.table.leaps.kind(departure.leap)?
        else {
            return None;
        };
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

/// Returns all that may happen at the end of a leg. The last leg cannot end on a piece that is
/// left standing.
fn end_outcomes(end: End, is_last: bool) -> Vec<LegOutcome> {
    let is_allowed = |action: &EndAction| !(is_last && *action == EndAction::Leave);
    let mut all = Vec::new();
    all.extend(end.empty.map(|_| LegOutcome::OnEmpty));
    all.extend(
        end.enemy
            .filter(is_allowed)
            .map(|action| LegOutcome::WithEnemy(action, end.content)),
    );
    all.extend(
        end.own
            .filter(is_allowed)
            .map(|action| LegOutcome::WithOwn(action, end.content)),
    );
    all.extend(end.en_passant.then_some(LegOutcome::EnPassant));
    all
}
