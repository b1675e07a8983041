//! A lotus board drawn with characters.
//!
//! ```text
//!                 ______
//!                /\ e7 /\
//!   7          / d7 \/ f7 \       a band of triangles and leaning squares takes 4 rows,
//!            /\    /  \    /\     a rank of hexagons and upright squares 2;
//!          /_c7_\/      \/_g7_\   two files of upright cells stand 7 columns apart
//!   6      | c6 |   e6   | g6 |
//!          |____|        |____|
//! ```
//!
//! Slanted strokes move two columns a row, so every cell has four columns for text. Where a tile
//! stands follows from its file and rank alone, never from its neighbours: tiles that share a side
//! draw the same strokes there, and holes need no care.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{LotusBody, LotusDraft};
use super::tiles::Tile;
use crate::model::cells::{Cell, PerCell};
use crate::model::sketch::{Manner, Sketch, Slot, Stroke};

/// The rows of two ranks: 2 for the hexagons' own, 4 for the band above it.
const TWO_RANKS: i32 = 6;
/// The columns of two files.
const TWO_FILES: i32 = 7;
/// The columns from the leftmost tile back to the last digit of a rank number; an extra cell fits
/// between.
const MARGIN: i32 = 4;

/// Draws the board.
///
/// `None` if an extra cell is fixed to anything but the left or right side of an upright square:
/// at other sides the drawing has no room that is always free.
pub(super) fn draw(drafts: &[LotusDraft], files: &BTreeMap<i32, String>) -> Option<Sketch> {
    let ranks: BTreeSet<i32> = tiles(drafts).map(|(_, tile)| tile.rank()).collect();
    let mut canvas = Canvas {
        middle: (ranks.first()? + ranks.last()?).div_euclid(2),
        ..Canvas::default()
    };
    let rooms: Vec<Vec<Room>> = drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| canvas.draw_cell(index, draft))
        .collect::<Option<_>>()?;
    let letters = canvas.letters(drafts, files, &rooms);
    let numbers = canvas.numbers(&ranks);
    Some(canvas.finish(&rooms, &[letters, numbers].concat()))
}

fn tiles(drafts: &[LotusDraft]) -> impl Iterator<Item = (&LotusDraft, Tile)> {
    drafts.iter().filter_map(|draft| match draft.body {
        LotusBody::Tile(tile) => Some((draft, tile)),
        LotusBody::Extra { .. } => None,
    })
}

/// Returns where a tile stands: the row of its hexagon rank, or of the one below its band, and the
/// first column for text in an upright cell of its file. Rows count down from rank 0; both numbers
/// may be negative.
fn anchor(tile: Tile) -> (i32, i32) {
    (
        -TWO_RANKS * tile.rank().div_euclid(2),
        file_column(tile.file()),
    )
}

fn file_column(file: i32) -> i32 {
    (file * TWO_FILES).div_euclid(2)
}

/// A slot before the drawing is shifted so that its rows and columns count from 0.
#[derive(Clone, Copy)]
struct Room {
    row: i32,
    column: i32,
    width: i32,
}

fn room(row: i32, column: i32, width: i32) -> Room {
    Room { row, column, width }
}

/// The row and the column where a coordinate is written, and its letters.
type CoordinateLabel = (i32, i32, String);

#[derive(Default)]
struct Canvas {
    /// The strokes, each with the index of its cell among the drafts.
    strokes: BTreeMap<(i32, i32), (char, usize)>,
    /// A leaning square is written in its upper row from this rank upwards, and in its lower row
    /// below it: each time in the row nearer to the board's edge.
    middle: i32,
}

impl Canvas {
    /// Draws a cell's strokes and returns its rooms, the best for a piece first.
    fn draw_cell(&mut self, cell: usize, draft: &LotusDraft) -> Option<Vec<Room>> {
        match draft.body {
            LotusBody::Tile(tile) => Some(self.draw_tile(cell, tile)),
            LotusBody::Extra { host, angle, .. } => self.draw_extra(cell, host, angle),
        }
    }

    fn draw_tile(&mut self, cell: usize, tile: Tile) -> Vec<Room> {
        let (y, x) = anchor(tile);
        match tile {
            // Its outline is drawn by its squares and triangles, which are all on the board.
            Tile::Hexagon(_) => {
                let rooms = [
                    (0, -2, 8),
                    (1, -2, 8),
                    (-1, -1, 6),
                    (2, -1, 6),
                    (-2, 1, 2),
                    (3, 1, 2),
                ];
                rooms
                    .map(|(down, right, width)| room(y + down, x + right, width))
                    .to_vec()
            }
            Tile::Square(_, 0) => {
                self.add_strokes(cell, y, x - 1, ["|    |", "|____|"]);
                vec![room(y, x, 4), room(y + 1, x, 4)]
            }
            Tile::Square(_, 1) => {
                self.add_strokes(
                    cell,
                    y - 4,
                    x - 1,
                    ["  /\\", "/    \\", " \\    /", "   \\/"],
                );
                self.leaning_rooms(tile, room(y - 3, x, 4), room(y - 2, x + 1, 4))
            }
            Tile::Square(..) => {
                self.add_strokes(
                    cell,
                    y - 4,
                    x - 1,
                    ["   /\\", " /    \\", "\\    /", "  \\/"],
                );
                self.leaning_rooms(tile, room(y - 3, x + 1, 4), room(y - 2, x, 4))
            }
            Tile::Triangle(_, 0) => {
                self.add_strokes(cell, y - 2, x - 1, ["  /\\", "/____\\"]);
                vec![room(y - 1, x, 4)]
            }
            Tile::Triangle(..) => {
                self.add_strokes(cell, y - 5, x - 1, ["______", "\\    /", "  \\/"]);
                vec![room(y - 4, x, 4)]
            }
        }
    }

    fn leaning_rooms(&self, tile: Tile, upper: Room, lower: Room) -> Vec<Room> {
        if tile.rank() >= self.middle {
            vec![upper, lower]
        } else {
            vec![lower, upper]
        }
    }

    /// Draws an extra cell; `None` unless it lies left or right of its host. A host with a free
    /// side there is always an upright square.
    fn draw_extra(&mut self, cell: usize, host: Tile, angle: i32) -> Option<Vec<Room>> {
        let (y, x) = anchor(host);
        let (tip, strokes, inside) = match angle {
            0 => (x + 6, ["\\", "/"], x + 5),
            6 => (x - 3, ["/", "\\"], x - 2),
            _ => return None,
        };
        self.add_strokes(cell, y, tip, strokes);
        Some(vec![room(y, inside, 1), room(y + 1, inside, 1)])
    }

    /// Draws rows of strokes; a space draws nothing. Where two cells draw different characters,
    /// one of these is the `_` that closes a triangle whose upright square may be missing; the
    /// other wins.
    fn add_strokes<const ROWS: usize>(
        &mut self,
        cell: usize,
        row: i32,
        column: i32,
        lines: [&str; ROWS],
    ) {
        for (row, line) in (row..).zip(lines) {
            for (column, character) in (column..).zip(line.chars()).filter(|(_, c)| *c != ' ') {
                let drawn = self
                    .strokes
                    .entry((row, column))
                    .or_insert((character, cell));
                if drawn.0 == '_' && character != '_' {
                    *drawn = (character, cell);
                }
            }
        }
    }

    /// Returns the letters of the files, on a row of their own below the board.
    fn letters(
        &self,
        drafts: &[LotusDraft],
        files: &BTreeMap<i32, String>,
        rooms: &[Vec<Room>],
    ) -> Vec<CoordinateLabel> {
        let row = self
            .strokes
            .keys()
            .map(|(row, _)| row + 1)
            .max()
            .unwrap_or(0);
        let mut columns: BTreeMap<i32, i32> = BTreeMap::new();
        for (draft, tile) in tiles(drafts) {
            // The second column of the room for text, where a name of two characters begins.
            columns.insert(draft.file, file_column(tile.file()) + 1);
        }
        for (draft, rooms) in drafts.iter().zip(rooms) {
            if let Some(room) = rooms.first() {
                columns.entry(draft.file).or_insert(room.column);
            }
        }
        let labels = columns
            .into_iter()
            .filter_map(|(file, column)| Some((row, column, files.get(&file)?.clone())));
        labels.collect()
    }

    /// Returns the numbers of the ranks, left of the board.
    fn numbers(&self, ranks: &BTreeSet<i32>) -> Vec<CoordinateLabel> {
        let tile_edge = self
            .strokes
            .iter()
            .filter(|(_, (c, _))| *c == '|')
            .map(|((_, column), _)| *column)
            .min();
        let (edge, lowest) = (tile_edge.unwrap_or(0), ranks.first().copied().unwrap_or(0));
        let number = |rank: i32| {
            let text = (rank - lowest + 1).to_string();
            let y = -TWO_RANKS * rank.div_euclid(2);
            let row = match rank.rem_euclid(2) {
                0 => y,
                // Nothing lies below the lowest band, so its number stands nearer to the middle of
                // what is drawn.
                _ if rank == lowest => y - 2,
                _ => y - 3,
            };
            (row, edge - MARGIN + 1 - text.len() as i32, text)
        };
        ranks.iter().copied().map(number).collect()
    }

    fn finish(self, rooms: &[Vec<Room>], labels: &[CoordinateLabel]) -> Sketch {
        let places = || {
            self.strokes
                .keys()
                .copied()
                .chain(labels.iter().map(|(row, column, _)| (*row, *column)))
        };
        let top = places().map(|(row, _)| row).min().unwrap_or(0);
        let left = places().map(|(_, column)| column).min().unwrap_or(0);
        // `top` and `left` are the least row and column, so no difference is negative.
        let (row, column) = (
            |row: i32| (row - top) as usize,
            |column: i32| (column - left) as usize,
        );
        let slot = |room: &Room| Slot {
            row: row(room.row),
            column: column(room.column),
            width: room.width as usize,
        };
        let stroke = |((y, x), (character, cell)): (&(i32, i32), &(char, usize))| Stroke {
            row: row(*y),
            column: column(*x),
            character: *character,
            cell: Cell::new(*cell),
        };
        let coordinate = |(y, x, text): &CoordinateLabel| (row(*y), column(*x), text.clone());
        Sketch {
            manner: Manner::Outlined,
            fill: PerCell::from_fn(rooms.len(), |_| None),
            strokes: self.strokes.iter().map(stroke).collect(),
            slots: PerCell::from_fn(rooms.len(), |cell| {
                rooms[cell.index()].iter().map(slot).collect()
            }),
            coordinates: labels.iter().map(coordinate).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axial, LotusExtra, LotusPlan, board, unit};
    use super::*;
    use crate::model::Board;

    /// The figure of section 3.0 of the article that describes Lotus-39, without its left margin.
    /// The surviving text of the article has its runs of spaces shortened, so it gives only the
    /// order of the letters in the last row; here each letter is below its file.
    const ARTICLE: &str = r"
                  ______
                 /\ e7 /\
7              / d7 \/ f7 \
             /\    /  \    /\
           /_c7_\/      \/_g7_\
6          | c6 |   e6   | g6 |
           |____|        |____|
          /\ c5 /\      /\ g5 /\
5       / b5 \/ d5 \  / f5 \/ h5 \
      /\    /  \    /\    /  \    /\
    /_a5_\/      \/_e5_\/      \/_i5_\
4   | a4 |   c4   | e4 |   g4   | i4 |
    |____|        |____|        |____|
    \ a3 /\      /\ e3 /\      /\ i3 /
3     \/    \  /    \/    \  /    \/
        \ b3 /\ d3 /  \ f3 /\ h3 /
          \/_c3_\/      \/_g3_\/
2          | c2 |   e2   | g2 |
           |____|        |____|
           \ c1 /\      /\ g1 /
             \/    \  /    \/
1              \ d1 /\ f1 /
                 \/_e1_\/
      a  b   c  d   e  f   g  h   i
";

    fn petals(places: &[(i32, i32)]) -> LotusPlan {
        LotusPlan {
            petals: places.iter().map(|(q, r)| Axial { q: *q, r: *r }).collect(),
            extras: Vec::new(),
        }
    }

    fn rhombus() -> LotusPlan {
        petals(&[(0, 0), (1, 0), (0, 1), (1, -1)])
    }

    fn flower() -> LotusPlan {
        let centre = Axial { q: 0, r: 0 };
        LotusPlan {
            petals: std::iter::once(centre).chain((0..6).map(unit)).collect(),
            extras: Vec::new(),
        }
    }

    /// Six petals round a hole, and one on the outside.
    fn holed() -> LotusPlan {
        let outside = Axial { q: 2, r: 0 };
        LotusPlan {
            petals: (0..6).map(unit).chain([outside]).collect(),
            extras: Vec::new(),
        }
    }

    fn forty_one() -> LotusPlan {
        LotusPlan {
            extras: vec![extra("z4", "a4", 180), extra("j4", "i4", 0)],
            ..rhombus()
        }
    }

    fn extra(name: &str, host: &str, degrees: u16) -> LotusExtra {
        LotusExtra {
            name: name.to_string(),
            host: host.to_string(),
            degrees,
        }
    }

    fn write(board: &Board, text: impl Fn(&str) -> String) -> String {
        let sketch = board.sketch().expect("a sketch");
        let mut characters: BTreeMap<(usize, usize), char> = sketch
            .strokes
            .iter()
            .map(|s| ((s.row, s.column), s.character))
            .collect();
        let mut put = |row: usize, column: usize, text: &str| {
            for (column, character) in (column..).zip(text.chars()) {
                characters.insert((row, column), character);
            }
        };
        for (row, column, text) in &sketch.coordinates {
            put(*row, *column, text);
        }
        for cell in board.cells() {
            let (slot, text) = (sketch.slots[cell][0], text(board.name(cell)));
            put(slot.row, slot.column + (slot.width - text.len()) / 2, &text);
        }
        let mut drawn = String::from("\n");
        for row in 0..=characters.keys().map(|(row, _)| *row).max().expect("a row") {
            let line =
                (0..100).map(|column| characters.get(&(row, column)).copied().unwrap_or(' '));
            drawn.push_str(line.collect::<String>().trim_end());
            drawn.push('\n');
        }
        drawn
    }

    #[test]
    fn the_39_cells_stand_as_in_the_article() {
        let board = board(&rhombus()).expect("a board");
        assert_eq!(write(&board, str::to_string), ARTICLE);
    }

    #[test]
    fn the_outer_cells_of_the_41_have_one_column() {
        let board = board(&forty_one()).expect("a board");
        let drawn = write(&board, |name| {
            if ["z4", "j4"].contains(&name) {
                "x"
            } else {
                ""
            }
            .to_string()
        });
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[12], r"4 /x|    |        |    |        |    |x\");
        assert_eq!(lines[13], r"  \ |____|        |____|        |____| /");
        assert_eq!(lines[24], "   z  a  b   c  d   e  f   g  h   i   j");
    }

    #[test]
    fn no_sketch_where_an_extra_cell_has_no_room() {
        let extras = vec![extra("e8", "e7", 90)];
        let board = board(&LotusPlan {
            extras,
            ..rhombus()
        })
        .expect("a board");
        assert!(board.sketch().is_none());
    }

    #[test]
    fn every_name_is_drawn_once() {
        for plan in [
            petals(&[(0, 0)]),
            petals(&[(3, -7), (4, -7)]),
            rhombus(),
            flower(),
            holed(),
        ] {
            let board = board(&plan).expect("a board");
            let drawn = write(&board, |name| format!("{name:_<4}"));
            for cell in board.cells() {
                let name = format!("{:_<4}", board.name(cell));
                assert_eq!(drawn.matches(&name).count(), 1, "{name} in {drawn}");
            }
        }
    }

    #[test]
    fn slots_keep_clear_of_strokes_and_each_other() {
        for plan in [petals(&[(0, 0)]), rhombus(), forty_one(), flower(), holed()] {
            let board = board(&plan).expect("a board");
            let sketch = board.sketch().expect("a sketch");
            let strokes: BTreeMap<_, _> = sketch
                .strokes
                .iter()
                .map(|s| ((s.row, s.column), s.character))
                .collect();
            let mut taken = BTreeMap::new();
            for cell in board.cells() {
                for slot in &sketch.slots[cell] {
                    for column in slot.column..slot.column + slot.width {
                        let at = (slot.row, column);
                        assert!(
                            matches!(strokes.get(&at), None | Some('_')),
                            "{} at {at:?}",
                            board.name(cell)
                        );
                        assert_eq!(taken.insert(at, board.name(cell)), None, "{at:?}");
                    }
                }
            }
            let labels = sketch.coordinates.iter();
            for at in labels
                .flat_map(|(row, column, text)| (0..text.len()).map(move |i| (*row, column + i)))
            {
                assert!(
                    !strokes.contains_key(&at) && !taken.contains_key(&at),
                    "{at:?}"
                );
            }
        }
    }

    #[test]
    fn a_missing_square_leaves_no_gap() {
        let board = board(&petals(&[(0, 0)])).expect("a board");
        let expected = r"
           ______
          /\    /\
3       /    \/    \
      /\    /  \    /\
    /____\/      \/____\
2   |    |        |    |
    |____|        |____|
    \    /\      /\    /
      \/    \  /    \/
1       \    /\    /
          \/____\/
      a  b   c  d   e
";
        assert_eq!(write(&board, |_| String::new()), expected);
    }
}
