//! Finds the pieces that a diagram begins with: those of the variant's setup, of a FEN, or of a
//! recorded game.

use crate::pages::diagram::{BaseDecl, DiagramDecl};
use crate::pages::words::PlyName;
use crate::place::drawing::NamedPiece;
use crate::place::game::Games;
use padma_rules::model::{Cell, CellSet, KindId, Piece, Side, Variant, fen};
use padma_rules::play::State;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Span, Word};
use padma_variant::resolve::{absent_cells, listed_cells};

/// A diagram's declaration, and what its base may refer to.
#[derive(Clone, Copy)]
pub(super) struct DiagramBase<'a> {
    pub decl: &'a DiagramDecl,
    pub variant: &'a Variant,
    /// The index of the variant in the library.
    pub variant_index: usize,
    pub games: &'a Games,
}

/// Returns the pieces of a diagram's base, without those on cells that the diagram empties.
/// Returns `None` if anything is wrong with the base, or with the game that leads to it.
pub(super) fn pieces(
    base: DiagramBase<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<NamedPiece>> {
    let errors = diagnostics.errors();
    let DiagramBase { decl, variant, .. } = base;
    let mut pieces = match &decl.base {
        None => Vec::new(),
        Some(BaseDecl::Setup(span)) => setup_pieces(*span, variant, diagnostics)?,
        Some(BaseDecl::After { game, ply, span }) => {
            game_pieces(base, game, ply, *span, diagnostics)?
        }
        Some(BaseDecl::Fen(text)) => {
            let placement = fen::parse(text, &variant.board, &variant.kinds, diagnostics)?;
            if !placement.rest.text().is_empty() || !placement.reserve.is_empty() {
                let complaint = Diagnostic::error(
                    Code::FenSyntax,
                    "a diagram shows only the pieces on the board",
                );
                let at = if placement.rest.text().is_empty() {
                    text.whole()
                } else {
                    placement.rest.whole()
                };
                diagnostics.push(complaint.at(
                    at,
                    "expected no pieces in hand, and nothing after the ranks",
                ));
            }
            let placed = placement.pieces.into_iter();
            placed
                .map(|piece| {
                    plain_piece(
                        variant,
                        (piece.cell, piece.span),
                        piece.side,
                        piece.kind,
                        false,
                    )
                })
                .collect()
        }
    };
    for text in &decl.emptied {
        let mut emptied = CellSet::EMPTY;
        for (cell, span) in listed_cells(text, &variant.board, diagnostics).unwrap_or_default() {
            if pieces
                .iter()
                .all(|piece| piece.cell.is_none_or(|(own, _)| own != cell))
            {
                let name = variant.board.name(cell);
                let complaint =
                    Diagnostic::error(Code::DiagramSyntax, format!("no piece stands on {name}"));
                diagnostics.push(complaint.at(span, "expected a cell with a piece of the setup"));
            }
            emptied.insert(cell);
        }
        pieces.retain(|piece| piece.cell.is_none_or(|(cell, _)| !emptied.contains(cell)));
    }
    (diagnostics.errors() == errors).then_some(pieces)
}

/// Returns the absent cells that the diagram gives, or else those of its base.
pub(super) fn find_absent(base: DiagramBase<'_>, diagnostics: &mut Diagnostics) -> Option<CellSet> {
    let DiagramBase { decl, variant, .. } = base;
    let board = &variant.board;
    if let Some(text) = &decl.absent {
        return absent_cells(text, board, diagnostics);
    }
    match &decl.base {
        // Errors in the text have been reported already.
        Some(BaseDecl::Fen(text)) => {
            let placement = fen::parse(text, board, &variant.kinds, &mut Diagnostics::default());
            placement.map(|placement| placement.absent)
        }
        Some(BaseDecl::After { .. }) => recorded_state(base).map(|state| state.position().absent()),
        Some(BaseDecl::Setup(_)) | None => None,
    }
}

/// Returns the position of the recorded game that a diagram begins with, if the game is of this
/// variant.
pub(super) fn recorded_state(base: DiagramBase<'_>) -> Option<&State> {
    match &base.decl.base {
        Some(BaseDecl::After { game, ply, .. }) => base
            .games
            .find(&game.text)
            .filter(|game| game.variant == base.variant_index)?
            .after(ply.number, ply.side),
        _ => None,
    }
}

fn setup_pieces(
    span: Span,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<NamedPiece>> {
    let Some(setup) = &variant.setup else {
        let message = format!("the variant `{}` has no setup", variant.id);
        return diagnostics.refuse(
            Code::DiagramSyntax,
            message,
            span,
            "expected a table `[setup]` in its file",
        );
    };
    let pieces = setup.position.pieces();
    Some(
        pieces
            .filter_map(|(cell, piece)| {
                Some(plain_piece(
                    variant,
                    (cell, span),
                    piece.side,
                    piece.kind?,
                    true,
                ))
            })
            .collect(),
    )
}

fn game_pieces(
    base: DiagramBase<'_>,
    name: &Word,
    ply: &PlyName,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<NamedPiece>> {
    let DiagramBase {
        variant,
        games,
        variant_index: place,
        ..
    } = base;
    if games.unplayed.contains(&name.text) {
        return None;
    }
    let Some(game) = games.find(&name.text) else {
        let message = format!("no game is named `{}`", name.text);
        let complaint = Diagnostic::error(Code::UnknownName, message);
        let known = games.played.iter().map(|game| game.id.as_str());
        diagnostics.push(
            complaint
                .at(name.span, "expected the id of a `game` block")
                .suggest(&name.text, known),
        );
        return None;
    };
    if game.variant != place {
        let message = format!("the game `{}` belongs to another variant", game.id);
        let expected = format!("expected a game of `{}`", variant.id);
        return diagnostics.refuse(Code::DiagramSyntax, message, name.span, expected);
    }
    if game.broke_off_before(ply.number, ply.side) {
        return None;
    }
    let Some(state) = game.after(ply.number, ply.side) else {
        let message = format!("the game `{}` ends before this move", game.id);
        let complaint = Diagnostic::error(Code::UnknownName, message);
        let last = game.replay.plies.iter().rfind(|ply| ply.is_legal());
        let label = last.map_or("it has no legal move".to_string(), |last| {
            format!("its last move is {} {}", last.number, last.side.name())
        });
        diagnostics.push(complaint.at(ply.span, label));
        return None;
    };
    let piece = |(cell, piece): (Cell, Piece)| {
        Some(plain_piece(
            variant,
            (cell, span),
            piece.side,
            piece.kind?,
            state.unmoved().contains(cell),
        ))
    };
    Some(state.position().pieces().filter_map(piece).collect())
}

/// Returns a piece that is labelled with the letter of its kind.
fn plain_piece(
    variant: &Variant,
    cell: (Cell, Span),
    side: Side,
    kind: KindId,
    unmoved: bool,
) -> NamedPiece {
    let label = variant.kind(kind).letter.clone();
    NamedPiece {
        label,
        has_label: false,
        label_span: cell.1,
        kind,
        side,
        cell: Some(cell),
        unmoved,
    }
}
