//! The variants of one run, by name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use padma_expr::MeasuredVariant;
use padma_rules::model::KindId;
use padma_rules::movement::{Action, ClauseKind};
use padma_rules::play::Endings;
use padma_rules::reach::Rules;

/// Variants with their rules. Their indices never change.
#[derive(Clone, Debug, Default)]
pub struct Variants {
    rules: Vec<Arc<Rules>>,
    /// For each variant, the endings that have been solved by its rules.
    endings: Vec<Arc<Endings>>,
    /// For each variant, the statistics of its measured games.
    measured: Vec<Option<Arc<MeasuredVariant>>>,
    places: BTreeMap<String, usize>,
    /// The names of variants that could not be resolved.
    failed: BTreeSet<String>,
}

impl Variants {
    /// Adds a variant and returns its index.
    pub fn add(&mut self, rules: Rules) -> usize {
        let place = self.rules.len();
        self.places.insert(rules.variant.id.clone(), place);
        self.rules.push(Arc::new(rules));
        self.endings.push(Arc::default());
        self.measured.push(None);
        place
    }

    /// Records the statistics of a variant's measured games.
    pub fn set_measured(&mut self, place: usize, measured: MeasuredVariant) {
        self.measured[place] = Some(Arc::new(measured));
    }

    /// Returns the statistics of a variant's measured games, if there are any.
    pub fn measured(&self, place: usize) -> Option<&MeasuredVariant> {
        self.measured[place].as_deref()
    }

    /// Records that the variant of this name could not be resolved, which has been reported to
    /// its author.
    pub fn add_failed(&mut self, name: &str) {
        self.failed.insert(name.to_string());
    }

    /// Whether the variant of this name could not be resolved.
    pub fn has_failed(&self, name: &str) -> bool {
        self.failed.contains(name)
    }

    /// Returns the same variants after a change to the movement or the cells of some pieces of
    /// one variant. Keeps those of its endings that contain none of these pieces and cannot come
    /// to contain one.
    pub fn with_changed_pieces(&self, place: usize, rules: Rules) -> Variants {
        let mut variants = self.clone();
        let (old, new) = (&self.rules[place].variant, &rules.variant);
        let is_as_before = |kind: KindId| {
            let (a, b) = (old.kind(kind), new.kind(kind));
            let names_none = a.movement.clauses.iter().all(|clause| match &clause.kind {
                ClauseKind::Betza(_) => true,
                ClauseKind::Action { action, .. } => !matches!(action, Action::Distance(..)),
                ClauseKind::Piece(_) => false,
            });
            let stays =
                new.promotes_to(kind, None).is_empty() && new.transforms_into(kind).is_empty();
            a.movement == b.movement && a.stands_on == b.stands_on && names_none && stays
        };
        variants.endings[place] = Arc::new(self.endings[place].transferable(is_as_before));
        variants.rules[place] = Arc::new(rules);
        variants
    }

    /// Returns the same variants with other rules for one of them, without its endings.
    pub fn replaced(&self, place: usize, rules: Rules) -> Variants {
        let mut variants = self.clone();
        variants.endings[place] = Arc::default();
        variants.rules[place] = Arc::new(rules);
        variants
    }

    /// Returns the indices of all variants.
    pub fn places(&self) -> std::ops::Range<usize> {
        0..self.rules.len()
    }

    /// Returns the index of the variant with this name, if it has been resolved.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Returns the rules of the variant at this index.
    pub fn rules(&self, place: usize) -> &Rules {
        &self.rules[place]
    }

    /// Returns the endings solved by the rules at an index.
    pub fn endings(&self, place: usize) -> &Endings {
        &self.endings[place]
    }

    /// Iterates over all names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }
}
