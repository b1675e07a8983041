//! What a movement can do, whatever board it is laid on.

use super::leg::{CastlingMotion, Component, End, EndAction, Motion, Start};
use super::{Clause, ClauseKind, Sentence, lower};

/// Returns the components of clauses, without those of the pieces that they name.
pub fn components_of(clauses: &[Clause]) -> Vec<Component> {
    let one_by_one = clauses.iter().flat_map(|clause| {
        let clauses = vec![clause.clone()];
        lower(&Sentence { clauses }, &|_| None)
    });
    one_by_one.collect()
}

/// Returns the castling in a sentence, if it has any.
pub fn castling(sentence: &Sentence) -> Option<CastlingMotion> {
    let components = components_of(&sentence.clauses);
    components
        .iter()
        .find_map(|component| match component.motion {
            Motion::Castling(castling) => Some(castling),
            _ => None,
        })
}

/// Whether a sentence may let its piece capture; en passant does not count. Assumes that each
/// piece it names captures.
pub fn may_capture(sentence: &Sentence) -> bool {
    let takes = |end: &End| end.may(EndAction::Take);
    let is_piece = |clause: &Clause| matches!(clause.kind, ClauseKind::Piece(_));
    sentence.clauses.iter().any(is_piece)
        || components_of(&sentence.clauses)
            .iter()
            .any(|component| match &component.motion {
                Motion::Legs(legs) => legs.iter().any(|leg| takes(&leg.end)),
                Motion::Distance { end, .. } | Motion::Anywhere(end) => takes(end),
                Motion::Castling(_) | Motion::Drop(_) => false,
            })
}

/// Whether a sentence lets its piece capture en passant.
pub fn takes_en_passant(sentence: &Sentence) -> bool {
    components_of(&sentence.clauses)
        .iter()
        .any(|component| match &component.motion {
            Motion::Legs(legs) => legs.iter().any(|leg| leg.end.en_passant),
            Motion::Distance { end, .. } | Motion::Anywhere(end) => end.en_passant,
            Motion::Castling(_) | Motion::Drop(_) => false,
        })
}

/// Whether a sentence lets an unmoved piece go where it could not go later, as a Pawn’s double
/// step does.
pub fn has_first_move(sentence: &Sentence) -> bool {
    components_of(&sentence.clauses).iter().any(|component| {
        component.start == Start::Unmoved && !matches!(component.motion, Motion::Castling(_))
    })
}
