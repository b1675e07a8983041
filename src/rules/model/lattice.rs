//! How the cells of a board lie relative to each other: at places of whole numbers, so that any leap is a
//! partial function from cell to cell.

use super::cells::{Cell, PerCell};

/// The opposite sides of a grid that are joined, so that what leaves the board on one of them comes
/// back on the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glue {
    /// The left and the right side: a cylinder.
    pub sides: bool,
    /// The lowest and the highest rank.
    pub ends: bool,
}

/// A place of whole numbers: a column, a row and a level, or the axial coordinates of a hexagon and 0. A leap
/// is the difference of two.
pub(super) type LatticePoint = [i16; 3];

/// The places of a board's cells. A cell that is only on another sheet has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The lowest and the highest column, row and level of any cell.
    bounds: [(i16, i16); 3],
    /// The number of files, ranks and levels, which begin at column, row and level 0.
    size: LatticePoint,
    glue: Glue,
    places: PerCell<Option<LatticePoint>>,
    /// The cells, level by level and row by row; `None` at a place without a cell.
    cells: Vec<Option<Cell>>,
}

impl Lattice {
    /// Makes a lattice of cells at these places, on `size` files, ranks and levels. No two cells may
    /// share a place.
    pub(super) fn new(places: PerCell<Option<LatticePoint>>, size: LatticePoint) -> Lattice {
        let bounds = [0, 1, 2].map(|axis| {
            let values = || places.iter().filter_map(|(_, point)| Some((*point)?[axis]));
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        });
        let count = bounds.map(|(low, high)| usize::from(high.abs_diff(low)) + 1);
        let mut lattice = Lattice {
            bounds,
            size,
            glue: Glue::default(),
            cells: vec![None; count.into_iter().product()],
            places,
        };
        for index in 0..lattice.places.len() {
            let cell = Cell::new(index);
            if let Some(point) = lattice.places[cell]
                && let Some(slot) = lattice.slot(point.map(i32::from))
            {
                lattice.cells[slot] = Some(cell);
            }
        }
        lattice
    }

    /// Returns the same lattice with sides joined.
    pub(super) fn glued(self, glue: Glue) -> Lattice {
        Lattice { glue, ..self }
    }

    /// Removes a cell, which then has no place.
    pub(super) fn remove(&mut self, cell: Cell) {
        self.places[cell] = None;
        self.cells
            .iter_mut()
            .filter(|other| **other == Some(cell))
            .for_each(|other| *other = None);
    }

    /// Iterates over the cells that have a place, in board order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.places
            .iter()
            .filter(|(_, place)| place.is_some())
            .map(|(cell, _)| cell)
    }

    /// Returns a cell's column and row.
    pub fn place(&self, cell: Cell) -> Option<(i16, i16)> {
        self.places[cell].map(|[column, row, _]| (column, row))
    }

    /// Returns the cell in a column and a row, from 0 for the first file and the lowest rank.
    pub fn at(&self, column: i16, row: i16) -> Option<Cell> {
        self.cell_at([column, row, 0])
    }

    pub(super) fn cell_at(&self, point: LatticePoint) -> Option<Cell> {
        self.slot(point.map(i32::from))
            .and_then(|slot| self.cells[slot])
    }

    /// Returns the cell that lies `right` columns to the right and `up` rows up.
    #[inline]
    pub fn step(&self, from: Cell, right: i16, up: i16) -> Option<Cell> {
        self.leap(from, [right, up, 0])
    }

    /// Returns the cell that a leap by columns, rows and levels leads to.
    #[inline]
    pub(super) fn leap(&self, from: Cell, leap: LatticePoint) -> Option<Cell> {
        self.leap_glued(from, leap, self.glue)
            // A leap round the board that ends where it began is left out.
            .filter(|cell| *cell != from)
    }

    /// Returns where a leap leads from each cell.
    pub(super) fn links(&self, leap: LatticePoint) -> Vec<(Cell, Cell)> {
        let link = |from| Some((from, self.leap(from, leap)?));
        self.cells().filter_map(link).collect()
    }

    /// Like [`Lattice::step`] on a board whose left and right sides are joined, and from a cell back to it too.
    pub(crate) fn step_round(&self, from: Cell, right: i16, up: i16) -> Option<Cell> {
        let glue = Glue {
            sides: true,
            ..self.glue
        };
        self.leap_glued(from, [right, up, 0], glue)
    }

    #[inline]
    fn leap_glued(&self, from: Cell, leap: LatticePoint, glue: Glue) -> Option<Cell> {
        let point = self.places[from]?;
        let along = |axis: usize, is_joined: bool| {
            let (first, last) = self.bounds[axis];
            let (at, first) = (
                i32::from(point[axis]) + i32::from(leap[axis]),
                i32::from(first),
            );
            match is_joined {
                true => first + (at - first).rem_euclid(i32::from(last) - first + 1),
                false => at,
            }
        };
        self.cells[self.slot([along(0, glue.sides), along(1, glue.ends), along(2, false)])?]
    }

    /// Returns the cell in the middle of the files, ranks and levels. Where they are even in number, that
    /// is the cell left of or below the exact middle.
    pub fn middle(&self) -> Option<Cell> {
        self.cell_at(self.size.map(|count| (count - 1) / 2))
    }

    /// Returns how far a cell lies from the middle of the files, ranks and levels, as the square of twice
    /// the distance.
    pub fn distance_from_middle(&self, cell: Cell) -> u32 {
        self.places[cell].map_or(0, |point| {
            let axes = point.into_iter().zip(self.size);
            let off = |(at, count): (i16, i16)| u32::from((2 * at - (count - 1)).unsigned_abs());
            axes.map(|axis| off(axis).pow(2)).sum()
        })
    }

    /// Returns how many ranks lie between a cell and White's end of the board, and how many
    /// between it and the other end; `None` for a cell beside the ranks.
    pub fn depth(&self, cell: Cell) -> Option<(u16, u16)> {
        let [_, row, _] = self.places[cell]?;
        Some((
            u16::try_from(row).ok()?,
            u16::try_from(self.size[1] - 1 - row).ok()?,
        ))
    }

    /// Returns the cell on the same file, on the opposite rank of the opposite level.
    pub fn mirrored(&self, cell: Cell) -> Option<Cell> {
        let [column, ..] = self.places[cell]?;
        let [_, row, level] = self.opposite(cell)?;
        self.cell_at([column, row, level])
    }

    /// Returns the cell on the same rank and level, on the opposite file.
    pub fn reflected(&self, cell: Cell) -> Option<Cell> {
        let [_, row, level] = self.places[cell]?;
        let [column, ..] = self.opposite(cell)?;
        self.cell_at([column, row, level])
    }

    /// Returns the cell at the same place after half a turn of the board.
    pub fn rotated(&self, cell: Cell) -> Option<Cell> {
        self.cell_at(self.opposite(cell)?)
    }

    fn opposite(&self, cell: Cell) -> Option<LatticePoint> {
        let point = self.places[cell]?;
        Some([0, 1, 2].map(|axis| self.size[axis] - 1 - point[axis]))
    }

    /// Returns the cells from one to another along a rank, a file or a diagonal, both included;
    /// places without a cell are `None`. Returns `None` if the two lie on no such line.
    pub fn line(&self, from: Cell, to: Cell) -> Option<Vec<Option<Cell>>> {
        let ((x, y), (to_x, to_y)) = (self.place(from)?, self.place(to)?);
        let (right, up) = (to_x - x, to_y - y);
        let straight = right == 0 || up == 0 || right.abs() == up.abs();
        let steps = right.abs().max(up.abs());
        let place = |step: i16| self.at(x + step * right.signum(), y + step * up.signum());
        straight.then(|| (0..=steps).map(place).collect())
    }

    /// Returns the cells row by row from the top of the highest level; `None` at a place without a cell.
    pub(super) fn rows(&self) -> Vec<Vec<Option<Cell>>> {
        let [(left, right), (bottom, top), (lowest, highest)] = self.bounds;
        let levels = (lowest..=highest).rev();
        let rows = levels.flat_map(|level| (bottom..=top).rev().map(move |row| (row, level)));
        let row = |(row, level)| {
            let columns = (left..=right).map(|column| self.cell_at([column, row, level]));
            columns.collect()
        };
        rows.map(row).collect()
    }

    #[inline]
    fn slot(&self, point: [i32; 3]) -> Option<usize> {
        let mut slot = 0;
        for axis in [2, 1, 0] {
            let (low, high) = self.bounds[axis];
            let (low, high) = (i32::from(low), i32::from(high));
            if !(low..=high).contains(&point[axis]) {
                return None;
            }
            slot = slot * (high - low + 1) + point[axis] - low;
        }
        // No part of the sum is negative.
        Some(slot as usize)
    }
}
