//! Reads the text of a claim in a language whose words are in no table: only the bare value counts,
//! and whether any other word changes it is left to a reader.
//!
//! ```text
//! "более 9"    a number, and a word that is not read
//! "≥ 9 (a1)"   a number, its bound and a cell
//! ```

use std::borrow::Cow;
use std::ops::Range;

use super::author::{AuthorText, are_apart};
use padma_expr::{ExprType, Scope};
use padma_rules::model::{Board, Side};

/// Returns a text with spaces in place of the words that are neither values nor names, and the
/// first of these. Each byte keeps its place.
pub(super) fn bare_text<'t>(
    text: &AuthorText<'t>,
    kind: ExprType,
    scope: Scope<'_>,
) -> (Cow<'t, str>, Option<Range<usize>>) {
    let variant = &scope.rules.variant;
    if kind == ExprType::Text {
        return (Cow::Borrowed(text.text), None);
    }
    let kinds = text.pieces(variant);
    let numbers: Vec<_> = text.numbers().filter(|number| !number.is_word()).collect();
    let is_name = |range: &Range<usize>| {
        let named = kinds.iter().find(|(named, _)| !are_apart(named, range));
        let phrase = |named: &Range<usize>| phrase(&text.text[named.clone()]);
        named.map(|(named, _)| variant.kind_called(&phrase(named)).is_some())
    };
    let is_value = |range: &Range<usize>, word: &str| {
        variant.board.cell(word).is_some()
            // A cell that the board lacks is reported as an error.
            || Board::is_name_shaped(word)
            || numbers.iter().any(|number| !are_apart(&number.range, range))
            || kind == ExprType::Numbers && scope.outline.find(word).is_some()
            || kind == ExprType::Position && Side::from_name(&word.to_lowercase()).is_some()
    };
    let (mut bare, mut unread) = (text.text.to_string(), None);
    for (range, _) in text.words_in(text.whole()) {
        let word = &text.text[range.clone()];
        let name = is_name(range);
        if name == Some(true) || is_value(range, word) {
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
