//! Pieces made of checkers: which join to which, and into what they part.

use std::ops::Range;

use crate::model::{PieceId, Stack, Stacking, Variant};

/// A part that may leave a piece, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub part: PieceId,
    pub rest: PieceId,
}

/// Which pieces join to which, and into what they part.
#[derive(Debug)]
pub(super) struct Stacks {
    pub rule: Stacking,
    /// By what they are made of.
    pieces: Vec<(Stack, PieceId)>,
    /// For each piece, where its divisions stand in the list.
    divided: Vec<Range<usize>>,
    divisions: Vec<Division>,
}

impl Stacks {
    pub fn new(variant: &Variant, rule: Stacking) -> Stacks {
        let made = |id: &PieceId| !variant.piece(*id).checkers.is_empty();
        let mut pieces: Vec<(Stack, PieceId)> =
            variant.piece_ids().filter(made).map(|id| (variant.piece(id).checkers, id)).collect();
        pieces.sort_unstable();
        let mut stacks = Stacks { rule, pieces, divided: Vec::new(), divisions: Vec::new() };
        for id in variant.piece_ids() {
            let whole = variant.piece(id).checkers;
            let start = stacks.divisions.len();
            let division = |part: PieceId| {
                let rest = whole.without(variant.piece(part).checkers).filter(|rest| !rest.is_empty())?;
                Some(Division { part, rest: stacks.piece(rest)? })
            };
            let parts = variant.piece_ids().filter(made).filter_map(division);
            let parts: Vec<Division> = if rule.split { parts.collect() } else { Vec::new() };
            stacks.divisions.extend(parts);
            stacks.divided.push(start..stacks.divisions.len());
        }
        stacks
    }

    /// The piece that is made of these checkers.
    pub fn piece(&self, stack: Stack) -> Option<PieceId> {
        let place = self.pieces.binary_search_by_key(&stack, |(stack, _)| *stack).ok()?;
        Some(self.pieces[place].1)
    }

    /// Whether a part of a piece may take.
    pub fn parts_take(&self, piece: PieceId) -> bool {
        self.rule.parts_take && !self.divided[piece.index()].is_empty()
    }

    pub fn divisions(&self, piece: PieceId) -> &[Division] {
        &self.divisions[self.divided[piece.index()].clone()]
    }
}
