//! What `book.toml` says of the book as a publication: its language, its authors, what it retells.

use chrono::NaiveDate;

use super::toml::Table;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::At;

/// The language of a book that names none.
const LANGUAGE: &str = "en";

/// A book as a catalogue lists it.
#[derive(Clone, Debug)]
pub struct AboutDecl {
    /// A language tag: `en`, `zh-Hant`.
    pub language: String,
    pub author: Option<String>,
    pub licence: Option<String>,
    /// A name of the book that no other has: a URN, an address.
    pub id: Option<String>,
    /// A day: `2016-12-29`.
    pub date: Option<String>,
    /// Where the book's first page is published.
    pub url: Option<String>,
    pub sources: Vec<SourceDecl>,
}

/// A document that the book retells.
#[derive(Clone, Debug)]
pub struct SourceDecl {
    pub title: String,
    pub url: Option<String>,
}

impl Default for AboutDecl {
    fn default() -> AboutDecl {
        let (author, licence, id, date, url) = (None, None, None, None, None);
        AboutDecl { language: LANGUAGE.to_string(), author, licence, id, date, url, sources: Vec::new() }
    }
}

/// Reads the keys of `book.toml` that say so.
pub(super) fn about(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> AboutDecl {
    let author = table.words("author", diagnostics);
    let licence = table.words("licence", diagnostics);
    let language = table.words("language", diagnostics);
    let language = valid(language, is_language, diagnostics, |text| {
        (format!("`{text}` is no language tag"), "expected a code such as `en`, `de` or `zh-Hant`")
    });
    let id = table.words("id", diagnostics);
    let id = valid(id, is_identifier, diagnostics, |text| {
        (format!("`{text}` cannot be the id of a book"), "expected no blanks: `urn:isbn:9780306406157`")
    });
    let date = table.words("date", diagnostics);
    let date = valid(date, is_day, diagnostics, |text| {
        (format!("`{text}` is no date"), "expected a year, a month and a day: `2016-12-29`")
    });
    let url = address(table, diagnostics);
    let mut sources = Vec::new();
    for mut source in table.tables("source", diagnostics) {
        let title = source.required_words("title", diagnostics);
        let url = address(&mut source, diagnostics);
        source.finish(diagnostics);
        sources.extend(title.map(|title| SourceDecl { title: title.value, url }));
    }
    AboutDecl {
        language: language.unwrap_or_else(|| LANGUAGE.to_string()),
        author: author.map(|author| author.value),
        licence: licence.map(|licence| licence.value),
        id,
        date,
        url,
        sources,
    }
}

fn address(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<String> {
    let url = table.words("url", diagnostics);
    valid(url, is_address, diagnostics, |text| {
        (format!("`{text}` is no address"), "expected one that begins with `https://` or `http://`")
    })
}

/// A text of a certain form, or a complaint about it: what is wrong, and what was expected.
fn valid(
    text: Option<At<String>>,
    is_valid: fn(&str) -> bool,
    diagnostics: &mut Diagnostics,
    wrong: fn(&str) -> (String, &'static str),
) -> Option<String> {
    let text = text?;
    if is_valid(&text.value) {
        return Some(text.value);
    }
    let (message, expected) = wrong(&text.value);
    diagnostics.push(Diagnostic::error(Code::WrongValue, message).at(text.span, expected));
    None
}

/// A language of two or three letters, and further parts of two to eight letters and digits.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_language =
        |part: &str| (2..=3).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_lowercase());
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_alphanumeric())
    };
    parts.next().is_some_and(is_language) && parts.all(is_part)
}

fn is_identifier(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

fn is_day(text: &str) -> bool {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d");
    day.is_ok_and(|day| day.format("%Y-%m-%d").to_string() == text)
}

fn is_address(text: &str) -> bool {
    let rest = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    is_identifier(text) && rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_alphanumeric()))
}
