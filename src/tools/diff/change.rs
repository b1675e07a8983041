//! A change in the form that all reports share, and the summary of a book's changes.

use serde_json::{Map, Value as Json};

use super::picture::ChangePicture;
use super::words::{complete_sentence, first_sentence};
use padma_picture::scene::Fonts;
use padma_text::english::{count_phrase, join_list};

padma_text::named! {
    /// The kind of thing that changed; reports list changes in this order.
    pub(crate) enum DiffKind by word {
        /// The cells of a board, and the targets of its steps.
        Board "board",
        /// A piece and its reach.
        Piece "piece",
        /// A rule other than a movement.
        Rule "rule",
        /// The first position.
        Setup "setup",
        /// A whole variant, or its title.
        Variant "variant",
        /// A diagram.
        Figure "figure",
        /// A claim.
        Claim "claim",
        /// A sentence of the prose.
        Sentence "sentence",
        /// A recorded game.
        Game "game",
        /// A page.
        Page "page",
        /// A file whose changes no other kind covers.
        File "file",
    }
}

padma_text::named! {
    /// The kind of change.
    pub(crate) enum How by word {
        /// It is new.
        Added "added",
        /// It is gone.
        Removed "removed",
        /// It is the same under another name.
        Renamed "renamed",
        /// It differs from what it was.
        Changed "changed",
    }
}

/// One change.
pub(crate) struct BookChange {
    pub kind: DiffKind,
    pub how: How,
    /// The id or path of the thing that changed.
    pub subject: String,
    /// A description in one or more sentences.
    pub says: String,
    /// Further data for the JSON report.
    pub details: Map<String, Json>,
    pub picture: Option<ChangePicture>,
}

/// The changes of a book.
pub struct BookChanges<'a> {
    /// The name of the book's folder.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) how: How,
    /// Ordered by kind.
    pub(crate) changes: Vec<BookChange>,
    /// The fonts of the book's pictures.
    pub(crate) fonts: Fonts<'a>,
}

/// The differences between two states.
pub struct Diff<'a> {
    /// The names of the two states.
    pub labels: [String; 2],
    /// The books that differ, in order of name.
    pub books: Vec<BookChanges<'a>>,
}

impl BookChange {
    pub(crate) fn new(kind: DiffKind, how: How, subject: &str, says: String) -> BookChange {
        let (subject, details, picture) = (subject.to_string(), Map::new(), None);
        BookChange {
            kind,
            how,
            subject,
            says,
            details,
            picture,
        }
    }

    pub(crate) fn with(mut self, key: &str, value: Json) -> BookChange {
        self.details.insert(key.to_string(), value);
        self
    }
}

impl DiffKind {
    /// Returns the heading of a list of changes of this kind.
    pub(crate) fn heading(self) -> &'static str {
        match self {
            DiffKind::Board => "The board",
            DiffKind::Piece => "Pieces",
            DiffKind::Rule => "Rules",
            DiffKind::Setup => "The setup",
            DiffKind::Variant => "Variants",
            DiffKind::Figure => "Figures",
            DiffKind::Claim => "Claims",
            DiffKind::Sentence => "Sentences",
            DiffKind::Game => "Games",
            DiffKind::Page => "Pages",
            DiffKind::File => "Files",
        }
    }
}

/// Maximum number of sentences in a summary; the other changes are only counted.
const MAX_QUOTED: usize = 3;

impl BookChanges<'_> {
    /// Summarises the changes: "The Haxxaba lost c4 from g4. 3 claims changed."
    pub(crate) fn summary(&self) -> String {
        match self.how {
            How::Added => return "The book is new.".to_string(),
            How::Removed => return "The book is gone.".to_string(),
            How::Changed | How::Renamed => {}
        }
        // Changes of the book's other variants are only counted.
        let variant = |change: &BookChange| change.details.get("variant").cloned();
        let first = self.changes.first().and_then(variant);
        let (rules, mut rest): (Vec<_>, Vec<_>) = self
            .changes
            .iter()
            .partition(|change| change.kind < DiffKind::Figure && variant(change) == first);
        let (quoted, further) = rules.split_at(rules.len().min(MAX_QUOTED));
        rest.extend(further);
        let quoted = quoted.iter().map(|change| first_sentence(&change.says));
        let mut parts: Vec<String> = quoted.map(complete_sentence).collect();
        parts.extend(How::ALL.into_iter().filter_map(|how| tally(&rest, how)));
        parts.join(" ")
    }
}

/// Counts the changes of one type: "2 pieces and 1 figure changed."
fn tally(changes: &[&BookChange], how: How) -> Option<String> {
    let of_kind = |kind: DiffKind| {
        let alike = |change: &&&BookChange| change.kind == kind && change.how == how;
        let count = changes.iter().filter(alike).count();
        (count > 0).then(|| count_phrase(count, kind.word()))
    };
    let counts: Vec<String> = DiffKind::ALL.into_iter().filter_map(of_kind).collect();
    let is_one = counts.len() == 1 && counts[0].starts_with("1 ");
    let verb = match (how, is_one) {
        (How::Changed, _) => "changed",
        (How::Added, true) => "is new",
        (How::Added, false) => "are new",
        (How::Removed, true) => "is gone",
        (How::Removed, false) => "are gone",
        (How::Renamed, true) => "is renamed",
        (How::Renamed, false) => "are renamed",
    };
    (!counts.is_empty()).then(|| format!("{} {verb}.", join_list(&counts, "and")))
}
