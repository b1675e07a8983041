//! Castling: a king and the outermost rook to that side, as the start position has them.

use super::super::draft::{PieceIndex, VariantDraft};
use super::super::places::Square;
use super::fen::StartPosition;
use super::rules::IniRules;
use crate::book::form::Fields;
use crate::model::Side;
use crate::variant::kinds::CASTLING;

/// The king's side and the queen's.
const WINGS: [(char, &str, &str, &str); 2] = [
    ('k', "0-0", "castlingKingsideFile", "castlingRookKingsideFile"),
    ('q', "0-0-0", "castlingQueensideFile", "castlingRookQueensideFile"),
];

/// A castling for each wing on which one side may castle at all.
pub(super) fn rules(rules: &IniRules, start: &StartPosition, draft: &VariantDraft) -> Vec<Fields> {
    if !rules.truth("castling") {
        return Vec::new();
    }
    let wing = |(letter, name, king_file, rook_file): (char, &str, &'static str, &'static str)| {
        let pieces = |side| {
            let letter = if side == Side::White { letter.to_ascii_uppercase() } else { letter };
            let may = start.castling.contains(letter);
            let files = CastlingFiles {
                king: rules.number(king_file).saturating_sub(1),
                rook: rules.number(rook_file).saturating_sub(1),
                is_kingside: letter.eq_ignore_ascii_case(&'k'),
            };
            may.then(|| pieces(rules, start, side, files)).flatten().unwrap_or_default()
        };
        let [white, black] = Side::BOTH.map(|side| draft.movers(&pieces(side)));
        let moves = !white.is_empty() || !black.is_empty();
        let castling = draft.rule(&CASTLING).with_text("name", name);
        moves.then(|| castling.with_texts("white", white).with_texts("black", black))
    };
    WINGS.into_iter().filter_map(wing).collect()
}

/// Whether some side's right to castle could not be made out.
pub(super) fn is_lost(rules: &IniRules, start: &StartPosition, carried: &[Fields]) -> bool {
    // Letters of files name rooks too, or pieces behind which others enter.
    let names_rook = |c: &char| match c.to_ascii_uppercase() {
        'K' | 'Q' => true,
        c => c.is_ascii_uppercase() && !rules.truth("gating"),
    };
    let rights = start.castling.chars().filter(names_rook).count();
    let has = |rule: &Fields, side| usize::from(!rule.texts(side).is_empty());
    let armies: usize = carried.iter().map(|rule| has(rule, "white") + has(rule, "black")).sum();
    rules.truth("castling") && armies < rights
}

/// The files that a castling to one wing is about.
#[derive(Clone, Copy)]
struct CastlingFiles {
    /// Where the king goes.
    king: u16,
    /// The outermost file the rook may stand on.
    rook: u16,
    is_kingside: bool,
}

fn pieces(
    rules: &IniRules,
    start: &StartPosition,
    side: Side,
    files: CastlingFiles,
) -> Option<Vec<(PieceIndex, Square, Square)>> {
    let (last_file, ranks) = (rules.board().0 - 1, rules.board().1);
    let row = rules.number("castlingRank").clamp(1, ranks) - 1;
    let rank = if side == Side::White { row } else { ranks - 1 - row };
    let on_rank = |square: &Square| square.rank == rank;
    let king = rules.slots("castlingKingPiece", side).into_iter().next()?;
    let kings: Vec<Square> = start.of(king, side).into_iter().filter(on_rank).collect();
    let own_file = rules.number("castlingKingFile").saturating_sub(1);
    let from = match kings[..] {
        [only] => only,
        _ => kings.iter().copied().find(|square| square.file == own_file)?,
    };
    let rooks = rules.slots("castlingRookPieces", side);
    let beyond = |square: &Square| {
        let outermost = files.rook.min(last_file);
        if files.is_kingside {
            (from.file + 1..=outermost).contains(&square.file)
        } else {
            (files.rook..from.file).contains(&square.file)
        }
    };
    let found = start.pieces.iter().filter(|(square, owner, slot)| {
        *owner == side && rooks.contains(slot) && on_rank(square) && beyond(square)
    });
    let found = found.map(|(square, _, slot)| (*square, *slot));
    let (rook, slot) = if files.is_kingside { found.max() } else { found.min() }?;
    let beside = if files.is_kingside { files.king.checked_sub(1)? } else { files.king + 1 };
    if files.king > last_file || beside > last_file {
        return None;
    }
    let to = |file| Square { file, rank };
    Some(vec![(rules.kind(king)?, from, to(files.king)), (rules.kind(slot)?, rook, to(beside))])
}
