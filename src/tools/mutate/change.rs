//! A change of one fact in a text, and its outcome.

use padma_book::claim::Edit;
use padma_book::judge::{BookFault, GameFact};
use padma_text::{Sources, Span};

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
    /// Whether a change of this kind edits a page, not another file.
    pub fn is_of_page(self) -> bool {
        use MutationKind::{Book, Outline, Rule, Variant};
        !matches!(self, Rule | Variant | Book | Outline)
    }

    /// Whether a change of this kind can alter what a diagram shows.
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
    /// The fault by which the check noticed the change.
    pub noticed_by: Option<BookFault>,
    /// For a gap: text that would notice the change, if one was found.
    pub remedy: Option<String>,
}

/// The result of checking a book with a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutationOutcome {
    /// The check reported an error.
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

/// A change of one fact: a part of a source text, and what replaces it.
#[derive(Clone, Debug)]
pub(crate) struct TextChange {
    pub kind: MutationKind,
    /// The thing that the changed text defines.
    pub given: GameFact,
    /// In a TOML file, the key whose value changes.
    pub key: &'static str,
    pub manner: ChangeManner,
    /// The place of the change.
    pub span: Span,
    /// The replacements, tried in order until one is valid.
    pub candidates: Vec<String>,
    /// Whether only a valid replacement is tried.
    pub must_be_valid: bool,
    /// Edits elsewhere in the text that must be made together with the change.
    pub also: Vec<Edit>,
    pub description: ChangeDescription,
}

/// Whether a change replaces or adds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeManner {
    /// Replaces or removes something that is written.
    Written,
    /// Adds something optional.
    Added,
    /// Makes a piece move as another does.
    As,
}

/// How a change is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ChangeDescription {
    /// Gives the replaced text and its replacement.
    Replaced,
    /// Gives a text before and after that is easier to read: the whole movement, or a piece and its
    /// cell where a FEN has letters and numbers.
    Rephrased(String, String),
    /// Gives a sentence: `the Rook is royal`.
    Words(String),
}

impl TextChange {
    /// Returns a change for which the first valid candidate is tried.
    pub(crate) fn new(
        kind: MutationKind,
        given: GameFact,
        span: Span,
        candidates: Vec<String>,
    ) -> TextChange {
        TextChange {
            kind,
            given,
            key: "",
            manner: ChangeManner::Written,
            span,
            candidates,
            must_be_valid: true,
            also: Vec::new(),
            description: ChangeDescription::Replaced,
        }
    }

    /// Returns a change of a page that is tried even if the page is invalid with it.
    pub(crate) fn of_page(kind: MutationKind, span: Span, new: String) -> TextChange {
        let given = GameFact {
            kind: "page",
            name: String::new(),
            span,
        };
        TextChange {
            must_be_valid: false,
            ..TextChange::new(kind, given, span, vec![new])
        }
    }

    /// Returns the edits that put a candidate into the text, in order.
    pub(crate) fn edits(&self, new: &str) -> Vec<Edit> {
        let first = Edit {
            span: self.span,
            new: new.to_string(),
        };
        let mut edits = [&[first], &self.also[..]].concat();
        edits.sort_by_key(|edit| edit.span);
        edits
    }

    /// Returns the texts before and after the change, as the report shows them.
    pub(crate) fn before_and_after(&self, new: &str, sources: &Sources) -> (String, String) {
        match &self.description {
            ChangeDescription::Rephrased(before, after) => (before.clone(), after.clone()),
            ChangeDescription::Words(words) => (String::new(), words.clone()),
            ChangeDescription::Replaced => (sources.slice(self.span).to_string(), new.to_string()),
        }
    }
}
