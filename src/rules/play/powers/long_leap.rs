//! Long leap: a piece leaps along a line over enemies, each with an empty cell behind it, and
//! captures them.

use crate::model::{Cell, Dir, Side};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct LongLeap {
    pub along: Vec<Dir>,
    pub several: bool,
    pub takes: PowerTargets,
}

impl LongLeap {
    /// Adds this to a piece's leaps. If one of them has the same directions, it gets these targets
    /// too, so that one leap may go over both kinds of target.
    pub(crate) fn join(self, leaps: &mut Vec<LongLeap>) {
        let same =
            |other: &&mut LongLeap| other.several == self.several && other.along == self.along;
        match leaps.iter_mut().find(same) {
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

    /// Notes each cell to which a leap leads, and the cells of the pieces leapt over.
    pub(crate) fn find_leaps(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        note: &mut dyn FnMut(Cell, &[Cell]),
    ) {
        self.along
            .iter()
            .for_each(|dir| self.find_leaps_along(view, from, *dir, side, note));
    }

    pub(crate) fn find_leaps_along(
        &self,
        view: PositionView<'_>,
        from: Cell,
        dir: Dir,
        side: Side,
        note: &mut dyn FnMut(Cell, &[Cell]),
    ) {
        let mut leapt = Vec::new();
        let mut over_piece = false;
        for cell in view.line(from, dir) {
            if view.is_empty(cell) {
                over_piece = false;
                if !leapt.is_empty() {
                    note(cell, &leapt);
                }
            } else if over_piece
                || !view.can_take(cell, side, &self.takes)
                || !(self.several || leapt.is_empty())
            {
                return;
            } else {
                over_piece = true;
                leapt.push(cell);
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
        self.find_leaps(view, from, side, &mut |_, leapt| {
            takes |= leapt.contains(&target)
        });
        takes
    }
}
