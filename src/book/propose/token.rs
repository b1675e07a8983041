//! A sentence as tokens: names of the variant, numbers, marks, and the parts that other words play.

use std::ops::Range;

use super::lexicon::Lexicon;
use super::role::Role;
use crate::claim::AuthorText;
use padma_rules::model::{Cell, KindId, Side, Variant};
use padma_words::Language;

/// A word or a mark of a sentence.
#[derive(Clone, Debug)]
pub(super) struct ProseToken {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it names.
    pub what: ProseTokenKind,
    /// The parts that it may play.
    pub roles: Vec<Role>,
    /// The word in lower case.
    pub word: String,
}

/// What a token names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProseTokenKind {
    /// A word that names nothing.
    Word,
    /// A piece, perhaps as an owner: "the Rook's file".
    Piece(KindId),
    /// A cell.
    Cell(Cell),
    /// A number, perhaps a percentage.
    Number { value: u64, is_percentage: bool },
    /// An ordinal.
    Ordinal(u64),
    /// The size of a board, by its number of cells.
    Size { cells: u64 },
    /// A mark.
    Mark(char),
}

impl ProseToken {
    pub(super) fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    pub(super) fn piece(&self) -> Option<KindId> {
        match self.what {
            ProseTokenKind::Piece(kind) => Some(kind),
            _ => None,
        }
    }

    pub(super) fn cell(&self) -> Option<Cell> {
        match self.what {
            ProseTokenKind::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<u64> {
        match self.what {
            ProseTokenKind::Number { value, .. } => Some(value),
            _ => None,
        }
    }

    pub(super) fn ordinal(&self) -> Option<u64> {
        match self.what {
            ProseTokenKind::Ordinal(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the verb that the word is.
    pub(super) fn verb(&self) -> Option<Role> {
        let is_word = self.what == ProseTokenKind::Word;
        VERBS.into_iter().find(|role| is_word && self.has(*role))
    }

    /// Returns the side that the word names.
    pub(super) fn side(&self) -> Option<Side> {
        let is_word = self.what == ProseTokenKind::Word;
        let named = |role: Role| is_word && self.has(role);
        match (named(Role::White), named(Role::Black)) {
            (true, _) => Some(Side::White),
            (_, true) => Some(Side::Black),
            _ => None,
        }
    }

    pub(super) fn is_mark(&self, marks: &str) -> bool {
        matches!(self.what, ProseTokenKind::Mark(mark) if marks.contains(mark))
    }

    /// Whether it ends a clause for certain.
    pub(super) fn ends_clause(&self) -> bool {
        self.is_mark(";:|.?!–—()")
    }

    /// Whether it may stand between the words of a phrase without changing it.
    pub(super) fn is_filler(&self) -> bool {
        self.what == ProseTokenKind::Word && self.has(Role::Filler)
    }
}

/// The verbs, by their parts.
const VERBS: [Role; 7] = [
    Role::Reach,
    Role::Attack,
    Role::Capture,
    Role::Promote,
    Role::Start,
    Role::Have,
    Role::Go,
];

/// Returns the tokens of a sentence.
pub(super) fn tokens(
    text: &str,
    language: &'static Language,
    variant: &Variant,
) -> Vec<ProseToken> {
    let read = AuthorText::new(text, language);
    let words = contracted(text, read.words_in(read.whole()));
    let lower: Vec<String> = words.iter().map(|(_, word)| word.clone()).collect();
    let pieces = read.pieces(variant);
    let numbers: Vec<_> = read.numbers().collect();
    let ordinals: Vec<_> = read.ordinals().collect();
    let sizes = read.sizes();
    let mut tokens: Vec<ProseToken> = Vec::new();
    let (mut at, mut end) = (0, 0);
    while let Some((range, _)) = words.get(at) {
        push_marks(text, end..range.start, &mut tokens);
        // "Five moves to travel": what is counted is a word of its own.
        let counts = tokens.last().is_some_and(|last| last.number().is_some());
        let next = || lower[at..].iter().map(String::as_str);
        let (roles, length) = match Lexicon::english().roles(next()) {
            (roles, _) if counts && roles.contains(&Role::Reach) => {
                Lexicon::english().roles(next().take(1))
            }
            known => known,
        };
        let piece = pieces.iter().find(|(piece, _)| piece.start == range.start);
        let number = numbers
            .iter()
            .find(|number| number.range.start == range.start && !number.is_size());
        let ordinal = ordinals
            .iter()
            .find(|ordinal| ordinal.range.start == range.start);
        let cell = variant.board.cell(&text[range.clone()]);
        let size = sizes.iter().find(|size| size.range.start == range.start);
        let what = match (piece, cell, number, ordinal) {
            _ if size.is_some() => ProseTokenKind::Size {
                cells: size.map_or(0, |size| size.numbers.iter().product()),
            },
            (None, None, ..) if length > 1 => ProseTokenKind::Word,
            (Some((_, kind)), ..) => ProseTokenKind::Piece(*kind),
            (_, Some(cell), ..) => ProseTokenKind::Cell(cell),
            (_, _, Some(number), _) => match number.number.as_count() {
                Some(count) => ProseTokenKind::Number {
                    value: count as u64,
                    is_percentage: number.percent,
                },
                None => ProseTokenKind::Word,
            },
            (.., Some(ordinal)) => ProseTokenKind::Ordinal(ordinal.number),
            _ => ProseTokenKind::Word,
        };
        let whole = match (what, piece, number) {
            (ProseTokenKind::Size { .. }, ..) => {
                size.map_or(range.clone(), |size| size.range.clone())
            }
            (ProseTokenKind::Piece(_), Some((piece, _)), _) => range.start..piece.end,
            (ProseTokenKind::Number { .. }, _, Some(number)) => number.whole.clone(),
            (ProseTokenKind::Word, ..) => range.start..words[at + length - 1].0.end,
            _ => range.clone(),
        };
        let next = words
            .partition_point(|(word, _)| word.start < whole.end)
            .max(at + 1);
        tokens.push(ProseToken {
            word: lower[at..next].join(" "),
            range: whole.clone(),
            what,
            // A piece called Guard guards nothing.
            roles: if piece.is_some() { Vec::new() } else { roles },
        });
        (at, end) = (next, whole.end);
    }
    push_marks(text, end.min(text.len())..text.len(), &mut tokens);
    tokens
}

/// Joins the parts of contracted words: "don’t", "that’s". An owner's word stays apart: "the Rook’s".
fn contracted(text: &str, words: &[(Range<usize>, String)]) -> Vec<(Range<usize>, String)> {
    const AFTER_ANY: [&str; 5] = ["t", "re", "ll", "ve", "d"];
    const BEFORE_IS: [&str; 8] = ["that", "it", "there", "what", "he", "she", "who", "here"];
    let mut joined: Vec<(Range<usize>, String)> = Vec::new();
    for (range, word) in words {
        let last = joined.last_mut().filter(|(last, before)| {
            let is_contracted = AFTER_ANY.contains(&word.as_str())
                || word == "s" && BEFORE_IS.contains(&before.as_str());
            is_contracted && matches!(&text[last.end..range.start], "'" | "’")
        });
        match last {
            Some((last, before)) => {
                last.end = range.end;
                *before = format!("{before}'{word}");
            }
            None => joined.push((range.clone(), word.replace('’', "'"))),
        }
    }
    joined
}

fn push_marks(text: &str, part: Range<usize>, tokens: &mut Vec<ProseToken>) {
    let start = part.start;
    for (at, mark) in text[part].char_indices() {
        if !mark.is_whitespace() {
            tokens.push(ProseToken {
                range: start + at..start + at + mark.len_utf8(),
                what: ProseTokenKind::Mark(mark),
                roles: Vec::new(),
                word: mark.to_string(),
            });
        }
    }
}
