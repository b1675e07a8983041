//! Tables of combinations: the pieces made of at most one piece of each axis.

use crate::book::combinations::CombinationsDecl;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{PieceId, Stack, Variant};
use crate::variant::names::unknown_piece;

/// The axes of a table, and the pieces in it.
#[derive(Clone, Debug)]
pub struct Combinations {
    pub axes: Vec<Axis>,
    /// In the order of all choices, the last axis' running fastest; nothing chosen is no piece.
    pieces: Vec<Option<PieceId>>,
}

#[derive(Clone, Debug)]
pub struct Axis {
    pub name: String,
    pub pieces: Vec<PieceId>,
}

impl Combinations {
    /// The piece made of one choice for each axis, counted from 1; with 0 nothing is chosen.
    pub fn at(&self, choice: &[usize]) -> Option<PieceId> {
        let place = self
            .axes
            .iter()
            .zip(choice)
            .fold(0, |place, (axis, nth)| place * (axis.pieces.len() + 1) + nth.min(&axis.pieces.len()));
        self.pieces.get(place).copied().flatten()
    }

    /// The piece in which most is chosen.
    pub fn last(&self) -> Option<PieceId> {
        self.pieces.last().copied().flatten()
    }
}

/// Looks up the pieces of a block; `None`, after a complaint, if some combination is no piece.
pub fn combinations(
    decl: &CombinationsDecl,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> Option<Combinations> {
    let errors = diagnostics.errors();
    let known = || variant.pieces.iter().map(|piece| piece.id.as_str());
    let mut made: Vec<Stack> = vec![Stack::default()];
    let mut axes = Vec::new();
    for axis in &decl.axes {
        let mut pieces = Vec::new();
        for word in &axis.pieces {
            match variant.piece_named(&word.text) {
                None => diagnostics.push(unknown_piece(&word.text, word.span, known())),
                Some(piece) if variant.piece(piece).checkers.is_empty() => {
                    let message = format!("`{}` is made of no checkers", word.text);
                    let complaint = Diagnostic::error(Code::WrongValue, message);
                    diagnostics.push(complaint.at(word.span, "expected a piece with `checkers`"));
                }
                Some(piece) => pieces.push((piece, word)),
            }
        }
        let mut joined = Vec::new();
        for stack in &made {
            joined.push(*stack);
            for (piece, word) in &pieces {
                let both = stack.and(variant.piece(*piece).checkers);
                if piece_of(variant, both).is_none() {
                    let other = piece_of(variant, *stack).map_or("it", |other| &variant.piece(other).id);
                    let message = format!("`{other}` and `{}` together are no piece", word.text);
                    let complaint = Diagnostic::error(Code::UnknownPiece, message);
                    let label = "expected a rule `combine` or a piece made of their checkers";
                    diagnostics.push(complaint.at(word.span, label));
                    return None;
                }
                joined.push(both);
            }
        }
        made = joined;
        let pieces = pieces.into_iter().map(|(piece, _)| piece).collect();
        axes.push(Axis { name: axis.name.clone(), pieces });
    }
    let pieces = made.into_iter().map(|stack| piece_of(variant, stack)).collect();
    (diagnostics.errors() == errors).then_some(Combinations { axes, pieces })
}

fn piece_of(variant: &Variant, stack: Stack) -> Option<PieceId> {
    variant.piece_ids().find(|id| !stack.is_empty() && variant.piece(*id).checkers == stack)
}
