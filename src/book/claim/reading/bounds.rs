//! Reads the words and symbols around a number: they leave it as it is, make it a bound, or make
//! it unreadable.
//!
//! `at least 14` and `14 or more` state a bound. With `nearly`, `dozen` or `$` beside it, a number
//! is unclear. Knows nothing of boards.

use std::ops::Range;

use super::words::{NumberWord, last_word};
use Bound::{AtLeast, AtMost, Exactly, LessThan, MoreThan, Not};
use padma_expr::{Bound, words};

/// Phrases right before a number. A phrase comes before any shorter phrase that it ends with. A
/// phrase without a bound makes the number unclear.
const BEFORE: [(Option<Bound>, &str); 6] = [
    (
        Some(AtLeast),
        "no fewer than|no less than|not fewer than|not less than|not under|not below|at least",
    ),
    (
        Some(AtMost),
        "no more than|not more than|not over|not above|at most|up to",
    ),
    (
        Some(MoreThan),
        "more than|greater than|larger than|over|above",
    ),
    (
        Some(LessThan),
        "fewer than|less than|smaller than|under|below",
    ),
    (Some(Not), "other than|not"),
    (None, "many as|few as|some"),
];

/// Words that make a number unclear anywhere before it, unless they are part of a bound.
const ANYWHERE: &str = "not|no|never|nor|neither|none|without|except|cannot|than|fewer|less|least|most|up|nearly|almost|\
                        about|around|roughly|approximately|approx|circa|ca|barely|hardly|scarcely|half|twice|thrice";

/// Words that make a number unclear if only `FILLERS` come between.
const NEAR: &str = "over|above|under|below|double|triple";
/// Words that may come between a word of `NEAR` and its number.
const FILLERS: &str = "the|a|an|all|these|those|its|their|only|just|exactly|even|quite|of";

/// Phrases that bound the number before them: right after it, or at the end of the text.
const BEHIND: [(Bound, &str); 2] = [
    (
        AtLeast,
        "or more|and more|or greater|or above|and above|or over|and up|at least",
    ),
    (
        AtMost,
        "or fewer|or less|or under|or below|and below|at most",
    ),
];

/// Phrases right after a number that turn it into another number.
const MULTIPLIERS: &str = "dozen|dozens|score|scores|gross|hundreds|thousands|million|millions|billion|billions|trillion|\
                           per mille|per mil|per thousand|per million|percentage|and a half|and a quarter|and a third|\
                           and half|squared|cubed";
/// Words that make a number unclear right after it and a hyphen: `14-ish`.
const BEHIND_A_HYPHEN: &str = "ish|odd|some|plus|fold";

/// Phrases that make a number unclear anywhere after it.
const VAGUE: &str = "or so|or thereabouts|or about";

/// Words that reverse or change the meaning of a list, anywhere before one of its items.
const TURNING: &str = "not|no|none|never|nor|neither|nothing|nowhere|without|except|excepting|excluding|but|than|\
                       instead|outside|between|minus|cannot";

/// Symbols right before a number. Longer symbols come before their own prefixes.
const RELATIONS: [(Bound, &str); 6] = [
    (AtMost, "<=|≤"),
    (AtLeast, ">=|≥"),
    (Not, "!=|≠"),
    (LessThan, "<"),
    (MoreThan, ">"),
    (Exactly, "="),
];

/// Returns every phrase of the rows with the bound of its row.
fn rows<T: Copy, const N: usize>(
    rows: [(T, &'static str); N],
) -> impl Iterator<Item = (T, &'static str)> {
    rows.into_iter()
        .flat_map(|(bound, phrases)| phrases.split('|').map(move |phrase| (bound, phrase)))
}

/// Returns the bound that a text puts on its number.
///
/// # Errors
///
/// The byte range of the words or symbol that make the number unclear.
pub(crate) fn bound(text: &str, number: &NumberWord) -> Result<Bound, Range<usize>> {
    if let Some(fraction) =
        words(text).find(|range| text[range.clone()].chars().any(is_foreign_number))
    {
        return Err(fraction);
    }
    let before = bound_before(text, number)?;
    match (before, bound_after(text, number)?) {
        (bound, None) => Ok(bound),
        (Exactly, Some((bound, _))) => Ok(bound),
        (_, Some((_, range))) => Err(range),
    }
}

/// Whether a character is a number such as `½` or `²`, or a digit of another script.
fn is_foreign_number(c: char) -> bool {
    c.is_numeric() && !c.is_ascii_digit()
}

fn bound_before(text: &str, number: &NumberWord) -> Result<Bound, Range<usize>> {
    let head = &text[..number.range.start];
    if head.trim_end().is_empty() {
        return Ok(Exactly);
    }
    let mut lower_words = LowerCaseWords::new(text, 0..head.len());
    if number.spelt
        && lower_words.ends_with("a").is_some()
        && takes_article(&text[number.range.clone()])
    {
        lower_words.words.pop();
    }
    let trimmed = head.trim_end();
    if let Some((bound, sign)) = rows(RELATIONS).find(|(_, sign)| trimmed.ends_with(sign)) {
        let unclear = LowerCaseWords::new(text, 0..trimmed.len() - sign.len()).first_of(ANYWHERE);
        return unclear.map_or(Ok(bound), Err);
    }
    if let Some(c) = trimmed.chars().next_back().filter(|c| !c.is_alphanumeric()) {
        let is_adjacent = trimmed.len() == head.len();
        let is_dash = matches!(c, '-' | '−' | '‐' | '‑' | '–' | '—');
        let is_first = trimmed.len() == c.len_utf8();
        let is_separator = is_adjacent && matches!(c, '.' | ',');
        let is_harmless = if is_dash {
            !is_adjacent && !is_first
        } else {
            "+&".contains(c) || is_punctuation(c) && !is_separator
        };
        if !is_harmless {
            return Err(trimmed.len() - c.len_utf8()..trimmed.len());
        }
    } else if let Some((bound, place)) =
        rows(BEFORE).find_map(|(bound, phrase)| Some((bound, lower_words.ends_with(phrase)?)))
    {
        let Some(bound) = bound else {
            return Err(lower_words.words[place].0.start..trimmed.len());
        };
        lower_words.words.truncate(place);
        return lower_words.first_of(ANYWHERE).map_or(Ok(bound), Err);
    }
    if let Some(contraction) = contraction(head) {
        return Err(contraction);
    }
    let near = lower_words
        .words
        .iter()
        .rev()
        .find(|(_, word)| !is_listed(FILLERS, word));
    let near = near
        .filter(|(_, word)| is_listed(NEAR, word))
        .map(|(range, _)| range.clone());
    near.or_else(|| lower_words.first_of(ANYWHERE))
        .map_or(Ok(Exactly), Err)
}

fn bound_after(
    text: &str,
    number: &NumberWord,
) -> Result<Option<(Bound, Range<usize>)>, Range<usize>> {
    let start = number.whole.end;
    let trimmed = text[start..].trim_start();
    let sign_at = text.len() - trimmed.len();
    if let Some(c) = trimmed.chars().next().filter(|c| !c.is_alphanumeric()) {
        let sign = sign_at..sign_at + c.len_utf8();
        let is_adjacent = sign_at == start;
        let is_last = trimmed[c.len_utf8()..]
            .chars()
            .next()
            .is_none_or(|c| !c.is_alphanumeric());
        if c == '+' && is_adjacent && is_last {
            return Ok(Some((AtLeast, sign)));
        }
        let is_dash = matches!(c, '-' | '–' | '—' | '−');
        if !is_dash && !is_punctuation(c) {
            return Err(sign);
        }
    }
    let lower_words = LowerCaseWords::new(text, start..text.len());
    if lower_words.words.is_empty() {
        return Ok(None);
    }
    let gap = |range: &Range<usize>| &text[start..range.start];
    let adjacent = |phrase: &str| {
        lower_words
            .phrase_at(0, phrase)
            .filter(|range| matches!(gap(range).trim(), "" | "-"))
    };
    let hyphenated = |word: &str| {
        lower_words
            .phrase_at(0, word)
            .filter(|range| gap(range) == "-")
    };
    let multiplier = MULTIPLIERS.split('|').find_map(adjacent);
    let multiplier = multiplier.or_else(|| BEHIND_A_HYPHEN.split('|').find_map(hyphenated));
    let points = adjacent("points").filter(|_| number.percent);
    let vague = || VAGUE.split('|').find_map(|vague| lower_words.find(vague));
    if let Some(range) = multiplier.or(points).or_else(vague) {
        return Err(range);
    }
    let bounding =
        rows(BEHIND).find_map(|(bound, phrase)| Some((bound, lower_words.find(phrase)?)));
    let Some((bound, range)) = bounding else {
        return Ok(None);
    };
    let ends_text = !text[range.end..].contains(char::is_alphanumeric);
    if ends_text || gap(&range).trim().is_empty() {
        Ok(Some((bound, range)))
    } else {
        Err(range)
    }
}

/// Whether a number word may have an article before it: `a hundred`.
fn takes_article(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "hundred" | "thousand")
}

/// Whether a character beside a number leaves its meaning unchanged.
fn is_punctuation(c: char) -> bool {
    ",;:.!?…()[]{}'\"`‘’‚‛“”„«»‹›\u{fffc}".contains(c)
}

/// Whether a word is in a list separated by `|`.
fn is_listed(list: &str, word: &str) -> bool {
    list.split('|').any(|other| other == word)
}

/// The words of a part of a text in lower case, with their byte ranges in the whole text.
pub(in crate::claim) struct LowerCaseWords {
    words: Vec<(Range<usize>, String)>,
}

impl LowerCaseWords {
    pub(in crate::claim) fn new(text: &str, part: Range<usize>) -> LowerCaseWords {
        let place = |word: Range<usize>| part.start + word.start..part.start + word.end;
        let words = words(&text[part.clone()]).map(place);
        LowerCaseWords {
            words: words
                .map(|range| (range.clone(), text[range].to_lowercase()))
                .collect(),
        }
    }

    /// Returns the number of words.
    pub(in crate::claim) fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the word at an index.
    pub(in crate::claim) fn word(&self, place: usize) -> &str {
        &self.words[place].1
    }

    /// Returns the byte range of a phrase if it begins with the word at index `place`.
    pub(in crate::claim) fn phrase_at(&self, place: usize, phrase: &str) -> Option<Range<usize>> {
        // Most phrases fail on their first word and need not be split.
        self.words
            .get(place)
            .filter(|(_, word)| phrase.starts_with(word.as_str()))?;
        let mut end = place;
        for part in phrase.split(' ') {
            self.words.get(end).filter(|(_, word)| word == part)?;
            end += 1;
        }
        Some(self.words[place].0.start..self.words[end - 1].0.end)
    }

    fn find(&self, phrase: &str) -> Option<Range<usize>> {
        (0..self.words.len()).find_map(|place| self.phrase_at(place, phrase))
    }

    /// Returns the index of a phrase's first word if the words end with the phrase.
    fn ends_with(&self, phrase: &str) -> Option<usize> {
        let place = self.words.len().checked_sub(phrase.split(' ').count())?;
        self.phrase_at(place, phrase).map(|_| place)
    }

    /// Returns the byte range of the first word that is in a list, whose words a `|` separates.
    pub(in crate::claim) fn first_of(&self, list: &str) -> Option<Range<usize>> {
        self.words
            .iter()
            .find(|(_, word)| is_listed(list, word))
            .map(|(range, _)| range.clone())
    }
}

/// Finds the first contraction with `not`, such as `isn't` or `can’t`.
pub(super) fn contraction(text: &str) -> Option<Range<usize>> {
    let end = ["n't", "n’t"]
        .into_iter()
        .find_map(|not| Some(text.find(not)? + not.len()))?;
    Some(last_word(&text[..end])..end)
}

/// Symbols that deny, in any language, what follows them, or leave it out.
const TURNING_SYMBOLS: [char; 8] = ['≠', '≢', '¬', '∉', '∌', '⊄', '⊈', '∖'];

/// Finds a contraction, word or symbol before byte `last` that reverses or changes the meaning of a list,
/// such as `not` or `except`.
pub(crate) fn find_turning_word(text: &str, last: usize) -> Option<Range<usize>> {
    let head = &text[..last];
    let symbol = || head.match_indices(TURNING_SYMBOLS).next();
    contraction(head)
        .or_else(|| LowerCaseWords::new(text, 0..last).first_of(TURNING))
        .or_else(|| symbol().map(|(at, symbol)| at..at + symbol.len()))
}
