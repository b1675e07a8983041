//! What all fields of a FEN after the pieces are read with. Knows no field.

use super::game::Game;
use super::state::State;
use crate::model::{Board, Cell, CellSet};
use padma_text::Span;
use padma_text::diag::{Code, Diagnostics};

/// Reads the fields of a FEN into a state.
pub(super) struct FieldReader<'a, 'r> {
    pub game: &'a Game<'r>,
    pub state: &'a mut State,
    pub diagnostics: &'a mut Diagnostics,
}

impl FieldReader<'_, '_> {
    /// Reports what is wrong with a field.
    pub(super) fn refuse<T>(&mut self, message: String, span: Span, expected: String) -> Option<T> {
        self.diagnostics
            .refuse(Code::FenSyntax, message, span, expected)
    }

    /// Reads a list of cells such as `e3e4`.
    pub(super) fn cells(&mut self, word: &str, span: Span) -> Option<Vec<Cell>> {
        let board = &self.game.variant().board;
        let cells: Option<Vec<Cell>> = cell_names(word).map(|name| board.cell(name)).collect();
        cells.or_else(|| {
            let message = format!("`{word}` is not a cell of this board");
            self.refuse(
                message,
                span,
                "expected a cell, or several with nothing between them".to_string(),
            )
        })
    }
}

/// Splits `e3e4`, and also `a1'b2`: a name ends at its last digit, prime or star.
fn cell_names(word: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| c.is_ascii_digit() || matches!(c, '\'' | '*');
    let mut rest = word;
    std::iter::from_fn(move || {
        let letters = rest.find(is_end).unwrap_or(rest.len());
        let length = rest[letters..]
            .find(|c| !is_end(c))
            .map_or(rest.len(), |end| letters + end);
        let (name, tail) = rest.split_at(length);
        rest = tail;
        (!name.is_empty()).then_some(name)
    })
}

/// Writes cells with nothing between them.
pub(super) fn cell_list(board: &Board, cells: &CellSet) -> String {
    cells.iter().map(|cell| board.name(cell)).collect()
}
