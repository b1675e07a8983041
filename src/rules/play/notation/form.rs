//! Forms of moves that only some variants have. In a variant without the form no move has such a text.

use super::read::{MoveParts, cut_judgement, cut_sign, read, same_castling, without_en_passant};
use crate::model::{EffectKind, Rule, Side};
use crate::movement::takes_en_passant;
use crate::play::game::Game;

/// A form of moves that rules give to a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// `O-O`
    Castling,
    /// `N@e4`
    Drop,
    /// `e8=Q`
    Change,
    /// `exd6 e.p.`
    EnPassant,
}

/// The usual names of castlings.
const CASTLINGS: [&str; 2] = ["O-O", "O-O-O"];

/// Returns the form of a text if the variant has no moves of that form, in any position.
pub fn foreign_form(game: &Game<'_>, text: &str) -> Option<MoveForm> {
    let variant = game.variant();
    let marked = cut_judgement(text);
    let unmarked = without_en_passant(marked);
    let mut movements = variant.kinds.iter().map(|kind| &kind.movement);
    if unmarked != marked && !movements.any(takes_en_passant) {
        return Some(MoveForm::EnPassant);
    }
    let (body, _) = cut_sign(&variant.notation, unmarked);
    let castles = !game.castles.is_empty() || game.has_steps;
    if !castles && CASTLINGS.iter().any(|name| same_castling(name, body)) {
        return Some(MoveForm::Castling);
    }
    match read(game, Side::White, text).ok()?.what {
        MoveParts::Drop { .. } if game.drops.is_empty() => Some(MoveForm::Drop),
        MoveParts::Move { into: Some(_), .. } if !changes_pieces(game) => Some(MoveForm::Change),
        _ => None,
    }
}

/// Whether a piece may become another by its move.
fn changes_pieces(game: &Game<'_>) -> bool {
    let becomes = |rule: &Rule| match rule {
        Rule::Promotion(_) | Rule::Transformation(_) => true,
        Rule::Drop(rule) => rule.becomes.is_some(),
        Rule::Effect(rule) => matches!(rule.effect, EffectKind::Becomes(..)),
        _ => false,
    };
    game.variant().rules.iter().any(becomes)
}
