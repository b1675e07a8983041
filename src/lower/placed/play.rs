//! Play in a diagram: whose turn it is, what waits beside the board, and the moves after which it is shown.

use super::diagram::{PlacedDiagram, PlacedPiece};
use crate::book::diagram::{BaseDecl, DiagramDecl};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::Playable;
use crate::model::{Cell, Man, PieceId, Reserve, Side, Variant};
use crate::play::{Effect, Game, Scratch, State, Verdict, begin_history, record, replay};
use crate::text::Span;
use crate::variant::names::unknown_piece;

impl PlacedDiagram {
    /// The position in play: no piece has moved before that need not have, and White is to move, unless the diagram
    /// says otherwise.
    pub fn state(&self, game: &Game<'_>) -> State {
        if let Some(after) = &self.after {
            return after.clone();
        }
        let mut state = State::empty(game);
        state.set_absent(*self.position.absent());
        for man in &self.men {
            let standing = Man { side: man.side, piece: Some(man.piece) };
            state.place(man.cell, Some(standing), !man.unmoved);
        }
        for (side, piece, men) in self.reserve.iter() {
            state.set_reserve(side, piece, men);
        }
        state.set_to_move(self.to_move.unwrap_or(Side::White));
        state
    }
}

/// Whose turn the diagram says it is, and what is beside the board.
pub(super) fn beside(
    decl: &DiagramDecl,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> (Option<Side>, Reserve) {
    let mut said: Vec<((Side, PieceId), u16)> = Vec::new();
    for line in &decl.play.reserve {
        let Some(piece) = variant.piece_named(&line.piece.text) else {
            let known = variant.pieces.iter().map(|piece| piece.id.as_str());
            diagnostics.push(unknown_piece(&line.piece.text, line.piece.span, known));
            continue;
        };
        said.extend(Side::from_name(&line.side.text).map(|side| ((side, piece), line.men)));
    }
    let mut reserve = Reserve::default();
    if let (Some(BaseDecl::Setup(_)), Some(setup)) = (&decl.base, &variant.setup) {
        let own =
            setup.reserve.iter().filter(|(side, piece, _)| said.iter().all(|(of, _)| *of != (*side, *piece)));
        own.for_each(|(side, piece, men)| reserve.add(side, piece, men));
    }
    said.into_iter().for_each(|((side, piece), men)| reserve.add(side, piece, men));
    (decl.play.to_move.as_ref().and_then(|word| Side::from_name(&word.text)), reserve)
}

/// Shows a recorded position with all that its pieces alone do not say, such as whose turn it is. The diagram's pieces, its
/// reserve and its side to move, where it names them, take the place of those recorded.
pub(super) fn resume(recorded: State, stage: &mut PlacedDiagram, game: &Game<'_>) {
    let mut state = recorded.clone();
    if stage.position.absent() != recorded.position().absent() {
        state.set_absent(*stage.position.absent());
    }
    for cell in game.variant().board.cells() {
        let man = stage.men.iter().find(|man| man.cell == cell);
        let standing = man.map(|man| Man { side: man.side, piece: Some(man.piece) });
        if standing != recorded.position().man(cell) {
            state.place(cell, standing, man.is_some_and(|man| !man.unmoved));
        }
    }
    for (side, piece, men) in stage.reserve.iter() {
        state.set_reserve(side, piece, men);
    }
    if let Some(side) = stage.to_move.filter(|side| *side != state.to_move()) {
        state.set_to_move(side);
    }
    if state != recorded {
        // No piece has just moved here, and no position has been before.
        state.set_en_passant(None);
        begin_history(game, &mut state, &mut Scratch::default());
    }
    stage.to_move = Some(state.to_move());
    stage.position = state.position().clone();
    stage.after = Some(state);
}

/// Plays the moves of a diagram; one that cannot be played, or is written wrongly, is a complaint.
pub(super) fn play(
    decl: &DiagramDecl,
    playable: &Playable<'_>,
    stage: &mut PlacedDiagram,
    diagnostics: &mut Diagnostics,
) {
    let Some(moves) = decl.play.moves.as_ref().filter(|_| stage.complete) else { return };
    let errors = diagnostics.errors();
    let record = record(moves, diagnostics);
    if let Some(tag) = record.tags.first() {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "the moves of a diagram have no tags");
        diagnostics.push(complaint.at(tag.name.span, "expected moves, as in `1. e4 e5`"));
    }
    if record.moves.is_empty() && diagnostics.errors() == errors {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "here are no moves");
        diagnostics.push(complaint.at(moves.whole(), "expected moves, as in `1. e4 e5`"));
    }
    let game = playable.game();
    let start = stage.state(game);
    let replay = replay(game, start, &record);
    for ply in &replay.plies {
        let span = ply.written.word.span;
        match &ply.verdict {
            Verdict::Played { problems, properly, effects, after, .. } => {
                if let Some(problem) = problems.first() {
                    let complaint = Diagnostic::error(Code::MoveSlip, problem.describe(game));
                    diagnostics.push(complaint.at(span, format!("expected `{properly}`")));
                }
                let variant = &playable.rules.variant;
                follow_all(effects, span, &mut stage.men, variant);
                stage.after = Some(State::clone(after));
            }
            Verdict::Illegal { fault, nearest } => {
                let complaint = Diagnostic::error(Code::IllegalMove, fault.describe(game));
                let complaint = complaint.at(fault.span(span), "cannot be played");
                diagnostics.push(match nearest {
                    Some(nearest) => complaint.help(format!("the nearest legal move is `{nearest}`")),
                    None => complaint,
                });
            }
        }
    }
    for wrong in replay.stated(&record, game).into_iter().flat_map(|stated| stated.wrong) {
        let complaint =
            Diagnostic::error(Code::WrongResult, format!("the result `{}` is wrong", wrong.said.text));
        diagnostics.push(complaint.at(wrong.said.span, wrong.message));
    }
    if let Some(after) = &stage.after {
        stage.position = after.position().clone();
        stage.to_move = Some(after.to_move());
        stage.men.iter_mut().for_each(|man| man.unmoved = after.unmoved().contains(man.cell));
    }
    stage.complete = diagnostics.errors() == errors;
}

/// Does with a diagram's pieces what a move does. Those that go at once are all found before any of them goes.
fn follow_all(effects: &[Effect], span: Span, men: &mut Vec<PlacedPiece>, variant: &Variant) {
    let is_at_once = |effect: &Effect| effect.at_once().is_some();
    let start = effects.iter().position(is_at_once).unwrap_or(effects.len());
    let end = effects.iter().rposition(is_at_once).map_or(start, |last| last + 1);
    effects[..start].iter().for_each(|effect| follow(*effect, span, men, variant));
    let going = effects[start..end].iter().filter_map(Effect::at_once);
    let places: Vec<(Option<usize>, Cell)> =
        going.map(|(_, from, to)| (men.iter().position(|man| man.cell == from), to)).collect();
    for (place, to) in places {
        if let Some(place) = place {
            men[place].cell = to;
        }
    }
    effects[end..].iter().for_each(|effect| follow(*effect, span, men, variant));
}

/// Does with a diagram's pieces what an effect does.
fn follow(effect: Effect, span: Span, men: &mut Vec<PlacedPiece>, variant: &Variant) {
    let place = |men: &[PlacedPiece], cell: Cell| men.iter().position(|man| man.cell == cell);
    match effect {
        Effect::Move { from, to, .. } | Effect::Push { from, to, .. } => {
            if let Some(place) = place(men, from) {
                men[place].cell = to;
            }
        }
        Effect::Drop { side, piece, cell } => {
            men.push(PlacedPiece::unlabelled(side, piece, cell, span, variant));
        }
        // Those that go at once have gone.
        Effect::Teleport { .. } | Effect::Rotate { .. } | Effect::Carry { .. } => {}
        Effect::Hand { .. } | Effect::Freeze { .. } | Effect::Travel { .. } => {}
        Effect::Capture { cell, .. } | Effect::Retire { cell, .. } => {
            if let Some(place) = place(men, cell) {
                men.remove(place);
            }
        }
        Effect::Swap { from, to, .. } => {
            if let (Some(one), Some(other)) = (place(men, from), place(men, to)) {
                men[one].cell = to;
                men[other].cell = from;
            }
        }
        Effect::Promote { cell, to, .. } => become_another(men, cell, to, variant),
        Effect::Stack { from, to, into, left, .. } => {
            match (left, place(men, from)) {
                (Some((_, rest)), _) => become_another(men, from, rest, variant),
                (None, Some(place)) => drop(men.remove(place)),
                (None, None) => {}
            }
            become_another(men, to, into, variant);
        }
        Effect::Split { side, piece, from, to, rest, .. } => {
            become_another(men, from, rest, variant);
            men.push(PlacedPiece::unlabelled(side, piece, to, span, variant));
        }
    }
}

/// The piece on a cell is of another kind from now on; a label that the author gave stays.
fn become_another(men: &mut [PlacedPiece], cell: Cell, piece: PieceId, variant: &Variant) {
    if let Some(man) = men.iter_mut().find(|man| man.cell == cell) {
        man.piece = piece;
        if !man.labelled {
            man.label = variant.piece(piece).letter.clone();
        }
    }
}

impl PlacedPiece {
    /// A piece that comes about in play, under its kind's letter.
    fn unlabelled(side: Side, piece: PieceId, cell: Cell, span: Span, variant: &Variant) -> PlacedPiece {
        let label = variant.piece(piece).letter.clone();
        PlacedPiece { label, labelled: false, label_span: span, piece, side, cell, unmoved: false, span }
    }
}
