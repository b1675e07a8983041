//! The texts that the program contains: templates of pages, styles and scripts. This crate does not know how they are used.
//!
//! ```
//! let (_, style) = padma_templates::COPIED[0];
//! assert!(style.contains("@media print"));
//! ```

macro_rules! texts {
    ($($name:literal)*) => { [$(($name, include_str!($name))),*] };
}

/// The templates that a book may replace, by name.
pub const REPLACEABLE: [(&str, &str); 35] = texts![
    "page.html" "front.html" "proof.html" "diagram.html" "beside.html" "game.html" "card.html" "facts.html"
    "combinations.html" "try.html" "article.html" "question.html" "rules-of-play.html" "piece-index.html" "atlas.html"
    "compare.html" "playground.html" "checks.html" "errata.html" "page.md" "front.md" "diagram.md" "game.md" "card.md" "facts.md"
    "combinations.md" "article.md" "question.md" "rules-of-play.md" "piece-index.md" "atlas.md" "compare.md" "playground.md" "checks.md"
    "errata.md"
];

/// The templates that a book cannot replace: those for the end of every page, for hands, for the pages over
/// all books, for the comparison of two states, for the further forms of a book, for mdBook's
/// chapters, and for the page that forges show first.
pub const FIXED: [(&str, &str); 18] = texts![
    "colophon.html" "hand.html" "claim-says.html" "finding.html" "finding.md" "catalogue.html" "catalogue-books.html" "catalogue-pieces.html" "catalogue-glossary.html" "diff.html"
    "single.html" "epub-page.html" "epub-cover.html" "epub-nav.html" "epub-package.xml"
    "mdbook-diagram.html" "mdbook-claim.html" "readme.md"
];

/// The files that are not templates and are copied to a site unchanged, by name. A book may
/// replace them.
pub const COPIED: [(&str, &str); 19] = texts![
    "style.css" "favicon.svg" "look.js" "folds.js" "proof.js" "search.js" "stem.js" "compare.js" "engine.js" "ask.js"
    "picture.js" "live.js" "game.js" "try-board.js" "think.js" "opponent.js" "try.js" "open-playground.js" "playground.js"
];

macro_rules! typefaces {
    ($($name:literal)*) => { [$(($name, include_bytes!(concat!("typefaces/", $name)))),*] };
}

/// The typefaces that the style sheet uses, with their licence.
pub const TYPEFACES: [(&str, &[u8]); 6] = typefaces![
    "libertinus-serif-400.woff2" "libertinus-serif-400-italic.woff2" "libertinus-serif-600.woff2"
    "inter-400.woff2" "inter-600.woff2" "LICENSE-OFL-1.1.txt"
];

/// What is put before a script that says anything, with its messages for `MESSAGES`.
pub const SAYING_SCRIPT: &str = include_str!("words.js");

/// The style sheet of an EPUB.
pub const EPUB_STYLE: &str = include_str!("epub.css");

/// The style sheet of a chapter of an mdBook.
pub const CHAPTER_STYLE: &str = include_str!("mdbook.css");

/// The layout of a printed book, for the typesetter.
pub const PRINTED_BOOK: &str = include_str!("pdf/book.typ");

/// The layout of a printed sheet of pieces, for the typesetter.
pub const PRINTED_CARD: &str = include_str!("pdf/card.typ");

/// The words of both, for the typesetter.
pub const PRINTED_WORDS: &str = include_str!("pdf/words.typ");

/// The script that keeps an open page up to date while its book is being written.
pub const SERVED_SCRIPT: &str = include_str!("serve/client.js");

/// The page shown in place of one that cannot be made.
pub const SERVED_NOTICE: &str = include_str!("serve/notice.html");
