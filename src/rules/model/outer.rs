//! Files and ranks, including those that only extra cells beside the grid have. On a board whose
//! corner cells are `z0`, `z9`, `i0` and `i9`, the file z holds `z0` and `z9`, and the rank 9
//! holds `z9` and `i9`.

use super::board::Board;
use super::cells::{Cell, CellSet};
use super::rank::Rank;

impl Board {
    /// Returns the cells of a cell's file.
    pub fn file_of(&self, cell: Cell) -> CellSet {
        match self.info(cell).file {
            Some(file) => self.cells_where(|info| info.file == Some(file)),
            None => self
                .outer(cell)
                .map_or(CellSet::EMPTY, |(letters, _)| self.file_named(letters)),
        }
    }

    /// Returns the cells of a cell's rank.
    pub fn rank_of(&self, cell: Cell) -> CellSet {
        let rank = self
            .info(cell)
            .rank
            .or_else(|| self.outer(cell).map(|(_, rank)| rank));
        rank.map_or(CellSet::EMPTY, |rank| self.rank_named(rank))
    }

    /// Returns the cells of the file with these letters.
    pub fn file_named(&self, letters: &str) -> CellSet {
        match self.files().iter().position(|file| file == letters) {
            Some(file) => self.cells_where(|info| info.file == Some(file)),
            None => self.outer_where(|file, _| file == letters),
        }
    }

    /// Returns the cells of the rank with this name.
    pub fn rank_named(&self, rank: Rank) -> CellSet {
        let cells = self.cells_where(|info| info.rank == Some(rank));
        if cells.is_empty() {
            self.outer_where(|_, outer| outer == rank)
        } else {
            cells
        }
    }

    /// Returns the letters of the files that only extra cells have, once for each such cell.
    pub fn outer_files(&self) -> Vec<&str> {
        self.cells()
            .filter_map(|cell| self.outer(cell))
            .map(|(letters, _)| letters)
            .collect()
    }

    fn outer_where(&self, condition: impl Fn(&str, Rank) -> bool) -> CellSet {
        self.cells()
            .filter(|cell| {
                self.outer(*cell)
                    .is_some_and(|(file, rank)| condition(file, rank))
            })
            .collect()
    }

    /// Returns the file and the rank in the name of an extra cell beside the grid, if the grid has
    /// neither: `z` and `0` for `z0`, but `None` for `w1` on a board that has a rank 1.
    fn outer(&self, cell: Cell) -> Option<(&str, Rank)> {
        let info = self.info(cell);
        if info.file.is_some() || info.rank.is_some() {
            return None;
        }
        let letters = info
            .name
            .trim_end_matches(|c: char| !c.is_ascii_lowercase());
        let rank = Rank::named(&info.name[letters.len()..])?;
        let has_file = self.files().iter().any(|file| file == letters);
        let has_rank = self
            .cells()
            .any(|other| self.info(other).rank == Some(rank));
        (!has_file && !has_rank).then_some((letters, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::{self, Extra, GridPlan};
    use super::*;

    #[test]
    fn an_extra_cell_has_the_file_and_rank_of_its_name_if_both_are_new() {
        let extra = |name: &str, at| Extra {
            name: name.to_string(),
            at,
        };
        let corners = vec![
            extra("z0", (-1, -1)),
            extra("z5", (-1, 4)),
            extra("w1", (4, -1)),
        ];
        let board = grid::board(&GridPlan {
            extras: corners,
            ..GridPlan::of(4, 4)
        })
        .expect("a board");
        let cell = |name| board.cell(name).expect("a cell");
        let names = |cells: CellSet| {
            cells
                .iter()
                .map(|cell| board.name(cell))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let cases = [
            (board.file_of(cell("z0")), "z0 z5"),
            (board.file_named("z"), "z0 z5"),
            (board.rank_of(cell("z5")), "z5"),
            (board.rank_named(Rank::numbered(0)), "z0"),
            (board.rank_of(cell("w1")), ""),
            (board.file_named("w"), ""),
            (board.rank_named(Rank::numbered(1)), "a1 b1 c1 d1"),
        ];
        for (cells, expected) in cases {
            assert_eq!(names(cells), expected);
        }
    }
}
