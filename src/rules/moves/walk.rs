//! Walks a move table in a position, in time proportional to the cells entered. Once a [`Walker`]
//! has seen a table of some size it allocates nothing.

use super::fuel::Fuel;
use super::landing::{Landing, Log, Reach, Visited, enemy_of};
use super::multi_leg::MultiLeg;
use super::program::{Program, Transition};
use super::rays::{ComponentHead, RayEntry, Rays};
use super::spread::SpreadRays;
use super::sweep::{BoardWords, Standing, Sweep, WIDEST};
use super::table::{MoveTable, StepGraph};
use super::travel::{InPosition, TravelRecord, Traveller, captures};
use super::visit::{
    Attacks, Entered, LandingSets, Landings, QuietMoves, ReachVisitor, Visit, for_each_victim,
};
use crate::model::{Cell, CellSet, Occupant, Position, Side};

/// Buffers for walks, kept from one walk to the next.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    /// What walks may still spend: one unit for each cell of a ray or a graph and for each leap of
    /// a multi-leg move. A walk that spends the last unit ends early.
    pub fuel: Fuel,
    visited: Visited,
    record: TravelRecord,
    queue: Vec<(Cell, u16)>,
    path: Vec<Cell>,
    log: Log,
    /// The buffer for the reach. Returning a reach by value would cost as much as a leaper's walk.
    reach: Option<Box<Reach>>,
}

impl Walker {
    /// Returns the cells to which a piece on `origin` may go; `moved` says whether it has moved
    /// before. What stands on `origin` in the position is ignored.
    pub fn reach(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
    ) -> &Reach {
        let position = &*table.position_seen_by(position, origin);
        let mut buffer = self.reach.take().unwrap_or_default();
        let reach = &mut *buffer;
        *reach = Reach::default();
        self.walk_all(
            table,
            position,
            origin,
            moved,
            &mut ReachVisitor {
                position,
                side: table.side,
                reach,
            },
        );
        self.travel_all(table, position, origin, moved, &mut |landing| {
            reach.add(landing, position, origin)
        });
        self.reach.insert(buffer)
    }

    /// Returns the empty cells to which a piece on `origin` may go, as [`Walker::reach`] does, but
    /// without laying rays: for an origin that is used only once.
    pub fn moves(&mut self, table: &MoveTable, position: &Position, origin: Cell) -> CellSet {
        if !table.multi_legs.is_empty() || position.en_passant().is_some() {
            return self.reach(table, position, origin, true).moves;
        }
        let position = &*table.position_seen_by(position, origin);
        let mut cells = CellSet::EMPTY;
        self.fuel.spend(table.cell_count() as u64);
        for (rule, program) in table
            .ray_rules(origin)
            .filter(|(rule, _)| !rule.head.first_move)
        {
            let walk = &mut QuietMoves {
                position,
                program,
                state: 0,
                cells: &mut cells,
            };
            rule.visit(origin, program, &table.board, table.side, walk);
        }
        for graph in table
            .step_graphs(origin)
            .filter(|graph| !graph.head.first_move)
        {
            self.walk_graph(table, graph, position, origin, &mut cells);
        }
        cells
    }

    /// Returns the cells where adding or removing a piece may change the moves of a piece on
    /// `origin`.
    pub(crate) fn sight(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
    ) -> CellSet {
        if table
            .multi_legs
            .iter()
            .any(|multi_leg| !(multi_leg.first_move && moved))
        {
            return CellSet::first(table.cell_count());
        }
        let position = &*table.position_seen_by(position, origin);
        let mut entered = Entered(CellSet::EMPTY);
        self.walk_all(table, position, origin, moved, &mut entered);
        entered.0
    }

    /// Returns the cells where an enemy piece would be captured, if one stood there and all else
    /// stayed. Where no enemy stands now, the assumed piece is not royal. The cells include those
    /// of pieces that may be captured en passant.
    pub fn attacks(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
    ) -> CellSet {
        let (actual, seen) = (position, table.position_seen_by(position, origin));
        let position = &*seen;
        let mut attacks = Attacks {
            position,
            side: table.side,
            cells: CellSet::EMPTY,
        };
        self.walk_all(table, position, origin, moved, &mut attacks);
        for multi_leg in table
            .multi_legs
            .iter()
            .filter(|multi_leg| !(multi_leg.first_move && moved))
        {
            self.multi_leg_attacks(
                table,
                multi_leg,
                position,
                actual.closed(),
                origin,
                &mut attacks.cells,
            );
        }
        // Neither an absent cell nor the cell of a barrier piece can be captured on.
        let enemy = enemy_of(table.side);
        let holds_barrier =
            |cell: &Cell| actual.occupant(*cell) == enemy && position.occupant(*cell) != enemy;
        let barriers: CellSet = position.closed().iter().filter(holds_barrier).collect();
        attacks.cells - *actual.closed() - barriers
    }

    /// Reports every way to land, each once.
    pub fn landings(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
        land: &mut dyn FnMut(Landing<'_>),
    ) {
        let seen;
        let position = if table.barriers.is_empty() {
            position
        } else {
            seen = table.position_seen_by(position, origin);
            &*seen
        };
        let mut path = std::mem::take(&mut self.path);
        if table.overlaps(origin) {
            let mut log = std::mem::take(&mut self.log);
            log.clear();
            let mut record = |landing: Landing<'_>| log.record(landing);
            let visit = &mut Landings::new(position, table.side, &mut path, &mut record);
            self.walk_all(table, position, origin, moved, visit);
            self.travel_all(table, position, origin, moved, &mut record);
            log.report(land);
            self.log = log;
        } else {
            let visit = &mut Landings::new(position, table.side, &mut path, land);
            self.walk_all(table, position, origin, moved, visit);
        }
        self.path = path;
    }

    /// Returns the cells to which a piece moves without capturing, and those on which it captures.
    /// Reports captures en passant instead. Returns `None` if two of its landings may differ by more than
    /// these sets show.
    /// `standing` is that of the position.
    #[inline]
    pub(crate) fn landing_sets<const WORDS: usize>(
        table: &MoveTable,
        (position, standing): (&Position, &Standing<WORDS>),
        origin: Cell,
        moved: bool,
        land: &mut dyn FnMut(Landing<'_>),
    ) -> Option<[BoardWords<WORDS>; 2]> {
        let (rays, spread) = table.spread(origin)?;
        let mut sets = LandingSets {
            position,
            side: table.side,
            moves: [0; WORDS],
            captures: [0; WORDS],
            land,
        };
        sets.add(table, rays, standing, &spread.always);
        if !moved {
            sets.add(table, rays, standing, &spread.first_move);
        }
        Some([sets.moves, sets.captures])
    }

    #[inline]
    fn walk_all<V: Visit>(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
        visit: &mut V,
    ) {
        for (run, entries, rays) in table.rays(origin).runs() {
            let head = run.head;
            if head.first_move && moved {
                continue;
            }
            self.fuel.spend(entries.len() as u64);
            let program = &table.programs[usize::from(head.program)];
            if let Some(sweep) = run.sweep.as_ref().filter(|_| V::SWEEPS) {
                sweep_rays(sweep, position, visit);
            } else if run.single && !head.open_to_en_passant {
                visit.start(false);
                entries
                    .iter()
                    .for_each(|entry| walk_cell(program, entry, table.side, position, visit));
            } else {
                rays.for_each(|ray| walk_ray(program, head, ray, table.side, position, visit));
            }
        }
        for graph in table.step_graphs(origin) {
            if !(graph.head.first_move && moved) {
                self.walk_graph(table, graph, position, origin, visit);
            }
        }
    }

    /// Returns the cells on which a piece on `origin` could ever capture otherwise than along rays, a
    /// royal piece included.
    pub(crate) fn captures_off_lines(&mut self, table: &MoveTable, origin: Cell) -> CellSet {
        let multi_legs = table
            .multi_legs
            .iter()
            .filter(|multi_leg| multi_leg.takes());
        // A captured piece is elsewhere if it is captured en passant.
        let passes = |multi_leg: &MultiLeg| multi_leg.legs.iter().any(|leg| leg.end.en_passant);
        if table.step_graphs(origin).next().is_some() || multi_legs.clone().any(passes) {
            return CellSet::first(table.cell_count());
        }
        multi_legs.fold(CellSet::EMPTY, |all, multi_leg| {
            all | captures(
                table,
                multi_leg,
                origin,
                &mut self.visited,
                &mut self.fuel,
                true,
            )
        })
    }

    fn multi_leg_attacks(
        &mut self,
        table: &MoveTable,
        multi_leg: &MultiLeg,
        position: &Position,
        absent: &CellSet,
        origin: Cell,
        attacks: &mut CellSet,
    ) {
        let is_enemy = |cell: &Cell| position.occupant(*cell) == enemy_of(table.side);
        self.travel(
            table,
            multi_leg,
            position,
            origin,
            None,
            &mut |landing: Landing<'_>| {
                landing
                    .taken
                    .iter()
                    .copied()
                    .filter(is_enemy)
                    .for_each(|cell| attacks.insert(cell));
            },
        );
        // Where no enemy stands, test what would happen if one did.
        let captured = captures(
            table,
            multi_leg,
            origin,
            &mut self.visited,
            &mut self.fuel,
            false,
        ) - *absent;
        for cell in captured
            .iter()
            .filter(|cell| *cell != origin && !is_enemy(cell))
        {
            if self.fuel.is_spent() {
                return;
            }
            let mut is_taken = false;
            self.travel(
                table,
                multi_leg,
                position,
                origin,
                Some(cell),
                &mut |landing: Landing<'_>| {
                    is_taken |= landing.taken.contains(&cell);
                },
            );
            if is_taken {
                attacks.insert(cell);
            }
        }
    }

    /// Reports every landing of every multi-leg move, some of them more than once.
    fn travel_all(
        &mut self,
        table: &MoveTable,
        position: &Position,
        origin: Cell,
        moved: bool,
        land: &mut dyn FnMut(Landing<'_>),
    ) {
        for multi_leg in table
            .multi_legs
            .iter()
            .filter(|multi_leg| !(multi_leg.first_move && moved))
        {
            self.travel(table, multi_leg, position, origin, None, land);
        }
    }

    fn travel(
        &mut self,
        table: &MoveTable,
        multi_leg: &MultiLeg,
        position: &Position,
        origin: Cell,
        assumed_enemy: Option<Cell>,
        land: &mut dyn FnMut(Landing<'_>),
    ) {
        let Walker {
            fuel,
            visited,
            record,
            ..
        } = self;
        visited.begin(multi_leg.node_count(table.cell_count()));
        let among = InPosition {
            table,
            position,
            supposed: assumed_enemy,
            fuel,
            visited,
            land,
        };
        // The walk ends early only if the fuel is spent.
        let _ = Traveller {
            table,
            multi_leg,
            origin,
            surroundings: among,
            record,
        }
        .walk();
    }

    fn walk_graph(
        &mut self,
        table: &MoveTable,
        graph: &StepGraph,
        position: &Position,
        origin: Cell,
        visit: &mut impl Visit,
    ) {
        let program = &table.programs[usize::from(graph.head.program)];
        let cells = table.cell_count();
        let captured = enemy_of(table.side);
        self.visited.begin(table.nodes);
        self.queue.clear();
        self.queue.push((origin, 0));
        visit.start(false);
        let mut at = 0;
        while let Some(&(cell, state)) = self.queue.get(at) {
            at += 1;
            let (start, end) = graph.neighbour_ranges[cell];
            if !self.fuel.spend(u64::from(end - start)) {
                return;
            }
            for entry in &table.neighbours[start as usize..end as usize] {
                if entry.cell == origin {
                    continue;
                }
                let occupant = position.occupant(entry.cell);
                let transition = program.transition(state, entry.sort, occupant);
                visit.enter(entry.cell, occupant, transition.stop, || {
                    program.transition(state, entry.sort, captured).stop
                });
                if transition.next != Transition::END {
                    let node = usize::from(transition.next) * cells + entry.cell.index();
                    if self.visited.enter(node) {
                        self.queue.push((entry.cell, transition.next));
                    }
                }
            }
        }
    }
}

impl<const WORDS: usize> LandingSets<'_, WORDS> {
    #[inline]
    fn add(
        &mut self,
        table: &MoveTable,
        rays: &Rays,
        standing: &Standing<WORDS>,
        way: &SpreadRays,
    ) {
        let position = self.position;
        for sweep in &way.sweeps {
            let landed = sweep.land(standing, &mut self.moves, &mut self.captures);
            if sweep.en_passant && position.en_passant().is_some() {
                for_each_victim(position, self.side, &landed, |to, piece| {
                    (self.land)(Landing {
                        taken: &[piece],
                        ..Landing::quiet(to)
                    });
                });
            }
        }
        for index in &way.walked {
            let run = &rays.bare_runs()[*index];
            let program = &table.programs[usize::from(run.head.program)];
            for ray in rays.rays_of(run) {
                walk_ray(program, run.head, ray, table.side, position, self);
            }
        }
    }
}

#[inline]
fn walk_cell(
    program: &Program,
    entry: &RayEntry,
    side: Side,
    position: &Position,
    visit: &mut impl Visit,
) {
    let occupant = position.occupant(entry.cell);
    let stop = program.transition(0, entry.sort, occupant).stop;
    visit.enter(entry.cell, occupant, stop, || {
        program.transition(0, entry.sort, enemy_of(side)).stop
    });
}

#[inline]
fn walk_ray(
    program: &Program,
    head: ComponentHead,
    entries: &[RayEntry],
    side: Side,
    position: &Position,
    visit: &mut impl Visit,
) {
    let captured = enemy_of(side);
    visit.start(head.open_to_en_passant);
    if let Some(steady) = &program.steady {
        for entry in entries {
            let occupant = position.occupant(entry.cell);
            let stop = steady.stop(entry.sort, occupant);
            visit.enter(entry.cell, occupant, stop, || {
                steady.stop(entry.sort, captured)
            });
            if occupant != Occupant::Empty {
                break;
            }
        }
        return;
    }
    let mut state = 0;
    for entry in entries {
        let occupant = position.occupant(entry.cell);
        let transition = program.transition(state, entry.sort, occupant);
        visit.enter(entry.cell, occupant, transition.stop, || {
            program.transition(state, entry.sort, captured).stop
        });
        if transition.next == Transition::END {
            break;
        }
        state = transition.next;
    }
}

// Kept out of line: inlined, it slows the walks.
#[inline(never)]
fn sweep_rays(sweep: &Sweep, position: &Position, visit: &mut impl Visit) {
    match position.len().div_ceil(64) {
        1 => sweep_words::<1>(sweep, position, visit),
        2 => sweep_words::<2>(sweep, position, visit),
        3 => sweep_words::<3>(sweep, position, visit),
        _ => sweep_words::<WIDEST>(sweep, position, visit),
    }
}

#[inline(always)]
fn sweep_words<const WORDS: usize>(sweep: &Sweep, position: &Position, visit: &mut impl Visit) {
    let empty = position.cells(Occupant::Empty).first_words::<WORDS>();
    let (entered, landed) = sweep.enter(&empty);
    visit.sweep(&entered, &landed, sweep.stops);
}
