//! What `source.toml` declares about a source: its table of contents, its sections and its
//! figures, with their printed numbers and titles, and the numbers that its text refers to.
//! Nothing is looked up here.

use padma_text::diag::Diagnostics;
use padma_text::{SourceId, Sources};
use padma_variant::form::{Fields, Key, Keys, Takes, key};
use padma_variant::toml::read;

/// The keys of `source.toml`: the lines of the table of contents, the sections of the body in
/// order, and the figures.
pub const OUTLINE: [Key; 3] = [
    key(
        "contents",
        Takes::Tables(Keys::Of(&CONTENTS)),
        "a line of the source's table of contents: `number` and `title`",
    ),
    key(
        "section",
        Takes::Tables(Keys::Of(&SECTION)),
        "a section of its body: `number` and `title`; `refers`, the numbers that its text refers \
         to; `page`, where the book retells it, a page or a page and a heading: \
         `pawn.md#promotion`",
    ),
    key(
        "figure",
        Takes::Tables(Keys::Of(&FIGURE)),
        "a figure: `number`, `title`, and `section`, the number of the section it is in",
    ),
];

const NUMBER: Key = key("number", Takes::Text, "as it is printed").must("a string");
const TITLE: Key = key("title", Takes::Text, "as it is printed").must("a string");

/// The keys of a table `[[contents]]`.
pub(crate) const CONTENTS: [Key; 2] = [NUMBER, TITLE];

/// The keys of a table `[[section]]`.
pub(crate) const SECTION: [Key; 4] = [
    NUMBER,
    TITLE,
    key(
        "refers",
        Takes::Texts,
        "the numbers of sections and figures that its text refers to",
    ),
    key(
        "page",
        Takes::Text,
        "where the book retells it, a page or a page and a heading: `pawn.md#promotion`",
    ),
];

/// The keys of a table `[[figure]]`.
pub(crate) const FIGURE: [Key; 3] = [
    NUMBER,
    TITLE,
    key("section", Takes::Text, "the number of the section it is in").must("a string"),
];

/// Reads and checks `source.toml`.
pub fn outline(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Fields> {
    read(&OUTLINE, sources, id, diagnostics)
}
