//! The moves that a rule may concern in one position.

use super::asked::Asked;
use super::effect::{Effect, Move, plain_parts};
use super::game_position::GamePosition;
use super::law_scope::LawScope;
use crate::model::{Cell, CellSet, CellsTerm, KindId, KindSet};

/// The moves that a rule may concern in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScopeNow {
    pub quiet: bool,
    pub captures: bool,
    pub kinds: KindSet,
    /// The cells that the piece leaves and goes to.
    pub from: CellSet,
    pub to: CellSet,
    /// The pieces whose capture it may concern, whatever the piece that captures and the cells.
    pub victims: CellSet,
}

/// A plain move: a piece goes to a cell, perhaps captures what is there, and stays what it is; or it comes
/// out of hand onto an empty cell.
#[derive(Clone, Copy)]
pub(super) struct ScopedMove {
    kind: KindId,
    from: Option<Cell>,
    to: Cell,
    takes: bool,
}

impl ScopedMove {
    /// Returns the plain move with these effects; `None` if it does more.
    #[inline]
    pub(super) fn of(mv: &Move, effects: &[Effect]) -> Option<ScopedMove> {
        let (capture, _) = plain_parts(effects)?;
        Some(ScopedMove {
            kind: mv.kind?,
            from: mv.from,
            to: mv.to,
            takes: capture.is_some(),
        })
    }

    /// Whether a rule with this scope may concern a move. It may concern every one that is not plain.
    #[inline]
    pub(super) fn is_in(mv: Option<ScopedMove>, scope: &Option<ScopeNow>) -> bool {
        mv.is_none_or(|mv| scope.as_ref().is_some_and(|scope| scope.may_concern(mv)))
    }
}

/// Sets the scopes of some rules in a position.
pub(super) fn set_scopes(
    now: &mut Vec<Option<ScopeNow>>,
    scopes: &[LawScope<'_>],
    pos: GamePosition<'_>,
) {
    now.clear();
    now.extend(scopes.iter().map(|scope| scope.now(pos)));
}

impl ScopeNow {
    #[inline]
    fn may_concern(&self, mv: ScopedMove) -> bool {
        if mv.takes && self.captures && self.victims.contains(mv.to) {
            return true;
        }
        let is_sort = if mv.takes { self.captures } else { self.quiet };
        is_sort
            && self.kinds.contains(mv.kind)
            && mv.from.is_none_or(|from| self.from.contains(from))
            && self.to.contains(mv.to)
    }
}

impl LawScope<'_> {
    /// Returns the moves of the side to move that it may concern in a position; `None` if it
    /// concerns no plain one.
    pub(super) fn now(&self, pos: GamePosition<'_>) -> Option<ScopeNow> {
        let mover = pos.state.to_move;
        if self.is_empty() {
            return None;
        }
        let has = |kind: &KindId| pos.state.reserve(mover, *kind) > 0;
        let has_in_hand = self.in_hand.is_empty() || self.in_hand.iter().any(has);
        // What a move captures may go into hand and come out of it at once.
        if !has_in_hand && pos.game.into_hand.is_empty() {
            return None;
        }
        let mut asked = Asked::new(pos, None, mover);
        let holds = self.now.iter().all(|truth| asked.holds(truth));
        let kinds = match holds {
            true => self.kinds,
            false => self.kinds & self.placed,
        };
        if !holds && self.placed.is_empty() {
            return None;
        }
        let mut meet = |sets: &[&CellsTerm]| {
            let board = pos.game.variant().board.all();
            sets.iter().fold(board, |all, set| all & asked.cells(set))
        };
        let (from, to) = (meet(&self.from), meet(&self.to));
        let is_victim = |cell: &Cell| {
            pos.kind(*cell)
                .is_some_and(|kind| self.placed.contains(kind))
        };
        let victims = match self.placed.is_empty() {
            true => CellSet::EMPTY,
            false => {
                let pieces = *pos.standing(mover) | *pos.standing(mover.other());
                pieces.iter().filter(is_victim).collect()
            }
        };
        Some(ScopeNow {
            quiet: self.quiet && has_in_hand,
            captures: self.captures,
            kinds,
            from,
            to,
            victims,
        })
    }
}
