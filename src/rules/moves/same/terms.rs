//! The terms of a move table from one cell: for each way to land, who must stand where.
//!
//! ```text
//! rook on a1, to c1     b1 empty, c1 empty
//! rook on a1, takes c1  b1 empty, c1 enemy
//! ```
//!
//! A way to land is open in a position just if one of its terms is met there. StepGraphs have none: their ways are too many.

use std::collections::BTreeMap;

use crate::model::{Cell, Occupant};
use crate::moves::automaton::{EMPTY, ENEMY, OWN, Occupants, ROYAL, Stop, meant_by};
use crate::moves::fuel::Fuel;
use crate::moves::landing::Landing;
use crate::moves::multi_leg::MultiLeg;
use crate::moves::program::{Program, Transition};
use crate::moves::rays::RayEntry;
use crate::moves::table::MoveTable;
use crate::moves::travel::{Surroundings, TravelRecord, Traveller, Victim};

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
    /// Each cell once, in order; cells where any piece or none may stand are left out.
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
/// How many leaps the walks of a multi-leg move from one cell may make.
const MOST_LEAPS: usize = 100_000;

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
    let Asking {
        mut found, fuel, ..
    } = asking;
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
    terms
        .iter()
        .any(|other| other != term && other.covers(term))
}

/// The terms so far, and what the walk at hand has asked for.
struct Asking<'a> {
    table: &'a MoveTable,
    from: Cell,
    /// Everybody there is.
    all: Occupants,
    unmoved: bool,
    /// The last entry for a cell holds.
    asked: Vec<(Cell, Occupants)>,
    found: Terms,
    count: usize,
    /// How many leaps a multi-leg move may still make.
    leaps: usize,
    fuel: &'a mut Fuel,
}

impl<'a> Asking<'a> {
    fn new(table: &'a MoveTable, from: Cell, fuel: &'a mut Fuel) -> Asking<'a> {
        let all = EMPTY | OWN | ENEMY | if table.royals.is_empty() { 0 } else { ROYAL };
        let (asked, found) = (Vec::new(), Terms::new());
        Asking {
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

    /// Who may stand on a cell, by what was asked.
    fn known(&self, cell: Cell) -> Occupants {
        let asked = self.asked.iter().rev().find(|(asked, _)| *asked == cell);
        asked.map_or(self.all, |(_, occupants)| *occupants)
    }

    /// Asks that one of these stand on a cell; false if that cannot be.
    fn ask(&mut self, cell: Cell, occupants: Occupants) -> bool {
        let known = self.known(cell);
        if known & !occupants != 0 {
            self.asked.push((cell, known & occupants));
        }
        known & occupants != 0
    }

    /// Adds the terms of a multi-leg move; none if they are too many, or it does what terms cannot hold.
    fn multi_leg(&mut self, multi_leg: &MultiLeg) -> Option<()> {
        self.leaps = MOST_LEAPS;
        let (table, origin, record) = (self.table, self.from, &mut TravelRecord::default());
        Traveller {
            table,
            multi_leg,
            origin,
            among: self,
            record,
        }
        .walk()
    }

    /// A way to land is found.
    fn note(&mut self, outcome: BareLanding) -> Option<()> {
        self.count += 1;
        if self.count > MOST || !self.fuel.spend(1 + self.asked.len() as u64) {
            return None;
        }
        let mut asks: Vec<(Cell, Occupants)> = self.asked.iter().rev().copied().collect();
        // A stable sort: of the entries for one cell the last asked comes first, and stays.
        asks.sort_by_key(|(cell, _)| *cell);
        asks.dedup_by_key(|(cell, _)| *cell);
        self.found.entry(outcome).or_default().push(PositionTerm {
            unmoved: self.unmoved,
            asks,
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
            (meant_by(occupant, self.table.side) & self.all, stop, next)
        });
        let sum = |wanted: &dyn Fn(Stop, u16) -> bool| -> Occupants {
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
            if self.ask(to, sum(&|here, _| here == stop)) {
                self.note(outcome)?;
            }
            self.asked.truncate(mark);
        }
        let mut nexts = here.map(|(_, _, next)| next).to_vec();
        nexts.sort_unstable();
        nexts.dedup();
        for state in nexts.into_iter().filter(|next| *next != Transition::END) {
            let mark = self.asked.len();
            if self.ask(to, sum(&|_, next| next == state)) {
                self.ray(program, state, rest)?;
            }
            self.asked.truncate(mark);
        }
        Some(())
    }
}

/// Of all positions at once: what a walk settles is asked of them.
impl Surroundings for &mut Asking<'_> {
    fn standing(&self, cell: Cell) -> Occupants {
        self.known(cell)
    }

    fn settle(&mut self, cell: Cell, some: Occupants) -> bool {
        self.ask(cell, some)
    }

    fn mark(&self) -> usize {
        self.asked.len()
    }

    /// Forgets what was asked since.
    fn back_to(&mut self, mark: usize) {
        self.asked.truncate(mark);
    }

    fn victim(&self, _: Cell) -> Victim {
        Victim::AnyPiece
    }

    /// Each way there asks for other pieces.
    fn has_been(&mut self, _: usize) -> bool {
        false
    }

    fn spend(&mut self) -> Option<()> {
        self.leaps = self.leaps.checked_sub(1)?;
        self.fuel.spend(1).then_some(())
    }

    fn land(&mut self, landing: Landing<'_>, in_passing: bool) -> Option<()> {
        let Landing {
            to, taken, carried, ..
        } = landing;
        let mut outcome = BareLanding {
            to,
            taken: taken.to_vec(),
            carried: carried.to_vec(),
            en_passant: in_passing,
        };
        outcome.taken.sort_unstable();
        self.note(outcome)
    }
}
