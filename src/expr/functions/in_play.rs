//! A diagram's position in play, and how functions ask about it.

use std::rc::Rc;

use crate::eval::{Eval, LegalMoves, WORK_OF_PLAY};
use crate::fault::EvalFault;
use crate::formula::{AnyTerm, TermType};
use crate::placed::PlacedDiagram;
use crate::resolve::{Arguments, Call, MoveText, Resolved};
use padma_rules::model::{Cell, CellSet, Position, Side};
use padma_rules::play::notation::foreign_form;
use padma_rules::play::{
    self, Fault as MoveFault, Game, Move, Moves, Outcome, Scratch, State, begin_history,
    legal_moves, parse_move,
};

/// A position in play, from a diagram, with its game and buffers.
pub(super) struct InPlay<'w, 'a> {
    pub(super) figure: &'w PlacedDiagram,
    pub(super) game: &'w Game<'a>,
    pub(super) state: State,
    pub(super) scratch: Scratch,
    /// The cache of legal moves. `None` if the position differs from the diagram's in more than
    /// the side to move.
    cache: Option<&'w LegalMoves>,
}

impl InPlay<'_, '_> {
    pub(super) fn in_check(&mut self, side: Side) -> bool {
        play::in_check(self.game, &self.state, &mut self.scratch, side)
    }

    pub(super) fn outcome(&mut self) -> Option<Outcome> {
        play::outcome(self.game, &mut self.state, &mut self.scratch)
    }

    /// Returns the legal moves of a side, which becomes the side to move. `None` means the side to
    /// move.
    pub(super) fn legal_moves(&mut self, side: Option<Side>) -> Rc<Moves> {
        if let Some(side) = side.filter(|side| self.state.to_move() != *side) {
            self.state.set_to_move(side);
        }
        let side = self.state.to_move();
        let mut find = || {
            let mut moves = Moves::default();
            legal_moves(self.game, &mut self.state, &mut self.scratch, &mut moves);
            Rc::new(moves)
        };
        // The cache serves one call only: passing the turn to the other side and back clears the
        // history, and with it the repetitions.
        let moves = match self.cache.take() {
            Some(cache) => Rc::clone(cache[side as usize].get_or_init(find)),
            None => find(),
        };
        self.scratch.note(&moves);
        moves
    }

    /// Writes a legal move in the variant's notation.
    pub(super) fn text(&mut self, moves: &Moves, mv: &Move) -> String {
        play::move_text(self.game, &mut self.state, &mut self.scratch, moves, mv)
    }

    /// Returns the cells on which legal moves from `from` end, if they fit. `None` stands for
    /// drops, which start from no cell.
    pub(super) fn landing_cells(
        &mut self,
        side: Option<Side>,
        from: Option<Cell>,
        fits: impl Fn(&Move) -> bool,
    ) -> CellSet {
        let moves = self.legal_moves(side);
        moves
            .iter()
            .filter(|mv| mv.from == from && fits(mv))
            .map(|mv| mv.to)
            .collect()
    }

    /// Finds the index of the move that a text means.
    pub(super) fn find_move(&mut self, moves: &Moves, text: &MoveText) -> Result<usize, MoveFault> {
        parse_move(
            self.game,
            &mut self.state,
            &mut self.scratch,
            moves,
            &text.0,
        )
    }
}

/// Resolves a function that asks about a diagram's position in play.
pub(super) fn resolve_in_play<A: Arguments, R: TermType>(
    call: &mut Call<'_, '_, '_>,
    ask: impl Fn(&mut Eval<'_, '_>, &mut InPlay<'_, '_>, A) -> R + 'static,
) -> Resolved<AnyTerm> {
    call.of_position(move |eval, figure, arguments| {
        ask_in_play(eval, figure, |eval, in_play| ask(eval, in_play, arguments))
    })
}

/// Answers a question about a diagram's position in play, after the changes in force.
pub(super) fn ask_in_play<T>(
    eval: &mut Eval<'_, '_>,
    figure: usize,
    ask: impl FnOnce(&mut Eval<'_, '_>, &mut InPlay<'_, '_>) -> T,
) -> T {
    eval.spend(WORK_OF_PLAY);
    let game = eval.world.game();
    let mut scratch = Scratch::default();
    let (figure, cache) = (&eval.world.placed[figure], &eval.world.legal[figure]);
    let mut state = figure.state(game);
    for put in &eval.changes {
        put.cells
            .iter()
            .for_each(|cell| state.place(cell, put.piece(Side::White), true));
    }
    // A diagram that plays moves already has a history of positions.
    if figure.after.is_none() {
        begin_history(game, &mut state, &mut scratch);
    }
    let cache = eval.changes.is_empty().then_some(cache);
    let in_play = &mut InPlay {
        figure,
        game,
        state,
        scratch,
        cache,
    };
    let answer = ask(eval, in_play);
    if in_play.scratch.too_many_moves() {
        // A fault found in a list that is not whole means nothing.
        eval.fault = Some(EvalFault::TooManyMoves);
    }
    answer
}

/// Whether a side has no legal move and is in check; if not `checked`, it must not be in check.
pub(super) fn has_no_move(
    eval: &mut Eval<'_, '_>,
    in_play: &mut InPlay<'_, '_>,
    side: Side,
    checked: bool,
) -> bool {
    let moves = in_play.legal_moves(Some(side));
    if !moves.is_empty() {
        let text = in_play.text(&moves, moves.get(0));
        eval.record_reason(true, || format!("{} may play {text}", side.name()));
        return false;
    }
    let in_check = in_play.in_check(side);
    let is = if in_check { "is" } else { "is not" };
    eval.record_reason(in_check != checked, || {
        format!("{} {is} in check", side.name())
    });
    in_check == checked
}

/// Whether the game is over and this side has won; `None` stands for neither side.
pub(super) fn is_over(
    eval: &mut Eval<'_, '_>,
    in_play: &mut InPlay<'_, '_>,
    winner: Option<Side>,
) -> bool {
    let outcome = in_play.outcome();
    let is_so = outcome.as_ref().is_some_and(|outcome| match winner {
        Some(_) => outcome.winner() == winner,
        None => outcome.is_draw(),
    });
    let state = eval.world.describe_state;
    eval.record_reason(!is_so, || state(outcome.as_ref(), in_play.game));
    is_so
}

/// Whether a move is legal for one of these sides.
pub(super) fn is_legal(
    eval: &mut Eval<'_, '_>,
    in_play: &mut InPlay<'_, '_>,
    text: &MoveText,
    sides: &[Side],
) -> bool {
    if let Some(form) = foreign_form(in_play.game, &text.0) {
        return eval.record_fault(EvalFault::NoForm(form));
    }
    let mut is_there = false;
    let is_legal = sides.iter().any(|side| {
        let moves = in_play.legal_moves(Some(*side));
        match in_play.find_move(&moves, text) {
            Ok(place) => {
                let mv = moves.get(place);
                eval.note_way(mv.from, mv.to);
                true
            }
            Err(MoveFault::Unreadable { .. }) => eval.record_fault(EvalFault::NoMove),
            Err(fault) => {
                is_there |= !names_absent_piece(&fault, in_play.state.position(), *side);
                let words = eval.world.describe_fault;
                eval.record_reason(*side == sides[0], || words(&fault, in_play.game));
                false
            }
        }
    });
    // A move of a piece that is not there is not legal in any game: nobody means to say so.
    if !is_legal && !is_there && eval.fault.is_none() {
        eval.record_fault(EvalFault::NotThere)
    }
    is_legal
}

/// Whether a move is not legal because the piece that its text names is not on the board.
fn names_absent_piece(fault: &MoveFault, position: &Position, side: Side) -> bool {
    match fault {
        MoveFault::Empty { .. } | MoveFault::OtherSide { .. } | MoveFault::OtherKind { .. } => true,
        MoveFault::NoPieceCanGo {
            kind: Some(kind), ..
        } => {
            let mut pieces = position.pieces();
            !pieces.any(|(_, piece)| piece.side == side && piece.kind == Some(*kind))
        }
        _ => false,
    }
}

/// Finds the legal move that a text means, and answers a question about it.
pub(super) fn ask_about_move<T: Default>(
    eval: &mut Eval<'_, '_>,
    in_play: &mut InPlay<'_, '_>,
    text: &MoveText,
    side: Option<Side>,
    ask: impl Fn(&mut InPlay<'_, '_>, &Moves, &Move) -> T,
) -> T {
    if let Some(form) = foreign_form(in_play.game, &text.0) {
        return eval.record_fault(EvalFault::NoForm(form));
    }
    let moves = in_play.legal_moves(side);
    match in_play.find_move(&moves, text) {
        Ok(place) => {
            let mv = moves.get(place);
            eval.note_way(mv.from, mv.to);
            ask(in_play, &moves, mv)
        }
        Err(_) => eval.record_fault(EvalFault::NotLegal),
    }
}
