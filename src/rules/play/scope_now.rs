//! The moves that a rule may concern in one position, and which of them are so simple that this shows.

use super::asked::Asked;
use super::effect::{Effect, EffectVerb, Move};
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

/// A move by which a piece goes to a cell, perhaps captures what is there, and stays what it is; or by
/// which one comes out of hand onto an empty cell.
#[derive(Clone, Copy)]
pub(super) struct SimpleMove {
    kind: KindId,
    from: Option<Cell>,
    to: Cell,
    takes: bool,
}

impl SimpleMove {
    /// Returns the plain move with these effects; `None` if it does more.
    #[inline]
    pub(super) fn of(mv: &Move, effects: &[Effect]) -> Option<SimpleMove> {
        let (capture, last) = match effects {
            [last] => (None, last),
            [capture, last] => (Some(capture), last),
            [capture, hand, last] if hand.verb == EffectVerb::Hand => (Some(capture), last),
            _ => return None,
        };
        let is_plain = matches!(last.verb, EffectVerb::Move | EffectVerb::Drop)
            && capture.is_none_or(|capture| capture.captured().is_some_and(|(_, at)| at == mv.to));
        Some(SimpleMove {
            kind: mv.kind.filter(|_| is_plain)?,
            from: mv.from,
            to: mv.to,
            takes: capture.is_some(),
        })
    }
}

impl ScopeNow {
    /// Whether the rule may concern a move.
    #[inline]
    pub(super) fn may_concern(&self, mv: SimpleMove) -> bool {
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
