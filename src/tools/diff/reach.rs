//! Compares a piece's moves under two sets of rules: from every cell of the empty board, and among
//! other pieces.

use super::pair::VariantPair;
use super::words::gains_and_losses;
use padma_rules::model::{Cell, CellSet, KindId, PieceKind, Side};
use padma_rules::moves::Walker;
use padma_rules::reach::Rules;
use padma_text::english::join_list;
use padma_variant::difference::{Disagreement, ReachCase, piece_difference};

/// The cells that a piece gained and lost from a cell, as cells of the new board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReachChange {
    pub from: Cell,
    pub gained: CellSet,
    pub lost: CellSet,
    /// The cells that the piece still reaches.
    pub kept: CellSet,
}

/// The changes of a piece's moves on the empty board, for one side or both (`None`), and for a
/// moved piece, an unmoved piece or both (`None`).
pub(crate) struct ReachChanges {
    pub side: Option<Side>,
    pub moved: Option<bool>,
    pub all: Vec<ReachChange>,
    /// The number of cells that were compared.
    pub asked: usize,
}

/// A piece in both variants.
#[derive(Clone, Copy)]
pub(crate) struct PiecePair<'a> {
    pub pair: &'a VariantPair<'a>,
    pub kinds: [KindId; 2],
}

impl<'a> PiecePair<'a> {
    /// Returns the piece in each variant.
    pub(crate) fn kinds(self) -> [&'a PieceKind; 2] {
        let [old, new] = self.kinds;
        [
            self.pair.old.variant.kind(old),
            self.pair.new.variant.kind(new),
        ]
    }

    /// Returns the changes of the piece's moves on the empty board. Changes shared by both sides,
    /// or by moved and unmoved pieces, are listed once.
    pub(crate) fn shifts(self) -> Vec<ReachChanges> {
        let by_side =
            Side::BOTH.map(|side| (side, [true, false].map(|moved| self.alone(side, moved))));
        let mut found = Vec::new();
        for (side, [moved, unmoved]) in merged(by_side) {
            let compared = self.standing(side.unwrap_or(Side::White)).len();
            let each = merged([(true, moved), (false, unmoved)]).into_iter();
            found.extend(each.map(|(moved, all)| ReachChanges {
                side,
                moved,
                all,
                asked: compared,
            }));
        }
        found.retain(|shifts| !shifts.all.is_empty());
        found
    }

    /// Returns the changes of the piece's moves on the empty board, one for each starting cell.
    /// Compares only cells that are on both boards and on which the piece may stand in both
    /// variants.
    fn alone(self, side: Side, has_moved: bool) -> Vec<ReachChange> {
        let VariantPair {
            old, new, shared, ..
        } = self.pair;
        let empty = [old, new].map(|rules| rules.variant.empty_position());
        let tables = [
            old.table(self.kinds[0], side),
            new.table(self.kinds[1], side),
        ];
        let mut walker = Walker::default();
        let shifts = self.standing(side).into_iter().map(|from| {
            let was = walker.reach(tables[0], &empty[0], from[0], has_moved).moves;
            let is = walker.reach(tables[1], &empty[1], from[1], has_moved).moves;
            ReachChange::new(from[1], self.pair.cells_in_new(&was), is & *shared)
        });
        shifts
            .filter(|shift| !shift.gained.is_empty() || !shift.lost.is_empty())
            .collect()
    }

    /// Returns the cells on which the piece may stand in both variants.
    fn standing(self, side: Side) -> Vec<[Cell; 2]> {
        let [old, new] = self.kinds;
        let was = self.pair.old.stands_on(old.into(), side);
        let is = self.pair.new.stands_on(new.into(), side);
        let both = |[old, new]: &&[Cell; 2]| was.contains(*old) && is.contains(*new);
        self.pair.cells.iter().filter(both).copied().collect()
    }

    /// Finds a position that shows a difference between the piece's moves in the two variants. If
    /// cells or pieces have other numbers in the new variant, compares only the movements, both
    /// under the new variant's rules.
    pub(crate) fn among_others(self) -> Option<Disagreement<ReachCase>> {
        let VariantPair { old, new, .. } = self.pair;
        let [was, is] = self.kinds();
        let id = self.kinds[1];
        if self.pair.is_aligned() && self.kinds[0] == id {
            return apart_of(old, new, id);
        }
        if was.movement.to_string() == is.movement.to_string() {
            return None;
        }
        let mut other = new.variant.clone();
        other.kinds[id.index()].movement = was.movement.clone();
        apart_of(&Rules::new(other), new, id)
    }
}

fn apart_of(old: &Rules, new: &Rules, id: KindId) -> Option<Disagreement<ReachCase>> {
    let mut sides = Side::BOTH.into_iter();
    sides.find_map(|side| piece_difference(old, new, id, side))
}

/// Merges two equal values into one without a key. Leaves different values as they are.
pub(crate) fn merged<K, V: PartialEq>([first, second]: [(K, V); 2]) -> Vec<(Option<K>, V)> {
    if first.1 == second.1 {
        return vec![(None, first.1)];
    }
    let both = [first, second].map(|(key, value)| (Some(key), value));
    both.into()
}

impl ReachChange {
    pub(crate) fn new(from: Cell, was: CellSet, is: CellSet) -> ReachChange {
        ReachChange {
            from,
            gained: is - was,
            lost: was - is,
            kept: was & is,
        }
    }

    /// Describes the change: "gained a1 and lost b2".
    pub(crate) fn describe(&self, pair: &VariantPair<'_>) -> String {
        let names = [&self.gained, &self.lost].map(|cells| pair.names(cells));
        let parts = gains_and_losses(["gained", "lost"], &names);
        join_list(&parts, "and")
    }
}

impl ReachChanges {
    /// Returns the first of the changes with the most cells.
    pub(crate) fn most(&self) -> Option<&ReachChange> {
        let size = |shift: &&ReachChange| shift.gained.len() + shift.lost.len();
        self.all.iter().rev().max_by_key(size)
    }
}
