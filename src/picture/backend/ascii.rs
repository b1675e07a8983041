//! A diagram as text: the board drawn with characters if it has a sketch, and a legend below.
//!
//! ```text
//!            ______
//!           /\ N' /\
//! 3       / x  \/ x  \
//!       /\    /  \    /\
//!     /____\/      \/_AB_\
//! 2   |    |        |    |
//!     |____|        |____|
//!     \    /\      /\    /
//!       \/    \  /    \/
//! 1       \    /\    /
//!           \/____\/
//!       a  b   c  d   e
//!
//! AB  White Archbishop on e3
//! N'  Black Knight on c3
//! '   after a label: a Black piece
//! x   where N can move: 2 cells
//! ```
//!
//! A White piece's label is written as it is, and a Black piece's label is followed by `'`.
//! Labels may be any text, so upper and lower case could not distinguish the two. A label too long
//! for its cell is cut to end in `…`, and the legend gives it in full. Every character counts as
//! one column. Knows no scene and no picture.

use crate::words::{count_said, piece_on};
use padma_rules::diagram::{Diagram, Mark, ShownPiece};
use padma_rules::model::sketch::ruled::MOVABLE;
use padma_rules::model::sketch::{BLACK, Manner};
use padma_rules::model::{Board, Cell, CellKind, Owner, PerCell, Sketch, Slot};
use padma_text::on_one_line;
use padma_words::{Language, say};

/// The width of a list of cells, in columns.
const LIST_WIDTH: usize = 76;
/// The character that marks an omission.
const ELLIPSIS: char = '…';

/// Writes the diagram as lines of text: title, drawing or list, and legend, with an empty line
/// between parts. No line ends in white space; the last ends in a newline.
pub fn draw(diagram: &Diagram, board: &Board, words: &Language) -> String {
    lines(diagram, board, words, legend)
}

/// Writes the diagram for readers who know the pieces by their letters: the legend explains only
/// the marks.
pub fn draw_brief(diagram: &Diagram, board: &Board, words: &Language) -> String {
    lines(diagram, board, words, general_legend)
}

/// Makes the entries of a legend.
type Legend = fn(&Diagram, &Board, &Language, &PerCell<CellText>) -> Vec<LegendEntry>;

fn lines(diagram: &Diagram, board: &Board, words: &Language, legend: Legend) -> String {
    let mut parts = Vec::new();
    let title = one_line(&diagram.title);
    if !title.is_empty() {
        parts.push(format!("{title}\n{}", "=".repeat(length(&title))));
    }
    match board.sketch() {
        Some(sketch) => {
            let texts = PerCell::from_fn(board.len(), |cell| {
                let slots = &sketch.slots[cell];
                name_text(diagram, board, cell, slots)
                    .unwrap_or_else(|| write_cell(diagram, cell, slots))
            });
            parts.push(picture(sketch, &texts, &fills(diagram, board, sketch)));
            parts.push(rows(&legend(diagram, board, words, &texts)));
        }
        None => {
            parts.push(words.say(say!(pictures::ListedBoard, count = count_said(board.len()))));
            parts.push(rows(&list(diagram, board, words)));
        }
    }
    let mut out = String::new();
    for (index, part) in parts.iter().filter(|part| !part.is_empty()).enumerate() {
        if index > 0 {
            out.push('\n');
        }
        for line in part.lines() {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// The text written into a cell.
struct CellText {
    lines: Vec<(Slot, String)>,
    /// The piece's label as shown in the cell.
    label: String,
    /// All the words for the cell, if they did not fit.
    crowded: Option<String>,
}

/// Returns the cell's name if the diagram shows names and nothing else is written in the cell.
fn name_text(diagram: &Diagram, board: &Board, cell: Cell, slots: &[Slot]) -> Option<CellText> {
    let name = board.name(cell);
    let slot = slots.iter().find(|slot| length(name) <= slot.width)?;
    let is_free = diagram.piece(cell).is_none() && diagram.marks_on(cell).next().is_none();
    let lines = vec![(*slot, name.to_string())];
    (diagram.names && is_free).then_some(CellText {
        lines,
        label: String::new(),
        crowded: None,
    })
}

/// Fills a cell's slots: the first with the piece, the others with marks. In a cell with a single
/// slot, both share it.
fn write_cell(diagram: &Diagram, cell: Cell, slots: &[Slot]) -> CellText {
    let symbols: Vec<String> = diagram
        .marks_on(cell)
        .map(|(_, mark)| one_line(&mark.symbol))
        .collect();
    let ([first, rest @ ..], Some(piece)) = (slots, diagram.piece(cell)) else {
        let (lines, fits) = fill(&symbols, slots);
        return CellText {
            lines,
            label: String::new(),
            crowded: (!fits).then(|| symbols.join(" ")),
        };
    };
    let shared = rest.is_empty() && !symbols.is_empty();
    let symbols_width = if shared {
        1 + length(&symbols.join(" "))
    } else {
        0
    };
    // Keep at least two characters of a label, or it would say nothing.
    let label = fit_label(
        piece,
        first
            .width
            .saturating_sub(symbols_width)
            .max(first.width.min(2)),
    );
    let words: Vec<String> = std::iter::once(label.clone())
        .chain(symbols.iter().cloned())
        .collect();
    let (lines, fits) = if shared {
        fill(&words, slots)
    } else {
        let (mut lines, fits) = fill(&symbols, rest);
        lines.insert(0, (*first, label.clone()));
        (lines, fits)
    };
    CellText {
        lines,
        label,
        crowded: (!fits).then(|| words.join(" ")),
    }
}

/// Writes words into slots in order. The last slot is cut if words are left over. Also returns
/// whether everything fitted.
fn fill(words: &[String], slots: &[Slot]) -> (Vec<(Slot, String)>, bool) {
    let mut lines = Vec::new();
    let mut remaining = words;
    for (index, slot) in slots.iter().enumerate() {
        let fits = |count: &usize| length(&remaining[..*count].join(" ")) <= slot.width;
        let count = (0..=remaining.len()).rev().find(fits).unwrap_or(0);
        if index + 1 == slots.len() && count < remaining.len() {
            lines.push((*slot, cut(&remaining.join(" "), slot.width)));
            return (lines, false);
        }
        if count > 0 {
            lines.push((*slot, remaining[..count].join(" ")));
        }
        remaining = &remaining[count..];
    }
    (lines, remaining.is_empty())
}

fn cut(text: &str, width: usize) -> String {
    text.chars()
        .take(width.saturating_sub(1))
        .chain([ELLIPSIS])
        .take(width)
        .collect()
}

/// Returns a piece's label as it is shown if it fits.
fn full_label(piece: &ShownPiece) -> String {
    let mut label = label(piece);
    if piece.owner == Owner::Black {
        label.push(BLACK);
    }
    label
}

/// Returns a piece's label for a slot of this width. A label that is cut keeps its first
/// character and, if possible, the `'` of Black. The ellipsis has the lowest priority, since the
/// legend explains the cut anyway.
fn fit_label(piece: &ShownPiece, width: usize) -> String {
    let full = full_label(piece);
    if length(&full) <= width {
        return full;
    }
    let side = (piece.owner == Owner::Black).then_some(BLACK);
    let side_width = usize::from(side.is_some());
    let ellipsis = (width > 1 + side_width).then_some(ELLIPSIS);
    let kept = width
        .saturating_sub(side_width + usize::from(ellipsis.is_some()))
        .max(1);
    label(piece)
        .chars()
        .take(kept)
        .chain(ellipsis)
        .chain(side)
        .take(width)
        .collect()
}

fn label(piece: &ShownPiece) -> String {
    let label = one_line(&piece.label);
    if label.is_empty() {
        one_line(&piece.kind)
    } else {
        label
    }
}

/// Returns the character that fills the slots of each cell; `None` for a cell that is not drawn.
fn fills(diagram: &Diagram, board: &Board, sketch: &Sketch) -> PerCell<Option<char>> {
    PerCell::from_fn(board.len(), |cell| match sketch.manner {
        Manner::Outlined => Some(' '),
        Manner::Ruled if diagram.absent.contains(cell) => None,
        Manner::Ruled
            if board.info(cell).kind != CellKind::Point && board.movable().contains(cell) =>
        {
            Some(MOVABLE)
        }
        Manner::Ruled => Some(sketch.fill[cell].unwrap_or(' ')),
    })
}

fn picture(sketch: &Sketch, texts: &PerCell<CellText>, fills: &PerCell<Option<char>>) -> String {
    let mut grid = CharGrid::default();
    for stroke in sketch
        .strokes
        .iter()
        .filter(|stroke| fills[stroke.cell].is_some())
    {
        grid.put(stroke.row, stroke.column, [stroke.character]);
    }
    for (cell, fill) in fills.iter() {
        let Some(fill) = fill.filter(|fill| *fill != ' ') else {
            continue;
        };
        for slot in &sketch.slots[cell] {
            grid.put(slot.row, slot.column, std::iter::repeat_n(fill, slot.width));
        }
    }
    for (row, column, text) in &sketch.coordinates {
        grid.put(*row, *column, text.chars());
    }
    for (_, cell_text) in texts.iter() {
        for (slot, text) in &cell_text.lines {
            let before = slot.width.saturating_sub(length(text)) / 2;
            grid.put(slot.row, slot.column + before, text.chars());
        }
    }
    grid.lines
        .iter()
        .map(|line| line.iter().chain(['\n'].iter()).collect::<String>())
        .collect()
}

/// A grid of characters that grows as characters are written to it.
#[derive(Default)]
struct CharGrid {
    lines: Vec<Vec<char>>,
}

impl CharGrid {
    fn put(&mut self, row: usize, column: usize, text: impl IntoIterator<Item = char>) {
        if self.lines.len() <= row {
            self.lines.resize(row + 1, Vec::new());
        }
        let line = &mut self.lines[row];
        for (column, character) in (column..).zip(text) {
            if line.len() <= column {
                line.resize(column + 1, ' ');
            }
            line[column] = character;
        }
    }
}

/// An entry of a legend: the label or symbol, what it means, and further lines below.
struct LegendEntry {
    key: String,
    text: String,
    more: Vec<String>,
}

impl LegendEntry {
    fn new(key: impl Into<String>, text: impl Into<String>) -> LegendEntry {
        LegendEntry {
            key: key.into(),
            text: text.into(),
            more: Vec::new(),
        }
    }
}

/// Returns the legend of a drawing: each piece, each mark, and the cells with too many marks.
fn legend(
    diagram: &Diagram,
    board: &Board,
    words: &Language,
    texts: &PerCell<CellText>,
) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    for (index, piece) in diagram.pieces.iter().enumerate() {
        let alike = |other: &&ShownPiece| {
            (other.owner, &other.label, &other.kind) == (piece.owner, &piece.label, &piece.kind)
        };
        if diagram.pieces[..index].iter().any(|other| alike(&other)) {
            continue;
        }
        let all: Vec<&ShownPiece> = diagram.pieces[index..].iter().filter(alike).collect();
        let cells: Vec<&str> = all.iter().map(|piece| board.name(piece.cell)).collect();
        let mut text = piece_phrase(piece, &cells.join(", "), words);
        // A label that fits in one cell may be cut in another.
        let full = full_label(piece);
        let shown = |piece: &&ShownPiece| texts[piece.cell].label.as_str();
        let mut cut: Vec<&str> = all
            .iter()
            .map(shown)
            .filter(|shown| *shown != full)
            .collect();
        cut.sort_unstable();
        cut.dedup();
        cut.iter()
            .for_each(|cut| text.push_str(&format!(" ({cut} = {full})")));
        entries.push(LegendEntry::new(shown(&piece), text));
    }
    entries.extend(general_legend(diagram, board, words, texts));
    entries
}

/// Returns the part of a legend that is not about single pieces: how the sides differ, each mark,
/// and the cells with too many marks.
fn general_legend(
    diagram: &Diagram,
    board: &Board,
    words: &Language,
    texts: &PerCell<CellText>,
) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    if diagram
        .pieces
        .iter()
        .any(|piece| piece.owner == Owner::Black)
    {
        entries.push(LegendEntry::new(
            BLACK,
            words.say(say!(pictures::BlackLabel)),
        ));
    }
    let marks = diagram.marks.iter();
    entries.extend(marks.map(|mark| mark_entry(mark, words)));
    for (cell, cell_text) in texts.iter() {
        if let Some(all) = &cell_text.crowded {
            entries.push(LegendEntry::new(
                ELLIPSIS,
                words.say(say!(pictures::Crowded, cell = board.name(cell), all)),
            ));
        }
    }
    entries
}

/// Lists the diagram without a drawing: the pieces, and the marks with all their cells.
fn list(diagram: &Diagram, board: &Board, words: &Language) -> Vec<LegendEntry> {
    let pieces = diagram.pieces.iter().map(|piece| {
        let cell = board.name(piece.cell);
        LegendEntry::new(label(piece), piece_phrase(piece, cell, words))
    });
    let marks = diagram.marks.iter().map(|mark| {
        let names = board.names_of(&mark.cells);
        LegendEntry {
            more: if names.is_empty() {
                Vec::new()
            } else {
                vec![names.join(", ")]
            },
            ..mark_entry(mark, words)
        }
    });
    pieces.chain(marks).collect()
}

fn piece_phrase(piece: &ShownPiece, cells: &str, words: &Language) -> String {
    one_line(&words.say(piece_on(piece, cells)))
}

fn mark_entry(mark: &Mark, words: &Language) -> LegendEntry {
    let (meaning, count) = (one_line(&mark.meaning), count_said(mark.cells.len()));
    let text = words.say(say!(pictures::MarkCount, meaning, count));
    LegendEntry::new(one_line(&mark.symbol), text)
}

/// Writes entries with their texts aligned in one column.
fn rows(entries: &[LegendEntry]) -> String {
    let indent = entries
        .iter()
        .map(|entry| length(&entry.key))
        .max()
        .unwrap_or(0)
        + 2;
    let mut out = String::new();
    for LegendEntry { key, text, more } in entries {
        out.push_str(&format!("{key:indent$}{text}\n"));
        for line in more
            .iter()
            .flat_map(|more| wrap(more, LIST_WIDTH.saturating_sub(indent)))
        {
            out.push_str(&format!("{:indent$}{line}\n", ""));
        }
    }
    out
}

/// Wraps words into lines of at most `width` characters. A single longer word keeps a line of its
/// own.
fn wrap(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Returns an author's text without characters that would break a line.
fn one_line(text: &str) -> String {
    let printed: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    on_one_line(&printed)
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_rules::diagram::PieceFace;
    use padma_rules::model::CellSet;
    use padma_rules::model::lotus::{self, Axial, LotusExtra, LotusPlan, unit};

    fn board(petals: &[(i32, i32)], extras: &[(&str, &str, u16)]) -> Board {
        let petals = petals.iter().map(|(q, r)| Axial { q: *q, r: *r }).collect();
        let extra = |(name, host, degrees): &(&str, &str, u16)| LotusExtra {
            name: name.to_string(),
            host: host.to_string(),
            degrees: *degrees,
        };
        lotus::board(&LotusPlan {
            petals,
            extras: extras.iter().map(extra).collect(),
        })
        .expect("a board")
    }

    const RHOMBUS: [(i32, i32); 4] = [(0, 0), (1, 0), (0, 1), (1, -1)];

    fn piece(board: &Board, owner: Owner, label: &str, piece: &str, cell: &str) -> ShownPiece {
        let cell = board.cell(cell).expect("a cell");
        ShownPiece {
            cell,
            owner,
            label: label.to_string(),
            face: PieceFace::Label,
            kind: piece.to_string(),
        }
    }

    fn mark(board: &Board, symbol: &str, meaning: &str, names: &str) -> Mark {
        let cells: CellSet = names
            .split_whitespace()
            .map(|name| board.cell(name).expect("a cell"))
            .collect();
        Mark {
            symbol: symbol.to_string(),
            cells,
            meaning: meaning.to_string(),
        }
    }

    fn draw(diagram: &Diagram, board: &Board) -> String {
        super::draw(diagram, board, padma_words::english())
    }

    fn check(diagram: &Diagram, board: &Board, expected: &str) {
        let drawn = draw(diagram, board);
        assert_eq!(format!("\n{drawn}"), expected, "\n{drawn}");
        assert!(drawn.ends_with('\n') && !drawn.ends_with("\n\n"));
        assert!(drawn.lines().all(|line| line == line.trim_end()));
    }

    #[test]
    fn the_legend_explains_a_label_cut_in_one_of_two_cells() {
        let board = board(&RHOMBUS, &[]);
        let pieces =
            ["g4", "e3"].map(|cell| piece(&board, Owner::White, "LOTUS", "Lotusrider", cell));
        let drawn = draw(
            &Diagram {
                pieces: pieces.into(),
                ..Diagram::default()
            },
            &board,
        );
        assert!(
            drawn.contains("LOTUS  White Lotusrider on g4, e3 (LOT… = LOTUS)\n"),
            "{drawn}"
        );
    }

    #[test]
    fn pieces_and_marks_are_drawn_with_a_legend() {
        let board = board(&RHOMBUS, &[]);
        let diagram = Diagram {
            title: "Diagram D1-2".to_string(),
            pieces: vec![
                piece(&board, Owner::White, "D1", "Dabbaba", "e4"),
                piece(&board, Owner::White, "D2", "Dabbaba", "g4"),
                piece(&board, Owner::Black, "N", "Knight", "e3"),
                piece(&board, Owner::Black, "SQUIRREL", "Squirrel", "f5"),
            ],
            marks: vec![
                mark(&board, "o", "where D1 can move", "e6 e2 a4 i4"),
                mark(&board, "x", "where D2 can move", "e6 e2 c4 g2 g6 f5"),
            ],
            ..Diagram::default()
        };
        let expected = r"
Diagram D1-2
============

                  ______
                 /\    /\
7              /    \/    \
             /\    /  \    /\
           /____\/      \/____\
6          |    |  o x   | x  |
           |____|        |____|
          /\    /\      /\    /\
5       /    \/    \  /SQ…'\/    \
      /\    /  \    /\ x  /  \    /\
    /____\/      \/____\/      \/____\
4   | o  |   x    | D1 |   D2   | o  |
    |____|        |____|        |____|
    \    /\      /\ N' /\      /\    /
3     \/    \  /    \/    \  /    \/
        \    /\    /  \    /\    /
          \/____\/      \/____\/
2          |    |  o x   | x  |
           |____|        |____|
           \    /\      /\    /
             \/    \  /    \/
1              \    /\    /
                 \/____\/
      a  b   c  d   e  f   g  h   i

D1    White Dabbaba on e4
D2    White Dabbaba on g4
N'    Black Knight on e3
SQ…'  Black Squirrel on f5 (SQ…' = SQUIRREL')
'     after a label: a Black piece
o     where D1 can move: 4 cells
x     where D2 can move: 6 cells
";
        check(&diagram, &board, expected);
    }

    #[test]
    fn cells_with_too_many_marks_are_cut_and_explained() {
        let board = board(&[(0, 0)], &[("z2", "a2", 180)]);
        let pieces = vec![
            piece(&board, Owner::White, "ER", "Enhanced Rook", "z2"),
            piece(&board, Owner::Black, "AB", "", "c3"),
            piece(&board, Owner::White, "", "Knight", "c2"),
            piece(&board, Owner::White, "AB", "Archbishop", "c1"),
        ];
        let marks = vec![
            mark(&board, "x", "near", "z2 c3 c2 a2 c1"),
            mark(&board, "o", "", "c3 c2 a2"),
            mark(&board, "*", "far\nand wide", "a2"),
            mark(&board, "$", "where nothing goes", ""),
            mark(&board, "@", "crowd", "a2 c2 a1"),
            mark(&board, "#", "crowd", "a2"),
        ];
        let expected = r"
           ______
          /\A' …/\
3       /    \/    \
      /\    /  \    /\
    /____\/      \/____\
2 /E|x o | Knight |    |
  \x|* @…| x o @  |____|
    \ @  /\      /\    /
      \/    \  /    \/
1       \    /\    /
          \/AB x\/
   z  a  b   c  d   e
";
        check(
            &Diagram {
                pieces,
                marks,
                ..Diagram::default()
            },
            &board,
            &(expected.to_string() + LEGEND),
        );
    }

    const LEGEND: &str = r"
E       White Enhanced Rook on z2 (E = ER)
A'      Black piece on c3 (A' = AB')
Knight  White Knight on c2
AB      White Archbishop on c1
'       after a label: a Black piece
x       near: 5 cells
o       3 cells
*       far and wide: 1 cell
$       where nothing goes: no cell
@       crowd: 3 cells
#       crowd: 1 cell
…       on a2: x o * @ #
…       on c3: A' x o
";

    #[test]
    fn every_cell_name_is_drawn_once() {
        let flower: Vec<(i32, i32)> = std::iter::once((0, 0))
            .chain((0..6).map(|k| (unit(k).q, unit(k).r)))
            .collect();
        for petals in [&flower[..], &flower[..1], &RHOMBUS] {
            let board = board(petals, &[]);
            let pieces = board.cells().map(|cell| {
                piece(
                    &board,
                    Owner::Black,
                    board.name(cell),
                    "P",
                    board.name(cell),
                )
            });
            let drawn = draw(
                &Diagram {
                    pieces: pieces.collect(),
                    ..Diagram::default()
                },
                &board,
            );
            let (picture, _) = drawn.split_once("\n\n").expect("a legend");
            for name in board.names() {
                assert_eq!(
                    picture.matches(&format!("{name}'")).count(),
                    1,
                    "{name} in\n{picture}"
                );
            }
        }
    }

    #[test]
    fn a_board_without_a_sketch_is_a_list() {
        let board = board(&RHOMBUS, &[("e8", "e7", 90)]);
        let all: Vec<&str> = board.names().collect();
        let diagram = Diagram {
            title: "Alone".to_string(),
            pieces: vec![
                piece(&board, Owner::White, "AB", "Archbishop", "e8"),
                piece(&board, Owner::Black, "N", "Knight", "a3"),
            ],
            marks: vec![
                mark(&board, "x", "everywhere", &all.join(" ")),
                mark(&board, "o", "nowhere", ""),
            ],
            ..Diagram::default()
        };
        let expected = r"
Alone
=====

Board of 40 cells.

AB  White Archbishop on e8
N   Black Knight on a3
x   everywhere: 40 cells
    a3, a4, a5, b3, b5, c1, c2, c3, c4, c5, c6, c7, d1, d3, d5, d7, e1, e2,
    e3, e4, e5, e6, e7, e8, f1, f3, f5, f7, g1, g2, g3, g4, g5, g6, g7, h3,
    h5, i3, i4, i5
o   nowhere: no cell
";
        check(&diagram, &board, expected);
    }

    #[test]
    fn the_drawing_in_the_module_comment_is_what_is_drawn() {
        let board = board(&[(0, 0)], &[]);
        let diagram = Diagram {
            title: String::new(),
            pieces: vec![
                piece(&board, Owner::White, "AB", "Archbishop", "e3"),
                piece(&board, Owner::Black, "N", "Knight", "c3"),
            ],
            marks: vec![mark(&board, "x", "where N can move", "b3 d3")],
            ..Diagram::default()
        };
        let head = include_str!("ascii.rs")
            .split("//! ```")
            .nth(1)
            .expect("a figure")
            .replace("//! ", "");
        check(
            &diagram,
            &board,
            &head.replace("//!", "").replacen("text", "", 1),
        );
    }

    #[test]
    fn an_empty_diagram_is_the_board() {
        let board = board(&[(0, 0)], &[]);
        let drawn = draw(&Diagram::default(), &board);
        assert!(drawn.ends_with("a  b   c  d   e\n"), "{drawn}");
    }
}
