//! Writes corrections into the pages of books.

use std::path::PathBuf;

use super::session::Session;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::judge::{Checked, Correction, edited};
use crate::text::on_one_line;
use crate::world;

/// Corrects the texts of books, each in its folder, and says what changed, one line for each change. A page is written
/// whole; where it cannot be, that is a complaint, and the page is as it was.
pub(crate) fn bless(
    session: &Session,
    folders: &[PathBuf],
    books: &[Checked],
    found: &[Vec<Correction>],
) -> (Vec<String>, Diagnostics) {
    let (mut changes, mut complaints) = (Vec::new(), Diagnostics::default());
    for ((folder, checked), found) in folders.iter().zip(books).zip(found) {
        let page_of = |correction: &Correction| checked.claims[correction.claim].page;
        for of_page in found.chunk_by(|one, next| page_of(one) == page_of(next)) {
            let page = &checked.book.pages[page_of(&of_page[0])];
            let edits: Vec<_> = of_page.iter().flat_map(|correction| correction.edits.clone()).collect();
            let source = session.sources.get(page.source);
            let (name, old) = (source.name(), source.text());
            if let Err(error) = world::rewrite(folder, &page.path, old, &edited(old, &edits)) {
                let message = format!("`{name}` cannot be written: {}", world::reason(&error));
                complaints.push(Diagnostic::error(Code::MissingFile, message));
                continue;
            }
            changes.extend(edits.iter().map(|edit| {
                let (old, new) = (on_one_line(session.sources.slice(edit.span)), on_one_line(&edit.new));
                format!("{}: {old} → {new}", session.sources.place(edit.span))
            }));
        }
    }
    (changes, complaints)
}
