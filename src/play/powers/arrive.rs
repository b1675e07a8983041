//! Puts the moves of a man with powers together: where he goes, and whom he takes by it.

use super::{Kit, View};
use crate::model::{Cell, Man, Side, Way};
use crate::moves::Landing;
use crate::play::arbiter::Arbiter;
use crate::play::effect::{Draft, Effect, Moves};
use crate::play::game::Game;
use crate::play::state::State;

/// Room to put moves together.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct Desk {
    bases: Vec<Base>,
    notes: Vec<Note>,
    taken: Vec<(Cell, Way)>,
    effects: Vec<Effect>,
}

/// A way to come to a cell, before anybody is taken by a power.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Base {
    to: Cell,
    how: How,
    /// Whom the man's own movement takes.
    taken: Vec<Cell>,
    passed: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum How {
    Goes,
    Teleports,
    /// Others go elsewhere first.
    Pushes(Vec<(Man, Cell, Cell)>),
    Swaps(Man),
    /// His movement puts others elsewhere.
    Carries(Vec<(Man, Cell, Cell)>),
}

/// Whoever comes to a cell straight takes a man.
#[derive(Clone, Copy, Debug)]
struct Note {
    to: Cell,
    victim: Cell,
    way: Way,
}

impl Base {
    fn of(landing: &Landing<'_>, from: Cell, view: View<'_>) -> Base {
        let carried = landing.carried.iter();
        let men: Vec<_> =
            carried.filter_map(|(start, end)| Some((view.man(*start)?, *start, *end))).collect();
        let how = match men[..] {
            [] => How::Goes,
            [(other, start, end)] if (start, end) == (landing.to, from) => How::Swaps(other),
            _ => How::Carries(men),
        };
        Base { to: landing.to, how, taken: landing.taken.to_vec(), passed: landing.passed.to_vec() }
    }

    fn new(to: Cell, how: How) -> Base {
        Base { to, how, taken: Vec::new(), passed: Vec::new() }
    }

    /// Whether whoever stood on its last cell is not there any more, and not taken.
    fn moves_another(&self) -> bool {
        matches!(self.how, How::Pushes(_) | How::Swaps(_) | How::Carries(_))
    }

    /// Who stands where when the man has come, the last said first.
    fn changes(&self, from: Cell, man: Man) -> Vec<(Cell, Option<Man>)> {
        let mut changes = vec![(self.to, Some(man))];
        match &self.how {
            How::Goes | How::Teleports => {}
            How::Swaps(other) => changes.push((from, Some(*other))),
            How::Pushes(others) | How::Carries(others) => {
                changes.extend(others.iter().map(|(other, _, end)| (*end, Some(*other))));
                changes.extend(others.iter().map(|(_, start, _)| (*start, None)));
            }
        }
        changes.push((from, None));
        changes
    }
}

impl Desk {
    /// A way to just come to a cell, if there is none yet.
    fn come(&mut self, to: Cell) {
        if !self.goes_to(to) {
            self.bases.push(Base::new(to, How::Goes));
        }
    }

    fn goes_to(&self, to: Cell) -> bool {
        self.bases.iter().any(|base| base.to == to && base.how == How::Goes)
    }

    fn add(&mut self, base: Base) {
        if !self.bases.contains(&base) {
            self.bases.push(base);
        }
    }
}

impl Arbiter<'_, '_> {
    /// Adds the moves of a man with powers. What becomes of him, and whom he freezes, is told later.
    pub(in crate::play) fn arrive(&mut self, state: &State, from: Cell, man: Man, out: &mut Moves) {
        let game = self.game;
        let Some(kit) = man.piece.and_then(|piece| game.powers.kit(piece, man.side)) else { return };
        let mut desk = std::mem::take(&mut self.desk);
        desk.bases.clear();
        desk.notes.clear();
        let lifted = [(from, None)];
        let standing = View::new(&game.variant().board, &state.position);
        let view = standing.with(&lifted);
        self.walk(state, from, man, kit, &mut desk);
        desk.look_along(kit, view, from, man.side);
        let partners = partners(kit, state, from, man.side);
        desk.look_anywhere(game, kit, standing, from, man);
        let bases = std::mem::take(&mut desk.bases);
        for base in &bases {
            let changes = base.changes(from, man);
            desk.gather(base, &changes);
            let after = standing.with(&changes);
            let mut others = partners.clone();
            if base.moves_another() {
                others.extend(changes.iter().map(|(cell, _)| *cell));
            }
            at_place(game, kit, after, (base.to, man.side), &others, &mut |cell, way| {
                desk.taken.push((cell, way));
            });
            desk.write(game, state, base, from, man, after, &changes, out);
        }
        desk.bases = bases;
        self.desk = desk;
    }

    /// Where movement leads the man: his own, and that of others towards themselves.
    fn walk(&mut self, state: &State, from: Cell, man: Man, kit: &Kit, desk: &mut Desk) {
        let (game, Some(piece)) = (self.game, man.piece) else { return };
        let moved = !state.unmoved.contains(from);
        let view = View::new(&game.variant().board, &state.position);
        self.walker.landings(game.table(piece, man.side), &state.position, from, moved, &mut |landing| {
            desk.bases.push(Base::of(&landing, from, view));
        });
        for other in &kit.mimics {
            let victim = Man { side: man.side.other(), piece: Some(*other) };
            let table = game.free_table(*other, man.side);
            self.walker.landings(table, &state.position, from, moved, &mut |landing| {
                let fits = landing.taken.iter().all(|cell| view.man(*cell) == Some(victim));
                if fits && !landing.taken.is_empty() && landing.carried.is_empty() {
                    let note = |victim: &Cell| Note { to: landing.to, victim: *victim, way: Way::Movement };
                    desk.notes.extend(landing.taken.iter().map(note));
                    desk.come(landing.to);
                }
            });
        }
    }
}

impl Desk {
    /// What can be done along straight lines.
    fn look_along(&mut self, kit: &Kit, view: View<'_>, from: Cell, side: Side) {
        let Kit { long_leaps, withdrawals, pushes, swaps, .. } = kit;
        for leap in long_leaps {
            leap.note(view, from, side, &mut |to, leapt| {
                let note = |victim: &Cell| Note { to, victim: *victim, way: Way::LongLeap };
                self.notes.extend(leapt.iter().map(note));
                self.come(to);
            });
        }
        for withdrawal in withdrawals {
            withdrawal.note(view, from, side, long_leaps, &mut |to, victim| {
                self.notes.push(Note { to, victim, way: Way::Withdrawal });
            });
        }
        for push in pushes {
            push.note(view, from, side, &mut |to, men| self.add(Base::new(to, How::Pushes(men))));
        }
        for swap in swaps {
            swap.note(view, from, side, &mut |to, other| self.add(Base::new(to, How::Swaps(other))));
        }
    }

    /// Cells to which the man goes only because he takes somebody there.
    fn look_anywhere(&mut self, game: &Game<'_>, kit: &Kit, view: View<'_>, from: Cell, man: Man) {
        for power in kit.enclosures.iter().filter(|power| power.anywhere) {
            for to in view.board.cells().filter(|to| *to != from && view.is_there(*to) && view.is_empty(*to))
            {
                if self.goes_to(to) || self.bases.contains(&Base::new(to, How::Teleports)) {
                    continue;
                }
                let changes = [(to, Some(man)), (from, None)];
                let mut takes = false;
                power.note(view.with(&changes), to, man.side, &mut |_| takes = true);
                if takes && man.piece.is_some_and(|piece| game.stands(piece, man.side, to)) {
                    self.bases.push(Base::new(to, How::Teleports));
                }
            }
        }
    }

    /// Whom the man takes by the way he comes.
    fn gather(&mut self, base: &Base, changes: &[(Cell, Option<Man>)]) {
        self.taken.clear();
        self.taken.extend(base.taken.iter().map(|cell| (*cell, Way::Movement)));
        if base.how == How::Teleports {
            return;
        }
        let stays = |victim: Cell| {
            if victim == base.to {
                !base.moves_another()
            } else {
                changes.iter().all(|(cell, _)| *cell != victim)
            }
        };
        let fit = self.notes.iter().filter(|note| note.to == base.to && stays(note.victim));
        self.taken.extend(fit.map(|note| (note.victim, note.way)));
    }

    /// Writes a move down.
    #[expect(clippy::too_many_arguments, reason = "all that is known of the move")]
    fn write(
        &mut self,
        game: &Game<'_>,
        state: &State,
        base: &Base,
        from: Cell,
        man: Man,
        after: View<'_>,
        changes: &[(Cell, Option<Man>)],
        out: &mut Moves,
    ) {
        let Some(piece) = man.piece else { return };
        let others = match &base.how {
            How::Pushes(others) | How::Carries(others) => &others[..],
            How::Swaps(other) => &[(*other, base.to, from)],
            How::Goes | How::Teleports => &[],
        };
        let stands = |man: Man, cell: Cell| {
            man.piece.is_none_or(|piece| game.changes[piece.index()] || game.stands(piece, man.side, cell))
        };
        if !stands(man, base.to) || !others.iter().all(|(other, _, end)| stands(*other, *end)) {
            return;
        }
        self.taken.sort_unstable();
        self.effects.clear();
        // Who has been moved by the move is taken where he has come to; all others before it.
        let is_late =
            |cell: Cell| base.moves_another() && changes.iter().any(|(changed, _)| *changed == cell);
        capture(game, &self.taken, man.side, &mut self.effects, &|cell| {
            (!is_late(cell)).then(|| state.position.man(cell)).flatten()
        });
        match &base.how {
            How::Goes if base.to == from => {}
            How::Goes => self.effects.push(Effect::Move { man, from, to: base.to }),
            How::Teleports => self.effects.push(Effect::Teleport { man, from, to: base.to }),
            How::Swaps(other) => {
                self.effects.push(Effect::Swap { man, from, to: base.to, other: *other });
            }
            How::Pushes(others) => {
                let push =
                    |(man, from, to): &(Man, Cell, Cell)| Effect::Push { man: *man, from: *from, to: *to };
                self.effects.extend(others.iter().map(push));
                self.effects.push(Effect::Move { man, from, to: base.to });
            }
            How::Carries(others) => {
                let put =
                    |(man, from, to): &(Man, Cell, Cell)| Effect::Move { man: *man, from: *from, to: *to };
                self.effects.extend(others.iter().map(put));
                if base.to != from {
                    self.effects.push(Effect::Move { man, from, to: base.to });
                }
            }
        }
        capture(game, &self.taken, man.side, &mut self.effects, &|cell| {
            is_late(cell).then(|| after.man(cell)).flatten()
        });
        let draft = Draft::plain(piece, man.side, Some(from), base.to);
        out.push(draft, &self.effects, &base.passed);
    }
}

/// Adds that men are taken, of those who are to be told now, and who goes into hand.
pub(super) fn capture(
    game: &Game<'_>,
    taken: &[(Cell, Way)],
    by: Side,
    effects: &mut Vec<Effect>,
    now: &dyn Fn(Cell) -> Option<Man>,
) {
    for ways in taken.chunk_by(|a, b| a.0 == b.0) {
        let cell = ways[0].0;
        let Some(man) = now(cell) else { continue };
        effects.push(Effect::Capture { man, cell });
        if !game.into_hand.is_empty() {
            effects.extend(game.goes_into_hand(man, by, &mut ways.iter().map(|(_, way)| *way)));
        }
    }
}

/// The men with whom a man can coordinate.
pub(super) fn partners(kit: &Kit, state: &State, from: Cell, side: Side) -> Vec<Cell> {
    if kit.coordinations.is_empty() {
        return Vec::new();
    }
    let wanted = |cell: &Cell| {
        let piece = state.position.man(*cell).and_then(|man| man.piece);
        *cell != from && kit.coordinations.iter().any(|power| Some(power.with) == piece)
    };
    state.standing[side as usize].iter().filter(wanted).collect()
}

/// Whom a man takes by standing where he has come to.
pub(super) fn at_place(
    game: &Game<'_>,
    kit: &Kit,
    after: View<'_>,
    (to, side): (Cell, Side),
    partners: &[Cell],
    take: &mut impl FnMut(Cell, Way),
) {
    if let Some(crossings) = &game.powers.crossings {
        for power in &kit.coordinations {
            power.note(after, crossings, (to, side), partners, &mut |cell| take(cell, Way::Coordination));
        }
    }
    for power in &kit.enclosures {
        power.note(after, to, side, &mut |cell| take(cell, Way::Enclosure));
    }
}
