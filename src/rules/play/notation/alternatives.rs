//! What the moves of a list leave open about one another, so that the text of each is found without
//! comparing it with all: where the others come from, what they become, where they push.

use std::collections::BTreeMap;

use crate::model::{Cell, CellSet, KindId};
use crate::play::effect::{Effect, EffectVerb, Move, MoveManner, Moves};

/// A value that the moves of a group have in common, or the fact that they have none.
enum InCommon<T> {
    One(T),
    Several,
}

/// The moves of a list by what they have in common. Lookup only.
pub(super) struct Alternatives {
    origins: BTreeMap<(Option<KindId>, Cell), CellSet>,
    changes: BTreeMap<SameMove, InCommon<Option<KindId>>>,
    displaced: BTreeMap<(Option<Cell>, Cell), InCommon<Option<Cell>>>,
    /// The promotions of moves in which other pieces go, by what else the moves do.
    promotions: BTreeMap<Displacement, InCommon<Vec<Effect>>>,
}

/// The ends and the manner of a move in which other pieces go, and what it does besides promoting.
type Displacement = (Option<Cell>, Cell, MoveManner, Vec<Effect>);

type SameMove = (Option<Cell>, Cell, Option<KindId>, MoveManner);

impl Alternatives {
    /// Sorts the moves of a list.
    pub(super) fn among(moves: &Moves) -> Alternatives {
        let mut all = Alternatives {
            origins: BTreeMap::new(),
            changes: BTreeMap::new(),
            displaced: BTreeMap::new(),
            promotions: BTreeMap::new(),
        };
        for mv in moves.iter() {
            let origins = all.origins.entry((mv.kind, mv.to));
            let origins = origins.or_insert(CellSet::EMPTY);
            mv.from.into_iter().for_each(|from| origins.insert(from));
            add(&mut all.changes, change(mv), moves.becomes(mv));
            let displaced = displaced_to(moves, mv);
            add(&mut all.displaced, (mv.from, mv.to), displaced);
            if puts_others(mv) {
                let (own, rest) = promotions(moves, mv);
                add(&mut all.promotions, (mv.from, mv.to, mv.manner, rest), own);
            }
        }
        all
    }

    /// Returns the cells from which pieces of the same kind go to the same cell.
    pub(super) fn origins(&self, mv: &Move) -> CellSet {
        let origins = self.origins.get(&(mv.kind, mv.to));
        origins.copied().unwrap_or(CellSet::EMPTY)
    }

    /// Whether the same piece could become another by a move with the same ends.
    pub(super) fn change(&self, mv: &Move) -> bool {
        matches!(self.changes.get(&change(mv)), Some(InCommon::Several))
    }

    /// Whether a move with the same ends could put the piece on the destination elsewhere.
    pub(super) fn displace(&self, mv: &Move) -> bool {
        let displaced = self.displaced.get(&(mv.from, mv.to));
        matches!(displaced, Some(InCommon::Several))
    }

    /// Whether other pieces that go by this move could become others.
    pub(super) fn promote_others(&self, moves: &Moves, mv: &Move) -> bool {
        let (_, rest) = promotions(moves, mv);
        let promotions = self.promotions.get(&(mv.from, mv.to, mv.manner, rest));
        matches!(promotions, Some(InCommon::Several))
    }
}

/// Returns the new cell of the piece that stood on the destination, if it was pushed or swapped.
/// In a castling without a name, returns the cell to which the partner goes.
pub(in crate::play) fn displaced_to(moves: &Moves, mv: &Move) -> Option<Cell> {
    let other = moves
        .effects(mv)
        .iter()
        .find_map(|effect| match effect.verb {
            EffectVerb::Swap if effect.to() == Some(mv.to) => effect.from(),
            EffectVerb::Move if mv.manner == MoveManner::Plain && effect.from() != mv.from => {
                effect.to()
            }
            _ => None,
        });
    moves.pushed_to(mv).or(other)
}

fn add<K: Ord, T: PartialEq>(groups: &mut BTreeMap<K, InCommon<T>>, key: K, value: T) {
    match groups.get_mut(&key) {
        Some(InCommon::One(first)) if *first == value => {}
        Some(common) => *common = InCommon::Several,
        None => _ = groups.insert(key, InCommon::One(value)),
    }
}

fn change(mv: &Move) -> SameMove {
    (mv.from, mv.to, mv.kind, mv.manner)
}

/// Whether a move is written with the promotions of other pieces.
fn puts_others(mv: &Move) -> bool {
    matches!(mv.manner, MoveManner::Rotates { .. } | MoveManner::Travels)
}

/// Returns the promotions of a move, and what else it does.
fn promotions(moves: &Moves, mv: &Move) -> (Vec<Effect>, Vec<Effect>) {
    let effects = moves.effects(mv).iter().copied();
    effects.partition(|effect| effect.verb == EffectVerb::Promote)
}
