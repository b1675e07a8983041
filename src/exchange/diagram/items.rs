//! Finds the definitions in a text, and the items they are made of.
//!
//! ```text
//! files=12                                a setting
//! pawn:P:ifmnDfmWfceF:pawn:a3-l3          a piece
//! ```
//!
//! Items are written one to a line, or one after another where line breaks were lost.

use std::ops::Range;

use crate::source::SourceText;
use padma_text::{Excerpt, Span, range_in};

/// An item of a definition.
pub(crate) enum DefinitionItem {
    Setting {
        key: Excerpt,
        value: Excerpt,
    },
    Piece(Excerpt),
    /// Words that are neither a setting nor a piece.
    Stray(Excerpt),
}

impl DefinitionItem {
    pub(crate) fn span(&self) -> Span {
        match self {
            DefinitionItem::Setting { key, value } => key.whole().to(value.whole()),
            DefinitionItem::Piece(text) | DefinitionItem::Stray(text) => text.whole(),
        }
    }
}

/// The class that marks a diagram's definition in a page.
pub(super) const CLASS: &str = "idiagram";

/// Minimum number of colons in a piece: `name:ID:move:image:cells`.
const COLONS: usize = 4;

/// Returns the definitions of a text, each with its items: those that are marked, or else those
/// that stand out from the surrounding prose.
pub(crate) fn definitions(page: SourceText<'_>) -> Vec<Vec<DefinitionItem>> {
    let marked = marked_parts(page.text);
    if marked.is_empty() {
        return loose_definitions(page);
    }
    let items = |range| {
        lines(page, range)
            .flat_map(|line| items(page, line))
            .collect()
    };
    marked.into_iter().map(items).collect()
}

/// Whether a tag marks a definition.
pub(crate) fn is_marked(text: &str) -> bool {
    !marked_parts(text).is_empty()
}

/// Finds the contents of the tags with the class.
fn marked_parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        let Some(close) = text[open..].find('>').map(|close| open + close) else {
            break;
        };
        at = close + 1;
        let tag = &text[open + 1..close];
        let name: String = tag
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if name.is_empty() || !has_class(tag) {
            continue;
        }
        let end = text[at..]
            .find(&format!("</{name}"))
            .map_or(text.len(), |end| at + end);
        parts.push(at..end);
        at = end;
    }
    parts
}

fn has_class(tag: &str) -> bool {
    let Some((_, value)) = tag.split_once("class") else {
        return false;
    };
    let value = value.trim_start().trim_start_matches('=').trim_start();
    let quoted = value
        .strip_prefix(['"', '\''])
        .and_then(|value| value.split(['"', '\'']).next());
    let classes = quoted
        .or_else(|| value.split_whitespace().next())
        .unwrap_or_default();
    classes.split_whitespace().any(|class| class == CLASS)
}

/// Returns the runs of lines that consist of items and include a piece.
fn loose_definitions(page: SourceText<'_>) -> Vec<Vec<DefinitionItem>> {
    let (mut runs, mut run, mut gap) = (Vec::new(), Vec::new(), false);
    for line in lines(page, 0..page.text.len()) {
        if line.is_empty() {
            gap = true;
            continue;
        }
        let items = loose_items(page, line);
        // After an empty line, prose may begin that only looks like an item.
        let continues = !items.is_empty() && (!gap || items.iter().any(is_surely_item));
        if !continues {
            runs.push(std::mem::take(&mut run));
        }
        run.extend(items);
        gap = false;
    }
    runs.push(run);
    runs.retain(|run| {
        run.iter()
            .any(|item| matches!(item, DefinitionItem::Piece(_)))
    });
    runs
}

/// Returns the items of a line of a page, if the line begins with an item, has several, or has a
/// piece after a few words.
fn loose_items(page: SourceText<'_>, line: Range<usize>) -> Vec<DefinitionItem> {
    let words: Vec<Range<usize>> = words(page, line.clone()).collect();
    let known = |word: &Range<usize>| begins_item(page.slice(word));
    let (Some(first), Some(last)) = (words.iter().position(known), words.iter().rposition(known))
    else {
        return Vec::new();
    };
    match (first, first == last) {
        (0, true) => items(page, line),
        (_, true) if is_piece(page.slice(&words[first])) && first <= LONGEST_NAME => {
            items(page, line)
        }
        (_, true) => Vec::new(),
        (_, false) => items(page, words[first].start..words[last].end),
    }
}

/// Maximum number of words in a piece's name, not counting the last one.
const LONGEST_NAME: usize = 3;

fn is_surely_item(item: &DefinitionItem) -> bool {
    match item {
        DefinitionItem::Setting { key, .. } => super::settings::is_known(key.text()),
        DefinitionItem::Piece(_) => true,
        DefinitionItem::Stray(_) => false,
    }
}

/// Iterates over lines, without surrounding white space and without line-break tags at the end.
fn lines(page: SourceText<'_>, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    page.slice(&range).lines().map(move |line| {
        let mut text = line.trim();
        while let Some(shorter) = ["<br>", "<br/>", "<br />"]
            .iter()
            .find_map(|br| text.strip_suffix(br))
        {
            text = shorter.trim_end();
        }
        range_in(page.text, text)
    })
}

fn words(page: SourceText<'_>, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    page.slice(&range)
        .split_whitespace()
        .map(move |word| range_in(page.text, word))
}

fn begins_item(word: &str) -> bool {
    is_setting(word) || is_piece(word)
}

fn is_setting(word: &str) -> bool {
    word.split_once('=').is_some_and(|(key, _)| {
        key.starts_with(|c: char| c.is_ascii_alphabetic())
            && key.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

fn is_piece(word: &str) -> bool {
    word.matches(':').count() >= COLONS && !word.contains("://")
}

/// Returns the items of one line.
fn items(page: SourceText<'_>, line: Range<usize>) -> Vec<DefinitionItem> {
    let words: Vec<Range<usize>> = words(page, line.clone()).collect();
    let item_count = words
        .iter()
        .filter(|word| begins_item(page.slice(word)))
        .count();
    if item_count <= 1 && !words.is_empty() {
        // A line with a single item may contain spaces: in a name, a value or a list of cells.
        return vec![line_item(page, line)];
    }
    let mut items: Vec<DefinitionItem> = Vec::new();
    let mut stray: Option<Range<usize>> = None;
    for word in words {
        let text = page.slice(&word);
        if is_piece(text) {
            // The words before it belong to its name.
            let start = stray.take().map_or(word.start, |stray| stray.start);
            items.push(DefinitionItem::Piece(page.excerpt(start..word.end)));
        } else if is_setting(text) {
            items.extend(
                stray
                    .take()
                    .map(|stray| DefinitionItem::Stray(page.excerpt(stray))),
            );
            items.push(setting(page, word));
        } else {
            match items.last_mut() {
                Some(DefinitionItem::Piece(last))
                    if stray.is_none() && last.text().ends_with(',') =>
                {
                    *last = page.excerpt(last.whole().range().start..word.end);
                }
                _ => {
                    stray =
                        Some(stray.map_or(word.start, |stray: Range<usize>| stray.start)..word.end)
                }
            }
        }
    }
    items.extend(stray.map(|stray| DefinitionItem::Stray(page.excerpt(stray))));
    items
}

fn line_item(page: SourceText<'_>, line: Range<usize>) -> DefinitionItem {
    let text = page.slice(&line);
    if is_setting(text) {
        setting(page, line)
    } else if is_piece(text) {
        DefinitionItem::Piece(page.excerpt(line))
    } else {
        DefinitionItem::Stray(page.excerpt(line))
    }
}

fn setting(page: SourceText<'_>, range: Range<usize>) -> DefinitionItem {
    let text = page.excerpt(range);
    let whole = text.text();
    let (key, value) = whole
        .split_once('=')
        .unwrap_or((whole, &whole[whole.len()..]));
    DefinitionItem::Setting {
        key: text.cut(key),
        value: text.cut(value.trim_start()),
    }
}
