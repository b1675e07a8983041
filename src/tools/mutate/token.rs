//! Tokens: the parts of a text whose meaning is known, and the table of what can replace each.

use std::ops::Range;

use padma_rules::model::{Cell, Variant};
use padma_text::range_in;

/// A part of a text, by its byte range, and what it means.
pub(crate) type TextToken<'v> = (Range<usize>, TokenMeaning<'v>);

/// What a token means, which decides what can replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenMeaning<'v> {
    Number(u32),
    Cell(Cell),
    /// A name or a word that any of these could replace.
    OneOf(Vec<&'v str>),
    Flag(bool),
    /// A text that is compared as a whole.
    Text,
    /// Something that can be left out.
    Optional,
    /// An empty place at which this text could be inserted.
    Absent(String),
    /// A verb of the movement language.
    EffectVerb,
    /// A letter of a string of Betza's notation.
    Letter,
}

/// Groups of words that can replace each other, whatever the variant.
const SORTS: [&[&str]; 7] = [
    &["white", "black"],
    &["near", "far"],
    &["reach", "moves", "captures", "attacks", "range"],
    &["captures", "gives check"],
    &["clockwise", "counterclockwise"],
    &["rank", "file"],
    &["1-0", "0-1"],
];

/// The verbs of the movement language, each with those that can replace it.
const VERBS: [(&str, &[&str]); 5] = [
    ("step", &["slide", "leap 2"]),
    ("slide", &["step", "ride 2"]),
    ("wander", &["slide", "step"]),
    ("leap", &["ride"]),
    ("ride", &["leap"]),
];

/// The letters of Betza's notation, each with those that are easily confused with it.
const LETTERS: &str = "f:bs b:fs l:r r:l s:vf v:sf m:c c:m p:g g:p q:z z:q ?:- -:? W:FDR F:WAB D:AWH A:DFG N:CZ C:NZ L:NZ \
                       Z:NC J:NC H:GD G:HA B:RF R:BW Q:RBK K:QWF X:Y Y:X";

/// Maximum number of replacements of one token.
pub(crate) const MAX_REPLACEMENTS: usize = 12;

/// The words of a variant.
#[derive(Clone)]
pub(crate) struct Vocabulary<'v> {
    pub variant: &'v Variant,
    /// The names and words of the variant, grouped by sort.
    sorts: Vec<Vec<&'v str>>,
}

impl<'v> Vocabulary<'v> {
    /// Collects the words that occur in a variant's texts and in its diagrams.
    pub(crate) fn new(variant: &'v Variant) -> Vocabulary<'v> {
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
            variant.board.classes().collect(),
        ];
        sorts.extend(SORTS.iter().map(|sort| sort.to_vec()));
        Vocabulary { variant, sorts }
    }

    /// Returns what can replace a token, the nearest first.
    pub(crate) fn others(&self, text: &str, meaning: &TokenMeaning<'_>) -> Vec<String> {
        let board = &self.variant.board;
        let owned = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        match meaning {
            TokenMeaning::Number(number) => [number.checked_add(1), number.checked_sub(1)]
                .into_iter()
                .flatten()
                .map(|number| number.to_string())
                .collect(),
            TokenMeaning::Cell(cell) => {
                let near = board.contacts(*cell).iter().map(|(near, _)| *near);
                let all = near.chain(board.cells().filter(|other| other != cell));
                let names = all.map(|cell| board.name(cell).to_string());
                names.take(MAX_REPLACEMENTS).collect()
            }
            TokenMeaning::OneOf(others) => owned(others),
            TokenMeaning::Flag(value) => vec![(!value).to_string()],
            TokenMeaning::Text => vec![format!("{text}x")],
            TokenMeaning::Optional => vec![String::new()],
            TokenMeaning::Absent(text) => vec![text.clone()],
            TokenMeaning::EffectVerb => {
                let row = VERBS.iter().find(|(verb, _)| *verb == text);
                row.map(|(_, others)| owned(others)).unwrap_or_default()
            }
            TokenMeaning::Letter => {
                let mut rows = LETTERS.split(' ');
                let row = rows.find_map(|row| row.strip_prefix(text)?.strip_prefix(':'));
                row.unwrap_or_default().chars().map(String::from).collect()
            }
        }
    }

    /// Returns the meaning of a word; `None` for an unknown word.
    pub(crate) fn meaning(&self, word: &str) -> Option<TokenMeaning<'v>> {
        if let Some(cell) = self.variant.board.cell(word) {
            return Some(TokenMeaning::Cell(cell));
        }
        if let Ok(number) = word.parse() {
            return Some(TokenMeaning::Number(number));
        }
        let others = self.sorts.iter().filter_map(|sort| {
            let at = sort.iter().position(|known| *known == word)?;
            Some(sort[at + 1..].iter().chain(&sort[..at]))
        });
        let others: Vec<&str> = others.flatten().copied().take(MAX_REPLACEMENTS).collect();
        (!others.is_empty()).then_some(TokenMeaning::OneOf(others))
    }

    /// Returns the first pieces that a list does not name, in the variant's order.
    pub(crate) fn unlisted_pieces(&self, listed: &[&str]) -> Vec<&'v str> {
        unlisted(
            self.variant.kinds.iter().map(|kind| kind.id.as_str()),
            listed,
        )
    }

    /// Returns the cells, numbers and pieces of a sentence.
    pub(crate) fn facts(&self, text: &str) -> Vec<TextToken<'v>> {
        let mut facts = self.tokens(text);
        facts.retain(|(range, meaning)| {
            let word = &text[range.clone()];
            let is_piece = || {
                let mut kinds = self.variant.kinds.iter();
                kinds.any(|kind| kind.name == word || kind.id == word)
            };
            match meaning {
                TokenMeaning::Number(_) | TokenMeaning::Cell(_) => true,
                TokenMeaning::OneOf(_) => is_piece(),
                _ => false,
            }
        });
        facts
    }

    /// Returns the known words of a text. Each cell or range of cells also yields a second token,
    /// which can be left out, unless it is the whole text.
    pub(crate) fn tokens(&self, text: &str) -> Vec<TextToken<'v>> {
        let mut tokens = Vec::new();
        for chunk in split(text, |c| c.is_whitespace() || ",;=|&(){}[]\"".contains(c)) {
            let parts = match self.meaning(&text[chunk.clone()]) {
                Some(_) => vec![chunk.clone()],
                None => split(&text[chunk.clone()], |c| {
                    !(c.is_alphanumeric() || c == '\'')
                })
                .into_iter()
                .map(|part| chunk.start + part.start..chunk.start + part.end)
                .collect(),
            };
            let known = |part: Range<usize>| Some((part.clone(), self.meaning(&text[part])?));
            tokens.extend(parts.into_iter().filter_map(known));
            let mut ends = text[chunk.clone()].split('-');
            let is_cells = ends.all(|word| self.variant.board.cell(word).is_some());
            if is_cells && chunk.len() < text.trim().len() {
                tokens.push((with_blank(text, chunk), TokenMeaning::Optional));
            }
        }
        tokens
    }
}

/// Returns the first of some names that a list does not contain.
pub(crate) fn unlisted<'n>(names: impl Iterator<Item = &'n str>, listed: &[&str]) -> Vec<&'n str> {
    let others = names.filter(|name| !listed.contains(name));
    others.take(MAX_REPLACEMENTS).collect()
}

/// Returns a text with a part of it replaced.
pub(crate) fn replace_range(text: &str, part: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..part.start], &text[part.end..])
}

/// Splits a text at the characters for which `divides` is true. Returns the byte ranges between.
pub(crate) fn split(text: &str, divides: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let runs = text.split(divides).filter(|run| !run.is_empty());
    runs.map(|run| range_in(text, run)).collect()
}

/// Extends a word by the space before it, or else by the space after it.
fn with_blank(text: &str, word: Range<usize>) -> Range<usize> {
    if text[..word.start].ends_with(' ') {
        word.start - 1..word.end
    } else if text[word.end..].starts_with(' ') {
        word.start..word.end + 1
    } else {
        word
    }
}
