//! Reads the value that a claim's text states: a number, a share, cells, pieces.

use std::ops::Range;

use super::author::AuthorText;
use super::bounds::{bound, find_turning_word};
use super::cells::{cell_places, line_words};
use super::misread::MisreadText;
use super::numbers::NumberWord;
use super::position::position;
use super::words::{Understood, WordKind};
use padma_expr::{Bound, ExprType, ExprValue, Number, NumberId, Outline, sorted_unique};
use padma_rules::model::{Board, Cell, CellSet, Variant};
use padma_rules::movement::LeapKind;
use padma_text::{range_in, straight_quotes};

/// A value read from a text. For a number, also the decimals shown and the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatedValue {
    pub value: ExprValue,
    pub decimals: u32,
    pub bound: Bound,
    /// The words that it is read from; for a truth, those that are understood.
    pub words: Vec<Understood>,
    /// The first word beside the value that is in no table of the text's language.
    pub unread: Option<Range<usize>>,
}

/// Reads a value of the type that the claim's expression has.
///
/// # Errors
///
/// The reason why the text does not state one value of this type.
pub(crate) fn read_value(
    text: &AuthorText<'_>,
    kind: ExprType,
    variant: &Variant,
    outline: &Outline,
) -> Result<StatedValue, MisreadText> {
    let (value, words) = match kind {
        ExprType::Number => return number(text, kind, ExprValue::Number),
        ExprType::Share => return number(text, kind, ExprValue::Share),
        ExprType::Cells => {
            let (cells, words) = items(text, WordKind::Cell, cells(text, &variant.board)?)?;
            (ExprValue::Cells(Box::new(CellSet::from_iter(cells))), words)
        }
        ExprType::Pieces => {
            let (kinds, words) = items(text, WordKind::Piece, text.pieces(variant))?;
            (ExprValue::Kinds(kinds), words)
        }
        ExprType::Leaps => {
            let (leaps, words) = items(text, WordKind::Leap, leap_words(text.text))?;
            (ExprValue::Leaps(leaps), words)
        }
        ExprType::Numbers => {
            let (ids, words) = items(
                text,
                WordKind::Section,
                section_numbers(text.text, outline)?,
            )?;
            let names = ids.into_iter().map(|id| outline.name(id).to_string());
            (ExprValue::Numbers(names.collect()), words)
        }
        ExprType::Position => {
            let (parts, words) = position(text, variant)?;
            (ExprValue::Position(parts), words)
        }
        // Any words will do, but the text must not be empty.
        ExprType::Truth if text.text.trim().is_empty() => return Err(MisreadText::Missing),
        ExprType::Truth => (ExprValue::Truth(true), Vec::new()),
        ExprType::Text => (
            ExprValue::Text(text.text.trim().to_string()),
            vec![Understood::of_value(WordKind::Text, text.whole())],
        ),
    };
    Ok(StatedValue {
        value,
        decimals: 0,
        bound: Bound::Exactly,
        words,
        unread: None,
    })
}

fn number(
    text: &AuthorText<'_>,
    kind: ExprType,
    value: fn(Number) -> ExprValue,
) -> Result<StatedValue, MisreadText> {
    let number_word = single_number(text, kind)?;
    let bound = bound(text, &number_word).map_err(MisreadText::Unclear)?;
    Ok(StatedValue {
        value: value(number_word.number),
        decimals: number_word.decimals,
        bound,
        words: vec![Understood::of_value(WordKind::Number, number_word.whole)],
        unread: None,
    })
}

/// Reads the one number, or the one percentage, that a text states.
///
/// # Errors
///
/// If there is no such number, or more than one.
pub(crate) fn single_number(
    text: &AuthorText<'_>,
    kind: ExprType,
) -> Result<NumberWord, MisreadText> {
    let is_share = kind == ExprType::Share;
    let candidates = text.numbers().filter(|number| number.percent == is_share);
    let mut candidates: Vec<NumberWord> = candidates.collect();
    if candidates.is_empty() && !is_share {
        candidates = text.number_phrases();
    }
    let written = |number: &NumberWord| text.text[number.range.clone()].to_string();
    match candidates.len() {
        0 | 1 => candidates.pop().ok_or(MisreadText::Missing),
        _ => Err(MisreadText::Several(
            candidates.iter().map(written).collect(),
        )),
    }
}

fn cells(text: &AuthorText<'_>, board: &Board) -> Result<Vec<(Range<usize>, Cell)>, MisreadText> {
    let lines = line_words(text, board);
    let named = match lines.is_empty() {
        true => cell_places(text, board)?,
        false => lines,
    };
    let cells = named.into_iter();
    let cells =
        cells.flat_map(|(range, cells)| cells.into_iter().map(move |cell| (range.clone(), cell)));
    Ok(cells.collect())
}

/// Returns the items that a text lists, sorted and without duplicates, and their words. A text may also
/// say that it lists nothing.
fn items<T: Ord>(
    text: &AuthorText<'_>,
    kind: WordKind,
    words: impl IntoIterator<Item = (Range<usize>, T)>,
) -> Result<(Vec<T>, Vec<Understood>), MisreadText> {
    let (mut places, values): (Vec<Range<usize>>, Vec<T>) = words.into_iter().unzip();
    let last = places.iter().map(|range| range.start).max();
    match last.and_then(|last| find_turning_word(text, last)) {
        Some(range) => return Err(MisreadText::Unclear(range)),
        None if values.is_empty() && !text.says_none() => return Err(MisreadText::Missing),
        None => {}
    }
    places.dedup();
    let words = places
        .into_iter()
        .map(|range| Understood::of_value(kind, range));
    Ok((sorted_unique(values), words.collect()))
}

/// Finds the leaps that a text names by their coordinates: `(1,2)`.
pub(crate) fn leap_words(text: &str) -> impl Iterator<Item = (Range<usize>, LeapKind)> {
    text.match_indices('(').filter_map(|(start, _)| {
        let inside = text[start + 1..].split_once(')')?.0;
        let (a, b) = inside.split_once(',')?;
        let coordinate = |text: &str| {
            let digits = text.trim();
            digits
                .bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| digits.parse().ok())
                .flatten()
        };
        Some((
            start..start + inside.len() + 2,
            LeapKind::new(coordinate(a)?, coordinate(b)?),
        ))
    })
}

/// Whether a text contains a value that is a number or a text. Always true for other values.
pub(crate) fn is_named(value: &ExprValue, text: &str) -> bool {
    match value {
        ExprValue::Number(number) | ExprValue::Share(number) => {
            let text = AuthorText::in_english(text);
            text.numbers().any(|word| word.number == *number)
        }
        ExprValue::Text(phrase) => {
            contains_phrase(&straight_quotes(phrase), &straight_quotes(text))
        }
        _ => true,
    }
}

/// Finds the first printed word with a digit that neither the rules' value nor the proof contains.
pub(crate) fn unexplained_word<'a>(printed: &'a str, given: &str, proof: &str) -> Option<&'a str> {
    let mut words = bare_words(printed).map(|(_, word)| word);
    words.find(|word| {
        word.contains(|c: char| c.is_ascii_digit())
            && !has_word(given, word)
            && !has_word(proof, word)
    })
}

/// Whether one of the bare words of a text is this word.
fn has_word(text: &str, word: &str) -> bool {
    bare_words(text).any(|(_, other)| other == word)
}

/// Whether a text contains a phrase as whole words.
fn contains_phrase(phrase: &str, text: &str) -> bool {
    let is_boundary = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase).any(|(at, _)| {
        is_boundary(text[..at].chars().next_back())
            && is_boundary(text[at + phrase.len()..].chars().next())
    })
}

/// Returns the words that are numbers of sections and figures. Any other word with a digit is an error.
fn section_numbers(
    text: &str,
    outline: &Outline,
) -> Result<Vec<(Range<usize>, NumberId)>, MisreadText> {
    let numbers = bare_words(text).filter_map(|(start, word)| {
        let range = start..start + word.len();
        match outline.find(word) {
            Some(number) => Some(Ok((range, number))),
            None if word.contains(|c: char| c.is_ascii_digit()) => {
                Some(Err(MisreadText::NoNumber(range)))
            }
            None => None,
        }
    });
    numbers.collect()
}

/// Splits a text at white space, brackets, commas and the like, and drops final punctuation.
/// Returns each word with its start.
fn bare_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '“' | '”'));
    words.map(|word| {
        (
            range_in(text, word).start,
            word.trim_end_matches(['.', ':', '?', '!']),
        )
    })
}
