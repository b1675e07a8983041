//! Looks up tables of combinations: the pieces made of at most one piece of each axis.

use crate::pages::combinations::CombinationsDecl;
use padma_rules::model::{KindId, Stack, Variant};
use padma_rules::names::kind_named;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The axes of a table, and the pieces in it.
#[derive(Clone, Debug)]
pub struct Combinations {
    /// One to three axes. The last two are rows and columns; a third before them gives several
    /// tables.
    pub axes: Vec<Axis>,
    /// The piece of each combination, `None` for the empty one. The last axis varies fastest.
    kinds: Vec<Option<KindId>>,
}

/// One dimension of the tables: pieces, one of which a combination may contain.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name, for readers.
    pub name: String,
    /// The kinds of piece along it.
    pub kinds: Vec<KindId>,
}

impl Combinations {
    /// Returns the piece made of one choice on each axis, counted from 1; 0 means no choice.
    pub fn piece_at(&self, choice: &[usize]) -> Option<KindId> {
        let index = self.axes.iter().zip(choice).fold(0, |index, (axis, nth)| {
            index * (axis.kinds.len() + 1) + nth.min(&axis.kinds.len())
        });
        self.kinds.get(index).copied().flatten()
    }

    /// Returns the piece with the last choice on every axis.
    pub fn last_piece(&self) -> Option<KindId> {
        self.kinds.last().copied().flatten()
    }
}

/// Looks up the pieces of a block. Returns `None`, after a complaint, if some combination is not a
/// piece.
pub fn combinations(
    decl: &CombinationsDecl,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> Option<Combinations> {
    let errors = diagnostics.errors();
    let mut stacks: Vec<Stack> = vec![Stack::default()];
    let mut axes = Vec::new();
    for axis in &decl.axes {
        let mut kinds = Vec::new();
        for word in &axis.pieces {
            match kind_named(&variant.kinds, &word.text, word.span, diagnostics) {
                None => {}
                Some(kind) if variant.kind(kind).checkers.is_empty() => {
                    let message = format!("`{}` is not made of checkers", word.text);
                    let complaint = Diagnostic::error(Code::WrongValue, message);
                    diagnostics.push(complaint.at(word.span, "expected a piece with `checkers`"));
                }
                Some(kind) => kinds.push((kind, word)),
            }
        }
        let mut extended = Vec::new();
        for stack in &stacks {
            extended.push(*stack);
            for (kind, word) in &kinds {
                let combined = stack.joined_with(variant.kind(*kind).checkers);
                if kind_of(variant, combined).is_none() {
                    let other =
                        kind_of(variant, *stack).map_or("it", |other| &variant.kind(other).id);
                    let message =
                        format!("`{other}` and `{}` together do not make a piece", word.text);
                    let label = "expected a rule `combine` or a piece made of their checkers";
                    return diagnostics.refuse(Code::UnknownPiece, message, word.span, label);
                }
                extended.push(combined);
            }
        }
        stacks = extended;
        let kinds = kinds.into_iter().map(|(kind, _)| kind).collect();
        axes.push(Axis {
            name: axis.name.clone(),
            kinds,
        });
    }
    let kinds = stacks
        .into_iter()
        .map(|stack| kind_of(variant, stack))
        .collect();
    (diagnostics.errors() == errors).then_some(Combinations { axes, kinds })
}

fn kind_of(variant: &Variant, stack: Stack) -> Option<KindId> {
    variant
        .kind_ids()
        .find(|id| !stack.is_empty() && variant.kind(*id).checkers == stack)
}
