//! The parts of a board that is being prepared: cells, labels at its edge, and directions.

use std::collections::BTreeMap;

use super::board::{CellInfo, CellKind, Class, Dir, Direction, Point, Sheet};
use super::cells::Cell;
use super::lattice::LatticePoint;
use crate::movement::Heading;

/// A place in the drawing, in halves of a cell, to the right and up.
pub(super) type Halves = (i16, i16);

/// The shades of cells on files and ranks, and of hexagons. Lotus boards use the numbers below.
pub(super) const LIGHT: u8 = 3;
pub(super) const DARK: u8 = 4;
/// Added to the shade of a cell that is on one sheet only, and not on the first.
pub(super) const LATER: u8 = 2;

/// A cell being prepared for the board.
pub(super) struct CellDraft {
    pub info: CellInfo,
    /// Where the drawing in characters has it.
    pub written: Halves,
    /// Its places, each with the index of a sheet.
    pub places: Vec<(usize, LatticePoint)>,
}

impl CellDraft {
    /// Whether it is a dark square.
    pub(super) fn is_dark(&self) -> bool {
        self.info.kind == CellKind::Square && [DARK, DARK + LATER].contains(&self.info.shade)
    }
}

/// A file's letters, a rank's number or another text at the edge of a drawing.
pub(super) struct EdgeLabel {
    pub text: String,
    /// The middle of the text in the picture, if it is there.
    pub at: Option<Point>,
    pub written: Written,
}

impl EdgeLabel {
    pub(super) fn new(text: impl ToString, at: Option<Point>, written: Written) -> EdgeLabel {
        let text = text.to_string();
        EdgeLabel { text, at, written }
    }
}

/// Where the drawing in characters has a label, in halves of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Nowhere,
    /// Left of the cells at this height.
    Beside(i16),
    /// Below all cells, in this column.
    Below(i16),
    /// In the row and column of a cell.
    Within(Halves),
}

/// Directions as they are gathered, and the classes that they belong to.
#[derive(Default)]
pub(super) struct DirectionPlan {
    all: Vec<PlannedDirection>,
    pub classes: BTreeMap<String, Class>,
}

pub(super) struct PlannedDirection {
    /// No other direction on its sheet has this name.
    pub name: String,
    pub sheet: Option<Sheet>,
    pub heading: Option<Heading>,
    /// The name of its mirror on the same sheet.
    pub mirror: String,
    pub edges: Vec<(Cell, Cell)>,
}

impl DirectionPlan {
    /// Adds a direction to some classes.
    pub(super) fn add(&mut self, classes: &[&str], direction: PlannedDirection) {
        let dir = Dir::numbered(self.all.len());
        for class in classes {
            let class = self.classes.entry(class.to_string()).or_default();
            class.dirs.push(dir);
        }
        self.all.push(direction);
    }

    /// Adds the directions and classes of another plan.
    pub(super) fn extend(&mut self, other: DirectionPlan) {
        let first = self.all.len();
        for (name, class) in other.classes {
            let dirs = class
                .dirs
                .iter()
                .map(|dir| Dir::numbered(first + dir.index()));
            self.classes.entry(name).or_default().dirs.extend(dirs);
        }
        self.all.extend(other.all);
    }

    /// Returns the directions with their mirrors, and for each a row with the next cell from each of
    /// `count` cells.
    pub(super) fn table(&self, count: usize) -> (Vec<Direction>, Vec<Option<Cell>>) {
        let mut next = vec![None; self.all.len() * count];
        let mut named = BTreeMap::new();
        for (index, planned) in self.all.iter().enumerate() {
            named.insert((planned.sheet, &*planned.name), Dir::numbered(index));
            for (from, to) in &planned.edges {
                next[index * count + from.index()] = Some(*to);
            }
        }
        let direction = |(index, planned): (usize, &PlannedDirection)| Direction {
            name: planned.name.clone(),
            sheet: planned.sheet,
            heading: planned.heading,
            // A direction whose mirror is missing is its own mirror.
            mirror: *named
                .get(&(planned.sheet, &*planned.mirror))
                .unwrap_or(&Dir::numbered(index)),
        };
        (self.all.iter().enumerate().map(direction).collect(), next)
    }
}
