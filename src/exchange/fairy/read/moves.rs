//! The movement of pieces, including what keys add to their Betza strings.

use super::first_moves::{self, BetzaPiece, FirstMoves};
use super::leftovers::Leftovers;
use super::palace;
use crate::draft::{ImportedClause, ImportedMovement};
use crate::fairy::fen::StartPosition;
use crate::fairy::rules::{IniPiece, IniRules};
use crate::fairy::slots::PieceSlot;
use crate::places::Squares;
use crate::source::ImportOptions;
use padma_rules::model::Side;
use padma_rules::movement::Dialect;
use padma_text::{Excerpt, Span};

/// A piece's movement, and a note about it for the reader.
type NotedMovement = (ImportedMovement, Option<String>);

pub(crate) fn movement(
    piece: &IniPiece,
    rules: &IniRules,
    start: &StartPosition,
    wishes: &ImportOptions,
    leftovers: &mut Leftovers<'_>,
) -> NotedMovement {
    let (movement, remark) = plain_movement(piece, rules, start, wishes, leftovers);
    let movement = without_en_passant(movement, rules);
    (palace::movement(movement, piece, rules), remark)
}

/// Returns a movement without the lines of palaces.
fn plain_movement(
    piece: &IniPiece,
    rules: &IniRules,
    start: &StartPosition,
    wishes: &ImportOptions,
    leftovers: &mut Leftovers<'_>,
) -> NotedMovement {
    let dialect = wishes.dialect.unwrap_or(Dialect::Fsf);
    match (piece.shape(), &piece.movement) {
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
        (PieceSlot::KING, None) if rules.truth("cambodianMoves") => (
            default_movement("KimfsN", Dialect::Xbetza, leftovers.section),
            None,
        ),
        (PieceSlot::FERS, None) if rules.truth("cambodianMoves") => (
            default_movement("FimfD", Dialect::Xbetza, leftovers.section),
            None,
        ),
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
        _ if has_triple_steps(rules) => (triple_steps(rules), None),
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

fn clause(text: &str, from: Option<(Squares, &'static str)>) -> ImportedClause {
    ImportedClause {
        text: text.to_string(),
        from,
        within: false,
    }
}

fn has_triple_steps(rules: &IniRules) -> bool {
    let on = |side| !rules.squares("tripleStepRegion", side).is_empty();
    Side::either(on)
}

/// Returns the movement of a pawn that takes two or three steps from certain squares.
fn triple_steps(rules: &IniRules) -> ImportedMovement {
    let triple = Side::BOTH.map(|side| rules.squares("tripleStepRegion", side));
    let mut double = first_moves::region(rules, PieceSlot::PAWN);
    let steps =
        |most: u8| format!("slide forward along W up to {most} only to move open to en passant");
    let mut clauses = vec![clause("\"fmWfceF\"", None)];
    // From a square of both regions the longer slide has the shorter.
    let is_within = Side::both(|side| triple[side as usize].is_subset(&double[side as usize]));
    if is_within {
        for side in Side::BOTH {
            double[side as usize].retain(|square| !triple[side as usize].contains(square));
        }
        if double.iter().any(|squares| !squares.is_empty()) {
            clauses.push(clause(&steps(2), Some((double, "double-step"))));
        }
        clauses.push(clause(&steps(3), Some((triple, "triple-step"))));
    } else {
        clauses.push(clause(&steps(2), Some((double, "double-step"))));
        clauses.push(clause("\"fmnH\"", Some((triple, "triple-step"))));
    }
    ImportedMovement::Clauses(clauses)
}

/// Returns a movement without captures en passant, if nothing is captured so.
fn without_en_passant(movement: ImportedMovement, rules: &IniRules) -> ImportedMovement {
    if rules.has_en_passant() {
        return movement;
    }
    // In both dialects the letter means nothing else.
    let plain = |text: &str| text.replace('e', "");
    match movement {
        ImportedMovement::Betza { text, dialect } if text.text().contains('e') => {
            ImportedMovement::Betza {
                text: Excerpt::inexact(&plain(text.text()), text.whole()),
                dialect,
            }
        }
        ImportedMovement::Clauses(mut clauses) => {
            let strings = clauses
                .iter_mut()
                .filter(|clause| clause.text.starts_with('"'));
            strings.for_each(|clause| clause.text = plain(&clause.text));
            ImportedMovement::Clauses(clauses)
        }
        movement => movement,
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
    ImportedMovement::Clauses(vec![
        clause("step forward along W", None),
        clause("step sideways along W", Some(([white, black], "beyond"))),
    ])
}
