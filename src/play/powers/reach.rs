//! What a man reaches among others where powers are about: what his moves would be, were it his turn and no king in
//! danger.

use crate::model::{Cell, CellSet, Man, Position, Reserve};
use crate::moves::Reach;
use crate::play::arbiter::Arbiter;
use crate::play::effect::Moves;
use crate::play::state::State;

impl Arbiter<'_, '_> {
    /// Where a man on a cell may go. Whoever stands there in the position does not count.
    pub fn reach(&mut self, position: &Position, from: Cell, man: Man, has_moved: bool) -> Reach {
        let mut state = State::of(self.game, position, &Reserve::default());
        state.place(from, Some(man), has_moved);
        let moves = self.ways(&mut state, from);
        let mut reach = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for found in moves.iter() {
            if Some(found.to) != found.from {
                reach.2.insert(found.to);
                if position.man(found.to).is_none() {
                    reach.0.insert(found.to);
                }
            }
            moves.taken(found).for_each(|(_, cell)| reach.1.insert(cell));
        }
        Reach::told(reach.0, reach.1, reach.2)
    }

    /// The cells where an enemy man would be taken, if one stood there and all else stayed.
    pub fn attacks(&mut self, position: &Position, from: Cell, man: Man, has_moved: bool) -> CellSet {
        let mut state = State::of(self.game, position, &Reserve::default());
        state.place(from, Some(man), has_moved);
        let enemy = Man { side: man.side.other(), piece: None };
        let mut attacks = CellSet::EMPTY;
        for cell in self.game.variant().board.cells().filter(|cell| *cell != from) {
            let there = state.position.man(cell);
            if there.is_none_or(|there| there.side == man.side) {
                state.place(cell, Some(enemy), true);
            }
            let moves = self.ways(&mut state, from);
            if moves.iter().any(|found| moves.taken(found).any(|(_, taken)| taken == cell)) {
                attacks.insert(cell);
            }
            state.place(cell, there, true);
        }
        attacks
    }

    /// The moves of the man on a cell, whether they leave a king attacked or not.
    fn ways(&mut self, state: &mut State, from: Cell) -> Moves {
        let mut moves = Moves::default();
        self.movement_from(state, from, &mut moves);
        self.drop_idle(&mut moves);
        moves
    }
}
