//! Long leap: a piece leaps along a line over enemies, each with an empty cell behind it, and
//! captures them.

use crate::model::{Cell, Dir, Side};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct LongLeap {
    pub along: Vec<Dir>,
    /// The most steps of a leap.
    pub range: usize,
    /// Whether one leap may pass over several enemies.
    pub several: bool,
    pub takes: PowerTargets,
}

impl LongLeap {
    /// Adds this to a piece's leaps. If one of them differs only in its targets, it gets these too, so that a leap may pass over targets of both.
    pub(crate) fn join(self, leaps: &mut Vec<LongLeap>) {
        let is_alike = |other: &&mut LongLeap| {
            (other.several, other.range) == (self.several, self.range) && other.along == self.along
        };
        match leaps.iter_mut().find(is_alike) {
            None => leaps.push(self),
            Some(other) => match (&mut other.takes, &self.takes) {
                (PowerTargets::Only(all), PowerTargets::Only(more)) => {
                    all.iter_mut()
                        .zip(more)
                        .for_each(|(one, other)| *one |= other);
                }
                (takes, _) => *takes = PowerTargets::Any,
            },
        }
    }

    /// Reports each cell to which a leap leads, and the cells of the pieces that it passes over.
    pub(crate) fn find_leaps(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        report: &mut dyn FnMut(Cell, &[Cell]),
    ) {
        self.along
            .iter()
            .for_each(|dir| self.find_leaps_along(view, from, *dir, side, report));
    }

    pub(crate) fn find_leaps_along(
        &self,
        view: PositionView<'_>,
        from: Cell,
        dir: Dir,
        side: Side,
        report: &mut dyn FnMut(Cell, &[Cell]),
    ) {
        let mut victims = Vec::new();
        let mut last_was_occupied = false;
        for cell in view.line(from, dir).take(self.range) {
            if view.is_empty(cell) {
                last_was_occupied = false;
                if !victims.is_empty() {
                    report(cell, &victims);
                }
            } else if last_was_occupied
                || !view.can_take(cell, side, &self.takes)
                || !(self.several || victims.is_empty())
            {
                return;
            } else {
                last_was_occupied = true;
                victims.push(cell);
            }
        }
    }

    pub(crate) fn may_take(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        target: Cell,
    ) -> bool {
        let mut takes = false;
        self.find_leaps(view, from, side, &mut |_, victims| {
            takes |= victims.contains(&target)
        });
        takes
    }
}
