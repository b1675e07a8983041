//! Writes corrections into the pages of books.

use std::path::PathBuf;

use super::session::Session;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::judge::{Blessed, Checked, corrections, edited};
use crate::text::on_one_line;
use crate::world;

/// Corrects the texts of books, each in its folder, and says what changed, one line for each change.
/// Where a page cannot be written, that is a complaint.
pub(crate) fn bless(session: &Session, folders: &[PathBuf], books: &[Checked]) -> (Vec<String>, Diagnostics) {
    let (mut changes, mut complaints) = (Vec::new(), Diagnostics::default());
    for (folder, checked) in folders.iter().zip(books) {
        let (pages, _) = corrections(checked, &session.library.variants, &session.sources);
        for Blessed { page, edits } in pages {
            let page = &checked.book.pages[page];
            let source = session.sources.get(page.source);
            let (name, old) = (source.name(), source.text());
            if let Err(error) = world::rewrite(folder, &page.path, old, &edited(old, &edits)) {
                let message = format!("`{name}` cannot be written: {}", world::reason(&error));
                complaints.push(Diagnostic::error(Code::MissingFile, message));
                continue;
            }
            changes.extend(edits.iter().map(|edit| {
                let at = session.sources.line_column(edit.span);
                let old = session.sources.slice(edit.span);
                format!("{name}:{}:{}: {} → {}", at.line, at.column, on_one_line(old), on_one_line(&edit.new))
            }));
        }
    }
    (changes, complaints)
}
