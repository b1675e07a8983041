//! What is said of pictures: to those who cannot see them, in legends, and under drawings with
//! characters.

use padma_rules::diagram::{Diagram, ShownPiece};
use padma_rules::model::{Board, CellKind, Owner};
use padma_words::{Language, Listing, Say, SlotValue, row, say};

/// Describes a diagram, for readers who cannot see it.
pub fn describe(diagram: &Diagram, board: &Board, words: &Language) -> String {
    let holes = board.holes();
    let mut said = vec![say!(
        pictures::BoardOf,
        count = board.len() - diagram.absent.len(),
        holes = (!holes.is_empty()).then(|| Listing::And.of(holes)),
        named = diagram.names
    )];
    let absent = diagram.absent & (board.all() - board.of_kind(CellKind::Point));
    if !absent.is_empty() {
        said.push(say!(
            pictures::Absent,
            cells = Listing::Enumeration.of(board.names_of(&absent))
        ));
    }
    for piece in &diagram.pieces {
        said.push(say!(
            pictures::LabelledPiece,
            piece = owned(piece),
            label = (piece.label != piece.kind).then_some(&piece.label),
            cell = board.name(piece.cell)
        ));
    }
    for mark in &diagram.marks {
        said.push(say!(
            pictures::Marked,
            symbol = &mark.symbol,
            meaning = &mark.meaning,
            count = mark.cells.len(),
            cells = Listing::Enumeration.of(board.names_of(&mark.cells))
        ));
    }
    words.say(Listing::Sentences.of(said))
}

/// Says a number of cells: "no cell", "1 cell", "11 cells".
pub fn count_said(cells: usize) -> Say {
    say!(pictures::Cells, count = cells)
}

/// Returns what a piece is called: "White Rook", "Duck".
fn owned(piece: &ShownPiece) -> Say {
    let side = match piece.owner {
        Owner::Nobody => None,
        owner => Some(row("rules.side", owner.name())),
    };
    let kind: SlotValue = match piece.kind.is_empty() {
        true => say!(pictures::Piece).into(),
        false => (&piece.kind).into(),
    };
    say!(pictures::Owned, side, kind)
}

/// Names a piece and the cells on which it stands: "White Rook on a1, h1".
pub(crate) fn piece_on(piece: &ShownPiece, cells: &str) -> Say {
    let piece = owned(piece);
    say!(pictures::PieceOn, piece, cells)
}
