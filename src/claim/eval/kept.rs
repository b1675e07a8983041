//! Values of parts whose variables may still stand for what they stood for before.

use super::Run;
use crate::claim::formula::Kept;

impl Run<'_, '_> {
    pub(super) fn kept<F, V: Clone>(
        &mut self,
        kept: &Kept<F, V>,
        compute: impl FnOnce(&mut Self, &F) -> V,
    ) -> V {
        if let Some(value) = self.known(kept, V::clone) {
            return value;
        }
        let value = compute(self, &kept.part);
        // With a fault it is no value, and none of those around it will be.
        if self.fault.is_none() {
            kept.value.replace(Some((self.since(kept), value.clone())));
        }
        value
    }

    /// Looks at a value that has been computed before and holds still.
    pub(super) fn known<F, V, T>(&self, kept: &Kept<F, V>, look: impl FnOnce(&V) -> T) -> Option<T> {
        let value = kept.value.borrow();
        value.as_ref().filter(|(then, _)| *then == self.since(kept)).map(|(_, value)| look(value))
    }

    /// The binding for which a value holds if it is computed now.
    fn since<F, V>(&self, kept: &Kept<F, V>) -> u64 {
        kept.by.map_or(0, |slot| self.since[usize::from(slot)])
    }
}
