//! What a man reaches among others: what his moves would be, were it his turn and no king in danger.

use super::View;
use crate::model::{Cell, CellSet, Deed, Man, Position, Reserve, Rule};
use crate::moves::Reach;
use crate::play::arbiter::Arbiter;
use crate::play::effect::Moves;
use crate::play::state::State;

impl Arbiter<'_, '_> {
    /// Where a man on a cell may go. Whoever stands there in the position does not count.
    pub fn reach(&mut self, position: &Position, from: Cell, man: Man, has_moved: bool) -> Reach {
        let Some(piece) = man.piece else { return Reach::default() };
        let mut state = State::of(self.game, position, &Reserve::default());
        state.place(from, Some(man), has_moved);
        if self.is_frozen(&state, from) {
            return Reach::default();
        }
        if self.game.powers.kit(piece, man.side).is_none() {
            let table = self.game.table(piece, man.side);
            return match has_moved {
                true => self.walker.reach(table, position, from),
                false => self.walker.reach_unmoved(table, position, from),
            };
        }
        let moves = self.ways(&state, from, man);
        let goes = || moves.iter().map(|found| found.to).filter(|to| *to != from);
        let free = goes().filter(|to| position.man(*to).is_none()).collect();
        let takes = moves.iter().flat_map(|found| moves.taken(found)).map(|(_, cell)| cell);
        Reach::told(free, takes.collect(), goes().collect())
    }

    /// The cells of the men whom a man takes by going from one cell to another, in whatever ways he can.
    pub fn victims(
        &mut self,
        position: &Position,
        (from, to): (Cell, Cell),
        man: Man,
        has_moved: bool,
    ) -> CellSet {
        let mut state = State::of(self.game, position, &Reserve::default());
        state.place(from, Some(man), has_moved);
        let mut moves = Moves::default();
        self.movement_from(&mut state, from, &mut moves);
        self.drop_idle(&mut moves);
        let there = moves.iter().filter(|found| found.to == to);
        there.flat_map(|found| moves.taken(found)).map(|(_, cell)| cell).collect()
    }

    /// The cells where an enemy man would be taken, if one stood there and all else stayed.
    pub fn attacks(&mut self, position: &Position, from: Cell, man: Man, has_moved: bool) -> CellSet {
        let Some(piece) = man.piece else { return CellSet::EMPTY };
        let mut state = State::of(self.game, position, &Reserve::default());
        state.place(from, Some(man), has_moved);
        if self.is_frozen(&state, from) {
            return CellSet::EMPTY;
        }
        if self.game.powers.kit(piece, man.side).is_none() {
            let table = self.game.table(piece, man.side);
            return match has_moved {
                true => self.walker.attacks(table, position, from),
                false => self.walker.attacks_unmoved(table, position, from),
            };
        }
        let enemy = Man { side: man.side.other(), piece: None };
        let mut attacks = CellSet::EMPTY;
        for cell in self.game.variant().board.cells().filter(|cell| *cell != from) {
            let there = state.position.man(cell);
            if there.is_none_or(|there| there.side == man.side) {
                state.place(cell, Some(enemy), true);
            }
            let moves = self.ways(&state, from, man);
            if moves.iter().any(|found| moves.taken(found).any(|(_, taken)| taken == cell)) {
                attacks.insert(cell);
            }
            state.place(cell, there, true);
        }
        attacks
    }

    /// The moves of a man with powers, whether they leave a king attacked or not.
    fn ways(&mut self, state: &State, from: Cell, man: Man) -> Moves {
        let mut moves = Moves::default();
        if !self.bond_holds(state, from, man) {
            return moves;
        }
        self.arrive(state, from, man, &mut moves);
        moves.retain_from(0, |_, found| self.bond_lets_come(state, from, found.to, man));
        self.drop_idle(&mut moves);
        moves
    }

    /// The empty cells beside a man and those who hang together with him, as the variant's first enclosure has it;
    /// without one, nowhere.
    pub fn liberties(&self, state: &State, cell: Cell) -> CellSet {
        let near = self.game.variant().rules.iter().find_map(|rule| match rule {
            Rule::Power(power) => match &power.deed {
                Deed::Enclosure { near, .. } => Some(near),
                _ => None,
            },
            _ => None,
        });
        let view = View::new(&self.game.variant().board, &state.position);
        match (near, state.position.man(cell)) {
            (Some(near), Some(man)) => super::enclosure::liberties(view, near.of(man.side), cell),
            _ => CellSet::EMPTY,
        }
    }
}
