//! Reads the text of a claim in a language whose words are in no table: only the bare value counts,
//! and whether any other word changes it is left to a reader.
//!
//! ```text
//! "более 9"    a number, and a word that is not read
//! "≥ 9 (a1)"   a number, its bound and a cell
//! ```

use std::borrow::Cow;
use std::ops::Range;

use super::words::numbers;
use padma_expr::{ExprType, Scope, named_kinds, words};
use padma_rules::model::{Board, Side};

/// The languages whose words are read, by the first part of a tag.
const READ: [&str; 1] = ["en"];

/// Whether the words of the language with this tag are read. A book that names none is in English.
pub(crate) fn reads_words(tag: &str) -> bool {
    let language = tag.split('-').next().unwrap_or(tag);
    language.is_empty() || READ.iter().any(|read| read.eq_ignore_ascii_case(language))
}

/// Returns a text with spaces in place of the words that are neither values nor names, and the
/// first of these. Each byte keeps its place.
pub(super) fn bare_text<'t>(
    text: &'t str,
    kind: ExprType,
    scope: Scope<'_>,
) -> (Cow<'t, str>, Option<Range<usize>>) {
    let variant = &scope.rules.variant;
    if kind == ExprType::Text {
        return (Cow::Borrowed(text), None);
    }
    let apart = |range: &Range<usize>, other: &Range<usize>| {
        other.end <= range.start || range.end <= other.start
    };
    let kinds = named_kinds(text, variant);
    let is_name = |range: &Range<usize>| {
        let named = kinds.iter().find(|(named, _)| !apart(named, range));
        named.map(|(named, _)| variant.kind_called(&phrase(&text[named.clone()])).is_some())
    };
    let is_value = |word: &str| {
        variant.board.cell(word).is_some()
            // A cell that the board lacks is reported as an error.
            || Board::is_name_shaped(word)
            || numbers(word).any(|number| !number.spelt)
            || kind == ExprType::Numbers && scope.outline.find(word).is_some()
            || kind == ExprType::Position && Side::from_name(&word.to_lowercase()).is_some()
    };
    let (mut bare, mut unread) = (text.to_string(), None);
    for range in words(text) {
        let word = &text[range.clone()];
        let name = is_name(&range);
        if name == Some(true) || is_value(word) {
            continue;
        }
        unread.get_or_insert(range.clone());
        // A word such as `14-я` or the plural of a name still holds a value.
        if name.is_none() && !word.bytes().any(|byte| byte.is_ascii_digit()) {
            bare.replace_range(range.clone(), &" ".repeat(range.len()));
        }
    }
    (Cow::Owned(bare), unread)
}

/// Returns a name as names are looked up: in lower case, its words joined by hyphens.
fn phrase(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_read_if_it_has_a_table() {
        for (tag, is_read) in [
            ("", true),
            ("en", true),
            ("en-GB", true),
            ("EN", true),
            ("enm", false),
            ("de", false),
            ("zh-Hant", false),
        ] {
            assert_eq!(reads_words(tag), is_read, "{tag}");
        }
    }
}
