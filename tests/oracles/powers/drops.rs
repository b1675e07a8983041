//! Drops the slow way.

use std::collections::BTreeSet;

use super::{Done, Scene, Standing, Travel, frozen, may_end, standing_after};
use padma_rules::model::{
    Cell, CellsTerm, DropRule, KindId, KindsTerm, NumberRelation, NumberTerm, Piece, Power, Rank,
    Rule, Side, Truth,
};
use padma_rules::movement::leg::{Drop, Motion};
use padma_rules::movement::{Clause, ClauseKind};

impl<'a> Scene<'a> {
    pub(super) fn drops(self, side: Side, in_check: GivesCheck<'_>) -> Vec<Done> {
        let mut all = Vec::new();
        for kind in self
            .variant()
            .kind_ids()
            .filter(|kind| self.standing.hand(side, *kind) > 0)
        {
            let mut rules = self.variant().rules.iter().filter_map(|rule| match rule {
                Rule::Drop(rule) => Some(rule),
                _ => None,
            });
            let rule: Option<&DropRule> = rules.rfind(|rule| {
                rule.kinds
                    .as_ref()
                    .is_none_or(|kinds| kinds.contains(&kind))
            });
            let Some(rule) = rule else { continue };
            let as_it_is = [kind];
            for into in rule.becomes.as_deref().unwrap_or(&as_it_is) {
                let piece = Piece {
                    side,
                    kind: Some(*into),
                };
                for to in self
                    .board()
                    .cells()
                    .filter(|to| self.is_there(*to) && self.position.piece(*to).is_none())
                {
                    if rule.cells.of(side).contains(to)
                        && self.is_within_its_string(kind, side, to)
                        && self.has_room(rule, side)
                    {
                        let mut after = self.position.clone();
                        after.put(to, Some(piece));
                        let done =
                            self.done(None, to, piece, &after, &BTreeSet::new(), Travel::Appears);
                        let done = done.map(|done| Done {
                            dropped: Some(kind),
                            ..done
                        });
                        all.extend(done.filter(|done| self.may_drop(rule, done, piece, in_check)));
                    }
                }
            }
        }
        all
    }

    /// Whether the condition of a random rule holds: that the side has fewer of some pieces.
    fn has_room(self, rule: &DropRule, side: Side) -> bool {
        let Some(condition) = &rule.when else {
            return true;
        };
        let Truth::Compares(NumberRelation::Less, numbers) = &condition.truth else {
            panic!("no other condition is among the random rules");
        };
        let [
            NumberTerm::Size(CellsTerm::OfKinds(kinds, _)),
            NumberTerm::Fixed(most),
        ] = &**numbers
        else {
            panic!("no other condition is among the random rules");
        };
        let KindsTerm::Fixed(kinds) = **kinds else {
            panic!("the pieces are named")
        };
        let counts = |piece: &Piece| {
            piece.side == side && piece.kind.is_some_and(|kind| kinds.contains(kind))
        };
        let own = self
            .position
            .pieces()
            .filter(|(_, piece)| counts(piece))
            .count();
        (own as i64) < *most
    }

    /// Whether a piece's string lets it be dropped on a cell, by the names of files and ranks; on a grid.
    fn is_within_its_string(self, kind: KindId, side: Side, to: Cell) -> bool {
        let drops = self.drops_of_kind(kind);
        let info = self.board().info(to);
        let Some(rank) = info.rank else {
            return drops.is_empty();
        };
        let ranks: BTreeSet<Rank> = self
            .board()
            .cells()
            .filter_map(|cell| self.board().info(cell).rank)
            .collect();
        let behind = match side {
            Side::White => ranks.iter().filter(|other| **other < rank).count(),
            Side::Black => ranks.iter().filter(|other| **other > rank).count(),
        };
        let own = Piece {
            side,
            kind: Some(kind),
        };
        let alike = self.position.pieces().filter(|(_, piece)| *piece == own);
        let alike: Vec<_> = alike.map(|(cell, _)| self.board().info(cell)).collect();
        let has_room =
            |most: Option<u8>, there: usize| most.is_none_or(|most| there < usize::from(most));
        let lets = |drop: &&Drop| {
            (usize::from(drop.not_back_rank)..usize::from(drop.ranks)).contains(&behind)
                && has_room(drop.on_board, alike.len())
                && has_room(
                    drop.on_file,
                    alike.iter().filter(|other| other.file == info.file).count(),
                )
                && has_room(
                    drop.on_shade,
                    alike
                        .iter()
                        .filter(|other| other.shade == info.shade)
                        .count(),
                )
        };
        drops.is_empty() || drops.iter().any(lets)
    }

    /// The drops in a piece's strings, and those of the pieces that its movement names.
    fn drops_of_kind(self, kind: KindId) -> Vec<&'a Drop> {
        let mut all = Vec::new();
        for clause in &self.variant().kind(kind).movement.clauses {
            all.extend(drops_of(clause));
            if let ClauseKind::Piece(word) = &clause.kind {
                all.extend(
                    self.variant()
                        .kind_named(&word.text)
                        .into_iter()
                        .flat_map(|kind| self.drops_of_kind(kind)),
                );
            }
        }
        all
    }

    fn may_drop(
        self,
        rule: &DropRule,
        done: &Done,
        piece: Piece,
        in_check: GivesCheck<'_>,
    ) -> bool {
        let after = standing_after(done, self.standing);
        let position = after.position(self.rules);
        let enemy = piece.side.other();
        let freezes = || {
            let before = frozen(self.rules, self.standing, enemy);
            let scene = Scene {
                standing: &after,
                position: &position,
                ..self
            };
            let alone = |(cell, other): (Cell, Piece)| {
                scene.towards(piece, other).iter().any(|power| match power {
                    Power::Freezing { near } => near
                        .of(piece.side)
                        .iter()
                        .any(|dir| self.board().next(done.to, *dir) == Some(cell)),
                    _ => false,
                }) && !before.contains(&cell)
            };
            position
                .pieces()
                .filter(|(_, other)| other.side == enemy)
                .any(alone)
        };
        let stuck = || {
            let mut empty = self.variant().empty_position();
            empty.set_absent(self.position.absent());
            empty.put(done.to, Some(piece));
            let scene = Scene {
                position: &empty,
                ..self
            };
            piece.kind.is_none_or(|kind| {
                let landings = scene.landings(kind, done.to, piece.side);
                !landings
                    .iter()
                    .any(|landed| may_end(self.rules, (piece.side, kind), landed.to))
            })
        };
        let forbidden = rule.takes_none && !done.taken.is_empty()
            || rule.gives_no_check && in_check(&after, enemy)
            || rule.freezes_none && freezes()
            || rule.must_move && stuck();
        !forbidden
    }
}

/// Whether a side is in check.
pub(in super::super) type GivesCheck<'a> = &'a dyn Fn(&Standing, Side) -> bool;

fn drops_of(clause: &Clause) -> Vec<&Drop> {
    let ClauseKind::Betza(betza) = &clause.kind else {
        return Vec::new();
    };
    let motions = betza.components.iter().map(|component| &component.motion);
    motions
        .filter_map(|motion| {
            if let Motion::Drop(drop) = motion {
                Some(drop)
            } else {
                None
            }
        })
        .collect()
}
