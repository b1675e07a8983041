//! Compares two states of the same books. Each change of a piece, rule, figure or claim is
//! described in a sentence, and with a picture where a board can show it.
//!
//! ```text
//! what was ─┐                                            ┌─▶ text, Markdown, JSON
//!           ├─ pairs of like names ──compare──▶ changes ─┤
//! what is ──┘                                            └─▶ page
//! ```
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
//! let found = between(&state("yesterday"), &state("today"));
//! assert!(found.books.is_empty());
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod board;
mod change;
mod claims;
mod figures;
mod pages;
mod pair;
mod picture;
mod pieces;
mod print;
mod reach;
mod rules;
mod variants;

use std::path::Path;

use change::{BookChange, BookChanges, DiffKind, How};
use padma_book::judge::Book;
use pair::Own;

pub use change::Diff;
pub use pair::BooksState;
pub use print::{human, json, markdown, page};

/// Returns the differences between two states. Books are matched by name; if each state is a
/// single book, those two are compared. A book that cannot be read in one of the states is not
/// compared.
pub fn between(old: &BooksState, new: &BooksState) -> Diff {
    let single = old.is_book && new.is_book;
    let counterpart = |states: [&BooksState; 2], index: usize| {
        let name = &states[0].books[index].1.book.name;
        let place = states[1]
            .books
            .iter()
            .position(|(_, checked)| checked.book.name == *name);
        place.or(single.then_some(0))
    };
    let mut books = Vec::new();
    for (here, there, how) in [(new, old, How::Added), (old, new, How::Removed)] {
        for index in 0..here.books.len() {
            let Book { name, decl, .. } = &here.books[index].1.book;
            let (how, changes) = match counterpart([here, there], index) {
                Some(_) if how == How::Removed => continue,
                Some(before) => {
                    let broken = [there, here]
                        .into_iter()
                        .find_map(|state| broken(state, name));
                    let compared = || book(of(there, before), of(here, index));
                    (
                        How::Changed,
                        broken.map_or_else(compared, |broken| vec![broken]),
                    )
                }
                None => match broken(there, name) {
                    Some(broken) => (How::Changed, vec![broken]),
                    None => (how, Vec::new()),
                },
            };
            books.push(BookChanges {
                name: name.clone(),
                title: decl.title.clone(),
                how,
                changes,
            });
        }
    }
    books.retain(|book| book.how != How::Changed || !book.changes.is_empty());
    books.sort_by(|a, b| a.name.cmp(&b.name));
    Diff {
        labels: [old.label.clone(), new.label.clone()],
        books,
    }
}

/// Returns the reason why a book's rules are unknown in a state: the first error in its TOML
/// files.
fn broken(state: &BooksState, name: &str) -> Option<BookChange> {
    let errors = state
        .session
        .diagnostics
        .only_errors()
        .filter(|error| !error.code.is_verdict());
    errors
        .filter_map(|error| Some((error, error.span()?)))
        .find_map(|(error, span)| {
            let source = state.session.sources.get(span.source);
            let path = Path::new(source.name());
            let folder = path.parent()?;
            // The path of a folder such as `.` does not end in its book's name, and a book that
            // could not be read is not in the state's list.
            let is_known = || {
                state
                    .books
                    .iter()
                    .any(|(own, checked)| own == folder && checked.book.name == name)
            };
            let is_own = path.extension().is_some_and(|kind| kind == "toml")
                && (folder.file_name().is_some_and(|last| last == name) || is_known());
            let file = path.file_name()?.to_string_lossy();
            let place = state.session.sources.line_column(span);
            let says = format!(
                "In {}, {file} has an error on line {}, so this book was not compared: {}.",
                state.label, place.line, error.message
            );
            is_own.then(|| BookChange::new(DiffKind::File, How::Changed, &file, says))
        })
}

fn of(state: &BooksState, index: usize) -> Own<'_> {
    let (folder, checked) = &state.books[index];
    Own {
        session: &state.session,
        folder,
        checked,
    }
}

/// Returns the differences between two states of a book.
fn book(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let mut changes = variants::variants(old, new);
    changes.extend(figures::figures(old, new));
    changes.extend(claims::claims(old, new));
    changes.extend(pages::pages(old, new));
    changes.sort_by_key(|change| change.kind);
    changes
}
