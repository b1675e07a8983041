//! Pictures of changes: a board with gains and losses marked. Each mark has a shape of its own, so
//! that no colour is needed. Nothing is drawn until a report prints it.

use std::sync::Arc;

use padma_book::pages::ids::{anchor, anchor_of_part};
use padma_picture::backend::ascii;
use padma_picture::backend::svg::{self, PagePicture};
use padma_picture::scene::{self, Fonts, Options};
use padma_picture::words::describe;
use padma_rules::diagram::{Diagram, Mark};
use padma_rules::model::{Board, CellSet};
use padma_words::english;

/// A board with a change marked on it.
#[derive(Clone)]
pub(crate) struct ChangePicture {
    /// A caption without a full stop.
    pub caption: String,
    /// The id of the drawing, unique within the book.
    pub id: String,
    pub diagram: Diagram,
    pub board: Arc<Board>,
}

impl ChangePicture {
    /// Draws the picture as text, with its legend.
    pub(crate) fn text(&self) -> String {
        ascii::draw(&self.diagram, &self.board, english())
    }

    /// Draws the picture for a page, whose style sheet colours it.
    pub(crate) fn svg(&self, book: &str, fonts: &Fonts<'_>) -> PagePicture {
        let options = Options {
            fonts,
            ..Options::default()
        };
        let bare = scene::lay_out(&self.diagram, &self.board, &options);
        let scene = scene::with_legend(bare, &self.diagram, &options);
        let id = anchor_of_part(&anchor("book", book), &self.id);
        let described = describe(&self.diagram, &self.board, english());
        svg::inline(&scene, &id, &self.caption, &described)
    }
}

/// Returns the marks for the cells kept, gained and lost, with these meanings.
pub(crate) fn marks(meanings: [&str; 3], cells: [CellSet; 3]) -> Vec<Mark> {
    let shapes = ["x", "+", "-"].into_iter().zip(meanings);
    let mark = |((symbol, meaning), cells): ((&str, &str), CellSet)| Mark {
        symbol: symbol.to_string(),
        cells,
        meaning: meaning.to_string(),
    };
    let mut marks: Vec<Mark> = shapes.zip(cells).map(mark).collect();
    // A shape always has the same meaning, so an empty mark stays if a later one has cells.
    while marks.pop_if(|last| last.cells.is_empty()).is_some() {}
    marks
}
