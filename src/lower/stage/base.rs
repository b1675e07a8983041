//! The men a diagram begins with: those of the variant's setup or of a text.

use super::NamedMan;
use crate::book::diagram::{BaseDecl, DiagramDecl};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::cells::cells;
use crate::model::{Cell, CellSet, PieceId, Side, Variant, fen};
use crate::text::Span;

/// The men of a diagram's base that are not taken away again; `None` if anything of it is wrong.
pub(super) fn men(
    decl: &DiagramDecl,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<NamedMan>> {
    let told = diagnostics.errors();
    let mut men = match &decl.base {
        None => Vec::new(),
        Some(BaseDecl::Setup(span)) => of_setup(*span, variant, diagnostics),
        Some(BaseDecl::Fen(text)) => {
            let placement = fen::parse(text, &variant.board, &variant.pieces, diagnostics)?;
            if !placement.rest.text().is_empty() || !placement.reserve.is_empty() {
                let complaint =
                    Diagnostic::error(Code::FenSyntax, "a diagram shows the men on the board alone");
                let at = if placement.rest.text().is_empty() { text.whole() } else { placement.rest.whole() };
                diagnostics.push(complaint.at(at, "expected no men in hand, and nothing behind the ranks"));
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
                let complaint = Diagnostic::error(Code::DiagramSyntax, format!("nobody stands on {name}"));
                diagnostics.push(complaint.at(span, "expected a cell with a man of the setup"));
            }
            emptied.insert(cell);
        }
        men.retain(|man| man.cell.is_none_or(|(cell, _)| !emptied.contains(cell)));
    }
    (diagnostics.errors() == told).then_some(men)
}

fn of_setup(span: Span, variant: &Variant, diagnostics: &mut Diagnostics) -> Vec<NamedMan> {
    let Some(setup) = &variant.setup else {
        let message = format!("the variant `{}` has no setup", variant.id);
        let complaint = Diagnostic::error(Code::DiagramSyntax, message);
        diagnostics.push(complaint.at(span, "expected a table `[setup]` in its file"));
        return Vec::new();
    };
    let men = setup.position.men();
    men.filter_map(|(cell, man)| Some(named(variant, (cell, span), man.side, man.piece?, true))).collect()
}

/// A man with nothing of his own but his piece.
fn named(variant: &Variant, place: (Cell, Span), side: Side, piece: PieceId, unmoved: bool) -> NamedMan {
    let label = variant.piece(piece).letter.clone();
    NamedMan { label, labelled: false, label_span: place.1, piece, side, cell: Some(place), unmoved }
}
