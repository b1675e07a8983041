//! Resolves declared setups into a [`Setup`].

use super::cells::listed_cells;
use crate::decl::{SYMMETRIES, piece, setup};
use crate::form::{Fields, Value, unknown_word};
use crate::rule::Resolver;
use padma_rules::model::fen::{self, FenPiece};
use padma_rules::model::{CellSet, PerCell, Piece, Position, Reserve, Setup, Side};
use padma_rules::names::{absent_cell, misplaced_piece};
use padma_text::diag::{Code, Diagnostic};
use padma_text::{At, Excerpt, Span};

/// Maximum number of pieces of one kind and side beside the board.
const MOST_IN_RESERVE: u16 = 999;

/// Resolves the table `[setup]`; `None` if anything in it is wrong. `decls` declare the pieces.
pub(super) fn setup(resolver: &mut Resolver<'_>, decls: &[&Fields]) -> Option<Setup> {
    let errors = resolver.diagnostics.errors();
    let (fields, board) = (resolver.fields, resolver.names.board);
    let symmetry = fields.word(setup::SYMMETRY).map(|symmetry| symmetry.span);
    let (pieces, mut reserve, absent, rest) = match fields.text(setup::FEN) {
        Some(text) => read_fen(resolver, text)?,
        None => {
            let mut pieces = listed_pieces(resolver, Side::White);
            pieces.extend(match fields.word(setup::SYMMETRY) {
                None => listed_pieces(resolver, Side::Black),
                Some(symmetry) => symmetric_pieces(resolver, &pieces, &symmetry),
            });
            (pieces, Reserve::default(), *board.absent(), None)
        }
    };
    for (name, count) in fields.numbers(setup::RESERVE) {
        let pieces = u16::try_from(count.value)
            .ok()
            .filter(|pieces| *pieces <= MOST_IN_RESERVE);
        if pieces.is_none() {
            let expected = format!("expected 0 to {MOST_IN_RESERVE}");
            resolver.wrong(
                count.span,
                "this is not a number of pieces in reserve",
                &expected,
            );
        }
        if let (Some(kind), Some(pieces)) =
            (resolver.names.kind(name, resolver.diagnostics), pieces)
        {
            Side::BOTH
                .into_iter()
                .for_each(|side| reserve.add(side, kind, pieces));
        }
    }
    let mut position = Position::of(board);
    position.set_absent(absent);
    let mut first: PerCell<Option<Span>> = PerCell::from_fn(board.len(), |_| None);
    for FenPiece {
        cell,
        side,
        kind,
        span,
    } in pieces
    {
        if position.absent().contains(cell) {
            resolver.diagnostics.push(absent_cell(board, cell, span));
        }
        let own = &resolver.names.pieces[kind.index()];
        if !own.stands_on.of(side).contains(cell) {
            let mut complaint = misplaced_piece(own, board, cell, span);
            if let Some(bound) = decls[kind.index()].text(piece::STANDS_ON) {
                complaint = complaint.also_at(bound.whole(), "where it may stand");
            }
            if let Some(symmetry) = symmetry.filter(|_| side == Side::Black) {
                complaint = complaint.also_at(symmetry, "this places Black's pieces");
            }
            resolver.diagnostics.push(complaint);
        }
        match first[cell] {
            None => first[cell] = Some(span),
            Some(first) => {
                let message = format!("two pieces stand on {}", board.name(cell));
                resolver
                    .diagnostics
                    .duplicate(Code::CellOccupied, message, first, span);
            }
        }
        position.put(
            cell,
            Some(Piece {
                side,
                kind: Some(kind),
            }),
        );
    }
    (resolver.diagnostics.errors() == errors).then_some(Setup {
        position,
        reserve,
        fields: rest,
    })
}

fn read_fen(
    resolver: &mut Resolver<'_>,
    text: &Excerpt,
) -> Option<(Vec<FenPiece>, Reserve, CellSet, Option<Excerpt>)> {
    let placement = fen::parse(
        text,
        resolver.names.board,
        resolver.names.pieces,
        resolver.diagnostics,
    )?;
    let rest = Some(placement.rest).filter(|rest| !rest.text().is_empty());
    Some((placement.pieces, placement.reserve, placement.absent, rest))
}

/// Returns the pieces of a side that a table lists.
fn listed_pieces(resolver: &mut Resolver<'_>, side: Side) -> Vec<FenPiece> {
    let key = match side {
        Side::White => setup::WHITE,
        Side::Black => setup::BLACK,
    };
    let mut all = Vec::new();
    for (name, text) in resolver.fields.named(key) {
        let Value::Text(text) = text else { continue };
        let kind = resolver.names.kind(name, resolver.diagnostics);
        let cells = listed_cells(text, resolver.names.board, resolver.diagnostics);
        if let (Some(kind), Some(cells)) = (kind, cells) {
            all.extend(cells.into_iter().map(|(cell, span)| FenPiece {
                cell,
                side,
                kind,
                span,
            }));
        }
    }
    all
}

/// Returns Black's pieces, placed as White's are by a symmetry.
fn symmetric_pieces(
    resolver: &mut Resolver<'_>,
    pieces: &[FenPiece],
    symmetry: &At<String>,
) -> Vec<FenPiece> {
    let board = resolver.names.board;
    let rotate = symmetry.value == "rotate";
    if !SYMMETRIES.contains(&symmetry.value.as_str()) {
        resolver.diagnostics.push(unknown_word(
            symmetry,
            "is not a symmetry of a setup",
            None,
            SYMMETRIES.into_iter(),
        ));
        return Vec::new();
    }
    let mut all = Vec::new();
    for piece in pieces {
        let image = match rotate {
            true => board.rotated(piece.cell),
            false => board.mirrored(piece.cell),
        };
        match image {
            Some(cell) => all.push(FenPiece {
                cell,
                side: Side::Black,
                ..*piece
            }),
            None => {
                let message = format!("{} has no counterpart for Black", board.name(piece.cell));
                let complaint = Diagnostic::error(Code::UnknownCell, message);
                let complaint = complaint.at(piece.span, "expected a cell that has a counterpart");
                resolver
                    .diagnostics
                    .push(complaint.also_at(symmetry.span, "the symmetry"));
            }
        }
    }
    all
}
