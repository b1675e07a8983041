//! Swap: a piece changes places with the first piece it meets on a line.

use crate::model::{Cell, Dir, Piece, Side};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Swap {
    pub along: Vec<Dir>,
    pub range: usize,
    /// `Any` means pieces of either side; `Only` means enemies of these kinds.
    pub takes: PowerTargets,
}

impl Swap {
    /// Reports each piece with which the piece can change places, and its cell.
    pub(crate) fn find_swaps(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        report: &mut dyn FnMut(Cell, Piece),
    ) {
        for dir in &self.along {
            if let Some((to, other)) = view.first_piece(from, *dir, self.range)
                && (self.takes == PowerTargets::Any || view.can_take(to, side, &self.takes))
            {
                report(to, other);
            }
        }
    }
}
