//! Declared setups, resolved into a [`Setup`].

use super::cells::cells;
use crate::book::form::{Fields, Value, unknown_word};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{Board, Cell, CellSet, Man, PerCell, Piece, PieceId, Position, Reserve, Setup, Side, fen};
use crate::text::{At, Excerpt, Span};
use crate::variant::names::{absent_cell, off_stands_on, piece_named};

/// The most pieces of one kind and side beside the board.
const MOST_IN_RESERVE: u16 = 999;

/// Resolves a setup; `None` if anything of it is wrong.
pub(super) fn setup(
    decl: &Fields,
    board: &Board,
    pieces: &[Piece],
    diagnostics: &mut Diagnostics,
) -> Option<Setup> {
    let errors = diagnostics.errors();
    let (men, mut reserve, absent) = match decl.text("fen") {
        Some(text) => read(text, board, pieces, diagnostics)?,
        None => {
            let mut men = listed(decl.named("white"), Side::White, board, pieces, diagnostics);
            men.extend(match decl.word("symmetry") {
                None => listed(decl.named("black"), Side::Black, board, pieces, diagnostics),
                Some(symmetry) => alike(&men, &symmetry, board, diagnostics),
            });
            (men, Reserve::default(), *board.absent())
        }
    };
    for (name, count) in decl.numbers("reserve") {
        if let Some((piece, men)) = reserved(name, count, pieces, diagnostics) {
            Side::BOTH.into_iter().for_each(|side| reserve.add(side, piece, men));
        }
    }
    let mut position = Position::of(board);
    position.set_absent(absent);
    let mut first: PerCell<Option<Span>> = PerCell::from_fn(board.len(), |_| None);
    for man in men {
        if position.absent().contains(man.cell) {
            diagnostics.push(absent_cell(board, man.cell, man.span));
        }
        check(&man, first[man.cell], board, pieces, diagnostics);
        first[man.cell].get_or_insert(man.span);
        position.put(man.cell, Some(Man { side: man.side, piece: Some(man.piece) }));
    }
    (diagnostics.errors() == errors).then_some(Setup { position, reserve })
}

#[derive(Clone, Copy)]
struct SetMan {
    cell: Cell,
    side: Side,
    piece: PieceId,
    span: Span,
}

fn read(
    text: &Excerpt,
    board: &Board,
    pieces: &[Piece],
    diagnostics: &mut Diagnostics,
) -> Option<(Vec<SetMan>, Reserve, CellSet)> {
    let placement = fen::parse(text, board, pieces, diagnostics)?;
    if !placement.rest.text().is_empty() {
        let complaint = Diagnostic::error(Code::FenSyntax, "a setup is the first field of a FEN");
        diagnostics.push(complaint.at(placement.rest.whole(), "expected the end of the text"));
    }
    let man =
        |man: fen::PlacedMan| SetMan { cell: man.cell, side: man.side, piece: man.piece, span: man.span };
    Some((placement.men.into_iter().map(man).collect(), placement.reserve, placement.absent))
}

fn listed(
    men: &[(At<String>, Value)],
    side: Side,
    board: &Board,
    pieces: &[Piece],
    diagnostics: &mut Diagnostics,
) -> Vec<SetMan> {
    let mut all = Vec::new();
    for (name, text) in men {
        let Value::Text(text) = text else { continue };
        let piece = piece_named(pieces, name, diagnostics);
        let cells = cells(text, board, diagnostics);
        if let (Some(piece), Some(cells)) = (piece, cells) {
            all.extend(cells.into_iter().map(|(cell, span)| SetMan { cell, side, piece, span }));
        }
    }
    all
}

/// The symmetries of a setup.
const SYMMETRIES: [&str; 2] = ["mirror", "rotate"];

/// Black's pieces, where they stand as White's do.
fn alike(men: &[SetMan], symmetry: &At<String>, board: &Board, diagnostics: &mut Diagnostics) -> Vec<SetMan> {
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
    for man in men {
        match board.on_first_sheet(|lattice| {
            if rotate { lattice.rotated(man.cell) } else { lattice.mirrored(man.cell) }
        }) {
            Some(cell) => all.push(SetMan { cell, side: Side::Black, ..*man }),
            None => {
                let message =
                    format!("no cell of the board is to Black what {} is to White", board.name(man.cell));
                let complaint = Diagnostic::error(Code::UnknownCell, message);
                let complaint = complaint.at(man.span, "expected a cell that has its like");
                diagnostics.push(complaint.and(symmetry.span, "the symmetry"));
            }
        }
    }
    all
}

fn reserved(
    name: &At<String>,
    count: &At<i64>,
    pieces: &[Piece],
    diagnostics: &mut Diagnostics,
) -> Option<(PieceId, u16)> {
    let men = u16::try_from(count.value).ok().filter(|men| *men <= MOST_IN_RESERVE);
    if men.is_none() {
        let complaint = Diagnostic::error(Code::WrongValue, "this is no number of pieces in reserve");
        diagnostics.push(complaint.at(count.span, format!("expected 0 to {MOST_IN_RESERVE}")));
    }
    Some((piece_named(pieces, name, diagnostics)?, men?))
}

/// Complains of a piece where another stands, or where its piece never stands.
fn check(man: &SetMan, first: Option<Span>, board: &Board, pieces: &[Piece], diagnostics: &mut Diagnostics) {
    let piece = &pieces[man.piece.index()];
    if !piece.stands_on.of(man.side).contains(man.cell) {
        diagnostics.push(off_stands_on(piece, board, man.cell, man.span));
    }
    if let Some(first) = first {
        let message = format!("two pieces stand on {}", board.name(man.cell));
        let complaint = Diagnostic::error(Code::CellOccupied, message);
        diagnostics.push(complaint.at(man.span, "the second").and(first, "the first"));
    }
}
