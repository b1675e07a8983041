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
    /// Taken once, when it is first asked for.
    pub fn of(petals: PetalCount) -> &'static Census {
        static ALL: OnceLock<Vec<Census>> = OnceLock::new();
        &ALL.get_or_init(Census::take)[petals.0 - 1]
    }

    /// Counts the arrangements of one petal, of two, and so on to [`PetalCount::MOST`].
    pub fn take() -> Vec<Census> {
        let one = vec![Axial { q: 0, r: 0 }];
        let mut shapes = BTreeMap::from([(one.clone(), tiles(&one).len())]);
        let mut all = vec![Census::among(&shapes)];
        while all.len() < PetalCount::MOST {
            shapes = grown(&shapes);
            all.push(Census::among(&shapes));
        }
        all
    }

    fn among(shapes: &BTreeMap<Shape, usize>) -> Census {
        let mut by_cells = BTreeMap::new();
        for cells in shapes.values() {
            *by_cells.entry(*cells).or_default() += 1;
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

/// All arrangements with one petal more, laid beside any that is there, and the cells of each.
fn grown(shapes: &BTreeMap<Shape, usize>) -> BTreeMap<Shape, usize> {
    let mut all = BTreeMap::new();
    for shape in shapes.keys() {
        let old = tiles(shape);
        let beside: BTreeSet<Axial> =
            shape.iter().flat_map(|petal| (0..6).map(|k| *petal + unit(k))).collect();
        for petal in beside.into_iter().filter(|petal| !shape.contains(petal)) {
            let gained = || Tile::petal(petal).filter(|tile| !old.contains(tile)).count();
            let shape = normal(&[shape.as_slice(), &[petal]].concat());
            all.entry(shape).or_insert_with(|| old.len() + gained());
        }
    }
    all
}

fn normal(petals: &[Axial]) -> Shape {
    let mut turned = petals.to_vec();
    let mut least: Option<Image> = None;
    for mirrored in [false, true] {
        if mirrored {
            turned.iter_mut().for_each(|at| *at = Axial { q: at.r, r: at.q });
        }
        for _ in 0..6 {
            turned.iter_mut().for_each(|at| *at = Axial { q: -at.r, r: at.q + at.r });
            let image = image(&turned);
            least = Some(least.map_or(image, |least| least.min(image)));
        }
    }
    let least = least.unwrap_or_default();
    least[..petals.len()]
        .iter()
        .map(|key| Axial { q: i32::from(key >> 8), r: i32::from(key & 0xff) })
        .collect()
}

/// Petals shifted to where no coordinate is negative, each in two bytes, sorted; the rest is filled up.
type Image = [u16; PetalCount::MOST];

fn image(petals: &[Axial]) -> Image {
    let least = |coordinate: fn(&Axial) -> i32| petals.iter().map(coordinate).min().unwrap_or(0);
    let (q, r) = (least(|at| at.q), least(|at| at.r));
    let mut image = [u16::MAX; PetalCount::MOST];
    for (key, at) in image.iter_mut().zip(petals) {
        // Petals that hang together lie fewer steps apart than there are petals.
        *key = (((at.q - q) as u16) << 8) | (at.r - r) as u16;
    }
    image.sort_unstable();
    image
}
