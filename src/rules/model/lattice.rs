//! How the cells of a grid lie relative to each other, so that any leap is a partial function from
//! cell to cell.

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

/// The places of a grid's cells. A cell beside the grid (a reserve's) has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The lowest and the highest column of any cell.
    columns: (i16, i16),
    /// The lowest and the highest row of any cell.
    rows: (i16, i16),
    /// The number of files and of ranks, which begin at column and row 0.
    size: (i16, i16),
    glue: Glue,
    places: PerCell<Option<(i16, i16)>>,
    /// The cells, row by row; `None` at a place without a cell.
    cells: Vec<Option<Cell>>,
}

impl Lattice {
    /// Makes a lattice of cells at these places, given as (column, row), on `size` files and
    /// ranks. No two cells may share a place.
    pub(super) fn new(places: PerCell<Option<(i16, i16)>>, size: (i16, i16)) -> Lattice {
        let known = || places.iter().filter_map(|(_, place)| *place);
        let bounds = |value: fn((i16, i16)) -> i16| {
            (
                known().map(value).min().unwrap_or(0),
                known().map(value).max().unwrap_or(0),
            )
        };
        let (columns, rows) = (bounds(|place| place.0), bounds(|place| place.1));
        let width = usize::from((columns.1 - columns.0 + 1).unsigned_abs());
        let height = usize::from((rows.1 - rows.0 + 1).unsigned_abs());
        let mut lattice = Lattice {
            columns,
            rows,
            size,
            glue: Glue::default(),
            cells: vec![None; width * height],
            places,
        };
        for index in 0..lattice.places.len() {
            let cell = Cell::new(index);
            if let Some((column, row)) = lattice.places[cell]
                && let Some(slot) = lattice.slot(i32::from(column), i32::from(row))
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
        self.places[cell]
    }

    /// Returns the cell in a column and a row, from 0 for the first file and the lowest rank.
    pub fn at(&self, column: i16, row: i16) -> Option<Cell> {
        self.slot(i32::from(column), i32::from(row))
            .and_then(|slot| self.cells[slot])
    }

    /// Returns the cell that lies `right` columns to the right and `up` rows up.
    #[inline]
    pub fn step(&self, from: Cell, right: i16, up: i16) -> Option<Cell> {
        self.step_glued(from, right, up, self.glue)
            // A leap round the board that ends where it began is left out.
            .filter(|cell| *cell != from)
    }

    /// Like [`Lattice::step`] on a board whose left and right sides are joined, and from a cell back to it too.
    pub(crate) fn step_round(&self, from: Cell, right: i16, up: i16) -> Option<Cell> {
        let glue = Glue {
            sides: true,
            ..self.glue
        };
        self.step_glued(from, right, up, glue)
    }

    #[inline]
    fn step_glued(&self, from: Cell, right: i16, up: i16, glue: Glue) -> Option<Cell> {
        let (column, row) = self.places[from]?;
        let along = |at: i16, by: i16, (first, last): (i16, i16), is_joined: bool| {
            let (at, first) = (i32::from(at) + i32::from(by), i32::from(first));
            match is_joined {
                true => first + (at - first).rem_euclid(i32::from(last) - first + 1),
                false => at,
            }
        };
        let column = along(column, right, self.columns, glue.sides);
        let row = along(row, up, self.rows, glue.ends);
        self.cells[self.slot(column, row)?]
    }

    /// Returns the cell in the middle of the files and ranks. Where they are even in number, that
    /// is the cell left of or below the exact middle.
    pub fn middle(&self) -> Option<Cell> {
        self.at((self.size.0 - 1) / 2, (self.size.1 - 1) / 2)
    }

    /// Returns how far a cell lies from the middle of the files and ranks, as the square of twice
    /// the distance.
    pub fn distance_from_middle(&self, cell: Cell) -> u32 {
        let off =
            |place: i16, count: i16| u32::from((2 * place - (count - 1)).unsigned_abs()).pow(2);
        self.places[cell].map_or(0, |(column, row)| {
            off(column, self.size.0) + off(row, self.size.1)
        })
    }

    /// Returns how many ranks lie between a cell and White's end of the board, and how many
    /// between it and the other end; `None` for a cell beside the ranks.
    pub fn depth(&self, cell: Cell) -> Option<(u16, u16)> {
        let (_, row) = self.places[cell]?;
        Some((
            u16::try_from(row).ok()?,
            u16::try_from(self.size.1 - 1 - row).ok()?,
        ))
    }

    /// Returns the cell on the same file and on the opposite rank.
    pub fn mirrored(&self, cell: Cell) -> Option<Cell> {
        let (column, row) = self.places[cell]?;
        self.at(column, self.size.1 - 1 - row)
    }

    /// Returns the cell at the same place after half a turn of the board.
    pub fn rotated(&self, cell: Cell) -> Option<Cell> {
        let (column, row) = self.places[cell]?;
        self.at(self.size.0 - 1 - column, self.size.1 - 1 - row)
    }

    /// Returns the cells from one to another along a rank, a file or a diagonal, both included;
    /// places without a cell are `None`. Returns `None` if the two lie on no such line.
    pub fn line(&self, from: Cell, to: Cell) -> Option<Vec<Option<Cell>>> {
        let ((x, y), (to_x, to_y)) = (self.places[from]?, self.places[to]?);
        let (right, up) = (to_x - x, to_y - y);
        let straight = right == 0 || up == 0 || right.abs() == up.abs();
        let steps = right.abs().max(up.abs());
        let place = |step: i16| self.at(x + step * right.signum(), y + step * up.signum());
        straight.then(|| (0..=steps).map(place).collect())
    }

    /// Returns the lowest and the highest column.
    pub fn columns(&self) -> (i16, i16) {
        self.columns
    }

    /// Returns the lowest and the highest row.
    pub fn rows(&self) -> (i16, i16) {
        self.rows
    }

    #[inline]
    fn slot(&self, column: i32, row: i32) -> Option<usize> {
        let (left, right) = (i32::from(self.columns.0), i32::from(self.columns.1));
        let (low, high) = (i32::from(self.rows.0), i32::from(self.rows.1));
        let inside = (left..=right).contains(&column) && (low..=high).contains(&row);
        inside.then(|| ((row - low) * (right - left + 1) + column - left) as usize)
    }
}
