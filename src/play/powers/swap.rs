//! Swap: a piece changes places with the first it meets on a line.

use crate::model::{Cell, Dir, Man, Side};

use super::view::{Prey, View};

#[derive(Debug)]
pub(in crate::play) struct Swap {
    pub along: Vec<Dir>,
    /// `Anyone` are pieces of either side; others only enemies.
    pub prey: Prey,
}

impl Swap {
    /// Notes each piece with which places can be changed.
    pub fn note(&self, view: View<'_>, from: Cell, side: Side, note: &mut impl FnMut(Cell, Man)) {
        for dir in &self.along {
            if let Some((to, other)) = view.first(from, *dir)
                && (self.prey == Prey::Anyone || view.is_prey(to, side, &self.prey))
            {
                note(to, other);
            }
        }
    }
}
