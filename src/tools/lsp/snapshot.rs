//! A book, checked from the texts that an editor holds and the files of the others. Knows no protocol.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::index::{Occurrence, occurrences};
use padma_book::judge::Checked;
use padma_book::load::{Session, shown};
use padma_book::pages::page::Page;
use padma_book::place::PlacedDiagram;
use padma_rules::model::Variant;
use padma_site::build;
use padma_text::SourceId;

/// The texts that an editor holds, by the paths of their files.
pub(super) type Texts = BTreeMap<PathBuf, Arc<str>>;

/// A book as it stood when it was checked.
pub(super) struct Snapshot {
    /// Its folder.
    pub(super) folder: PathBuf,
    pub(super) session: Session,
    /// The book, unless nothing is to be had of it.
    pub(super) checked: Option<Checked>,
    /// What its texts name, in the order of the texts.
    pub(super) occurrences: Vec<Occurrence>,
}

impl Snapshot {
    /// Checks the book in a folder.
    pub(super) fn new(folder: &Path, texts: &Texts) -> Snapshot {
        let mut session =
            Session::with_unsaved(content(folder), &[folder.to_path_buf()], unsaved(texts));
        let checked = session.check(folder);
        if let Some(checked) = &checked {
            build::rehearse(&mut session, folder, checked);
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

    /// The other books beside it in whose texts a word stands, checked.
    pub(super) fn others_with(&self, word: &str, texts: &Texts) -> Vec<Snapshot> {
        let folders = Session::books_with(content(&self.folder), word, unsaved(texts)).into_iter();
        folders
            .filter(|folder| *folder != self.folder)
            .map(|folder| Snapshot::new(&folder, texts))
            .collect()
    }

    /// The text of a file, as it was checked.
    pub(super) fn source(&self, path: &Path) -> Option<SourceId> {
        self.session.sources.find(&shown(path))
    }

    /// What is named at a byte of a text.
    pub(super) fn named_at(&self, source: SourceId, offset: usize) -> Option<&Occurrence> {
        self.occurrences.iter().find(|found| {
            let range = found.span.range();
            found.span.source == source && range.start <= offset && offset <= range.end
        })
    }

    /// The book's pages, if it is there.
    pub(super) fn pages(&self) -> impl Iterator<Item = &Page> {
        self.checked.iter().flat_map(|checked| &checked.book.pages)
    }

    /// A diagram of the book, as it is placed.
    pub(super) fn placed(&self, id: &str) -> Option<&PlacedDiagram> {
        self.checked
            .as_ref()?
            .book
            .placed
            .iter()
            .find(|placed| placed.id == id)
    }

    pub(super) fn variant(&self, place: usize) -> &Variant {
        &self.session.library.variants.rules(place).variant
    }
}

/// The folder that the books lie in.
fn content(folder: &Path) -> &Path {
    folder.parent().unwrap_or(folder)
}

fn unsaved(texts: &Texts) -> BTreeMap<String, Arc<str>> {
    texts
        .iter()
        .map(|(path, text)| (shown(path), Arc::clone(text)))
        .collect()
}
