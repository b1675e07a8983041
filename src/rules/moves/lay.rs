//! Lays the components of a movement on a board.
//!
//! A straight leg that keeps its direction becomes *rays*: for each origin and direction, the
//! cells in the order in which the walk enters them, up to the last it could stop on. The rays of
//! an origin are laid when a walk first begins there. Single steps over empty cells, one after
//! another, become rays that bend: the Horse of Xiangqi is a lame leap, in whichever notation it
//! is written. A leg that may turn at each step becomes a *step graph*: the neighbours of each
//! cell. All are walked by an automaton, flattened to a program. What no ray can represent becomes
//! a *multi-leg move*.

use std::sync::{Arc, OnceLock};

use super::automaton::{Automaton, Inside, Sort, Stop, has_automaton, is_path, split_en_passant};
use super::multi_leg::{self, LaidLeg, Leaps, MultiLeg, Starts};
use super::program::{Program, Transition};
use super::rays::{Along, ComponentHead, Paths, RayEntry, RayLeap, RayRule, Rays};
use super::table::{Ground, MoveTable, StepGraph};
use super::walk::Walker;
use crate::model::{Cell, CellSet, Dir, PerCell, Position, SetPerCell, Side};
use crate::movement::Places;
use crate::movement::leg::{Bend, Component, Leg, LegWay, Motion, Start};

/// Lays the components of a movement on a board.
pub fn lay(components: &[Component], ground: Ground<'_>, side: Side) -> MoveTable {
    let Ground {
        board,
        royals,
        barriers,
        ends_on,
        ..
    } = ground;
    let table = MoveTable {
        side,
        programs: Vec::new(),
        board: Arc::clone(board),
        ray_rules: Vec::new(),
        rays: PerCell::from_fn(board.len(), |_| OnceLock::new()),
        spreads: PerCell::from_fn(board.len(), |_| OnceLock::new()),
        step_graphs: Vec::new(),
        neighbours: Vec::new(),
        multi_legs: Vec::new(),
        leaps: Leaps::new(board.len()),
        royals: royals.to_vec(),
        barriers: barriers.to_vec(),
        ends_on: ends_on.copied(),
        nodes: 0,
    };
    let mut layer = Layer { ground, table };
    let mut offers: Vec<Offers> = Vec::new();
    for component in components {
        let offered = layer.add_component(component, &offers);
        offers.push(offered);
    }
    layer.table
}

/// The origins from which a component leads to some cell of the board.
#[derive(Default)]
struct Offers {
    from: CellSet,
    /// Indices of ray rules: the component also leads to a cell from each origin where one of
    /// these has a ray. Those rays are not laid until they are needed.
    rays: Vec<usize>,
}

impl Offers {
    fn from(from: CellSet) -> Offers {
        Offers {
            from,
            rays: Vec::new(),
        }
    }
}

struct Layer<'a> {
    ground: Ground<'a>,
    /// The table so far.
    table: MoveTable,
}

impl Layer<'_> {
    fn places(&self, places: &Places) -> CellSet {
        self.ground
            .sets
            .resolve(places, self.table.side, self.ground.board)
    }

    fn add_component(&mut self, component: &Component, offers: &[Offers]) -> Offers {
        let board = self.ground.board;
        let mut origins = component
            .from
            .as_ref()
            .map_or(board.all(), |from| self.places(from));
        for earlier in &component.replaces {
            origins = origins - self.offering_origins(&offers[*earlier]);
        }
        match &component.motion {
            Motion::Castling(_) | Motion::Drop(_) => Offers::default(),
            Motion::Anywhere(end) => {
                for sheet in board.sheets() {
                    let (starts, legs) = multi_leg::lay_anywhere(*end, board, sheet);
                    self.add_multi_leg(component, starts, legs);
                }
                Offers::from(origins)
            }
            Motion::Distance { moves, by, end } => {
                let head =
                    self.add_program(component, &Automaton::path(*end), component.over.is_some());
                let targets = at_distance(by, self.ground, self.table.side, *moves);
                let cells = |cell| targets.of(cell).iter().collect();
                let paths = Paths {
                    length: 1,
                    cells: PerCell::from_fn(board.len(), cells),
                };
                self.add_rule(head, origins, Along::Paths(paths, self.sorts(component)))
            }
            Motion::Legs(legs) => match &legs[..] {
                [leg] if has_automaton(leg) => self.add_straight(component, leg, origins),
                _ => self.add_legs(component, legs, origins),
            },
        }
    }

    /// Adds a move of several legs: as rays if it is a path over empty cells, and to be walked leg
    /// by leg if it is more.
    fn add_legs(&mut self, component: &Component, legs: &[Leg], origins: CellSet) -> Offers {
        let along: Vec<_> = legs.iter().map(|leg| (leg, self.directions(leg))).collect();
        let (board, side, leaps) = (self.ground.board, self.table.side, &mut self.table.leaps);
        let laid: Vec<(Starts, Vec<LaidLeg>)> = match legs.first().map(|leg| &leg.way) {
            Some(LegWay::Directions { .. }) => {
                vec![multi_leg::lay_along(&along, leaps, board, side)]
            }
            // A multi-leg move stays on one sheet from its first leg to its last.
            _ => {
                let open = component.open_to_en_passant;
                let on = |sheet| multi_leg::lay(legs, open, leaps, board, sheet, side);
                board.sheets().map(on).collect()
            }
        };
        let paths = Some(legs)
            .filter(|legs| is_path(legs) && !component.open_to_en_passant)
            .and_then(|legs| multi_leg::paths(&laid, legs.len(), &self.table.leaps));
        let mut offers = Offers::default();
        match (paths, legs.last()) {
            (Some(paths), Some(last)) => {
                for end in split_en_passant(last.end) {
                    let automaton = Automaton::path(end);
                    let head = self.add_program(component, &automaton, true);
                    let along = Along::Paths(paths.clone(), self.sorts(component));
                    offers.rays.extend(self.add_rule(head, origins, along).rays);
                }
            }
            _ => {
                for (starts, legs) in laid {
                    self.add_multi_leg(component, starts, legs);
                }
                offers.from = origins;
            }
        }
        offers
    }

    fn add_straight(&mut self, component: &Component, leg: &Leg, origins: CellSet) -> Offers {
        let mut offers = Offers::default();
        for end in split_en_passant(leg.end) {
            let automaton = Automaton::of(leg, end);
            let offered = match &leg.way {
                LegWay::Directions { .. } => {
                    let head = self.add_program(component, &automaton, component.over.is_some());
                    self.add_along(head, origins, self.directions(leg), leg.bend, component)
                }
                LegWay::Leaps(leaps) => {
                    let inside = Inside::of(leg, component.open_to_en_passant);
                    let head = self.add_program(component, &automaton, inside != Inside::Skipped);
                    let leaps = leaps
                        .iter()
                        .map(|leap| RayLeap::new(*leap, inside))
                        .collect();
                    self.add_rule(
                        head,
                        origins,
                        Along::Leaps(leaps, self.ground.ends_on.copied()),
                    )
                }
                // The first leg has no direction to turn from.
                LegWay::Turns { .. } => Offers::default(),
            };
            offers.from = offers.from | offered.from;
            offers.rays.extend(offered.rays);
        }
        offers
    }

    /// Returns the directions that the classes of a leg name, as the side that moves has them.
    fn directions(&self, leg: &Leg) -> Vec<Dir> {
        let LegWay::Directions {
            classes, headings, ..
        } = &leg.way
        else {
            return Vec::new();
        };
        let board = self.ground.board;
        let classes = classes.iter().filter_map(|name| board.class(name));
        classes
            .flat_map(|class| board.class_for(class, headings, self.table.side))
            .collect()
    }

    fn add_along(
        &mut self,
        head: ComponentHead,
        origins: CellSet,
        dirs: Vec<Dir>,
        bend: Bend,
        component: &Component,
    ) -> Offers {
        let board = self.ground.board;
        let sorts = self.sorts(component);
        if bend != Bend::Free {
            return self.add_rule(head, origins, Along::Steps(dirs, sorts));
        }
        // Every turn stays on the same sheet.
        let by_sheet = board.by_sheet(&dirs);
        let from = |offered, dirs: &Vec<Dir>| offered | self.add_graph(head, origins, dirs, &sorts);
        Offers::from(by_sheet.iter().fold(CellSet::EMPTY, from))
    }

    fn add_rule(&mut self, head: ComponentHead, origins: CellSet, along: Along) -> Offers {
        self.table.ray_rules.push(RayRule {
            head,
            origins,
            along,
        });
        Offers {
            from: CellSet::EMPTY,
            rays: vec![self.table.ray_rules.len() - 1],
        }
    }

    fn offering_origins(&self, offers: &Offers) -> CellSet {
        let (board, side) = (&**self.ground.board, self.table.side);
        let with_rays = offers.rays.iter().flat_map(|rule| {
            let rule = &self.table.ray_rules[*rule];
            let rays = move |origin| {
                Rays::lay(
                    origin,
                    std::slice::from_ref(rule),
                    &self.table.programs,
                    board,
                    side,
                )
            };
            rule.origins
                .iter()
                .filter(move |origin| !rays(*origin).rays.is_empty())
        });
        with_rays.collect::<CellSet>() | offers.from
    }

    fn add_multi_leg(&mut self, component: &Component, starts: Starts, legs: Vec<LaidLeg>) {
        let (first_move, open_to_en_passant) = (
            component.start == Start::Unmoved,
            component.open_to_en_passant,
        );
        self.table.multi_legs.push(MultiLeg {
            first_move,
            open_to_en_passant,
            starts,
            legs,
        });
    }

    fn add_program(
        &mut self,
        component: &Component,
        automaton: &Automaton,
        enters_over: bool,
    ) -> ComponentHead {
        let program = self.table.programs.len() as u16;
        let elsewhere = component.onto.is_some() || self.ground.ends_on.is_some();
        let sorts = [
            (Sort::Landing, true),
            (Sort::Over, enters_over),
            (Sort::Elsewhere, elsewhere),
        ];
        let sorts: Vec<Sort> = sorts
            .into_iter()
            .filter_map(|(sort, is_entered)| is_entered.then_some(sort))
            .collect();
        self.table
            .programs
            .push(Program::new(automaton, &sorts, self.table.side));
        let (first_move, open_to_en_passant) = (
            component.start == Start::Unmoved,
            component.open_to_en_passant,
        );
        ComponentHead {
            program,
            first_move,
            open_to_en_passant,
        }
    }

    fn sorts(&self, component: &Component) -> PerCell<u8> {
        let over = component
            .over
            .as_ref()
            .map_or(CellSet::EMPTY, |over| self.places(over));
        let onto = component.onto.as_ref().map(|onto| self.places(onto));
        let onto = match (onto, self.ground.ends_on) {
            (Some(onto), Some(ends_on)) => Some(onto & *ends_on),
            (onto, ends_on) => onto.or(ends_on.copied()),
        };
        PerCell::from_fn(self.ground.board.len(), |cell| {
            if over.contains(cell) {
                Sort::Over as u8
            } else if onto.is_none_or(|onto| onto.contains(cell)) {
                Sort::Landing as u8
            } else {
                Sort::Elsewhere as u8
            }
        })
    }

    fn add_graph(
        &mut self,
        head: ComponentHead,
        origins: CellSet,
        dirs: &[Dir],
        sorts: &PerCell<u8>,
    ) -> CellSet {
        let board = self.ground.board;
        let near = PerCell::from_fn(board.len(), |cell| {
            let neighbours: CellSet = dirs
                .iter()
                .filter_map(|dir| board.next(cell, *dir))
                .collect();
            let start = self.table.neighbours.len() as u32;
            self.table
                .neighbours
                .extend(neighbours.iter().map(|cell| RayEntry {
                    cell,
                    sort: sorts[cell],
                }));
            (start, self.table.neighbours.len() as u32)
        });
        let states = self.table.programs[usize::from(head.program)].states();
        self.table.nodes = self.table.nodes.max(states * board.len());
        let origins = origins
            .iter()
            .filter(|origin| self.can_stop_on_graph(head.program, &near, *origin))
            .collect();
        self.table.step_graphs.push(StepGraph {
            head,
            origins,
            neighbour_ranges: near,
        });
        origins
    }

    /// Whether a walk over a step graph could stop anywhere, for some placement of pieces.
    fn can_stop_on_graph(&self, program: u16, near: &PerCell<(u32, u32)>, origin: Cell) -> bool {
        let program = &self.table.programs[usize::from(program)];
        let mut entered = vec![CellSet::EMPTY; program.states()];
        let mut queue = vec![(origin, 0)];
        while let Some((cell, state)) = queue.pop() {
            let (start, end) = near[cell];
            for entry in self.table.neighbours[start as usize..end as usize]
                .iter()
                .filter(|e| e.cell != origin)
            {
                for Transition { stop, next } in program.possible(state, entry.sort) {
                    if stop != Stop::No {
                        return true;
                    }
                    if next == Transition::END {
                        continue;
                    }
                    let seen = &mut entered[usize::from(next)];
                    if !seen.contains(entry.cell) {
                        seen.insert(entry.cell);
                        queue.push((entry.cell, next));
                    }
                }
            }
        }
        false
    }
}

/// Returns, for each cell, the cells that a movement reaches on the empty board in exactly `moves`
/// moves and no fewer. The limit `ends_on` is ignored.
fn at_distance(by: &[Component], ground: Ground<'_>, side: Side, moves: u16) -> SetPerCell {
    let table = lay(
        by,
        Ground {
            ends_on: None,
            ..ground
        },
        side,
    );
    let empty = Position::empty(ground.board.len());
    let mut walker = Walker::default();
    let single_moves = SetPerCell::from_fn(empty.len(), |cell| walker.moves(&table, &empty, cell));
    SetPerCell::from_fn(empty.len(), |origin| {
        let distances = distances(origin, &single_moves);
        ground
            .board
            .cells()
            .filter(|cell| distances[*cell] == Some(moves))
            .collect()
    })
}

/// Returns the number of moves from `origin` to each cell of the board, given where one move leads
/// from each cell. `None` for a cell that no number of moves leads to.
pub(crate) fn distances(origin: Cell, moves: &SetPerCell) -> PerCell<Option<u16>> {
    let mut distances = PerCell::from_fn(moves.cell_count(), |cell| (cell == origin).then_some(0));
    let mut seen = CellSet::from_iter([origin]);
    let mut level = seen;
    for number in 1.. {
        level = moves.union(&level) - seen;
        if level.is_empty() {
            break;
        }
        level.iter().for_each(|cell| distances[cell] = Some(number));
        seen = seen | level;
    }
    distances
}
