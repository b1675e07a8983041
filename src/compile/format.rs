//! The pages and variants of books, laid out and written back.

use std::path::{Path, PathBuf};

use super::book::declared_pages;
use super::library::shown;
use super::session::Session;
use crate::claim::Edit;
use crate::diag::{Code, Diagnostic};
use crate::format::edits;
use crate::judge::edited;
use crate::text::SourceId;
use crate::world;

/// A file of a book that is not laid out as it should be, and what changes in it.
pub(crate) struct Unformatted {
    folder: PathBuf,
    path: String,
    pub(crate) source: SourceId,
    edits: Vec<Edit>,
}

impl Unformatted {
    /// Its text, laid out.
    pub(crate) fn text(&self, session: &Session) -> String {
        edited(session.sources.get(self.source).text(), &self.edits)
    }

    /// Writes it, whole, if it still is what was read.
    pub(crate) fn write(&self, session: &Session) -> Result<(), Box<Diagnostic>> {
        let source = session.sources.get(self.source);
        let written = world::rewrite(&self.folder, &self.path, source.text(), &self.text(session));
        written.map_err(|error| {
            let message = format!("`{}` cannot be written: {}", source.name(), world::reason(&error));
            Box::new(Diagnostic::error(Code::MissingFile, message))
        })
    }
}

/// The pages that a book lists, and its variants, that are laid out otherwise. What cannot be read is complained of.
pub(crate) fn unformatted(session: &mut Session, folder: &Path) -> Vec<Unformatted> {
    let mut files = declared_pages(folder, session);
    for name in session.library.names_in(folder) {
        let path = format!("{name}.toml");
        let (file, Session { sources, diagnostics, .. }) = (folder.join(&path), &mut *session);
        let id = world::read_in(folder, &file, &shown(&file), sources, diagnostics);
        files.extend(id.map(|id| (path, id)));
    }
    let found = files.into_iter().map(|(path, source)| {
        let edits = edits(&path, source, &session.sources, &mut session.diagnostics);
        Unformatted { folder: folder.to_path_buf(), path, source, edits }
    });
    found.filter(|file| !file.edits.is_empty()).collect()
}

/// A text laid out as if it stood in a file of a book.
pub(crate) fn formatted(session: &mut Session, name: &str, text: &str) -> (SourceId, String) {
    let source = session.sources.add(name, text);
    let edits = edits(name, source, &session.sources, &mut session.diagnostics);
    (source, edited(text, &edits))
}
