//! The parts of a board that every author may name: its corners, edge and middle, and its shades. A
//! variant's own set of the same name comes first.

use std::collections::BTreeSet;

use super::board::{Board, CellKind, Dir};
use super::cells::{Cell, CellSet};
use super::draft::{DARK, LATER, LIGHT};
use super::geometry::Geometry;
use super::rank::Rank;

/// The names of all parts. A board without such a part does not know its name.
pub const PARTS: [&str; 5] = ["corners", "dark", "edge", "light", "middle"];

impl Board {
    /// Returns the cells of a part; `None` if the board has no such part.
    pub fn part(&self, name: &str) -> Option<CellSet> {
        let cells = match name {
            "corners" => self.where_axes_end(|ends| ends.iter().all(|end| *end)),
            "edge" => self.where_axes_end(|ends| ends.contains(&true)),
            "middle" => self.centre(),
            "dark" => self.shaded(DARK, LIGHT),
            "light" => self.shaded(LIGHT, DARK),
            _ => return None,
        };
        (!cells.is_empty()).then_some(cells)
    }

    /// Returns the names that the holes of a flat board of squares would have: the places without a square
    /// that have one on the same rank and on the same file on both sides.
    pub fn holes(&self) -> Vec<String> {
        if !matches!(self.geometry(), Geometry::Squares) || self.sheets.len() > 1 {
            return Vec::new();
        }
        let place = |cell: Cell| Some((self.info(cell).file?, self.info(cell).rank?));
        let places: BTreeSet<(usize, Rank)> = self.cells().filter_map(place).collect();
        let holes = enclosed(&places).into_iter();
        let name = |(file, rank): (usize, Rank)| format!("{}{rank}", self.files()[file]);
        holes.map(name).collect()
    }

    /// Returns the cells of a shade, on a board that has another as well.
    fn shaded(&self, shade: u8, other: u8) -> CellSet {
        // Points have a shade that nobody sees.
        let of = |shade: u8| {
            self.cells_where(|info| {
                info.kind != CellKind::Point && [shade, shade + LATER].contains(&info.shade)
            })
        };
        match self.is_regular() && !of(other).is_empty() {
            true => of(shade),
            false => CellSet::EMPTY,
        }
    }

    /// Returns the cells nearest to the middle of the files and ranks.
    fn centre(&self) -> CellSet {
        let distance = |cell: &Cell| self.distance_from_middle(*cell);
        let inner = || {
            self.cells()
                .filter(|cell| self.is_regular() && self.info(*cell).file.is_some())
        };
        let least = inner().map(|cell| distance(&cell)).min();
        inner()
            .filter(|cell| Some(distance(cell)) == least)
            .collect()
    }

    /// Returns the cells of which the axes fit: for each axis through a cell, whether the board ends
    /// there in one of its two directions.
    fn where_axes_end(&self, fits: impl Fn(&[bool]) -> bool) -> CellSet {
        let axes = self.axes();
        let ends = |cell: &Cell| -> Vec<bool> {
            let is_own =
                |axis: &&BoardAxis| axis.dirs.iter().any(|dir| self.next(*cell, *dir).is_some());
            let axes = axes.iter().filter(is_own);
            axes.map(|axis| self.ends_at(*cell, axis)).collect()
        };
        let is_meant = |cell: &Cell| {
            let ends = ends(cell);
            !ends.is_empty() && fits(&ends)
        };
        self.cells().filter(is_meant).collect()
    }

    /// Whether the board ends at a cell in one direction of an axis. It does not end at a hole.
    fn ends_at(&self, cell: Cell, axis: &BoardAxis) -> bool {
        let from = self.point(cell);
        let leads_off = |dir: Dir, sign: f64| {
            let lies_ahead = |other: Cell| {
                let to = self.point(other);
                let off = [0, 1, 2].map(|part| sign * (to[part] - from[part]));
                let along: f64 = (0..3).map(|part| off[part] * axis.step[part]).sum();
                let steps = along / axis.step.iter().map(|part| part * part).sum::<f64>();
                let strays = |part: usize| (off[part] - steps * axis.step[part]).abs() > NEAR;
                steps > 0.5 && !(0..3).any(strays)
            };
            self.next(cell, dir).is_none() && !self.cells().any(lies_ahead)
        };
        leads_off(axis.dirs[0], 1.0) || leads_off(axis.dirs[1], -1.0)
    }

    /// Returns the axes of the class `orthogonal`.
    fn axes(&self) -> Vec<BoardAxis> {
        let Some(class) = self.class("orthogonal").filter(|_| self.is_regular()) else {
            return Vec::new();
        };
        let mut axes: Vec<BoardAxis> = Vec::new();
        for dir in &class.dirs {
            let link = self
                .cells()
                .find_map(|from| Some((from, self.next(from, *dir)?)));
            let Some((from, to)) = link else { continue };
            if axes.iter().any(|axis| axis.dirs[1] == *dir) {
                continue;
            }
            let (a, b) = (self.point(from), self.point(to));
            let back = class
                .dirs
                .iter()
                .find(|back| self.next(to, **back) == Some(from));
            axes.extend(back.map(|back| BoardAxis {
                dirs: [*dir, *back],
                step: [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
            }));
        }
        axes
    }

    /// Whether its cells lie in rows of one kind, so that it has an edge and a middle.
    fn is_regular(&self) -> bool {
        !matches!(self.geometry(), Geometry::Petals | Geometry::Links)
    }
}

/// Returns the empty places of a plan that have others on both sides in their row and in their column.
pub(super) fn enclosed<A: Ord + Copy, B: Ord + Copy>(places: &BTreeSet<(A, B)>) -> Vec<(A, B)> {
    let columns: BTreeSet<A> = places.iter().map(|place| place.0).collect();
    let rows: BTreeSet<B> = places.iter().map(|place| place.1).collect();
    let is_enclosed = |column: A, row: B| {
        let in_row = || {
            places
                .iter()
                .filter(|place| place.1 == row)
                .map(|place| place.0)
        };
        let in_column = || {
            places
                .iter()
                .filter(|place| place.0 == column)
                .map(|place| place.1)
        };
        !places.contains(&(column, row))
            && in_row().any(|other| other < column)
            && in_row().any(|other| other > column)
            && in_column().any(|other| other < row)
            && in_column().any(|other| other > row)
    };
    let all = columns
        .iter()
        .flat_map(|column| rows.iter().map(|row| (*column, *row)));
    all.filter(|(column, row)| is_enclosed(*column, *row))
        .collect()
}

/// Two directions opposite to each other.
struct BoardAxis {
    dirs: [Dir; 2],
    /// How far one step in the first of them leads.
    step: [f64; 3],
}

/// How far a cell may lie off the exact place, in units of a square's side.
const NEAR: f64 = 0.01;
