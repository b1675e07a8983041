//! Who is asked about, and where he may go.

use std::sync::Arc;

use super::{Fault, Run, WORK_OF_LAYING, WORK_OF_PLAY};
use crate::claim::formula::{Gait, Leaps, Mover, Query, Who};
use crate::model::{Cell, CellSet, Man, PieceId, Position, SetPerCell, Side};
use crate::movement::LeapKind;
use crate::play::{attacks, reach, victims};
use crate::reach::{Reach, Told, Whose};

/// Whose movement is asked for, held while it is.
pub(super) enum Goer {
    Piece(PieceId),
    Told(Arc<Told>),
}

impl Goer {
    pub fn whose(&self) -> Whose<'_> {
        match self {
            Goer::Piece(piece) => Whose::Piece(*piece),
            Goer::Told(told) => Whose::Told(told),
        }
    }
}

/// The part of a reach that is asked for.
fn of(query: Query, reach: Reach) -> CellSet {
    match query {
        Query::Moves => reach.moves,
        Query::Captures | Query::Attacks => reach.captures,
        Query::Reach | Query::First => reach.cells(),
    }
}

impl Run<'_, '_> {
    pub(super) fn gait(&mut self, gait: &Gait) -> Goer {
        match gait {
            Gait::Of(who) => Goer::Piece(self.who(*who)),
            Gait::Told(told) => Goer::Told(Arc::clone(told)),
            Gait::Turned(slot, by) => {
                self.spend(WORK_OF_LAYING);
                let piece = self.who(Who::Variable(*slot));
                match self.world.rules.turned(Whose::Piece(piece), *by) {
                    Ok(told) => Goer::Told(told),
                    Err(why) => {
                        self.fault = Some(Fault::Unturnable(why));
                        Goer::Piece(piece)
                    }
                }
            }
        }
    }

    pub(super) fn mover(&mut self, mover: &Mover) -> (Goer, Side, Cell) {
        match mover {
            Mover::Alone { gait, side, from } => (self.gait(gait), *side, self.spot(*from)),
            Mover::Man { stage, man } => {
                let man = &self.world.stages[*stage].men[*man];
                (Goer::Piece(man.piece), man.side, man.cell)
            }
        }
    }

    /// Whether a question is about where a piece may go on the empty board. Nobody is there on whom a power could be
    /// used, or who could use one on the piece.
    fn is_alone(&self, query: Query, mover: &Mover) -> bool {
        matches!(mover, Mover::Alone { .. })
            && self.changes.is_empty()
            && !matches!(query, Query::Attacks | Query::First)
    }

    /// Looks such a question up among those from every cell. One that is asked once only does not pay for them.
    pub(super) fn ask_alone<T>(
        &mut self,
        query: Query,
        mover: &Mover,
        ask: impl FnOnce(Cell, &SetPerCell) -> T,
    ) -> Option<T> {
        if self.bound.is_empty() || query == Query::Captures || !self.is_alone(query, mover) {
            return None;
        }
        let (goer, side, from) = self.mover(mover);
        self.find_alone(&goer, side).then(|| ask(from, self.world.rules.alone(goer.whose(), side)))
    }

    /// Sees to it that it is known where somebody may go on the empty board; false if the work is too much.
    pub(super) fn find_alone(&mut self, goer: &Goer, side: Side) -> bool {
        self.lay(goer, side);
        self.world.rules.find_alone(goer.whose(), side, &mut self.walker)
    }

    /// Pays for a table that is to be laid.
    fn lay(&mut self, goer: &Goer, side: Side) {
        if !self.world.rules.is_laid(goer.whose(), side) {
            self.spend(WORK_OF_LAYING * self.cells());
        }
    }

    pub(super) fn query(&mut self, query: Query, mover: &Mover) -> CellSet {
        if let Some(reach) = self.ask_alone(query, mover, |from, reach| reach.of(from)) {
            return reach;
        }
        let (goer, side, from) = self.mover(mover);
        let world = self.world;
        let is_unmoved = query == Query::First
            || matches!(mover, Mover::Man { stage, man } if world.stages[*stage].men[*man].unmoved);
        let standing = match mover {
            Mover::Man { stage, .. } => &world.stages[*stage].position,
            Mover::Alone { .. } => &world.empty,
        };
        let changed = (!self.changes.is_empty()).then(|| self.changed(standing, side));
        let position = changed.as_ref().unwrap_or(standing);
        if let Goer::Piece(piece) = goer
            && !self.is_alone(query, mover)
            && world.rules.variant.has_powers()
        {
            self.spend(WORK_OF_PLAY);
            let man = Man { side, piece: Some(piece) };

            return match query {
                Query::Attacks => attacks(world.game(), &mut self.scratch, position, from, man, !is_unmoved),
                _ => of(query, reach(world.game(), &mut self.scratch, position, from, man, !is_unmoved)),
            };
        }
        self.lay(&goer, side);
        let table = world.rules.table(goer.whose(), side);
        if query == Query::Attacks {
            return self.walker.attacks(table, position, from);
        }
        let reach = if is_unmoved {
            self.walker.reach_unmoved(table, position, from)
        } else {
            self.walker.reach(table, position, from)
        };
        of(query, reach)
    }

    /// The cells of the men whom a man takes by going to a cell.
    pub(super) fn victims(&mut self, mover: &Mover, to: Cell) -> CellSet {
        let (goer, side, from) = self.mover(mover);
        let world = self.world;
        self.spend(WORK_OF_PLAY);
        let (standing, unmoved) = match mover {
            Mover::Man { stage, man } => {
                (&world.stages[*stage].position, world.stages[*stage].men[*man].unmoved)
            }
            Mover::Alone { .. } => (&world.empty, false),
        };
        let position = self.changed(standing, side);
        match goer {
            Goer::Piece(piece) => {
                let man = Man { side, piece: Some(piece) };

                victims(world.game(), &mut self.scratch, &position, (from, to), man, !unmoved)
            }
            Goer::Told(told) => {
                let table = world.rules.table(&*told, side);
                self.walker.reach(table, &position, from).captures & CellSet::from_iter([to])
            }
        }
    }

    /// A position with the changes made to it that are in force, as a man of `side` sees them.
    pub(super) fn changed(&self, standing: &Position, side: Side) -> Position {
        let mut position = standing.clone();
        for put in &self.changes {
            put.cells.iter().for_each(|cell| position.put(cell, put.man(side)));
        }
        position
    }

    pub(super) fn leaps(&mut self, leaps: &Leaps) -> Vec<LeapKind> {
        self.spend(WORK_OF_LAYING);
        let both = |run: &mut Self, a, b| (run.leaps(a), run.leaps(b));
        match leaps {
            Leaps::Fixed(leaps) => leaps.clone(),
            Leaps::Of(gait) => {
                let goer = self.gait(gait);
                self.world.rules.leaps(goer.whose()).unwrap_or_else(|why| {
                    self.fault = Some(Fault::Leaps(why));
                    Vec::new()
                })
            }
            Leaps::Played { game, who } => {
                let (piece, board) = (self.who(*who), &self.world.rules.variant.board);
                self.world.games[*game].leaps(piece, board)
            }
            Leaps::Union(a, b) => {
                let (mut all, more) = both(self, a, b);
                all.extend(more);
                all.sort_unstable();
                all.dedup();
                all
            }
            Leaps::Minus(a, b) => {
                let (mut all, gone) = both(self, a, b);
                all.retain(|leap| !gone.contains(leap));
                all
            }
            Leaps::Intersection(a, b) => {
                let (mut all, others) = both(self, a, b);
                all.retain(|leap| others.contains(leap));
                all
            }
        }
    }
}
