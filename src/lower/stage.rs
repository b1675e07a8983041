//! Diagrams as positions: men looked up and put on the board. What a mark marks is settled later, by
//! [`claim`](crate::claim).

use crate::book::diagram::{DiagramDecl, ManDecl};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::lower::unknown_piece;
use crate::model::{Board, Cell, Man, PieceId, Position, Side};
use crate::reach::Rules;
use crate::text::Span;

/// A diagram's men on their board.
#[derive(Clone, Debug)]
pub struct Stage {
    pub id: String,
    /// The variant's place in the library.
    pub variant: usize,
    pub men: Vec<StagedMan>,
    /// The symbols of its marks.
    pub symbols: Vec<String>,
    /// Whether every man of the diagram could be placed; if not, a label may be missing for that.
    pub complete: bool,
    pub position: Position,
}

#[derive(Clone, Debug)]
pub struct StagedMan {
    pub label: String,
    pub piece: PieceId,
    pub side: Side,
    pub cell: Cell,
    pub span: Span,
}

/// The longest label, in characters.
const LONGEST_LABEL: usize = 24;

/// Puts a diagram's men on the board.
pub fn stage(decl: &DiagramDecl, variant: usize, rules: &Rules, diagnostics: &mut Diagnostics) -> Stage {
    let mut position = rules.variant.empty_position();
    let mut men: Vec<StagedMan> = Vec::new();
    for man in &decl.men {
        let Some(found) = staged_man(man, rules, diagnostics) else { continue };
        if let Some(other) = men.iter().find(|other| other.cell == found.cell) {
            let name = rules.variant.board.name(found.cell);
            diagnostics.push(
                Diagnostic::error(Code::CellOccupied, format!("two men stand on {name}"))
                    .at(man.cell.span, "the second")
                    .and(other.span, "the first"),
            );
            continue;
        }
        position.put(found.cell, Some(Man { side: found.side, piece: Some(found.piece) }));
        men.push(found);
    }
    Stage {
        id: decl.id.text.clone(),
        variant,
        symbols: decl.marks.iter().map(|mark| mark.symbol.text.clone()).collect(),
        complete: men.len() == decl.men.len() && decl.sound,
        men,
        position,
    }
}

fn staged_man(decl: &ManDecl, rules: &Rules, diagnostics: &mut Diagnostics) -> Option<StagedMan> {
    let variant = &rules.variant;
    let piece = variant.piece_named(&decl.piece.text);
    if piece.is_none() {
        let known = variant.pieces.iter().map(|piece| piece.id.as_str());
        diagnostics.push(unknown_piece(&decl.piece.text, decl.piece.span, known));
    }
    let cell = variant.board.cell(&decl.cell.text);
    if cell.is_none() {
        diagnostics.push(unknown_cell(&decl.cell.text, decl.cell.span, &variant.board));
    }
    let (side, piece, cell) = (Side::from_name(&decl.side.text)?, piece?, cell?);
    if !variant.stands_on(piece, side).contains(cell) {
        diagnostics.push(off_stands_on(rules, piece, cell, decl.cell.span));
    }
    if let Some(label) = decl.label.as_ref().filter(|label| label.text.chars().count() > LONGEST_LABEL) {
        let complaint = Diagnostic::error(Code::TooLarge, "this label is too long to stand on a man");
        diagnostics.push(complaint.at(label.span, format!("at most {LONGEST_LABEL} characters")));
        return None;
    }
    let label = decl.label.as_ref().map_or_else(|| variant.piece(piece).letter.clone(), |l| l.text.clone());
    Some(StagedMan { label, piece, side, cell, span: decl.cell.span })
}

/// The complaint about a word that is no cell.
pub fn unknown_cell(word: &str, span: Span, board: &Board) -> Diagnostic {
    Diagnostic::error(Code::UnknownCell, format!("`{word}` is no cell of this board"))
        .at(span, "expected the name of a cell")
        .suggest(word, board.names())
}

/// The complaint about a piece put where it may not stand.
pub fn off_stands_on(rules: &Rules, piece: PieceId, cell: Cell, span: Span) -> Diagnostic {
    let variant = &rules.variant;
    let info = variant.board.info(cell);
    let piece = variant.piece(piece);
    Diagnostic::error(Code::OffStandsOn, format!("the {} never stands on {}", piece.name, info.name))
        .at(span, format!("{} is a {}", info.name, info.kind.name()))
}
