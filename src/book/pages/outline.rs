//! What `source.toml` declares about a source: its table of contents, its sections and its
//! figures, with their printed numbers and titles, and the numbers that its text refers to.
//! Nothing is looked up here.

use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, SourceId, Sources};
use padma_variant::form::{Fields, Key, Keys, TableList, Takes, key};
use padma_variant::table;
use padma_variant::toml::read;

table! {
    /// The keys of `source.toml`: the lines of the table of contents, the sections of the body in
    /// order, and the figures.
    pub mod top {
        pub(crate) CONTENTS: TableList = key("contents", Takes::Tables(Keys::Of(&LINE_KEYS)),
            "a line of the source's table of contents: `number` and `title`");
        pub(crate) SECTION: TableList = key("section", Takes::Tables(Keys::Of(&SECTION_KEYS)),
            "a section of its body: `number` and `title`; `refers`, the numbers that its text refers to; `page`, where the book retells it, a page or a page and a heading: `pawn.md#promotion`");
        pub(crate) FIGURE: TableList = key("figure", Takes::Tables(Keys::Of(&FIGURE_KEYS)),
            "a figure: `number`, `title`, and `section`, the number of the section it is in");
    }
}

/// The number of an entry.
pub(crate) const NUMBER: Key<Excerpt> =
    key("number", Takes::Text, "as it is printed").must("a string");
/// The title of an entry.
pub(crate) const TITLE: Key<Excerpt> =
    key("title", Takes::Text, "as it is printed").must("a string");
/// The numbers that a section's text refers to.
pub(crate) const REFERS: Key<Vec<Excerpt>> = key(
    "refers",
    Takes::Texts,
    "the numbers of sections and figures that its text refers to",
);
/// Where the book retells a section.
pub(crate) const PAGE: Key<Excerpt> = key(
    "page",
    Takes::Text,
    "where the book retells it, a page or a page and a heading: `pawn.md#promotion`",
);
/// The number of a figure's section.
pub(crate) const SECTION: Key<Excerpt> =
    key("section", Takes::Text, "the number of the section it is in").must("a string");

const LINE_KEYS: [Key; 2] = [NUMBER.untyped(), TITLE.untyped()];
const SECTION_KEYS: [Key; 4] = [
    NUMBER.untyped(),
    TITLE.untyped(),
    REFERS.untyped(),
    PAGE.untyped(),
];
const FIGURE_KEYS: [Key; 3] = [NUMBER.untyped(), TITLE.untyped(), SECTION.untyped()];

/// Reads and checks `source.toml`.
pub fn outline(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Fields> {
    read(top::KEYS, sources, id, diagnostics)
}
