//! Legal moves: the pseudo-legal ones that leave no king attacked and take none, capture where a
//! piece must capture, and repeat no position.

use super::additional::add_effects;
use super::dead::is_dead;
use super::effect::{Effect, EffectVerb, Move, MoveManner, Moves};
use super::game::Game;
use super::in_play::Play;
use super::pins::{CheckMask, keeps_kings_safe};
use super::repetition::remove_repetitions;
use super::royal_loss::loses_royal;
use super::scratch::Scratch;
use super::state::State;
use crate::model::Cell;

/// Fills `out` with the legal moves of the side to move. It stays empty once a goal, the quiet
/// limit, repetition, a dead position or a rule has ended the game. The state is unchanged when the
/// function returns.
pub fn legal_moves(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, out: &mut Moves) {
    let play = &mut Play::new(game, state, scratch);
    if is_dead(play.position()) {
        return out.clear();
    }
    play.legal_moves(out);
}

/// Whether a goal, the quiet limit, repetition or a rule of the variant has ended the game.
pub(super) fn is_over(play: &mut Play<'_>) -> bool {
    play.state.goal_reached().is_some()
        || play.state.quiet_too_long(play.game)
        || play.state.repeated_too_often(play.game)
        || play.ended_at_once().is_some()
        || play.ended_by_moves(true).is_some()
}

/// Fills `out` with the moves that are legal, or would be if no goal or quiet limit had ended the
/// game. Mate and stalemate depend on these moves.
pub(super) fn open_moves(play: &mut Play<'_>, out: &mut Moves) {
    let mask = CheckMask::of(play.position());
    play.pseudo_legal_moves(out);
    if out.too_many() {
        return;
    }
    keep_safe(play, &mask, out);
    add_pass(play, out);
    play.remove_forbidden(out);
    if play.game.forbids_repetition() {
        remove_repetitions(play, out);
    }
    if !play.game.powers.is_empty() {
        remove_non_captures(play.game, out);
    }
    play.keep_duties(out);
}

/// Adds the additional effects of pseudo-legal moves, keeps those that are legal whatever other moves
/// there are, and adds passing.
pub(super) fn judge_moves(play: &mut Play<'_>, mask: &CheckMask, out: &mut Moves) {
    add_effects(play, 0, out);
    keep_safe(play, mask, out);
    add_pass(play, out);
    play.remove_forbidden(out);
}

/// Keeps the moves that leave no king attacked and take none.
pub(super) fn keep_safe(play: &mut Play<'_>, mask: &CheckMask, out: &mut Moves) {
    if play.game.has_royals {
        out.retain(0, |mv, effects, en_passant| {
            keeps_kings_safe(play, mask, mv, effects) && !loses_royal(play, mv, effects, en_passant)
        });
    }
}

/// Adds passing, if a rule allows it and the side to move is not in check.
fn add_pass(play: &mut Play<'_>, out: &mut Moves) {
    let side = play.state.to_move;
    if !play
        .game
        .term_rules
        .turn_of(side)
        .is_some_and(|turn| turn.pass)
        || play.in_check(side)
    {
        return;
    }
    let pos = play.position();
    let own = || pos.standing(side).iter();
    let stays = own().find(|cell| pos.game.is_royal(pos.kind(*cell)));
    if let Some(cell) = stays.or_else(|| own().next()) {
        let pass = Move::new(MoveManner::Passes, None, side, Some(cell), cell);
        out.push(pass, [], &[]);
    }
}

impl Play<'_> {
    /// Fills `out` with the legal moves of the side to move, whether the position is dead or not.
    pub(super) fn legal_moves(&mut self, out: &mut Moves) {
        if is_over(self) {
            return out.clear();
        }
        open_moves(self, out);
    }

    /// Asks about the moves that are legal, or would be if the game had not ended.
    pub(super) fn with_open_moves<T>(&mut self, ask: impl FnOnce(&Moves) -> T) -> T {
        let mut moves = std::mem::take(&mut self.scratch.answers);
        open_moves(self, &mut moves);
        let answer = ask(&moves);
        self.scratch.answers = moves;
        answer
    }
}

/// Removes the non-capturing moves of pieces that must capture and can.
pub(super) fn remove_non_captures(game: &Game<'_>, out: &mut Moves) {
    let takes = |effects: &[Effect]| {
        effects
            .iter()
            .any(|effect| effect.verb == EffectVerb::Capture)
    };
    // The obligation does not concern a piece that others displace, that its cell carries, or that
    // is in hand.
    let origin = |mv: &Move| match mv.manner {
        MoveManner::Plain | MoveManner::Rotates { .. } => mv.from,
        MoveManner::Teleported | MoveManner::Travels | MoveManner::Passes => None,
    };
    let must_take = |mv: &&Move| {
        let kit = mv.kind.and_then(|kind| game.powers.kit(kind, mv.side));
        kit.is_some_and(|kit| kit.mandatory) && takes(out.effects(mv))
    };
    let takers: Vec<Cell> = out.iter().filter(must_take).filter_map(origin).collect();
    if !takers.is_empty() {
        out.retain(0, |mv, effects, _| {
            takes(effects) || !origin(mv).is_some_and(|from| takers.contains(&from))
        });
    }
}
