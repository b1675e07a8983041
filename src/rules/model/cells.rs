//! Cells as indices, and collections keyed by them.
//!
//! ```
//! use padma_rules::model::{Cell, CellSet};
//! let set: CellSet = [Cell::new(3), Cell::new(1)].into_iter().collect();
//! assert_eq!(set.len(), 2);
//! assert_eq!(set.iter().next(), Some(Cell::new(1)));
//! ```

use std::ops::{BitAnd, BitOr, BitOrAssign, Index, IndexMut, Sub};

/// The largest number of cells a board may have (a grid of 32 by 32).
pub const MAX_CELLS: usize = 1024;

const WORDS: usize = MAX_CELLS / 64;

/// One cell of a board, by its index in board order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Returns the cell with this index, which must be below [`MAX_CELLS`].
    pub fn new(index: usize) -> Cell {
        debug_assert!(index < MAX_CELLS);
        Cell(index as u16)
    }

    /// Returns its index in board order, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet {
    words: [u64; WORDS],
}

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet { words: [0; WORDS] };

    /// Returns the set of the first `count` cells: all cells of a board of that size.
    pub fn first(count: usize) -> CellSet {
        let mut set = CellSet::EMPTY;
        let (full, rest) = (count / 64, count % 64);
        set.words[..full].fill(u64::MAX);
        if rest > 0 {
            set.words[full] = (1 << rest) - 1;
        }
        set
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words[cell.index() / 64 % WORDS] >> (cell.index() % 64) & 1 == 1
    }

    /// Adds a cell to the set.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.words[cell.index() / 64 % WORDS] |= 1 << (cell.index() % 64);
    }

    /// Adds a cell if `condition` holds, without a branch.
    #[inline]
    pub(crate) fn insert_if(&mut self, cell: Cell, condition: bool) {
        self.words[cell.index() / 64 % WORDS] |= u64::from(condition) << (cell.index() % 64);
    }

    /// Removes a cell from the set.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.words[cell.index() / 64 % WORDS] &= !(1 << (cell.index() % 64));
    }

    /// Returns the number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether no cell is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether all its cells are in the other set too.
    #[inline]
    pub fn is_subset(&self, other: &CellSet) -> bool {
        (0..WORDS).all(|word| self.words[word] & !other.words[word] == 0)
    }

    /// Iterates over the cells in board order.
    #[inline]
    pub fn iter(&self) -> Cells<'_> {
        Cells {
            rest: &self.words,
            base: 0,
            left: 0,
        }
    }

    /// Adds the cells whose bits are set in these words.
    #[inline]
    pub(crate) fn insert_words(&mut self, words: &[u64]) {
        words
            .iter()
            .enumerate()
            .for_each(|(word, others)| self.words[word % WORDS] |= others);
    }

    /// Adds the cells whose bits are set in these words and that are in another set too.
    #[inline]
    pub(crate) fn insert_shared(&mut self, words: &[u64], other: &CellSet) {
        for (word, words) in words.iter().enumerate() {
            self.words[word % WORDS] |= words & other.words[word % WORDS];
        }
    }

    /// Returns its first `COUNT` words: the whole set on a board of at most `64 * COUNT` cells.
    #[inline]
    pub(crate) fn first_words<const COUNT: usize>(&self) -> [u64; COUNT] {
        std::array::from_fn(|word| self.words[word % WORDS])
    }

    /// Returns a bit for each of the first `count` cells, rounded up to whole words.
    pub fn words(&self, count: usize) -> &[u64] {
        &self.words[..count.div_ceil(64)]
    }

    #[inline]
    fn zip(mut self, other: CellSet, op: impl Fn(u64, u64) -> u64) -> CellSet {
        self.words
            .iter_mut()
            .enumerate()
            .for_each(|(word, own)| *own = op(*own, other.words[word]));
        self
    }
}

/// The cells of a set, in board order.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    rest: &'a [u64],
    /// The index just past the cells of the current word.
    base: usize,
    /// The bits of the current word that are still to come.
    left: u64,
}

impl Iterator for Cells<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.left == 0 {
            let (word, rest) = self.rest.split_first()?;
            (self.left, self.rest) = (*word, rest);
            self.base += 64;
        }
        Some(take_first(&mut self.left, self.base))
    }
}

/// Removes the lowest bit of `left` and returns its cell. The word's last cell is just before
/// `base`.
#[inline]
fn take_first(left: &mut u64, base: usize) -> Cell {
    let bit = left.trailing_zeros() as usize;
    *left &= *left - 1;
    Cell::new(base - 64 + bit)
}

/// The cells that two sets share, in board order.
#[derive(Clone, Debug)]
pub struct SharedCells<'a> {
    rest: &'a [u64],
    others: &'a [u64],
    /// As in [`Cells`].
    base: usize,
    left: u64,
}

impl<'a> SharedCells<'a> {
    #[inline]
    fn of(words: &'a [u64], others: &'a [u64]) -> SharedCells<'a> {
        SharedCells {
            rest: words,
            others,
            base: 0,
            left: 0,
        }
    }

    /// Iterates over all cells of one set.
    #[inline]
    pub fn all(set: &'a CellSet) -> SharedCells<'a> {
        SharedCells::of(&set.words, &set.words)
    }
}

impl Iterator for SharedCells<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.left == 0 {
            let (own, rest) = self.rest.split_first()?;
            let (other, others) = self.others.split_first()?;
            (self.left, self.rest, self.others) = (own & other, rest, others);
            self.base += 64;
        }
        Some(take_first(&mut self.left, self.base))
    }
}

impl Default for CellSet {
    fn default() -> CellSet {
        CellSet::EMPTY
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign<&CellSet> for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: &CellSet) {
        self.insert_words(&other.words);
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::index)).finish()
    }
}

/// One value for each cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerCell<T>(Vec<T>);

impl<T> PerCell<T> {
    /// Makes a value for each of `count` cells.
    pub fn from_fn(count: usize, value: impl FnMut(Cell) -> T) -> PerCell<T> {
        PerCell((0..count).map(Cell::new).map(value).collect())
    }

    /// Returns the number of cells, and of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the cells with their values, in board order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.0
            .iter()
            .enumerate()
            .map(|(index, value)| (Cell::new(index), value))
    }
}

impl<T> Index<Cell> for PerCell<T> {
    type Output = T;
    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.index()]
    }
}

impl<T> IndexMut<Cell> for PerCell<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.index()]
    }
}

/// A set of cells for each cell of a board, stored in only as many words as the board needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetPerCell {
    /// The number of words of each set.
    width: usize,
    words: Vec<u64>,
}

impl SetPerCell {
    /// Makes a set for each of `count` cells; its members are among these cells.
    pub fn from_fn(count: usize, mut set: impl FnMut(Cell) -> CellSet) -> SetPerCell {
        let width = count.div_ceil(64);
        let mut words = Vec::with_capacity(count * width);
        (0..count).for_each(|index| words.extend_from_slice(&set(Cell::new(index)).words[..width]));
        SetPerCell { width, words }
    }

    /// Returns the set of a cell.
    #[inline]
    pub fn of(&self, cell: Cell) -> CellSet {
        let mut set = CellSet::EMPTY;
        let start = cell.index() * self.width;
        set.words[..self.width].copy_from_slice(&self.words[start..start + self.width]);
        set
    }

    /// Returns the union of the sets of some cells.
    pub fn union(&self, cells: &CellSet) -> CellSet {
        let mut all = CellSet::EMPTY;
        for cell in cells.iter() {
            let start = cell.index() * self.width;
            all.insert_words(&self.words[start..start + self.width]);
        }
        all
    }

    /// Iterates over the cells that a cell's set shares with another set.
    #[inline]
    pub fn intersection<'a>(&'a self, cell: Cell, set: &'a CellSet) -> SharedCells<'a> {
        let start = cell.index() * self.width;
        SharedCells::of(&self.words[start..start + self.width], &set.words)
    }

    /// Returns the number of cells that have a set.
    pub fn cell_count(&self) -> usize {
        self.words.len() / self.width.max(1)
    }

    /// Iterates over the sets in the order of their cells.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, CellSet)> {
        (0..self.cell_count())
            .map(Cell::new)
            .map(|cell| (cell, self.of(cell)))
    }
}
