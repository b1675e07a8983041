//! Principal variation search with iterative deepening, a transposition table, null moves, late move
//! reductions and quiescence.
//!
//! These are the techniques of chess programs (T. A. Marsland, *A Review of Game-Tree Pruning*, ICCA
//! Journal 9, 1986). Two things are different here. A turn may have several moves, so the side to move
//! decides whether a score is negated. And repetition follows the variant's rule, over the positions of the
//! game and of the line searched.

use super::order::{GoodMoves, KILLER, MoveName, gain};
use super::table::{
    FORCED, INFINITE, KnownPosition, PositionTable, ScoreBound, WIN, from_here, from_root,
};
use super::values::PieceValues;
use padma_rules::model::{Ending, Repetition, Rule, Side};
use padma_rules::play::{
    Game, Move, Moves, Scratch, State, apply, in_check, legal_captures, legal_moves, mix, outcome,
    position_key, revert,
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
        self.nodes += 1;
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

    /// Returns the score of a position for the side to move (fail-soft).
    fn node(
        &mut self,
        state: &mut State,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        may_pass: bool,
    ) -> i32 {
        self.nodes += 1;
        self.is_stopped |= self.nodes >= self.limits.nodes;
        if self.is_stopped {
            return 0;
        }
        if ply >= MOST_PLIES {
            return self.values.advantage(state);
        }
        let side = state.to_move();
        let check = self.is_in_check(state, side);
        const EXTENDED: usize = 24;
        if check && ply < EXTENDED && depth > -3 {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiet(state, depth, alpha, beta, ply);
        }
        let key = position_key(self.game, state, &mut self.scratch);
        if let Some(score) = self.repeated(key, side, check, ply as i32) {
            return score;
        }
        // No win is nearer than the next move.
        beta = beta.min(WIN - ply as i32);
        alpha = alpha.max(ply as i32 - WIN);
        if alpha >= beta {
            return alpha;
        }
        let known = self.table.get(key);
        if let Some(known) = known {
            let score = from_root(known.score, ply as i32);
            let is_enough = match known.bound {
                ScoreBound::Exact => true,
                ScoreBound::AtLeast => score >= beta,
                ScoreBound::AtMost => score <= alpha,
                ScoreBound::None => false,
            };
            if is_enough && i32::from(known.depth) >= depth {
                return score;
            }
        }
        let tries_pass = may_pass && self.traits.may_pass && depth >= 2 && !check;
        if tries_pass
            && beta < FORCED
            && state.turn_move() == 1
            && let Some(score) = self.pass(state, key, depth, beta, ply)
        {
            return score;
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        legal_moves(self.game, state, &mut self.scratch, &mut moves);
        let score = if moves.is_empty() {
            self.ended(state, ply as i32)
        } else {
            self.order(
                state,
                &moves,
                ply,
                known.map_or(u32::MAX, |known| known.best),
            );
            let node = SearchNode {
                key,
                depth,
                ply,
                check,
            };
            let mover = side.other();
            self.path.push(LinePosition {
                key,
                mover,
                checks: check,
            });
            let score = self.try_moves(state, &moves, node, alpha, beta);
            self.path.pop();
            score
        };
        self.lists[ply] = moves;
        score
    }

    /// Returns the score of a repeated position; `None` if the position is new.
    fn repeated(&self, key: u64, side: Side, check: bool, ply: i32) -> Option<i32> {
        let before = self.path.iter().rposition(|past| past.key == key)?;
        if !self.traits.blames {
            return Some(0);
        }
        // Approximation: the side that gave check with every move is blamed.
        let since = &self.path[before + 1..];
        let last = LinePosition {
            key,
            mover: side.other(),
            checks: check,
        };
        let is_blamed = |side: Side| {
            let mut own = since
                .iter()
                .chain([&last])
                .filter(|past| past.mover == side)
                .peekable();
            own.peek().is_some() && own.all(|past| past.checks)
        };
        match (is_blamed(side), is_blamed(side.other())) {
            (false, true) => Some(WIN - 499 - ply),
            (true, false) => Some(ply + 499 - WIN),
            _ => Some(0),
        }
    }

    /// Tries a null move. Returns a score of at least `beta` if even that is good enough.
    fn pass(&mut self, state: &State, key: u64, depth: i32, beta: i32, ply: usize) -> Option<i32> {
        if self.values.advantage(state) < beta {
            return None;
        }
        let side = state.to_move();
        let mut passed = state.clone();
        passed.set_en_passant(None);
        passed.set_to_move(side.other());
        self.path.push(LinePosition {
            key,
            mover: side.other(),
            checks: false,
        });
        let score = -self.node(&mut passed, depth - 3, -beta, 1 - beta, ply + 1, false);
        self.path.pop();
        (score >= beta && !self.is_stopped).then(|| score.min(FORCED - 1))
    }

    /// Searches the moves of a node in their order.
    fn try_moves(
        &mut self,
        state: &mut State,
        moves: &Moves,
        node: SearchNode,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let SearchNode {
            key,
            depth,
            ply,
            check,
        } = node;
        let order = std::mem::take(&mut self.orders[ply]);
        let (low, mut best, mut best_move) = (alpha, -INFINITE, u32::MAX);
        for (count, (rank, number)) in order.iter().enumerate() {
            let mv = moves.get(*number as usize);
            let is_quiet = *rank > -KILLER;
            // Late move reductions.
            let less = match count {
                _ if depth < 3 || !is_quiet || check => 0,
                0..4 => 0,
                4..16 => 1,
                _ => 2,
            };
            let wide = (depth - 1, alpha, beta);
            let narrow = (depth - 1 - less, alpha, alpha + 1);
            let mut score = match best_move {
                u32::MAX => self.child(state, moves, mv, wide, ply),
                _ => self.child(state, moves, mv, narrow, ply),
            };
            let is_better = |score: Option<i32>| score.is_some_and(|score| score > alpha);
            let is_narrow = best_move != u32::MAX;
            if is_narrow && is_better(score) && (less > 0 || score < Some(beta)) && !self.is_stopped
            {
                score = self.child(state, moves, mv, wide, ply);
            }
            if self.is_stopped {
                break;
            }
            let Some(score) = score else { continue };
            if score > best {
                (best, best_move) = (score, *number);
                alpha = alpha.max(score);
                if ply == 0 {
                    self.best = Some((*number, score));
                }
            }
            if alpha >= beta {
                if is_quiet {
                    self.good.learn(ply, mv, depth);
                }
                break;
            }
        }
        self.orders[ply] = order;
        if self.is_stopped {
            return best;
        }
        if best_move == u32::MAX {
            // Every move would repeat a position, and none may.
            return match self.game.variant().stalemate_ending() {
                Some(Ending::Win) => WIN - ply as i32,
                Some(Ending::Loss) => ply as i32 - WIN,
                _ => 0,
            };
        }
        let bound = match best {
            best if best >= beta => ScoreBound::AtLeast,
            best if best > low => ScoreBound::Exact,
            _ => ScoreBound::AtMost,
        };
        let known = KnownPosition {
            score: from_here(best, ply as i32),
            best: best_move,
            depth: depth.clamp(0, i32::from(i8::MAX)) as i8,
            bound,
            key,
        };
        self.table.put(known);
        best
    }

    /// Returns the score of a move for the side that makes it; `None` if the move is a forbidden repetition.
    fn child(
        &mut self,
        state: &mut State,
        moves: &Moves,
        mv: &Move,
        (depth, alpha, beta): (i32, i32, i32),
        ply: usize,
    ) -> Option<i32> {
        let side = state.to_move();
        let undo = apply(self.game, state, &mut self.scratch, moves, mv);
        let is_forbidden = self.traits.forbids_repetition && depth >= 0 && {
            let key = position_key(self.game, state, &mut self.scratch);
            self.path.iter().any(|past| past.key == key)
        };
        let score = match (is_forbidden, state.to_move() == side) {
            (true, _) => None,
            (false, true) => Some(self.node(state, depth, alpha, beta, ply + 1, true)),
            (false, false) => Some(-self.node(state, depth, -beta, -alpha, ply + 1, true)),
        };
        revert(self.game, state, moves, mv, undo);
        score
    }

    /// Quiescence: searches only captures and promotions.
    fn quiet(
        &mut self,
        state: &mut State,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let deepest = if self.traits.has_choices { -2 } else { -8 };
        let mut moves = std::mem::take(&mut self.lists[ply]);
        if self.traits.ends_suddenly {
            legal_moves(self.game, state, &mut self.scratch, &mut moves);
            if moves.is_empty() {
                self.lists[ply] = moves;
                return self.ended(state, ply as i32);
            }
        }
        let stand = self.values.advantage(state);
        let mut best = stand;
        if stand < beta && depth > deepest {
            if !self.traits.ends_suddenly {
                legal_captures(self.game, state, &mut self.scratch, &mut moves);
            }
            alpha = alpha.max(stand);
            self.order_loud(state, &moves, ply, alpha - stand);
            let order = std::mem::take(&mut self.orders[ply]);
            for (_, number) in &order {
                let mv = moves.get(*number as usize);
                let score = self.child(state, &moves, mv, (depth - 1, alpha, beta), ply);
                if self.is_stopped {
                    break;
                }
                best = best.max(score.unwrap_or(best));
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
            self.orders[ply] = order;
        }
        self.lists[ply] = moves;
        best
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

    /// Returns the score of a position without legal moves.
    fn ended(&mut self, state: &mut State, ply: i32) -> i32 {
        let Some(end) = outcome(self.game, state, &mut self.scratch) else {
            return 0;
        };
        let own = match state.to_move() {
            Side::White => end.white,
            Side::Black => end.white.reversed(),
        };
        match own {
            Ending::Win => WIN - ply,
            Ending::Loss => ply - WIN,
            Ending::Draw => 0,
            // A share of the point counts as material, not as a win.
            Ending::Score(hundredths) => (i32::from(hundredths) - 50) * 20,
        }
    }
}

/// A position whose moves are searched.
#[derive(Clone, Copy)]
struct SearchNode {
    key: u64,
    depth: i32,
    ply: usize,
    check: bool,
}
