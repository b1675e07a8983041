//! A grid as an author describes it.

use std::collections::BTreeSet;

use crate::model::lattice::Glue;
use crate::model::leaps::LeapClass;
use crate::model::lotus::file_letters;
use crate::model::rank::Rank;

/// The largest number of files and of ranks.
pub const MAX_SIDE: usize = 32;

/// The largest number of extra cells.
pub const MAX_EXTRAS: usize = 64;

/// How many columns or rows away from the files and ranks an extra cell may lie.
pub const FURTHEST: i16 = 8;

/// A cell's column and row, from 0 for the first file and the lowest rank.
pub type Place = (i16, i16);

/// The description of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPlan {
    /// The letters of the files, from the left.
    pub files: Vec<String>,
    /// The names of the ranks, from the lowest.
    pub ranks: Vec<Rank>,
    /// Which cells are dark.
    pub shading: Shading,
    /// The places without a cell.
    pub missing: BTreeSet<Place>,
    /// Cells beside the files and ranks, or in their gaps.
    pub extras: Vec<Extra>,
    /// Classes of leaps besides those that every grid has.
    pub leaps: Vec<LeapClass>,
    /// Which sides are joined.
    pub glue: Glue,
    /// How it is drawn.
    pub drawn: GridDrawing,
}

/// How a grid is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridDrawing {
    /// As squares.
    #[default]
    Squares,
    /// As crossings of lines.
    Points {
        /// The number of ranks below the river, which the inner files do not cross.
        river: Option<usize>,
    },
    /// As a ring, the lowest rank inside.
    Ring,
}

/// Which cells of a grid are dark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shading {
    /// Like a chess board.
    Checkered {
        /// Whether the place of the first file and the lowest rank is light.
        light_corner: bool,
    },
    /// All cells are light.
    Plain,
    /// These places are dark.
    Dark(BTreeSet<Place>),
}

/// A cell that is on no file and rank of the grid, or fills a gap in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Its name: one or two letters, and a number.
    pub name: String,
    /// Its place, which may be outside the files and ranks.
    pub at: Place,
}

impl GridPlan {
    /// Returns the plan of a board of `files` files and `ranks` ranks, without gaps and extras.
    pub fn of(files: usize, ranks: usize) -> GridPlan {
        GridPlan {
            files: (0..files).map(file_letters).collect(),
            ranks: ranks_from(1, ranks),
            shading: Shading::Checkered {
                light_corner: false,
            },
            missing: BTreeSet::new(),
            extras: Vec::new(),
            leaps: Vec::new(),
            glue: Glue::default(),
            drawn: GridDrawing::default(),
        }
    }

    /// Returns the number of files and of ranks.
    pub(in crate::model) fn size(&self) -> (i16, i16) {
        (self.files.len() as i16, self.ranks.len() as i16)
    }

    pub(in crate::model) fn is_dark(&self, at: Place) -> bool {
        match &self.shading {
            Shading::Checkered { light_corner } => ((at.0 + at.1) % 2 == 0) != *light_corner,
            Shading::Plain => false,
            Shading::Dark(places) => places.contains(&at),
        }
    }
}

/// Returns `count` ranks with numbers from `first` on.
pub fn ranks_from(first: usize, count: usize) -> Vec<Rank> {
    (0..count)
        .map(|rank| Rank::numbered(first.saturating_add(rank)))
        .collect()
}
