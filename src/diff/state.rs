//! Books as they are at one time, read and judged.

use std::path::{Path, PathBuf};

use crate::compile::Session;
use crate::judge::Checked;

/// Books as they are at one time.
pub(crate) struct BooksState {
    /// What a reader calls it: a folder, a revision.
    pub label: String,
    pub session: Session,
    /// Whether one book was asked for, and not a folder of books.
    pub is_book: bool,
    /// The books' folders, and what came of judging each.
    pub books: Vec<(PathBuf, Checked)>,
}

/// A book of a state.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    pub session: &'a Session,
    pub folder: &'a Path,
    pub checked: &'a Checked,
}
