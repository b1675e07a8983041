//! What a search of the game tree asks: to make moves without keeping a history, a key for positions,
//! captures alone, and to choose a move in two steps where a rule lets a side choose.
//!
//! ```
//! # use padma_rules::model::{Piece, Reserve, Side, Variant, grid::{self, GridPlan}};
//! use padma_rules::play::{Game, Moves, Scratch, State, apply, legal_moves, position_key, revert};
//! # use padma_rules::reach::Rules;
//! # let board = grid::board(&GridPlan::of(8, 8)).map_err(|flaws| format!("{flaws:?}"))?;
//! # let mut variant = Variant::new("rooks", board);
//! # let rook = variant.add_piece("rook", "slide along orthogonal".parse().map_err(|_| "rook")?);
//! # let rules = Rules::new(variant);
//! # let game = Game::new(&rules);
//! # let mut position = game.variant().empty_position();
//! # let a1 = rules.variant.board.cell("a1").ok_or("no such cell")?;
//! # position.put(a1, Some(Piece { side: Side::White, kind: Some(rook) }));
//! # let mut state = State::of(&game, &position, &Reserve::default());
//! let (mut scratch, mut moves) = (Scratch::default(), Moves::default());
//! legal_moves(&game, &mut state, &mut scratch, &mut moves);
//! let before = position_key(&game, &mut state, &mut scratch);
//! let mut keys: Vec<u64> = Vec::new();
//! for mv in moves.iter() {
//!     let undo = apply(&game, &mut state, &mut scratch, &moves, mv);
//!     keys.push(position_key(&game, &mut state, &mut scratch));
//!     revert(&game, &mut state, &moves, mv, undo);
//! }
//! keys.sort();
//! keys.dedup();
//! assert_eq!(keys.len(), 14);
//! assert_eq!(position_key(&game, &mut state, &mut scratch), before);
//! # Ok::<(), String>(())
//! ```

use super::additional::add_effects;
use super::dead::is_dead;
use super::effect::{EffectVerb, Move, Moves};
use super::game::Game;
use super::in_play::Play;
use super::legal::{is_over, keep_safe, legal_moves};
use super::pins::CheckMask;
use super::repetition::position_key as key_of;
use super::scratch::Scratch;
use super::state::{State, Undo};

/// Plays a legal move of a list and keeps no history: what a rule says about positions that come up
/// again does not count from then on.
#[inline]
pub fn apply(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    moves: &Moves,
    mv: &Move,
) -> Undo {
    Play::new(game, state, scratch).apply(moves.effects(mv), moves.en_passant(mv))
}

/// Takes back a move made by [`apply`].
#[inline]
pub fn revert(game: &Game<'_>, state: &mut State, moves: &Moves, mv: &Move, undo: Undo) {
    state.revert(game, moves.effects(mv), undo);
}

/// Returns a key of the position, the same on every machine. Positions that the rules take for one
/// have the same key, and others hardly ever: it depends on the pieces on the board and beside it, on
/// the side to move and the move within its turn, on the castlings and captures en passant that are
/// possible, on absent cells, on counters, and on pieces that have come to a goal and become others.
pub fn position_key(game: &Game<'_>, state: &mut State, scratch: &mut Scratch) -> u64 {
    key_of(&mut Play::new(game, state, scratch)).value()
}

/// Fills `out` with the legal moves that capture something.
pub fn legal_captures(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, out: &mut Moves) {
    let play = &mut Play::new(game, state, scratch);
    let takes = |moves: &mut Moves| {
        moves.retain(0, |_, effects, _| {
            effects
                .iter()
                .any(|effect| effect.verb == EffectVerb::Capture)
        });
    };
    if is_dead(play.position()) || game.compares_moves() {
        legal_moves(game, play.state, play.scratch, out);
        return takes(out);
    }
    if is_over(play) {
        return out.clear();
    }
    let mask = CheckMask::of(play.position());
    play.pseudo_legal_moves(out);
    takes(out);
    keep_safe(play, &mask, out);
    play.remove_forbidden(out);
}

/// Fills `out` with what a side chooses first: its moves without the effects that it chooses after
/// them. Some may have no legal choice, and passing is not among them. In a game without such choices, these
/// are the legal moves.
pub fn main_moves(game: &Game<'_>, state: &mut State, scratch: &mut Scratch, out: &mut Moves) {
    let play = &mut Play::new(game, state, scratch);
    if !game.term_rules.have_choices || game.compares_moves() {
        return legal_moves(game, play.state, play.scratch, out);
    }
    if is_dead(play.position()) || is_over(play) {
        return out.clear();
    }
    play.moves_without_effects(out);
}

/// Fills `out` with the legal moves that begin as a move of a list that [`main_moves`] has filled, one
/// for each choice.
pub fn choices(
    game: &Game<'_>,
    state: &mut State,
    scratch: &mut Scratch,
    (moves, mv): (&Moves, &Move),
    out: &mut Moves,
) {
    out.clear();
    out.push_from(moves, mv);
    if !game.term_rules.have_choices || game.compares_moves() {
        return;
    }
    let play = &mut Play::new(game, state, scratch);
    let mask = CheckMask::of(play.position());
    add_effects(play, 0, out);
    keep_safe(play, &mask, out);
    play.remove_forbidden(out);
}
