//! Push: a piece goes to an enemy's cell, and pushes the enemy along the line as far as it can go.
//! With a train, it also pushes the pieces in front of the enemy.

use crate::model::{Cell, Dir, Side};
use crate::play::effect::{Effect, EffectVerb};

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Push {
    pub along: Vec<Dir>,
    pub range: usize,
    /// Whether the pieces in front of the enemy are pushed on as well.
    pub train: bool,
    pub takes: PowerTargets,
}

impl Push {
    /// Reports each push: the cell to which the piece goes, and the effects on the pushed pieces,
    /// the furthest first.
    pub(crate) fn find_pushes(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        report: &mut dyn FnMut(Cell, Vec<Effect>),
    ) {
        for dir in &self.along {
            let Some((to, _)) = view
                .first_piece(from, *dir, self.range)
                .filter(|(to, _)| view.can_take(*to, side, &self.takes))
            else {
                continue;
            };
            let pushes = self.push_effects(view, to, *dir);
            if pushes.last().and_then(Effect::from) == Some(to) {
                report(to, pushes);
            }
        }
    }

    /// Returns the effects on the pieces that are pushed along a line that begins with `to`, the
    /// furthest first.
    fn push_effects(&self, view: PositionView<'_>, to: Cell, dir: Dir) -> Vec<Effect> {
        let beyond: Vec<Cell> = view.line(to, dir).collect();
        // Without a train, the enemy goes as far as the next piece.
        let obstacle = beyond
            .iter()
            .position(|cell| !self.train && !view.is_empty(*cell));
        let line = || std::iter::once(&to).chain(&beyond[..obstacle.unwrap_or(beyond.len())]);
        let cells: Vec<Cell> = line().copied().collect();
        let pieces = cells
            .iter()
            .rev()
            .filter_map(|cell| Some((view.piece(*cell)?, *cell)));
        let pushes = pieces
            .zip(cells.iter().rev())
            .filter(|((_, from), to)| from != *to);
        pushes
            .map(|((piece, from), to)| Effect::go(EffectVerb::Push, piece, from, *to))
            .collect()
    }
}
