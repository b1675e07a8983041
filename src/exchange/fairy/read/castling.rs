//! Castling with a king and the outermost rook on that side, as in the start position.

use crate::draft::{PieceIndex, VariantDraft};
use crate::fairy::fen::StartPosition;
use crate::fairy::rules::IniRules;
use crate::places::Square;
use padma_rules::model::Side;
use padma_variant::form::Fields;
use padma_variant::kinds::castling::{self, CASTLING};

/// A direction in which a king may castle.
struct Wing {
    letter: char,
    name: &'static str,
    /// The key for the king's destination file.
    king: &'static str,
    /// The key for the outermost file on which the rook may stand.
    rook: &'static str,
}

const KINGSIDE: Wing = Wing {
    letter: 'k',
    name: "0-0",
    king: "castlingKingsideFile",
    rook: "castlingRookKingsideFile",
};
const QUEENSIDE: Wing = Wing {
    letter: 'q',
    name: "0-0-0",
    king: "castlingQueensideFile",
    rook: "castlingRookQueensideFile",
};

/// Returns a castling for each wing on which at least one side may castle.
pub(crate) fn rules(rules: &IniRules, start: &StartPosition, draft: &VariantDraft) -> Vec<Fields> {
    if !rules.truth("castling") {
        return Vec::new();
    }
    let castling = |wing: Wing| {
        let pieces = |side| pieces(rules, start, side, &wing).unwrap_or_default();
        let [white, black] = Side::BOTH.map(|side| draft.movers(&pieces(side)));
        let moves = !white.is_empty() || !black.is_empty();
        let castling = draft.rule(&CASTLING).with_text(castling::NAME, wing.name);
        moves.then(|| {
            castling
                .with_texts(castling::WHITE, white)
                .with_texts(castling::BLACK, black)
        })
    };
    [KINGSIDE, QUEENSIDE]
        .into_iter()
        .filter_map(castling)
        .collect()
}

/// Whether the start position has a castling right that could not be carried over.
pub(crate) fn is_lost(rules: &IniRules, start: &StartPosition, carried: &[Fields]) -> bool {
    // File letters name rooks too. With gating, they name pieces behind which others enter.
    let names_rook = |c: &char| match c.to_ascii_uppercase() {
        'K' | 'Q' => true,
        c => c.is_ascii_uppercase() && !rules.truth("gating"),
    };
    let rights = start.castling.chars().filter(names_rook).count();
    let has = |rule: &Fields, side| usize::from(!rule.texts(side).is_empty());
    let carried_rights: usize = carried
        .iter()
        .map(|rule| has(rule, castling::WHITE) + has(rule, castling::BLACK))
        .sum();
    rules.truth("castling") && carried_rights < rights
}

/// Returns the file of the rook with which a king on this file may castle, or `Some(None)` for the
/// outermost one; `None` if the start position gives no right to it. `K` and `Q` stand for the
/// outermost rooks, a letter of a file for the rook on it.
fn named_rook(
    rules: &IniRules,
    start: &StartPosition,
    side: Side,
    wing: &Wing,
    king: u16,
) -> Option<Option<u16>> {
    let own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
    let mut letters = start.castling.chars().filter(own);
    let is_kingside = wing.letter == 'k';
    if letters
        .clone()
        .any(|letter| letter.eq_ignore_ascii_case(&wing.letter))
    {
        return Some(None);
    }
    if rules.truth("gating") {
        return None;
    }
    letters.find_map(|letter| {
        let letter = letter.to_ascii_lowercase();
        let is_file = letter.is_ascii_lowercase() && !matches!(letter, 'k' | 'q');
        let file = is_file.then(|| u16::from(letter as u8 - b'a'))?;
        ((file > king) == is_kingside && file != king).then_some(Some(file))
    })
}

fn pieces(
    rules: &IniRules,
    start: &StartPosition,
    side: Side,
    wing: &Wing,
) -> Option<Vec<(PieceIndex, Square, Square)>> {
    let file = |key| rules.number(key).saturating_sub(1);
    let (king_file, outermost, is_kingside) =
        (file(wing.king), file(wing.rook), wing.letter == 'k');
    let (last_file, ranks) = (rules.board().0 - 1, rules.board().1);
    let row = rules.number("castlingRank").clamp(1, ranks) - 1;
    let rank = if side == Side::White {
        row
    } else {
        ranks - 1 - row
    };
    let on_rank = |square: &Square| square.rank == rank;
    let king = rules.slots("castlingKingPiece", side).into_iter().next()?;
    let kings: Vec<Square> = start
        .squares_of(king, side)
        .into_iter()
        .filter(on_rank)
        .collect();
    let own_file = file("castlingKingFile");
    let from = match kings[..] {
        [only] => only,
        _ => kings
            .iter()
            .copied()
            .find(|square| square.file == own_file)?,
    };
    let rook_file = named_rook(rules, start, side, wing, from.file)?;
    let rooks = rules.slots("castlingRookPieces", side);
    let beyond = |square: &Square| match is_kingside {
        true => (from.file + 1..=outermost.min(last_file)).contains(&square.file),
        false => (outermost..from.file).contains(&square.file),
    };
    let candidates = start.pieces.iter().filter(|(square, owner, slot)| {
        *owner == side
            && rooks.contains(slot)
            && on_rank(square)
            && beyond(square)
            && rook_file.is_none_or(|file| square.file == file)
    });
    let candidates = candidates.map(|(square, _, slot)| (*square, *slot));
    let (rook, slot) = if is_kingside {
        candidates.max()
    } else {
        candidates.min()
    }?;
    let rook_file = if is_kingside {
        king_file.checked_sub(1)?
    } else {
        king_file + 1
    };
    if king_file > last_file || rook_file > last_file {
        return None;
    }
    let to = |file| Square { file, rank };
    Some(vec![
        (rules.kind(king)?, from, to(king_file)),
        (rules.kind(slot)?, rook, to(rook_file)),
    ])
}
