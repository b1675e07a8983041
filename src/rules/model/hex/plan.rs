//! A hexagonal board as an author describes it, and the numbers that name its cells.

use std::collections::BTreeSet;

use crate::model::geometry::HexUp;
use crate::model::leaps::LeapClass;
use crate::model::lotus::Axial;

/// The largest number of cells along a side of an outline.
pub const MAX_SIDE: u16 = 32;

padma_text::named! {
    /// How the lines run that are not upright or flat: the ranks where a side points up, the
    /// files where a corner does.
    pub enum HexNames by name {
        /// Each line is counted from the edge, so that it bends in the middle (Gliński).
        Bent "bent",
        /// Down to the right (Shafran).
        Slanted "slanted",
        /// Up to the right: the axial coordinates.
        Axial "axial",
        /// Straight across, so that neighbouring lines hold every second cell.
        Straight "straight",
    }
}

/// The outline of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexOutline {
    /// A hexagon whose opposite sides are equal. The lengths are those of three sides that follow
    /// one another counter-clockwise, from the left one (the upper left one, if a corner points
    /// up).
    Hexagon([u16; 3]),
    /// A triangle. It points to the right (up, if a corner points up).
    Triangle(u16),
}

impl HexOutline {
    /// Reads `hexagon 6`, `hexagon 6 5 5`, `rhomb 9 8` (files and ranks) or `triangle 9`.
    pub fn parse(text: &str) -> Option<HexOutline> {
        let mut words = text.split_whitespace();
        let shape = words.next()?;
        let numbers: Option<Vec<u16>> = words.map(|word| word.parse().ok()).collect();
        match (shape, &numbers?[..]) {
            ("hexagon", [all]) => Some(HexOutline::Hexagon([*all; 3])),
            ("hexagon", [a, b, c]) => Some(HexOutline::Hexagon([*a, *b, *c])),
            ("rhomb", [files, ranks]) => Some(HexOutline::Hexagon([*ranks, 1, *files])),
            ("triangle", [side]) => Some(HexOutline::Triangle(*side)),
            _ => None,
        }
    }

    /// Returns the lengths of its sides.
    pub(super) fn sides(self) -> Vec<u16> {
        match self {
            HexOutline::Hexagon(sides) => sides.to_vec(),
            HexOutline::Triangle(side) => vec![side],
        }
    }

    /// Returns the cell in its middle, or one next to the exact middle.
    pub(super) fn middle(self) -> Axial {
        let (q, r) = match self {
            HexOutline::Hexagon([a, b, c]) => {
                let [a, b, c] = [a, b, c].map(i32::from);
                ((b + c - 2) / 2, (a - b) / 2)
            }
            HexOutline::Triangle(side) => ((i32::from(side) - 1) / 3, (i32::from(side) - 1) / 3),
        };
        Axial { q, r }
    }

    /// Returns its cells. The first line begins at `q` = 0.
    pub(super) fn cells(self) -> Vec<Axial> {
        let ((width, lowest, highest), sums) = match self {
            HexOutline::Hexagon([a, b, c]) => {
                let [a, b, c] = [a, b, c].map(i32::from);
                ((b + c - 1, 1 - b, a - 1), 0..=a + c - 2)
            }
            HexOutline::Triangle(side) => {
                let side = i32::from(side);
                ((side, 0, side - 1), 0..=side - 1)
            }
        };
        let all = (0..width).flat_map(|q| (lowest..=highest).map(move |r| Axial { q, r }));
        all.filter(|at| sums.contains(&(at.q + at.r))).collect()
    }
}

/// The description of a hexagonal board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexPlan {
    /// Its outline.
    pub outline: HexOutline,
    /// What of a cell points up.
    pub up: HexUp,
    /// How the leaning lines are named.
    pub names: HexNames,
    /// The letters of the files, from the left; if empty, `a` to `z`, then `aa`.
    pub files: Vec<String>,
    /// The names of the cells of the outline that the board does not have.
    pub missing: BTreeSet<String>,
    /// Classes of leaps besides those that every hexagonal board has.
    pub leaps: Vec<LeapClass>,
}

impl HexPlan {
    /// Returns the plan of a board with all cells of an outline, as Gliński names them.
    pub fn of(outline: HexOutline) -> HexPlan {
        HexPlan {
            outline,
            up: HexUp::Side,
            names: HexNames::Bent,
            files: Vec::new(),
            missing: BTreeSet::new(),
            leaps: Vec::new(),
        }
    }

    /// Returns the numbers of each cell's file and rank, from 0.
    pub(super) fn lines(&self, cells: &[Axial]) -> Vec<(usize, usize)> {
        let upright = |at: &Axial| match self.up {
            HexUp::Side => at.q,
            HexUp::Corner => at.r,
        };
        let along = |at: &Axial| match self.up {
            HexUp::Side => at.r,
            HexUp::Corner => at.q,
        };
        let leaning = |at: &Axial| match self.names {
            HexNames::Bent => {
                let beside = cells.iter().filter(|other| upright(other) == upright(at));
                along(at) - beside.map(along).min().unwrap_or(0)
            }
            HexNames::Slanted => at.q + at.r,
            HexNames::Axial => along(at),
            HexNames::Straight => 2 * along(at) + upright(at),
        };
        let least = |line: &dyn Fn(&Axial) -> i32| cells.iter().map(line).min().unwrap_or(0);
        let (first, lowest) = (least(&upright), least(&leaning));
        let numbers = |at: &Axial| {
            let (upright, leaning) = (upright(at) - first, leaning(at) - lowest);
            // Neither is below the least.
            let [upright, leaning] = [upright, leaning].map(|line| line as usize);
            match self.up {
                HexUp::Side => (upright, leaning),
                HexUp::Corner => (leaning, upright),
            }
        };
        cells.iter().map(numbers).collect()
    }
}
