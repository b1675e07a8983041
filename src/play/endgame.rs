//! Endings of few pieces, solved for every placement.
//!
//! Every placement of the pieces, with either side to move, is a node of a graph, and so is every placement that
//! captures and promotions lead to. Verdicts are carried back from the ends of games, the nearest first: a position
//! is won if a move leads to a lost one, and lost if all lead to won ones; what is left is drawn. This is
//! retrograde analysis: T. Ströhlein, *Untersuchungen über kombinatorische Spiele*, 1970; K. Thompson, *Retrograde
//! Analysis of Certain Endgames*, ICCA Journal 9 (1986).
//!
//! All pieces count as moved, and nothing is known of the moves before, so that neither castling nor limits on
//! repetition have a say.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;

use super::attack::in_check;
use super::effect::{Effect, Moves};
use super::game::Game;
use super::legal::legal_moves;
use super::outcome::outcome;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, Man, PieceId, Side};

/// The most positions that are looked at.
const MOST_POSITIONS: usize = 4_000_000;
/// The most work that is done. The more cells a board has, the longer each position takes.
const MOST_WORK: usize = 200_000_000;

/// How many positions are taken for a unit of work, on a board of one cell.
const POSITIONS_A_UNIT: usize = 8;

fn most_positions(cells: usize) -> usize {
    MOST_POSITIONS.min(MOST_WORK / cells.max(1))
}

/// Why an ending cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// It has more positions than are looked at on a board of this size.
    TooLarge { most: usize },
    /// What may be played depends on more than what stands where: on pieces beside the board, on cells that
    /// travel, on how many have come to a goal, or on a capture en passant.
    MoreThanMen,
}

/// What an ending's positions come to, of those with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
    /// Moves of both sides until the end of the longest win.
    pub longest_win: u16,
    /// The same for the longest defence in vain.
    pub longest_loss: u16,
}

impl Tally {
    fn add(&mut self, fate: Fate) {
        match fate {
            Fate::Win(plies) => {
                self.won += 1;
                self.longest_win = self.longest_win.max(plies);
            }
            Fate::Loss(plies) => {
                self.lost += 1;
                self.longest_loss = self.longest_loss.max(plies);
            }
            Fate::Draw => self.drawn += 1,
        }
    }
}

/// Solves the ending of these pieces, and counts the positions that can come about with each side to move. Pieces
/// that are alike are not kept apart.
///
/// # Errors
///
/// If there are too many positions, or if they are more than pieces on cells.
pub fn solve(game: &Game<'_>, men: &[(Side, PieceId)]) -> Result<[Tally; 2], Unsolvable> {
    let men = men.iter().map(|(side, piece)| Man { side: *side, piece: Some(*piece) });
    let men = sorted(men.collect());
    let size = size(game.variant().board.len(), men.len())?;
    let mut graph = Graph::of(game, men)?;
    graph.carry_back();
    let mut tallies = [Tally::default(); 2];
    for (place, mark) in graph.marks[FIRST as usize..].iter().take(size).enumerate() {
        if let Some(fate) = mark.fate() {
            tallies[place % 2].add(fate);
        }
    }
    Ok(tallies)
}

type Solved = Result<[Tally; 2], Unsolvable>;

/// The endings of one game that have been asked for, each solved once.
#[derive(Debug, Default)]
pub struct Endings {
    solved: Mutex<BTreeMap<Vec<(Side, PieceId)>, Solved>>,
}

impl Endings {
    /// What an ending's positions come to, by the side to move. It is paid for whether it has been solved before or not,
    /// so that the same expression costs the same; without pay there is nothing.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn tallies(&self, game: &Game<'_>, men: &[(Side, PieceId)], pay: impl FnOnce(u64) -> bool) -> Solved {
        let cells = game.variant().board.len();
        if !pay((size(cells, men.len())? * cells / POSITIONS_A_UNIT) as u64) {
            return Err(Unsolvable::TooLarge { most: most_positions(cells) });
        }
        let mut key = men.to_vec();
        key.sort_unstable();
        let mut solved = self.solved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *solved.entry(key).or_insert_with_key(|men| solve(game, men))
    }

    /// Those of them that hold in another game too: where all pieces do what they did.
    pub fn kept(&self, is_as_before: impl Fn(PieceId) -> bool) -> Endings {
        let solved = self.solved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let kept = solved.iter().filter(|(men, _)| men.iter().all(|(_, piece)| is_as_before(*piece)));
        Endings { solved: Mutex::new(kept.map(|(men, found)| (men.clone(), *found)).collect()) }
    }
}

/// How a position ends if both sides play their best, for the side to move. Moves of both sides are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Win(u16),
    Loss(u16),
    Draw,
}

/// A verdict in two bytes: a fate, or that there is no such position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark(u16);

impl Mark {
    /// Nothing is known of it yet; in the end this is a draw.
    const OPEN: Mark = Mark(u16::MAX);
    const NONE: Mark = Mark(u16::MAX - 1);
    const LOST: u16 = 1 << 15;

    fn won(plies: u16) -> Mark {
        Mark(plies)
    }

    fn lost(plies: u16) -> Mark {
        Mark(plies | Mark::LOST)
    }

    fn fate(self) -> Option<Fate> {
        match self {
            Mark::NONE => None,
            Mark::OPEN => Some(Fate::Draw),
            Mark(lost) if lost & Mark::LOST != 0 => Some(Fate::Loss(lost & !Mark::LOST)),
            Mark(plies) => Some(Fate::Win(plies)),
        }
    }
}

fn key((man, cell): &(Man, Cell)) -> (Side, Option<PieceId>, Cell) {
    (man.side, man.piece, *cell)
}

fn sorted(mut men: Vec<Man>) -> Vec<Man> {
    men.sort_unstable_by_key(|man| (man.side, man.piece));
    men
}

/// The number of placements of so many pieces, with either side to move.
fn size(cells: usize, men: usize) -> Result<usize, Unsolvable> {
    let most = most_positions(cells);
    let placements = u32::try_from(men).ok().and_then(|men| cells.checked_pow(men));
    let size = placements.and_then(|placements| placements.checked_mul(2)).filter(|size| *size <= most);
    size.ok_or(Unsolvable::TooLarge { most })
}

/// The number of a position among those of its pieces, which are in order.
fn code(placed: &[(Man, Cell)], to_move: Side, cells: usize) -> u32 {
    let digits = placed.iter().rev();
    let placement = digits.fold(0, |code, (_, cell)| code * cells as u32 + cell.index() as u32);
    placement * 2 + to_move as u32
}

/// The node of positions in which the game is over because its goal has been reached: lost for the side to move.
const GOAL: u32 = 0;
/// The nodes of positions begin here.
const FIRST: u32 = 1;

struct Graph {
    marks: Vec<Mark>,
    /// Of each node, how many of its moves are not known to lead to won positions.
    open: Vec<u16>,
    /// Of each node where the nodes begin from which moves lead to it.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

/// Which pieces there are on the board, and where the nodes with them begin.
#[derive(Debug, Default)]
struct Register {
    starts: BTreeMap<Vec<(Side, Option<PieceId>)>, u32>,
    order: Vec<(Vec<Man>, u32)>,
    end: u32,
}

impl Register {
    fn start(&mut self, men: &[Man], cells: usize) -> Result<u32, Unsolvable> {
        let key: Vec<_> = men.iter().map(|man| (man.side, man.piece)).collect();
        if let Some(start) = self.starts.get(&key) {
            return Ok(*start);
        }
        let most = most_positions(cells);
        let end = self.end as usize + size(cells, men.len())?;
        if end > most {
            return Err(Unsolvable::TooLarge { most });
        }
        let start = std::mem::replace(&mut self.end, end as u32);
        self.starts.insert(key, start);
        self.order.push((men.to_vec(), start));
        Ok(start)
    }
}

/// What a run of nodes leads to.
#[derive(Default)]
struct Moved {
    marks: Vec<Mark>,
    degrees: Vec<u16>,
    targets: Vec<u32>,
}

impl Graph {
    /// All positions that can come about from placements of these pieces.
    fn of(game: &Game<'_>, men: Vec<Man>) -> Result<Graph, Unsolvable> {
        let cells = game.variant().board.len();
        let register = Mutex::new(Register { end: FIRST, ..Register::default() });
        let lock = || register.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        lock().start(&men, cells)?;
        let goal = Moved { marks: vec![Mark::lost(0)], degrees: vec![0], targets: Vec::new() };
        let mut all = vec![goal];
        for place in 0.. {
            let Some((men, _)) = lock().order.get(place).cloned() else { break };
            if men.iter().filter_map(|man| man.piece).any(|piece| depends_on_more(game, piece)) {
                return Err(Unsolvable::MoreThanMen);
            }
            let size = size(cells, men.len())?;
            all.extend(in_parallel(size, |run| Explorer::new(game, &register, &men).explore(run))?);
        }
        Ok(Graph::joined(&all))
    }

    fn joined(all: &[Moved]) -> Graph {
        let marks: Vec<Mark> = all.iter().flat_map(|moved| moved.marks.iter().copied()).collect();
        let open: Vec<u16> = all.iter().flat_map(|moved| moved.degrees.iter().copied()).collect();
        let targets = || all.iter().flat_map(|moved| moved.targets.iter().copied());
        let mut starts = vec![0_u32; marks.len() + 1];
        targets().for_each(|target| starts[target as usize + 1] += 1);
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
        }
        let mut next = starts.clone();
        let mut sources = vec![0; before as usize];
        let mut targets = targets();
        for (source, degree) in (0..).zip(&open) {
            for target in targets.by_ref().take(usize::from(*degree)) {
                let slot = &mut next[target as usize];
                sources[*slot as usize] = source;
                *slot += 1;
            }
        }
        Graph { marks, open, starts, sources }
    }

    /// Carries the verdicts back, move by move.
    fn carry_back(&mut self) {
        let decided = |(node, mark): (u32, &Mark)| mark.fate().filter(|f| *f != Fate::Draw).map(|_| node);
        let mut now: Vec<u32> = (0..).zip(&self.marks).filter_map(decided).collect();
        let mut then = Vec::new();
        for plies in 1..Mark::LOST {
            if now.is_empty() {
                return;
            }
            for node in now.drain(..) {
                let is_lost = matches!(self.marks[node as usize].fate(), Some(Fate::Loss(_)));
                let sources = self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize;
                for source in &self.sources[sources] {
                    let (mark, open) = (&mut self.marks[*source as usize], &mut self.open[*source as usize]);
                    *open -= 1;
                    if *mark == Mark::OPEN && (is_lost || *open == 0) {
                        *mark = if is_lost { Mark::won(plies) } else { Mark::lost(plies) };
                        then.push(*source);
                    }
                }
            }
            std::mem::swap(&mut now, &mut then);
        }
    }
}

/// Does the work on runs of the numbers below `size`, as many at once as the machine has cores, and returns
/// what they yield in order.
fn in_parallel(
    size: usize,
    work: impl Fn(Range<usize>) -> Result<Moved, Unsolvable> + Sync,
) -> Result<Vec<Moved>, Unsolvable> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let step = size.div_ceil(workers).max(1);
    std::thread::scope(|scope| {
        let runs = (0..size).step_by(step).map(|start| start..(start + step).min(size));
        let threads: Vec<_> = runs.map(|run| scope.spawn(|| work(run))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// Finds out what positions lead to.
struct Explorer<'g, 'r> {
    game: &'g Game<'r>,
    scratch: Scratch,
    state: State,
    register: &'g Mutex<Register>,
    /// What the register has said before.
    known: Vec<(Vec<Man>, u32)>,
    men: &'g [Man],
    cells: usize,
    placed: Vec<(Man, Cell)>,
    moves: Moves,
}

impl<'g, 'r> Explorer<'g, 'r> {
    fn new(game: &'g Game<'r>, register: &'g Mutex<Register>, men: &'g [Man]) -> Explorer<'g, 'r> {
        Explorer {
            game,
            scratch: Scratch::default(),
            state: State::empty(game),
            register,
            known: Vec::new(),
            men,
            cells: game.variant().board.len(),
            placed: Vec::new(),
            moves: Moves::default(),
        }
    }

    fn explore(mut self, run: Range<usize>) -> Result<Moved, Unsolvable> {
        let mut moved = Moved::default();
        for number in run {
            let before = moved.targets.len();
            let mark = self.look_at(number, &mut moved.targets)?;
            moved.marks.push(mark);
            moved.degrees.push((moved.targets.len() - before) as u16);
        }
        Ok(moved)
    }

    /// Puts up a position, lists what its moves lead to, and says what is known of it.
    fn look_at(&mut self, number: usize, targets: &mut Vec<u32>) -> Result<Mark, Unsolvable> {
        self.placed.clear();
        let mut rest = number / 2;
        for man in self.men {
            self.placed.push((*man, Cell::new(rest % self.cells)));
            rest /= self.cells;
        }
        if !self.stands_once() || !self.may_stand() {
            return Ok(Mark::NONE);
        }
        for (man, cell) in &self.placed {
            self.state.place(*cell, Some(*man), true);
        }
        let side = Side::BOTH[number % 2];
        self.state.set_to_move(side);
        let found = self.judge(side, targets);
        for cell in self.state.position().occupied().iter() {
            self.state.place(cell, None, true);
        }
        found
    }

    /// Whether no two pieces stand on one cell, and pieces that are alike stand in order.
    fn stands_once(&self) -> bool {
        let placed = &self.placed;
        let apart = |(place, (_, cell)): (usize, &(Man, Cell))| {
            placed[..place].iter().all(|(_, other)| other != cell)
        };
        placed.iter().enumerate().all(apart) && placed.is_sorted_by_key(key)
    }

    fn may_stand(&self) -> bool {
        let absent = self.state.position().absent();
        let stands = |(man, cell): &(Man, Cell)| {
            !absent.contains(*cell) && man.piece.is_none_or(|piece| self.game.stands(piece, man.side, *cell))
        };
        self.placed.iter().all(stands)
    }

    fn judge(&mut self, side: Side, targets: &mut Vec<u32>) -> Result<Mark, Unsolvable> {
        if in_check(self.game, &self.state, &mut self.scratch, side.other()) {
            return Ok(Mark::NONE);
        }
        let mut moves = std::mem::take(&mut self.moves);
        legal_moves(self.game, &mut self.state, &mut self.scratch, &mut moves);
        for found in moves.iter() {
            if !moves.en_passant(found).is_empty() || moves.effects(found).iter().any(reaches_beyond) {
                return Err(Unsolvable::MoreThanMen);
            }
            targets.push(self.target(moves.effects(found))?);
        }
        let ended = moves.is_empty();
        self.moves = moves;
        if !ended {
            return Ok(Mark::OPEN);
        }
        let outcome = outcome(self.game, &mut self.state, &mut self.scratch);
        let winner = outcome.and_then(|outcome| outcome.winner);
        Ok(winner.map_or(Mark::OPEN, |winner| if winner == side { Mark::won(0) } else { Mark::lost(0) }))
    }

    /// The node a move leads to.
    fn target(&mut self, effects: &[Effect]) -> Result<u32, Unsolvable> {
        let Explorer { game, state, placed, .. } = self;
        placed.clear();
        let (over, to_move) = state.after(game, effects, &[], |state| {
            placed.extend(state.position().men().map(|(cell, man)| (man, cell)));
            (state.goal_reached(game).is_some(), state.to_move())
        });
        if over {
            return Ok(GOAL);
        }
        self.placed.sort_unstable_by_key(key);
        let men = || self.placed.iter().map(|(man, _)| *man);
        let start = match self.known.iter().find(|(known, _)| known.iter().copied().eq(men())) {
            Some((_, start)) => *start,
            None => {
                let men: Vec<Man> = men().collect();
                let mut register = self.register.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let start = register.start(&men, self.cells)?;
                self.known.push((men, start));
                start
            }
        };
        Ok(start + code(&self.placed, to_move, self.cells))
    }
}

/// Whether what becomes of a piece is seen from no placement: from what is in reserve, or how many have come to a goal.
fn depends_on_more(game: &Game<'_>, piece: PieceId) -> bool {
    game.promotions.iter().any(|promotion| promotion.from_reserve && promotion.piece == piece)
        || game.transformations.iter().any(|rule| rule.from_reserve && rule.piece == piece)
        || game.goals.iter().any(|goal| goal.count > 1 && goal.piece == piece)
}

/// Whether an effect changes what no placement of pieces shows.
fn reaches_beyond(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Hand { .. } | Effect::Retire { .. } | Effect::Drop { .. } | Effect::Travel { .. }
    )
}
