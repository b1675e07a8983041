//! Principal variation search with iterative deepening, a transposition table, null moves, late move
//! reductions and quiescence.
//!
//! These are the techniques of chess programs (T. A. Marsland, *A Review of Game-Tree Pruning*, ICCA
//! Journal 9, 1986). Two things are different here. A turn may have several moves, so the side to move
//! decides whether a score is negated. And repetition follows the variant's rule, over the positions of the
//! game and of the line searched.

mod node;

use super::order::{GoodMoves, KILLER, MoveName, gain};
use super::table::{FORCED, INFINITE, PositionTable, WIN};
use super::values::PieceValues;
use padma_rules::model::{Repetition, Rule, Side};
use padma_rules::play::{
    Game, Moves, Scratch, State, apply, in_check, legal_moves, mix, position_key, revert,
};

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Maximum number of positions.
    pub nodes: u64,
    /// Maximum depth in plies, without extensions.
    pub depth: u8,
    /// Chooses among equal moves; 0 prefers the first in the list.
    pub seed: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The number of the best move in the list of [`legal_moves`].
    pub best: usize,
    /// The advantage of the side to move, in hundredths of the weakest piece. It means nothing if a win or a loss is forced.
    pub score: i32,
    /// The number of own moves to a forced win.
    pub wins_in: Option<u16>,
    /// The number of the other side's moves to its forced win.
    pub loses_in: Option<u16>,
    /// The last depth that was completed.
    pub depth: u8,
    /// The number of positions searched.
    pub nodes: u64,
    /// The principal variation: each move by its number in the list of its position.
    pub line: Vec<usize>,
}

/// A position on the way to the one searched.
#[derive(Clone, Copy)]
struct LinePosition {
    key: u64,
    /// The side that has moved to it, and whether that gave check.
    mover: Side,
    checks: bool,
}

/// A position whose moves are searched.
#[derive(Clone, Copy)]
struct SearchNode {
    key: u64,
    depth: i32,
    ply: usize,
    check: bool,
}

/// Searches positions of one game. Keeps its tables from one search to the next.
pub struct Searcher<'g> {
    game: &'g Game<'g>,
    values: &'g PieceValues,
    scratch: Scratch,
    lists: Vec<Moves>,
    orders: Vec<Vec<(i32, u32)>>,
    table: PositionTable,
    good: GoodMoves,
    path: Vec<LinePosition>,
    nodes: u64,
    limits: SearchLimits,
    is_stopped: bool,
    /// The best move at the root so far, and its score.
    best: Option<(u32, i32)>,
    traits: GameTraits,
}

/// Properties of a game that the search depends on.
#[derive(Clone, Copy, Debug)]
struct GameTraits {
    has_royals: bool,
    /// Whether a move includes a choice, such as the Duck's cell, so that positions have very many moves.
    has_choices: bool,
    /// Whether null moves are sound.
    may_pass: bool,
    /// Whether a quiet move may end the game, so that quiescence must look for the end.
    ends_suddenly: bool,
    forbids_repetition: bool,
    /// Whether a side may lose by repetition.
    blames: bool,
}

/// Maximum number of moves from the root.
const MOST_PLIES: usize = 64;

impl GameTraits {
    fn of(game: &Game<'_>) -> GameTraits {
        let variant = game.variant();
        let has = |test: fn(&Rule) -> bool| variant.rules.iter().any(test);
        let has_royals = variant.kinds.iter().any(|kind| kind.royal);
        let compels = |rule: &Rule| matches!(rule, Rule::Must(_) | Rule::Turn(_) | Rule::Goal(_));
        GameTraits {
            has_royals,
            has_choices: has(|rule| matches!(rule, Rule::Effect(rule) if rule.effect.is_choice())),
            may_pass: has_royals && !variant.rules.iter().any(compels),
            ends_suddenly: !has_royals || has(|rule| matches!(rule, Rule::Goal(_) | Rule::End(_))),
            forbids_repetition: matches!(game.repetition(), Some(Repetition::Forbidden)),
            blames: game
                .repetition()
                .is_some_and(|rule| rule.blames().is_some()),
        }
    }
}

impl<'g> Searcher<'g> {
    /// Returns a searcher with empty tables.
    pub fn new(game: &'g Game<'g>, values: &'g PieceValues) -> Searcher<'g> {
        let variant = game.variant();
        Searcher {
            game,
            values,
            scratch: Scratch::default(),
            lists: vec![Moves::default(); MOST_PLIES + 1],
            orders: vec![Vec::new(); MOST_PLIES + 1],
            table: PositionTable::new(),
            good: GoodMoves::new(variant.kinds.len(), variant.board.len(), MOST_PLIES + 1),
            path: Vec::new(),
            nodes: 0,
            limits: SearchLimits {
                nodes: 0,
                depth: 0,
                seed: 0,
            },
            is_stopped: false,
            best: None,
            traits: GameTraits::of(game),
        }
    }

    /// Clears the tables, so that the next result does not depend on earlier searches.
    pub fn forget(&mut self) {
        self.table.clear();
        self.good = GoodMoves::new(
            self.game.variant().kinds.len(),
            self.game.variant().board.len(),
            MOST_PLIES + 1,
        );
    }

    /// Searches a position; `None` if there is no legal move. `past` holds the keys of the game's earlier positions.
    pub fn think(&mut self, state: &State, past: &[u64], limits: SearchLimits) -> Option<Thought> {
        let mut state = state.clone();
        let mut moves = std::mem::take(&mut self.lists[0]);
        legal_moves(self.game, &mut state, &mut self.scratch, &mut moves);
        let count = moves.len();
        self.lists[0] = moves;
        if count == 0 {
            return None;
        }
        // The search handles repetition itself.
        state.set_to_move(state.to_move());
        (self.nodes, self.limits, self.is_stopped) = (0, limits, false);
        self.good.fade();
        self.path.clear();
        let passed = |key: &u64| LinePosition {
            key: *key,
            mover: Side::White,
            checks: false,
        };
        self.path.extend(past.iter().map(passed));
        let mut first = u32::MAX;
        let mut found = (mix(limits.seed) as usize % count, 0, 0);
        for depth in 1..=limits.depth.min(MOST_PLIES as u8 - 1) {
            self.best = None;
            let score = self.root(&mut state, i32::from(depth), first);
            // An unfinished iteration counts, since it searches the last best move first.
            if let Some((best, score)) = self.best {
                found = (best as usize, score, found.2);
                first = best;
            }
            if self.is_stopped {
                break;
            }
            found = (found.0, score, depth);
            if score.abs() >= FORCED || count == 1 && depth >= 2 {
                break;
            }
        }
        let (best, score, depth) = found;
        let moves = |plies: i32| u16::try_from((plies + 1) / 2).unwrap_or(u16::MAX);
        Some(Thought {
            best,
            score: score * 100 / self.values.weakest().max(1),
            wins_in: (score >= FORCED).then(|| moves(WIN - score)),
            loses_in: (score <= -FORCED).then(|| moves(WIN + score)),
            depth,
            nodes: self.nodes,
            line: self.expected(&mut state, best, depth),
        })
    }

    /// Returns the principal variation from the best move on, as far as the table knows it.
    fn expected(&mut self, state: &mut State, best: usize, most: u8) -> Vec<usize> {
        let mut line = Vec::new();
        let mut undone = Vec::new();
        let mut seen = Vec::new();
        let mut next = Some(best);
        while let Some(number) = next.filter(|_| line.len() < usize::from(most.max(1))) {
            let mut moves = Moves::default();
            match line.len() {
                0 => moves = self.lists[0].clone(),
                _ => legal_moves(self.game, state, &mut self.scratch, &mut moves),
            }
            if number >= moves.len() {
                break;
            }
            let mv = moves.get(number).clone();
            let undo = apply(self.game, state, &mut self.scratch, &moves, &mv);
            line.push(number);
            undone.push((moves, mv, undo));
            let key = position_key(self.game, state, &mut self.scratch);
            let known = self.table.get(key).filter(|_| !seen.contains(&key));
            seen.push(key);
            next = known.map(|known| known.best as usize);
        }
        for (moves, mv, undo) in undone.into_iter().rev() {
            revert(self.game, state, &moves, &mv, undo);
        }
        line
    }

    fn root(&mut self, state: &mut State, depth: i32, first: u32) -> i32 {
        let key = position_key(self.game, state, &mut self.scratch);
        let moves = std::mem::take(&mut self.lists[0]);
        let side = state.to_move();
        let check = self.is_in_check(state, side);
        self.order(state, &moves, 0, first);
        if self.limits.seed != 0 {
            // The seed orders the quiet moves.
            let seed = self.limits.seed;
            self.orders[0].sort_by_key(|(rank, number)| match *rank {
                rank if rank <= -KILLER => (rank, 0),
                _ => (0, mix(seed ^ u64::from(*number)) >> 1),
            });
        }
        let node = SearchNode {
            key,
            depth,
            ply: 0,
            check,
        };
        let score = self.try_moves(state, &moves, node, -INFINITE, INFINITE);
        self.lists[0] = moves;
        score
    }

    fn is_in_check(&mut self, state: &State, side: Side) -> bool {
        self.traits.has_royals && in_check(self.game, state, &mut self.scratch, side)
    }

    /// Orders the moves of a position, the move `first` before all others.
    fn order(&mut self, state: &State, moves: &Moves, ply: usize, first: u32) {
        let side = state.to_move();
        let order = &mut self.orders[ply];
        order.clear();
        for (number, mv) in (0..).zip(moves.iter()) {
            let rank = match number == first {
                true => i32::MAX,
                false => {
                    let gain = gain(self.values, side, moves.effects(mv));
                    self.good.rank(self.values, ply, mv, gain)
                }
            };
            order.push((-rank, number));
        }
        order.sort_unstable();
    }

    /// Orders the captures and promotions, without those that cannot gain `needed`.
    fn order_loud(&mut self, state: &State, moves: &Moves, ply: usize, needed: i32) {
        // The most that a better cell adds to a capture.
        const MARGIN: i32 = 150;
        let side = state.to_move();
        let order = &mut self.orders[ply];
        order.clear();
        let mut last = MoveName::default();
        for (number, mv) in (0..).zip(moves.iter()) {
            let (gain, is_loud) = gain(self.values, side, moves.effects(mv));
            let name = MoveName::of(mv);
            // One of several moves that differ only in their choice is enough.
            let is_again = self.traits.has_choices && name == last;
            if is_loud && !is_again && gain + MARGIN >= needed {
                last = name;
                order.push((-self.good.rank(self.values, ply, mv, (gain, true)), number));
            }
        }
        order.sort_unstable();
    }
}
