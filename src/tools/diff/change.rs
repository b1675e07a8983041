//! A change in the form that every report shows, and the summary of a book's changes.

use serde_json::{Map, Value as Json};

use padma_rules::movement::words::{joined, number};

padma_text::named! {
    /// The kind of thing that changed; reports list changes in this order.
    pub(crate) enum DiffKind by word {
        /// The cells of a board, and the targets of its steps.
        Board "board",
        /// A piece and its reach.
        Piece "piece",
        /// A rule besides movement.
        Rule "rule",
        /// The first position.
        Setup "setup",
        /// A whole variant, or its title.
        Variant "variant",
        /// A diagram.
        Figure "figure",
        /// A claim.
        Claim "claim",
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
    /// Its id or path.
    pub subject: String,
    /// A description in one or more sentences.
    pub says: String,
    /// Further data for programs.
    pub details: Map<String, Json>,
    pub picture: Option<ChangePicture>,
}

/// A board with a change marked on it.
pub(crate) struct ChangePicture {
    /// A caption without a full stop.
    pub caption: String,
    /// The SVG for a page, coloured by its style sheet.
    pub svg: String,
    /// The drawing as text, with its legend.
    pub text: String,
}

/// The changes of a book.
pub struct BookChanges {
    /// The name of its folder.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) how: How,
    /// Ordered by kind.
    pub(crate) changes: Vec<BookChange>,
}

/// The differences between two states.
pub struct Diff {
    /// The names of the two states.
    pub labels: [String; 2],
    /// The books that differ, in order of name.
    pub books: Vec<BookChanges>,
}

impl BookChange {
    pub(super) fn new(kind: DiffKind, how: How, subject: &str, says: String) -> BookChange {
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

    pub(super) fn with(mut self, key: &str, value: Json) -> BookChange {
        self.details.insert(key.to_string(), value);
        self
    }
}

impl DiffKind {
    /// Returns the heading of a list of such changes.
    pub(super) fn heading(self) -> &'static str {
        match self {
            DiffKind::Board => "The board",
            DiffKind::Piece => "Pieces",
            DiffKind::Rule => "Rules",
            DiffKind::Setup => "The setup",
            DiffKind::Variant => "Variants",
            DiffKind::Figure => "Figures",
            DiffKind::Claim => "Claims",
            DiffKind::Game => "Games",
            DiffKind::Page => "Pages",
            DiffKind::File => "Files",
        }
    }
}

/// Maximum number of sentences in a summary; the other changes are only counted.
const QUOTED: usize = 3;

impl BookChanges {
    /// Summarises the changes: "The Haxxaba lost c4 from g4. 3 claims changed."
    pub(super) fn summary(&self) -> String {
        match self.how {
            How::Added => return "The book is new.".to_string(),
            How::Removed => return "The book is gone.".to_string(),
            How::Changed | How::Renamed => {}
        }
        // Changes of the book's other variants are only counted.
        let variant = |change: &BookChange| change.details.get("variant").cloned();
        let first = self.changes.first().and_then(variant);
        let is_said =
            |change: &&BookChange| change.kind < DiffKind::Figure && variant(change) == first;
        let mut parts: Vec<String> = self
            .changes
            .iter()
            .filter(is_said)
            .take(QUOTED)
            .map(|change| first_sentence(&change.says).to_string())
            .collect();
        let further = self.changes.iter().filter(is_said).skip(QUOTED);
        let rest: Vec<&BookChange> = further
            .chain(self.changes.iter().filter(|c| !is_said(c)))
            .collect();
        for how in How::ALL {
            let counted = DiffKind::ALL.into_iter().filter_map(|kind| {
                match rest
                    .iter()
                    .filter(|change| change.kind == kind && change.how == how)
                    .count()
                {
                    0 => None,
                    1 => Some(format!("1 {}", kind.word())),
                    many => Some(format!("{many} {}s", kind.word())),
                }
            });
            let counted: Vec<String> = counted.collect();
            let verb = match (
                how,
                counted.len(),
                counted.first().is_some_and(|one| one.starts_with("1 ")),
            ) {
                (How::Changed, ..) => "changed",
                (_, 1, true) => match how {
                    How::Added => "is new",
                    How::Removed => "is gone",
                    _ => "is renamed",
                },
                (How::Added, ..) => "are new",
                (How::Removed, ..) => "are gone",
                _ => "are renamed",
            };
            if !counted.is_empty() {
                parts.push(format!("{} {verb}", joined(&counted, "and")));
            }
        }
        parts.into_iter().map(ended).collect::<Vec<_>>().join(" ")
    }
}

/// Completes a sentence: closes a quotation that was cut, and adds a full stop unless the
/// quotation ends with one.
fn ended(mut sentence: String) -> String {
    if sentence.matches('“').count() > sentence.matches('”').count() {
        sentence.push_str(" …”");
    }
    if !sentence.ends_with(".”") {
        sentence.push('.');
    }
    sentence
}

/// Returns the first sentence without its full stop.
fn first_sentence(says: &str) -> &str {
    let ends = [
        says.find(". "),
        says.find(".” ").map(|end| end + ".”".len()),
    ];
    let end = ends.into_iter().flatten().min().unwrap_or(says.len());
    says[..end].trim_end_matches('.')
}

/// Returns a list of names, such as "c4 and d5"; a long list is cut.
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    match names.len().checked_sub(MOST) {
        None | Some(0) => joined(names, "and"),
        Some(more) => format!("{} and {more} more", names[..MOST].join(", ")),
    }
}

/// Returns "gained a1 and lost b2"; `None` if both lists are empty.
pub(super) fn gained_and_lost(gained: &[String], lost: &[String]) -> Option<String> {
    said_of([("gained", gained), ("lost", lost)], listed)
}

/// Joins a phrase for each list that is not empty; `None` if both are empty.
pub(super) fn said_of(
    said: [(&str, &[String]); 2],
    list: impl Fn(&[String]) -> String,
) -> Option<String> {
    let said = said.into_iter().filter(|(_, names)| !names.is_empty());
    let parts: Vec<String> = said
        .map(|(verb, names)| format!("{verb} {}", list(names)))
        .collect();
    (!parts.is_empty()).then(|| joined(&parts, "and"))
}

/// Returns "one cell", "13 cells".
pub(super) fn counted(count: usize, one: &str) -> String {
    let small = u16::try_from(count)
        .ok()
        .filter(|count| *count <= 12)
        .map(number);
    let count_of = small.unwrap_or_else(|| count.to_string());
    format!("{count_of} {one}{}", if count == 1 { "" } else { "s" })
}
