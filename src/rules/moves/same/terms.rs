//! The terms of a move table from one cell: for each way to land, what must stand where.
//!
//! ```text
//! rook on a1, to c1     b1 empty, c1 empty
//! rook on a1, takes c1  b1 empty, c1 enemy
//! ```
//!
//! In a position a way to land is open exactly if one of its terms holds there. Step graphs have
//! no terms: they have too many ways.

use std::collections::BTreeMap;

use crate::model::{Cell, Occupant};
use crate::moves::automaton::{EMPTY, ENEMY, OWN, Occupants, ROYAL, Stop, occupant_bits};
use crate::moves::fuel::Fuel;
use crate::moves::landing::Landing;
use crate::moves::multi_leg::MultiLeg;
use crate::moves::program::{Program, Transition};
use crate::moves::rays::RayEntry;
use crate::moves::table::MoveTable;
use crate::moves::travel::{Surroundings, TravelRecord, Traveller, Victim};

/// A way to land, without the cells passed over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BareLanding {
    pub to: Cell,
    pub taken: Vec<Cell>,
    pub carried: Vec<(Cell, Cell)>,
    /// Whether it captures en passant the piece that has just passed over `to`.
    pub en_passant: bool,
}

/// A condition on a position under which a way to land is open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PositionTerm {
    /// Whether the moving piece must be unmoved.
    pub unmoved: bool,
    /// The cells with a condition, each once, in order. Cells where anything may stand are left
    /// out.
    pub conditions: Vec<(Cell, Occupants)>,
}

pub(super) type Terms = BTreeMap<BareLanding, Vec<PositionTerm>>;

/// The most terms that are collected from one cell.
const MOST: usize = 20_000;
/// Maximum number of leaps in all walks of one multi-leg move from one cell.
const MOST_LEAPS: usize = 100_000;

/// Returns the terms from a cell; `None` if there are too many, or if the fuel is spent.
pub(super) fn terms(table: &MoveTable, from: Cell, fuel: &mut Fuel) -> Option<Terms> {
    let mut collector = TermCollector::new(table, from, fuel);
    for (head, entries) in table.rays(from).iter() {
        collector.unmoved = head.first_move;
        collector.ray(&table.programs[usize::from(head.program)], 0, entries)?;
    }
    for multi_leg in &table.multi_legs {
        collector.unmoved = multi_leg.first_move;
        collector.multi_leg(multi_leg)?;
    }
    let mut found = collector.found;
    for terms in found.values_mut() {
        terms.sort_unstable();
        terms.dedup();
    }
    Some(found)
}

/// Returns the bits of all occupants that a table distinguishes.
pub(super) fn possible_occupants(table: &MoveTable) -> Occupants {
    EMPTY | OWN | ENEMY | if table.royals.is_empty() { 0 } else { ROYAL }
}

/// The terms found so far, and the conditions of the current walk.
struct TermCollector<'a> {
    table: &'a MoveTable,
    from: Cell,
    /// The bits of all occupants that are told apart.
    all: Occupants,
    unmoved: bool,
    /// Of several entries for one cell the last one counts.
    asked: Vec<(Cell, Occupants)>,
    found: Terms,
    count: usize,
    /// The number of leaps that a multi-leg move may still make.
    leaps: usize,
    fuel: &'a mut Fuel,
}

impl<'a> TermCollector<'a> {
    fn new(table: &'a MoveTable, from: Cell, fuel: &'a mut Fuel) -> TermCollector<'a> {
        let all = possible_occupants(table);
        let (asked, found) = (Vec::new(), Terms::new());
        TermCollector {
            table,
            from,
            all,
            unmoved: false,
            asked,
            found,
            count: 0,
            leaps: 0,
            fuel,
        }
    }

    /// Returns what may stand on a cell, given the conditions so far.
    fn occupants(&self, cell: Cell) -> Occupants {
        let asked = self.asked.iter().rev().find(|(asked, _)| *asked == cell);
        asked.map_or(self.all, |(_, occupants)| *occupants)
    }

    /// Adds the condition that one of these occupants is on a cell; false if that is impossible.
    fn ask(&mut self, cell: Cell, occupants: Occupants) -> bool {
        let known = self.occupants(cell);
        if known & !occupants != 0 {
            self.asked.push((cell, known & occupants));
        }
        known & occupants != 0
    }

    /// Adds the terms of a multi-leg move; `None` if there are too many, or if terms cannot
    /// express what it does.
    fn multi_leg(&mut self, multi_leg: &MultiLeg) -> Option<()> {
        self.leaps = MOST_LEAPS;
        let (table, origin, record) = (self.table, self.from, &mut TravelRecord::default());
        Traveller {
            table,
            multi_leg,
            origin,
            surroundings: self,
            record,
        }
        .walk()
    }

    /// Records a way to land under the current conditions; `None` if there are too many, or if the
    /// fuel is spent.
    fn add_term(&mut self, outcome: BareLanding) -> Option<()> {
        self.count += 1;
        if self.count > MOST || !self.fuel.spend(1 + self.asked.len() as u64) {
            return None;
        }
        let mut asks: Vec<(Cell, Occupants)> = self.asked.iter().rev().copied().collect();
        // The sort is stable: of the entries for one cell the newest comes first, and is kept.
        asks.sort_by_key(|(cell, _)| *cell);
        asks.dedup_by_key(|(cell, _)| *cell);
        self.found.entry(outcome).or_default().push(PositionTerm {
            unmoved: self.unmoved,
            conditions: asks,
        });
        Some(())
    }

    fn ray(&mut self, program: &Program, state: u16, entries: &[RayEntry]) -> Option<()> {
        let Some((entry, rest)) = entries.split_first() else {
            return Some(());
        };
        let occupants = [Occupant::Empty, Occupant::White, Occupant::Black];
        let here = occupants.map(|occupant| {
            let Transition { stop, next } = program.transition(state, entry.sort, occupant);
            (
                occupant_bits(occupant, self.table.side) & self.all,
                stop,
                next,
            )
        });
        let occupants_where = |wanted: &dyn Fn(Stop, u16) -> bool| -> Occupants {
            here.iter()
                .filter(|(_, stop, next)| wanted(*stop, *next))
                .fold(0, |all, (occupants, ..)| all | occupants)
        };
        let to = entry.cell;
        for stop in [Stop::Move, Stop::Capture, Stop::EnPassant] {
            let taken = if stop == Stop::Capture {
                vec![to]
            } else {
                Vec::new()
            };
            let outcome = BareLanding {
                to,
                taken,
                carried: Vec::new(),
                en_passant: stop == Stop::EnPassant,
            };
            let mark = self.asked.len();
            if self.ask(to, occupants_where(&|here, _| here == stop)) {
                self.add_term(outcome)?;
            }
            self.asked.truncate(mark);
        }
        let mut nexts = here.map(|(_, _, next)| next).to_vec();
        nexts.sort_unstable();
        nexts.dedup();
        for state in nexts.into_iter().filter(|next| *next != Transition::END) {
            let mark = self.asked.len();
            if self.ask(to, occupants_where(&|_, next| next == state)) {
                self.ray(program, state, rest)?;
            }
            self.asked.truncate(mark);
        }
        Some(())
    }
}

/// The surroundings in all positions at once: what a walk settles becomes a condition.
impl Surroundings for &mut TermCollector<'_> {
    fn occupants_before(&self, cell: Cell) -> Occupants {
        self.occupants(cell)
    }

    fn narrow_to(&mut self, cell: Cell, some: Occupants) -> bool {
        self.ask(cell, some)
    }

    fn mark(&self) -> usize {
        self.asked.len()
    }

    /// Drops the conditions added since the mark.
    fn undo_to(&mut self, mark: usize) {
        self.asked.truncate(mark);
    }

    fn victim(&self, _: Cell) -> Victim {
        Victim::AnyPiece
    }

    /// Always false: each way to the node has conditions of its own.
    fn is_visited(&mut self, _: usize) -> bool {
        false
    }

    fn spend(&mut self) -> Option<()> {
        self.leaps = self.leaps.checked_sub(1)?;
        self.fuel.spend(1).then_some(())
    }

    fn land(&mut self, landing: Landing<'_>, takes_unknown: bool) -> Option<()> {
        let Landing {
            to, taken, carried, ..
        } = landing;
        let mut outcome = BareLanding {
            to,
            taken: taken.to_vec(),
            carried: carried.to_vec(),
            en_passant: takes_unknown,
        };
        outcome.taken.sort_unstable();
        match self.table.may_end_on(outcome.to) {
            true => self.add_term(outcome),
            false => Some(()),
        }
    }
}
