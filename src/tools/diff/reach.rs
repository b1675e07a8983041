//! Compares a piece's moves by two sets of rules: from every cell of the empty board, and in
//! crowded positions.
//!
//! The crowded positions are pseudo-random and the same on every run, from sparse to dense. They
//! hold pieces of no known kind and pieces that both variants have.

use super::pair::VariantPair;
use padma_rules::model::{Cell, CellSet, KindId, Piece, Position, Side};
use padma_rules::moves::Walker;
use padma_variant::difference::games::Random;

/// The number of crowded positions in which a piece is tried on each cell.
const CROWDS: usize = 32;

/// The cells that a piece gained and lost from a cell, as cells of the new board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub from: Cell,
    pub gained: CellSet,
    pub lost: CellSet,
    /// The cells that it still reaches.
    pub kept: CellSet,
}

/// A crowded position in which a piece's moves changed, reduced to the pieces that this takes.
pub(super) struct Crowded {
    pub side: Side,
    pub unmoved: bool,
    pub shift: Shift,
    /// As a position of the new variant.
    pub position: Position,
}

/// Returns the changes of a piece's moves on the empty board, one for each cell it starts from.
/// Only cells that both boards have, and on which it may stand by both sets of rules, are
/// compared.
pub(super) fn alone(
    pair: &VariantPair<'_>,
    kinds: [KindId; 2],
    side: Side,
    has_moved: bool,
) -> Vec<Shift> {
    let empty = [pair.old, pair.new].map(|rules| rules.variant.empty_position());
    let mut walker = Walker::default();
    let shifts = standing(pair, kinds, side).into_iter().map(|from| {
        let [was, is] = reached(pair, kinds, side, from, &empty, has_moved, &mut walker);
        shift(from[1], was.0, is.0)
    });
    shifts
        .filter(|shift| !shift.gained.is_empty() || !shift.lost.is_empty())
        .collect()
}

/// Returns the cells on which a piece may stand by both sets of rules.
pub(super) fn standing(
    pair: &VariantPair<'_>,
    [old, new]: [KindId; 2],
    side: Side,
) -> Vec<[Cell; 2]> {
    let was = pair.old.stands_on(old.into(), side);
    let is = pair.new.stands_on(new.into(), side);
    let both = |[old, new]: &&[Cell; 2]| was.contains(*old) && is.contains(*new);
    pair.cells.iter().filter(both).copied().collect()
}

/// Finds a crowded position in which a piece's moves changed.
pub(super) fn crowded(
    pair: &VariantPair<'_>,
    kinds: [KindId; 2],
    crowds: &[[Position; 2]],
) -> Option<Crowded> {
    let mut walker = Walker::default();
    for side in Side::BOTH {
        let standing = standing(pair, kinds, side);
        for (crowd, from) in crowds
            .iter()
            .flat_map(|crowd| standing.iter().map(move |from| (crowd, *from)))
        {
            for has_moved in [true, false] {
                let mut differ = |crowd: &[Position; 2]| {
                    let [was, is] = reached(pair, kinds, side, from, crowd, has_moved, &mut walker);
                    (was != is).then(|| shift(from[1], was.0 | was.1, is.0 | is.1))
                };
                let Some(mut shift) = differ(crowd) else {
                    continue;
                };
                let mut crowd = crowd.clone();
                for cell in &pair.cells {
                    let fewer = without(&crowd, cell);
                    if let Some(still) = differ(&fewer) {
                        (crowd, shift) = (fewer, still);
                    }
                }
                let [_, position] = crowd;
                return Some(Crowded {
                    side,
                    unmoved: !has_moved,
                    shift,
                    position,
                });
            }
        }
    }
    None
}

/// Returns the empty cells that a piece goes to and the cells of pieces it captures, by both sets
/// of rules.
fn reached(
    pair: &VariantPair<'_>,
    [old, new]: [KindId; 2],
    side: Side,
    from: [Cell; 2],
    positions: &[Position; 2],
    has_moved: bool,
    walker: &mut Walker,
) -> [(CellSet, CellSet); 2] {
    let was = *walker.reach(pair.old.table(old, side), &positions[0], from[0], has_moved);
    let is = walker.reach(pair.new.table(new, side), &positions[1], from[1], has_moved);
    let kept = |cells: &CellSet| *cells & pair.shared;
    [
        (pair.in_new(&was.moves), pair.in_new(&was.captures)),
        (kept(&is.moves), kept(&is.captures)),
    ]
}

fn shift(from: Cell, was: CellSet, is: CellSet) -> Shift {
    Shift {
        from,
        gained: is - was,
        lost: was - is,
        kept: was & is,
    }
}

fn without(crowd: &[Position; 2], cell: &[Cell; 2]) -> [Position; 2] {
    let mut fewer = crowd.clone();
    fewer
        .iter_mut()
        .zip(cell)
        .for_each(|(position, cell)| position.put(*cell, None));
    fewer
}

/// Makes the crowded positions, each for both variants.
pub(super) fn crowds(pair: &VariantPair<'_>) -> Vec<[Position; 2]> {
    let mut random = Random::default();
    let crowd = |number: usize| {
        let mut crowd = [pair.old, pair.new].map(|rules| rules.variant.empty_position());
        for cell in &pair.cells {
            let (stands, side) = (
                random.below(2 + number % 5) == 0,
                Side::BOTH[random.below(2)],
            );
            let known = random.below(3) == 0;
            let kinds = pair
                .kinds
                .get(random.below(pair.kinds.len()))
                .filter(|_| known);
            let absent = crowd
                .iter()
                .zip(cell)
                .any(|(position, cell)| position.absent().contains(*cell));
            if stands && !absent {
                for (index, position) in crowd.iter_mut().enumerate() {
                    let kind = kinds.map(|kinds| kinds[index]);
                    position.put(cell[index], Some(Piece { side, kind }));
                }
            }
        }
        crowd
    };
    (0..CROWDS).map(crowd).collect()
}
