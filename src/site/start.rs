//! What authors start from: a small complete book, and copies of the built-in templates to change.

pub use crate::page::Templates;

use padma_book::load::schema;
use padma_rules::names::title_from_id;
use padma_templates::NEW_BOOK;
use padma_text::hyphenated;

/// The placeholder for the name of the book in the files of a new one.
const NAME: &str = "{{ name }}";
/// The placeholder for the title of the book.
const TITLE: &str = "{{ title }}";

/// The schemas for editors, which the first lines of the new book's TOML files name.
const SCHEMAS: [(&str, schema::FileKind); 2] = [
    ("schemas/book.json", schema::FileKind::Book),
    ("schemas/variant.json", schema::FileKind::Variant),
];

/// Returns the files of a new book of this name, by path.
pub fn book(name: &str) -> Vec<(String, String)> {
    let title = title_from_id(name);
    let fill = |text: &str| text.replace(NAME, name).replace(TITLE, &title);
    let schemas = SCHEMAS
        .iter()
        .map(|(path, kind)| (path.to_string(), schema::text(*kind)));
    NEW_BOOK
        .iter()
        .map(|(path, text)| (fill(path), fill(text)))
        .chain(schemas)
        .collect()
}

/// Whether this name is valid for a book and its variant.
pub fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        // The variant's file has the book's name, and `book.toml` is not a variant.
        && name != "book"
}

/// Returns the book name nearest to a text: `my-game` for `My Game!`; `None` if that is invalid.
pub fn nearest_name(name: &str) -> Option<String> {
    Some(hyphenated(name)).filter(|near| is_name(near))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_fits_a_file_and_an_expression() {
        for (name, near) in [
            ("pond", Some("pond")),
            ("My Game!", Some("my-game")),
            ("lotus_39", Some("lotus-39")),
            ("39", None),
            ("книга", None),
            ("Book", None),
            ("", None),
        ] {
            assert_eq!(nearest_name(name).as_deref(), near, "{name}");
        }
        assert!(
            is_name("a1-b") && !is_name("A") && !is_name("1a") && !is_name("book") && !is_name("")
        );
    }

    #[test]
    fn a_new_book_has_no_placeholders() {
        for (path, text) in book("lily-pond") {
            assert!(!path.contains("{{") && !text.contains("{{"), "{path}");
        }
        assert!(book("lily-pond")[0].1.contains("Lily Pond"));
    }
}
