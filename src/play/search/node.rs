//! The search of one position: its moves, the null move, its captures, its end.
//!
//! Knows no iterations.

use super::super::order::KILLER;
use super::super::table::{FORCED, INFINITE, KnownPosition, ScoreBound, WIN, from_here, from_root};
use super::{LinePosition, MOST_PLIES, SearchNode, Searcher};
use padma_rules::model::{Ending, Side};
use padma_rules::play::{
    Move, Moves, State, apply, legal_captures, legal_moves, outcome, position_key, revert,
};

impl Searcher<'_> {
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
        if self.is_stopped {
            return 0;
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
    pub(super) fn try_moves(
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
