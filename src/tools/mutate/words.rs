//! Replacements for a word: another cell, the next number, another piece, another word of its
//! sort.

use std::ops::Range;

use padma_rules::model::Variant;

/// Groups of words that can replace each other, whatever the variant.
const SORTS: [&[&str]; 9] = [
    &["white", "black"],
    &["near", "far"],
    &["mirror", "rotate"],
    &["reach", "moves", "captures", "attacks", "range"],
    &["captures", "gives check"],
    &["short", "long", "coordinates"],
    &["clockwise", "counterclockwise"],
    &["rank", "file"],
    &["1-0", "0-1"],
];

/// Maximum number of replacements tried for one word.
const MOST: usize = 12;

/// The words of a variant, grouped by sort.
pub(crate) struct Vocabulary<'v> {
    variant: &'v Variant,
    sorts: Vec<Vec<&'v str>>,
}

impl<'v> Vocabulary<'v> {
    /// Collects the words of which a variant's texts and its diagrams are made.
    pub(crate) fn new(variant: &'v Variant) -> Vocabulary<'v> {
        let board = &variant.board;
        let mut sorts: Vec<Vec<&str>> = vec![
            variant.kinds.iter().map(|kind| kind.id.as_str()).collect(),
            variant
                .kinds
                .iter()
                .map(|kind| kind.name.as_str())
                .collect(),
            variant
                .checkers
                .iter()
                .map(|checker| checker.id.as_str())
                .collect(),
            variant.sets.names().collect(),
            board.classes().collect(),
        ];
        sorts.extend(SORTS.iter().map(|sort| sort.to_vec()));
        Vocabulary { variant, sorts }
    }

    /// Returns the possible replacements of a word, the nearest first; none for an unknown word.
    pub(crate) fn others(&self, word: &str) -> Vec<String> {
        let board = &self.variant.board;
        if let Some(cell) = board.cell(word) {
            let near = board.contacts(cell).iter().map(|(near, _)| *near);
            let far = board.cells().filter(|other| *other != cell);
            return near
                .chain(far)
                .map(|cell| board.name(cell).to_string())
                .take(MOST)
                .collect();
        }
        if let Ok(number) = word.parse::<u32>() {
            let near = [number.checked_add(1), number.checked_sub(1)];
            return near
                .into_iter()
                .flatten()
                .map(|number| number.to_string())
                .collect();
        }
        let others = self.sorts.iter().filter_map(|sort| {
            let at = sort.iter().position(|known| *known == word)?;
            Some(sort[at + 1..].iter().chain(&sort[..at]))
        });
        others
            .flatten()
            .map(|other| other.to_string())
            .take(MOST)
            .collect()
    }

    /// Returns the pieces that a list does not name, in the variant's order.
    pub(crate) fn more_pieces(&self, listed: &[&str]) -> Vec<String> {
        let known = self.variant.kinds.iter().map(|kind| &kind.id);
        known
            .filter(|id| !listed.contains(&id.as_str()))
            .take(MOST)
            .cloned()
            .collect()
    }

    /// Returns each cell, number and piece in a sentence with its replacements.
    pub(crate) fn facts(&self, text: &str) -> Vec<(Range<usize>, Vec<String>)> {
        let is_fact = |word: &str| {
            let variant = self.variant;
            let is_piece = || {
                variant
                    .kinds
                    .iter()
                    .any(|kind| kind.name == word || kind.id == word)
            };
            word.parse::<u32>().is_ok() || variant.board.cell(word).is_some() || is_piece()
        };
        let mut found = self.changes(text);
        found.retain(|(range, others)| {
            is_fact(&text[range.clone()]) && others[..] != [String::new()]
        });
        found
    }

    /// Returns each known word of a text with its replacements; also leaves out each cell, or
    /// range of cells, that is beside others.
    pub(crate) fn changes(&self, text: &str) -> Vec<(Range<usize>, Vec<String>)> {
        let mut found = Vec::new();
        for chunk in split(text, |c| c.is_whitespace() || ",;=|&(){}[]\"".contains(c)) {
            let whole = self.others(&text[chunk.clone()]);
            if !whole.is_empty() {
                found.push((chunk.clone(), whole));
            } else {
                let parts = split(&text[chunk.clone()], |c| {
                    !(c.is_alphanumeric() || c == '\'')
                });
                let parts = parts
                    .into_iter()
                    .map(|part| chunk.start + part.start..chunk.start + part.end);
                let others = parts.map(|part| (part.clone(), self.others(&text[part])));
                found.extend(others.filter(|(_, others)| !others.is_empty()));
            }
            let is_cells = text[chunk.clone()]
                .split('-')
                .all(|word| self.variant.board.cell(word).is_some());
            if is_cells && chunk.len() < text.trim().len() {
                found.push((with_blank(text, chunk), vec![String::new()]));
            }
        }
        found
    }

    pub(crate) fn variant(&self) -> &'v Variant {
        self.variant
    }
}

/// Returns a text with a part of it replaced.
pub(super) fn with(text: &str, part: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..part.start], &text[part.end..])
}

/// Splits a text at the characters that divide it.
pub(super) fn split(text: &str, divides: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| !divides(*c)) {
        match runs.last_mut() {
            Some(last) if last.end == at => last.end += c.len_utf8(),
            _ => runs.push(at..at + c.len_utf8()),
        }
    }
    runs
}

/// Extends a word by the space before it, or else by the one after it.
fn with_blank(text: &str, word: Range<usize>) -> Range<usize> {
    if text[..word.start].ends_with(' ') {
        word.start - 1..word.end
    } else if text[word.end..].starts_with(' ') {
        word.start..word.end + 1
    } else {
        word
    }
}
