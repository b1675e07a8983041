//! Drops the slow way.

use std::collections::BTreeSet;

use super::{Done, Scene, Travel, frozen, king_falls, state_after};
use padma::model::{Cell, Deed, DropRule, Man, PieceId, Rank, Rule, Side};
use padma::movement::leg::{Drop, Motion};
use padma::movement::{Clause, What};

impl Scene<'_> {
    pub(super) fn drops(self, side: Side) -> Vec<Done> {
        let mut all = Vec::new();
        for piece in self.variant().piece_ids().filter(|piece| self.state.reserve(side, *piece) > 0) {
            let mut rules = self.variant().rules.iter().filter_map(|rule| match rule {
                Rule::Drop(rule) => Some(rule),
                _ => None,
            });
            let rule: Option<&DropRule> =
                rules.rfind(|rule| rule.pieces.as_ref().is_none_or(|pieces| pieces.contains(&piece)));
            let Some(rule) = rule else { continue };
            let man = Man { side, piece: Some(piece) };
            for to in self.board().cells().filter(|to| self.position.man(*to).is_none()) {
                if rule.cells.of(side).contains(to) && self.is_within_its_string(piece, side, to) {
                    let mut after = self.position.clone();
                    after.put(to, Some(man));
                    let done = self.done(None, to, man, &after, &BTreeSet::new(), Travel::Appears);
                    all.extend(done.filter(|done| self.may_drop(rule, done, man)));
                }
            }
        }
        all
    }

    /// Whether a piece's string lets it be dropped on a cell, by the names of files and ranks; on a grid.
    fn is_within_its_string(self, piece: PieceId, side: Side, to: Cell) -> bool {
        let drops: Vec<&Drop> =
            self.variant().piece(piece).movement.clauses.iter().flat_map(drops_of).collect();
        let info = self.board().info(to);
        let Some(rank) = info.rank else { return drops.is_empty() };
        let ranks: BTreeSet<Rank> =
            self.board().cells().filter_map(|cell| self.board().info(cell).rank).collect();
        let behind = match side {
            Side::White => ranks.iter().filter(|other| **other < rank).count(),
            Side::Black => ranks.iter().filter(|other| **other > rank).count(),
        };
        let own = Man { side, piece: Some(piece) };
        let alike = self.position.men().filter(|(_, man)| *man == own);
        let alike: Vec<_> = alike.map(|(cell, _)| self.board().info(cell)).collect();
        let has_room = |most: Option<u8>, there: usize| most.is_none_or(|most| there < usize::from(most));
        let lets = |drop: &&Drop| {
            (usize::from(drop.not_back_rank)..usize::from(drop.ranks)).contains(&behind)
                && has_room(drop.on_board, alike.len())
                && has_room(drop.on_file, alike.iter().filter(|other| other.file == info.file).count())
                && has_room(drop.on_shade, alike.iter().filter(|other| other.shade == info.shade).count())
        };
        drops.is_empty() || drops.iter().any(lets)
    }

    fn may_drop(self, rule: &DropRule, done: &Done, man: Man) -> bool {
        let after = state_after(done, self.state);
        let enemy = man.side.other();
        let freezes = || {
            let before = frozen(self.rules, self.state, enemy);
            let scene = Scene { state: &after, position: after.position(), ..self };
            let alone = |(cell, other): (Cell, Man)| {
                scene.towards(man, other).iter().any(|deed| match deed {
                    Deed::Freezing { near } => {
                        near.of(man.side).iter().any(|dir| self.board().next(done.to, *dir) == Some(cell))
                    }
                    _ => false,
                }) && !before.contains(&cell)
            };
            after.position().men().filter(|(_, other)| other.side == enemy).any(alone)
        };
        let stuck = || {
            let mut empty = self.variant().empty_position();
            empty.put(done.to, Some(man));
            let scene = Scene { position: &empty, ..self };
            man.piece.is_none_or(|piece| scene.landings(piece, done.to, man.side).is_empty())
        };
        let forbidden = rule.takes_nobody && !done.taken.is_empty()
            || rule.gives_no_check && king_falls(self.rules, &after, enemy)
            || rule.freezes_nobody && freezes()
            || rule.must_move && stuck();
        !forbidden
    }
}

fn drops_of(clause: &Clause) -> Vec<&Drop> {
    let What::Betza(betza) = &clause.what else { return Vec::new() };
    let motions = betza.components.iter().map(|component| &component.motion);
    motions.filter_map(|motion| if let Motion::Drop(drop) = motion { Some(drop) } else { None }).collect()
}
