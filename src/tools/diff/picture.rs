//! A board with what was gained and lost marked: each by a shape of its own, so that no colour is needed, and as text.

use super::change::ChangePicture;
use super::pair::Own;
use padma_picture::backend::{ascii, svg};
use padma_picture::scene::{self, Options};
use padma_rules::diagram::{Diagram, Mark};
use padma_rules::model::{Board, CellSet};

/// The mark of cells that are as before, of those gained and of those lost, with what each means where a piece moves.
pub(super) const MOVES: [(&str, &str); 3] = [
    ("x", "where it goes as before"),
    ("+", "where it goes now"),
    ("-", "where it goes no longer"),
];

/// The marks of cells kept, gained and lost.
pub(super) fn marks(meanings: [(&str, &str); 3], cells: [CellSet; 3]) -> Vec<Mark> {
    let mark = |((symbol, meaning), cells): ((&str, &str), CellSet)| Mark {
        symbol: symbol.to_string(),
        cells,
        meaning: meaning.to_string(),
    };
    let mut marks: Vec<Mark> = meanings.into_iter().zip(cells).map(mark).collect();
    // A shape always means the same: an earlier mark stays, if only for the sake of a later one.
    while marks.pop_if(|last| last.cells.is_empty()).is_some() {}
    marks
}

/// A diagram of a book's variant, drawn with the book's letters.
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
