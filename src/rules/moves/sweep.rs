//! Rays as sets of cells. How far each ray leads in a position is computed with a few words of
//! bits, not cell by cell.
//!
//! If a ray goes up in board order, its cells up to the first one that is not empty are the bits
//! up to the lowest blocker: `b ^ (b - 1)`, where the borrow is carried from word to word. If it
//! goes down, they are the bits from the highest blocker on. Chess programs know this as the
//! [obstruction difference](https://www.chessprogramming.org/Obstruction_Difference).

use super::automaton::Stop;
use super::program::{OCCUPANTS, Steady};
use crate::model::{Cell, CellSet};

/// The most words of a board for which sweeps pay off. On larger boards there is more work for the
/// words of a ray than for its cells.
pub(super) const WIDEST: usize = 4;

/// Rays whose cells lie in board order or against it.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// What a walk does on each of their cells, by occupant.
    pub stops: [Stop; 4],
    /// The cells of each ray, in as many words as the board takes: `up` has the rays in board
    /// order, `down` those against it.
    up: Vec<u64>,
    down: Vec<u64>,
}

impl Sweep {
    /// Builds the sweep of some rays, given the cells and sorts of each, on a board of this many
    /// words. Returns `None` if the rays must be walked cell by cell.
    pub(crate) fn new(
        rays: impl Iterator<Item = impl Iterator<Item = (Cell, u8)>>,
        steady: &Steady,
        words: usize,
    ) -> Option<Sweep> {
        if words > WIDEST {
            return None;
        }
        let (mut up, mut down) = (Vec::with_capacity(4 * words), Vec::with_capacity(4 * words));
        let mut sort_of_all = None;
        for ray in rays {
            let (mut mask, mut last) = ([0; WIDEST], None);
            let (mut rises, mut falls) = (true, true);
            for (cell, sort) in ray {
                if *sort_of_all.get_or_insert(sort) != sort {
                    return None;
                }
                let last = last.replace(cell);
                rises &= last.is_none_or(|last| last < cell);
                falls &= last.is_none_or(|last| last > cell);
                mask[cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            let masks = match (rises, falls) {
                (true, _) => &mut up,
                (false, true) => &mut down,
                (false, false) => return None,
            };
            masks.extend_from_slice(&mask[..words]);
        }
        let sort = sort_of_all?;
        let stops = OCCUPANTS.map(|occupant| steady.stop(sort, occupant));
        (!stops.contains(&Stop::EnPassant)).then_some(Sweep { stops, up, down })
    }

    /// Returns the cells that the rays enter, given the empty cells. The last cell of each ray may
    /// be occupied.
    #[inline(always)]
    pub(crate) fn enter<const WORDS: usize>(&self, empty: &CellSet) -> [u64; WORDS] {
        let mut taken = empty.first_words::<WORDS>();
        taken.iter_mut().for_each(|word| *word = !*word);
        let mut entered = [0; WORDS];
        for ray in self.up.as_chunks::<WORDS>().0 {
            let mut borrowed = 1;
            for word in 0..WORDS {
                let blockers = ray[word] & taken[word];
                let (less, under) = blockers.overflowing_sub(borrowed);
                borrowed = u64::from(under);
                entered[word] |= ray[word] & (blockers ^ less);
            }
        }
        for ray in self.down.as_chunks::<WORDS>().0 {
            let mut open = u64::MAX;
            for word in (0..WORDS).rev() {
                let blockers = ray[word] & taken[word];
                // Without a blocker the lowest bit does as well: the ray has no cell below it.
                let highest = (1 << 63) >> (blockers | 1).leading_zeros();
                entered[word] |= ray[word] & open & u64::wrapping_neg(highest);
                open &= u64::from(blockers != 0).wrapping_sub(1);
            }
        }
        entered
    }
}
