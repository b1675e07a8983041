//! What authors start from: a small complete book, and copies of the built-in templates to change.

pub use crate::page::Templates;

use padma_book::load::measured::MEASURED_FILE;
use padma_book::load::schema;
use padma_book::plain::PlainRulebook;
use padma_rules::names::title_from_id;
use padma_text::hyphenated;
use padma_variant::form::quoted;

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
    let variant = format!("{}.toml", starter.book);
    let new = NewBook {
        own_files: [&variant, &format!("{name}.toml")].map(String::clone),
        own: own_titles(starter, &variant),
        title: title_from_id(name),
    };
    let file = |(path, text): &(&str, &str)| match *path {
        "book.toml" => (
            "book.toml".to_string(),
            with_schema(0, &new.declaration(text)),
        ),
        // The games are those of the same rules by another name.
        MEASURED_FILE => {
            let named = |name: &str| format!("variant = \"{name}\"\n");
            (
                MEASURED_FILE.to_string(),
                text.replace(&named(starter.book), &named(name)),
            )
        }
        path if path == variant => (format!("{name}.toml"), with_schema(1, &new.renamed(text))),
        path => (path.to_string(), new.renamed(text)),
    };
    let schemas = SCHEMAS
        .iter()
        .map(|(path, kind)| (path.to_string(), schema::text(*kind)));
    starter.files.iter().map(file).chain(schemas).collect()
}

/// Returns the files of a new book without pages: the rules of a book of the gallery, and the schemas.
pub fn rules(name: &str, starter: &Starter) -> Vec<(String, String)> {
    let mut files = book(name, starter);
    files.retain(|(path, _)| {
        !path.ends_with(".md") && !["book.toml", MEASURED_FILE].contains(&path.as_str())
    });
    files
}

/// Returns the pages of a plain rulebook, and the declaration of their book.
pub fn plain_pages(name: &str, book: &PlainRulebook) -> Vec<(String, String)> {
    let title = book.title.clone().unwrap_or_else(|| title_from_id(name));
    let mut text = format!("title = {}\n", quoted(&title));
    if book.has_html {
        text += "raw_html = true\n";
    }
    let front_matter = book.front_matter.lines();
    text.extend(front_matter.map(|line| format!("# {line}\n")));
    let pages = book.pages.iter().map(|page| quoted(&page.path));
    let pages: Vec<String> = pages.collect();
    text += &format!("\n[[chapter]]\npages = [{}]\n", pages.join(", "));
    let pages = book
        .pages
        .iter()
        .map(|page| (page.path.clone(), page.text.clone()));
    pages
        .chain([("book.toml".to_string(), with_schema(0, &text))])
        .collect()
}

/// What distinguishes a new book from the one that it is a copy of.
struct NewBook {
    /// The title of the other book, and that of its variant if the two differ.
    own: Vec<&'static str>,
    title: String,
    /// The names of the variant's file in the other book and in the new one.
    own_files: [String; 2],
}

impl NewBook {
    /// Returns a text of the other book with the new names.
    fn renamed(&self, text: &str) -> String {
        let [old, new] = &self.own_files;
        let titled = |text: String, own: &&str| text.replace(own, &self.title);
        self.own.iter().fold(text.replace(old, new), titled)
    }

    /// Returns the new `book.toml`. The other book's sources, and how it reads them, are not those of a
    /// new game: they are left as comments. Its group is left out.
    fn declaration(&self, text: &str) -> String {
        let commented = |block: &str| {
            let lines = block.lines().map(|line| match line.starts_with('#') {
                true => line.to_string(),
                false => format!("# {line}"),
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        let new = |block: &str| match block {
            block if block.lines().any(|line| line == "[[source]]") => {
                let table = block.lines().filter(|line| !line.starts_with('#'));
                let table: Vec<&str> = table.collect();
                Some(format!(
                    "# What the book is based on, if anything: the foot of each page names it. The game, which is in the file\n# {}, is still that of the book {}, which is based on this:\n{}",
                    self.own_files[1],
                    self.own[0],
                    commented(&table.join("\n")),
                ))
            }
            block if block.contains("[[question]]") => Some(commented(block)),
            block => {
                let kept = block.lines().filter(|line| !line.starts_with("group = "));
                let kept: Vec<&str> = kept.collect();
                let is_only_remarks = kept.iter().all(|line| line.starts_with('#'));
                (!is_only_remarks).then(|| self.renamed(&kept.join("\n")))
            }
        };
        let blocks: Vec<String> = text.trim_end().split("\n\n").filter_map(new).collect();
        blocks.join("\n\n") + "\n"
    }
}

fn own_titles(starter: &Starter, variant: &str) -> Vec<&'static str> {
    let mut titles = ["book.toml", variant]
        .map(|path| own_title(starter, path))
        .to_vec();
    titles.dedup();
    titles
}

/// Returns the title that a file of a book of the gallery gives.
fn own_title(starter: &Starter, path: &str) -> &'static str {
    let own = starter.files.iter().find(|(own, _)| *own == path);
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
    fn a_new_book_has_its_own_name_and_title_and_no_source() {
        let starter = Starter {
            word: "pond",
            book: "old-pond",
            files: &[
                (
                    "book.toml",
                    "title = \"Old Pond\"\n\n# Where it is listed.\ngroup = \"Gallery\"\n\n# See old-pond.toml.\n[[source]]\ntitle = \"Old Pond, by a Frog\"\n\n[[chapter]]\n",
                ),
                ("old-pond.toml", "title = \"Old pond\"\n"),
                (
                    "index.md",
                    "# [Old pond](claim:variant())\n\nSee old-pond.toml.\n",
                ),
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
                    "#:schema ./schemas/book.json\ntitle = \"Lily Pond\"\n\n# What the book is based on, if anything: the foot of each page names it. The game, which is in the file\n# lily-pond.toml, is still that of the book Old Pond, which is based on this:\n# [[source]]\n# title = \"Old Pond, by a Frog\"\n\n[[chapter]]\n"
                ),
                (
                    "lily-pond.toml",
                    "#:schema ./schemas/variant.json\ntitle = \"Lily Pond\"\n"
                ),
                (
                    "index.md",
                    "# [Lily Pond](claim:variant())\n\nSee lily-pond.toml.\n"
                ),
            ]
        );
    }
}
