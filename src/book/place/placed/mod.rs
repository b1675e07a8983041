//! Turns diagrams into positions: looks up kinds, and puts pieces on the cells that their lines or
//! a drawing give. The cells of marks are computed later, by [`claim`](crate::claim).

mod base;
mod play;

use base::DiagramBase;

use super::drawing::{self, DrawingReading, DrawnMarks, NamedPiece};
use super::game::{Games, Playable};
use crate::pages::diagram::{DiagramDecl, PieceDecl, PieceWords};
use padma_expr::{PlacedDiagram, PlacedPiece};
use padma_rules::model::{Piece, Side, Variant};
use padma_rules::names::{absent_cell, cell_named, kind_named, misplaced_piece};
use padma_rules::reach::Rules;
use padma_text::Word;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Follows the cell of a piece that has not moved.
const UNMOVED: char = '!';

/// The maximum length of a label, in characters.
const MAX_LABEL: usize = 24;

/// Puts a diagram's pieces on the board, and reads the marks of its drawing.
pub fn place_diagram(
    decl: &DiagramDecl,
    variant: usize,
    playable: &Playable<'_>,
    games: &Games,
    diagnostics: &mut Diagnostics,
) -> (PlacedDiagram, DrawnMarks) {
    let rules = playable.rules;
    let board = &rules.variant.board;
    let base = DiagramBase {
        decl,
        variant: &rules.variant,
        variant_index: variant,
        games,
    };
    let base_pieces = base::pieces(base, diagnostics);
    let expected_count = base_pieces
        .as_ref()
        .map(|pieces| pieces.len() + decl.pieces.len());
    let named: Vec<NamedPiece> = base_pieces
        .unwrap_or_default()
        .into_iter()
        .chain(
            decl.pieces
                .iter()
                .filter_map(|piece| named_piece(piece, decl, rules, diagnostics)),
        )
        .collect();
    let all_known = expected_count == Some(named.len()) && decl.sound;
    let DrawingReading {
        marks,
        places,
        absent,
    } = match &decl.drawing {
        Some(drawing) => drawing::read(decl, drawing, &named, all_known, board, diagnostics),
        None => DrawingReading::default(),
    };
    let mut position = rules.variant.empty_position();
    let absent = absent.or(base::find_absent(base, diagnostics));
    position.set_absent(absent.unwrap_or(*board.absent()));
    let mut pieces: Vec<PlacedPiece> = Vec::new();
    for (index, piece) in named.into_iter().enumerate() {
        let Some((cell, span)) = piece.cell.or(places.get(index).copied().flatten()) else {
            continue;
        };
        if !rules
            .variant
            .stands_on(piece.kind, piece.side)
            .contains(cell)
        {
            diagnostics.push(misplaced_piece(
                rules.variant.kind(piece.kind),
                board,
                cell,
                span,
            ));
        }
        if position.absent().contains(cell) {
            diagnostics.push(absent_cell(board, cell, span));
            continue;
        }
        if let Some(other) = pieces.iter().find(|other| other.cell == cell) {
            let message = format!("two pieces stand on {}", board.name(cell));
            diagnostics.duplicate(Code::CellOccupied, message, other.span, span);
            continue;
        }
        position.put(cell, Some(Piece::of(piece.side, piece.kind)));
        let NamedPiece {
            label,
            has_label: labelled,
            label_span,
            kind,
            side,
            unmoved,
            ..
        } = piece;
        pieces.push(PlacedPiece {
            label,
            labelled,
            label_span,
            kind,
            side,
            cell,
            unmoved,
            span,
        });
    }
    let complete = expected_count == Some(pieces.len()) && decl.sound;
    let symbols = decl
        .marks
        .iter()
        .map(|mark| mark.symbol.text.clone())
        .collect();
    let (to_move, reserve) = play::turn_and_reserve(decl, &rules.variant, diagnostics);
    let mut figure = PlacedDiagram {
        id: decl.id.text.clone(),
        variant,
        pieces,
        symbols,
        complete,
        position,
        to_move,
        reserve,
        typed: decl.base.is_none() && decl.play.moves.is_none() && decl.drawing.is_none(),
        after: None,
    };
    if let Some(state) = base::recorded_state(base).filter(|_| figure.complete) {
        play::resume(state.clone(), &mut figure, playable.game());
    }
    play::play(decl, playable, &mut figure, diagnostics);
    (figure, marks)
}

fn named_piece(
    decl: &PieceDecl,
    diagram: &DiagramDecl,
    rules: &Rules,
    diagnostics: &mut Diagnostics,
) -> Option<NamedPiece> {
    let variant = &rules.variant;
    let (label, piece_word, cell_word) = match &decl.words {
        PieceWords::Full {
            label,
            kind: piece,
            cell,
        } => (Some(label), piece, Some(cell)),
        PieceWords::Two(label, piece)
            if diagram.drawing.is_some() && is_label(label, piece, variant) =>
        {
            (Some(label), piece, None)
        }
        PieceWords::Two(piece, cell) => (None, piece, Some(cell)),
        PieceWords::Kind(piece) => (None, piece, None),
    };
    let kind = kind_named(
        &variant.kinds,
        &piece_word.text,
        piece_word.span,
        diagnostics,
    );
    let mut unmoved = false;
    let cell = match cell_word {
        Some(word) => {
            let name = word.text.strip_suffix(UNMOVED);
            unmoved = name.is_some();
            let name = name.unwrap_or(&word.text);
            Some((
                cell_named(&variant.board, name, word.span, diagnostics)?,
                word.span,
            ))
        }
        None => None,
    };
    let (side, kind) = (Side::from_name(&decl.side.text)?, kind?);
    if let Some(label) = label.filter(|label| label.text.chars().count() > MAX_LABEL) {
        let complaint =
            Diagnostic::error(Code::TooLarge, "this label is too long to show on a piece");
        diagnostics.push(complaint.at(label.span, format!("at most {MAX_LABEL} characters")));
        return None;
    }
    let label_span = label.unwrap_or(piece_word).span;
    let labelled = label.is_some();
    let label = label.map_or_else(
        || variant.kind(kind).letter.clone(),
        |label| label.text.clone(),
    );
    Some(NamedPiece {
        label,
        has_label: labelled,
        label_span,
        kind,
        side,
        cell,
        unmoved,
    })
}

/// Whether two words are a label and its piece, rather than a piece and its cell.
fn is_label(first: &Word, second: &Word, variant: &Variant) -> bool {
    let is_kind = |word: &Word| variant.kind_named(&word.text).is_some();
    variant
        .board
        .cell(second.text.trim_end_matches(UNMOVED))
        .is_none()
        && (is_kind(second) || !is_kind(first))
}
