//! Lists of cells, such as `a1 c1, e2-e4`. A run goes from its first cell to its last along a
//! rank, a file or a diagonal.

use std::collections::BTreeSet;

use padma_rules::model::{Board, Cell, CellSet, Dir, MAX_CELLS};
use padma_rules::names::unknown_cell;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};

/// Maximum number of cells in a list.
const MOST_LISTED: usize = MAX_CELLS;

/// Returns the cells of a list in its own order, each with its place; `None` if anything in the
/// list is wrong.
pub fn listed_cells(
    text: &Excerpt,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(Cell, Span)>> {
    let mut cells = Vec::new();
    let mut is_valid = true;
    let words = text.text().split([',', ' ', '\t', '\n', '\r']);
    for word in words.filter(|word| !word.is_empty()) {
        match cells_of_word(text, word, board) {
            Ok(run) => cells.extend(run),
            Err(complaint) => {
                is_valid = false;
                diagnostics.push(*complaint);
            }
        }
        if cells.len() > MOST_LISTED {
            let message = format!("this list names more than {MOST_LISTED} cells");
            return diagnostics.refuse(
                Code::TooLarge,
                message,
                text.whole(),
                "no board has that many",
            );
        }
        if diagnostics.is_full(Code::UnknownCell, text.whole().source) {
            return None;
        }
    }
    is_valid.then_some(cells)
}

/// Returns the names in a list of cells that a board will lack; `None` if anything in the list is wrong.
pub(super) fn missing_names(
    text: &Excerpt,
    whole: &Board,
    diagnostics: &mut Diagnostics,
) -> Option<BTreeSet<String>> {
    let cells = listed_cells(text, whole, diagnostics)?;
    let name = |(cell, _)| whole.name(cell).to_string();
    Some(cells.into_iter().map(name).collect())
}

/// Returns the cells of a list of absent cells, with the points that go with them; `None` if one
/// of the cells cannot be absent.
pub fn absent_cells(
    text: &Excerpt,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Option<CellSet> {
    let cells = listed_cells(text, board, diagnostics)?;
    let fixed: Vec<&(Cell, Span)> = cells
        .iter()
        .filter(|(cell, _)| !board.movable().contains(*cell))
        .collect();
    for (cell, span) in &fixed {
        let complaint = Diagnostic::error(
            Code::CellAbsent,
            format!("{} is never absent", board.name(*cell)),
        );
        diagnostics.push(complaint.at(*span, "expected cells that can be absent"));
    }
    let absent = cells.iter().map(|(cell, _)| *cell).collect();
    fixed.is_empty().then(|| board.with_corners(absent))
}

/// Returns the cells of one word of a list.
fn cells_of_word(
    text: &Excerpt,
    word: &str,
    board: &Board,
) -> Result<Vec<(Cell, Span)>, Box<Diagnostic>> {
    let span = text.at(word);
    let named = |name: &str| {
        board
            .cell(name)
            .ok_or_else(|| Box::new(unknown_cell(name, text.at(name), board)))
    };
    let Some((first, last)) = word.split_once('-') else {
        return Ok(vec![(named(word)?, span)]);
    };
    match run_between(named(first)?, named(last)?, board) {
        Ok(run) => Ok(run.into_iter().map(|cell| (cell, span)).collect()),
        Err(why) => Err(Box::new(why.complaint(span))),
    }
}

/// The reason why no run leads from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRun {
    /// The board is neither a grid nor hexagonal.
    NoGrid,
    /// The cells are not on one rank, file or diagonal.
    NoLine,
    /// The board has no cell at a place between them.
    Hole,
}

impl NoRun {
    /// Returns the complaint for the author who wrote the run.
    pub fn complaint(self, span: Span) -> Diagnostic {
        let (message, expected) = match self {
            NoRun::NoGrid => (
                "this board has no runs of cells",
                "expected the cells one by one",
            ),
            NoRun::NoLine => (
                "these cells are not on one line",
                "expected two cells of a rank, a file or a diagonal",
            ),
            NoRun::Hole => (
                "the board has no cell at one of the places of this run",
                "expected runs that skip it",
            ),
        };
        Diagnostic::error(Code::UnknownCell, message).at(span, expected)
    }
}

/// Returns the cells from one to another along a rank, a file or a diagonal, both included; on a
/// hexagonal board and across levels, along any straight line.
///
/// # Errors
///
/// Returns the reason why there is no such run.
pub fn run_between(first: Cell, last: Cell, board: &Board) -> Result<Vec<Cell>, NoRun> {
    let run = match board.has_sheets() && !board.is_solid() {
        true => board.on_first_sheet(|lattice| lattice.line(first, last)),
        false => {
            let classes = ["orthogonal", "diagonal", "triagonal"].map(|class| board.class(class));
            if classes.iter().all(Option::is_none) {
                return Err(NoRun::NoGrid);
            }
            let dirs = classes.into_iter().flatten().flat_map(|class| &class.dirs);
            dirs.copied()
                .find_map(|dir| line_along(first, last, dir, board))
        }
    };
    let cells = run.ok_or(NoRun::NoLine)?;
    cells.into_iter().collect::<Option<_>>().ok_or(NoRun::Hole)
}

fn line_along(first: Cell, last: Cell, dir: Dir, board: &Board) -> Option<Vec<Option<Cell>>> {
    let mut cells = vec![Some(first)];
    let mut at = first;
    while at != last {
        at = board.next(at, dir).filter(|next| *next != first)?;
        cells.push(Some(at));
    }
    Some(cells)
}
