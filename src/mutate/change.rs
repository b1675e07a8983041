//! A change of one fact, and what came of it.

use crate::claim::Edit;
use crate::text::Span;

/// What kind of fact a change touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Prose,
    Mark,
    Source,
    Move,
    Rule,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Prose, Kind::Mark, Kind::Source, Kind::Move, Kind::Rule];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Prose => "prose",
            Kind::Mark => "mark",
            Kind::Source => "source",
            Kind::Move => "move",
            Kind::Rule => "rule",
        }
    }
}

/// One fact changed, and what came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    pub kind: Kind,
    /// What was changed.
    pub span: Span,
    pub before: String,
    pub after: String,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
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
pub struct Change {
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
    pub fn one(kind: Kind, page: usize, span: Span, new: String) -> Change {
        Change { kind, page, first: Edit { span, new }, also: Vec::new(), record: None }
    }

    pub fn edits(&self) -> Vec<Edit> {
        std::iter::once(&self.first).chain(&self.also).cloned().collect()
    }
}

/// Which record of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Game(usize),
    /// The moves of a diagram.
    Diagram(usize),
}
