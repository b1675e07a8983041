//! Variables: each choice of values, one after another.

use super::{Bound, Run, Values};
use crate::claim::formula::{Binder, Domain};

impl Run<'_, '_> {
    /// Binds the variables to every choice of values that meets the condition, until `body` says
    /// stop.
    pub(super) fn each(&mut self, binder: &Binder, body: &mut dyn FnMut(&mut Self) -> bool) {
        let domain = match &binder.domain {
            Domain::Cells(set) => Values::Cells(self.set(set)),
            Domain::Pieces(herd) => Values::Pieces(self.herd(herd)),
            Domain::Numbers(roll) => Values::Numbers(self.roll(roll)),
        };
        debug_assert_eq!(self.bound.len(), binder.first.0);
        self.choose(binder, &domain, binder.count, body);
    }

    fn choose(
        &mut self,
        binder: &Binder,
        domain: &Values,
        left: usize,
        body: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        if left == 0 {
            return match &binder.condition {
                Some(condition) if !self.test(condition) => true,
                _ => body(self),
            };
        }
        match domain {
            Values::Cells(set) => {
                let least = match self.bound.last() {
                    Some(Bound::Cell(last)) if binder.ordered && left < binder.count => Some(*last),
                    _ => None,
                };
                let mut cells = set.iter().filter(|cell| least.is_none_or(|least| *cell >= least));
                cells.all(|cell| self.with_bound(Bound::Cell(cell), binder, domain, left, body))
            }
            Values::Numbers(numbers) => numbers
                .iter()
                .all(|number| self.with_bound(Bound::Number(*number), binder, domain, left, body)),
            Values::Pieces(pieces) => {
                pieces.iter().all(|piece| self.with_bound(Bound::Piece(*piece), binder, domain, left, body))
            }
        }
    }

    /// Goes on choosing with one more variable bound; false to stop.
    fn with_bound(
        &mut self,
        value: Bound,
        binder: &Binder,
        domain: &Values,
        left: usize,
        body: &mut dyn FnMut(&mut Self) -> bool,
    ) -> bool {
        if !self.spend(1) {
            return false;
        }
        self.bindings += 1;
        self.bound.push(value);
        self.since.push(self.bindings);
        let go_on = self.choose(binder, domain, left - 1, body);
        self.bound.pop();
        self.since.pop();
        go_on
    }
}
