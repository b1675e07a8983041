//! What a source prints about itself, as `source.toml` declares it: its table of contents, its sections and its figures,
//! with the numbers and titles they bear in print, and the numbers its text refers to. Nothing is looked up here.

use super::form::{Fields, Key, Keys, Takes, key};
use super::toml::read;
use crate::diag::Diagnostics;
use crate::text::{SourceId, Sources};

/// The keys of `source.toml`: the table of contents line by line, the sections of the body in its order, and the figures.
pub const OUTLINE: [Key; 3] = [
    key("contents", Takes::Tables(Keys::Of(&CONTENTS)), ""),
    key("section", Takes::Tables(Keys::Of(&SECTION)), ""),
    key("figure", Takes::Tables(Keys::Of(&FIGURE)), ""),
];

const NUMBER: Key = key("number", Takes::Text, "").must("a string");
const TITLE: Key = key("title", Takes::Text, "").must("a string");

/// The keys of a table `[[contents]]`.
pub(crate) const CONTENTS: [Key; 2] = [NUMBER, TITLE];

/// The keys of a table `[[section]]`.
pub(crate) const SECTION: [Key; 4] = [
    NUMBER,
    TITLE,
    // The numbers of sections and figures that its text sends the reader to.
    key("refers", Takes::Texts, ""),
    // Where the book retells it: a page, or a page and a heading's anchor.
    key("page", Takes::Text, ""),
];

/// The keys of a table `[[figure]]`.
pub(crate) const FIGURE: [Key; 3] = [NUMBER, TITLE, key("section", Takes::Text, "").must("a string")];

/// Reads `source.toml`.
pub fn outline(sources: &Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Fields> {
    read(&OUTLINE, sources, id, diagnostics)
}
