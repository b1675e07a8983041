//! The middle of a board, and where its cells end up if it is turned or its ranks are reversed.

use super::board::{Board, BoardFamily, Point, Sheet};
use super::cells::Cell;
use super::lattice::Lattice;

/// How far a cell may lie off the exact place, in units of a square's side.
const NEAR: f64 = 0.01;

impl Board {
    /// Returns the cell on the same file and on the opposite rank; on a board without ranks of
    /// squares, the cell that lies there in the picture.
    pub fn mirrored(&self, cell: Cell) -> Option<Cell> {
        let mirror = |at: Point, middle: Point| Point {
            x: at.x,
            y: 2.0 * middle.y - at.y,
        };
        self.image(cell, |lattice| lattice.mirrored(cell), mirror)
    }

    /// Returns the cell at the same place after half a turn of the board.
    pub fn rotated(&self, cell: Cell) -> Option<Cell> {
        let turn = |at: Point, middle: Point| Point {
            x: 2.0 * middle.x - at.x,
            y: 2.0 * middle.y - at.y,
        };
        self.image(cell, |lattice| lattice.rotated(cell), turn)
    }

    fn image(
        &self,
        cell: Cell,
        on_sheet: impl Fn(&Lattice) -> Option<Cell>,
        in_picture: impl Fn(Point, Point) -> Point,
    ) -> Option<Cell> {
        if self.family() == BoardFamily::Levels {
            return self.level_across(cell).and_then(|(across, level)| {
                let (column, row) = level.place(on_sheet(level)?)?;
                across.at(column, row)
            });
        }
        if self.has_sheets() {
            return self.on_first_sheet(on_sheet);
        }
        let own = self.info(cell);
        let other = self.cell_at(in_picture(own.centre, self.middle_of_picture()))?;
        (self.info(other).kind == own.kind).then_some(other)
    }

    /// Returns the cell whose middle is drawn at a place.
    pub(super) fn cell_at(&self, place: Point) -> Option<Cell> {
        self.cells().find(|cell| {
            let at = self.info(*cell).centre;
            (at.x - place.x).hypot(at.y - place.y) < NEAR
        })
    }

    /// Returns the level as far from the highest as a cell's level is from the lowest, and the cell's own.
    fn level_across(&self, cell: Cell) -> Option<(&Lattice, &Lattice)> {
        let levels: Vec<&Lattice> = self.sheets().map(|sheet| self.lattice(sheet)).collect();
        let own = levels
            .iter()
            .position(|level| level.place(cell).is_some())?;
        Some((levels[levels.len() - 1 - own], levels[own]))
    }

    /// Returns the cell in the middle: on files and ranks the one left of or below the exact middle,
    /// elsewhere the one drawn nearest to it.
    pub fn middle(&self) -> Option<Cell> {
        if self.family() == BoardFamily::Levels {
            let level = self.sheets().nth((self.sheets().count() - 1) / 2)?;
            return self.lattice(level).middle();
        }
        if self.has_sheets() {
            return self.on_first_sheet(Lattice::middle);
        }
        // Of equal cells `min_by_key` takes the first.
        self.cells()
            .min_by_key(|cell| self.distance_from_middle(*cell))
    }

    /// Returns how far a cell lies from the middle of the board, in some unit; 0 for all cells of a
    /// lotus board, which may have no middle.
    pub fn distance_from_middle(&self, cell: Cell) -> u32 {
        let on_sheet = || {
            self.on_first_sheet(|lattice| {
                lattice.place(cell)?;
                Some(lattice.distance_from_middle(cell))
            })
        };
        match self.family() {
            BoardFamily::Lotus => 0,
            BoardFamily::Sheets | BoardFamily::SeparateLevels => on_sheet().unwrap_or(0),
            BoardFamily::Levels => {
                let levels: Vec<Sheet> = self.sheets().collect();
                let own = levels
                    .iter()
                    .position(|level| self.lattice(*level).place(cell).is_some());
                let off = own.map_or(0, |own| (2 * own + 1).abs_diff(levels.len()) as u32);
                on_sheet().unwrap_or(0) + off * off
            }
            BoardFamily::HexSideUp | BoardFamily::HexCornerUp | BoardFamily::Graph => {
                let (at, middle) = (self.info(cell).centre, self.middle_of_picture());
                (1000.0 * (at.x - middle.x).hypot(at.y - middle.y)) as u32
            }
        }
    }

    /// Returns the middle of the smallest rectangle that holds the middles of all cells.
    fn middle_of_picture(&self) -> Point {
        let centres = || self.cells().map(|cell| self.info(cell).centre);
        let middle = |value: fn(Point) -> f64| {
            let lowest = centres().map(value).fold(f64::INFINITY, f64::min);
            let highest = centres().map(value).fold(f64::NEG_INFINITY, f64::max);
            (lowest + highest) / 2.0
        };
        Point {
            x: middle(|at| at.x),
            y: middle(|at| at.y),
        }
    }
}
