//! Draws a board with gains and losses marked, as a picture and as text. Each mark has a shape of
//! its own, so that no colour is needed.

use super::change::ChangePicture;
use super::pair::Own;
use padma_picture::backend::{ascii, svg};
use padma_picture::scene::{self, Options};
use padma_rules::diagram::{Diagram, Mark};
use padma_rules::model::{Board, CellSet};

/// The marks for the cells that a piece still reaches, gained and lost, each with its meaning.
pub(super) const MOVES: [(&str, &str); 3] = [
    ("x", "where it still goes"),
    ("+", "where it now goes"),
    ("-", "where it no longer goes"),
];

/// Returns the marks for the cells kept, gained and lost.
pub(super) fn marks(meanings: [(&str, &str); 3], cells: [CellSet; 3]) -> Vec<Mark> {
    let mark = |((symbol, meaning), cells): ((&str, &str), CellSet)| Mark {
        symbol: symbol.to_string(),
        cells,
        meaning: meaning.to_string(),
    };
    let mut marks: Vec<Mark> = meanings.into_iter().zip(cells).map(mark).collect();
    // A shape always has the same meaning, so an empty mark stays if a later one has cells.
    while marks.pop_if(|last| last.cells.is_empty()).is_some() {}
    marks
}

/// Draws a diagram of a book's variant with the book's fonts.
pub(super) fn drawn(
    own: Own<'_>,
    diagram: &Diagram,
    board: &Board,
    id: &str,
    caption: String,
) -> ChangePicture {
    let fonts = own.session.fonts_of(own.folder);
    let options = Options {
        legend: true,
        fonts: &fonts,
        ..Options::default()
    };
    let scene = scene::lay_out(diagram, board, &options);
    ChangePicture {
        svg: svg::inline(&scene, id, &caption, &diagram.describe(board)),
        text: ascii::draw(diagram, board),
        caption,
    }
}
