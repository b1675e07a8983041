//! Rays as sets of cells. How far each ray leads in a position is computed with a few words of
//! bits, not cell by cell.
//!
//! If a ray goes up in board order, its cells up to the first one that is not empty are the bits
//! up to the lowest blocker: `b ^ (b - 1)`, where the borrow is carried from word to word. If it
//! goes down, they are the bits from the highest blocker on. Chess programs know this as the
//! [obstruction difference](https://www.chessprogramming.org/Obstruction_Difference). A leap is a
//! ray of one cell, and needs no computing; a lame leap turns at its first cell, and needs a test.

use super::automaton::Stop;
use super::program::{OCCUPANTS, Program};
use crate::model::{Cell, CellSet, Occupant, Position, Side};

/// The most words of a board for which sweeps pay off. On larger boards there is more work for the
/// words of a ray than for its cells.
pub(super) const WIDEST: usize = 4;

/// The most cells of a ray that lies neither in board order nor against it. It takes a test for
/// each of its cells.
const LONGEST_BENT: usize = 4;

/// A set of cells, in as many words as its board takes.
pub(crate) type BoardWords<const WORDS: usize> = [u64; WORDS];

/// What stands where in a position, in as many words as its board takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing<const WORDS: usize> {
    empty: BoardWords<WORDS>,
    /// The pieces of White and of Black.
    pieces: [BoardWords<WORDS>; 2],
}

impl<const WORDS: usize> Standing<WORDS> {
    #[inline]
    pub(crate) fn of(position: &Position) -> Standing<WORDS> {
        let words = |occupant| position.cells(occupant).first_words::<WORDS>();
        Standing {
            empty: words(Occupant::Empty),
            pieces: Side::BOTH.map(|side| words(side.into())),
        }
    }
}

/// Rays that each go on until something stands in the way.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// What a walk does where it may stop, by occupant.
    pub stops: [Stop; 4],
    /// All bits, where a walk may stop, if it moves onto an empty cell, and if it captures pieces of
    /// White and of Black.
    moves: u64,
    takes: [u64; 2],
    pub en_passant: bool,
    /// Sets of cells, each in as many words as the board takes: those where a walk may stop, the
    /// first cells of all bent rays and of rays of one cell, the `up` rays in board order, the
    /// `down` rays against it, and for each later cell of a bent ray those before it and itself.
    sets: Box<[u64]>,
    up: usize,
    down: usize,
}

impl Sweep {
    /// Builds the sweep of some rays, given the program of each and its cells and their sorts, on a
    /// board of this many words. Returns `None` if they must be walked cell by cell.
    pub(crate) fn new<'a, Ray: Iterator<Item = (Cell, u8)>>(
        rays: impl Iterator<Item = (&'a Program, Ray)>,
        words: usize,
    ) -> Option<Sweep> {
        if words > WIDEST {
            return None;
        }
        let (mut lands, mut over, mut first) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        let (mut up, mut down, mut bent) = (Vec::new(), Vec::new(), Vec::new());
        let mut stops = None;
        for (program, ray) in rays {
            let mut cells = Vec::new();
            for (cell, sort) in ray {
                cells.push(cell);
                let here = OCCUPANTS.map(|occupant| program.transition(0, sort, occupant).stop);
                if here == [Stop::No; 4] {
                    over.insert(cell);
                    continue;
                }
                lands.insert(cell);
                if *stops.get_or_insert(here) != here {
                    return None;
                }
            }
            if cells.len() > 1 && program.steady.is_none() {
                return None;
            }
            let all: CellSet = cells.iter().copied().collect();
            if cells.len() > 1 && cells.is_sorted() {
                up.push(all);
            } else if cells.len() > 1 && cells.is_sorted_by(|a, b| a >= b) {
                down.push(all);
            } else if cells.len() <= LONGEST_BENT {
                cells.first().iter().for_each(|cell| first.insert(**cell));
                for later in 1..cells.len() {
                    bent.push(cells[..later].iter().copied().collect());
                    bent.push(CellSet::from_iter([cells[later]]));
                }
            } else {
                return None;
            }
        }
        let stops = stops.filter(|_| (lands & over).is_empty())?;
        let all_bits = |holds: bool| u64::from(!holds).wrapping_sub(1);
        let takes = |side: Side| stops[Occupant::from(side) as usize] == Stop::Capture;
        let all = [lands, first];
        let all = all.iter().chain(&up).chain(&down).chain(&bent);
        Some(Sweep {
            stops,
            moves: all_bits(stops[Occupant::Empty as usize] == Stop::Move),
            takes: Side::BOTH.map(|side| all_bits(takes(side))),
            en_passant: stops.contains(&Stop::EnPassant),
            sets: all.flat_map(|set| set.words(64 * words)).copied().collect(),
            up: up.len(),
            down: down.len(),
        })
    }

    /// Adds the empty cells to which the rays lead, and the cells on which they capture. Captures en
    /// passant are not among them.
    #[inline(always)]
    pub(crate) fn land<const WORDS: usize>(
        &self,
        standing: &Standing<WORDS>,
        moves: &mut BoardWords<WORDS>,
        captures: &mut BoardWords<WORDS>,
    ) -> BoardWords<WORDS> {
        let (_, landed) = self.enter(&standing.empty);
        let [white, black] = &standing.pieces;
        for word in 0..WORDS {
            let taken = white[word] & self.takes[0] | black[word] & self.takes[1];
            moves[word] |= landed[word] & standing.empty[word] & self.moves;
            captures[word] |= landed[word] & taken;
        }
        landed
    }

    /// Returns the cells that the rays enter, given the empty cells, and those of them where a walk
    /// may stop. The last cell of each ray may be occupied.
    #[inline(always)]
    pub(crate) fn enter<const WORDS: usize>(
        &self,
        empty: &BoardWords<WORDS>,
    ) -> (BoardWords<WORDS>, BoardWords<WORDS>) {
        let [lands, first, rays @ ..] = self.sets.as_chunks::<WORDS>().0 else {
            return ([0; WORDS], [0; WORDS]);
        };
        let mut entered = *first;
        let (up, rays) = rays.split_at(self.up.min(rays.len()));
        let (down, bent) = rays.split_at(self.down.min(rays.len()));
        for ray in up {
            let mut borrowed = 1;
            for word in 0..WORDS {
                let blockers = ray[word] & !empty[word];
                let (less, under) = blockers.overflowing_sub(borrowed);
                borrowed = u64::from(under);
                entered[word] |= ray[word] & (blockers ^ less);
            }
        }
        for ray in down {
            let mut open = u64::MAX;
            for word in (0..WORDS).rev() {
                let blockers = ray[word] & !empty[word];
                // Without a blocker the lowest bit does as well: the ray has no cell below it.
                let highest = (1 << 63) >> (blockers | 1).leading_zeros();
                entered[word] |= ray[word] & open & u64::wrapping_neg(highest);
                open &= u64::from(blockers != 0).wrapping_sub(1);
            }
        }
        for [before, cell] in bent.as_chunks::<2>().0 {
            let blocked = (0..WORDS).fold(0, |all, word| all | before[word] & !empty[word]);
            let open = u64::from(blocked != 0).wrapping_sub(1);
            (0..WORDS).for_each(|word| entered[word] |= cell[word] & open);
        }
        let mut landed = entered;
        (0..WORDS).for_each(|word| landed[word] &= lands[word]);
        (entered, landed)
    }
}
