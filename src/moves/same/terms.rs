//! The terms of a move table from one cell: for each way to land, who must stand where.
//!
//! ```text
//! rook on a1, to c1     b1 empty, c1 empty
//! rook on a1, takes c1  b1 empty, c1 enemy
//! ```
//!
//! A way to land is open in a position just if one of its terms is met there. StepGraphs have none: their ways are too many.

use std::collections::BTreeMap;

use crate::model::{Cell, Occupant, Side};
use crate::moves::automaton::Stop;
use crate::moves::fuel::Fuel;
use crate::moves::program::{Program, Transition};
use crate::moves::rays::RayEntry;
use crate::moves::table::MoveTable;

/// Who may stand on a cell: some of these.
pub(super) type Occupants = u8;
pub(super) const EMPTY: Occupants = 1;
pub(super) const OWN: Occupants = 2;
pub(super) const ENEMY: Occupants = 4;
pub(super) const OWN_ROYAL: Occupants = 8;
pub(super) const ENEMY_ROYAL: Occupants = 16;
pub(super) const ROYAL: Occupants = OWN_ROYAL | ENEMY_ROYAL;

/// A way to land, without the cells gone over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BareLanding {
    pub to: Cell,
    pub taken: Vec<Cell>,
    pub carried: Vec<(Cell, Cell)>,
    /// Whether the piece is taken that has just passed there.
    pub en_passant: bool,
}

impl BareLanding {
    /// The cell on which a piece must have just passed.
    pub(crate) fn en_passant_on(&self) -> Option<Cell> {
        self.en_passant.then_some(self.to)
    }
}

/// What a position must be like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PositionTerm {
    /// Whether the mover must not have moved.
    pub unmoved: bool,
    /// Each cell once, in order; cells where anybody may stand are left out.
    pub asks: Vec<(Cell, Occupants)>,
}

impl PositionTerm {
    /// Whether it is met wherever the other is.
    fn covers(&self, other: &PositionTerm) -> bool {
        let within = |(cell, occupants): &(Cell, Occupants)| {
            let asked = other.asks.binary_search_by_key(cell, |(cell, _)| *cell);
            asked.is_ok_and(|at| other.asks[at].1 & !occupants == 0)
        };
        (!self.unmoved || other.unmoved) && self.asks.iter().all(within)
    }
}

pub(super) type Terms = BTreeMap<BareLanding, Vec<PositionTerm>>;

/// How many terms are gathered from one cell, and how many for one outcome are held against each other.
const MOST: usize = 20_000;
const MOST_ALIKE: usize = 500;

/// The terms from a cell; none if they are too many.
pub(super) fn terms(table: &MoveTable, from: Cell, fuel: &mut Fuel) -> Option<Terms> {
    let mut asking = Asking::new(table, from, fuel);
    for (head, entries) in table.rays(from).iter() {
        asking.unmoved = head.first_move;
        asking.ray(&table.programs[usize::from(head.program)], 0, entries)?;
    }
    for multi_leg in &table.multi_legs {
        asking.unmoved = multi_leg.first_move;
        asking.multi_leg(multi_leg)?;
    }
    let Asking { mut found, fuel, .. } = asking;
    for terms in found.values_mut() {
        terms.sort_unstable();
        terms.dedup();
        if !fuel.spend((terms.len() * terms.len()) as u64) {
            return None;
        }
        if terms.len() > MOST_ALIKE {
            return None;
        }
        let needless: Vec<bool> = terms.iter().map(|term| is_covered(term, terms)).collect();
        let mut needless = needless.into_iter();
        terms.retain(|_| !needless.next().unwrap_or(false));
    }
    Some(found)
}

fn is_covered(term: &PositionTerm, terms: &[PositionTerm]) -> bool {
    terms.iter().any(|other| other != term && other.covers(term))
}

/// The terms so far, and what the walk at hand has asked for.
pub(super) struct Asking<'a> {
    pub table: &'a MoveTable,
    pub from: Cell,
    /// Everybody there is.
    pub all: Occupants,
    unmoved: bool,
    /// The last entry for a cell holds.
    asked: Vec<(Cell, Occupants)>,
    found: Terms,
    count: usize,
    pub fuel: &'a mut Fuel,
}

impl<'a> Asking<'a> {
    fn new(table: &'a MoveTable, from: Cell, fuel: &'a mut Fuel) -> Asking<'a> {
        let all = EMPTY | OWN | ENEMY | if table.royals.is_empty() { 0 } else { ROYAL };
        Asking { table, from, all, unmoved: false, asked: Vec::new(), found: Terms::new(), count: 0, fuel }
    }

    /// Who is meant by an occupant.
    pub(crate) fn occupants(&self, occupant: Occupant) -> Occupants {
        let own = match self.table.side {
            Side::White => Occupant::White,
            Side::Black => Occupant::Black,
        };
        let occupants = match occupant {
            Occupant::Empty => EMPTY,
            occupant if occupant == own => OWN | OWN_ROYAL,
            _ => ENEMY | ENEMY_ROYAL,
        };
        occupants & self.all
    }

    /// Asks that one of these stand on a cell; false if that cannot be.
    pub(crate) fn ask(&mut self, cell: Cell, occupants: Occupants) -> bool {
        let known = self
            .asked
            .iter()
            .rev()
            .find(|(asked, _)| *asked == cell)
            .map_or(self.all, |(_, occupants)| *occupants);
        if known & !occupants != 0 {
            self.asked.push((cell, known & occupants));
        }
        known & occupants != 0
    }

    pub(crate) fn mark(&self) -> usize {
        self.asked.len()
    }

    /// Forgets what was asked since a mark.
    pub(crate) fn back_to(&mut self, mark: usize) {
        self.asked.truncate(mark);
    }

    /// A way to land is found.
    pub(crate) fn note(&mut self, outcome: BareLanding) -> Option<()> {
        self.count += 1;
        if self.count > MOST || !self.fuel.spend(1 + self.asked.len() as u64) {
            return None;
        }
        let mut asks: Vec<(Cell, Occupants)> = self.asked.iter().rev().copied().collect();
        // A stable sort: of the entries for one cell the last asked comes first, and stays.
        asks.sort_by_key(|(cell, _)| *cell);
        asks.dedup_by_key(|(cell, _)| *cell);
        self.found.entry(outcome).or_default().push(PositionTerm { unmoved: self.unmoved, asks });
        Some(())
    }

    fn ray(&mut self, program: &Program, state: u16, entries: &[RayEntry]) -> Option<()> {
        let Some((entry, rest)) = entries.split_first() else { return Some(()) };
        let occupants = [Occupant::Empty, Occupant::White, Occupant::Black];
        let here = occupants.map(|occupant| {
            let Transition { stop, next } = program.transition(state, entry.sort, occupant);
            (self.occupants(occupant), stop, next)
        });
        let sum = |wanted: &dyn Fn(Stop, u16) -> bool| -> Occupants {
            here.iter()
                .filter(|(_, stop, next)| wanted(*stop, *next))
                .fold(0, |all, (occupants, ..)| all | occupants)
        };
        let to = entry.cell;
        for stop in [Stop::Move, Stop::Capture, Stop::EnPassant] {
            let taken = if stop == Stop::Capture { vec![to] } else { Vec::new() };
            let outcome = BareLanding { to, taken, carried: Vec::new(), en_passant: stop == Stop::EnPassant };
            let mark = self.mark();
            if self.ask(to, sum(&|here, _| here == stop)) {
                self.note(outcome)?;
            }
            self.back_to(mark);
        }
        let mut nexts = here.map(|(_, _, next)| next).to_vec();
        nexts.sort_unstable();
        nexts.dedup();
        for state in nexts.into_iter().filter(|next| *next != Transition::END) {
            let mark = self.mark();
            if self.ask(to, sum(&|_, next| next == state)) {
                self.ray(program, state, rest)?;
            }
            self.back_to(mark);
        }
        Some(())
    }
}
