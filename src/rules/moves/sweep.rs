//! Rays as sets of cells: how far each of them leads in a position is found in a few words of bits, and not cell by cell.
//!
//! Where a ray goes on in board order, its cells up to the first that is not empty are the bits up to the lowest of those
//! that block it: `b ^ (b - 1)`, where what is borrowed passes from word to word. Against board order they are those from
//! the highest on. Chess programs know this as the
//! [obstruction difference](https://www.chessprogramming.org/Obstruction_Difference).

use super::automaton::Stop;
use super::program::{OCCUPANTS, Steady};
use crate::model::{Cell, CellSet};

/// On larger boards there is more to do for the words of a ray than for its cells.
pub(super) const WIDEST: usize = 4;

/// Rays whose cells lie in board order or against it.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// What is done on each of their cells, by its occupant.
    pub stops: [Stop; 4],
    /// The cells of each ray, in so many words as the board takes: of those in board order, and of the others.
    up: Vec<u64>,
    down: Vec<u64>,
}

impl Sweep {
    /// Of some rays, each with its cells and their sorts, on a board of so many words; nothing if they want to be walked.
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

    /// The cells that the rays enter where these are empty; the last of each ray may be one that is not.
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
                // Without any the lowest bit is as good: all are behind it.
                let highest = (1 << 63) >> (blockers | 1).leading_zeros();
                entered[word] |= ray[word] & open & u64::wrapping_neg(highest);
                open &= u64::from(blockers != 0).wrapping_sub(1);
            }
        }
        entered
    }
}
