//! Writes files of books back: pages with corrections, and formatted pages and variants.

use std::path::{Path, PathBuf};

use super::book::declared_pages;
use super::session::Session;
use crate::claim::Edit;
use crate::format::edits;
use crate::judge::{Checked, Correction, apply_edits};
use crate::world;
use crate::world::display_path;
use padma_text::diag::{Diagnostic, Diagnostics};
use padma_text::{SourceId, on_one_line};

/// A file of a book, and the edits to it.
pub struct RewrittenFile {
    folder: PathBuf,
    path: String,
    /// The file as it was read.
    pub source: SourceId,
    edits: Vec<Edit>,
}

impl RewrittenFile {
    /// Returns the new text.
    pub fn text(&self, session: &Session) -> String {
        apply_edits(session.sources.get(self.source).text(), &self.edits)
    }

    /// Writes the whole file, if it still has the text that was read.
    pub fn write(&self, session: &Session) -> Result<(), Box<Diagnostic>> {
        let old = session.sources.get(self.source).text();
        let written = world::rewrite(&self.folder, &self.path, old, &self.text(session));
        Ok(written
            .map_err(|error| world::write_complaint(&self.folder.join(&self.path), &error))?)
    }
}

/// Writes corrections to the pages of books, and returns a line for each change. A page that
/// cannot be written is reported and stays unchanged.
pub fn bless(
    session: &Session,
    folders: &[PathBuf],
    books: &[Checked],
    corrections: &[Vec<Correction>],
) -> (Vec<String>, Diagnostics) {
    let (mut changes, mut complaints) = (Vec::new(), Diagnostics::default());
    for ((folder, checked), corrections) in folders.iter().zip(books).zip(corrections) {
        let page_of = |correction: &Correction| checked.claims[correction.claim].page;
        for page_corrections in corrections.chunk_by(|one, next| page_of(one) == page_of(next)) {
            let page = &checked.book.pages[page_of(&page_corrections[0])];
            let edits = page_corrections
                .iter()
                .flat_map(|correction| correction.edits.clone())
                .collect();
            let (folder, path) = (folder.clone(), page.path.clone());
            let file = RewrittenFile {
                folder,
                path,
                source: page.source,
                edits,
            };
            if let Err(complaint) = file.write(session) {
                complaints.push(*complaint);
                continue;
            }
            changes.extend(file.edits.iter().map(|edit| {
                let (old, new) = (
                    on_one_line(session.sources.slice(edit.span)),
                    on_one_line(&edit.new),
                );
                format!("{}: {old} → {new}", session.sources.place(edit.span))
            }));
        }
    }
    (changes, complaints)
}

/// Returns the pages and variants of a book that formatting would change. Reports files that
/// cannot be read.
pub fn unformatted_files(session: &mut Session, folder: &Path) -> Vec<RewrittenFile> {
    let mut files = declared_pages(folder, session);
    for name in session.library.names_in(folder) {
        let path = format!("{name}.toml");
        let (
            file,
            Session {
                sources,
                diagnostics,
                ..
            },
        ) = (folder.join(&path), &mut *session);
        let id = world::read_inside(folder, &file, &display_path(&file), sources, diagnostics);
        files.extend(id.map(|id| (path, id)));
    }
    let rewritten = files.into_iter().map(|(path, source)| {
        let edits = edits(&path, source, &session.sources, &mut session.diagnostics);
        RewrittenFile {
            folder: folder.to_path_buf(),
            path,
            source,
            edits,
        }
    });
    rewritten.filter(|file| !file.edits.is_empty()).collect()
}

/// Formats a text as if it were in a file of a book.
pub fn format_text(session: &mut Session, name: &str, text: &str) -> String {
    let source = session.sources.add(name, text);
    apply_edits(
        text,
        &edits(name, source, &session.sources, &mut session.diagnostics),
    )
}
