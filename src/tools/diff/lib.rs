//! Compares two states of the same books. Each change of a piece, rule, figure or claim is
//! described in a sentence, and with a picture where a board can show it.
//!
//! ```text
//! old state ──document──▶ things, variants ─┐                        ┌─▶ text, Markdown, JSON
//!                                           ├─compare──▶ changes ──print
//! new state ──document──▶ things, variants ─┘                        └─▶ page
//! ```
//!
//! Claims, figures, games, pages, boards and setups become plain values, which `thing` matches and
//! compares. What a piece reaches and which moves are legal is computed on demand, if the text of
//! the variant differs. Pictures are drawn when they are printed. In names, `was` is the value in
//! the old state and `is` the value in the new one.
//!
//! Knows no files, no revisions and no terminals: both states have been read and judged before.
//!
//! ```
//! use padma_book::load::Session;
//! use padma_diff::{BooksState, between};
//! use std::path::Path;
//!
//! let state = |label: &str| BooksState {
//!     label: label.to_string(),
//!     session: Session::new(Path::new("no-books"), &[]),
//!     is_book: false,
//!     books: Vec::new(),
//! };
//! let (old, new) = (state("yesterday"), state("today"));
//! let found = between(&old, &new);
//! assert!(found.books.is_empty());
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod board;
mod change;
mod document;
mod pair;
mod picture;
mod pieces;
mod print;
mod reach;
mod rules;
mod sentences;
mod thing;
mod variants;
mod words;

use std::path::Path;

use change::{BookChange, BookChanges, DiffKind, How};
use document::{StateBook, document};

pub use change::Diff;
pub use document::BooksState;
pub use print::{human, json, markdown, page};

/// Returns the differences between two states. Books are matched by name; if each state is a
/// single book, those two are compared. A book that cannot be read in one of the states is not
/// compared.
pub fn between<'a>(old: &'a BooksState, new: &'a BooksState) -> Diff<'a> {
    let is_single = old.is_book && new.is_book;
    let mut books = Vec::new();
    for is in new.books() {
        let name = is.name();
        let changes = match old.counterpart(is, is_single) {
            Some(was) => reason_not_compared(old, name)
                .or_else(|| reason_not_compared(new, name))
                .map_or_else(|| Some(changes(was, is)), |reason| Some(vec![reason])),
            None => reason_not_compared(old, name).map(|reason| vec![reason]),
        };
        books.push(book_changes(is, How::Added, changes));
    }
    for was in old.books() {
        if new.counterpart(was, is_single).is_none() {
            let reason = reason_not_compared(new, was.name());
            books.push(book_changes(
                was,
                How::Removed,
                reason.map(|reason| vec![reason]),
            ));
        }
    }
    books.retain(|book| book.how != How::Changed || !book.changes.is_empty());
    books.sort_by(|a, b| a.name.cmp(&b.name));
    Diff {
        labels: [old.label.clone(), new.label.clone()],
        books,
    }
}

/// Lists a book with its changes; `None` if the whole book was added or removed.
fn book_changes<'a>(
    own: StateBook<'a>,
    added_or_removed: How,
    changes: Option<Vec<BookChange>>,
) -> BookChanges<'a> {
    BookChanges {
        name: own.name().to_string(),
        title: own.checked.book.decl.title.clone(),
        how: if changes.is_some() {
            How::Changed
        } else {
            added_or_removed
        },
        changes: changes.unwrap_or_default(),
        fonts: own.session.fonts_of(own.folder),
    }
}

/// Returns the changes of a book that both states have.
fn changes(old: StateBook<'_>, new: StateBook<'_>) -> Vec<BookChange> {
    let of_sentences = sentences::sentences(old.checked, new.checked);
    let [old, new] = [old, new].map(document);
    let mut changes = variants::variants(&old, &new);
    changes.extend(thing::compare(&old.things, &new.things));
    changes.extend(of_sentences);
    changes.sort_by_key(|change| change.kind);
    changes
}

/// Returns a change that says why a book cannot be compared: the first error in its TOML files, if
/// there is one in this state.
fn reason_not_compared(state: &BooksState, name: &str) -> Option<BookChange> {
    let sources = &state.session.sources;
    // The path of a folder such as `.` does not end in its book's name, and a book that could not
    // be read is not in the state's list.
    let is_own = |folder: &Path| {
        let mut books = state.books();
        folder.file_name().is_some_and(|last| last == name)
            || books.any(|own| own.folder == folder && own.name() == name)
    };
    let errors = state.session.diagnostics.only_errors();
    let mut errors = errors.filter(|error| !error.code.is_verdict());
    errors.find_map(|error| {
        let span = error.span()?;
        let path = Path::new(sources.get(span.source).name());
        let is_toml = path.extension().is_some_and(|kind| kind == "toml");
        let file = path.file_name()?.to_string_lossy();
        let text = format!(
            "In {}, {file} has an error on line {}, so this book was not compared: {}.",
            state.label,
            sources.line_column(span).line,
            error.message
        );
        let change = BookChange::new(DiffKind::File, How::Changed, &file, text);
        (is_toml && is_own(path.parent()?)).then_some(change)
    })
}
