//! Push: a piece comes to an enemy's cell, and the enemy is driven on along the line, with all that stand before it,
//! as far as they can go.

use crate::model::{Cell, Dir, Side};
use crate::play::effect::Effect;

use super::view::{PositionView, PowerTargets};

#[derive(Debug)]
pub(in crate::play) struct Push {
    pub along: Vec<Dir>,
    /// Whether others are driven on before it.
    pub train: bool,
    pub takes: PowerTargets,
}

impl Push {
    /// Notes each push: the cell to which the piece comes, and what goes where, the furthest first.
    pub(crate) fn note(
        &self,
        view: PositionView<'_>,
        from: Cell,
        side: Side,
        note: &mut dyn FnMut(Cell, Vec<Effect>),
    ) {
        for dir in &self.along {
            let Some((to, _)) = view
                .first(from, *dir)
                .filter(|(to, _)| view.can_take(*to, side, &self.takes))
            else {
                continue;
            };
            let driven = self.driven(view, to, *dir);
            if matches!(driven.last(), Some(Effect::Push { from, .. }) if *from == to) {
                note(to, driven);
            }
        }
    }

    /// What is driven on of all that stands on a line from a cell on, the furthest first.
    fn driven(&self, view: PositionView<'_>, to: Cell, dir: Dir) -> Vec<Effect> {
        let beyond: Vec<Cell> = view.line(to, dir).collect();
        // Alone it goes as far as the first that stands there.
        let free = beyond
            .iter()
            .position(|cell| !self.train && !view.is_empty(*cell));
        let line = || std::iter::once(&to).chain(&beyond[..free.unwrap_or(beyond.len())]);
        let cells: Vec<Cell> = line().copied().collect();
        let pieces = cells
            .iter()
            .rev()
            .filter_map(|cell| Some((view.piece(*cell)?, *cell)));
        let driven = pieces
            .zip(cells.iter().rev())
            .filter(|((_, from), to)| from != *to);
        driven
            .map(|((piece, from), to)| Effect::Push {
                piece,
                from,
                to: *to,
            })
            .collect()
    }
}
