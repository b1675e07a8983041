//! Lays a pattern on a board.
//!
//! A strand that keeps its direction becomes *lines*: for each origin and direction the cells in
//! the order the walk enters them, up to the last it could stop on. A strand that may turn becomes a
//! *web*: for each cell its neighbours. Both are walked by the strand's automaton, flattened to one
//! transition for each state, sort of cell and occupant.

use super::courses::Inside;
use super::pattern::{Automaton, Men, Pattern, Sort, Stop, Strand, Turn, Walk};
use super::trip::{self, LaidLeg, Leaps, Starts, Trip};
use super::walk::Walker;
use crate::model::{Board, Cell, CellSet, Dir, Occupant, PerCell, PieceId, Position, Sets, Side};
use crate::movement::Places;
use crate::movement::betza::Leap;

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
    pub(super) webs: Vec<Web>,
    /// For each origin its run in `lines` and, after it, in `web_starts`.
    pub(super) lines_from: PerCell<(u32, u32)>,
    pub(super) webs_from: PerCell<Vec<u16>>,
    pub(super) entries: Vec<Entry>,
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

/// A cell as a walk enters it, and what it is to the strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub cell: Cell,
    pub sort: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub head: Head,
    pub origin: Cell,
    pub start: u32,
    pub end: u32,
}

/// What the lines of one strand have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub program: u16,
    pub first_move: bool,
    /// Whether the man may be taken on the cells it went over.
    pub can_be_passed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Web {
    pub head: Head,
    /// For each cell its run in `entries`.
    pub near: PerCell<(u32, u32)>,
}

/// An automaton with one transition for each state, sort and occupant.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Nine for each state: see [`Program::transition`].
    transitions: Vec<Transition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transition {
    pub stop: Stop,
    /// [`Transition::END`] if the walk ends.
    pub next: u16,
}

impl Transition {
    pub const END: u16 = u16::MAX;
    const NONE: Transition = Transition { stop: Stop::No, next: Transition::END };
}

const OCCUPANTS: [Occupant; 3] = [Occupant::Nobody, Occupant::White, Occupant::Black];

impl Program {
    fn new(automaton: &Automaton, side: Side) -> Program {
        let mut transitions = Vec::new();
        for state in &automaton.states {
            for sort in Sort::ALL {
                for occupant in OCCUPANTS {
                    // The automata have one edge at most for each of these.
                    let edge = state
                        .iter()
                        .find(|edge| edge.sorts.contains(&sort) && accepts(edge.men, occupant, side));
                    transitions.push(edge.map_or(Transition::NONE, |edge| Transition {
                        stop: edge.stop,
                        next: edge.next.unwrap_or(Transition::END),
                    }));
                }
            }
        }
        Program { transitions }
    }

    #[inline]
    pub fn transition(&self, state: u16, sort: u8, occupant: Occupant) -> Transition {
        self.transitions[usize::from(state) * 9 + usize::from(sort) * 3 + occupant as usize]
    }

    pub fn states(&self) -> usize {
        self.transitions.len() / 9
    }

    /// What each state may do and where it may lead, whoever stands on the cell.
    pub fn possible(&self, state: u16, sort: u8) -> [Transition; 3] {
        OCCUPANTS.map(|occupant| self.transition(state, sort, occupant))
    }
}

fn accepts(men: Men, occupant: Occupant, side: Side) -> bool {
    match (occupant, side) {
        (Occupant::Nobody, _) => men.nobody,
        (Occupant::White, Side::White) | (Occupant::Black, Side::Black) => men.own,
        (Occupant::White, Side::Black) | (Occupant::Black, Side::White) => men.enemy,
    }
}

/// Lays a pattern on a board.
pub fn lay(pattern: &Pattern, ground: Ground<'_>, side: Side) -> MoveTable {
    let mut layer = Layer {
        ground,
        side,
        programs: Vec::new(),
        lines: PerCell::from_fn(ground.board.len(), |_| Vec::new()),
        webs: Vec::new(),
        webs_from: PerCell::from_fn(ground.board.len(), |_| Vec::new()),
        entries: Vec::new(),
        trips: Vec::new(),
        leaps: Leaps::new(ground.board.len()),
        nodes: 0,
        stops: PerCell::from_fn(ground.board.len(), |_| [CellSet::EMPTY; 3]),
        overlapping: CellSet::EMPTY,
        buffers: Buffers::default(),
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
    lines: PerCell<Vec<Line>>,
    webs: Vec<Web>,
    webs_from: PerCell<Vec<u16>>,
    entries: Vec<Entry>,
    trips: Vec<Trip>,
    leaps: Leaps,
    nodes: usize,
    /// For each origin where its lines may stop, to move, to take there and to take in passing.
    stops: PerCell<[CellSet; 3]>,
    overlapping: CellSet,
    buffers: Buffers,
}

/// The states of a walk before a cell and behind it, kept from line to line.
#[derive(Default)]
struct Buffers {
    states: Vec<u16>,
    after: Vec<u16>,
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
                let head = self.head(strand, automaton);
                let sorts = self.sorts(strand);
                let dirs: Vec<Dir> = classes
                    .iter()
                    .filter_map(|name| board.class(name))
                    .flat_map(|class| board.class_for(class, headings, self.side))
                    .collect();
                let turns = automaton.states.iter().skip(1).flatten().any(|edge| edge.turn == Turn::Any)
                    || automaton
                        .states
                        .first()
                        .is_some_and(|start| start.iter().any(|edge| edge.next == Some(0)));
                if turns {
                    self.web(head, origins, &dirs, &sorts)
                } else {
                    self.straight(head, origins, &dirs, &sorts)
                }
            }
            Walk::Leaps { leaps, inside, automaton } => {
                let head = self.head(strand, automaton);
                self.leaping(head, origins, leaps, *inside)
            }
            Walk::Anywhere(end) => self.trip(strand, trip::anywhere(*end, board), origins),
            Walk::Legs(legs) => {
                let laid = trip::lay(legs, &mut self.leaps, board, self.side);
                self.trip(strand, laid, origins)
            }
            Walk::Distance { moves, by, automaton } => {
                let head = self.head(strand, automaton);
                let sorts = self.sorts(strand);
                let targets = at_distance(by, self.ground, self.side, *moves);
                let mut offered = CellSet::EMPTY;
                for origin in origins.iter() {
                    for cell in targets[origin].iter() {
                        let path = [Entry { cell, sort: sorts[cell] }];
                        if self.line(head, origin, &path) {
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

    fn head(&mut self, strand: &Strand, automaton: &Automaton) -> Head {
        let program = self.programs.len() as u16;
        self.programs.push(Program::new(automaton, self.side));
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
        let mut offered = CellSet::EMPTY;
        let mut path = Vec::new();
        for origin in origins.iter() {
            for dir in dirs {
                path.clear();
                let mut cell = origin;
                // A ring leads back to its origin; no other line meets a cell twice.
                while let Some(next) = board.next(cell, *dir).filter(|next| *next != origin) {
                    path.push(Entry { cell: next, sort: sorts[next] });
                    cell = next;
                    if path.len() > board.len() {
                        break;
                    }
                }
                if self.line(head, origin, &path) {
                    offered.insert(origin);
                }
            }
        }
        offered
    }

    fn leaping(&mut self, head: Head, origins: CellSet, leaps: &[Leap], inside: Inside) -> CellSet {
        let board = self.ground.board;
        let mut offered = CellSet::EMPTY;
        let mut path = Vec::new();
        let inner: Vec<Vec<Leap>> = leaps.iter().map(|leap| inside.cells(*leap)).collect();
        for origin in origins.iter() {
            for (leap, inner) in leaps.iter().zip(&inner) {
                path.clear();
                let mut cell = origin;
                while let Some(next) = board.leap(cell, *leap, self.side).filter(|next| *next != origin) {
                    let cells = inner.iter().filter_map(|leap| board.leap(cell, *leap, self.side));
                    let before = path.len();
                    path.extend(cells.map(|cell| Entry { cell, sort: Sort::Over as u8 }));
                    if inside.must_be_there() && path.len() < before + inner.len() {
                        break;
                    }
                    path.push(Entry { cell: next, sort: Sort::Landing as u8 });
                    cell = next;
                }
                if self.line(head, origin, &path) {
                    offered.insert(origin);
                }
            }
        }
        offered
    }

    /// Adds a line, cut after the last cell it could stop on; false if it could stop nowhere.
    fn line(&mut self, head: Head, origin: Cell, path: &[Entry]) -> bool {
        let rules = &self.programs[usize::from(head.program)];
        // The states the walk may be in, whoever stands on the cells so far; seldom more than one.
        let Buffers { states, after } = &mut self.buffers;
        states.clear();
        states.push(0);
        let mut useful = 0;
        for (index, entry) in path.iter().enumerate() {
            if states.is_empty() {
                break;
            }
            let mut here = [false; 3];
            for state in states.drain(..) {
                for Transition { stop, next } in rules.possible(state, entry.sort) {
                    if stop != Stop::No {
                        useful = index + 1;
                        here[stop as usize - 1] = true;
                    }
                    if next != Transition::END && !after.contains(&next) {
                        after.push(next);
                    }
                }
            }
            for (stops, _) in self.stops[origin].iter_mut().zip(here).filter(|(_, here)| *here) {
                if stops.contains(entry.cell) {
                    self.overlapping.insert(origin);
                }
                stops.insert(entry.cell);
            }
            std::mem::swap(states, after);
        }
        if useful == 0 {
            return false;
        }
        let start = self.entries.len() as u32;
        self.entries.extend_from_slice(&path[..useful]);
        let end = self.entries.len() as u32;
        self.lines[origin].push(Line { head, origin, start, end });
        true
    }

    fn web(&mut self, head: Head, origins: CellSet, dirs: &[Dir], sorts: &PerCell<u8>) -> CellSet {
        let board = self.ground.board;
        let near = PerCell::from_fn(board.len(), |cell| {
            let neighbours: CellSet = dirs.iter().filter_map(|dir| board.next(cell, *dir)).collect();
            let start = self.entries.len() as u32;
            self.entries.extend(neighbours.iter().map(|cell| Entry { cell, sort: sorts[cell] }));
            (start, self.entries.len() as u32)
        });
        let states = self.programs[usize::from(head.program)].states();
        self.nodes = self.nodes.max(states * board.len());
        let index = self.webs.len() as u16;
        let offers: CellSet =
            origins.iter().filter(|origin| self.web_offers(head.program, &near, *origin)).collect();
        offers.iter().for_each(|origin| self.webs_from[origin].push(index));
        // A walk may enter a cell in several states.
        self.overlapping = self.overlapping | offers;
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
            for entry in self.entries[start as usize..end as usize].iter().filter(|e| e.cell != origin) {
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
        let (mut lines, mut entries) = (Vec::new(), Vec::with_capacity(self.entries.len()));
        let mut copy = |start: u32, end: u32| {
            let at = entries.len() as u32;
            entries.extend_from_slice(&self.entries[start as usize..end as usize]);
            (at, at + end - start)
        };
        let lines_from = PerCell::from_fn(self.ground.board.len(), |cell| {
            let first = lines.len() as u32;
            for line in &self.lines[cell] {
                let (start, end) = copy(line.start, line.end);
                lines.push(Line { start, end, ..*line });
            }
            (first, lines.len() as u32)
        });
        let webs = self.webs.iter().map(|web| {
            let near = PerCell::from_fn(web.near.len(), |cell| copy(web.near[cell].0, web.near[cell].1));
            Web { near, ..*web }
        });
        let webs = webs.collect();
        MoveTable {
            side: self.side,
            programs: self.programs,
            lines,
            webs,
            lines_from,
            webs_from: self.webs_from,
            entries,
            overlapping: if self.trips.is_empty() { self.overlapping } else { self.ground.board.all() },
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
