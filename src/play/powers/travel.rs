//! Travel: a cell goes to another place of a ring, with the men on it and on those beside it.

use super::View;
use crate::model::{Cell, CellSet, Man, Side, TravelRule};
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Draft, Effect, Manner, Moves};
use crate::play::state::State;

/// A man who may go with a cell, and whether he must.
struct Passenger {
    man: Man,
    from: Cell,
    /// `None` where the board has no cell for him.
    to: Option<Cell>,
    must: bool,
}

impl Arbiter<'_, '_> {
    /// Adds the moves of cells that the side to move controls.
    pub(in crate::play) fn travels(&mut self, state: &mut State, out: &mut Moves) {
        let game = self.game;
        for rule in &game.travels {
            for (place, from) in rule.ring.iter().enumerate() {
                let away = state.position.absent().contains(*from);
                if away || !self.controls(state, rule, *from, state.to_move) {
                    continue;
                }
                let mut ends: Vec<Cell> = Vec::new();
                let length = rule.ring.len();
                for step in [1, length - 1] {
                    let mut on = (1..length).map(|count| rule.ring[(place + count * step) % length]);
                    let end = on.find(|cell| state.position.absent().contains(*cell));
                    ends.extend(end.filter(|end| !ends.contains(end)));
                }
                ends.into_iter().for_each(|to| self.travels_to(state, rule, *from, to, out));
            }
        }
    }

    /// Whether a side has more men than the other on a cell and those beside it. Who is frozen does not count, nor
    /// who is kept there by a bond.
    fn controls(&self, state: &State, rule: &TravelRule, cell: Cell, side: Side) -> bool {
        let board = &self.game.variant().board;
        let counts = |cell: Cell| {
            let man = state.position.man(cell)?;
            (!self.is_frozen(state, cell) && self.bond_holds(state, cell, man)).then_some(man.side)
        };
        let zone = std::iter::once(cell).chain(rule.near.iter().filter_map(|dir| board.next(cell, *dir)));
        let (own, others): (Vec<Side>, Vec<Side>) = zone.filter_map(counts).partition(|own| *own == side);
        own.len() > others.len()
    }

    /// Whether a side controls a cell that can travel.
    pub fn controls_cell(&self, state: &State, cell: Cell, side: Side) -> bool {
        let there = !state.position.absent().contains(cell);
        let mut rules = self.game.travels.iter().filter(|rule| rule.ring.contains(&cell));
        there && rules.any(|rule| self.controls(state, rule, cell, side))
    }

    /// Adds the moves of a cell to another place, one for each choice of the friends that go with it.
    fn travels_to(&mut self, state: &mut State, rule: &TravelRule, from: Cell, to: Cell, out: &mut Moves) {
        let side = state.to_move;
        let passengers = self.passengers(state, rule, from, to);
        let (bound, free): (Vec<Passenger>, Vec<Passenger>) =
            passengers.into_iter().partition(|passenger| passenger.must);
        for choice in 0..1usize << free.len() {
            let chosen = free.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let going: Vec<&Passenger> = bound.iter().chain(chosen.map(|(_, free)| free)).collect();
            if let Some(effects) = self.carried(state, from, to, &going) {
                let draft = Draft {
                    piece: None,
                    side,
                    from: Some(from),
                    to,
                    manner: Manner::Travels,
                    castling: None,
                };
                out.push(draft, &effects, &[]);
                self.add_frozen(state, out);
            }
        }
    }

    /// Whoever stands on the cell goes with it, and whoever stands beside it where no other cell touches; elsewhere
    /// beside it enemies stay, and friends may.
    fn passengers(&self, state: &State, rule: &TravelRule, from: Cell, to: Cell) -> Vec<Passenger> {
        let board = &self.game.variant().board;
        let mut all: Vec<Passenger> = Vec::new();
        if let Some(man) = state.position.man(from) {
            all.push(Passenger { man, from, to: Some(to), must: true });
        }
        for dir in &rule.near {
            let Some(beside) = board.next(from, *dir) else { continue };
            let Some(man) = state.position.man(beside) else { continue };
            let must = rule.is_outside(board, from, beside);
            if must || man.side == state.to_move {
                all.push(Passenger { man, from: beside, to: board.next(to, *dir), must });
            }
        }
        all.sort_by_key(|passenger| passenger.from);
        all
    }

    /// What happens when a cell travels with these men; `None` if one of them cannot.
    fn carried(&self, state: &State, from: Cell, to: Cell, going: &[&Passenger]) -> Option<Vec<Effect>> {
        let lifted: CellSet = going.iter().map(|passenger| passenger.from).collect();
        let mut effects = vec![Effect::Travel { from, to }];
        let mut changes: Vec<(Cell, Option<Man>)> = Vec::new();
        for passenger in going {
            let end = passenger.to?;
            let taken = state.position.man(end).is_some() && !lifted.contains(end);
            let leaves = self.bond_holds(state, passenger.from, passenger.man);
            let stands =
                passenger.man.piece.is_none_or(|piece| self.game.stands(piece, passenger.man.side, end));
            if taken || !leaves || !stands {
                return None;
            }
            changes.push((end, Some(passenger.man)));
            effects.push(Effect::Carry { man: passenger.man, from: passenger.from, to: end });
        }
        changes.extend(lifted.iter().map(|cell| (cell, None)));
        let after = View::new(&self.game.variant().board, &state.position).with(&changes);
        let arrives = |passenger: &&Passenger| {
            passenger.to.is_some_and(|end| self.bond_holds_in(after, end, passenger.man))
        };
        going.iter().all(arrives).then_some(effects)
    }

    /// Adds to the last move whom it freezes who was not frozen before.
    fn add_frozen(&mut self, state: &mut State, out: &mut Moves) {
        let enemy = state.to_move.other();
        let game = self.game;
        let before = self.frozen(state, enemy);
        let found = out.get(out.len() - 1).clone();
        let undo = state.make(game, out.effects(&found), &[]);
        let after = self.frozen(state, enemy) - before;
        let new: Vec<Effect> = after
            .iter()
            .filter_map(|cell| Some(Effect::Freeze { man: state.position.man(cell)?, cell }))
            .collect();
        state.unmake(game, out.effects(&found), undo);
        new.into_iter().for_each(|effect| out.add_effect(effect));
    }
}
