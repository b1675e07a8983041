//! Words of expressions about the pieces of a draft.

use super::super::draft::{PieceIndex, VariantDraft};
use super::rules::IniRules;
use padma_rules::names::title_from_id;
use padma_variant::decl::piece;

/// Names kinds of piece in an expression: `pawn | rook`.
pub(super) fn kinds_of(draft: &VariantDraft, kinds: &[PieceIndex]) -> String {
    draft.ids(kinds).join(" | ")
}

/// Returns the cells with a side's pieces of some kinds.
pub(super) fn pieces_of(
    rules: &IniRules,
    draft: &VariantDraft,
    kinds: &[PieceIndex],
    side: &str,
) -> String {
    if kinds.is_empty() {
        return "{}".to_string();
    }
    match is_all(rules, kinds) {
        true => format!("pieces({side})"),
        false => format!("pieces({}, {side})", kinds_of(draft, kinds)),
    }
}

/// Returns the number of a side's pieces of some kinds in hand.
pub(super) fn hand_of(draft: &VariantDraft, kinds: &[PieceIndex], side: &str) -> String {
    format!("hand({}, {side})", kinds_of(draft, kinds))
}

/// Names kinds of piece in a sentence: “piece”, or “Pawn or Rook”.
pub(super) fn kinds_words(rules: &IniRules, draft: &VariantDraft, kinds: &[PieceIndex]) -> String {
    if is_all(rules, kinds) {
        return "piece".to_string();
    }
    let name = |kind: &PieceIndex| title_from_id(draft.pieces[*kind].str(piece::ID));
    kinds.iter().map(name).collect::<Vec<_>>().join(" or ")
}

fn is_all(rules: &IniRules, kinds: &[PieceIndex]) -> bool {
    kinds.len() == rules.pieces.len()
}
