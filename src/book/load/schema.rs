//! The JSON Schemas of the files of a book: which rows each is made of.

use crate::pages::decl::BOOK;
use crate::pages::outline::OUTLINE;
use padma_variant::decl::VARIANT;
use padma_variant::schema::schema;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `book.toml`.
    Book,
    /// A variant's file.
    Variant,
    /// `source.toml`.
    Source,
}

/// The schema of a kind of file, as text.
pub fn text(kind: FileKind) -> String {
    let schema = match kind {
        FileKind::Book => schema("A book of Padma", &BOOK, &["chapter"]),
        FileKind::Variant => schema("A variant of Padma", &VARIANT, &[]),
        FileKind::Source => schema("What a source prints about itself", &OUTLINE, &[]),
    };
    // A schema is text and numbers, so nothing of it can fail to be written.
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
