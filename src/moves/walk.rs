//! Walks a move table in a position, in time proportional to the cells entered. Once a [`Walker`]
//! has seen a table of some size it allocates nothing.

use super::lay::{ENEMY, Line, MoveTable, NOBODY, OWN, Transition, Web};
use super::pattern::Stop;
use crate::model::{Cell, CellSet, Occupant, Position, Side};

/// Where a man may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Empty cells it may go to.
    pub moves: CellSet,
    /// Cells of enemy men it may take.
    pub captures: CellSet,
}

impl Reach {
    /// The cells it may land on.
    pub fn cells(&self) -> CellSet {
        self.moves | self.captures
    }
}

/// Room to walk in, kept from one walk to the next.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    /// For each (state, cell) of a web the number of the walk that last entered it.
    entered: Vec<u32>,
    walk: u32,
    queue: Vec<(Cell, u16)>,
}

/// What a walk does with the cells it enters.
trait Visit {
    fn enter(&mut self, cell: Cell, here: Transition, enemy: impl FnOnce() -> Transition);
}

impl Visit for Reach {
    #[inline]
    fn enter(&mut self, cell: Cell, here: Transition, _: impl FnOnce() -> Transition) {
        match here.stop {
            Stop::No => {}
            Stop::Move => self.moves.insert(cell),
            Stop::Capture => self.captures.insert(cell),
        }
    }
}

/// The cells where an enemy man would be taken, if one stood there and all else stayed.
struct Attacks(CellSet);

impl Visit for Attacks {
    #[inline]
    fn enter(&mut self, cell: Cell, _: Transition, enemy: impl FnOnce() -> Transition) {
        if enemy().stop == Stop::Capture {
            self.0.insert(cell);
        }
    }
}

impl Walker {
    /// Where a man on `origin` may go. Whoever stands on `origin` in the position does not count;
    /// the man has moved before.
    pub fn reach(&mut self, table: &MoveTable, position: &Position, origin: Cell) -> Reach {
        let mut reach = Reach::default();
        self.walk_all(table, position, origin, true, &mut reach);
        reach
    }

    /// As [`Walker::reach`], for a man that has not moved.
    pub fn reach_unmoved(&mut self, table: &MoveTable, position: &Position, origin: Cell) -> Reach {
        let mut reach = Reach::default();
        self.walk_all(table, position, origin, false, &mut reach);
        reach
    }

    /// The cells where an enemy man would be taken, if one stood there and all else stayed.
    pub fn attacks(&mut self, table: &MoveTable, position: &Position, origin: Cell) -> CellSet {
        let mut attacks = Attacks(CellSet::EMPTY);
        self.walk_all(table, position, origin, true, &mut attacks);
        attacks.0
    }

    #[inline]
    fn walk_all(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
        visit: &mut impl Visit,
    ) {
        let (start, end) = table.lines_from[origin];
        for line in &table.lines[start as usize..end as usize] {
            if !(line.first_move && moved) {
                walk_line(table, line, position, visit);
            }
        }
        for web in &table.webs_from[origin] {
            let web = &table.webs[usize::from(*web)];
            if !(web.first_move && moved) {
                self.walk_web(table, web, position, origin, visit);
            }
        }
    }

    fn walk_web(
        &mut self,
        table: &MoveTable,
        web: &Web,
        position: &Position,
        origin: Cell,
        visit: &mut impl Visit,
    ) {
        let program = &table.programs[usize::from(web.program)];
        let cells = table.lines_from.len();
        self.begin(table.nodes);
        self.queue.push((origin, 0));
        let mut at = 0;
        while let Some(&(cell, state)) = self.queue.get(at) {
            at += 1;
            let (start, end) = web.near[cell];
            for entry in &table.entries[start as usize..end as usize] {
                if entry.cell == origin {
                    continue;
                }
                let occupant = relative(position.occupant(entry.cell), table.side);
                let here = program.transition(state, entry.sort, occupant);
                visit.enter(entry.cell, here, || program.transition(state, entry.sort, ENEMY));
                if here.next != Transition::END {
                    let node = usize::from(here.next) * cells + entry.cell.index();
                    if self.entered[node] != self.walk {
                        self.entered[node] = self.walk;
                        self.queue.push((entry.cell, here.next));
                    }
                }
            }
        }
    }

    /// Makes all nodes unentered.
    fn begin(&mut self, nodes: usize) {
        self.queue.clear();
        self.walk = self.walk.wrapping_add(1);
        if self.entered.len() < nodes || self.walk == 0 {
            self.entered.clear();
            self.entered.resize(nodes, 0);
            self.walk = 1;
        }
    }
}

#[inline]
fn walk_line(table: &MoveTable, line: &Line, position: &Position, visit: &mut impl Visit) {
    let program = &table.programs[usize::from(line.program)];
    let mut state = 0;
    for entry in &table.entries[line.start as usize..line.end as usize] {
        let occupant = relative(position.occupant(entry.cell), table.side);
        let here = program.transition(state, entry.sort, occupant);
        visit.enter(entry.cell, here, || program.transition(state, entry.sort, ENEMY));
        if here.next == Transition::END {
            break;
        }
        state = here.next;
    }
}

#[inline]
pub(super) fn relative(occupant: Occupant, side: Side) -> usize {
    match (occupant, side) {
        (Occupant::Nobody, _) => NOBODY,
        (Occupant::White, Side::White) | (Occupant::Black, Side::Black) => OWN,
        _ => ENEMY,
    }
}
