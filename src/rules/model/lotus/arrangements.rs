//! Free arrangements: the ways to lay petals side by side, where turned and mirrored ones count as
//! one, and the number of cells of each one's board. This module knows nothing of what is played
//! on these boards.
//!
//! ```
//! use padma_rules::model::lotus::{Census, PetalCount};
//! let four = Census::of(PetalCount::new(4).ok_or("four is too many")?);
//! assert_eq!((four.all(), four.with_cells(39)), (7, 1));
//! # Ok::<(), &str>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::tiles::{Axial, Tile, unit};

/// A number of petals whose arrangements are counted, 1 to [`PetalCount::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PetalCount(usize);

impl PetalCount {
    /// The largest number of petals that is counted. Seven petals have 333 arrangements; each
    /// further petal multiplies their number by four to five.
    pub const MOST: usize = 7;

    /// Returns a number of petals; `None` if it is 0 or too large.
    pub fn new(count: i64) -> Option<PetalCount> {
        usize::try_from(count)
            .ok()
            .filter(|count| (1..=PetalCount::MOST).contains(count))
            .map(PetalCount)
    }
}

/// The arrangements of a number of petals, counted by the number of cells of their boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    by_cells: BTreeMap<usize, usize>,
}

impl Census {
    /// Returns the census of this many petals. All censuses are taken when first asked for.
    pub fn of(petals: PetalCount) -> &'static Census {
        static ALL: OnceLock<Vec<Census>> = OnceLock::new();
        &ALL.get_or_init(Census::count_all)[petals.0 - 1]
    }

    /// Counts the arrangements of one petal, of two, and so on to [`PetalCount::MOST`].
    pub fn count_all() -> Vec<Census> {
        let mut shapes = BTreeMap::from([(PetalShape(1), cells_added(0))]);
        let mut total = vec![Census::of_shapes(&shapes)];
        while total.len() < PetalCount::MOST {
            shapes = grow(&shapes);
            total.push(Census::of_shapes(&shapes));
        }
        total
    }

    fn of_shapes(shapes: &BTreeMap<PetalShape, usize>) -> Census {
        let mut by_cells = BTreeMap::new();
        for cells in shapes.values() {
            *by_cells.entry(*cells).or_default() += 1;
        }
        Census { by_cells }
    }

    /// Returns the number of arrangements.
    pub fn all(&self) -> usize {
        self.by_cells.values().sum()
    }

    /// Returns the number of arrangements that make a board of `cells` cells.
    pub fn with_cells(&self, cells: usize) -> usize {
        self.by_cells.get(&cells).copied().unwrap_or(0)
    }
}

/// Returns the tiles of a union of petals, each once.
pub(super) fn tiles(petals: &[Axial]) -> BTreeSet<Tile> {
    petals.iter().copied().flat_map(Tile::petal).collect()
}

/// An arrangement, as the bits of an [`Image`]: the least of all its turns and mirror images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PetalShape(u64);

impl PetalShape {
    fn petals(self) -> Vec<Axial> {
        let bits = (0..64).filter(|bit| self.0 >> bit & 1 == 1);
        bits.map(|bit| Axial {
            q: bit / 8,
            r: bit % 8,
        })
        .collect()
    }
}

/// The number of ways to turn and mirror an arrangement.
const WAYS: usize = 12;

/// Returns the place of a petal after each of those turns and mirrorings.
fn orientations(petal: Axial) -> [Axial; WAYS] {
    let mut at = petal;
    std::array::from_fn(|way| {
        if way == WAYS / 2 {
            at = Axial { q: at.r, r: at.q };
        }
        at = Axial {
            q: -at.r,
            r: at.q + at.r,
        };
        at
    })
}

/// Some petals on a square of eight by eight, a bit for each, shifted so that no coordinate is
/// negative. Connected petals lie fewer steps apart than there are petals, so eight is enough.
#[derive(Clone, Copy)]
struct Image {
    bits: u64,
    /// The least coordinates of its petals.
    corner: Axial,
}

impl Image {
    fn of(petal: Axial) -> Image {
        Image {
            bits: 1,
            corner: petal,
        }
    }

    fn with(self, petal: Axial) -> Image {
        let corner = Axial {
            q: self.corner.q.min(petal.q),
            r: self.corner.r.min(petal.r),
        };
        let bit = |at: Axial| 8 * (at.q - corner.q) + at.r - corner.r;
        Image {
            bits: self.bits << bit(self.corner) | 1 << bit(petal),
            corner,
        }
    }
}

/// Returns all arrangements with one more petal, laid beside any of those present, and the number
/// of cells of each.
fn grow(shapes: &BTreeMap<PetalShape, usize>) -> BTreeMap<PetalShape, usize> {
    let mut all = BTreeMap::new();
    for (shape, cells) in shapes {
        let own = shape.petals();
        let images = images(&own);
        let mut beside: Vec<Axial> = own
            .iter()
            .flat_map(|petal| (0..6).map(|k| *petal + unit(k)))
            .collect();
        beside.sort_unstable();
        beside.dedup();
        for petal in beside.into_iter().filter(|petal| !own.contains(petal)) {
            let near = (0..6)
                .filter(|k| own.contains(&(petal + unit(*k))))
                .fold(0, |near, k| near | 1 << k);
            let larger = images
                .iter()
                .zip(orientations(petal))
                .map(|(image, petal)| image.with(petal).bits);
            let least = larger.fold(u64::MAX, u64::min);
            all.entry(PetalShape(least))
                .or_insert(cells + cells_added(near));
        }
    }
    all
}

/// Returns the image of some petals in each way to turn and mirror them.
fn images(petals: &[Axial]) -> Vec<Image> {
    let mut petals = petals.iter().map(|petal| orientations(*petal));
    let first = petals.next().into_iter().flatten().map(Image::of).collect();
    petals.fold(first, |images: Vec<Image>, petal| {
        images
            .into_iter()
            .zip(petal)
            .map(|(image, at)| image.with(at))
            .collect()
    })
}

/// Returns the number of cells that a petal adds to its neighbours, which have a bit each in
/// `near`: its hexagon, the squares towards no neighbour, and the triangles between two such
/// squares.
fn cells_added(near: u8) -> usize {
    let free = |k: u8| near >> (k % 6) & 1 == 0;
    let squares = (0..6).filter(|k| free(*k)).count();
    let triangles = (0..6).filter(|k| free(*k) && free(k + 1)).count();
    1 + squares + triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the number for each set of neighbours with the tiles of the petals.
    #[test]
    fn a_petal_adds_the_tiles_that_its_neighbours_lack() {
        let own: BTreeSet<Tile> = Tile::petal(Axial { q: 0, r: 0 }).collect();
        for near in 0..64_u8 {
            let others: Vec<Axial> = (0..6).filter(|k| near >> k & 1 == 1).map(unit).collect();
            assert_eq!(
                cells_added(near),
                own.difference(&tiles(&others)).count(),
                "{near:06b}"
            );
        }
    }
}
