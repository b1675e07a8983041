//! The pieces a diagram begins with: those of the variant's setup or of a text.

use crate::book::diagram::{BaseDecl, DiagramDecl};
use crate::book::words::{PlyName, Word};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::cells::{absent_cells, cells};
use crate::lower::drawing::NamedMan;
use crate::lower::game::Games;
use crate::model::{Cell, CellSet, Man, PieceId, Side, Variant, fen};
use crate::play::State;
use crate::text::Span;

/// The pieces of a diagram's base that are not taken away again; `None` if anything of it is wrong, or of the game
/// that should lead there.
pub(super) fn men(
    decl: &DiagramDecl,
    variant: &Variant,
    (games, place): (&Games, usize),
    diagnostics: &mut Diagnostics,
) -> Option<Vec<NamedMan>> {
    let errors = diagnostics.errors();
    let mut men = match &decl.base {
        None => Vec::new(),
        Some(BaseDecl::Setup(span)) => of_setup(*span, variant, diagnostics)?,
        Some(BaseDecl::After { game, ply, span }) => {
            of_game(game, ply, *span, variant, (games, place), diagnostics)?
        }
        Some(BaseDecl::Fen(text)) => {
            let placement = fen::parse(text, &variant.board, &variant.pieces, diagnostics)?;
            if !placement.rest.text().is_empty() || !placement.reserve.is_empty() {
                let complaint =
                    Diagnostic::error(Code::FenSyntax, "a diagram shows the pieces on the board alone");
                let at = if placement.rest.text().is_empty() { text.whole() } else { placement.rest.whole() };
                diagnostics
                    .push(complaint.at(at, "expected no pieces in hand, and nothing behind the ranks"));
            }
            let placed = placement.men.into_iter();
            placed.map(|man| named(variant, (man.cell, man.span), man.side, man.piece, false)).collect()
        }
    };
    for text in &decl.emptied {
        let mut emptied = CellSet::EMPTY;
        for (cell, span) in cells(text, &variant.board, diagnostics).unwrap_or_default() {
            if men.iter().all(|man| man.cell.is_none_or(|(own, _)| own != cell)) {
                let name = variant.board.name(cell);
                let complaint = Diagnostic::error(Code::DiagramSyntax, format!("no piece stands on {name}"));
                diagnostics.push(complaint.at(span, "expected a cell with a piece of the setup"));
            }
            emptied.insert(cell);
        }
        men.retain(|man| man.cell.is_none_or(|(cell, _)| !emptied.contains(cell)));
    }
    (diagnostics.errors() == errors).then_some(men)
}

/// The cells that a diagram says are not there, or its base does.
pub(super) fn absent(
    decl: &DiagramDecl,
    variant: &Variant,
    (games, place): (&Games, usize),
    diagnostics: &mut Diagnostics,
) -> Option<CellSet> {
    let board = &variant.board;
    if let Some(text) = &decl.absent {
        return absent_cells(text, board, diagnostics);
    }
    match &decl.base {
        // What is wrong with the text has been complained of.
        Some(BaseDecl::Fen(text)) => {
            let placement = fen::parse(text, board, &variant.pieces, &mut Diagnostics::default());
            placement.map(|placement| placement.absent)
        }
        Some(BaseDecl::After { .. }) => recorded(decl, games, place).map(|state| *state.position().absent()),
        Some(BaseDecl::Setup(_)) | None => None,
    }
}

/// The position of a recorded game of the variant at this place that a diagram begins with.
pub(super) fn recorded<'g>(decl: &DiagramDecl, games: &'g Games, place: usize) -> Option<&'g State> {
    match &decl.base {
        Some(BaseDecl::After { game, ply, .. }) => {
            games.find(&game.text).filter(|game| game.variant == place)?.after(ply)
        }
        _ => None,
    }
}

fn of_setup(span: Span, variant: &Variant, diagnostics: &mut Diagnostics) -> Option<Vec<NamedMan>> {
    let Some(setup) = &variant.setup else {
        let message = format!("the variant `{}` has no setup", variant.id);
        let complaint = Diagnostic::error(Code::DiagramSyntax, message);
        diagnostics.push(complaint.at(span, "expected a table `[setup]` in its file"));
        return None;
    };
    let men = setup.position.men();
    Some(
        men.filter_map(|(cell, man)| Some(named(variant, (cell, span), man.side, man.piece?, true)))
            .collect(),
    )
}

fn of_game(
    name: &Word,
    ply: &PlyName,
    span: Span,
    variant: &Variant,
    (games, place): (&Games, usize),
    diagnostics: &mut Diagnostics,
) -> Option<Vec<NamedMan>> {
    if games.unplayed.contains(&name.text) {
        return None;
    }
    let Some(game) = games.find(&name.text) else {
        let message = format!("no game is named `{}`", name.text);
        let complaint = Diagnostic::error(Code::UnknownName, message);
        let known = games.played.iter().map(|game| game.id.as_str());
        diagnostics
            .push(complaint.at(name.span, "expected the id of a `game` block").suggest(&name.text, known));
        return None;
    };
    if game.variant != place {
        let message = format!("the game `{}` is one of another variant", game.id);
        let complaint = Diagnostic::error(Code::DiagramSyntax, message);
        diagnostics.push(complaint.at(name.span, format!("expected a game of `{}`", variant.id)));
        return None;
    }
    if game.broke_off_before(ply) {
        return None;
    }
    let Some(state) = game.after(ply) else {
        let message = format!("the game `{}` does not come to this move", game.id);
        let complaint = Diagnostic::error(Code::UnknownName, message);
        let last = game.replay.plies.iter().rfind(|ply| ply.is_legal());
        let label = last.map_or("it has no legal move".to_string(), |last| {
            format!("the last is {} {}", last.number, last.side.name())
        });
        diagnostics.push(complaint.at(ply.span, label));
        return None;
    };
    let man = |(cell, man): (Cell, Man)| {
        Some(named(variant, (cell, span), man.side, man.piece?, state.unmoved().contains(cell)))
    };
    Some(state.position().men().filter_map(man).collect())
}

/// A piece with nothing of its own but its kind.
fn named(variant: &Variant, place: (Cell, Span), side: Side, piece: PieceId, unmoved: bool) -> NamedMan {
    let label = variant.piece(piece).letter.clone();
    NamedMan { label, labelled: false, label_span: place.1, piece, side, cell: Some(place), unmoved }
}
