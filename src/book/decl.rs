//! What `book.toml` declares: pages and their order, and the book as a publication, its language, who made it, what it
//! retells. No name is looked up here.

use chrono::NaiveDate;

use super::form::{Fields, Key, Keys, Takes, key};
use super::toml::read;
use crate::diag::{Code, Diagnostics};
use crate::text::{At, Excerpt, SourceId, Sources};

/// The keys of `book.toml`.
pub const BOOK: [Key; 13] = [
    key("title", Takes::Shown, "").must("a string"),
    key("subtitle", Takes::Shown, ""),
    key("author", Takes::Shown, ""),
    key("licence", Takes::Shown, ""),
    key("language", LANGUAGE_TAG, ""),
    key("id", IDENTIFIER, ""),
    key("date", DAY, ""),
    key("url", ADDRESS, ""),
    key("source", Takes::Tables(Keys::Of(&SOURCE)), ""),
    key("variant", Takes::Text, ""),
    key("font", Takes::Text, ""),
    key("raw_html", Takes::Flag(false), ""),
    key("chapter", Takes::Tables(Keys::Of(&CHAPTER)), ""),
];

/// The keys of a table `[[source]]`.
pub(crate) const SOURCE: [Key; 2] =
    [key("title", Takes::Shown, "").must("a string"), key("url", ADDRESS, "")];

/// The keys of a table `[[chapter]]`.
pub(crate) const CHAPTER: [Key; 2] =
    [key("title", Takes::Shown, ""), key("pages", Takes::Texts, "").must("a list of pages")];

const LANGUAGE_TAG: Takes =
    Takes::Formed(is_language, "is no language tag", "expected a code such as `en`, `de` or `zh-Hant`");
const IDENTIFIER: Takes = Takes::Formed(
    is_identifier,
    "cannot be the id of a book",
    "expected no blanks: `urn:isbn:9780306406157`",
);
const DAY: Takes = Takes::Formed(is_day, "is no date", "expected a year, a month and a day: `2016-12-29`");
const ADDRESS: Takes =
    Takes::Formed(is_address, "is no address", "expected one that begins with `https://` or `http://`");

/// The language of a book that names none.
const LANGUAGE: &str = "en";

/// `book.toml`.
#[derive(Clone, Debug, Default)]
pub struct BookDecl {
    /// Where it was read, if it is a file's.
    pub(crate) file: Option<SourceId>,
    pub(crate) title: String,
    pub(crate) subtitle: Option<String>,
    pub(crate) about: AboutDecl,
    /// The variant that claims and diagrams speak of where they name none.
    pub(crate) variant: Option<At<String>>,
    /// Pages in reading order, by paths below the book's folder.
    pub(crate) chapters: Vec<ChapterDecl>,
    /// A font for the letters in pictures that the program's fonts lack, by its path below the book's folder.
    pub(crate) font: Option<At<String>>,
    /// Whether raw HTML in pages reaches the reader's browser.
    pub(crate) raw_html: bool,
}

/// Pages under one heading of the table of contents.
#[derive(Clone, Debug)]
pub struct ChapterDecl {
    pub(crate) title: Option<String>,
    pub(crate) pages: Vec<At<String>>,
}

/// A book as a catalogue lists it.
#[derive(Clone, Debug)]
pub struct AboutDecl {
    /// A language tag: `en`, `zh-Hant`.
    pub(crate) language: String,
    pub(crate) author: Option<String>,
    pub(crate) licence: Option<String>,
    /// A day: `2016-12-29`.
    pub(crate) date: Option<String>,
    /// Where the book's first page is published.
    pub(crate) url: Option<String>,
    pub(crate) sources: Vec<SourceDecl>,
}

/// A document that the book retells.
#[derive(Clone, Debug)]
pub struct SourceDecl {
    pub(crate) title: String,
    pub(crate) url: Option<String>,
}

impl Default for AboutDecl {
    fn default() -> AboutDecl {
        let (author, licence, date, url) = (None, None, None, None);
        AboutDecl { language: LANGUAGE.to_string(), author, licence, date, url, sources: Vec::new() }
    }
}

/// Reads `book.toml`.
pub fn book(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<BookDecl> {
    let said = read(&BOOK, sources, id, diagnostics)?;
    if !said.has("chapter") {
        let expected = "expected at least one table `[[chapter]]` with its `pages`";
        diagnostics.error(Code::WrongValue, "this book has no chapter", said.span, expected);
    }
    let chapter = |said: &Fields| ChapterDecl {
        title: said.string("title"),
        pages: said.texts("pages").iter().map(Excerpt::word).collect(),
    };
    let source = |said: &Fields| SourceDecl { title: said.str("title").to_string(), url: said.string("url") };
    Some(BookDecl {
        file: Some(id),
        title: said.str("title").to_string(),
        subtitle: said.string("subtitle"),
        about: AboutDecl {
            language: said.string("language").unwrap_or_else(|| LANGUAGE.to_string()),
            author: said.string("author"),
            licence: said.string("licence"),
            date: said.string("date"),
            url: said.string("url"),
            sources: said.tables("source").iter().map(source).collect(),
        },
        variant: said.word("variant"),
        chapters: said.tables("chapter").iter().map(chapter).collect(),
        font: said.word("font"),
        raw_html: said.flag("raw_html"),
    })
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
