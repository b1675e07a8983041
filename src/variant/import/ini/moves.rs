//! The movement of pieces, including what keys add to their Betza strings.

use super::super::draft::{ImportedClause, ImportedMovement};
use super::super::source::ImportOptions;
use super::fen::StartPosition;
use super::first_moves::{self, BetzaPiece, FirstMoves};
use super::leftovers::Leftovers;
use super::rules::{IniPiece, IniRules};
use super::slots::PieceSlot;
use padma_rules::movement::Dialect;
use padma_text::{Excerpt, Span};

/// A piece's movement, and a note about it for the reader.
type NotedMovement = (ImportedMovement, Option<String>);

pub(super) fn movement(
    piece: &IniPiece,
    rules: &IniRules,
    start: &StartPosition,
    wishes: &ImportOptions,
    leftovers: &mut Leftovers<'_>,
) -> NotedMovement {
    let dialect = wishes.dialect.unwrap_or(Dialect::Fsf);
    match (piece.slot, &piece.movement) {
        (slot, Some(text)) => custom(
            &BetzaPiece {
                slot,
                text,
                dialect,
            },
            rules,
            start,
            leftovers,
        ),
        (PieceSlot::PAWN, None) => pawn(rules, start, leftovers),
        (PieceSlot::SOLDIER, None) => (soldier(rules, leftovers.section), None),
        (slot, None) => {
            // The dialects disagree about the squares this piece must find empty on its way.
            let differs = slot == PieceSlot::JANGGI_ELEPHANT;
            let dialect = if differs {
                Dialect::Fsf
            } else {
                Dialect::Xbetza
            };
            (
                default_movement(slot.movement(), dialect, leftovers.section),
                None,
            )
        }
    }
}

/// Returns the movement that the program gives to a piece by default.
fn default_movement(text: &str, dialect: Dialect, section: Span) -> ImportedMovement {
    ImportedMovement::Betza {
        text: Excerpt::inexact(text, section),
        dialect,
    }
}

fn written_movement(text: &Excerpt, dialect: Dialect) -> ImportedMovement {
    ImportedMovement::Betza {
        text: text.clone(),
        dialect,
    }
}

fn custom(
    piece: &BetzaPiece<'_>,
    rules: &IniRules,
    start: &StartPosition,
    leftovers: &mut Leftovers<'_>,
) -> NotedMovement {
    let text = piece.text.text();
    match first_moves::find(piece, rules, start) {
        FirstMoves::AsWritten => (written_movement(piece.text, piece.dialect), None),
        FirstMoves::Never { without } => (
            without,
            Some(format!(
                "`{text}` in the source, where its first moves never apply"
            )),
        ),
        FirstMoves::Region {
            movement,
            passed_over,
        } => {
            if passed_over && rules.has_en_passant() {
                let why = "a first move that leaps exposes the piece to en passant";
                leftovers.leave_words(piece.text.placed_text(), why);
            }
            (
                movement,
                Some(format!(
                    "`{text}` in the source, where first moves start from certain squares"
                )),
            )
        }
        FirstMoves::Inexpressible => {
            leftovers.leave_words(
                piece.text.placed_text(),
                "first moves start from `doubleStepRegion`, at any time",
            );
            (written_movement(piece.text, piece.dialect), None)
        }
    }
}

/// Returns the movement of a pawn. It takes a double step from `doubleStepRegion`, whether it has
/// moved or not.
fn pawn(rules: &IniRules, start: &StartPosition, leftovers: &mut Leftovers<'_>) -> NotedMovement {
    const PAWN: &str = "ifmnDfmWfceF";
    let text = Excerpt::inexact(PAWN, leftovers.section);
    let piece = BetzaPiece {
        slot: PieceSlot::PAWN,
        text: &text,
        dialect: Dialect::Xbetza,
    };
    match first_moves::find(&piece, rules, start) {
        FirstMoves::Never { .. } => (
            default_movement("fmWfcF", Dialect::Xbetza, leftovers.section),
            None,
        ),
        FirstMoves::Region { movement, .. } => (movement, None),
        FirstMoves::AsWritten | FirstMoves::Inexpressible => {
            (written_movement(&text, Dialect::Xbetza), None)
        }
    }
}

/// Returns the movement of a soldier. It also steps sideways from `soldierPromotionRank` on.
fn soldier(rules: &IniRules, section: Span) -> ImportedMovement {
    let river = rules.number("soldierPromotionRank");
    if river <= 1 {
        return default_movement(PieceSlot::SOLDIER.movement(), Dialect::Xbetza, section);
    }
    let (_, ranks) = rules.board();
    let white = rules
        .all_squares()
        .filter(|square| square.rank + 1 >= river)
        .collect();
    let black = rules
        .all_squares()
        .filter(|square| ranks - square.rank >= river)
        .collect();
    let clause = |text: &str, from| ImportedClause {
        text: text.to_string(),
        from,
    };
    ImportedMovement::Clauses(vec![
        clause("step forward along W", None),
        clause("step sideways along W", Some(([white, black], "beyond"))),
    ])
}
