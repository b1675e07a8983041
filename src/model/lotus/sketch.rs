//! A lotus board drawn with characters.
//!
//! ```text
//!          ______          a rank of triangles and leaning squares takes 4 rows,
//!         /\ e7 /\         a rank of hexagons and upright squares 2;
//!       / d7 \/ f7 \       a file is 7 columns wide for every two letters.
//!      /\    /  \    /\
//!    /_c7_\/      \/_g7_\
//!    | c6 |   e6   | g6 |
//!    |____|        |____|
//! ```
//!
//! Slanted strokes move two columns a row, so every cell has four columns for text.

use std::collections::BTreeMap;

use super::tiles::Tile;
use super::{Body, Draft};
use crate::model::cells::PerCell;
use crate::model::sketch::{Sketch, Slot, Stroke};

/// Rows of a pair of ranks: 2 for the hexagons' own, 4 for the band above.
const PAIR: i32 = 6;
/// Columns between two files of the same parity.
const TWO_FILES: i32 = 7;

/// Draws the board; `None` where an extra cell is fixed to a side the drawing has no room at.
pub(super) fn draw(drafts: &[Draft], files: &BTreeMap<i32, String>) -> Option<Sketch> {
    let mut canvas = Canvas::default();
    for draft in drafts {
        canvas.cell(draft)?;
    }
    canvas.finish(drafts, files)
}

#[derive(Default)]
struct Canvas {
    strokes: BTreeMap<(i32, i32), char>,
    slots: Vec<Vec<(i32, i32, i32)>>,
}

/// The left column of the 6 columns an upright cell of this tile takes, and the first row of its
/// hexagons' rank. A hexagon counts as an upright square in its middle.
fn anchor(tile: Tile) -> (i32, i32) {
    let column = (tile.file() * TWO_FILES).div_euclid(2);
    let rank = tile.rank();
    (column, -PAIR * rank.div_euclid(2))
}

impl Canvas {
    fn cell(&mut self, draft: &Draft) -> Option<()> {
        let slots = match draft.body {
            Body::Tile(tile) => self.tile(tile),
            Body::Extra { host, angle, .. } => self.extra(host, angle)?,
        };
        self.slots.push(slots);
        Some(())
    }

    /// Draws a tile's strokes and returns its rooms, as row, column, width.
    fn tile(&mut self, tile: Tile) -> Vec<(i32, i32, i32)> {
        let (x, y) = anchor(tile);
        match tile {
            // Its outline is drawn by its squares and triangles, which are all on the board.
            Tile::Hexagon(_) => vec![(y, x - 1, 8), (y + 1, x - 1, 8), (y - 1, x, 6), (y + 2, x, 6)],
            Tile::Square(_, 0) => {
                self.text(y, x - 1, "|    |");
                self.text(y + 1, x - 1, "|____|");
                vec![(y, x, 4), (y + 1, x, 4)]
            }
            Tile::Square(_, axis) => self.leaning(x, y, axis == 1),
            Tile::Triangle(_, 0) => {
                self.text(y - 2, x + 1, "/\\");
                self.text(y - 1, x - 1, "/____\\");
                vec![(y - 1, x, 4)]
            }
            Tile::Triangle(..) => {
                self.text(y - 5, x, "____");
                self.text(y - 4, x - 1, "\\    /");
                self.text(y - 3, x + 1, "\\/");
                vec![(y - 4, x, 4)]
            }
        }
    }

    fn leaning(&mut self, _x: i32, _y: i32, _right: bool) -> Vec<(i32, i32, i32)> {
        Vec::new()
    }

    fn extra(&mut self, _host: Tile, _angle: i32) -> Option<Vec<(i32, i32, i32)>> {
        None
    }

    fn text(&mut self, row: i32, column: i32, text: &str) {
        for (offset, character) in text.chars().enumerate() {
            if character != ' ' {
                self.strokes.entry((row, column + offset as i32)).or_insert(character);
            }
        }
    }

    fn finish(self, drafts: &[Draft], files: &BTreeMap<i32, String>) -> Option<Sketch> {
        let _ = (drafts, files);
        None
    }
}
