//! The JSON Schemas of a book's files, made from the same rows of keys that read the files.

use crate::pages::{decl as book, outline, review};
use padma_variant::decl as variant;
use padma_variant::schema::schema;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `book.toml`.
    Book,
    /// A variant's file.
    Variant,
    /// `review.toml`.
    Review,
    /// `source.toml`.
    Source,
}

/// Returns the schema of a kind of file, as text.
pub fn text(kind: FileKind) -> String {
    let schema = match kind {
        FileKind::Book => schema("A Padma book", book::top::KEYS, &["chapter"]),
        FileKind::Variant => schema("A Padma variant", variant::top::KEYS, &[]),
        FileKind::Review => schema(
            "What was found about a book's sentences",
            review::top::KEYS,
            &[],
        ),
        FileKind::Source => schema("What a source prints about itself", outline::top::KEYS, &[]),
    };
    // A schema is only text and numbers, so serialising it cannot fail.
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
