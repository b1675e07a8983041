//! Pieces made of checkers: which join to which, and into what they part.

use crate::model::{KindId, Stack, Stacking, Variant};

/// A part that may leave a piece, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub part: KindId,
    pub rest: KindId,
}

/// Which pieces join to which, and into what they part.
#[derive(Debug)]
pub(super) struct Stacks {
    pub rule: Stacking,
    /// What each piece is made of.
    made: Vec<Stack>,
    /// By what they are made of.
    kinds: Vec<(Stack, KindId)>,
    /// For each piece.
    divisions: Vec<Vec<Division>>,
}

impl Stacks {
    pub(crate) fn new(variant: &Variant, rule: Stacking) -> Stacks {
        let made = |id: &KindId| !variant.kind(*id).checkers.is_empty();
        let mut kinds: Vec<(Stack, KindId)> = variant
            .kind_ids()
            .filter(made)
            .map(|id| (variant.kind(id).checkers, id))
            .collect();
        kinds.sort_unstable();
        let all_made = variant.kinds.iter().map(|kind| kind.checkers).collect();
        let stacks = Stacks {
            rule,
            made: all_made,
            kinds,
            divisions: Vec::new(),
        };
        let divisions = variant.kind_ids().map(|id| {
            let whole = variant.kind(id).checkers;
            let division = |part: KindId| {
                let rest = whole
                    .without(variant.kind(part).checkers)
                    .filter(|rest| !rest.is_empty())?;
                Some(Division {
                    part,
                    rest: stacks.kind(rest)?,
                })
            };
            let parts = variant.kind_ids().filter(|part| rule.split && made(part));
            parts.filter_map(division).collect()
        });
        Stacks {
            divisions: divisions.collect(),
            ..stacks
        }
    }

    /// The piece that two are together. What is made of nothing joins nothing.
    pub(crate) fn joined(&self, one: KindId, other: KindId) -> Option<KindId> {
        let (one, other) = (self.made[one.index()], self.made[other.index()]);
        if one.is_empty() || other.is_empty() {
            None
        } else {
            self.kind(one.and(other))
        }
    }

    /// The piece that is made of these checkers.
    fn kind(&self, stack: Stack) -> Option<KindId> {
        let place = self
            .kinds
            .binary_search_by_key(&stack, |(stack, _)| *stack)
            .ok()?;
        Some(self.kinds[place].1)
    }

    /// Whether a part of a piece may take.
    pub(crate) fn parts_take(&self, kind: KindId) -> bool {
        self.rule.parts_take && !self.divisions(kind).is_empty()
    }

    pub(crate) fn divisions(&self, kind: KindId) -> &[Division] {
        &self.divisions[kind.index()]
    }
}
