//! Tables of combinations: the pieces made of at most one piece of each axis.

use crate::pages::combinations::CombinationsDecl;
use padma_rules::model::{KindId, Stack, Variant};
use padma_rules::names::kind_named;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The axes of a table, and the pieces in it.
#[derive(Clone, Debug)]
pub struct Combinations {
    /// One to three axes; the last two are rows and columns, the first of three is tables.
    pub axes: Vec<Axis>,
    /// The pieces in the order of all choices, where the choice on the last axis varies fastest;
    /// `None` where nothing is chosen.
    kinds: Vec<Option<KindId>>,
}

/// What the tables, the rows or the columns differ in.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its name, for readers.
    pub name: String,
    /// The kinds of piece along it.
    pub kinds: Vec<KindId>,
}

impl Combinations {
    /// Returns the piece made of one choice on each axis, counted from 1; 0 means no choice.
    pub fn at(&self, choice: &[usize]) -> Option<KindId> {
        let place = self.axes.iter().zip(choice).fold(0, |place, (axis, nth)| {
            place * (axis.kinds.len() + 1) + nth.min(&axis.kinds.len())
        });
        self.kinds.get(place).copied().flatten()
    }

    /// Returns the piece with the last choice on every axis.
    pub fn last(&self) -> Option<KindId> {
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
    let mut made: Vec<Stack> = vec![Stack::default()];
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
        let mut joined = Vec::new();
        for stack in &made {
            joined.push(*stack);
            for (kind, word) in &kinds {
                let both = stack.and(variant.kind(*kind).checkers);
                if kind_of(variant, both).is_none() {
                    let other =
                        kind_of(variant, *stack).map_or("it", |other| &variant.kind(other).id);
                    let message =
                        format!("`{other}` and `{}` together do not make a piece", word.text);
                    let label = "expected a rule `combine` or a piece made of their checkers";
                    return diagnostics.refuse(Code::UnknownPiece, message, word.span, label);
                }
                joined.push(both);
            }
        }
        made = joined;
        let kinds = kinds.into_iter().map(|(kind, _)| kind).collect();
        axes.push(Axis {
            name: axis.name.clone(),
            kinds,
        });
    }
    let kinds = made
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
