//! A change of one fact, and what came of it.

use padma_book::claim::Edit;
use padma_book::judge::BookFault;
use padma_text::Span;

padma_text::named! {
    /// What kind of fact a change touches.
    pub enum MutationKind by name {
        /// A number, a cell, a piece, a section, a side or a word of logic in the text of a claim.
        Prose "prose",
        /// A cell of a diagram's `source` line.
        Mark "mark",
        /// What a claim says that its source prints.
        Source "source",
        /// A word of a recorded move.
        Move "move",
        /// A word of a piece's movement, or a kind of cell it stands on.
        Rule "rule",
        /// What else a variant's file says: a key's value, a key, a table.
        Variant "variant",
        /// A word of a diagram's line, or the line.
        Diagram "diagram",
        /// A piece, a shade or a stroke of the source's drawing.
        Drawing "drawing",
        /// A word of a title.
        Title "title",
        /// A word of the proof that the source is wrong.
        Erratum "erratum",
        /// A tag of a recorded game, or its result.
        Tag "tag",
        /// What `book.toml` says of the book.
        Book "book",
        /// What `source.toml` says that the source prints.
        Outline "outline",
    }
}

impl MutationKind {
    /// Whether it changes what a page says, and not another file.
    pub fn is_of_page(self) -> bool {
        use MutationKind::{Book, Outline, Rule, Variant};
        !matches!(self, Rule | Variant | Book | Outline)
    }

    /// Whether it changes what a diagram shows.
    pub(crate) fn is_of_diagram(self) -> bool {
        matches!(self, MutationKind::Diagram | MutationKind::Drawing)
    }
}

/// One fact changed, and what came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What kind of fact it was.
    pub kind: MutationKind,
    /// What was changed.
    pub span: Span,
    /// What stood there.
    pub before: String,
    /// What was put in its place.
    pub after: String,
    /// What the check made of it.
    pub outcome: MutationOutcome,
    /// What noticed it.
    pub by: Option<BookFault>,
    /// Of a gap: what to write so that it is noticed, if a sentence was found.
    pub remedy: Option<String>,
}

/// What the check made of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutationOutcome {
    /// It complained, or some verdict became another.
    Noticed,
    /// Nothing was said. Of a rule: the move that it changes, or what else differs by it.
    Unnoticed(Option<String>),
    /// Nothing was said, and no difference was found: it parses alike, or no move differs where that was looked for.
    NoDifference,
    /// Nothing was said, and there was nothing to say: the record is that of another game, legal to its end.
    AnotherGame,
    /// Nothing was said, and the author says why that is borne.
    Ignored(String),
}

impl MutationOutcome {
    /// As the program's report spells it: `no-difference`.
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

/// Edits of a page's text that change one fact.
#[derive(Clone, Debug)]
pub(crate) struct TextChange {
    pub kind: MutationKind,
    /// Its place among the book's pages.
    pub page: usize,
    /// What is changed.
    pub span: Span,
    /// What is put there, one after another until something makes sense.
    pub candidates: Vec<String>,
    /// Whether only a change that makes sense is tried.
    pub is_sensible: bool,
    /// What has to change with it, behind it in the text.
    pub also: Vec<Edit>,
    /// The record it stands in, of a move.
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

    /// One of which the first that makes sense is tried; `None` if there is none.
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

/// Which record of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordPlace {
    Game(usize),
    /// The moves of a diagram.
    Diagram(usize),
}
