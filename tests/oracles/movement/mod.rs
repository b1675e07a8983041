//! The law of movement read word by word: slow, obvious, and what the tables are held against.
//!
//! Every function here follows the sentence and nothing else. It shares no code with the compiled
//! form, and neither is ever changed to agree with the other without finding out who is right.

mod legs;
mod multi_leg;

use std::collections::{BTreeMap, BTreeSet};

pub use multi_leg::{Landed, Mover, Pieces};
use padma_rules::model::{Cell, CellSet, Dir, Occupant, Piece, Position, Side};
use padma_rules::movement::{Action, ClauseKind, Limit, Places, Sentence, Via};
use padma_rules::moves::Ground;

/// Where a piece may go: empty cells, those of the pieces it takes, and all it lands on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    pub moves: CellSet,
    pub captures: CellSet,
    pub lands: CellSet,
}

impl Reach {
    fn move_to(&mut self, cell: Cell) {
        self.moves.insert(cell);
        self.lands.insert(cell);
    }

    fn take_on(&mut self, cell: Cell) {
        self.captures.insert(cell);
        self.lands.insert(cell);
    }

    fn or(self, other: Reach) -> Reach {
        Reach {
            moves: self.moves | other.moves,
            captures: self.captures | other.captures,
            lands: self.lands | other.lands,
        }
    }
}

/// Where a piece may go by this sentence.
pub fn reach<'a>(
    sentence: &Sentence,
    pieces: Pieces<'a>,
    ground: Ground<'a>,
    position: &Position,
    mover: Mover,
) -> Reach {
    let law = Law {
        pieces,
        ground,
        position: &barred(position, ground, mover),
        mover,
    };
    let mut all = Reach::default();
    let mut group_offers = false;
    for clause in &sentence.clauses {
        if !clause.otherwise {
            group_offers = false;
        }
        let applies = !(clause.otherwise && group_offers);
        if applies {
            let found = law.clause(&clause.kind);
            all = all.or(found);
            group_offers |= law.offers(&clause.kind);
        }
    }
    all
}

/// Every way in which a piece may land by this sentence, whose clauses all apply.
pub fn landings<'a>(
    sentence: &Sentence,
    pieces: Pieces<'a>,
    ground: Ground<'a>,
    position: &Position,
    mover: Mover,
) -> BTreeSet<Landed> {
    let law = Law {
        pieces,
        ground,
        position: &barred(position, ground, mover),
        mover,
    };
    let mut all = BTreeSet::new();
    for clause in &sentence.clauses {
        if let Some(landed) = law.several_legs(&clause.kind) {
            all.extend(landed);
            continue;
        }
        let reach = law.clause(&clause.kind);
        let landed = |to, taken: &[Cell]| {
            let land = |en_passant| Landed {
                to,
                taken: taken.to_vec(),
                carried: Vec::new(),
                en_passant,
            };
            law.en_passant(&clause.kind, to)
                .into_iter()
                .map(land)
                .collect::<Vec<_>>()
        };
        all.extend(reach.moves.iter().flat_map(|cell| landed(cell, &[])));
        all.extend(reach.captures.iter().flat_map(|cell| landed(cell, &[cell])));
    }
    all
}

/// The position without the cells on which pieces stand that bar the mover's way.
fn barred(position: &Position, ground: Ground<'_>, mover: Mover) -> Position {
    let mut absent = position.absent();
    for (cell, other) in position.pieces() {
        if cell != mover.cell
            && other
                .kind
                .is_some_and(|kind| ground.barriers.contains(&kind))
        {
            absent.insert(cell);
        }
    }
    let mut barred = position.clone();
    if barred
        .en_passant()
        .is_some_and(|en_passant| absent.contains(en_passant.piece))
    {
        barred.set_en_passant(None);
    }
    barred.set_absent(absent);
    barred
}

#[derive(Clone, Copy)]
struct Law<'a, 'p> {
    pieces: Pieces<'a>,
    ground: Ground<'a>,
    position: &'p Position,
    mover: Mover,
}

/// What stands on a cell, seen by the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Nobody,
    Own,
    Enemy,
}

impl<'a> Law<'a, '_> {
    fn clause(&self, what: &ClauseKind) -> Reach {
        if let Some(landed) = self.several_legs(what) {
            let reached = landed.iter().map(|landed| self.reached(landed));
            return reached.fold(Reach::default(), Reach::or);
        }
        match what {
            ClauseKind::Piece(word) => {
                (self.pieces)(&word.text).map_or_else(Reach::default, |sentence| {
                    reach(
                        sentence,
                        self.pieces,
                        self.ground,
                        self.position,
                        self.mover,
                    )
                })
            }
            ClauseKind::Action { action, limits, .. } if self.starts(limits, self.mover.moved) => {
                self.action(action, limits)
            }
            ClauseKind::Action { .. } | ClauseKind::Betza(_) => Reach::default(),
        }
    }

    fn reached(&self, landed: &Landed) -> Reach {
        let cells = |cells: &[Cell]| cells.iter().copied().collect();
        let lands = if landed.to == self.mover.cell {
            CellSet::EMPTY
        } else {
            cells(&[landed.to])
        };
        Reach {
            moves: lands - self.position.occupied(),
            captures: cells(&landed.taken),
            lands,
        }
    }

    /// Every way to land by a clause whose moves may have several legs; `None` for any other.
    fn several_legs(&self, what: &ClauseKind) -> Option<BTreeSet<Landed>> {
        match what {
            ClauseKind::Betza(betza) => {
                let components = betza.components.iter();
                let landings = components.flat_map(|component| {
                    multi_leg::landings(component, self.ground, self.position, self.mover)
                });
                Some(landings.collect())
            }
            ClauseKind::Action {
                action,
                limits,
                then,
            } if !then.is_empty() => Some(match self.starts(limits, self.mover.moved) {
                true => legs::landings(self, action, limits, then),
                false => BTreeSet::new(),
            }),
            ClauseKind::Action { .. } | ClauseKind::Piece(_) => None,
        }
    }

    /// Over which cells a piece goes to another so that it may be taken on them; a way for each line that leads there.
    fn en_passant(&self, what: &ClauseKind, to: Cell) -> Vec<Vec<Cell>> {
        let ClauseKind::Action {
            action: Action::Slide(via),
            limits,
            ..
        } = what
        else {
            return vec![Vec::new()];
        };
        if !limits.contains(&Limit::OpenToEnPassant) {
            return vec![Vec::new()];
        }
        let way = |dir: Dir| {
            let mut over = Vec::new();
            let mut cell = self.far(self.mover.cell, dir, 1)?;
            while cell != to {
                if self.position.piece(cell).is_some() {
                    return None;
                }
                over.push(cell);
                cell = self.far(cell, dir, 1)?;
            }
            Some(over)
        };
        self.dirs(via).into_iter().filter_map(way).collect()
    }

    /// Whether a piece that has moved or not may start from its cell.
    fn starts(&self, limits: &[Limit], moved: bool) -> bool {
        limits.iter().all(|limit| match limit {
            Limit::From(places) => self.in_places(places, self.mover.cell),
            Limit::FirstMove => !moved,
            _ => true,
        })
    }

    fn sentence_offers(&self, sentence: &Sentence) -> bool {
        // An alternative offers its cells only where it applies, and then those before it offer none.
        sentence
            .clauses
            .iter()
            .any(|clause| self.offers(&clause.kind))
    }

    /// A hop needs a cell for its hurdle and, behind it, one to land on.
    fn hop_offers(&self, via: &Via, onward: bool, limits: &[Limit]) -> bool {
        self.dirs(via).into_iter().any(|dir| {
            let mut line = Vec::new();
            let mut cell = self.mover.cell;
            while let Some(next) = self.far(cell, dir, 1) {
                cell = next;
                if !self.is_over(cell, limits) {
                    line.push(cell);
                }
            }
            let reach = if onward { line.len() } else { 2 };
            let behind = |hurdle: usize| line[hurdle..].iter().take(reach).skip(1);
            (0..line.len()).any(|hurdle| behind(hurdle).any(|cell| self.is_landing(*cell, limits)))
        })
    }

    /// Whether the board offers a clause any cell to go to, by moving or by taking, wherever pieces may
    /// stand.
    fn offers(&self, what: &ClauseKind) -> bool {
        let board = self.ground.board;
        let empty = Position::empty(board.len());
        let (pieces, ground) = (self.pieces, self.ground);
        let mover = Mover {
            moved: false,
            ..self.mover
        };
        let alone: Law<'a, '_> = Law {
            pieces,
            ground,
            position: &empty,
            mover,
        };
        match what {
            ClauseKind::Action {
                action: Action::Hop { via, onward },
                limits,
                ..
            } => {
                return self.starts(limits, false) && alone.hop_offers(via, *onward, limits);
            }
            ClauseKind::Piece(word) => {
                // Clause by clause, so that hops among them are asked for as hops.
                let sentence = (self.pieces)(&word.text);
                return sentence.is_some_and(|sentence| self.sentence_offers(sentence));
            }
            ClauseKind::Action { .. } | ClauseKind::Betza(_) => {}
        }
        if !alone.clause(what).lands.is_empty() {
            return true;
        }
        // What only captures offers a cell if an enemy somewhere could be taken.
        board
            .cells()
            .filter(|cell| *cell != self.mover.cell)
            .any(|cell| {
                let mut position = Position::empty(board.len());
                position.put(
                    cell,
                    Some(Piece {
                        side: self.mover.side.other(),
                        kind: None,
                    }),
                );
                let law: Law<'a, '_> = Law {
                    pieces,
                    ground,
                    position: &position,
                    mover,
                };
                !law.clause(what).captures.is_empty()
            })
    }

    fn action(&self, action: &Action, limits: &[Limit]) -> Reach {
        let up_to = limits.iter().find_map(|limit| match limit {
            Limit::UpTo(n) => Some(usize::from(*n)),
            _ => None,
        });
        let mut found = Reach::default();
        match action {
            Action::Step(via) => self.leap(1, via, limits, &mut found),
            Action::Leap(n, via) => self.leap(usize::from(*n), via, limits, &mut found),
            Action::Slide(via) => self.ride(1, via, up_to, limits, &mut found),
            Action::Ride(n, via) => self.ride(usize::from(*n), via, up_to, limits, &mut found),
            Action::Wander(via) => self.wander(via, up_to, limits, &mut found),
            Action::Hop { via, onward } => self.hop(via, *onward, limits, &mut found),
            Action::Distance(n, by) => {
                let cells = self.at_distance(&by.text, usize::from(*n)) - self.position.absent();
                for cell in cells.iter() {
                    self.land(cell, limits, &mut found);
                }
            }
        }
        found
    }

    fn leap(&self, stride: usize, via: &Via, limits: &[Limit], found: &mut Reach) {
        for dir in self.dirs(via) {
            if let Some(cell) = self.far(self.mover.cell, dir, stride) {
                self.land(cell, limits, found);
            }
        }
    }

    fn ride(
        &self,
        stride: usize,
        via: &Via,
        up_to: Option<usize>,
        limits: &[Limit],
        found: &mut Reach,
    ) {
        for dir in self.dirs(via) {
            let mut cell = self.mover.cell;
            let mut leaps = 0;
            while let Some(next) = self.far(cell, dir, stride) {
                leaps += 1;
                if up_to.is_some_and(|most| leaps > most)
                    || !self.land_and_go_on(next, limits, found)
                {
                    break;
                }
                cell = next;
            }
        }
    }

    /// Level by level, so that each cell is first met by a shortest way; a way with a detour reaches
    /// nothing more.
    fn wander(&self, via: &Via, up_to: Option<usize>, limits: &[Limit], found: &mut Reach) {
        let board = self.ground.board;
        for sheet in board.sheets().map(Some).chain([None]) {
            let on_sheet = |dir: &Dir| board.direction(*dir).sheet == sheet;
            self.wander_along(
                &self
                    .dirs(via)
                    .into_iter()
                    .filter(on_sheet)
                    .collect::<Vec<_>>(),
                up_to,
                limits,
                found,
            );
        }
    }

    fn wander_along(
        &self,
        dirs: &[Dir],
        up_to: Option<usize>,
        limits: &[Limit],
        found: &mut Reach,
    ) {
        let mut seen = BTreeSet::from([self.mover.cell]);
        let mut level = vec![self.mover.cell];
        let mut depth = 0;
        while !level.is_empty() && up_to.is_none_or(|most| depth < most) {
            depth += 1;
            let mut following = Vec::new();
            for cell in level {
                for next in dirs.iter().filter_map(|dir| self.next(cell, *dir)) {
                    if seen.insert(next) && self.land_and_go_on(next, limits, found) {
                        following.push(next);
                    }
                }
            }
            level = following;
        }
    }

    fn hop(&self, via: &Via, onward: bool, limits: &[Limit], found: &mut Reach) {
        for dir in self.dirs(via) {
            let mut cell = self.mover.cell;
            let mut hurdle = false;
            while let Some(next) = self.far(cell, dir, 1) {
                cell = next;
                if self.is_over(cell, limits) {
                    continue;
                }
                if !hurdle {
                    hurdle = self.seen(cell) != Seen::Nobody;
                } else if !self.land_and_go_on(cell, limits, found) || !onward {
                    break;
                }
            }
        }
    }

    /// The next cell, if it is there.
    fn next(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.ground
            .board
            .next(cell, dir)
            .filter(|next| !self.position.absent().contains(*next))
    }

    /// The cell a number of steps away; a way round that comes back to the origin ends before it.
    fn far(&self, cell: Cell, dir: Dir, steps: usize) -> Option<Cell> {
        let mut cell = cell;
        for _ in 0..steps {
            cell = self
                .next(cell, dir)
                .filter(|next| *next != self.mover.cell)?;
        }
        Some(cell)
    }

    /// Lands on a cell if the clause allows.
    fn land(&self, cell: Cell, limits: &[Limit], found: &mut Reach) {
        if self.is_over(cell, limits) || !self.is_landing(cell, limits) {
            return;
        }
        match self.seen(cell) {
            Seen::Nobody if !limits.contains(&Limit::OnlyToCapture) => found.move_to(cell),
            Seen::Enemy if !limits.contains(&Limit::OnlyToMove) => found.take_on(cell),
            _ => {}
        }
    }

    /// As [`Law::land`], and says whether the walk may pass the cell.
    fn land_and_go_on(&self, cell: Cell, limits: &[Limit], found: &mut Reach) -> bool {
        self.land(cell, limits, found);
        self.is_over(cell, limits) || self.seen(cell) == Seen::Nobody
    }

    fn is_over(&self, cell: Cell, limits: &[Limit]) -> bool {
        limits
            .iter()
            .any(|limit| matches!(limit, Limit::Over(places) if self.in_places(places, cell)))
    }

    fn is_landing(&self, cell: Cell, limits: &[Limit]) -> bool {
        let may_stand = self.ground.ends_on.is_none_or(|cells| cells.contains(cell));
        let is_onto = limits.iter().all(|limit| match limit {
            Limit::Onto(places) => self.in_places(places, cell),
            _ => true,
        });
        may_stand && is_onto
    }

    fn in_places(&self, places: &Places, cell: Cell) -> bool {
        let named = places.names.iter().any(|name| {
            self.ground
                .sets
                .get(&name.text)
                .is_some_and(|set| set.of(self.mover.side).contains(cell))
        });
        named != places.outside
    }

    fn seen(&self, cell: Cell) -> Seen {
        self.seen_on(self.position, cell)
    }

    fn seen_on(&self, position: &Position, cell: Cell) -> Seen {
        match position.occupant(cell) {
            Occupant::Empty => Seen::Nobody,
            Occupant::White if self.mover.side == Side::White => Seen::Own,
            Occupant::Black if self.mover.side == Side::Black => Seen::Own,
            _ => Seen::Enemy,
        }
    }

    fn dirs(&self, via: &Via) -> Vec<Dir> {
        let board = self.ground.board;
        via.classes
            .iter()
            .filter_map(|name| board.class(&name.text))
            .flat_map(|class| board.class_for(class, &via.headings, self.mover.side))
            .collect()
    }

    fn at_distance(&self, piece: &str, moves: usize) -> CellSet {
        let Some(sentence) = (self.pieces)(piece) else {
            return CellSet::EMPTY;
        };
        let empty = Position::empty(self.ground.board.len());
        let mut first_met: BTreeMap<Cell, usize> = BTreeMap::from([(self.mover.cell, 0)]);
        for number in 1..=moves {
            let standing: Vec<Cell> = first_met
                .iter()
                .filter(|(_, at)| **at == number - 1)
                .map(|(cell, _)| *cell)
                .collect();
            for cell in standing {
                let mover = Mover {
                    cell,
                    moved: true,
                    ..self.mover
                };
                let everywhere = Ground {
                    ends_on: None,
                    ..self.ground
                };
                for next in reach(sentence, self.pieces, everywhere, &empty, mover)
                    .lands
                    .iter()
                {
                    first_met.entry(next).or_insert(number);
                }
            }
        }
        first_met
            .into_iter()
            .filter(|(_, at)| *at == moves)
            .map(|(cell, _)| cell)
            .collect()
    }
}
