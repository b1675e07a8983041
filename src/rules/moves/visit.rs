//! What a walk does with the cells it enters: it collects them, counts them or passes them on.
//! This module does not know how the walk got there.

use super::automaton::Stop;
use super::landing::{Landing, Reach, enemy_of, victim_en_passant};
use super::program::{OCCUPANTS, Program, Transition};
use super::rays::RayVisitor;
use super::sweep::BoardWords;
use crate::model::{Cell, CellSet, Occupant, Position, Side};

/// A visitor of the cells that a walk enters.
pub(super) trait Visit {
    /// Starts a ray or a graph. The flag is true if the piece may later be captured en passant on
    /// the cells it enters.
    #[inline]
    fn start(&mut self, _open_to_en_passant: bool) {}

    /// Enters a cell. `stop` is what the walk may do there, `enemy` what it could do if an enemy
    /// were there.
    fn enter(&mut self, cell: Cell, occupant: Occupant, stop: Stop, enemy: impl FnOnce() -> Stop);

    /// Whether [`Visit::sweep`] may replace entering the cells one by one.
    const SWEEPS: bool = false;

    /// Enters all the cells of `entered`. `stops` is what the walk may do on those of `landed`, by
    /// occupant.
    #[inline]
    fn sweep(&mut self, _entered: &[u64], _landed: &[u64], _stops: [Stop; 4]) {}
}

/// A visitor that collects the reach of a piece.
pub(super) struct ReachVisitor<'a> {
    pub position: &'a Position,
    pub side: Side,
    pub reach: &'a mut Reach,
}

impl Visit for ReachVisitor<'_> {
    #[inline]
    fn enter(&mut self, cell: Cell, occupant: Occupant, stop: Stop, _: impl FnOnce() -> Stop) {
        if occupant != Occupant::Empty {
            // On a crowded board the branch cannot be predicted, so insert without branching.
            self.reach.captures.insert_if(cell, stop == Stop::Capture);
            self.reach.enters.insert_if(cell, stop == Stop::Capture);
        } else if stop == Stop::Move {
            self.reach.moves.insert(cell);
        } else if stop == Stop::EnPassant
            && let Some(piece) = victim_en_passant(self.position, self.side, cell)
        {
            self.reach.moves.insert(cell);
            self.reach.captures.insert(piece);
        }
    }

    const SWEEPS: bool = true;

    #[inline(always)]
    fn sweep(&mut self, _: &[u64], swept: &[u64], stops: [Stop; 4]) {
        for (occupant, stop) in OCCUPANTS.into_iter().zip(stops) {
            match stop {
                Stop::EnPassant => {
                    for_each_victim(self.position, self.side, swept, |cell, piece| {
                        self.reach.moves.insert(cell);
                        self.reach.captures.insert(piece);
                    });
                }
                Stop::Move => self
                    .reach
                    .moves
                    .insert_shared(swept, self.position.cells(occupant)),
                Stop::Capture => {
                    self.reach
                        .captures
                        .insert_shared(swept, self.position.cells(occupant));
                    self.reach
                        .enters
                        .insert_shared(swept, self.position.cells(occupant));
                }
                Stop::No => {}
            }
        }
    }
}

/// Collects the empty cells to which a piece may move.
impl Visit for CellSet {
    #[inline]
    fn enter(&mut self, cell: Cell, _: Occupant, stop: Stop, _: impl FnOnce() -> Stop) {
        if stop == Stop::Move {
            self.insert(cell);
        }
    }
}

/// A visitor that collects the empty cells to which a piece may move, along rays that are not
/// laid.
pub(super) struct QuietMoves<'a> {
    pub position: &'a Position,
    pub program: &'a Program,
    pub state: u16,
    pub cells: &'a mut CellSet,
}

impl RayVisitor for QuietMoves<'_> {
    #[inline]
    fn enter(&mut self, cell: Cell, sort: u8) -> bool {
        let transition = self
            .program
            .transition(self.state, sort, self.position.occupant(cell));
        if transition.stop == Stop::Move {
            self.cells.insert(cell);
        }
        self.state = transition.next;
        transition.next != Transition::END
    }

    #[inline]
    fn end(&mut self) {
        self.state = 0;
    }
}

/// A visitor that collects the cells where an enemy piece would be captured, if one stood there
/// and all else stayed.
pub(super) struct Attacks<'p> {
    pub position: &'p Position,
    pub side: Side,
    pub cells: CellSet,
}

impl Visit for Attacks<'_> {
    #[inline]
    fn enter(&mut self, cell: Cell, _: Occupant, stop: Stop, enemy: impl FnOnce() -> Stop) {
        if enemy() == Stop::Capture {
            self.cells.insert(cell);
        }
        if stop == Stop::EnPassant
            && let Some(piece) = victim_en_passant(self.position, self.side, cell)
        {
            self.cells.insert(piece);
        }
    }

    const SWEEPS: bool = true;

    #[inline]
    fn sweep(&mut self, _: &[u64], swept: &[u64], stops: [Stop; 4]) {
        if stops[enemy_of(self.side) as usize] == Stop::Capture {
            self.cells.insert_words(swept);
        }
        if stops.contains(&Stop::EnPassant) {
            for_each_victim(self.position, self.side, swept, |_, piece| {
                self.cells.insert(piece)
            });
        }
    }
}

/// A visitor that collects all cells entered.
pub(super) struct Entered(pub CellSet);

impl Visit for Entered {
    fn enter(&mut self, cell: Cell, _: Occupant, _: Stop, _: impl FnOnce() -> Stop) {
        self.0.insert(cell);
    }

    const SWEEPS: bool = true;

    fn sweep(&mut self, entered: &[u64], _: &[u64], _: [Stop; 4]) {
        self.0.insert_words(entered);
    }
}

/// A visitor that reports every landing.
pub(super) struct Landings<'a> {
    position: &'a Position,
    side: Side,
    open_to_en_passant: bool,
    /// The cells entered so far, if the piece may be captured en passant on them.
    path: &'a mut Vec<Cell>,
    land: &'a mut dyn FnMut(Landing<'_>),
}

impl<'a> Landings<'a> {
    pub(crate) fn new(
        position: &'a Position,
        side: Side,
        path: &'a mut Vec<Cell>,
        land: &'a mut dyn FnMut(Landing<'_>),
    ) -> Self {
        Landings {
            position,
            side,
            open_to_en_passant: false,
            path,
            land,
        }
    }
}

impl Visit for Landings<'_> {
    #[inline]
    fn start(&mut self, open_to_en_passant: bool) {
        self.open_to_en_passant = open_to_en_passant;
        self.path.clear();
    }

    #[inline]
    fn enter(&mut self, cell: Cell, occupant: Occupant, stop: Stop, _: impl FnOnce() -> Stop) {
        let quiet = Landing {
            en_passant: self.path,
            ..Landing::quiet(cell)
        };
        report_landing(self.position, self.side, quiet, stop, self.land);
        if self.open_to_en_passant && occupant != Occupant::Absent {
            self.path.push(cell);
        }
    }
}

/// Reports the landing on a cell for the way in which the walk may stop there.
#[inline]
fn report_landing(
    position: &Position,
    side: Side,
    quiet: Landing<'_>,
    stop: Stop,
    land: &mut dyn FnMut(Landing<'_>),
) {
    match stop {
        Stop::No => {}
        Stop::Move => land(quiet),
        Stop::Capture => land(Landing {
            taken: &[quiet.to],
            ..quiet
        }),
        Stop::EnPassant => {
            if let Some(piece) = victim_en_passant(position, side, quiet.to) {
                land(Landing {
                    taken: &[piece],
                    ..quiet
                });
            }
        }
    }
}

/// A visitor that collects the landings of a piece as two sets, and reports those en passant.
pub(super) struct LandingSets<'a, const WORDS: usize> {
    pub position: &'a Position,
    pub side: Side,
    /// The empty cells it moves to.
    pub moves: BoardWords<WORDS>,
    /// The cells it captures on.
    pub captures: BoardWords<WORDS>,
    pub land: &'a mut dyn FnMut(Landing<'_>),
}

impl<const WORDS: usize> Visit for LandingSets<'_, WORDS> {
    #[inline]
    fn enter(&mut self, cell: Cell, _: Occupant, stop: Stop, _: impl FnOnce() -> Stop) {
        let (word, bit) = (cell.index() / 64 % WORDS, 1 << (cell.index() % 64));
        match stop {
            Stop::No => {}
            Stop::Move => self.moves[word] |= bit,
            Stop::Capture => self.captures[word] |= bit,
            Stop::EnPassant => {
                let quiet = Landing::quiet(cell);
                report_landing(self.position, self.side, quiet, stop, self.land);
            }
        }
    }
}

/// Calls `take` with each of these cells on which a side captures en passant, and with the cell of
/// the piece that it captures.
#[inline]
pub(super) fn for_each_victim(
    position: &Position,
    side: Side,
    cells: &[u64],
    mut take: impl FnMut(Cell, Cell),
) {
    let Some(en_passant) = position.en_passant() else {
        return;
    };
    let all = en_passant.all().map(|(cells, _)| cells);
    let passed = all.fold(CellSet::EMPTY, |all, cells| all | cells);
    let mut here = CellSet::EMPTY;
    here.insert_shared(cells, &(passed & *position.cells(Occupant::Empty)));
    for cell in here.iter() {
        if let Some(piece) = victim_en_passant(position, side, cell) {
            take(cell, piece);
        }
    }
}
