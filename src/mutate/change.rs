//! A change of one fact, and what came of it.

use crate::claim::Edit;
use crate::text::Span;

named! {
    /// What kind of fact a change touches.
    pub enum Kind by name {
        /// A number, a cell, a piece or a section in the text of a claim.
        Prose "prose",
        /// A cell of a diagram's `source` line.
        Mark "mark",
        /// What a claim says that its source prints.
        Source "source",
        /// A word of a recorded move.
        Move "move",
        /// A word of a piece's movement, or a kind of cell it stands on.
        Rule "rule",
    }
}

/// One fact changed, and what came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What kind of fact it was.
    pub kind: Kind,
    /// What was changed.
    pub span: Span,
    /// What stood there.
    pub before: String,
    /// What was put in its place.
    pub after: String,
    /// What the check made of it.
    pub outcome: Outcome,
}

/// What the check made of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It complained, or some verdict became another.
    Noticed,
    /// Nothing was said. Of a rule: the move that it changes.
    Unnoticed(Option<String>),
    /// A rule's words changed and no move did.
    Idle,
    /// Nothing was said, and there was nothing to say: the record is that of another game, legal to its end.
    AnotherGame,
}

/// Edits of a page's text that change one fact.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub kind: Kind,
    /// Its place among the book's pages.
    pub page: usize,
    pub first: Edit,
    /// What has to change with it, behind it in the text.
    pub also: Vec<Edit>,
    /// The record it stands in, of a move.
    pub record: Option<Place>,
}

impl Change {
    pub(crate) fn one(kind: Kind, page: usize, span: Span, new: String) -> Change {
        Change { kind, page, first: Edit { span, new }, also: Vec::new(), record: None }
    }

    pub(crate) fn edits(&self) -> Vec<Edit> {
        std::iter::once(&self.first).chain(&self.also).cloned().collect()
    }
}

/// Which record of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Game(usize),
    /// The moves of a diagram.
    Diagram(usize),
}
