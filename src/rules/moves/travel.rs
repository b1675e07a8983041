//! Walks multi-leg moves leg by leg. The walk recurses from leg to leg and records the pieces
//! captured and put elsewhere on the way. [`Surroundings`] answer what stands where: in one
//! position, or in all positions at once.

use super::automaton::{
    ABSENT, EMPTY, ENEMY, ENEMY_ROYAL, OWN, OWN_ROYAL, Occupants, PIECE, ROYAL, occupant_bits,
};
use super::fuel::Fuel;
use super::landing::{Landing, Visited, victim_en_passant};
use super::multi_leg::{Departure, HeadingIndex, LaidLeg, MultiLeg, Starts};
use super::table::MoveTable;
use crate::model::{Cell, CellSet, Position};
use crate::movement::leg::{Content, End, EndAction, Hop, Length};

/// What a moving piece finds on the board.
pub(super) trait Surroundings {
    /// Returns what may have stood on a cell when the move began, given all that is settled so
    /// far.
    fn occupants_before(&self, cell: Cell) -> Occupants;

    /// Settles that the occupant was one of `some`, a proper subset of what may have stood there;
    /// false if it was another.
    fn narrow_to(&mut self, cell: Cell, some: Occupants) -> bool;

    /// Returns a mark to which [`Surroundings::undo_to`] can return.
    fn mark(&self) -> usize;

    /// Undoes what was settled since a mark.
    fn undo_to(&mut self, mark: usize);

    /// Returns what is captured en passant by a move to an empty cell.
    fn victim(&self, cell: Cell) -> Victim;

    /// Marks a node as visited; true if it was visited before and the walk need not go on from it.
    fn is_visited(&mut self, node: usize) -> bool;

    /// Spends one leap; `None` ends the walk.
    fn spend(&mut self) -> Option<()>;

    /// Reports a way to land; `None` ends the walk. With `takes_unknown` the piece also captures
    /// another en passant whose cell is not known; that capture is not part of the landing.
    fn land(&mut self, landing: Landing<'_>, takes_unknown: bool) -> Option<()>;
}

/// The piece that is captured en passant.
pub(super) enum Victim {
    NoPiece,
    /// The piece on this cell.
    On(Cell),
    /// Any piece that has just passed; its cell is not known.
    AnyPiece,
}

/// The surroundings in one position. While the piece has done nothing on its way, the rest of the
/// walk from one cell and heading is walked only once.
pub(super) struct InPosition<'a> {
    pub table: &'a MoveTable,
    pub position: &'a Position,
    /// A cell where an enemy is assumed to stand.
    pub supposed: Option<Cell>,
    pub fuel: &'a mut Fuel,
    pub visited: &'a mut Visited,
    pub land: &'a mut dyn FnMut(Landing<'_>),
}

impl Surroundings for InPosition<'_> {
    #[inline]
    fn occupants_before(&self, cell: Cell) -> Occupants {
        // The assumed enemy is never royal.
        if self.supposed == Some(cell) {
            ENEMY
        } else {
            occupant_bits(self.position.occupant(cell), self.table.side)
        }
    }

    /// The side of the piece is known; only whether it is royal remains to be settled.
    fn narrow_to(&mut self, cell: Cell, some: Occupants) -> bool {
        let kind = self.position.piece(cell).and_then(|piece| piece.kind);
        kind.is_some_and(|kind| self.table.royals.contains(&kind)) == (some & ROYAL != 0)
    }

    #[inline]
    fn mark(&self) -> usize {
        0
    }

    #[inline]
    fn undo_to(&mut self, _: usize) {}

    fn victim(&self, cell: Cell) -> Victim {
        victim_en_passant(self.position, self.table.side, cell).map_or(Victim::NoPiece, Victim::On)
    }

    #[inline]
    fn is_visited(&mut self, node: usize) -> bool {
        !self.visited.enter(node)
    }

    #[inline]
    fn spend(&mut self) -> Option<()> {
        self.fuel.spend(1).then_some(())
    }

    #[inline]
    fn land(&mut self, landing: Landing<'_>, _: bool) -> Option<()> {
        if self.table.may_end_on(landing.to) {
            (self.land)(landing);
        }
        Some(())
    }
}

/// What a piece has done on its way. Kept between walks only to reuse the buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct TravelRecord {
    taken: Vec<Cell>,
    carried: Vec<(Cell, Cell)>,
    /// The cells passed over, if the piece may be captured en passant on them.
    path: Vec<Cell>,
    /// Whether it has captured a piece en passant whose cell is not known.
    takes_unknown: bool,
}

/// A piece making a multi-leg move.
pub(super) struct Traveller<'a, S> {
    pub table: &'a MoveTable,
    pub multi_leg: &'a MultiLeg,
    pub origin: Cell,
    pub surroundings: S,
    pub record: &'a mut TravelRecord,
}

/// A leg being walked.
#[derive(Clone, Copy)]
struct TravelRun {
    index: usize,
    start: Cell,
    first: Departure,
    at: Cell,
    departure: Departure,
    /// The number of leaps it has made, and the most it may make.
    leaps: u16,
    most: u16,
    hurdled: bool,
    /// The side to which a bent leg turns next: left (0) or right (1).
    side: usize,
}

/// The end of a leg.
#[derive(Clone, Copy)]
struct Arrival {
    index: usize,
    start: Cell,
    cell: Cell,
    /// The heading of the leg; `None` for a leap to any cell.
    heading: Option<HeadingIndex>,
    leaps: u16,
}

impl<'a, S: Surroundings> Traveller<'a, S> {
    /// Walks the whole move; `None` if the walk was ended early.
    pub(crate) fn walk(&mut self) -> Option<()> {
        self.record.taken.clear();
        self.record.carried.clear();
        self.record.path.clear();
        self.record.takes_unknown = false;
        let (multi_leg, start) = (self.multi_leg, self.origin);
        match &multi_leg.starts {
            Starts::Departures(departures) => self.depart(0, start, departures, 0)?,
            Starts::Anywhere(cells) if cells.contains(&start) => {
                for cell in cells.iter().copied().filter(|cell| *cell != start) {
                    let occupants = self.occupants_now(cell);
                    if occupants != ABSENT {
                        self.end(
                            Arrival {
                                index: 0,
                                start,
                                cell,
                                heading: None,
                                leaps: 1,
                            },
                            occupants,
                        )?;
                    }
                }
            }
            Starts::Anywhere(_) => {}
        }
        Some(())
    }

    /// Walks a leg in each of its directions.
    fn depart(
        &mut self,
        index: usize,
        start: Cell,
        departures: &'a [Departure],
        before: u16,
    ) -> Option<()> {
        let leg = &self.multi_leg.legs[index];
        let most = match leg.length {
            Length::UpTo(most) => most,
            Length::Unlimited => u16::MAX,
            Length::Same => before,
        };
        let sides = if leg.bends.is_empty() { 1 } else { 2 };
        for departure in departures.iter().copied() {
            for side in 0..sides {
                let path_length = self.record.path.len();
                let (first, at, leaps, hurdled) = (departure, start, 0, false);
                self.run(TravelRun {
                    index,
                    start,
                    first,
                    at,
                    departure,
                    leaps,
                    most,
                    hurdled,
                    side,
                })?;
                self.record.path.truncate(path_length);
            }
        }
        Some(())
    }

    /// Walks the rest of a leg, leap by leap.
    fn run(&mut self, mut run: TravelRun) -> Option<()> {
        let (leg, leaps): (&'a LaidLeg, _) = (&self.multi_leg.legs[run.index], &self.table.leaps);
        let mark = self.surroundings.mark();
        while run.leaps < run.most {
            self.surroundings.spend()?;
            let inside = || leaps.inside(run.departure.leap, run.at);
            let Some(next) = leaps
                .to(run.departure.leap, run.at)
                .filter(|_| self.pass_inside(leg, inside()))
            else {
                break;
            };
            if leg.hop == Hop::Inside {
                // Exactly one piece is hopped over: try each cell as the hurdle.
                for hurdle in inside().flatten() {
                    let (mark, mut over) = (self.surroundings.mark(), run);
                    if self.settle(hurdle, PIECE)
                        && inside()
                            .flatten()
                            .all(|cell| cell == hurdle || self.settle(cell, EMPTY | ABSENT))
                        && self.enter(leg, &mut over, next)?
                    {
                        self.run(over)?;
                    }
                    self.surroundings.undo_to(mark);
                }
                break;
            }
            if !self.enter(leg, &mut run, next)? {
                break;
            }
        }
        self.surroundings.undo_to(mark);
        Some(())
    }

    /// Passes over the cells inside a leap; false if the leg is lame and one of them is not empty.
    #[inline]
    fn pass_inside(&mut self, leg: &LaidLeg, inside: impl Iterator<Item = Option<Cell>>) -> bool {
        for cell in inside {
            let there = cell
                .map(|cell| (cell, self.occupants_now(cell)))
                .filter(|(_, occupants)| *occupants != ABSENT);
            if leg.lame
                && !there.is_some_and(|(cell, occupants)| self.narrow(cell, occupants, EMPTY))
            {
                return false;
            }
            if let Some((cell, _)) = there.filter(|_| self.multi_leg.open_to_en_passant) {
                self.record.path.push(cell);
            }
        }
        true
    }

    /// Enters a cell, where the leg may end. Returns whether it goes on from there.
    #[inline]
    fn enter(&mut self, leg: &'a LaidLeg, run: &mut TravelRun, cell: Cell) -> Option<bool> {
        let occupants = self.occupants_now(cell);
        if occupants == ABSENT {
            return Some(false);
        }
        run.leaps += 1;
        // Whether the leg may end here, which occupants it passes over unchanged, and which it uses
        // as a hurdle.
        let (may_end, pass, hurdle) = match leg.hop {
            Hop::SkipFirst if run.leaps == 1 => (false, EMPTY | PIECE, 0),
            Hop::Never | Hop::SkipFirst | Hop::Inside => (true, EMPTY, 0),
            Hop::Beyond { .. } if run.hurdled => (true, EMPTY, 0),
            Hop::Next { .. } if run.hurdled => (true, 0, 0),
            Hop::Beyond { own_only } | Hop::Next { own_only } => {
                (false, EMPTY, if own_only { OWN | OWN_ROYAL } else { PIECE })
            }
        };
        if may_end && (leg.length != Length::Same || run.leaps == run.most) {
            let TravelRun {
                index,
                start,
                leaps,
                departure,
                ..
            } = *run;
            self.end(
                Arrival {
                    index,
                    start,
                    cell,
                    heading: Some(departure.heading),
                    leaps,
                },
                occupants,
            )?;
        }
        if occupants & hurdle != 0 {
            let (mark, mut over) = (
                self.surroundings.mark(),
                TravelRun {
                    hurdled: true,
                    ..*run
                },
            );
            if self.narrow(cell, occupants, hurdle) && self.turn(leg, &mut over, cell) {
                self.run(over)?;
            }
            self.surroundings.undo_to(mark);
        }
        Some(self.narrow(cell, occupants, pass) && self.turn(leg, run, cell))
    }

    /// Prepares the next leap; false if the leg ends here.
    #[inline]
    fn turn(&mut self, leg: &LaidLeg, run: &mut TravelRun, cell: Cell) -> bool {
        if self.multi_leg.open_to_en_passant {
            self.record.path.push(cell);
        }
        run.at = cell;
        if !leg.bends.is_empty() {
            let Some(departure) = leg.bend(run.departure, run.side) else {
                return false;
            };
            run.departure = departure;
            run.side = if leg.crooked { 1 - run.side } else { run.side };
        }
        // A leg that would repeat its first leap has gone all the way round.
        !(leg.circles && run.at == run.start && run.departure.leap == run.first.leap)
    }

    /// Does what the end of a leg allows, for each of the occupants that may be there.
    fn end(&mut self, at: Arrival, occupants: Occupants) -> Option<()> {
        let End {
            empty,
            enemy,
            own,
            en_passant,
            content,
        } = self.multi_leg.legs[at.index].end;
        let is_last = at.index + 1 == self.multi_leg.legs.len();
        // A piece that was just put somewhere stays there.
        let eligible = match content {
            _ if self.carried_from(at.cell).is_some() => 0,
            Content::Any => PIECE,
            Content::RoyalOnly => ROYAL,
            Content::NotRoyal => OWN | ENEMY,
        };
        let with_action = |action| {
            let enemies = if enemy == Some(action) {
                ENEMY | ENEMY_ROYAL
            } else {
                0
            };
            let friends = if own == Some(action) {
                OWN | OWN_ROYAL
            } else {
                0
            };
            (enemies | friends) & eligible
        };
        let free = if empty.is_some() { EMPTY } else { 0 };
        // Two pieces cannot stand on one cell.
        let left = if is_last {
            0
        } else {
            with_action(EndAction::Leave)
        };
        self.assuming(at.cell, occupants, free | left, |walk| {
            walk.continue_walk(at)
        })?;
        self.assuming(at.cell, occupants, with_action(EndAction::Take), |walk| {
            walk.take(at.cell, at)
        })?;
        self.assuming(at.cell, occupants, with_action(EndAction::Unload), |walk| {
            walk.assuming(at.start, walk.occupants_now(at.start), EMPTY, |walk| {
                walk.record.carried.push((at.cell, at.start));
                walk.continue_walk(at)?;
                walk.record.carried.pop();
                Some(())
            })
        })?;
        if !en_passant {
            return Some(());
        }
        match self.surroundings.victim(at.cell) {
            Victim::On(piece) if occupants == EMPTY && !self.is_gone(piece) => self.take(piece, at),
            Victim::On(_) | Victim::NoPiece => Some(()),
            Victim::AnyPiece if is_last && self.has_done_nothing() => {
                self.assuming(at.cell, occupants, EMPTY, |walk| {
                    walk.record.takes_unknown = true;
                    walk.continue_walk(at)?;
                    walk.record.takes_unknown = false;
                    Some(())
                })
            }
            // What happens to other pieces may depend on which piece is captured.
            Victim::AnyPiece => None,
        }
    }

    fn take(&mut self, piece: Cell, at: Arrival) -> Option<()> {
        self.record.taken.push(piece);
        self.continue_walk(at)?;
        self.record.taken.pop();
        Some(())
    }

    /// Walks the next leg, or lands.
    fn continue_walk(&mut self, at: Arrival) -> Option<()> {
        let next = at.index + 1;
        let (Some(leg), Some(heading)) = (self.multi_leg.legs.get(next), at.heading) else {
            // A move of one leg must lead to another cell; several legs may lead back to the
            // origin.
            if next == 1 && at.cell == self.origin {
                return Some(());
            }
            let TravelRecord {
                taken,
                carried,
                path,
                takes_unknown,
            } = &*self.record;
            return self.surroundings.land(
                Landing {
                    to: at.cell,
                    taken,
                    carried,
                    en_passant: path,
                },
                *takes_unknown,
            );
        };
        let open = self.multi_leg.open_to_en_passant;
        let cells = self.table.cell_count();
        let node = self.multi_leg.node(next, at.cell, cells, heading);
        let is_alike = self.has_done_nothing() && !open && leg.length != Length::Same;
        if is_alike && self.surroundings.is_visited(node) {
            return Some(());
        }
        let path_length = self.record.path.len();
        if open {
            self.record.path.push(at.cell);
        }
        self.depart(next, at.cell, leg.starts(heading), at.leaps)?;
        self.record.path.truncate(path_length);
        Some(())
    }

    fn has_done_nothing(&self) -> bool {
        self.record.taken.is_empty() && self.record.carried.is_empty()
    }

    /// Returns the possible occupants of a cell now, after the piece's captures and carries so far.
    #[inline]
    fn occupants_now(&self, cell: Cell) -> Occupants {
        if !self.record.carried.is_empty()
            && let Some(from) = self.carried_from(cell)
        {
            return self.surroundings.occupants_before(from);
        }
        if cell == self.origin || self.is_gone(cell) {
            EMPTY
        } else {
            self.surroundings.occupants_before(cell)
        }
    }

    /// Returns the cell from which a piece was put on this one.
    #[inline]
    fn carried_from(&self, cell: Cell) -> Option<Cell> {
        self.record
            .carried
            .iter()
            .find(|(_, to)| *to == cell)
            .map(|(from, _)| *from)
    }

    /// Whether the piece of a cell was captured or put elsewhere.
    #[inline]
    fn is_gone(&self, cell: Cell) -> bool {
        self.record.taken.contains(&cell)
            || self.record.carried.iter().any(|(from, _)| *from == cell)
    }

    /// Records that the present occupant of a cell is one of `some`. Returns false if that is
    /// impossible.
    fn settle(&mut self, cell: Cell, some: Occupants) -> bool {
        self.narrow(cell, self.occupants_now(cell), some)
    }

    /// Records that the occupant of a cell, known to be one of `occupants`, is one of `some`.
    /// Returns false if that is impossible.
    #[inline]
    fn narrow(&mut self, cell: Cell, occupants: Occupants, some: Occupants) -> bool {
        let shared = occupants & some;
        shared == occupants
            || (shared != 0
                && self
                    .surroundings
                    .narrow_to(self.carried_from(cell).unwrap_or(cell), shared))
    }

    /// Assumes that the occupant of a cell, known to be one of `occupants`, is one of `some`; runs
    /// `go_on` and drops the assumption. Skips `go_on` if that is impossible.
    #[inline]
    fn assuming(
        &mut self,
        cell: Cell,
        occupants: Occupants,
        some: Occupants,
        go_on: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let mark = self.surroundings.mark();
        let result = if self.narrow(cell, occupants, some) {
            go_on(self)
        } else {
            Some(())
        };
        self.surroundings.undo_to(mark);
        result
    }
}

/// Returns every cell where a non-royal enemy might be captured for some placement of pieces, and
/// perhaps more.
pub(super) fn captures(
    table: &MoveTable,
    multi_leg: &MultiLeg,
    origin: Cell,
    visited: &mut Visited,
    fuel: &mut Fuel,
    of_royals: bool,
) -> CellSet {
    let cells = table.cell_count();
    visited.begin(multi_leg.node_count(cells));
    let mut captured = CellSet::EMPTY;
    let mut waiting: Vec<(usize, Cell, &[Departure])> = match &multi_leg.starts {
        Starts::Departures(departures) => vec![(0, origin, departures)],
        Starts::Anywhere(cells) => return cells.iter().copied().collect(),
    };
    while let Some((index, start, departures)) = waiting.pop() {
        let leg = &multi_leg.legs[index];
        let takes = leg.end.enemy == Some(EndAction::Take)
            && (of_royals || leg.end.content != Content::RoyalOnly);
        let mut reached = |cell: Cell, heading: HeadingIndex| {
            fuel.spend(1);
            if takes {
                captured.insert(cell);
            }
            let node = multi_leg.node(index + 1, cell, cells, heading);
            if let Some(next) = multi_leg.legs.get(index + 1)
                && visited.enter(node)
            {
                waiting.push((index + 1, cell, next.starts(heading)));
            }
        };
        for departure in departures {
            leg.for_each_target(&table.leaps, start, departure, &mut reached);
        }
        if fuel.is_spent() {
            break;
        }
    }
    captured
}
