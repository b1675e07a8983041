//! What `book.toml` declares: the pages and their order, and the facts about the publication: its
//! language, its author, what it retells. Names are not looked up here.

use chrono::NaiveDate;

use padma_text::diag::{Code, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Sources};
use padma_variant::form::{Fields, Form, Key, Keys, Takes, key};
use padma_variant::toml::read;

/// The keys of `book.toml`.
pub const BOOK: [Key; 15] = [
    key("title", Takes::Shown, "the book's title; required").must("a string"),
    key(
        "subtitle",
        Takes::Shown,
        "a line about it, for the page over all books",
    ),
    key("author", Takes::Shown, "who made what the book describes"),
    key(
        "licence",
        Takes::Shown,
        "the terms under which the book may be used",
    ),
    key(
        "language",
        LANGUAGE_TAG,
        "a code such as `en` or `zh-Hant`; `en` if left out. Search engines, hyphenation and \
         screen readers rely on it. The program's own words are English, and pages mark them as \
         English. Pages in Hebrew, Arabic and other scripts written from right to left are laid \
         out from right to left",
    ),
    key(
        "id",
        IDENTIFIER,
        "a name that no other book has and that all editions of this one share, without spaces: \
         `urn:isbn:9780306406157`, or an address",
    ),
    key(
        "date",
        DAY,
        "the date of the edition, or of the source if the book retells one: `2016-12-29`. No \
         clock is read",
    ),
    key(
        "url",
        ADDRESS,
        "the address of the folder in which the book is published. It lets pages state their own \
         address, and previews of links show a picture. If the addresses of all books end with \
         the names of their folders, the page over all books has one too",
    ),
    key(
        "source",
        Takes::Tables(Keys::Of(&SOURCE)),
        "a document that the book retells: its `title` and, if it has an address, its `url`. The foot of each page names it",
    ),
    key(
        "reading",
        Takes::Tables(Keys::Of(&READING)),
        "what its sources leave open and how the book takes it; see [below](#readings-of-the-sources)",
    ),
    key(
        "variant",
        Takes::Text,
        "the variant that pages are about where they name none. A book with only one variant file \
         may leave it out",
    ),
    key(
        "font",
        Takes::Text,
        "a font for letters in pictures that the built-in fonts lack; see \
         [below](#letters-in-pictures)",
    ),
    key(
        "raw_html",
        Takes::Flag(false),
        "whether HTML in pages reaches the reader's browser; otherwise it is shown as text, with \
         a warning",
    ),
    key(
        "theme",
        Takes::Table(Keys::Of(&THEME)),
        "the colours of its pages and pictures; see [below](#colours)",
    ),
    key(
        "chapter",
        Takes::Tables(Keys::Of(&CHAPTER)),
        "a part of the table of contents: a `title`, which may be left out, and `pages` in reading order",
    ),
];

/// The keys of a table `[[source]]`.
pub(crate) const SOURCE: [Key; 2] = [
    key("title", Takes::Shown, "the document's title").must("a string"),
    key("url", ADDRESS, "its address, if it has one"),
];

/// The keys of a table `[[reading]]`.
pub(crate) const READING: [Key; 4] = [
    key(
        "of",
        Takes::Text,
        "where the page of rules states it: a part of that page, or the id of a piece or a variant",
    )
    .must("a string"),
    key(
        "says",
        Takes::Shown,
        "what the source leaves open and how the book takes it, in sentences",
    )
    .must("a string"),
    key(
        "see",
        Takes::Text,
        "where the book discusses it: a page, or a page and a heading, as in a link",
    ),
    key(
        "silent",
        Takes::Flag(false),
        "whether the source does not mention it at all",
    ),
];

/// The keys of a table `[[chapter]]`.
pub(crate) const CHAPTER: [Key; 2] = [
    key(
        "title",
        Takes::Shown,
        "the heading in the table of contents; it may be left out",
    ),
    key(
        "pages",
        Takes::Texts,
        "Markdown files below the book's folder, in reading order",
    )
    .must("a list of pages"),
];

/// The keys of the table `[theme]`.
pub(crate) const THEME: [Key; 9] = {
    let [
        paper,
        ink,
        accent,
        light_cells,
        dark_cells,
        white,
        black,
        marks,
    ] = HUES;
    let takes = Takes::Table(Keys::Of(&HUES));
    let dark = key(
        "dark",
        takes,
        "a table of the same keys, for the dark theme",
    );
    [
        paper,
        ink,
        accent,
        light_cells,
        dark_cells,
        white,
        black,
        marks,
        dark,
    ]
};

/// The colours, and all the keys of the table `[theme.dark]`.
pub(crate) const HUES: [Key; 8] = [
    key("paper", COLOUR, "the background of pages and pictures"),
    key("ink", COLOUR, "text, on pages and on boards"),
    key(
        "accent",
        COLOUR,
        "symbols, and the text of some links and headings",
    ),
    key(
        "light_cells",
        COLOUR,
        "the light squares of a grid, the squares and points of a lotus board",
    ),
    key(
        "dark_cells",
        COLOUR,
        "the dark squares of a grid, the triangles of a lotus board",
    ),
    key("white", COLOUR, "the bodies of White's pieces"),
    key("black", COLOUR, "the bodies of Black's pieces"),
    key(
        "marks",
        Takes::FormedTexts(&IS_COLOUR, MOST_MARKS),
        "the marks of a diagram, in order, at most six",
    ),
];

/// The maximum number of marks of a diagram that can have colours of their own.
const MOST_MARKS: usize = 6;

const COLOUR: Takes = Takes::Formed(&IS_COLOUR);
static IS_COLOUR: Form = Form {
    fits: is_colour,
    pattern: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$",
    fault: "is not a colour",
    expected: "expected `#` and three or six hexadecimal digits, such as `#1f5d4c`",
};
const LANGUAGE_TAG: Takes = Takes::Formed(&Form {
    fits: is_language,
    pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
    fault: "is not a language tag",
    expected: "expected a code such as `en`, `de` or `zh-Hant`",
});
const IDENTIFIER: Takes = Takes::Formed(&Form {
    fits: is_identifier,
    pattern: r"^\S+$",
    fault: "cannot be the id of a book",
    expected: "expected no spaces: `urn:isbn:9780306406157`",
});
const DAY: Takes = Takes::Formed(&Form {
    fits: is_day,
    pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    fault: "is not a date",
    expected: "expected a year, a month and a day: `2016-12-29`",
});
const ADDRESS: Takes = Takes::Formed(&Form {
    fits: is_address,
    pattern: r"^https?://[^\s/?#.:-]\S*$",
    fault: "is not an address",
    expected: "expected an address that begins with `https://` or `http://`",
});

/// The language of a book that names none.
pub const LANGUAGE: &str = "en";

/// `book.toml`.
#[derive(Clone, Debug, Default)]
pub struct BookDecl {
    /// The file it was read from, if any.
    pub file: Option<SourceId>,
    /// The book's title.
    pub title: String,
    /// A line below the title.
    pub subtitle: Option<String>,
    /// A language tag: `en`, `zh-Hant`.
    pub language: String,
    /// A name that no other book has.
    pub id: Option<String>,
    /// The author of what the book describes.
    pub author: Option<String>,
    /// The terms on which it may be copied.
    pub licence: Option<String>,
    /// The day of the edition, or of the source of a retold book: `2016-12-29`.
    pub date: Option<String>,
    /// The address at which the book's first page is published.
    pub url: Option<String>,
    /// The documents it is checked against.
    pub sources: Vec<SourceDecl>,
    /// What the sources leave open.
    pub readings: Vec<ReadingDecl>,
    /// The variant that claims and diagrams refer to when they name none.
    pub variant: Option<At<String>>,
    /// Pages in reading order, by paths below the book's folder.
    pub chapters: Vec<ChapterDecl>,
    /// A font for the letters in pictures that the program's fonts lack, by its path below the
    /// book's folder.
    pub font: Option<At<String>>,
    /// Whether raw HTML in pages reaches the reader's browser.
    pub raw_html: bool,
    /// The book's own colours, if it has any.
    pub theme: Option<Fields>,
}

/// Pages under one heading of the table of contents.
#[derive(Clone, Debug)]
pub struct ChapterDecl {
    /// The chapter's title.
    pub title: Option<String>,
    /// The paths of its pages.
    pub pages: Vec<At<String>>,
}

/// A document that the book retells.
#[derive(Clone, Debug)]
pub struct SourceDecl {
    /// The title of the document.
    pub title: String,
    /// The address where it can be read.
    pub url: Option<String>,
}

/// Something that a source leaves open, and how the book takes it.
#[derive(Clone, Debug)]
pub struct ReadingDecl {
    /// A part of the page of rules, or the id of a piece or a variant.
    pub of: At<String>,
    /// What the source leaves open and how the book takes it, in sentences.
    pub says: String,
    /// Where the book discusses it.
    pub see: Option<At<String>>,
    /// Whether the source does not mention it.
    pub silent: bool,
}

/// Reads and checks `book.toml`.
pub fn book(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<BookDecl> {
    let said = read(&BOOK, sources, id, diagnostics)?;
    if !said.has("chapter") {
        let expected = "expected at least one table `[[chapter]]` with its `pages`";
        diagnostics.error(
            Code::WrongValue,
            "this book has no chapter",
            said.span,
            expected,
        );
    }
    let chapter = |said: &Fields| ChapterDecl {
        title: said.string("title"),
        pages: said.texts("pages").iter().map(Excerpt::word).collect(),
    };
    let source = |said: &Fields| SourceDecl {
        title: said.str("title").to_string(),
        url: said.string("url"),
    };
    let reading = |said: &Fields| {
        let (says, silent) = (said.string("says")?, said.flag("silent"));
        Some(ReadingDecl {
            of: said.word("of")?,
            says,
            see: said.word("see"),
            silent,
        })
    };
    Some(BookDecl {
        file: Some(id),
        title: said.str("title").to_string(),
        subtitle: said.string("subtitle"),
        language: said
            .string("language")
            .unwrap_or_else(|| LANGUAGE.to_string()),
        id: said.string("id"),
        author: said.string("author"),
        licence: said.string("licence"),
        date: said.string("date"),
        url: said.string("url"),
        sources: said.tables("source").iter().map(source).collect(),
        readings: said.tables("reading").iter().filter_map(reading).collect(),
        variant: said.word("variant"),
        chapters: said.tables("chapter").iter().map(chapter).collect(),
        font: said.word("font"),
        raw_html: said.flag("raw_html"),
        theme: said.table("theme").cloned(),
    })
}

/// Whether the text is a language of two or three letters, followed by any number of parts of two
/// to eight letters and digits.
fn is_language(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_language = |part: &str| {
        (2..=3).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_lowercase())
    };
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.chars().all(|letter| letter.is_ascii_alphanumeric())
    };
    parts.next().is_some_and(is_language) && parts.all(is_part)
}

fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#');
    digits.is_some_and(|digits| {
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|c| c.is_ascii_hexdigit())
    })
}

fn is_identifier(text: &str) -> bool {
    !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

fn is_day(text: &str) -> bool {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d");
    day.is_ok_and(|day| day.format("%Y-%m-%d").to_string() == text)
}

fn is_address(text: &str) -> bool {
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    is_identifier(text)
        && rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_alphanumeric()))
}
