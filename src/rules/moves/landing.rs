//! Where a piece may land and what it does on the way there: everything that play must know about a move.
//! This module does not know how the walk got there.

use crate::model::{Cell, CellSet, Occupant, Position, Side};

/// The nodes of a step graph or of a multi-leg move that a walk has entered.
#[derive(Clone, Debug, Default)]
pub(super) struct Visited {
    /// For each node the number of the walk that entered it last.
    entered: Vec<u32>,
    walk: u32,
}

impl Visited {
    /// Starts a new walk: no node is entered.
    pub(crate) fn begin(&mut self, nodes: usize) {
        self.walk = self.walk.wrapping_add(1);
        if self.entered.len() < nodes || self.walk == 0 {
            self.entered.clear();
            self.entered.resize(nodes, 0);
            self.walk = 1;
        }
    }

    /// Enters a node; true if this is the first time.
    #[inline]
    pub(crate) fn enter(&mut self, node: usize) -> bool {
        let first = self.entered[node] != self.walk;
        self.entered[node] = self.walk;
        first
    }
}

#[inline]
pub(super) fn enemy_of(side: Side) -> Occupant {
    side.other().into()
}

/// Returns the enemy that is captured en passant by a move to an empty cell.
#[inline]
pub(super) fn victim_en_passant(position: &Position, side: Side, cell: Cell) -> Option<Cell> {
    position
        .en_passant_on(cell)
        .filter(|piece| position.occupant(*piece) == enemy_of(side))
}

/// One way to land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landing<'a> {
    /// The cell it lands on; the piece's own cell, if it stays there.
    pub to: Cell,
    /// The cells of the pieces it captures.
    pub taken: &'a [Cell],
    /// The pieces it puts elsewhere: from which cell, to which cell.
    pub carried: &'a [(Cell, Cell)],
    /// The cells on which it may then be captured en passant.
    pub en_passant: &'a [Cell],
}

impl Landing<'_> {
    /// Returns a plain move to an empty cell.
    pub(crate) fn quiet(to: Cell) -> Landing<'static> {
        Landing {
            to,
            taken: &[],
            carried: &[],
            en_passant: &[],
        }
    }
}

/// The cells to which a piece may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Empty cells it may go to.
    pub moves: CellSet,
    /// Cells of pieces it may capture.
    pub captures: CellSet,
    /// Occupied cells on which it may land.
    pub(super) enters: CellSet,
}

impl Reach {
    /// Builds the reach of a piece from three sets: the empty cells it may go to, the cells of the
    /// pieces it may capture, and the cells it may land on.
    pub fn of(moves: CellSet, captures: CellSet, lands: CellSet) -> Reach {
        Reach {
            moves,
            captures,
            enters: lands - moves,
        }
    }

    /// Returns the cells it may land on.
    pub fn cells(&self) -> CellSet {
        self.moves | self.enters
    }

    pub(super) fn add(&mut self, landing: Landing<'_>, position: &Position, origin: Cell) {
        landing
            .taken
            .iter()
            .for_each(|cell| self.captures.insert(*cell));
        // A piece that stays on its own cell reaches no other.
        if landing.to != origin {
            let is_empty = position.occupant(landing.to) == Occupant::Empty;
            if is_empty {
                &mut self.moves
            } else {
                &mut self.enters
            }
            .insert(landing.to);
        }
    }
}

/// Landings collected so that each is reported once.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    /// The cells of plain moves.
    moves: CellSet,
    /// The cells of captures whose only victim is the piece on the cell.
    captures: CellSet,
    /// All other landings.
    landings: Vec<Entry>,
    cells: Vec<Cell>,
    pairs: Vec<(Cell, Cell)>,
}

/// A landing whose slices are ranges of the log.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The cell it lands on and the first piece it captures: what landings are sorted by.
    key: (Cell, Option<Cell>),
    taken: LogRange,
    carried: LogRange,
    en_passant: LogRange,
}

/// A slice of the log: its start and its end, the end excluded.
type LogRange = (u32, u32);

fn slice<T>(all: &[T], range: LogRange) -> &[T] {
    &all[range.0 as usize..range.1 as usize]
}

fn append<T: Copy>(all: &mut Vec<T>, more: &[T]) -> LogRange {
    let start = all.len() as u32;
    all.extend_from_slice(more);
    (start, all.len() as u32)
}

impl Log {
    pub(crate) fn clear(&mut self) {
        (self.moves, self.captures) = (CellSet::EMPTY, CellSet::EMPTY);
        self.landings.clear();
        self.cells.clear();
        self.pairs.clear();
    }

    #[inline]
    pub(crate) fn record(&mut self, landing: Landing<'_>) {
        match landing {
            Landing {
                to,
                taken: [],
                carried: [],
                en_passant: [],
            } => self.moves.insert(to),
            Landing {
                to,
                taken: [cell],
                carried: [],
                en_passant: [],
            } if *cell == to => {
                self.captures.insert(to);
            }
            landing => self.record_other(landing),
        }
    }

    fn record_other(&mut self, landing: Landing<'_>) {
        let taken = append(&mut self.cells, landing.taken);
        // The captures are a set: two ways that capture the same pieces in another order are one
        // landing.
        self.cells[taken.0 as usize..].sort_unstable();
        let carried = append(&mut self.pairs, landing.carried);
        let en_passant = append(&mut self.cells, landing.en_passant);
        let first = slice(&self.cells, taken).first().copied();
        self.landings.push(Entry {
            key: (landing.to, first),
            taken,
            carried,
            en_passant,
        });
    }

    /// Reports each landing once, in the order of their cells.
    pub(crate) fn report(&mut self, land: &mut dyn FnMut(Landing<'_>)) {
        let Log {
            moves,
            captures,
            landings,
            cells,
            pairs,
        } = self;
        let read = |entry: &Entry| Landing {
            to: entry.key.0,
            taken: slice(cells, entry.taken),
            carried: slice(pairs, entry.carried),
            en_passant: slice(cells, entry.en_passant),
        };
        // The keys of most landings differ, so the slices are rarely compared.
        let order = |a: &Entry, b: &Entry| a.key.cmp(&b.key).then_with(|| read(a).cmp(&read(b)));
        landings.sort_unstable_by(order);
        landings.dedup_by(|a, b| order(a, b).is_eq());
        let mut others = landings.iter().peekable();
        for to in (*moves | *captures).iter() {
            let (quiet, taken) = (Landing::quiet(to), [to]);
            let moves = moves.contains(to).then_some(quiet);
            let captures = captures.contains(to).then_some(Landing {
                taken: &taken,
                ..quiet
            });
            for plain in moves.into_iter().chain(captures) {
                let key = (to, plain.taken.first().copied());
                while let Some(entry) = others.next_if(|entry| entry.key < key) {
                    land(read(entry));
                }
                land(plain);
            }
        }
        others.for_each(|entry| land(read(entry)));
    }
}
