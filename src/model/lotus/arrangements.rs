//! Free arrangements: the ways to lay petals side by side, turned and mirrored ones counted as one, and
//! how many cells the board of each has. Knows nothing of what is played on them.
//!
//! ```
//! use padma::model::lotus::{Census, PetalCount};
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
    /// There are 333 arrangements of so many petals; each further one makes it four to five times as
    /// many.
    pub const MOST: usize = 7;

    pub fn new(count: i64) -> Option<PetalCount> {
        usize::try_from(count).ok().filter(|count| (1..=PetalCount::MOST).contains(count)).map(PetalCount)
    }
}

/// How many arrangements of some petals make a board of so many cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    by_cells: BTreeMap<usize, usize>,
}

impl Census {
    /// Counted once, when it is first asked for.
    pub fn of(petals: PetalCount) -> &'static Census {
        static ALL: OnceLock<Vec<Census>> = OnceLock::new();
        &ALL.get_or_init(Census::take)[petals.0 - 1]
    }

    fn take() -> Vec<Census> {
        let mut shapes = BTreeSet::from([[Axial { q: 0, r: 0 }].to_vec()]);
        let mut all = vec![Census::among(&shapes)];
        while all.len() < PetalCount::MOST {
            shapes = shapes.iter().flat_map(grown).collect();
            all.push(Census::among(&shapes));
        }
        all
    }

    fn among(shapes: &BTreeSet<Shape>) -> Census {
        let mut by_cells = BTreeMap::new();
        for shape in shapes {
            *by_cells.entry(tiles(shape).len()).or_default() += 1;
        }
        Census { by_cells }
    }

    pub fn all(&self) -> usize {
        self.by_cells.values().sum()
    }

    pub fn with_cells(&self, cells: usize) -> usize {
        self.by_cells.get(&cells).copied().unwrap_or(0)
    }
}

/// The tiles of a union of petals, each once.
pub(super) fn tiles(petals: &[Axial]) -> BTreeSet<Tile> {
    petals.iter().copied().flat_map(Tile::petal).collect()
}

/// Petals in order; of all the ways to turn, mirror and shift them, the one that sorts first.
type Shape = Vec<Axial>;

/// The arrangements with one petal more, laid beside any that is there.
fn grown(shape: &Shape) -> BTreeSet<Shape> {
    let beside: BTreeSet<Axial> = shape.iter().flat_map(|petal| (0..6).map(|k| *petal + unit(k))).collect();
    let free = beside.into_iter().filter(|petal| !shape.contains(petal));
    free.map(|petal| normal([shape.as_slice(), &[petal]].concat())).collect()
}

fn normal(petals: Vec<Axial>) -> Shape {
    let mirrored: Vec<Axial> = petals.iter().map(|at| Axial { q: at.r, r: at.q }).collect();
    let mut least = shifted(&petals);
    for mut hand in [petals, mirrored] {
        for _ in 0..6 {
            hand.iter_mut().for_each(|at| *at = Axial { q: -at.r, r: at.q + at.r });
            least = least.min(shifted(&hand));
        }
    }
    least
}

/// The petals in order, the first at the origin.
fn shifted(petals: &[Axial]) -> Shape {
    let mut sorted = petals.to_vec();
    sorted.sort_unstable();
    let back = sorted[0] * -1;
    sorted.iter_mut().for_each(|at| *at = *at + back);
    sorted
}
