//! Positions in play: how the effects of moves are applied to them and undone.

use super::effect::{Effect, EffectVerb, of_verb, steps};
use super::game::Game;
use super::key::PastPosition;
use super::term_rules::CounterValues;
use crate::model::{Cell, CellSet, EnPassant, Goal, KindId, Occupant, Piece, Position, Side};

/// A position in play: what stands where, and everything else that the next moves depend on. Two
/// states are equal only if their counts and histories are equal too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) position: Position,
    pub(super) to_move: Side,
    /// The number of the next move within its turn, from 1.
    pub(super) turn_move: u8,
    /// Whether no move has been made. Rules that end the game are asked after a move.
    pub(super) is_start: bool,
    /// The cells of the pieces that have not moved.
    pub(super) unmoved: CellSet,
    /// For each piece, the number that each side has beside the board.
    pub(super) reserve: Vec<[u16; 2]>,
    /// The goal that the last move reached, by its index in the game's list, and the side that
    /// reached it. It ends the game, so no later move depends on it, and it is part of neither a
    /// FEN nor the position key.
    pub(super) reached: Option<(usize, Side)>,
    /// For each goal of the game and each side, the number of pieces that became another piece by
    /// the move that brought them there.
    pub(super) arrived: Vec<[u16; 2]>,
    /// What the counters of the variant show.
    pub(super) counters: CounterValues,
    /// Moves of both sides since the last one that restarts the count.
    pub(super) quiet: u16,
    /// Moves of both sides since the last capture that was not into hand. No position before that
    /// capture can recur.
    pub(super) since_capture: u16,
    /// This position and those before it; kept only if the rules forbid or count repetitions.
    pub(super) history: Vec<PastPosition>,
}

/// What is needed to take a move back, apart from its effects.
#[derive(Clone, Debug)]
pub struct Undo {
    to_move: Side,
    turn_move: u8,
    is_start: bool,
    unmoved: Unmoved,
    en_passant: Option<Box<EnPassant>>,
    reached: Option<(usize, Side)>,
    counters: CounterValues,
    quiet: u16,
    since_capture: u16,
}

/// Which pieces had not moved before a move.
#[derive(Clone, Debug)]
enum Unmoved {
    /// A bit for each cell that the move changes, in the order of its effects: whether its piece had not moved.
    Changed(u64),
    /// All of them, since the move changes too many cells.
    All(Box<CellSet>),
}

impl Unmoved {
    #[inline]
    fn before(effects: &[Effect], unmoved: &CellSet) -> Unmoved {
        if effects.len() > 32 {
            return Unmoved::All(Box::new(*unmoved));
        }
        let changes = effects.iter().flat_map(|effect| &effect.cells).enumerate();
        let bits = changes.fold(0, |bits, (place, change)| {
            let is_unmoved = change.is_some_and(|change| unmoved.contains(change.cell));
            bits | u64::from(is_unmoved) << place
        });
        Unmoved::Changed(bits)
    }

    #[inline]
    fn restore(self, effects: &[Effect], unmoved: &mut CellSet) {
        match self {
            Unmoved::All(all) => *unmoved = *all,
            Unmoved::Changed(bits) => {
                let changes = effects.iter().flat_map(|effect| &effect.cells).enumerate();
                for (place, change) in changes {
                    if let Some(change) = change {
                        unmoved.remove(change.cell);
                        unmoved.insert_if(change.cell, bits >> place & 1 == 1);
                    }
                }
            }
        }
    }
}

impl State {
    /// Returns the empty board, White to move.
    pub fn empty(game: &Game<'_>) -> State {
        let variant = game.variant();
        State {
            position: variant.empty_position(),
            to_move: Side::White,
            turn_move: 1,
            is_start: false,
            unmoved: CellSet::EMPTY,
            reserve: vec![[0; 2]; variant.kinds.len()],
            reached: None,
            arrived: vec![[0; 2]; game.goals.len()],
            counters: CounterValues::default(),
            quiet: 0,
            since_capture: 0,
            history: Vec::new(),
        }
    }

    /// Sets the cells that are absent. No piece stands on them.
    pub fn set_absent(&mut self, absent: CellSet) {
        self.position.set_absent(absent);
        self.history.clear();
    }

    /// Returns the pieces on the board, and the possible capture en passant.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Sets the side to move, and clears the history.
    pub fn set_to_move(&mut self, side: Side) {
        self.to_move = side;
        self.history.clear();
    }

    /// Returns the number of the next move within its turn, from 1.
    pub fn turn_move(&self) -> u8 {
        self.turn_move
    }

    /// Returns the side that made the last move.
    pub(super) fn last_mover(&self) -> Side {
        if self.turn_move > 1 {
            self.to_move
        } else {
            self.to_move.other()
        }
    }

    /// Returns the cells of a side's pieces.
    #[inline]
    pub fn standing(&self, side: Side) -> &CellSet {
        self.position.cells(side.into())
    }

    /// Returns the cells of the pieces that have not moved.
    pub fn unmoved(&self) -> &CellSet {
        &self.unmoved
    }

    /// Sets which piece can be captured en passant, and on which cells.
    pub fn set_en_passant(&mut self, en_passant: Option<EnPassant>) {
        self.position.set_en_passant(en_passant);
        self.history.clear();
    }

    /// Returns the number of pieces of a kind that a side has beside the board.
    pub fn reserve(&self, side: Side, kind: KindId) -> u16 {
        self.reserve[kind.index()][side as usize]
    }

    /// Sets the number of pieces of a kind that a side has beside the board.
    pub fn set_reserve(&mut self, side: Side, kind: KindId, pieces: u16) {
        self.reserve[kind.index()][side as usize] = pieces;
        self.history.clear();
    }

    /// Returns the goal that the last move reached, and the side that reached it.
    #[inline]
    pub(super) fn goal_reached(&self) -> Option<(usize, Side)> {
        self.reached
    }

    /// Whether the game is over because of too many quiet moves in a row.
    pub(super) fn quiet_too_long(&self, game: &Game<'_>) -> bool {
        game.quiet.is_some_and(|limit| self.quiet >= limit.plies)
    }

    /// Puts a piece on a cell, or clears the cell, before play begins.
    pub fn place(&mut self, cell: Cell, piece: Option<Piece>, has_moved: bool) {
        self.position.put(cell, piece);
        if piece.is_some() && !has_moved {
            self.unmoved.insert(cell)
        } else {
            self.unmoved.remove(cell)
        }
        self.history.clear();
    }

    /// Applies the effects of a move and passes the turn. Keeps no history.
    #[inline]
    pub(super) fn apply(
        &mut self,
        game: &Game<'_>,
        effects: &[Effect],
        en_passant: &[Cell],
    ) -> Undo {
        let unmoved = Unmoved::before(effects, &self.unmoved);
        let (to_move, turn_move, is_start) = (self.to_move, self.turn_move, self.is_start);
        let (reached, quiet, since_capture) = (self.reached, self.quiet, self.since_capture);
        steps(effects).for_each(|step| self.perform(game, step, false));
        if !game.goals.is_empty() {
            self.count_arrivals(game, effects, 1);
            self.reached = self.find_reached_goal(game, effects);
        }
        let passed = if en_passant.is_empty() && game.term_rules.turns.is_empty() {
            None
        } else {
            self.passed(game, effects, en_passant).map(Box::new)
        };
        let en_passant = self.position.replace_en_passant(passed);
        let verbs = effects
            .iter()
            .fold(0_u32, |all, effect| all | 1 << effect.verb as u32);
        let any = |verb: EffectVerb| verbs & 1 << verb as u32 != 0;
        let captures = any(EffectVerb::Capture);
        let returns = any(EffectVerb::Hand) || any(EffectVerb::Place);
        // A piece dropped as another kind has a `Promote` effect, but is not promoted.
        let is_drop = any(EffectVerb::Drop);
        let restarts =
            captures || !is_drop && effects.iter().any(|effect| game.restarts_quiet(effect));
        self.quiet = if restarts {
            0
        } else {
            self.quiet.saturating_add(1)
        };
        // A piece in hand can return to the board, and one that comes back at once has, so such a
        // capture does not rule out a repetition.
        self.since_capture = if captures && !returns {
            0
        } else {
            self.since_capture.saturating_add(1)
        };
        self.to_move = to_move.other();
        self.turn_move = 1;
        self.is_start = false;
        Undo {
            to_move,
            turn_move,
            is_start,
            unmoved,
            en_passant,
            reached,
            counters: self.counters,
            quiet,
            since_capture,
        }
    }

    /// Returns what may be captured en passant after the move with these effects, which has just been
    /// made.
    fn passed(
        &self,
        game: &Game<'_>,
        effects: &[Effect],
        en_passant: &[Cell],
    ) -> Option<EnPassant> {
        let has_passed = !game.term_rules.turns.is_empty();
        let kept = has_passed.then(|| self.kept_en_passant(effects)).flatten();
        // An additional effect of the move may have filled the cells that its piece has passed.
        let is_open = |cell: &&Cell| {
            game.term_rules.effects.is_empty() || self.position.occupant(**cell) == Occupant::Empty
        };
        let with_piece = |piece| EnPassant {
            cells: en_passant.iter().filter(is_open).copied().collect(),
            piece,
            second: None,
        };
        let arrives = || effects.iter().rev().find_map(Effect::arrival);
        let passed = if en_passant.is_empty() {
            None
        } else {
            arrives()
                .map(with_piece)
                .filter(|passed| !passed.cells.is_empty())
        };
        let both = kept.map(|kept| passed.map_or(kept, |passed| passed.and(kept)));
        both.or(passed)
    }

    /// Returns the piece that an earlier move of the turn has opened to capture en passant, if the
    /// move with these effects, which has just been made, has left it where it is.
    #[cold]
    fn kept_en_passant(&self, effects: &[Effect]) -> Option<EnPassant> {
        let passed = self.position.en_passant()?;
        let is_own = self.position.piece(passed.piece)?.side == self.to_move;
        let mut changes = effects.iter().flat_map(Effect::changes);
        let is_open = |cell: Cell| self.position.occupant(cell) == Occupant::Empty;
        let stays = !changes.any(|change| change.cell == passed.piece);
        (is_own && stays && passed.cells.iter().all(is_open)).then_some(*passed)
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn revert(&mut self, game: &Game<'_>, effects: &[Effect], undo: Undo) {
        steps(effects)
            .rev()
            .for_each(|step| self.perform(game, step, true));
        if !game.goals.is_empty() {
            self.count_arrivals(game, effects, -1);
        }
        undo.unmoved.restore(effects, &mut self.unmoved);
        self.position.replace_en_passant(undo.en_passant);
        self.reached = undo.reached;
        self.counters = undo.counters;
        self.quiet = undo.quiet;
        self.since_capture = undo.since_capture;
        self.to_move = undo.to_move;
        self.turn_move = undo.turn_move;
        self.is_start = undo.is_start;
    }

    /// Lifts the pieces of all effects of a step, then puts them down. With `back`, takes the step
    /// back.
    #[inline]
    fn perform(&mut self, game: &Game<'_>, step: &[Effect], back: bool) {
        let is_any = |_: &Option<Piece>| true;
        match step {
            [effect] if effect.verb != EffectVerb::Travel => self.change(effect, back, is_any),
            // Where no piece goes to a cell that the next one leaves, the order does not matter.
            [first, second] if first.verb != EffectVerb::Travel && first.to() != second.from() => {
                let [first, second] = if back {
                    [second, first]
                } else {
                    [first, second]
                };
                self.change(first, back, is_any);
                self.change(second, back, is_any);
            }
            _ => {
                let change = |state: &mut State, wanted: fn(&Option<Piece>) -> bool| {
                    step.iter()
                        .for_each(|effect| state.change(effect, back, wanted));
                };
                change(self, Option::is_none);
                // A cell travels while the pieces that go with it are lifted.
                of_verb(step, EffectVerb::Travel).for_each(|cell| self.travel(game, cell, back));
                change(self, Option::is_some);
            }
        }
        for effect in step {
            if let Some((kind, more)) = effect.hand {
                let count = &mut self.reserve[kind.index()][effect.piece.side as usize];
                *count = count.wrapping_add_signed(if back { -more } else { more });
            }
            if effect.verb == EffectVerb::Place
                && let Some(cell) = effect.to()
            {
                self.unmoved.insert(cell);
            }
        }
    }

    /// Puts what an effect leaves on its cells there, if it is `wanted`. With `back`, what was there
    /// before.
    #[inline]
    fn change(&mut self, effect: &Effect, back: bool, wanted: impl Fn(&Option<Piece>) -> bool) {
        // Both cells may be one: a piece that castles may stay where it is.
        let [first, second] = &effect.cells;
        let in_order = if back {
            [second, first]
        } else {
            [first, second]
        };
        for change in in_order.into_iter().flatten() {
            let after = if back { change.before } else { change.after };
            let changes = change.before.is_some() || change.after.is_some();
            if changes && wanted(&after) {
                self.position.put(change.cell, after);
                self.unmoved.remove(change.cell);
            }
        }
    }

    #[cold]
    fn travel(&mut self, game: &Game<'_>, effect: &Effect, back: bool) {
        if let Some([from, to]) = effect.ends() {
            let (from, to) = if back { (to, from) } else { (from, to) };
            let (board, absent) = (&game.variant().board, self.position.absent());
            let absent = board.absent_after_travel(&absent, from, to);
            self.position.set_absent(absent);
        }
    }

    /// Updates the counts of pieces that come to a goal and become another piece there, times `factor`,
    /// which is -1 to undo that.
    #[inline]
    fn count_arrivals(&mut self, game: &Game<'_>, effects: &[Effect], factor: i16) {
        for (goal, arrived) in game.goals.iter().zip(&mut self.arrived) {
            for side in Side::BOTH {
                let more = arrivals_on(goal, side, effects);
                arrived[side as usize] = arrived[side as usize].wrapping_add_signed(more * factor);
            }
        }
    }

    /// Returns the first goal that a move reached, and the side: one more of the side's pieces is
    /// there, and now there are enough.
    #[inline]
    fn find_reached_goal(&self, game: &Game<'_>, effects: &[Effect]) -> Option<(usize, Side)> {
        let goals = game.goals.iter().zip(&self.arrived).enumerate();
        let mut all = goals.flat_map(|(index, (goal, arrived))| {
            let is_reached = move |side: &Side| {
                let wanted = Some(Piece::of(*side, goal.kind));
                let cells = goal.cells.of(*side);
                let counts = |cell, piece| i16::from(piece == wanted && cells.contains(cell));
                let changes = effects.iter().flat_map(Effect::changes);
                let more: i16 = changes
                    .map(|change| {
                        counts(change.cell, change.after) - counts(change.cell, change.before)
                    })
                    .sum();
                let own_on_goal = || *self.standing(*side) & *cells;
                let standing = || {
                    own_on_goal()
                        .iter()
                        .filter(|cell| self.position.piece(*cell) == wanted)
                        .count()
                };
                more + arrivals_on(goal, *side, effects) > 0
                    && standing() + usize::from(arrived[*side as usize]) >= usize::from(goal.count)
            };
            Side::BOTH
                .into_iter()
                .filter(is_reached)
                .map(move |side| (index, side))
        });
        all.next()
    }
}

/// Counts the pieces of a side that come to a goal by a move and become another piece there.
#[inline]
fn arrivals_on(goal: &Goal, side: Side, effects: &[Effect]) -> i16 {
    let cells = goal.cells.of(side);
    let wanted = Piece::of(side, goal.kind);
    let arrives_and_changes = |effect: &&Effect| {
        let Some([from, to]) = effect.moved() else {
            return false;
        };
        let is_changed =
            |other: &Effect| other.verb == EffectVerb::Promote && other.to() == Some(to);
        matches!(effect.verb, EffectVerb::Move | EffectVerb::Swap)
            && effect.piece == wanted
            && cells.contains(to)
            && !cells.contains(from)
            && effects.iter().any(is_changed)
    };
    effects.iter().filter(arrives_and_changes).count() as i16
}
