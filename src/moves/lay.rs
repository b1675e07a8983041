//! Lays a pattern on a board.
//!
//! A strand that keeps its direction becomes *lines*: for each origin and direction the cells in
//! the order the walk enters them, up to the last it could stop on. They are laid when somebody first walks
//! from their origin. A strand that may turn becomes a *web*: for each cell its neighbours. Both are walked by
//! the strand's automaton, flattened to a program. A course that no line can hold becomes a *trip*.

use std::sync::{Arc, OnceLock};

use super::lines::{Along, Entry, Head, Lane, Lines, Stride};
use super::pattern::{Automaton, Pattern, Sort, Stop, Strand, Walk};
use super::program::{Program, Transition};
use super::table::{Ground, MoveTable, Web};
use super::trip::{self, LaidLeg, Leaps, Starts, Trip};
use super::walk::Walker;
use crate::model::{Cell, CellSet, Dir, PerCell, Position, SetPerCell, Side};
use crate::movement::Places;

/// Lays a pattern on a board.
pub fn lay(pattern: &Pattern, ground: Ground<'_>, side: Side) -> MoveTable {
    let mut layer = Layer {
        ground,
        side,
        programs: Vec::new(),
        lanes: Vec::new(),
        webs: Vec::new(),
        neighbours: Vec::new(),
        trips: Vec::new(),
        leaps: Leaps::new(ground.board.len()),
        nodes: 0,
    };
    let mut offers: Vec<Offers> = Vec::new();
    for strand in &pattern.strands {
        let offered = layer.strand(strand, &offers);
        offers.push(offered);
    }
    layer.finish()
}

/// The origins from which a strand offers some cell of the board.
enum Offers {
    From(CellSet),
    /// Those from which this lane has a line.
    Lane(usize),
}

struct Layer<'a> {
    ground: Ground<'a>,
    side: Side,
    programs: Vec<Program>,
    lanes: Vec<Lane>,
    webs: Vec<Web>,
    neighbours: Vec<Entry>,
    trips: Vec<Trip>,
    leaps: Leaps,
    nodes: usize,
}

impl Layer<'_> {
    fn places(&self, places: &Places) -> CellSet {
        self.ground.sets.resolve(places, self.side, self.ground.board)
    }

    /// Lays one strand.
    fn strand(&mut self, strand: &Strand, offers: &[Offers]) -> Offers {
        let board = self.ground.board;
        let mut origins = strand.from.as_ref().map_or(board.all(), |from| self.places(from));
        for earlier in &strand.instead_of {
            origins = origins - self.origins(&offers[*earlier]);
        }
        match &strand.walk {
            Walk::Along { classes, headings, automaton } => {
                let head = self.head(strand, automaton);
                let sorts = self.sorts(strand);
                let dirs: Vec<Dir> = classes
                    .iter()
                    .filter_map(|name| board.class(name))
                    .flat_map(|class| board.class_for(class, headings, self.side))
                    .collect();
                if automaton.may_turn() {
                    // Each turn leads on along the same sheet.
                    let by_sheet = board.by_sheet(&dirs);
                    let from = |offered, dirs: &Vec<Dir>| offered | self.web(head, origins, dirs, &sorts);
                    Offers::From(by_sheet.iter().fold(CellSet::EMPTY, from))
                } else {
                    self.lane(head, origins, Along::Steps(dirs, sorts))
                }
            }
            Walk::Leaps { leaps, inside, automaton } => {
                let head = self.head(strand, automaton);
                let strides = leaps.iter().map(|leap| Stride::new(*leap, *inside)).collect();
                self.lane(head, origins, Along::Leaps(strides, self.ground.ends_on.copied()))
            }
            Walk::Anywhere(end) => {
                for sheet in board.sheets() {
                    self.trip(strand, trip::anywhere(*end, board, sheet));
                }
                Offers::From(origins)
            }
            // A course stays on one sheet from its first leg to its last.
            Walk::Legs(legs) => {
                for sheet in board.sheets() {
                    let laid = trip::lay(legs, &mut self.leaps, (board, sheet), self.side);
                    self.trip(strand, laid);
                }
                Offers::From(origins)
            }
            Walk::Distance { moves, by, automaton } => {
                let head = self.head(strand, automaton);
                let targets = at_distance(by, self.ground, self.side, *moves);
                self.lane(head, origins, Along::Straight(targets, self.sorts(strand)))
            }
        }
    }

    fn lane(&mut self, head: Head, origins: CellSet, along: Along) -> Offers {
        self.lanes.push(Lane { head, origins, along });
        Offers::Lane(self.lanes.len() - 1)
    }

    fn origins(&self, offers: &Offers) -> CellSet {
        match offers {
            Offers::From(origins) => *origins,
            Offers::Lane(lane) => {
                let (lane, ground) = (&self.lanes[*lane], (&**self.ground.board, self.side));
                let lines = |origin| Lines::lay(origin, std::slice::from_ref(lane), &self.programs, ground);
                lane.origins.iter().filter(|origin| !lines(*origin).lines.is_empty()).collect()
            }
        }
    }

    fn trip(&mut self, strand: &Strand, (starts, legs): (Starts, Vec<LaidLeg>)) {
        let (first_move, open_to_en_passant) = (strand.first_move, strand.open_to_en_passant);
        self.trips.push(Trip { first_move, open_to_en_passant, starts, legs });
    }

    fn head(&mut self, strand: &Strand, automaton: &Automaton) -> Head {
        let program = self.programs.len() as u16;
        let sorts = strand.sorts(self.ground.ends_on.is_none());
        self.programs.push(Program::new(automaton, &sorts, self.side));
        Head { program, first_move: strand.first_move, open_to_en_passant: strand.open_to_en_passant }
    }

    fn sorts(&self, strand: &Strand) -> PerCell<u8> {
        let over = strand.over.as_ref().map_or(CellSet::EMPTY, |over| self.places(over));
        let onto = strand.onto.as_ref().map(|onto| self.places(onto));
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

    fn web(&mut self, head: Head, origins: CellSet, dirs: &[Dir], sorts: &PerCell<u8>) -> CellSet {
        let board = self.ground.board;
        let near = PerCell::from_fn(board.len(), |cell| {
            let neighbours: CellSet = dirs.iter().filter_map(|dir| board.next(cell, *dir)).collect();
            let start = self.neighbours.len() as u32;
            self.neighbours.extend(neighbours.iter().map(|cell| Entry { cell, sort: sorts[cell] }));
            (start, self.neighbours.len() as u32)
        });
        let states = self.programs[usize::from(head.program)].states();
        self.nodes = self.nodes.max(states * board.len());
        let origins = origins.iter().filter(|origin| self.web_offers(head.program, &near, *origin)).collect();
        self.webs.push(Web { head, origins, near });
        origins
    }

    /// Whether a walk over a web could stop anywhere, wherever men may stand.
    fn web_offers(&self, program: u16, near: &PerCell<(u32, u32)>, origin: Cell) -> bool {
        let rules = &self.programs[usize::from(program)];
        let mut entered = vec![CellSet::EMPTY; rules.states()];
        let mut queue = vec![(origin, 0)];
        while let Some((cell, state)) = queue.pop() {
            let (start, end) = near[cell];
            for entry in self.neighbours[start as usize..end as usize].iter().filter(|e| e.cell != origin) {
                for Transition { stop, next } in rules.possible(state, entry.sort) {
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

    fn finish(self) -> MoveTable {
        let Layer { ground, side, programs, lanes, webs, neighbours, trips, leaps, nodes } = self;
        let lines = PerCell::from_fn(ground.board.len(), |_| OnceLock::new());
        let (board, royals) = (Arc::clone(ground.board), ground.royals.to_vec());
        let barriers = ground.barriers.to_vec();
        let ends_on = ground.ends_on.copied();
        MoveTable {
            side,
            programs,
            board,
            lanes,
            lines,
            webs,
            neighbours,
            trips,
            leaps,
            royals,
            barriers,
            ends_on,
            nodes,
        }
    }
}

/// For each cell, the cells that a pattern reaches on the empty board in exactly so many moves and
/// no fewer, wherever it may stand.
fn at_distance(pattern: &Pattern, ground: Ground<'_>, side: Side, moves: u16) -> SetPerCell {
    let table = lay(pattern, Ground { ends_on: None, ..ground }, side);
    let empty = Position::empty(ground.board.len());
    let mut walker = Walker::default();
    let alone = SetPerCell::from_fn(empty.len(), |cell| walker.moves(&table, &empty, cell));
    SetPerCell::from_fn(empty.len(), |origin| {
        let distances = distances(origin, &alone);
        ground.board.cells().filter(|cell| distances[*cell] == Some(moves)).collect()
    })
}

/// How many moves it takes from `origin` to each of a board's cells, given where one move leads from each; `None`
/// where no number of moves does.
pub fn distances(origin: Cell, moves: &SetPerCell) -> PerCell<Option<u16>> {
    let mut found = PerCell::from_fn(moves.cells(), |cell| (cell == origin).then_some(0));
    let mut seen = CellSet::from_iter([origin]);
    let mut level = seen;
    for number in 1.. {
        level = moves.union(&level) - seen;
        if level.is_empty() {
            break;
        }
        level.iter().for_each(|cell| found[cell] = Some(number));
        seen = seen | level;
    }
    found
}
