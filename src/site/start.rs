//! What authors start from: a small complete book, and copies of the built-in templates to change.

pub use crate::page::Templates;

use padma_book::load::schema;
use padma_rules::names::title_from_id;
use padma_text::hyphenated;

/// The schemas for editors, which the first lines of the new book's TOML files name.
const SCHEMAS: [(&str, schema::FileKind); 2] = [
    ("schemas/book.json", schema::FileKind::Book),
    ("schemas/variant.json", schema::FileKind::Variant),
];

/// A small book of the gallery, which an author may start from.
pub struct Starter {
    /// The word by which authors ask for it.
    pub word: &'static str,
    /// The name of its folder and its variant.
    pub book: &'static str,
    /// Its files, by path.
    pub files: &'static [(&'static str, &'static str)],
}

/// Returns the files of a new book of this name, by path: those of a book of the gallery, with the
/// new name and title in place of its own.
pub fn book(name: &str, starter: &Starter) -> Vec<(String, String)> {
    let (own, new) = (own_title(starter), title_from_id(name));
    let variant = format!("{}.toml", starter.book);
    let file = |(path, text): &(&str, &str)| {
        let text = text.replace(own, &new);
        match *path {
            "book.toml" => {
                let kept = text.lines().filter(|line| !line.starts_with("shelf = "));
                let text: String = kept.map(|line| format!("{line}\n")).collect();
                ("book.toml".to_string(), with_schema(0, &text))
            }
            path if path == variant => (format!("{name}.toml"), with_schema(1, &text)),
            path => (path.to_string(), text),
        }
    };
    let schemas = SCHEMAS
        .iter()
        .map(|(path, kind)| (path.to_string(), schema::text(*kind)));
    starter.files.iter().map(file).chain(schemas).collect()
}

/// Returns the title that a book of the gallery has in its `book.toml`.
fn own_title(starter: &Starter) -> &'static str {
    let own = starter.files.iter().find(|(path, _)| *path == "book.toml");
    let mut lines = own.map_or("", |(_, text)| text).lines();
    lines
        .find_map(|line| line.strip_prefix("title = \"")?.strip_suffix('"'))
        .unwrap_or(starter.book)
}

fn with_schema(schema: usize, text: &str) -> String {
    format!("#:schema ./{}\n{text}", SCHEMAS[schema].0)
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
    fn a_new_book_has_its_own_name_and_title() {
        let starter = Starter {
            word: "pond",
            book: "old-pond",
            files: &[
                ("book.toml", "title = \"Old Pond\"\nshelf = \"Gallery\"\n"),
                ("old-pond.toml", "title = \"Old Pond\"\n"),
                ("index.md", "# [Old Pond](claim:variant())\n"),
            ],
        };
        let files = book("lily-pond", &starter);
        let texts: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        assert_eq!(
            texts[..3],
            [
                (
                    "book.toml",
                    "#:schema ./schemas/book.json\ntitle = \"Lily Pond\"\n"
                ),
                (
                    "lily-pond.toml",
                    "#:schema ./schemas/variant.json\ntitle = \"Lily Pond\"\n"
                ),
                ("index.md", "# [Lily Pond](claim:variant())\n"),
            ]
        );
    }
}
