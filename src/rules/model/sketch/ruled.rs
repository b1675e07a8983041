//! Reads a drawing whose lines cross at points.
//!
//! ```text
//! 5 X---*I--+---+       between two dashes is a point: `+`, or a piece in its place
//! 4 |#G#|:::|   |       between two `|` is a square, dark with `:`, able to move with `#`
//! 3 +---+---C---X
//!   a b c d e f g       files are not needed, nor are ranks if all are drawn
//! ```
//!
//! A rank lists its cells from the left without a gap, so a drawing whose spaces are lost reads as
//! well. Of the squares at either end that can be absent, those are present that the rank has room
//! for: first those drawn with `#`.

use std::ops::{Range, RangeInclusive};

use super::read::{CellWords, SketchFlaw};
use super::words;
use crate::model::board::{Board, CellKind};
use crate::model::cells::{Cell, CellSet, PerCell};
use crate::model::rank::Rank;
use padma_text::range_in;

/// The contents of a ruled drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledDrawing {
    /// The pieces and marks by cell.
    pub words: CellWords,
    /// The cells that the drawing leaves out.
    pub absent: CellSet,
}

/// The character of a square that can move.
pub const MOVABLE: char = '#';
/// The character of a dark square.
pub(crate) const DARK: char = ':';
/// An empty point.
pub const POINT: &str = "+";
/// The characters that no piece or mark can contain: they draw the lines and shade the squares.
pub const SIGNS: [char; 4] = ['|', '-', MOVABLE, DARK];
/// The character on both sides of a Black piece, in place of the shade.
const STAR: char = '*';

/// Reads a drawing of the board that leaves out some of its points and draws all others.
///
/// # Errors
///
/// All flaws of a text that is not a drawing of the board.
pub fn read(board: &Board, text: &str, left_out: CellSet) -> Result<RuledDrawing, Vec<SketchFlaw>> {
    let mut flaws = Vec::new();
    let lines = lines(board, text, &mut flaws);
    let mut absent = *board.absent();
    let squares = lines.iter().filter(|line| line.kind == CellKind::Square);
    let mut drawn: Vec<(Cell, &RuledCell)> = Vec::new();
    for line in squares {
        match line.squares(board) {
            Some(cells) => {
                let present: CellSet = cells.iter().copied().collect();
                absent =
                    (absent - line.cells.iter().copied().collect()) | (line.cell_set() - present);
                drawn.extend(cells.into_iter().zip(&line.parts));
            }
            None => {
                let fixed = line
                    .cells
                    .iter()
                    .filter(|cell| !board.movable().contains(**cell))
                    .count();
                flaws.push(line.flaw(fixed..=line.cells.len()));
            }
        }
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    // Whether a point is present depends on its squares alone.
    absent = board.with_corners(absent - board.of_kind(CellKind::Point));
    for line in lines.iter().filter(|line| line.kind == CellKind::Point) {
        let is_drawn = |cell: &Cell| !absent.contains(*cell) && !left_out.contains(*cell);
        let present: Vec<Cell> = line.cells.iter().copied().filter(is_drawn).collect();
        match present.len() == line.parts.len() {
            true => drawn.extend(present.into_iter().zip(&line.parts)),
            false => flaws.push(line.flaw(present.len()..=present.len())),
        }
    }
    let shades: Vec<SketchFlaw> = drawn
        .iter()
        .filter_map(|(cell, part)| shade_flaw(board, *cell, part))
        .collect();
    let mut inscribed: CellWords = PerCell::from_fn(board.len(), |_| Vec::new());
    for (cell, part) in drawn {
        inscribed[cell] = vec![part.words.clone()];
    }
    flaws.extend(shades);
    if flaws.is_empty() {
        Ok(RuledDrawing {
            words: inscribed,
            absent,
        })
    } else {
        Err(flaws)
    }
}

/// Returns the flaw of a square whose drawn shade is wrong.
fn shade_flaw(board: &Board, cell: Cell, part: &RuledCell) -> Option<SketchFlaw> {
    // A square that can move has another character, which a piece may have replaced.
    let (is_dark, sketch) = (
        part.is_dark.filter(|_| !board.movable().contains(cell))?,
        board.sketch()?,
    );
    let is_due = sketch.fill[cell] == Some(DARK);
    (is_dark != is_due).then(|| SketchFlaw::Shade {
        cell,
        is_dark,
        at: part.at.clone(),
    })
}

/// A rank of the drawing.
struct RuledRank {
    kind: CellKind,
    /// The cells of the board that may be present, from the left.
    cells: Vec<Cell>,
    parts: Vec<RuledCell>,
    at: Range<usize>,
}

/// A cell as it is drawn.
struct RuledCell {
    words: Vec<Range<usize>>,
    /// Whether it is drawn as a square that can move.
    movable: bool,
    /// Whether it is drawn dark; `None` if another character replaces the shade, or for a point.
    is_dark: Option<bool>,
    at: Range<usize>,
}

impl RuledRank {
    fn cell_set(&self) -> CellSet {
        self.cells.iter().copied().collect()
    }

    /// Returns the squares that are drawn: as many as there are parts, and among them all that are
    /// always present. `None` if the number of parts does not fit.
    fn squares(&self, board: &Board) -> Option<Vec<Cell>> {
        let count = self.parts.len();
        let fits = |start: &usize| {
            let outside = self.cells[..*start]
                .iter()
                .chain(&self.cells[*start + count..]);
            outside
                .into_iter()
                .all(|cell| board.movable().contains(*cell))
        };
        let starts = (0..=self.cells.len().checked_sub(count)?).filter(fits);
        let penalty = |start: &usize| {
            let drawn = self.cells[*start..].iter().zip(&self.parts);
            // A piece may have replaced the `#` of a square that can move; no other square is
            // drawn with `#`.
            let mismatches =
                drawn.map(
                    |(cell, part)| match (part.movable, board.movable().contains(*cell)) {
                        (true, false) => 100,
                        (false, true) => 10,
                        _ => 0,
                    },
                );
            let present = &self.cells[*start..*start + count];
            let changed = self
                .cells
                .iter()
                .filter(|cell| present.contains(cell) == board.absent().contains(**cell));
            mismatches.sum::<usize>() + changed.count()
        };
        let start = starts.min_by_key(penalty)?;
        Some(self.cells[start..start + count].to_vec())
    }

    fn flaw(&self, due: RangeInclusive<usize>) -> SketchFlaw {
        SketchFlaw::Rank {
            points: self.kind == CellKind::Point,
            due,
            found: self.parts.len(),
            at: self.at.clone(),
        }
    }
}

/// Returns the ranks of a drawing, each with its cells on the board.
fn lines(board: &Board, text: &str, flaws: &mut Vec<SketchFlaw>) -> Vec<RuledRank> {
    let mut drawn = Vec::new();
    let mut start = 0;
    for raw in text.split_inclusive('\n') {
        let at = trim(text, start..start + raw.len());
        start += raw.len();
        if !at.is_empty() && !is_files(&text[at.clone()], board) {
            drawn.push(split_rank(text, at));
        }
    }
    let rows = board.rows();
    let all_unnamed = drawn.iter().all(|(rank, _)| rank.is_none());
    if all_unnamed && drawn.len() != rows.len() {
        let at = drawn.first().map_or(0..0, |(_, at)| at.clone());
        flaws.push(SketchFlaw::Ranks {
            due: rows.len(),
            found: drawn.len(),
            at,
        });
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (index, (rank, at)) in drawn.into_iter().enumerate() {
        let has_rank = |row: &&Vec<Option<Cell>>| {
            row.iter()
                .flatten()
                .any(|cell| rank.is_some() && board.info(*cell).rank == rank)
        };
        let row = if all_unnamed {
            rows.get(index)
        } else {
            rows.iter().find(has_rank)
        };
        let cells: Vec<Cell> = row.into_iter().flatten().flatten().copied().collect();
        let kind = cells.first().map(|cell| board.info(*cell).kind);
        match kind {
            Some(kind) if (kind == CellKind::Square) == text[at.clone()].contains('|') => {
                lines.push(RuledRank {
                    kind,
                    cells,
                    parts: parts(text, at.clone(), kind),
                    at,
                });
            }
            _ => flaws.push(SketchFlaw::NoRank { at }),
        }
    }
    lines
}

fn trim(text: &str, at: Range<usize>) -> Range<usize> {
    range_in(text, text[at].trim())
}

/// Whether a line holds nothing but letters of files.
fn is_files(line: &str, board: &Board) -> bool {
    line.split_whitespace()
        .all(|word| board.files().iter().any(|file| file == word))
}

/// Returns the rank that a line begins with, if there is one, and the rest of the line.
fn split_rank(text: &str, at: Range<usize>) -> (Option<Rank>, Range<usize>) {
    let line = &text[at.clone()];
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    match Rank::named(&line[..end]) {
        Some(rank) => (Some(rank), trim(text, at.start + end..at.end)),
        None => (None, at),
    }
}

fn parts(text: &str, at: Range<usize>, kind: CellKind) -> Vec<RuledCell> {
    let line = &text[at.clone()];
    if kind == CellKind::Square {
        let bars: Vec<usize> = line
            .match_indices('|')
            .map(|(bar, _)| at.start + bar)
            .collect();
        return bars
            .windows(2)
            .map(|pair| square(text, pair[0] + 1..pair[1]))
            .collect();
    }
    let point = |at: Range<usize>| {
        let words = if &text[at.clone()] == POINT {
            Vec::new()
        } else {
            vec![at.clone()]
        };
        RuledCell {
            words,
            movable: false,
            is_dark: None,
            at,
        }
    };
    words(text, at, |c| c == '-' || c.is_whitespace())
        .into_iter()
        .map(point)
        .collect()
}

fn square(text: &str, at: Range<usize>) -> RuledCell {
    let words = words(text, at.clone(), |c| {
        c == MOVABLE || c == DARK || c.is_whitespace()
    });
    let drawn = &text[at.clone()];
    // The shade is on both sides of a piece; a character on one side only is not the shade.
    let ends = [drawn.chars().next(), drawn.chars().next_back()];
    let is_half = ends.contains(&Some(DARK)) && ends.contains(&Some(' '));
    let is_dark = (!drawn.contains([MOVABLE, STAR])).then(|| drawn.contains(DARK) && !is_half);
    RuledCell {
        words,
        movable: drawn.contains(MOVABLE),
        is_dark,
        at,
    }
}
