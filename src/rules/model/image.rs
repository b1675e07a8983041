//! The middle of a board, and where its cells end up if it is turned or its ranks are reversed.

use super::board::{Board, Point};
use super::cells::Cell;
use super::lattice::Lattice;

/// How far a cell may lie off the exact place, in units of a square's side.
const NEAR: f64 = 0.01;

impl Board {
    /// Returns the cell on the same file and on the opposite rank; on a board without ranks of
    /// squares, the cell that lies there in the picture.
    pub fn mirrored(&self, cell: Cell) -> Option<Cell> {
        let mirror = |at: Point, middle: Point| Point::new(at.x, 2.0 * middle.y - at.y);
        self.image(cell, |lattice| lattice.mirrored(cell), mirror)
    }

    /// Returns the cell on the same rank and on the opposite file; on a board without files of squares,
    /// the cell that lies there in the picture.
    pub fn reflected(&self, cell: Cell) -> Option<Cell> {
        let reflect = |at: Point, middle: Point| Point::new(2.0 * middle.x - at.x, at.y);
        self.image(cell, |lattice| lattice.reflected(cell), reflect)
    }

    /// Returns the cell at the same place after half a turn of the board.
    pub fn rotated(&self, cell: Cell) -> Option<Cell> {
        let turn =
            |at: Point, middle: Point| Point::new(2.0 * middle.x - at.x, 2.0 * middle.y - at.y);
        self.image(cell, |lattice| lattice.rotated(cell), turn)
    }

    fn image(
        &self,
        cell: Cell,
        on_lattice: impl Fn(&Lattice) -> Option<Cell>,
        in_picture: impl Fn(Point, Point) -> Point,
    ) -> Option<Cell> {
        if self.has_sheets() {
            return self.lattices().find_map(on_lattice);
        }
        let own = self.info(cell);
        let other = self.cell_at(in_picture(own.centre, self.middle_of_picture()))?;
        (self.info(other).kind == own.kind).then_some(other)
    }

    /// Returns the cell whose middle is drawn at a place.
    fn cell_at(&self, place: Point) -> Option<Cell> {
        self.cells().find(|cell| {
            let at = self.info(*cell).centre;
            (at.x - place.x).hypot(at.y - place.y) < NEAR
        })
    }

    /// Returns the cell in the middle: on files and ranks the one left of or below the exact middle,
    /// elsewhere the one drawn nearest to it.
    pub fn middle(&self) -> Option<Cell> {
        if self.has_sheets() {
            return self.lattices().find_map(Lattice::middle);
        }
        // Of equal cells `min_by_key` takes the first.
        self.cells()
            .min_by_key(|cell| self.distance_from_middle(*cell))
    }

    /// Returns how far a cell lies from the middle of the board, in some unit; 0 for all cells of a
    /// lotus board, which may have no middle.
    pub fn distance_from_middle(&self, cell: Cell) -> u32 {
        if self.has_petals() {
            return 0;
        }
        if self.has_sheets() {
            let lattice = self
                .lattices()
                .find(|lattice| lattice.place(cell).is_some());
            return lattice.map_or(0, |lattice| lattice.distance_from_middle(cell));
        }
        let (at, middle) = (self.info(cell).centre, self.middle_of_picture());
        (1000.0 * (at.x - middle.x).hypot(at.y - middle.y)) as u32
    }

    /// Returns the middle of the smallest rectangle that holds the middles of all cells.
    fn middle_of_picture(&self) -> Point {
        let centres = || self.cells().map(|cell| self.info(cell).centre);
        let middle = |value: fn(Point) -> f64| {
            let lowest = centres().map(value).fold(f64::INFINITY, f64::min);
            let highest = centres().map(value).fold(f64::NEG_INFINITY, f64::max);
            (lowest + highest) / 2.0
        };
        Point::new(middle(|at| at.x), middle(|at| at.y))
    }
}
