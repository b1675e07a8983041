//! Reads the value that a claim's text states: a number, a share, cells, pieces.

use std::ops::Range;

use super::author::AuthorText;
use super::bounds::{bound, find_turning_word};
use super::cells::{cell_places, line_words};
use super::misread::MisreadText;
use super::numbers::NumberWord;
use super::position::position;
use padma_expr::{Bound, ExprType, ExprValue, Number, NumberId, Outline, sorted_unique};
use padma_rules::model::{Board, CellSet, Variant};
use padma_rules::movement::LeapKind;
use padma_text::{range_in, straight_quotes};

/// A value read from a text. For a number, also the decimals shown and the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatedValue {
    pub value: ExprValue,
    pub decimals: u32,
    pub bound: Bound,
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
    let exact = |value| {
        Ok(StatedValue {
            value,
            decimals: 0,
            bound: Bound::Exactly,
        })
    };
    match kind {
        ExprType::Number => number(text, kind, ExprValue::Number),
        ExprType::Share => number(text, kind, ExprValue::Share),
        ExprType::Cells => exact(ExprValue::Cells(Box::new(cells(text, &variant.board)?))),
        ExprType::Pieces => exact(ExprValue::Kinds(items(text, text.pieces(variant))?)),
        ExprType::Leaps => exact(ExprValue::Leaps(items(text, leap_words(text.text))?)),
        ExprType::Numbers => exact(ExprValue::Numbers(section_numbers(text, outline)?)),
        ExprType::Position => exact(ExprValue::Position(position(text, variant)?)),
        // Any words will do, but the text must not be empty.
        ExprType::Truth if text.text.trim().is_empty() => Err(MisreadText::Missing),
        ExprType::Truth => exact(ExprValue::Truth(true)),
        ExprType::Text => exact(ExprValue::Text(text.text.trim().to_string())),
    }
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
    let written = |number: &NumberWord| text.text[number.range.clone()].to_string();
    match candidates.len() {
        0 | 1 => candidates.pop().ok_or(MisreadText::Missing),
        _ => Err(MisreadText::Several(
            candidates.iter().map(written).collect(),
        )),
    }
}

fn cells(text: &AuthorText<'_>, board: &Board) -> Result<CellSet, MisreadText> {
    let lines = line_words(text, board);
    let named = if lines.is_empty() {
        cell_places(text, board)?
    } else {
        lines
    };
    let cells = named
        .into_iter()
        .flat_map(|(range, cells)| cells.into_iter().map(move |cell| (range.clone(), cell)));
    Ok(items(text, cells)?.into_iter().collect())
}

/// Returns the items that a text lists, sorted and without duplicates. A text may also say that it
/// lists nothing.
fn items<T: Ord>(
    text: &AuthorText<'_>,
    words: impl IntoIterator<Item = (Range<usize>, T)>,
) -> Result<Vec<T>, MisreadText> {
    let (places, values): (Vec<Range<usize>>, Vec<T>) = words.into_iter().unzip();
    let last = places.iter().map(|range| range.start).max();
    match last.and_then(|last| find_turning_word(text, last)) {
        Some(range) => return Err(MisreadText::Unclear(range)),
        None if values.is_empty() && !text.says_none() => return Err(MisreadText::Missing),
        None => {}
    }
    Ok(sorted_unique(values))
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

/// Returns the numbers of sections and figures that a text names, in the outline's order.
fn section_numbers(text: &AuthorText<'_>, outline: &Outline) -> Result<Vec<String>, MisreadText> {
    let words: Vec<_> = section_words(text.text, outline).collect();
    if let Some((range, _)) = words.iter().find(|(_, number)| number.is_none()) {
        return Err(MisreadText::NoNumber(range.clone()));
    }
    let ids = items(
        text,
        words
            .into_iter()
            .filter_map(|(range, number)| Some((range, number?))),
    )?;
    Ok(ids
        .into_iter()
        .map(|number| outline.name(number).to_string())
        .collect())
}

/// Returns the words that are numbers of sections and figures, with their byte ranges. Any other
/// word with a digit comes with `None`.
pub(crate) fn section_words<'a>(
    text: &'a str,
    outline: &'a Outline,
) -> impl Iterator<Item = (Range<usize>, Option<NumberId>)> + 'a {
    bare_words(text).filter_map(|(start, word)| {
        let number = outline.find(word);
        let looks_like_number = number.is_some() || word.contains(|c: char| c.is_ascii_digit());
        looks_like_number.then(|| (start..start + word.len(), number))
    })
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
