//! Evaluates what is asked of the source's own outline.

use super::{Bound, Run};
use crate::claim::formula::{Entry, Roll};
use crate::lower::NumberId;

impl Run<'_, '_> {
    pub(super) fn entry(&self, entry: Entry) -> NumberId {
        match entry {
            Entry::Fixed(number) => number,
            Entry::Variable(slot) => match self.bound[slot.0] {
                Bound::Number(number) => number,
                Bound::Cell(_) | Bound::Piece(_) => {
                    unreachable!("settling gave this variable the type of a number")
                }
            },
        }
    }

    /// Each number once, in the outline's order.
    pub(super) fn roll(&mut self, roll: &Roll) -> Vec<NumberId> {
        let outline = self.world.outline;
        // Most go through all numbers of the outline.
        self.spend(outline.len() as u64);
        let mut found = match roll {
            Roll::All(part) => outline.part(*part),
            Roll::Twice(part) => {
                let mut all = outline.part(*part);
                all.sort_unstable();
                all.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect()
            }
            Roll::Fixed(numbers) => numbers.clone(),
            Roll::One(entry) => vec![self.entry(*entry)],
            Roll::References(section) => outline.references(self.entry(*section)),
            Roll::FiguresOf(section) => outline.figures_of(self.entry(*section)),
            Roll::Dotted(inner) => {
                self.roll(inner).into_iter().filter_map(|number| outline.dotted(number)).collect()
            }
            Roll::Union(a, b) => [self.roll(a), self.roll(b)].concat(),
            Roll::Minus(a, b) => {
                let without = self.roll(b);
                self.roll(a).into_iter().filter(|number| without.binary_search(number).is_err()).collect()
            }
            Roll::Intersection(a, b) => {
                let both = self.roll(b);
                self.roll(a).into_iter().filter(|number| both.binary_search(number).is_ok()).collect()
            }
            Roll::Filter(binder) => {
                let mut found = Vec::new();
                self.each(binder, &mut |run| {
                    if let Bound::Number(number) = run.bound[binder.first.0] {
                        found.push(number);
                    }
                    true
                });
                found
            }
            Roll::Kept(kept) => return self.kept(kept, |run, roll| run.roll(roll)),
        };
        found.sort_unstable();
        found.dedup();
        found
    }
}
