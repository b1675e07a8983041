//! Pieces made of checkers: which pieces can join, and how they can split.

use crate::model::{KindId, Stack, Stacking, Variant};

/// A part that may leave a piece, and the rest that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub part: KindId,
    pub rest: KindId,
}

/// The rules by which pieces join and split.
#[derive(Debug)]
pub(super) struct Stacks {
    pub rule: Stacking,
    /// For each piece, the checkers it is made of.
    checkers: Vec<Stack>,
    /// The pieces, sorted by the checkers they are made of.
    kinds: Vec<(Stack, KindId)>,
    /// For each piece, the ways to split it.
    divisions: Vec<Vec<Division>>,
}

impl Stacks {
    pub(crate) fn new(variant: &Variant, rule: Stacking) -> Stacks {
        let has_checkers = |id: &KindId| !variant.kind(*id).checkers.is_empty();
        let mut kinds: Vec<(Stack, KindId)> = variant
            .kind_ids()
            .filter(has_checkers)
            .map(|id| (variant.kind(id).checkers, id))
            .collect();
        kinds.sort_unstable();
        let all_checkers = variant.kinds.iter().map(|kind| kind.checkers).collect();
        let stacks = Stacks {
            rule,
            checkers: all_checkers,
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
            let parts = variant
                .kind_ids()
                .filter(|part| rule.split && has_checkers(part));
            parts.filter_map(division).collect()
        });
        Stacks {
            divisions: divisions.collect(),
            ..stacks
        }
    }

    /// Returns the piece that two pieces make together. A piece made of no checkers joins nothing.
    pub(crate) fn join(&self, one: KindId, other: KindId) -> Option<KindId> {
        let (one, other) = (self.checkers[one.index()], self.checkers[other.index()]);
        if one.is_empty() || other.is_empty() {
            None
        } else {
            self.kind(one.joined_with(other))
        }
    }

    /// Returns the piece that is made of these checkers.
    fn kind(&self, stack: Stack) -> Option<KindId> {
        let index = self
            .kinds
            .binary_search_by_key(&stack, |(stack, _)| *stack)
            .ok()?;
        Some(self.kinds[index].1)
    }

    /// Whether a part may leave this piece by a capture.
    pub(crate) fn parts_take(&self, kind: KindId) -> bool {
        self.rule.parts_take && !self.divisions(kind).is_empty()
    }

    pub(crate) fn divisions(&self, kind: KindId) -> &[Division] {
        &self.divisions[kind.index()]
    }
}
