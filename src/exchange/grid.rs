//! The board: files and ranks like those of other programs, or the reason why it is not.

use crate::places::Square;
use padma_rules::model::{Board, Cell, CellSet, Dir, Side, Sided, SidedSet};
use padma_rules::movement::leg::Leap;

/// A plain board of files and ranks.
pub(crate) struct Grid<'a> {
    pub board: &'a Board,
    pub files: u16,
    pub ranks: u16,
    /// The cells, rank by rank from the lowest; `None` where there is none.
    cells: Vec<Option<Cell>>,
}

impl<'a> Grid<'a> {
    /// Returns the grid of a board, or why the program with this largest board has none like it.
    pub(crate) fn of(board: &'a Board, largest: [u16; 2]) -> Result<Grid<'a>, String> {
        if board.levels().is_some() || board.sheets().count() != 1 {
            return Err("it is not one grid of files and ranks".to_string());
        }
        if !board.movable().is_empty() {
            return Err("some of its cells can be absent".to_string());
        }
        let rows = board.rows();
        let cells: Vec<Option<Cell>> = rows.iter().rev().flatten().copied().collect();
        let (ranks, files) = (rows.len(), rows.first().map_or(0, Vec::len));
        let present = cells.iter().flatten().count();
        if cells.len() != files * ranks || present != board.len() {
            return Err("it has cells beside its files and ranks".to_string());
        }
        let [most_files, most_ranks] = largest;
        if files > most_files.into() || ranks > most_ranks.into() {
            return Err(format!(
                "it has {files} files and {ranks} ranks, more than {most_files} by {most_ranks}"
            ));
        }
        let grid = Grid {
            board,
            files: files as u16,
            ranks: ranks as u16,
            cells,
        };
        if !grid.is_flat() {
            return Err(
                "some of its cells do not lead to those beside them, or lead over an edge"
                    .to_string(),
            );
        }
        Ok(grid)
    }

    /// Whether a step leads to the cell beside, and never over an edge.
    fn is_flat(&self) -> bool {
        let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let leaps = steps.iter().flat_map(|(x, y)| [(*x, *y), (-x, -y)]);
        leaps.into_iter().all(|(x, y)| {
            self.cells.iter().flatten().all(|cell| {
                let square = self.square(*cell);
                let beside = self.cell_at(
                    i32::from(square.file) + i32::from(x),
                    i32::from(square.rank) + i32::from(y),
                );
                self.leap(*cell, Leap { x, y }, Side::White) == beside
            })
        })
    }

    /// Whether some of its places have no cell.
    pub(crate) fn has_holes(&self) -> bool {
        self.cells.contains(&None)
    }

    /// Whether its ranks are not numbered from 1.
    pub(crate) fn has_other_names(&self) -> bool {
        let is_other = |cell: &Cell| self.board.name(*cell) != self.name(*cell);
        self.cells.iter().flatten().any(is_other)
    }

    fn cell_at(&self, file: i32, rank: i32) -> Option<Cell> {
        let is_inside = (0..i32::from(self.files)).contains(&file)
            && (0..i32::from(self.ranks)).contains(&rank);
        let place = || usize::try_from(rank * i32::from(self.files) + file).ok();
        *self.cells.get(is_inside.then(place).flatten()?)?
    }

    /// Returns the square of a cell.
    pub(crate) fn square(&self, cell: Cell) -> Square {
        let place = self.cells.iter().position(|other| *other == Some(cell));
        let place = place.unwrap_or(0) as u16;
        Square {
            file: place % self.files,
            rank: place / self.files,
        }
    }

    /// Returns the cell of a square.
    pub(crate) fn cell(&self, square: Square) -> Option<Cell> {
        self.cell_at(square.file.into(), square.rank.into())
    }

    /// Returns the cell that a leap leads to, as a side sees it.
    pub(crate) fn leap(&self, from: Cell, leap: Leap, side: Side) -> Option<Cell> {
        let sheet = self.board.sheets().next()?;
        self.board.leap(from, leap, sheet, side)
    }

    /// Returns the leap that a direction is, as White sees it.
    pub(crate) fn leap_of(&self, dir: Dir) -> Option<Leap> {
        let leads = self
            .cells
            .iter()
            .flatten()
            .find_map(|cell| Some((*cell, self.board.next(*cell, dir)?)));
        let (from, to) = leads.map(|(from, to)| (self.square(from), self.square(to)))?;
        Some(Leap {
            x: to.file as i16 - from.file as i16,
            y: to.rank as i16 - from.rank as i16,
        })
    }

    /// Returns the cells of a rank, counted by a side from its own end, from 0.
    pub(crate) fn rank(&self, rank: u16, side: Side) -> CellSet {
        let rank = match side {
            Side::White => rank,
            Side::Black => self.ranks - 1 - rank,
        };
        let row = (0..self.files).filter_map(|file| self.cell(Square { file, rank }));
        row.collect()
    }

    /// Returns the cells of the same rank for both sides.
    pub(crate) fn both_ranks(&self, rank: u16) -> SidedSet {
        Sided::by(|side| self.rank(rank, side))
    }

    /// Writes cells as the program reads them: whole ranks as `*8`, whole files as `d*`, others by
    /// their names; `-` for none.
    pub(crate) fn text(&self, cells: &CellSet) -> String {
        let mut left = *cells;
        let mut words = Vec::new();
        for rank in 0..self.ranks {
            let row = self.rank(rank, Side::White);
            if !row.is_empty() && row.is_subset(cells) {
                words.push(format!("*{}", rank + 1));
                left = left - row;
            }
        }
        let names = left.iter().map(|cell| self.name(cell));
        words.extend(names);
        if words.is_empty() {
            "-".to_string()
        } else {
            words.join(" ")
        }
    }

    /// Writes the cells of each side.
    pub(crate) fn sided_text(&self, cells: &SidedSet) -> Sided<String> {
        Sided::by(|side| self.text(cells.of(side)))
    }

    fn name(&self, cell: Cell) -> String {
        let square = self.square(cell);
        format!("{}{}", file_letter(square.file), square.rank + 1)
    }
}

/// Returns the letter of a file, counted from 0.
pub(crate) fn file_letter(file: u16) -> char {
    char::from(b'a' + (file % 26) as u8)
}
