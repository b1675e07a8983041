//! Play in a diagram: its side to move, its reserve, and the moves that are played before it is
//! shown.

use crate::pages::diagram::{BaseDecl, DiagramDecl};
use crate::place::Playable;
use padma_expr::play::{describe_fault, describe_misstated, describe_problem};
use padma_expr::{PlacedDiagram, PlacedPiece};
use padma_rules::model::{Cell, KindId, Piece, Reserve, Side, Variant};
use padma_rules::names::kind_named;
use padma_rules::play::{
    CellChange, Effect, Game, PlyVerdict, Scratch, State, begin_history, record, replay, steps,
};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Returns the side to move, if the diagram gives it, and the reserve.
pub(super) fn turn_and_reserve(
    decl: &DiagramDecl,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> (Option<Side>, Reserve) {
    let mut declared: Vec<((Side, KindId), u16)> = Vec::new();
    for line in &decl.play.reserve {
        let kind = kind_named(
            &variant.kinds,
            &line.piece.text,
            line.piece.span,
            diagnostics,
        );
        let side = Side::from_name(&line.side.text);
        declared.extend(side.zip(kind).map(|owner| (owner, line.pieces)));
    }
    let mut reserve = Reserve::default();
    if let (Some(BaseDecl::Setup(_)), Some(setup)) = (&decl.base, &variant.setup) {
        let from_setup = setup
            .reserve
            .iter()
            .filter(|(side, kind, _)| declared.iter().all(|(owner, _)| *owner != (*side, *kind)));
        from_setup.for_each(|(side, kind, pieces)| reserve.add(side, kind, pieces));
    }
    declared
        .into_iter()
        .for_each(|((side, kind), pieces)| reserve.add(side, kind, pieces));
    (
        decl.play
            .to_move
            .as_ref()
            .and_then(|word| Side::from_name(&word.text)),
        reserve,
    )
}

/// Continues from a recorded position, including state that its pieces do not show, such as the
/// side to move. The diagram's own pieces, reserve and side to move replace the recorded ones.
pub(super) fn resume(recorded: State, figure: &mut PlacedDiagram, game: &Game<'_>) {
    let mut state = recorded.clone();
    if figure.position.absent() != recorded.position().absent() {
        state.set_absent(figure.position.absent());
    }
    for cell in game.variant().board.cells() {
        let piece = figure.pieces.iter().find(|piece| piece.cell == cell);
        let standing = piece.map(|piece| Piece::of(piece.side, piece.kind));
        if standing != recorded.position().piece(cell) {
            state.place(cell, standing, piece.is_some_and(|piece| !piece.unmoved));
        }
    }
    for (side, kind, pieces) in figure.reserve.iter() {
        state.set_reserve(side, kind, pieces);
    }
    if let Some(side) = figure.to_move.filter(|side| *side != state.to_move()) {
        state.set_to_move(side);
    }
    if state != recorded {
        // In the changed position no piece has just moved, and no earlier position counts.
        state.set_en_passant(None);
        begin_history(game, &mut state, &mut Scratch::default());
    }
    figure.to_move = Some(state.to_move());
    figure.position = state.position().clone();
    figure.after = Some(state);
}

/// Plays the moves of a diagram, and reports those that are illegal or wrongly written.
pub(super) fn play(
    decl: &DiagramDecl,
    playable: &Playable<'_>,
    figure: &mut PlacedDiagram,
    diagnostics: &mut Diagnostics,
) {
    let Some(moves) = decl.play.moves.as_ref().filter(|_| figure.complete) else {
        return;
    };
    let errors = diagnostics.errors();
    let record = record(moves, diagnostics);
    if let Some(tag) = record.tags.first() {
        let complaint = Diagnostic::error(
            Code::DiagramSyntax,
            "the moves of a diagram cannot have tags",
        );
        diagnostics.push(complaint.at(tag.name.span, "expected moves, as in `1. e4 e5`"));
    }
    if record.moves.is_empty() && diagnostics.errors() == errors {
        let complaint = Diagnostic::error(Code::DiagramSyntax, "there are no moves here");
        diagnostics.push(complaint.at(moves.whole(), "expected moves, as in `1. e4 e5`"));
    }
    let game = playable.game();
    let start = figure.state(game);
    let replay = replay(game, start, &record);
    for ply in &replay.plies {
        let span = ply.written.word.span;
        match &ply.verdict {
            PlyVerdict::Played {
                problems,
                proper_text: properly,
                effects,
                after,
                ..
            } => {
                if let Some(problem) = problems.first() {
                    let complaint =
                        Diagnostic::error(Code::MoveSlip, describe_problem(problem, game));
                    diagnostics.push(complaint.at(span, format!("expected `{properly}`")));
                }
                let variant = &playable.rules.variant;
                apply_all(effects, span, &mut figure.pieces, variant);
                figure.after = Some(State::clone(after));
            }
            PlyVerdict::Illegal { fault, nearest } => {
                let complaint = Diagnostic::error(Code::IllegalMove, describe_fault(fault, game));
                let complaint = complaint.at(fault.span(span), "cannot be played");
                diagnostics.push(match nearest {
                    Some(nearest) => {
                        complaint.help(format!("the nearest legal move is `{nearest}`"))
                    }
                    None => complaint,
                });
            }
        }
    }
    for wrong in replay
        .stated_result(&record)
        .into_iter()
        .flat_map(|stated| stated.wrong)
    {
        let message = format!("the result `{}` is wrong", wrong.said.text);
        let reason = describe_misstated(&wrong, game);
        diagnostics.error(Code::WrongResult, message, wrong.said.span, reason);
    }
    if let Some(after) = &figure.after {
        figure.position = after.position().clone();
        figure.to_move = Some(after.to_move());
        figure
            .pieces
            .iter_mut()
            .for_each(|piece| piece.unmoved = after.unmoved().contains(piece.cell));
    }
    figure.complete = diagnostics.errors() == errors;
}

/// Applies the effects of a move to a diagram's pieces, which keep the labels that the author gave.
fn apply_all(effects: &[Effect], span: Span, pieces: &mut Vec<PlacedPiece>, variant: &Variant) {
    for step in steps(effects) {
        let journeys = step.iter().flat_map(Effect::journeys);
        // All pieces that go are looked up before any of them goes.
        let going: Vec<(Option<usize>, Cell)> = journeys
            .map(|[from, to]| (index_on(pieces, from), to))
            .collect();
        for (index, to) in &going {
            if let Some(index) = index {
                pieces[*index].cell = *to;
            }
        }
        if going.is_empty() {
            let changes = step.iter().flat_map(Effect::changes);
            changes.for_each(|change| change_piece(change, span, pieces, variant));
        }
    }
}

fn index_on(pieces: &[PlacedPiece], cell: Cell) -> Option<usize> {
    pieces.iter().position(|piece| piece.cell == cell)
}

/// Changes, adds or removes the piece on a cell.
fn change_piece(
    CellChange { cell, after, .. }: CellChange,
    span: Span,
    pieces: &mut Vec<PlacedPiece>,
    variant: &Variant,
) {
    let after = after.and_then(|after| Some((after.side, after.kind?)));
    match (index_on(pieces, cell), after) {
        (Some(index), Some((side, kind))) => {
            let piece = &mut pieces[index];
            (piece.side, piece.kind) = (side, kind);
            if !piece.labelled {
                piece.label = variant.kind(kind).letter.clone();
            }
        }
        (Some(index), None) => _ = pieces.remove(index),
        (None, Some((side, kind))) => {
            pieces.push(PlacedPiece::unlabelled(side, kind, cell, span, variant));
        }
        (None, None) => {}
    }
}
