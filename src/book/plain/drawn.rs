//! A board that somebody drew with letters and dots, as the first field of a FEN.
//!
//! ```text
//! 8 | r . . . k . . r |        r...k..r        +---+---+---+---+---+---+---+---+
//!   ...                        ...             | r |   |   |   | k |   |   | r |
//!     a b c d e f g h          R3K2R           ...
//! ```
//!
//! Every row and every column must be drawn. The [reader](padma_rules::model::fen) of positions looks up the
//! letters, and says what is wrong.

use padma_rules::model::sketch::ruled::POINT;
use padma_rules::model::{Board, Cell};
use padma_text::{Excerpt, Span};

/// The symbols of an empty cell.
const EMPTY: [&str; 5] = ["", ".", "-", "*", "·"];
/// The fewest rows, and cells in a row, of what looks like a board.
pub(super) const FEWEST: usize = 3;

/// Returns the first field of a FEN for a text that looks like a drawing of a board.
pub(super) fn read(text: &Excerpt, board: &Board) -> Option<Excerpt> {
    let width = board.rows().first().map_or(0, Vec::len);
    let lines = text.text().lines();
    let mut rows: Vec<Vec<&str>> = lines.filter_map(|line| symbols(line, width)).collect();
    rows.retain(|row| !names_files(row, board));
    let names_rank = |symbol: Option<&&str>, row: usize| {
        let cells = board.rows().get(row);
        symbol.is_some_and(|name| cells.is_some_and(|cells| names_line(name, board, cells.iter())))
    };
    // The first row says whether ranks have names, and where.
    let top = rows.first().filter(|top| top.len() > 1);
    let left = names_rank(top.and_then(|top| top.first()), 0);
    let right = names_rank(top.and_then(|top| top.last()), 0);
    let (mut placement, mut lengths) = (Excerpt::new(text.whole()), Vec::new());
    for (index, row) in rows.iter().enumerate() {
        let from = usize::from(left && names_rank(row.first(), index));
        let to = row.len() - usize::from(right && names_rank(row.last(), index));
        if index > 0 {
            placement.push("/", text.whole().range().start);
        }
        lengths.push(push_row(row.get(from..to)?, text, &mut placement));
    }
    let alike =
        |length: &usize| 2 * lengths.iter().filter(|other| *other == length).count() >= rows.len();
    let is_board = |length: &usize| *length >= FEWEST && alike(length);
    let looks_drawn = rows.len() >= FEWEST
        && lengths.iter().any(is_board)
        && placement.text().contains(|c: char| c.is_ascii_digit());
    looks_drawn.then_some(placement)
}

/// Returns the symbols of a row; `None` if a line draws a border, or nothing.
fn symbols(line: &str, width: usize) -> Option<Vec<&str>> {
    let line = line.trim();
    let is_bar = |c: char| matches!(c, '|' | '│' | '║' | '┃');
    let is_edge = |c: char| "+-=_| ".contains(c) || ('─'..='╿').contains(&c);
    // As many strokes as the board has columns are empty cells.
    let is_row = line.chars().all(|c| c == '-') && line.len() == width;
    let joins = |c: char| !matches!(c, '+' | '-' | ' ') && !is_bar(c);
    let is_border = line.contains("--") || line.contains("+-") || line.contains(joins);
    if line.is_empty() || line.chars().all(is_edge) && is_border && !is_row {
        return None;
    }
    let cells = line.trim_matches(is_bar).split(is_bar).map(str::trim);
    // Between bars an empty cell needs no symbol.
    Some(match cells.clone().any(|cell| cell.contains(' ')) {
        true => cells.flat_map(str::split_whitespace).collect(),
        false => cells.collect(),
    })
}

/// Whether a word is what the names of these cells share: `8` of a8 and b8, `C` of c1 and c2.
fn names_line<'c>(
    word: &str,
    board: &Board,
    mut cells: impl Iterator<Item = &'c Option<Cell>>,
) -> bool {
    let word = word.to_lowercase();
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let is_part = |name: &str| {
        let rest = name
            .strip_prefix(&word)
            .or_else(|| name.strip_suffix(&word));
        rest.is_some_and(|rest| has_digit(rest) != has_digit(&word))
    };
    !word.is_empty() && cells.all(|cell| cell.is_none_or(|cell| is_part(board.name(cell))))
}

/// Whether a row names the files of the board.
fn names_files(row: &[&str], board: &Board) -> bool {
    let column = |file: usize| board.rows().iter().filter_map(move |row| row.get(file));
    let mut files = row.iter().enumerate();
    Some(row.len()) == board.rows().first().map(Vec::len)
        && files.all(|(file, word)| names_line(word, board, column(file)))
}

/// Appends a row to a field: numbers of empty cells, and letters. Returns the number of its cells.
fn push_row(row: &[&str], text: &Excerpt, placement: &mut Excerpt) -> usize {
    let (mut cells, mut empty, mut end) = (0_usize, 0_usize, text.whole());
    for part in row.iter().flat_map(|symbol| parts(symbol)) {
        let one = EMPTY.contains(&part).then_some(1_usize);
        let number = one.or_else(|| part.parse().ok());
        end = text.at(part);
        cells = number.unwrap_or(1).saturating_add(cells);
        empty = number.unwrap_or(0).saturating_add(empty);
        if number.is_none() {
            push_number(std::mem::take(&mut empty), end, placement);
            placement.push_for(part, end);
        }
    }
    push_number(empty, end, placement);
    cells
}

fn push_number(empty: usize, at: Span, placement: &mut Excerpt) {
    if empty > 0 {
        placement.push_for(&empty.to_string(), at);
    }
}

/// Returns the characters of a symbol; digits that stand together are one number.
fn parts(symbol: &str) -> Vec<&str> {
    if symbol.is_empty() || symbol == POINT {
        return vec![&symbol[..0]];
    }
    let is_digit = |c: char| c.is_ascii_digit();
    symbol
        .split_inclusive(|c| !is_digit(c))
        .flat_map(|part| {
            let (number, other) = part.split_at(part.find(|c| !is_digit(c)).unwrap_or(part.len()));
            [number, other].into_iter().filter(|part| !part.is_empty())
        })
        .collect()
}
