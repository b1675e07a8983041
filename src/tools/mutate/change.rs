//! A change of one fact, and its outcome.

use padma_book::claim::Edit;
use padma_book::judge::BookFault;
use padma_text::Span;

padma_text::named! {
    /// The kind of fact that a change affects.
    pub enum MutationKind by name {
        /// A number, a cell, a piece, a section, a side or a word of logic in the text of a claim.
        Prose "prose",
        /// A cell of a diagram's `source` line.
        Mark "mark",
        /// The value that a claim's source prints, as the claim records it.
        Source "source",
        /// A word of a recorded move.
        Move "move",
        /// A word of a piece's movement, or a kind of cell that it may stand on.
        Rule "rule",
        /// Anything else in a variant's file: a key's value, a key, a table.
        Variant "variant",
        /// A word of a diagram's line, or the whole line.
        Diagram "diagram",
        /// A piece, a shade or a stroke of the source's drawing.
        Drawing "drawing",
        /// A word of a title.
        Title "title",
        /// A word of the proof of an erratum.
        Erratum "erratum",
        /// A tag of a recorded game, or its result.
        Tag "tag",
        /// The description of the book in `book.toml`.
        Book "book",
        /// What the source prints, as `source.toml` records it.
        Outline "outline",
    }
}

impl MutationKind {
    /// Whether it changes a page, not another file.
    pub fn is_of_page(self) -> bool {
        use MutationKind::{Book, Outline, Rule, Variant};
        !matches!(self, Rule | Variant | Book | Outline)
    }

    /// Whether it changes what a diagram shows.
    pub(crate) fn is_of_diagram(self) -> bool {
        matches!(self, MutationKind::Diagram | MutationKind::Drawing)
    }
}

/// A changed fact, and the outcome.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The kind of fact.
    pub kind: MutationKind,
    /// The place of the change.
    pub span: Span,
    /// The text before the change.
    pub before: String,
    /// The text after the change.
    pub after: String,
    /// The result of the check.
    pub outcome: MutationOutcome,
    /// What noticed the change.
    pub by: Option<BookFault>,
    /// For a gap: a sentence that would notice the change, if one was found.
    pub remedy: Option<String>,
}

/// The result of checking a book with a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutationOutcome {
    /// The check complained, or some verdict changed.
    Noticed,
    /// The check did not notice. For a rule: a move that differs, or another difference.
    Unnoticed(Option<String>),
    /// The check did not notice, and no difference was found: the text parses to the same, or no
    /// move differs where moves were searched.
    NoDifference,
    /// The check did not notice, correctly: the record is that of another game, legal to its end.
    AnotherGame,
    /// The check did not notice, and the author gives a reason to accept that.
    Ignored(String),
}

impl MutationOutcome {
    /// Returns the name in the program's report: `no-difference`.
    pub fn name(&self) -> &'static str {
        match self {
            MutationOutcome::Noticed => "noticed",
            MutationOutcome::Unnoticed(_) => "gap",
            MutationOutcome::NoDifference => "no-difference",
            MutationOutcome::AnotherGame => "another-game",
            MutationOutcome::Ignored(_) => "ignored",
        }
    }
}

/// Edits of a page's text that together change one fact.
#[derive(Clone, Debug)]
pub(crate) struct TextChange {
    pub kind: MutationKind,
    /// The index of the page in the book.
    pub page: usize,
    /// The place of the change.
    pub span: Span,
    /// The replacements, tried in order until one is valid.
    pub candidates: Vec<String>,
    /// Whether only a valid change is tried.
    pub is_sensible: bool,
    /// Edits further on in the text that must be made with it.
    pub also: Vec<Edit>,
    /// For a move: the record that contains it.
    pub record: Option<RecordPlace>,
}

impl TextChange {
    pub(crate) fn one(kind: MutationKind, page: usize, span: Span, new: String) -> TextChange {
        let (candidates, also) = (vec![new], Vec::new());
        TextChange {
            kind,
            page,
            span,
            candidates,
            is_sensible: false,
            also,
            record: None,
        }
    }

    /// Returns a change for which the first valid candidate is tried; `None` if there are no
    /// candidates.
    pub(crate) fn any(
        kind: MutationKind,
        page: usize,
        span: Span,
        candidates: Vec<String>,
    ) -> Option<TextChange> {
        let also = Vec::new();
        let change = TextChange {
            kind,
            page,
            span,
            candidates,
            is_sensible: true,
            also,
            record: None,
        };
        Some(change).filter(|change| !change.candidates.is_empty())
    }

    pub(crate) fn edits(&self, new: &str) -> Vec<Edit> {
        let first = Edit {
            span: self.span,
            new: new.to_string(),
        };
        std::iter::once(first)
            .chain(self.also.iter().cloned())
            .collect()
    }
}

/// The place of a record on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordPlace {
    Game(usize),
    /// The moves of a diagram.
    Diagram(usize),
}
