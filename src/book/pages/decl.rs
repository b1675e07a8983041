//! What `book.toml` declares: the pages and their order, and the facts about the publication: its
//! language, its author, what it retells. Names are not looked up here.

use chrono::NaiveDate;

use padma_text::diag::{Code, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Sources};
use padma_variant::form::{
    Fields, Form, Key, Keys, Layout, NamedValues, OneTable, TableList, Takes, Value, key,
};
use padma_variant::table;
use padma_variant::toml::read;
use padma_words::Language;

table! {
    /// The keys of `book.toml`.
    pub mod top {
        pub(crate) TITLE: Excerpt =
            key("title", Takes::Shown, "the book's title; required").must("a string");
        pub(crate) SUBTITLE: Excerpt =
            key("subtitle", Takes::Shown, "a line about it, for the page over all books");
        pub(crate) AUTHOR: Excerpt =
            key("author", Takes::Shown, "who made what the book describes");
        pub(crate) LICENCE: Excerpt =
            key("licence", Takes::Shown, "the terms under which the book may be used");
        pub(crate) GROUP: Excerpt = key("group", Takes::Shown,
            "a heading such as `Gallery`, under which the page over all books lists it, after the books without one");
        pub(crate) ORDER: u16 = key("order", Takes::Number(1, 999),
            "its place among the books under the same heading of that page, such as `1`: those with a number come first, the others follow by title");
        pub(crate) LANGUAGE: Excerpt = key("language", LANGUAGE_TAG,
            "a code such as `en` or `zh-Hant`; `en` if left out. The words of claims are [read in English alone](../write/checking.md#what-is-doubted). A line end between Chinese or Japanese letters does not make a space. Search engines, hyphenation and screen readers rely on it. The program's own words are English, and pages mark them as English. Pages in Hebrew, Arabic and other scripts written from right to left are laid out from right to left");
        pub(crate) ID: Excerpt = key("id", IDENTIFIER,
            "a name that no other book has and that all editions of this one share, without spaces: `urn:isbn:9780306406157`, or an address");
        pub(crate) DATE: Excerpt = key("date", DAY,
            "the date of the edition, or of the source if the book retells one: `2016-12-29`. No clock is read");
        pub(crate) URL: Excerpt = key("url", ADDRESS,
            "the address of the folder in which the book is published. It lets pages state their own address, and previews of links show a picture. If the addresses of all books end with the names of their folders, the page over all books has one too");
        pub(crate) SOURCE: TableList = key("source", Takes::Tables(Keys::Of(source::KEYS)),
            "a document that the book retells: its `title` and, if it has an address, its `url`. The foot of each page names it");
        pub(crate) QUESTION: TableList = key("question", Takes::Tables(Keys::Of(question::KEYS)),
            "what its sources leave open and how the book takes it; see [open questions](../write/book.md#open-questions-of-the-sources)");
        pub(crate) READERS: NamedValues = key("readers", Takes::Named(|_| Takes::Shown, Layout::Lines),
            "who has read its sentences: for what [`review.toml`](../write/checking.md#reviewtoml) has under `by`, who that is. The page of checks names them");
        pub(crate) VARIANT: Excerpt = key("variant", Takes::Text,
            "the variant that pages are about where they name none. A book with only one variant file may leave it out");
        pub(crate) FONT: Excerpt = key("font", Takes::Text,
            "a font for letters in pictures that the built-in fonts lack; see [letters in pictures](../write/book.md#letters-in-pictures)");
        pub(crate) RAW_HTML: bool = key("raw_html", Takes::Flag(false),
            "whether HTML in pages reaches the reader's browser; otherwise it is shown as text, with a warning");
        pub(crate) THEME: OneTable = key("theme", Takes::Table(Keys::Of(&THEME_KEYS)),
            "the colours of its pages and pictures; see [colours](../write/book.md#colours)");
        pub(crate) CHAPTER: TableList = key("chapter", Takes::Tables(Keys::Of(chapter::KEYS)),
            "a part of the table of contents: a `title`, which may be left out, and `pages` in reading order");
    }
}

table! {
    /// The keys of a table `[[source]]`.
    pub(crate) mod source {
        pub(crate) TITLE: Excerpt =
            key("title", Takes::Shown, "the document's title").must("a string");
        pub(crate) URL: Excerpt = key("url", ADDRESS, "its address, if it has one");
    }
}

table! {
    /// The keys of a table `[[question]]`.
    pub(crate) mod question {
        pub(crate) OF: Excerpt = key("of", Takes::Text,
            "where the page of rules states it: a part of that page, or the id of a piece or a variant")
            .must("a string");
        pub(crate) SAYS: Excerpt = key("says", Takes::Shown,
            "what the source leaves open and how the book takes it, in sentences")
            .must("a string");
        pub(crate) CLAIMS: Vec<Excerpt> = key("claims", Takes::Texts,
            "the names of the claims with `depends` that compute the readings; a `question` of a game as `GAME.NUMBER.SIDE`");
        pub(crate) SEE: Excerpt = key("see", Takes::Text,
            "where the book discusses it: a page, or a page and a heading, as in a link");
        pub(crate) SILENT: bool =
            key("silent", Takes::Flag(false), "whether the source does not mention it at all");
    }
}

table! {
    /// The keys of a table `[[chapter]]`.
    pub(crate) mod chapter {
        pub(crate) TITLE: Excerpt =
            key("title", Takes::Shown, "the heading in the table of contents; it may be left out");
        pub(crate) PAGES: Vec<Excerpt> = key("pages", Takes::Texts,
            "Markdown files below the book's folder, in reading order")
            .must("a list of pages");
    }
}

/// The keys of the table `[theme]`.
pub(crate) const THEME_KEYS: [Key; 9] = {
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
    [
        paper,
        ink,
        accent,
        light_cells,
        dark_cells,
        white,
        black,
        marks,
        DARK.untyped(),
    ]
};

/// The colours of the dark theme.
pub(crate) const DARK: Key<OneTable> = key(
    "dark",
    Takes::Table(Keys::Of(&HUES)),
    "a table of the same keys, for the dark theme",
);

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
    /// The address of the folder in which the book is published.
    pub url: Option<String>,
    /// The documents it is checked against.
    pub sources: Vec<SourceDecl>,
    /// What the sources leave open.
    pub questions: Vec<QuestionDecl>,
    /// The people who have read its sentences: the short name in `review.toml`, and the full name.
    pub readers: Vec<(At<String>, String)>,
    /// The variant that claims and diagrams refer to when they name none.
    pub variant: Option<At<String>>,
    /// Pages in reading order, by paths below the book's folder.
    pub chapters: Vec<ChapterDecl>,
    /// A font for the letters in pictures that the program's fonts lack, by its path below the
    /// book's folder.
    pub font: Option<At<String>>,
    /// The heading under which the page over all books lists the book.
    pub group: Option<String>,
    /// Its place among the books under that heading.
    pub order: Option<i64>,
    /// Whether raw HTML in pages reaches the reader's browser.
    pub raw_html: bool,
    /// The book's own colours, if it has any.
    pub theme: Option<Fields>,
    /// Its texts for readers, in the order of the file.
    pub shown: Vec<Excerpt>,
    /// The language in which the program speaks to its readers.
    pub words: &'static Language,
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
pub struct QuestionDecl {
    /// A part of the page of rules, or the id of a piece or a variant.
    pub of: At<String>,
    /// What the source leaves open and how the book takes it, in sentences.
    pub says: String,
    /// The claims and recorded moves that compute the readings.
    pub claims: Vec<At<String>>,
    /// Where the book discusses it.
    pub see: Option<At<String>>,
    /// Whether the source does not mention it.
    pub silent: bool,
}

/// Reads and checks `book.toml`.
pub fn book(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<BookDecl> {
    let fields = read(top::KEYS, sources, id, diagnostics)?;
    if !fields.has(top::CHAPTER) {
        let expected = "expected at least one table `[[chapter]]` with its `pages`";
        diagnostics.error(
            Code::WrongValue,
            "this book has no chapter",
            fields.span,
            expected,
        );
    }
    let chapter = |fields: &Fields| ChapterDecl {
        title: fields.string(chapter::TITLE),
        pages: fields
            .texts(chapter::PAGES)
            .iter()
            .map(Excerpt::placed_text)
            .collect(),
    };
    let source = |fields: &Fields| SourceDecl {
        title: fields.str(source::TITLE).to_string(),
        url: fields.string(source::URL),
    };
    let question = |fields: &Fields| {
        let (says, silent) = (
            fields.string(question::SAYS)?,
            fields.flag(question::SILENT),
        );
        Some(QuestionDecl {
            of: fields.word(question::OF)?,
            says,
            claims: fields
                .texts(question::CLAIMS)
                .iter()
                .map(Excerpt::placed_text)
                .collect(),
            see: fields.word(question::SEE),
            silent,
        })
    };
    let readers = fields.named(top::READERS).iter();
    let readers = readers.filter_map(|(sign, who)| match who {
        Value::Text(who) => Some((sign.clone(), who.text().to_string())),
        _ => None,
    });
    Some(BookDecl {
        file: Some(id),
        title: fields.str(top::TITLE).to_string(),
        subtitle: fields.string(top::SUBTITLE),
        language: fields
            .string(top::LANGUAGE)
            .unwrap_or_else(|| LANGUAGE.to_string()),
        id: fields.string(top::ID),
        author: fields.string(top::AUTHOR),
        licence: fields.string(top::LICENCE),
        date: fields.string(top::DATE),
        url: fields.string(top::URL),
        sources: fields.tables(top::SOURCE).iter().map(source).collect(),
        questions: fields
            .tables(top::QUESTION)
            .iter()
            .filter_map(question)
            .collect(),
        readers: readers.collect(),
        variant: fields.word(top::VARIANT),
        chapters: fields.tables(top::CHAPTER).iter().map(chapter).collect(),
        font: fields.word(top::FONT),
        group: fields.string(top::GROUP),
        order: fields.number(top::ORDER).map(|order| order.value),
        raw_html: fields.flag(top::RAW_HTML),
        theme: fields.table(top::THEME).cloned(),
        shown: fields.shown_texts().into_iter().cloned().collect(),
        words: Default::default(),
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

/// Whether a text is a day: `2016-12-29`.
pub(super) fn is_day(text: &str) -> bool {
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
