//! Repeated positions: the history of a game's positions, and the moves that would repeat one.
//!
//! Two positions are the same if the same pieces stand on the same cells, the same cells are
//! absent, the same pieces are beside the board, the same side is to move, the same castlings and
//! legal captures en passant are still possible, and the counts of pieces that came to a goal
//! agree.

use super::additional::add_effects;
use super::asked::MoveAsked;
use super::attack::may_take_en_passant;
use super::castling::{for_each_castling_step, is_ready};
use super::effect::{Effect, Move, Moves};
use super::game::Game;
use super::generate::moves_of_pieces;
use super::in_play::Play;
use super::key::{Feature, PastPosition, PieceKey, PositionKey};
use super::pins::{CheckMask, keeps_kings_safe};
use super::royal_loss::loses_royal;
use super::scratch::Scratch;
use super::state::{State, Undo};
use crate::model::{CellSet, CounterId, EnPassant, Repetition, Side};

impl State {
    /// Returns how many times the position has occurred.
    pub(super) fn occurrences(&self) -> usize {
        let mut past = self.history.iter().rev();
        past.next()
            .map_or(0, |now| 1 + past.filter(|past| past.key == now.key).count())
    }

    /// Whether the game is over because the position has occurred too often.
    pub(super) fn repeated_too_often(&self, game: &Game<'_>) -> bool {
        match game.repetition {
            Some(Repetition::Draw { times, .. }) => self.occurrences() >= usize::from(*times),
            _ => false,
        }
    }

    /// Returns the side whose every move since the position first occurred is blamed, if that is so
    /// of one side only.
    pub(super) fn blamed_for_repetition(&self) -> Option<Side> {
        let now = self.history.last()?;
        let mut since = self.history.iter();
        since.find(|past| past.key == now.key)?;
        let is_blamed = |side| {
            let mut own = since.clone().filter(|past| past.mover == side).peekable();
            own.peek().is_some() && own.all(|past| past.is_blamed)
        };
        let mut blamed = Side::BOTH.into_iter().filter(|side| is_blamed(*side));
        blamed.next().filter(|_| blamed.next().is_none())
    }
}

/// Begins the history of positions with this one.
pub fn begin_history(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) {
    state.history.clear();
    Play::new(game, state, scratch).record_position(None);
}

/// Plays a legal move of a list.
pub fn make(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    mv: &Move,
) -> Undo {
    Play::new(game, state, scratch).make(moves, mv)
}

/// Takes back a move made by [`make`].
pub fn unmake(game: &Game<'_>, state: &mut State, moves: &Moves, mv: &Move, undo: Undo) {
    state.history.pop();
    state.revert(game, moves.effects(mv), undo);
}

impl Play<'_> {
    /// Plays a legal move of a list.
    pub(super) fn make(&mut self, moves: &Moves, mv: &Move) -> Undo {
        let effects = moves.effects(mv);
        let before = self.state.history.last().map(|before| before.key.pieces);
        let undo = self.apply(effects, moves.en_passant(mv));
        self.record_position(Some(effects));
        debug_assert!(before.is_none_or(|before| {
            self.state
                .history
                .last()
                .is_none_or(|now| before.after(effects) == now.key.pieces)
        }));
        undo
    }

    /// Takes back a move that was made.
    pub(super) fn unmake(&mut self, moves: &Moves, mv: &Move, undo: Undo) {
        unmake(self.game, self.state, moves, mv, undo);
    }

    /// Adds the position to the history, if the rules need one. `effects` are those of the move
    /// that led to it, if one did.
    fn record_position(&mut self, effects: Option<&[Effect]>) {
        let Some(repetition) = self.game.repetition else {
            return;
        };
        let is_blamed = match (repetition.blames(), effects) {
            (Some(blames), Some(effects)) => self.holds_after(blames, MoveAsked::made(effects)),
            _ => false,
        };
        let past = PastPosition {
            key: position_key(self),
            mover: self.state.last_mover(),
            is_blamed,
        };
        self.state.history.push(past);
    }
}

/// Removes the moves that repeat a position. Even two moves can do that: a swap or a push may undo
/// the one before.
pub(super) fn remove_repetitions(play: &mut Play<'_>, out: &mut Moves) {
    if play.state.since_capture == 0 {
        return;
    }
    let pieces = PieceKey::of(&play.state.position);
    out.retain(0, |_, effects, en_passant| {
        let after = pieces.after(effects);
        !play
            .state
            .history
            .iter()
            .any(|past| past.key.pieces == after)
            || !play.after(effects, en_passant, |play| {
                let key = position_key(play);
                play.state.since_capture > 0
                    && play.state.history.iter().any(|past| past.key == key)
            })
    });
}

/// Returns the cells on which the side to move can legally capture en passant: the destinations of
/// the moves that it has only because of `en_passant`.
fn captures_en_passant(play: &mut Play<'_>, en_passant: EnPassant) -> CellSet {
    let (mut moves, mut others) = (Moves::default(), Moves::default());
    moves_of_pieces(play, &mut moves);
    add_effects(play, 0, &mut moves);
    play.state.position.set_en_passant(None);
    moves_of_pieces(play, &mut others);
    add_effects(play, 0, &mut others);
    play.state.position.set_en_passant(Some(en_passant));
    let mask = CheckMask::of(play.position());
    moves.retain(0, |mv, effects, en_passant| {
        !others.iter().any(|other| others.effects(other) == effects)
            && keeps_kings_safe(play, &mask, mv, effects)
            && !loses_royal(play, mv, effects, en_passant)
    });
    play.remove_forbidden(&mut moves);
    moves.iter().map(|mv| mv.to).collect()
}

/// Computes the key of a position.
pub(super) fn position_key(play: &mut Play<'_>) -> PositionKey {
    let mut rest = Feature::ToMove(play.state.to_move as u64).key();
    if play.state.turn_move > 1 {
        rest ^= Feature::TurnMove(play.state.turn_move).key();
    }
    for (index, castle) in play.game.castles.iter().enumerate() {
        if castle
            .movers
            .iter()
            .all(|mover| is_ready(play.state, castle.side, mover))
        {
            rest ^= Feature::Castling(index).key();
        }
    }
    if play.game.has_steps {
        for_each_castling_step(play.position(), |[king, partner]| {
            rest ^= Feature::CastlingStep(king, partner).key();
        });
    }
    if let Some(en_passant) = play.state.position.en_passant().copied()
        && {
            let (pos, scratch) = play.split();
            may_take_en_passant(pos, scratch)
        }
    {
        for cell in captures_en_passant(play, en_passant).iter() {
            let victim = play.state.position.en_passant_on(cell);
            rest ^= victim.map_or(0, |victim| Feature::EnPassant { cell, victim }.key());
        }
    }
    rest = play
        .state
        .position
        .absent()
        .iter()
        .fold(rest, |rest, cell| rest ^ Feature::Absent(cell).key());
    for (goal, counts) in play.state.arrived.iter().enumerate() {
        for (side, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            rest ^= Feature::Arrived {
                goal,
                side,
                count: *count,
            }
            .key();
        }
    }
    for counter in (0..play.game.term_rules.counters.len()).map(CounterId::new) {
        for side in Side::BOTH {
            let count = play.state.counters.get(counter, side);
            if count > 0 {
                rest ^= Feature::Counter {
                    counter,
                    side,
                    count,
                }
                .key();
            }
        }
    }
    for (kind, counts) in play.game.variant().kind_ids().zip(&play.state.reserve) {
        for (side, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            rest ^= Feature::Reserve {
                kind,
                side,
                count: *count,
            }
            .key();
        }
    }
    PositionKey {
        pieces: PieceKey::of(&play.state.position),
        rest,
    }
}
