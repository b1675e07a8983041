//! Lines of palaces: `diagonalLines` names squares that are also joined by diagonals.
//!
//! On them some pieces move along diagonals as they do along files and ranks, from one of these
//! squares to another.

use crate::draft::{ImportedClause, ImportedMovement};
use crate::fairy::rules::{IniPiece, IniRules};
use crate::fairy::slots::PieceSlot;
use padma_rules::model::Side;

/// The pieces that move along the diagonals, and how: as a clause, and as a string.
const LINES: [(PieceSlot, &str, &str); 4] = [
    (PieceSlot::WAZIR, "step along F", "F"),
    (PieceSlot::SOLDIER, "step forward along F", "fF"),
    (PieceSlot::ROOK, "slide along F", "B"),
    (PieceSlot::JANGGI_CANNON, "hop along F onward", "pB"),
];

/// Returns how a piece moves along the diagonals, as a string.
pub(crate) fn string_of(slot: PieceSlot) -> Option<&'static str> {
    let mut lines = LINES.iter();
    lines.find(|(known, ..)| *known == slot).map(|row| row.2)
}

/// Adds the lines of palaces to a piece's movement.
pub(crate) fn movement(
    movement: ImportedMovement,
    piece: &IniPiece,
    rules: &IniRules,
) -> ImportedMovement {
    let squares = rules.squares("diagonalLines", Side::White);
    let Some(line) = line_of(piece).filter(|_| !squares.is_empty()) else {
        return movement;
    };
    let lines = ImportedClause {
        text: line.to_string(),
        from: Some(([squares.clone(), squares], "lines")),
        within: true,
    };
    match movement {
        ImportedMovement::Betza { text, .. } => {
            let plain = ImportedClause {
                text: format!("\"{}\"", text.text()),
                from: None,
                within: false,
            };
            ImportedMovement::Clauses(vec![plain, lines])
        }
        ImportedMovement::Clauses(mut clauses) => {
            clauses.push(lines);
            ImportedMovement::Clauses(clauses)
        }
    }
}

/// Returns how a piece moves along the diagonals. A built-in king does if it steps as a wazir; one
/// whose string a section gives does not.
fn line_of(piece: &IniPiece) -> Option<&'static str> {
    let is_wazir = piece.shape() == PieceSlot::KING
        && piece.is_built_in
        && piece
            .movement
            .as_ref()
            .is_some_and(|text| text.text() == "W");
    let slot = if is_wazir {
        PieceSlot::WAZIR
    } else {
        piece.slot
    };
    LINES
        .into_iter()
        .find(|(known, ..)| *known == slot)
        .map(|(_, line, _)| line)
}
