//! Lays a pattern on a board.
//!
//! A strand that keeps its direction becomes *lines*: for each origin and direction the cells in
//! the order the walk enters them, up to the last it could stop on. A strand that may turn becomes a
//! *web*: for each cell its neighbours. Both are walked by the strand's automaton, flattened to a
//! program. A course that no line can hold becomes a *trip*.

use super::lines::{Entry, Gathered, Head, Line, Lines};
use super::pattern::{Automaton, Pattern, Sort, Stop, Strand, Walk};
use super::program::{Program, Transition};
use super::trip::{self, LaidLeg, Leaps, Starts, Trip};
use super::walk::Walker;
use crate::model::{Board, Cell, CellSet, Dir, PerCell, PieceId, Position, Sets, Side};
use crate::movement::Places;

/// What a pattern is laid on. Names in the pattern that neither knows mean no direction and no cell.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub board: &'a Board,
    pub sets: &'a Sets,
    /// The royal pieces, for movement that asks whom it may take.
    pub royals: &'a [PieceId],
}

/// A pattern laid on a board for one side.
#[derive(Clone, Debug)]
pub struct MoveTable {
    pub(super) side: Side,
    pub(super) programs: Vec<Program>,
    pub(super) lines: Vec<Line>,
    pub(super) entries: Vec<Entry>,
    /// For each origin its run in `lines`.
    pub(super) lines_from: PerCell<(u32, u32)>,
    pub(super) webs: Vec<Web>,
    pub(super) webs_from: PerCell<Vec<u16>>,
    pub(super) neighbours: Vec<Entry>,
    pub(super) trips: Vec<Trip>,
    pub(super) leaps: Leaps,
    pub(super) royals: Vec<PieceId>,
    /// How many (cell, state) pairs the largest web has.
    pub(super) nodes: usize,
    /// The origins from which two ways may lead to the same landing.
    pub(super) overlapping: CellSet,
}

impl MoveTable {
    /// Whether a man from here may take enemies otherwise than along lines.
    pub fn takes_off_lines(&self, origin: Cell) -> bool {
        !self.webs_from[origin].is_empty() || self.trips.iter().any(Trip::takes)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Web {
    pub head: Head,
    /// For each cell its run in the table's `neighbours`.
    pub near: PerCell<(u32, u32)>,
}

/// Lays a pattern on a board.
pub fn lay(pattern: &Pattern, ground: Ground<'_>, side: Side) -> MoveTable {
    let mut layer = Layer {
        ground,
        side,
        programs: Vec::new(),
        lines: Lines::default(),
        webs: Vec::new(),
        webs_from: PerCell::from_fn(ground.board.len(), |_| Vec::new()),
        neighbours: Vec::new(),
        trips: Vec::new(),
        leaps: Leaps::new(ground.board.len()),
        nodes: 0,
    };
    let mut offers: Vec<CellSet> = Vec::new();
    for strand in &pattern.strands {
        let offered = layer.strand(strand, &offers);
        offers.push(offered);
    }
    layer.finish()
}

struct Layer<'a> {
    ground: Ground<'a>,
    side: Side,
    programs: Vec<Program>,
    lines: Lines,
    webs: Vec<Web>,
    webs_from: PerCell<Vec<u16>>,
    neighbours: Vec<Entry>,
    trips: Vec<Trip>,
    leaps: Leaps,
    nodes: usize,
}

impl Layer<'_> {
    fn places(&self, places: &Places) -> CellSet {
        self.ground.sets.resolve(places, self.side, self.ground.board)
    }

    /// Lays one strand and returns the origins from which it offers some cell of the board.
    fn strand(&mut self, strand: &Strand, offers: &[CellSet]) -> CellSet {
        let board = self.ground.board;
        let mut origins = strand.from.as_ref().map_or(board.all(), |from| self.places(from));
        for earlier in &strand.instead_of {
            origins = origins - offers[*earlier];
        }
        match &strand.walk {
            Walk::Along { classes, headings, automaton } => {
                let head = self.head(strand, automaton, &strand.sorts());
                let sorts = self.sorts(strand);
                let dirs: Vec<Dir> = classes
                    .iter()
                    .filter_map(|name| board.class(name))
                    .flat_map(|class| board.class_for(class, headings, self.side))
                    .collect();
                if automaton.may_turn() {
                    // Each turn leads on along the same sheet.
                    board
                        .by_sheet(&dirs)
                        .iter()
                        .fold(CellSet::EMPTY, |offered, dirs| offered | self.web(head, origins, dirs, &sorts))
                } else {
                    self.straight(head, origins, &dirs, &sorts)
                }
            }
            Walk::Leaps { leaps, inside, automaton } => {
                let head = self.head(strand, automaton, inside.sorts());
                let program = &self.programs[usize::from(head.program)];
                self.lines.add_leaps(head, program, origins, (leaps, *inside), (board, self.side))
            }
            Walk::Anywhere(end) => board.sheets().fold(CellSet::EMPTY, |offered, sheet| {
                offered | self.trip(strand, trip::anywhere(*end, board, sheet), origins)
            }),
            // A course stays on one sheet from its first leg to its last.
            Walk::Legs(legs) => board.sheets().fold(CellSet::EMPTY, |offered, sheet| {
                let laid = trip::lay(legs, &mut self.leaps, (board, sheet), self.side);
                offered | self.trip(strand, laid, origins)
            }),
            Walk::Distance { moves, by, automaton } => {
                let head = self.head(strand, automaton, &strand.sorts());
                let sorts = self.sorts(strand);
                let targets = at_distance(by, self.ground, self.side, *moves);
                let mut offered = CellSet::EMPTY;
                for origin in origins.iter() {
                    for cell in targets[origin].iter() {
                        let path = [Entry { cell, sort: sorts[cell] }];
                        if self.line(head, origin, path.into_iter()) {
                            offered.insert(origin);
                        }
                    }
                }
                offered
            }
        }
    }

    fn trip(&mut self, strand: &Strand, (starts, legs): (Starts, Vec<LaidLeg>), origins: CellSet) -> CellSet {
        let (first_move, can_be_passed) = (strand.first_move, strand.can_be_passed);
        self.trips.push(Trip { first_move, can_be_passed, starts, legs });
        origins
    }

    fn head(&mut self, strand: &Strand, automaton: &Automaton, sorts: &[Sort]) -> Head {
        let program = self.programs.len() as u16;
        self.programs.push(Program::new(automaton, sorts, self.side));
        Head { program, first_move: strand.first_move, can_be_passed: strand.can_be_passed }
    }

    fn sorts(&self, strand: &Strand) -> PerCell<u8> {
        let over = strand.over.as_ref().map_or(CellSet::EMPTY, |over| self.places(over));
        let onto = strand.onto.as_ref().map(|onto| self.places(onto));
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

    fn straight(&mut self, head: Head, origins: CellSet, dirs: &[Dir], sorts: &PerCell<u8>) -> CellSet {
        let board = self.ground.board;
        let several_sheets = board.sheets().nth(1).is_some();
        let mut offered = CellSet::EMPTY;
        for origin in origins.iter() {
            let first = self.lines.len();
            for dir in dirs {
                // A ring leads back to its origin; no other line meets a cell twice.
                let next = |cell: &Cell| board.next(*cell, *dir).filter(|next| *next != origin);
                let cells = std::iter::successors(next(&origin), next).take(board.len());
                let path = cells.map(|cell| Entry { cell, sort: sorts[cell] });
                if self.line(head, origin, path) {
                    offered.insert(origin);
                    if several_sheets {
                        self.lines.drop_repetition(first);
                    }
                }
            }
        }
        offered
    }

    fn line(&mut self, head: Head, origin: Cell, path: impl Iterator<Item = Entry>) -> bool {
        self.lines.add(head, &self.programs[usize::from(head.program)], origin, path)
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
        let index = self.webs.len() as u16;
        let offers: CellSet =
            origins.iter().filter(|origin| self.web_offers(head.program, &near, *origin)).collect();
        offers.iter().for_each(|origin| self.webs_from[origin].push(index));
        self.webs.push(Web { head, near });
        offers
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

    /// Puts the lines of one origin beside each other, with their cells, in the order of the origins.
    fn finish(self) -> MoveTable {
        let board = self.ground.board;
        let Gathered { lines, entries, from, overlapping } = self.lines.gather(&self.programs, board.len());
        // A web is entered in several states, and trips meet on many cells.
        let in_webs = board.cells().filter(|cell| !self.webs_from[*cell].is_empty()).collect();
        MoveTable {
            side: self.side,
            programs: self.programs,
            lines,
            entries,
            lines_from: from,
            webs: self.webs,
            webs_from: self.webs_from,
            neighbours: self.neighbours,
            overlapping: if self.trips.is_empty() { overlapping | in_webs } else { board.all() },
            trips: self.trips,
            leaps: self.leaps,
            royals: self.ground.royals.to_vec(),
            nodes: self.nodes,
        }
    }
}

/// For each cell, the cells that a pattern reaches on the empty board in exactly so many moves and
/// no fewer.
fn at_distance(pattern: &Pattern, ground: Ground<'_>, side: Side, moves: u16) -> PerCell<CellSet> {
    let table = lay(pattern, ground, side);
    let empty = Position::empty(ground.board.len());
    let mut walker = Walker::default();
    let alone = PerCell::from_fn(empty.len(), |cell| walker.reach(&table, &empty, cell).moves);
    PerCell::from_fn(alone.len(), |origin| {
        let distances = distances(origin, alone.len(), |cell| alone[cell]);
        ground.board.cells().filter(|cell| distances[*cell] == Some(moves)).collect()
    })
}

/// How many moves it takes from `origin` to each of a board's cells, where `moves` says where one
/// move leads; `None` where no number of moves does.
pub fn distances(origin: Cell, cells: usize, moves: impl Fn(Cell) -> CellSet) -> PerCell<Option<u16>> {
    let mut found = PerCell::from_fn(cells, |cell| (cell == origin).then_some(0));
    let mut seen = CellSet::from_iter([origin]);
    let mut level = seen;
    for number in 1.. {
        level = level.iter().fold(CellSet::EMPTY, |next, cell| next | moves(cell)) - seen;
        if level.is_empty() {
            break;
        }
        level.iter().for_each(|cell| found[cell] = Some(number));
        seen = seen | level;
    }
    found
}
