//! Reads the words and symbols around a number: they leave it as it is, make it a bound, or make
//! it unreadable.
//!
//! `at least 14` and `14 or more` state a bound. With `nearly`, `dozen` or `$` beside it, a number
//! is unclear. Knows nothing of boards.

use std::ops::Range;

use super::author::AuthorText;
use super::numbers::NumberWord;
use Bound::{AtLeast, AtMost, Exactly, LessThan, MoreThan, Not};
use padma_expr::Bound;
use padma_words::Sense;

/// What the words right before a number make of it. Without a bound, it is unclear.
const BEFORE: [(Option<Bound>, Sense); 6] = [
    (Some(AtLeast), Sense::BeforeAtLeast),
    (Some(AtMost), Sense::BeforeAtMost),
    (Some(MoreThan), Sense::BeforeMore),
    (Some(LessThan), Sense::BeforeLess),
    (Some(Not), Sense::BeforeNot),
    (None, Sense::BeforeUnclear),
];

/// What the words make of the number before them: right after it, or at the end of the text.
const AFTER: [(Bound, Sense); 2] = [(AtLeast, Sense::AfterAtLeast), (AtMost, Sense::AfterAtMost)];

/// Symbols right before a number. Longer symbols come before those that they end with.
const RELATIONS: [(&str, Bound); 9] = [
    ("<=", AtMost),
    ("≤", AtMost),
    (">=", AtLeast),
    ("≥", AtLeast),
    ("!=", Not),
    ("≠", Not),
    ("<", LessThan),
    (">", MoreThan),
    ("=", Exactly),
];

/// Returns the bound that a text puts on its number.
///
/// # Errors
///
/// The byte range of the words or symbol that make the number unclear.
pub(crate) fn bound(text: &AuthorText<'_>, number: &NumberWord) -> Result<Bound, Range<usize>> {
    let is_foreign = |word: &str| word.chars().any(|c| c.is_numeric() && !c.is_ascii_digit());
    // A number such as `½` or `²`, or a digit of another script.
    let mut words = text.words_in(text.whole()).iter();
    if let Some((fraction, _)) = words.find(|(_, word)| is_foreign(word)) {
        return Err(fraction.clone());
    }
    match (bound_before(text, number)?, bound_after(text, number)?) {
        (bound, None) => Ok(bound),
        (Exactly, Some((bound, _))) => Ok(bound),
        (_, Some((_, range))) => Err(range),
    }
}

fn bound_before(text: &AuthorText<'_>, number: &NumberWord) -> Result<Bound, Range<usize>> {
    let takes_article = text.has(Sense::TakesArticle, number.range.clone());
    let article = text.last(Sense::Article, 0..number.range.start);
    let article = article.filter(|_| number.is_word() && takes_article);
    let head = &text.text[..article.map_or(number.range.start, |article| article.start)];
    let trimmed = head.trim_end();
    let unless_unclear = |bound: Bound, end: usize| {
        let unclear = text.first(Sense::Unclear, 0..end);
        unclear.map_or(Ok(bound), Err)
    };
    let mut relations = RELATIONS.into_iter();
    let relation =
        relations.find_map(|(sign, bound)| Some((bound, trimmed.strip_suffix(sign)?.len())));
    if let Some((bound, start)) = relation {
        return unless_unclear(bound, start);
    }
    if let Some(c) = trimmed.chars().next_back().filter(|c| !c.is_alphanumeric()) {
        let is_adjacent = trimmed.len() == head.len();
        let is_dash = matches!(c, '-' | '−' | '‐' | '‑' | '–' | '—');
        let is_first = trimmed.len() == c.len_utf8();
        let is_separator = is_adjacent && matches!(c, '.' | ',');
        let is_harmless = match is_dash {
            true => !is_adjacent && !is_first,
            false => "+&".contains(c) || is_punctuation(c) && !is_separator,
        };
        if !is_harmless {
            return Err(trimmed.len() - c.len_utf8()..trimmed.len());
        }
    } else {
        let before = BEFORE
            .iter()
            .filter_map(|(bound, sense)| Some((text.last(*sense, 0..trimmed.len())?, *bound)));
        // A longer phrase takes precedence over a shorter one that it ends with.
        match before.min_by_key(|(range, _)| range.start) {
            Some((range, Some(bound))) => return unless_unclear(bound, range.start),
            Some((range, None)) => return Err(range.start..trimmed.len()),
            None => {}
        }
    }
    if let Some(negation) = text.language.grammar().joined_negation(head) {
        return Err(negation);
    }
    let is_filler = |word: &str| text.language.means(word, Sense::NearFiller);
    let mut near = text.words_in(0..head.len()).iter().rev();
    match near.find(|(_, word)| !is_filler(word)) {
        Some((range, word)) if text.language.means(word, Sense::NearUnclear) => Err(range.clone()),
        _ => unless_unclear(Exactly, head.len()),
    }
}

fn bound_after(
    text: &AuthorText<'_>,
    number: &NumberWord,
) -> Result<Option<(Bound, Range<usize>)>, Range<usize>> {
    let start = number.whole.end;
    let rest = start..text.text.len();
    let trimmed = text.text[start..].trim_start();
    let sign_at = text.text.len() - trimmed.len();
    if let Some(c) = trimmed.chars().next().filter(|c| !c.is_alphanumeric()) {
        let sign = sign_at..sign_at + c.len_utf8();
        let mut after = trimmed[c.len_utf8()..].chars();
        let is_last = after.next().is_none_or(|c| !c.is_alphanumeric());
        if c == '+' && sign_at == start && is_last {
            return Ok(Some((AtLeast, sign)));
        }
        let is_dash = matches!(c, '-' | '–' | '—' | '−');
        if !is_dash && !is_punctuation(c) {
            return Err(sign);
        }
    }
    let gap = |range: &Range<usize>| &text.text[start..range.start];
    let next = |sense: Sense, gaps: &[&str]| {
        let next = text.first(sense, rest.clone());
        next.filter(|range| gaps.contains(&gap(range).trim()))
    };
    let unclear = next(Sense::Multiplier, &["", "-"])
        .or_else(|| {
            let ending = text.first(Sense::NumberEnding, rest.clone());
            ending.filter(|range| gap(range) == "-")
        })
        .or_else(|| next(Sense::PercentPoint, &["", "-"]).filter(|_| number.percent))
        .or_else(|| text.first(Sense::Vague, rest.clone()));
    if let Some(range) = unclear {
        return Err(range);
    }
    let mut bounds = AFTER.into_iter();
    let bound = bounds.find_map(|(bound, sense)| Some((bound, text.first(sense, rest.clone())?)));
    let Some((bound, range)) = bound else {
        return Ok(None);
    };
    let ends_text = !text.text[range.end..].contains(char::is_alphanumeric);
    match ends_text || gap(&range).trim().is_empty() {
        true => Ok(Some((bound, range))),
        false => Err(range),
    }
}

/// Whether a character beside a number leaves its meaning unchanged.
fn is_punctuation(c: char) -> bool {
    ",;:.!?…()[]{}'\"`‘’‚‛“”„«»‹›\u{fffc}".contains(c)
}

/// Symbols that deny, in any language, what follows them, or leave it out.
const TURNING_SYMBOLS: [char; 8] = ['≠', '≢', '¬', '∉', '∌', '⊄', '⊈', '∖'];

/// Finds a contraction, word or symbol before byte `last` that reverses or changes the meaning of a list,
/// such as `not` or `except`.
pub(crate) fn find_turning_word(text: &AuthorText<'_>, last: usize) -> Option<Range<usize>> {
    let head = &text.text[..last];
    let symbol = || head.match_indices(TURNING_SYMBOLS).next();
    let negation = text.language.grammar().joined_negation(head);
    negation
        .or_else(|| text.first(Sense::Turning, 0..last))
        .or_else(|| symbol().map(|(at, symbol)| at..at + symbol.len()))
}
