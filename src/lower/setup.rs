//! Declared setups, resolved into a [`Setup`].

use super::cells::cells;
use crate::book::form::{Fields, Value, unknown_word};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{
    Board, Cell, CellSet, KindId, PerCell, Piece, PieceKind, Position, Reserve, Setup, Side, fen,
};
use crate::text::{At, Excerpt, Span};
use crate::variant::names::{absent_cell, kind_named, off_stands_on};

/// The most pieces of one kind and side beside the board.
const MOST_IN_RESERVE: u16 = 999;

/// Resolves a setup; `None` if anything of it is wrong.
pub(super) fn setup(
    decl: &Fields,
    board: &Board,
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) -> Option<Setup> {
    let errors = diagnostics.errors();
    let (pieces, mut reserve, absent) = match decl.text("fen") {
        Some(text) => read(text, board, kinds, diagnostics)?,
        None => {
            let mut pieces = listed(decl.named("white"), Side::White, board, kinds, diagnostics);
            pieces.extend(match decl.word("symmetry") {
                None => listed(decl.named("black"), Side::Black, board, kinds, diagnostics),
                Some(symmetry) => alike(&pieces, &symmetry, board, diagnostics),
            });
            (pieces, Reserve::default(), *board.absent())
        }
    };
    for (name, count) in decl.numbers("reserve") {
        if let Some((kind, pieces)) = reserved(name, count, kinds, diagnostics) {
            Side::BOTH.into_iter().for_each(|side| reserve.add(side, kind, pieces));
        }
    }
    let mut position = Position::of(board);
    position.set_absent(absent);
    let mut first: PerCell<Option<Span>> = PerCell::from_fn(board.len(), |_| None);
    for piece in pieces {
        if position.absent().contains(piece.cell) {
            diagnostics.push(absent_cell(board, piece.cell, piece.span));
        }
        check(&piece, first[piece.cell], board, kinds, diagnostics);
        first[piece.cell].get_or_insert(piece.span);
        position.put(piece.cell, Some(Piece { side: piece.side, kind: Some(piece.kind) }));
    }
    (diagnostics.errors() == errors).then_some(Setup { position, reserve })
}

#[derive(Clone, Copy)]
struct SetPiece {
    cell: Cell,
    side: Side,
    kind: KindId,
    span: Span,
}

fn read(
    text: &Excerpt,
    board: &Board,
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<SetPiece>, Reserve, CellSet)> {
    let placement = fen::parse(text, board, kinds, diagnostics)?;
    if !placement.rest.text().is_empty() {
        let complaint = Diagnostic::error(Code::FenSyntax, "a setup is the first field of a FEN");
        diagnostics.push(complaint.at(placement.rest.whole(), "expected the end of the text"));
    }
    let piece = |piece: fen::FenPiece| SetPiece {
        cell: piece.cell,
        side: piece.side,
        kind: piece.kind,
        span: piece.span,
    };
    Some((placement.pieces.into_iter().map(piece).collect(), placement.reserve, placement.absent))
}

fn listed(
    pieces: &[(At<String>, Value)],
    side: Side,
    board: &Board,
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) -> Vec<SetPiece> {
    let mut all = Vec::new();
    for (name, text) in pieces {
        let Value::Text(text) = text else { continue };
        let kind = kind_named(kinds, &name.value, name.span, diagnostics);
        let cells = cells(text, board, diagnostics);
        if let (Some(kind), Some(cells)) = (kind, cells) {
            all.extend(cells.into_iter().map(|(cell, span)| SetPiece { cell, side, kind, span }));
        }
    }
    all
}

/// The symmetries of a setup.
const SYMMETRIES: [&str; 2] = ["mirror", "rotate"];

/// Black's pieces, where they stand as White's do.
fn alike(
    pieces: &[SetPiece],
    symmetry: &At<String>,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Vec<SetPiece> {
    if !board.has_sheets() {
        let complaint = Diagnostic::error(Code::WrongValue, "only a grid has a symmetry");
        diagnostics.push(complaint.at(symmetry.span, "expected a table `black` instead"));
        return Vec::new();
    }
    let rotate = symmetry.value == "rotate";
    if !SYMMETRIES.contains(&symmetry.value.as_str()) {
        let known = SYMMETRIES.into_iter();
        diagnostics.push(unknown_word(symmetry, "is no symmetry of a setup", None, known));
        return Vec::new();
    }
    let mut all = Vec::new();
    for piece in pieces {
        match board.on_first_sheet(|lattice| {
            if rotate { lattice.rotated(piece.cell) } else { lattice.mirrored(piece.cell) }
        }) {
            Some(cell) => all.push(SetPiece { cell, side: Side::Black, ..*piece }),
            None => {
                let message =
                    format!("no cell of the board is to Black what {} is to White", board.name(piece.cell));
                let complaint = Diagnostic::error(Code::UnknownCell, message);
                let complaint = complaint.at(piece.span, "expected a cell that has its like");
                diagnostics.push(complaint.and(symmetry.span, "the symmetry"));
            }
        }
    }
    all
}

fn reserved(
    name: &At<String>,
    count: &At<i64>,
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) -> Option<(KindId, u16)> {
    let pieces = u16::try_from(count.value).ok().filter(|pieces| *pieces <= MOST_IN_RESERVE);
    if pieces.is_none() {
        let complaint = Diagnostic::error(Code::WrongValue, "this is no number of pieces in reserve");
        diagnostics.push(complaint.at(count.span, format!("expected 0 to {MOST_IN_RESERVE}")));
    }
    Some((kind_named(kinds, &name.value, name.span, diagnostics)?, pieces?))
}

/// Complains of a piece where another stands, or where its piece never stands.
fn check(
    piece: &SetPiece,
    first: Option<Span>,
    board: &Board,
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) {
    let kind = &kinds[piece.kind.index()];
    if !kind.stands_on.of(piece.side).contains(piece.cell) {
        diagnostics.push(off_stands_on(kind, board, piece.cell, piece.span));
    }
    if let Some(first) = first {
        let message = format!("two pieces stand on {}", board.name(piece.cell));
        diagnostics.twice(Code::CellOccupied, message, first, piece.span);
    }
}
