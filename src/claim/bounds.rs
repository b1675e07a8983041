//! What the words and signs about a number make of it: itself, a bound, or something that is not read.
//!
//! `at least 14` and `14 or more` state a bound; beside `nearly`, `dozen` or `$` it is not clear what the number is
//! or counts. Knows nothing of boards.

use std::cmp::Ordering;
use std::ops::Range;

use super::value::Number;
use super::words::{NumberWord, words};

/// How a text compares its number with the one that the rules give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    #[default]
    Exactly,
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
    Not,
}

use Bound::{AtLeast, AtMost, Exactly, LessThan, MoreThan, Not};

impl Bound {
    pub fn allows(self, actual: Number, stated: Number) -> bool {
        let order = actual.cmp(&stated);
        match self {
            Exactly => order == Ordering::Equal,
            AtLeast => order != Ordering::Less,
            MoreThan => order == Ordering::Greater,
            AtMost => order != Ordering::Greater,
            LessThan => order == Ordering::Less,
            Not => order != Ordering::Equal,
        }
    }

    /// What it is to the number that follows, with a blank behind.
    pub fn words(self) -> &'static str {
        match self {
            Exactly => "",
            AtLeast => "at least ",
            MoreThan => "more than ",
            AtMost => "at most ",
            LessThan => "fewer than ",
            Not => "not ",
        }
    }

    /// A count of units that it does not allow where the rules give `actual` and the text states `stated`.
    pub fn broken(self, actual: i64, stated: i64) -> i64 {
        match self {
            Exactly => stated + 1,
            AtLeast => actual + 1,
            AtMost => actual - 1,
            MoreThan | LessThan | Not => actual,
        }
    }
}

/// What stands right before a number. Longer ones go before those they end with; those without a bound leave open
/// what the number is.
const BEFORE: [(&str, Option<Bound>); 28] = [
    ("no fewer than", Some(AtLeast)),
    ("no less than", Some(AtLeast)),
    ("not fewer than", Some(AtLeast)),
    ("not less than", Some(AtLeast)),
    ("not under", Some(AtLeast)),
    ("not below", Some(AtLeast)),
    ("at least", Some(AtLeast)),
    ("no more than", Some(AtMost)),
    ("not more than", Some(AtMost)),
    ("not over", Some(AtMost)),
    ("not above", Some(AtMost)),
    ("at most", Some(AtMost)),
    ("up to", Some(AtMost)),
    ("more than", Some(MoreThan)),
    ("greater than", Some(MoreThan)),
    ("larger than", Some(MoreThan)),
    ("over", Some(MoreThan)),
    ("above", Some(MoreThan)),
    ("fewer than", Some(LessThan)),
    ("less than", Some(LessThan)),
    ("smaller than", Some(LessThan)),
    ("under", Some(LessThan)),
    ("below", Some(LessThan)),
    ("other than", Some(Not)),
    ("not", Some(Not)),
    ("many as", None),
    ("few as", None),
    ("some", None),
];

/// What leaves open what a number is, wherever it stands before it, if it is no part of a bound.
const ANYWHERE: [&str; 30] = [
    "not",
    "no",
    "never",
    "nor",
    "neither",
    "none",
    "without",
    "except",
    "cannot",
    "than",
    "fewer",
    "less",
    "least",
    "most",
    "up",
    "nearly",
    "almost",
    "about",
    "around",
    "roughly",
    "approximately",
    "approx",
    "circa",
    "ca",
    "barely",
    "hardly",
    "scarcely",
    "half",
    "twice",
    "thrice",
];

/// The same where only words like `all` and `the` stand between.
const NEAR: [&str; 6] = ["over", "above", "under", "below", "double", "triple"];
const FILLERS: [&str; 14] = [
    "the", "a", "an", "all", "these", "those", "its", "their", "only", "just", "exactly", "even", "quite",
    "of",
];

/// What bounds the number before it: right behind it, or at the end of the text.
const BEHIND: [(&str, Bound); 14] = [
    ("or more", AtLeast),
    ("and more", AtLeast),
    ("or greater", AtLeast),
    ("or above", AtLeast),
    ("and above", AtLeast),
    ("or over", AtLeast),
    ("and up", AtLeast),
    ("at least", AtLeast),
    ("or fewer", AtMost),
    ("or less", AtMost),
    ("or under", AtMost),
    ("or below", AtMost),
    ("and below", AtMost),
    ("at most", AtMost),
];

/// What makes another number of the one right before it.
const MULTIPLIERS: [&str; 23] = [
    "dozen",
    "dozens",
    "score",
    "scores",
    "gross",
    "hundreds",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
    "trillion",
    "per mille",
    "per mil",
    "per thousand",
    "per million",
    "percentage",
    "and a half",
    "and a quarter",
    "and a third",
    "and half",
    "squared",
    "cubed",
];
const BEHIND_A_HYPHEN: [&str; 5] = ["ish", "odd", "some", "plus", "fold"];

/// Leaves open what a number is, anywhere behind it.
const VAGUE: [&str; 3] = ["or so", "or thereabouts", "or about"];

const RELATIONS: [(&str, Bound); 9] = [
    ("<=", AtMost),
    (">=", AtLeast),
    ("!=", Not),
    ("≤", AtMost),
    ("≥", AtLeast),
    ("≠", Not),
    ("<", LessThan),
    (">", MoreThan),
    ("=", Exactly),
];

/// How a text compares its number.
///
/// # Errors
///
/// The bytes of what leaves open which number is stated.
pub fn bound(text: &str, number: &NumberWord) -> Result<Bound, Range<usize>> {
    if let Some(fraction) = words(text).find(|range| text[range.clone()].chars().any(is_foreign_number)) {
        return Err(fraction);
    }
    let before = before(text, number)?;
    match (before, behind(text, number)?) {
        (bound, None) => Ok(bound),
        (Exactly, Some((bound, _))) => Ok(bound),
        (_, Some((_, range))) => Err(range),
    }
}

/// `½`, `²` and digits of other scripts.
fn is_foreign_number(c: char) -> bool {
    c.is_numeric() && !c.is_ascii_digit()
}

fn before(text: &str, number: &NumberWord) -> Result<Bound, Range<usize>> {
    let head = &text[..number.range.start];
    let mut said = Said::new(head, 0);
    if number.spelt && said.ends_with("a") && is_round(&text[number.range.clone()]) {
        said.words.pop();
    }
    let trimmed = head.trim_end();
    let relation = RELATIONS.into_iter().find(|(sign, _)| trimmed.ends_with(sign));
    if let Some((sign, bound)) = relation {
        let rest = trimmed.len() - sign.len();
        let other = Said::new(&head[..rest], 0).first_of(&ANYWHERE);
        return other.map_or(Ok(bound), Err);
    }
    if let Some(c) = trimmed.chars().next_back().filter(|c| !c.is_alphanumeric()) {
        let glued = trimmed.len() == head.len();
        let dash = matches!(c, '-' | '−' | '‐' | '‑' | '–' | '—');
        let opens = trimmed.len() == c.len_utf8();
        let stops = glued && matches!(c, '.' | ',');
        let fits = if dash { !glued && !opens } else { "+&".contains(c) || is_punctuation(c) && !stops };
        if !fits {
            return Err(trimmed.len() - c.len_utf8()..trimmed.len());
        }
    } else if let Some((phrase, bound)) = BEFORE.into_iter().find(|(phrase, _)| said.ends_with(phrase)) {
        let rest = said.words.len() - phrase.split(' ').count();
        let phrase_start = said.words[rest].start;
        let Some(bound) = bound else { return Err(phrase_start..trimmed.len()) };
        said.words.truncate(rest);
        return said.first_of(&ANYWHERE).map_or(Ok(bound), Err);
    }
    if let Some(contraction) = contraction(head) {
        return Err(contraction);
    }
    let near = said.words.iter().rev().find(|range| !FILLERS.contains(&said.lower(range).as_str()));
    let near = near.filter(|range| NEAR.contains(&said.lower(range).as_str())).cloned();
    near.or_else(|| said.first_of(&ANYWHERE)).map_or(Ok(Exactly), Err)
}

fn behind(text: &str, number: &NumberWord) -> Result<Option<(Bound, Range<usize>)>, Range<usize>> {
    let start = number.whole.end;
    let tail = &text[start..];
    let trimmed = tail.trim_start();
    let sign_at = text.len() - trimmed.len();
    if let Some(c) = trimmed.chars().next().filter(|c| !c.is_alphanumeric()) {
        let sign = sign_at..sign_at + c.len_utf8();
        let glued = sign_at == start;
        let ends = trimmed[c.len_utf8()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        if c == '+' && glued && ends {
            return Ok(Some((AtLeast, sign)));
        }
        let dash = matches!(c, '-' | '–' | '—' | '−');
        if !dash && !is_punctuation(c) {
            return Err(sign);
        }
    }
    let said = Said::new(tail, start);
    let gap = |range: &Range<usize>| text[start..range.start].trim();
    let adjacent = |phrase: &str| said.at(0, phrase).filter(|range| matches!(gap(range), "" | "-"));
    let glued = |word: &str| said.at(0, word).filter(|range| text[start..range.start] == *"-");
    let other =
        MULTIPLIERS.into_iter().find_map(adjacent).or_else(|| BEHIND_A_HYPHEN.into_iter().find_map(glued));
    let points = adjacent("points").filter(|_| number.percent);
    if let Some(range) = other.or(points).or_else(|| VAGUE.into_iter().find_map(|vague| said.find(vague))) {
        return Err(range);
    }
    let Some((bound, range)) =
        BEHIND.into_iter().find_map(|(phrase, bound)| Some((bound, said.find(phrase)?)))
    else {
        return Ok(None);
    };
    let ends = !text[range.end..].contains(char::is_alphanumeric);
    if ends || gap(&range).is_empty() { Ok(Some((bound, range))) } else { Err(range) }
}

/// A number that an article stands before.
fn is_round(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "hundred" | "thousand")
}

/// What may stand beside a number and says nothing of it.
fn is_punctuation(c: char) -> bool {
    ",;:.!?…()[]{}'\"`‘’‚‛“”„«»‹›\u{fffc}".contains(c)
}

/// The words of a part of a text, with their places in all of it.
struct Said<'a> {
    part: &'a str,
    offset: usize,
    words: Vec<Range<usize>>,
}

impl<'a> Said<'a> {
    fn new(part: &'a str, offset: usize) -> Said<'a> {
        let words = words(part).map(|range| range.start + offset..range.end + offset).collect();
        Said { part, offset, words }
    }

    fn lower(&self, range: &Range<usize>) -> String {
        self.part[range.start - self.offset..range.end - self.offset].to_lowercase()
    }

    /// Where a phrase stands, if it begins with the word at `place`.
    fn at(&self, place: usize, phrase: &str) -> Option<Range<usize>> {
        let parts: Vec<&str> = phrase.split(' ').collect();
        let said = self.words.get(place..place + parts.len())?;
        let same = said.iter().zip(&parts).all(|(range, part)| self.lower(range) == *part);
        same.then(|| said[0].start..said[parts.len() - 1].end)
    }

    fn find(&self, phrase: &str) -> Option<Range<usize>> {
        (0..self.words.len()).find_map(|place| self.at(place, phrase))
    }

    fn ends_with(&self, phrase: &str) -> bool {
        let place = self.words.len().checked_sub(phrase.split(' ').count());
        place.is_some_and(|place| self.at(place, phrase).is_some())
    }

    fn first_of(&self, known: &[&str]) -> Option<Range<usize>> {
        self.words.iter().find(|range| known.contains(&self.lower(range).as_str())).cloned()
    }
}

/// `isn't`, `can’t`.
fn contraction(text: &str) -> Option<Range<usize>> {
    let end = ["n't", "n’t"].into_iter().find_map(|not| Some(text.find(not)? + not.len()))?;
    Some(text[..end].rfind(char::is_whitespace).map_or(0, |at| at + 1)..end)
}

/// What turns a list into another one, wherever it stands before one of its items.
const TURNING: [&str; 19] = [
    "not",
    "no",
    "none",
    "never",
    "nor",
    "neither",
    "nothing",
    "nowhere",
    "without",
    "except",
    "excepting",
    "excluding",
    "but",
    "than",
    "instead",
    "outside",
    "between",
    "minus",
    "cannot",
];

/// The first word before byte `last` by which a list of items no longer names what there is.
pub fn turned(text: &str, last: usize) -> Option<Range<usize>> {
    let head = &text[..last];
    contraction(head).or_else(|| Said::new(head, 0).first_of(&TURNING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_bound_is_not_allowed() {
        for bound in [Exactly, AtLeast, MoreThan, AtMost, LessThan, Not] {
            for (actual, stated) in (-3..4).flat_map(|actual| (-3..4).map(move |stated| (actual, stated))) {
                let allows = |stated| bound.allows(Number::whole(actual), Number::whole(stated));
                let broken = bound.broken(actual, stated);
                assert!(!allows(stated) || !allows(broken), "{bound:?} {stated}, of {actual}, to {broken}");
            }
        }
    }
}
