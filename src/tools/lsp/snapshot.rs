//! A checked book, read from the texts that are open in an editor and from files for all others.
//! Knows no protocol.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::index::{Occurrence, occurrences};
use padma_book::judge::{Checked, unsettled_sentences};
use padma_book::load::{Session, display_path};
use padma_book::pages::page::Page;
use padma_expr::PlacedDiagram;
use padma_rules::model::Variant;
use padma_site::build;
use padma_text::SourceId;

/// The texts that an editor has open, by the path of the file.
pub(super) type Texts = BTreeMap<PathBuf, Arc<str>>;

/// A book at the time of a check.
pub(super) struct Snapshot {
    /// The folder of the book.
    pub(super) folder: PathBuf,
    pub(super) session: Session,
    /// The book, unless it could not be read at all.
    pub(super) checked: Option<Checked>,
    /// The occurrences of names, in the order of the texts.
    pub(super) occurrences: Vec<Occurrence>,
}

impl Snapshot {
    /// Checks the book in a folder.
    pub(super) fn new(folder: &Path, texts: &Texts) -> Snapshot {
        let mut session = Session::with_unsaved(
            content(folder),
            &[folder.to_path_buf()],
            unsaved_texts(texts),
        );
        let checked = session.check(folder);
        if let Some(checked) = &checked {
            build::rehearse(&mut session, folder, checked);
            let notes = unsettled_sentences(checked).into_iter();
            notes.for_each(|note| session.diagnostics.push(note));
        }
        session.diagnostics.sort();
        let occurrences = occurrences(&session, checked.as_ref());
        Snapshot {
            folder: folder.to_path_buf(),
            session,
            checked,
            occurrences,
        }
    }

    /// Checks the other books of the content folder whose texts contain a word.
    pub(super) fn others_containing(&self, word: &str, texts: &Texts) -> Vec<Snapshot> {
        let folders =
            Session::books_with(content(&self.folder), word, unsaved_texts(texts)).into_iter();
        folders
            .filter(|folder| *folder != self.folder)
            .map(|folder| Snapshot::new(&folder, texts))
            .collect()
    }

    /// Returns the source that was checked for a file.
    pub(super) fn source(&self, path: &Path) -> Option<SourceId> {
        self.session.sources.find(&display_path(path))
    }

    /// Returns the occurrence of a name at a byte of a text.
    pub(super) fn occurrence_at(&self, source: SourceId, offset: usize) -> Option<&Occurrence> {
        self.occurrences.iter().find(|occurrence| {
            let range = occurrence.span.range();
            occurrence.span.source == source && range.start <= offset && offset <= range.end
        })
    }

    /// Returns the book's pages, if it could be read.
    pub(super) fn pages(&self) -> impl Iterator<Item = &Page> {
        self.checked.iter().flat_map(|checked| &checked.book.pages)
    }

    /// Returns a placed diagram of the book.
    pub(super) fn diagram(&self, id: &str) -> Option<&PlacedDiagram> {
        self.checked
            .as_ref()?
            .book
            .placed
            .iter()
            .find(|placed| placed.id == id)
    }

    /// Whether the names of its pieces and rules are known.
    pub(super) fn has_variant(&self) -> bool {
        let book = self.checked.as_ref().map(|checked| &checked.book);
        book.is_some_and(|book| book.variant.is_some())
    }

    pub(super) fn variant(&self, place: usize) -> &Variant {
        &self.session.library.variants.rules(place).variant
    }
}

/// Returns the folder that contains the books.
fn content(folder: &Path) -> &Path {
    folder.parent().unwrap_or(folder)
}

fn unsaved_texts(texts: &Texts) -> BTreeMap<String, Arc<str>> {
    texts
        .iter()
        .map(|(path, text)| (display_path(path), Arc::clone(text)))
        .collect()
}
