//! Endings of few pieces, solved for every placement.
//!
//! Every placement of the pieces, with either side to move, is a node of a graph, and so is every placement that
//! captures and promotions lead to. Verdicts are carried back from the ends of games, the nearest first: a position
//! is won if a move leads to a lost one, and lost if all lead to won ones; what is left is drawn. This is
//! retrograde analysis: T. Ströhlein, *Untersuchungen über kombinatorische Spiele*, 1970; K. Thompson, *Retrograde
//! Analysis of Certain Endgames*, ICCA Journal 9 (1986).
//!
//! Two things keep the graph small. Placements that a symmetry of the board carries into one another are one node: one of
//! the pieces, the *anchor*, stands only on one cell of each orbit. And whether a move leaves its king attacked is not asked
//! of the move: then it leads to a position in which that king could be taken, and such a position is no node.
//!
//! All pieces count as moved, and nothing is known of the moves before, so that neither castling nor limits on
//! repetition have a say.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::attack::in_check;
use super::effect::{Effect, Moves};
use super::game::Game;
use super::generate::pseudo_legal_moves;
use super::legal::legal_moves;
use super::outcome::outcome;
use super::scratch::Scratch;
use super::state::State;
use crate::model::{Cell, CellSet, KindId, Piece, Side};
use crate::moves::Symmetries;

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
    TooLarge {
        /// How many are looked at.
        most: usize,
    },
    /// What may be played depends on more than what stands where: on pieces beside the board, on cells that
    /// travel, on how many have come to a goal, or on a capture en passant.
    MoreThanPieces,
}

/// What an ending's positions come to, of those with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions in which the side to move wins.
    pub won: u32,
    /// Positions in which it loses.
    pub lost: u32,
    /// Positions in which neither can win.
    pub drawn: u32,
    /// Moves of both sides until the end of the longest win.
    pub longest_win: u16,
    /// The same for the longest defence in vain.
    pub longest_loss: u16,
}

impl Tally {
    /// Counts so many positions of one fate.
    fn add(&mut self, fate: Fate, positions: u32) {
        match fate {
            Fate::Win(plies) => {
                self.won += positions;
                self.longest_win = self.longest_win.max(plies);
            }
            Fate::Loss(plies) => {
                self.lost += positions;
                self.longest_loss = self.longest_loss.max(plies);
            }
            Fate::Draw => self.drawn += positions,
        }
    }
}

/// Solves the ending of these pieces, and counts the positions that can come about with each side to move. Pieces
/// that are alike are not kept apart.
///
/// # Errors
///
/// If there are too many positions, or if they are more than pieces on cells.
pub fn solve(game: &Game<'_>, pieces: &[(Side, KindId)]) -> Result<[Tally; 2], Unsolvable> {
    let pieces = pieces.iter().map(|(side, kind)| Piece { side: *side, kind: Some(*kind) });
    let pieces = sorted(pieces.collect());
    let symmetries = symmetries(game, &pieces);
    let mut explorer = Explorer::new(game, &symmetries);
    explorer.explore_all(pieces)?;
    let Explorer { endings, marks, degrees, targets, .. } = explorer;
    let mut graph = Graph::joined(marks, &degrees, &targets);
    graph.find_ends(game, &endings, &symmetries);
    graph.carry_back();
    let mut tallies = [Tally::default(); 2];
    let Some(ending) = endings.first() else { return Ok(tallies) };
    for (number, mark) in graph.marks[ending.start as usize..].iter().take(ending.size).enumerate() {
        if let Some(fate) = mark.fate() {
            tallies[number % 2].add(fate, ending.weight(number, &symmetries));
        }
    }
    Ok(tallies)
}

type Solved = Result<[Tally; 2], Unsolvable>;

/// The endings of one game that have been asked for, each solved once.
#[derive(Debug, Default)]
pub struct Endings {
    solved: Mutex<BTreeMap<Vec<(Side, KindId)>, Solved>>,
}

impl Endings {
    /// What an ending's positions come to, by the side to move. It is paid for whether it has been solved before or not,
    /// so that the same expression costs the same; without pay there is nothing.
    ///
    /// # Errors
    ///
    /// As [`solve`].
    pub fn tallies(
        &self,
        game: &Game<'_>,
        pieces: &[(Side, KindId)],
        pay: impl FnOnce(u64) -> bool,
    ) -> Solved {
        let cells = game.variant().board.len();
        if !pay((size(cells, pieces.len())? * cells / POSITIONS_A_UNIT) as u64) {
            return Err(Unsolvable::TooLarge { most: most_positions(cells) });
        }
        let mut key = pieces.to_vec();
        key.sort_unstable();
        let mut solved = self.solved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *solved.entry(key).or_insert_with_key(|pieces| solve(game, pieces))
    }

    /// Those of them that hold in another game too: where all pieces do what they did.
    pub(crate) fn kept(&self, is_as_before: impl Fn(KindId) -> bool) -> Endings {
        let solved = self.solved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let kept = solved.iter().filter(|(pieces, _)| pieces.iter().all(|(_, kind)| is_as_before(*kind)));
        Endings { solved: Mutex::new(kept.map(|(pieces, found)| (pieces.clone(), *found)).collect()) }
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
    /// There is none because a royal piece could be taken: a move that leads here is not legal.
    const EXPOSED: Mark = Mark(u16::MAX - 2);
    const LOST: u16 = 1 << 15;

    fn won(plies: u16) -> Mark {
        Mark(plies)
    }

    fn lost(plies: u16) -> Mark {
        Mark(plies | Mark::LOST)
    }

    fn fate(self) -> Option<Fate> {
        match self {
            Mark::NONE | Mark::EXPOSED => None,
            Mark::OPEN => Some(Fate::Draw),
            Mark(lost) if lost & Mark::LOST != 0 => Some(Fate::Loss(lost & !Mark::LOST)),
            Mark(plies) => Some(Fate::Win(plies)),
        }
    }
}

fn key((piece, cell): &(Piece, Cell)) -> (Side, Option<KindId>, Cell) {
    (piece.side, piece.kind, *cell)
}

fn sorted(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_unstable_by_key(|piece| (piece.side, piece.kind));
    pieces
}

/// The number of placements of so many pieces, with either side to move.
fn size(cells: usize, pieces: usize) -> Result<usize, Unsolvable> {
    let most = most_positions(cells);
    let placements = u32::try_from(pieces).ok().and_then(|pieces| cells.checked_pow(pieces));
    let size = placements.and_then(|placements| placements.checked_mul(2)).filter(|size| *size <= most);
    size.ok_or(Unsolvable::TooLarge { most })
}

/// The node of positions in which the game is over because its goal has been reached: lost for the side to move.
const GOAL: u32 = 0;
/// The nodes of positions begin here.
const FIRST: u32 = 1;

/// The pieces of some nodes, and how these are numbered: by the orbit of the anchor, the cells of the other pieces, and
/// the side to move.
#[derive(Clone, Debug)]
struct Ending {
    pieces: Vec<Piece>,
    /// The place of a piece of which there is one only.
    anchor: Option<usize>,
    /// Where its nodes begin, and how many they are.
    start: u32,
    size: usize,
}

impl Ending {
    fn new(pieces: Vec<Piece>, symmetries: &Symmetries, start: u32) -> Ending {
        let is_alone = |place: &usize| pieces.iter().filter(|piece| **piece == pieces[*place]).count() == 1;
        let anchor = (0..pieces.len()).find(is_alone);
        let cells = symmetries.home.len();
        let orbits = anchor.map_or(1, |_| symmetries.orbits.len());
        let others = pieces.len() - usize::from(anchor.is_some());
        let size = 2 * orbits * (0..others).fold(1, |size, _| size * cells);
        Ending { pieces, anchor, start, size }
    }

    /// How many positions a node stands for.
    fn weight(&self, number: usize, symmetries: &Symmetries) -> u32 {
        let orbit = number / 2 % symmetries.orbits.len();
        self.anchor.map_or(1, |_| symmetries.orbits[orbit].1)
    }

    /// Puts the pieces of a node on their cells.
    fn place(&self, number: usize, symmetries: &Symmetries, placed: &mut Vec<(Piece, Cell)>) {
        let mut rest = number / 2;
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let anchor = self.anchor.map(|anchor| (anchor, symmetries.orbits[digit(symmetries.orbits.len())].0));
        placed.clear();
        placed.extend(self.pieces.iter().enumerate().map(|(place, piece)| match anchor {
            Some((anchor, cell)) if anchor == place => (*piece, cell),
            _ => (*piece, Cell::new(digit(symmetries.home.len()))),
        }));
    }

    /// The node of a position with these pieces, which are in order.
    fn node(&self, placed: &mut [(Piece, Cell)], to_move: Side, symmetries: &Symmetries) -> u32 {
        let cells = symmetries.home.len() as u32;
        let mut first = None;
        if let Some(anchor) = self.anchor {
            let (orbit, home) = &symmetries.home[placed[anchor].1];
            placed.iter_mut().for_each(|(_, cell)| *cell = home[*cell]);
            first = Some((anchor, *orbit as u32));
        }
        // Pieces that are alike are not told apart.
        placed.sort_unstable_by_key(key);
        let others = placed.iter().enumerate().rev();
        let others = others.filter(|(place, _)| first.is_none_or(|(anchor, _)| anchor != *place));
        let number = others.fold(0, |number, (_, (_, cell))| number * cells + cell.index() as u32);
        let number = first.map_or(number, |(_, orbit)| number * symmetries.orbits.len() as u32 + orbit);
        self.start + number * 2 + to_move as u32
    }
}

struct Graph {
    marks: Vec<Mark>,
    /// Of each node, how many of its moves are not known to lead to won positions.
    open: Vec<u16>,
    /// Of each node where the nodes begin from which moves lead to it.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Graph {
    /// Of what is known of each node, and the nodes its pseudo-legal moves lead to, so many of each.
    fn joined(marks: Vec<Mark>, degrees: &[u16], targets: &[u32]) -> Graph {
        let moves = || {
            let sources = (0_u32..).zip(degrees).flat_map(|(node, degree)| (0..*degree).map(move |_| node));
            let is_legal = |(_, target): &(u32, u32)| marks[*target as usize] != Mark::EXPOSED;
            sources.zip(targets.iter().copied()).filter(is_legal)
        };
        let mut open = vec![0; marks.len()];
        let mut starts = vec![0_u32; marks.len() + 1];
        for (source, target) in moves() {
            open[source as usize] += 1;
            starts[target as usize + 1] += 1;
        }
        let mut before = 0;
        for start in &mut starts {
            before += *start;
            *start = before;
        }
        let mut next = starts.clone();
        let mut sources = vec![0; before as usize];
        for (source, target) in moves() {
            let slot = &mut next[target as usize];
            sources[*slot as usize] = source;
            *slot += 1;
        }
        Graph { marks, open, starts, sources }
    }

    /// Judges the positions without a legal move.
    fn find_ends(&mut self, game: &Game<'_>, endings: &[Ending], symmetries: &Symmetries) {
        let Graph { marks, open, .. } = self;
        let (mut state, mut scratch, mut placed) = (State::empty(game), Scratch::default(), Vec::new());
        for ending in endings {
            for number in 0..ending.size {
                let node = ending.start as usize + number;
                if marks[node] != Mark::OPEN || open[node] > 0 {
                    continue;
                }
                ending.place(number, symmetries, &mut placed);
                let side = Side::BOTH[number % 2];
                let outcome =
                    with_placed(&mut state, &placed, side, |state| outcome(game, state, &mut scratch));
                if let Some(winner) = outcome.and_then(|outcome| outcome.winner) {
                    marks[node] = if winner == side { Mark::won(0) } else { Mark::lost(0) };
                }
            }
        }
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

/// Asks something of a position with these pieces.
fn with_placed<T>(
    state: &mut State,
    placed: &[(Piece, Cell)],
    to_move: Side,
    ask: impl FnOnce(&mut State) -> T,
) -> T {
    placed.iter().for_each(|(piece, cell)| state.place(*cell, Some(*piece), true));
    state.set_to_move(to_move);
    let answer = ask(state);
    placed.iter().for_each(|(_, cell)| state.place(*cell, None, true));
    answer
}

/// Finds out what positions lead to.
struct Explorer<'g, 'r> {
    game: &'g Game<'r>,
    symmetries: &'g Symmetries,
    scratch: Scratch,
    state: State,
    placed: Vec<(Piece, Cell)>,
    after: Vec<(Piece, Cell)>,
    endings: Vec<Ending>,
    /// How many placements of all these there are, with either side to move.
    positions: usize,
    /// Of each node what is known of it, and to how many its moves lead.
    marks: Vec<Mark>,
    degrees: Vec<u16>,
    targets: Vec<u32>,
}

impl<'g, 'r> Explorer<'g, 'r> {
    fn new(game: &'g Game<'r>, symmetries: &'g Symmetries) -> Explorer<'g, 'r> {
        Explorer {
            game,
            symmetries,
            scratch: Scratch::default(),
            state: State::empty(game),
            placed: Vec::new(),
            after: Vec::new(),
            endings: Vec::new(),
            positions: 0,
            marks: vec![Mark::lost(0)],
            degrees: vec![0],
            targets: Vec::new(),
        }
    }

    /// The place of the ending of these pieces.
    fn ending(&mut self, pieces: Vec<Piece>) -> Result<usize, Unsolvable> {
        let cells = self.symmetries.home.len();
        self.positions += size(cells, pieces.len())?;
        let most = most_positions(cells);
        if FIRST as usize + self.positions > most {
            return Err(Unsolvable::TooLarge { most });
        }
        let start = self.endings.last().map_or(FIRST, |last| last.start + last.size as u32);
        self.endings.push(Ending::new(pieces, self.symmetries, start));
        Ok(self.endings.len() - 1)
    }

    /// Explores all positions that can come about from placements of these pieces, which are the first ending.
    fn explore_all(&mut self, pieces: Vec<Piece>) -> Result<(), Unsolvable> {
        self.ending(pieces)?;
        let mut place = 0;
        while let Some(ending) = self.endings.get(place).cloned() {
            self.explore(&ending)?;
            place += 1;
        }
        Ok(())
    }

    fn explore(&mut self, ending: &Ending) -> Result<(), Unsolvable> {
        let mut pieces = ending.pieces.iter().filter_map(|piece| piece.kind);
        if pieces.any(|kind| depends_on_more(self.game, kind)) {
            return Err(Unsolvable::MoreThanPieces);
        }
        let asks_legality = asks_legality(self.game, &ending.pieces);
        let mut moves = Moves::default();
        for number in 0..ending.size {
            let before = self.targets.len();
            let mark = self.look_at(ending, number, asks_legality, &mut moves)?;
            self.marks.push(mark);
            self.degrees.push((self.targets.len() - before) as u16);
        }
        Ok(())
    }

    /// Puts up a position, lists what its moves lead to, and says what is known of it.
    fn look_at(
        &mut self,
        ending: &Ending,
        number: usize,
        asks_legality: bool,
        moves: &mut Moves,
    ) -> Result<Mark, Unsolvable> {
        ending.place(number, self.symmetries, &mut self.placed);
        if !self.stands_once() || !self.may_stand() {
            return Ok(Mark::NONE);
        }
        let Explorer { game, scratch, state, placed, .. } = self;
        let side = Side::BOTH[number % 2];
        let is_exposed = with_placed(state, placed, side, |state| {
            let is_exposed = in_check(game, state, scratch, side.other());
            match (is_exposed, asks_legality) {
                (true, _) => {}
                (false, true) => legal_moves(game, state, scratch, moves),
                (false, false) => pseudo_legal_moves(game, state, scratch, moves),
            }
            is_exposed
        });
        if is_exposed {
            return Ok(Mark::EXPOSED);
        }
        for found in moves.iter() {
            let effects = moves.effects(found);
            if moves.en_passant(found).is_empty() && !effects.iter().any(reaches_beyond) {
                let target = self.target(ending, effects, side)?;
                self.targets.push(target);
            } else if self.is_legal(effects, side) {
                return Err(Unsolvable::MoreThanPieces);
            }
        }
        Ok(Mark::OPEN)
    }

    /// Whether a pseudo-legal move leaves no king of its side attacked.
    fn is_legal(&mut self, effects: &[Effect], side: Side) -> bool {
        let Explorer { game, scratch, state, placed, .. } = self;
        with_placed(state, placed, side, |state| {
            state.after(game, effects, &[], |state| !in_check(game, state, scratch, side))
        })
    }

    /// Whether no two pieces stand on one cell, and pieces that are alike stand in order.
    fn stands_once(&self) -> bool {
        let placed = &self.placed;
        let apart = |(place, (_, cell)): (usize, &(Piece, Cell))| {
            placed[..place].iter().all(|(_, other)| other != cell)
        };
        placed.iter().enumerate().all(apart) && placed.is_sorted_by_key(key)
    }

    fn may_stand(&self) -> bool {
        let absent = self.state.position().absent();
        let stands = |(piece, cell): &(Piece, Cell)| {
            !absent.contains(*cell) && piece.kind.is_none_or(|kind| self.game.stands(kind, piece.side, *cell))
        };
        self.placed.iter().all(stands)
    }

    /// The node a move leads to.
    fn target(&mut self, ending: &Ending, effects: &[Effect], side: Side) -> Result<u32, Unsolvable> {
        let Explorer { game, state, placed, after, .. } = self;
        after.clone_from(placed);
        if game.goals.is_empty()
            && let [Effect::Move { from, to, .. }] = effects
        {
            after.iter_mut().filter(|(_, cell)| cell == from).for_each(|(_, cell)| *cell = *to);
            return Ok(ending.node(after, side.other(), self.symmetries));
        }
        let over = with_placed(state, placed, side, |state| {
            state.after(game, effects, &[], |state| {
                after.clear();
                after.extend(state.position().pieces().map(|(cell, piece)| (piece, cell)));
                state.goal_reached(game).is_some()
            })
        });
        if over {
            return Ok(GOAL);
        }
        after.sort_unstable_by_key(key);
        let pieces: Vec<Piece> = after.iter().map(|(piece, _)| *piece).collect();
        let known = self.endings.iter().position(|known| known.pieces == pieces);
        let known = known.map_or_else(|| self.ending(pieces), Ok)?;
        Ok(self.endings[known].node(&mut self.after, side.other(), self.symmetries))
    }
}

/// Whether it is not enough to know of these pieces' moves if they leave a king attacked: they may be forbidden for
/// something else, or end the game at once.
fn asks_legality(game: &Game<'_>, pieces: &[Piece]) -> bool {
    let must_take = |piece: &Piece| {
        let kit = piece.kind.and_then(|kind| game.powers.kit(kind, piece.side));
        kit.is_some_and(|kit| kit.mandatory)
    };
    !game.goals.is_empty()
        || game.no_check
        || State::empty(game).quiet_too_long(game)
        || pieces.iter().any(must_take)
}

/// The symmetries under which an ending of these pieces is the same; none but sameness where more than lines and sets of
/// cells has a say in it.
fn symmetries(game: &Game<'_>, pieces: &[Piece]) -> Symmetries {
    let variant = game.variant();
    let cells = variant.board.len();
    let mut kinds: Vec<KindId> = pieces.iter().filter_map(|piece| piece.kind).collect();
    let mut at = 0;
    while let Some(kind) = kinds.get(at).copied() {
        at += 1;
        for other in variant.promotes_to(kind, None) {
            if !kinds.contains(&other) {
                kinds.push(other);
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    let is_plain = |kind: &KindId| {
        let has_power = Side::BOTH.iter().any(|side| game.powers.kit(*kind, *side).is_some());
        game.keeps_to_lines(*kind) && !has_power && variant.turns_into(*kind).is_empty()
    };
    let is_strange = game.stacks.is_some() || !game.facings.is_empty() || !game.travels.is_empty();
    if is_strange || !kinds.iter().all(is_plain) {
        return Symmetries::none(cells);
    }
    let sides = |kind: &KindId| Side::BOTH.map(|side| (*kind, side));
    let tables: Vec<_> = kinds.iter().flat_map(sides).map(|(kind, side)| game.table(kind, side)).collect();
    let mut sets: Vec<CellSet> = vec![*variant.board.absent()];
    sets.extend(kinds.iter().flat_map(sides).map(|(kind, side)| variant.stands_on(kind, side)));
    let promotions = game.promotions.iter().filter(|rule| kinds.contains(&rule.kind)).map(|rule| &rule.cells);
    let goals = game.goals.iter().filter(|goal| kinds.contains(&goal.kind)).map(|goal| &goal.cells);
    let stalemates = game.stalemates.iter().filter_map(|rule| rule.cells.as_ref());
    for cells in promotions.chain(goals).chain(stalemates) {
        sets.extend(Side::BOTH.map(|side| *cells.of(side)));
    }
    Symmetries::of(&tables, &sets, cells)
}

/// Whether what becomes of a piece is seen from no placement: from what is in reserve, or how many have come to a goal.
fn depends_on_more(game: &Game<'_>, kind: KindId) -> bool {
    game.promotions.iter().any(|promotion| promotion.from_reserve && promotion.kind == kind)
        || game.transformations.iter().any(|rule| rule.from_reserve && rule.kind == kind)
        || game.goals.iter().any(|goal| goal.count > 1 && goal.kind == kind)
}

/// Whether an effect changes what no placement of pieces shows.
fn reaches_beyond(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Hand { .. } | Effect::Retire { .. } | Effect::Drop { .. } | Effect::Travel { .. }
    )
}
