//! Pairs the sentences of a book with those that were read before: by their fingerprint, equal ones by
//! their order, and the rest between two sentences that are known by the nearest text, or by their order
//! where only the fingerprints were kept.
//!
//! ```text
//! old: A B C D      new: A C' D      ──▶  A–A, D–D, then C' between them: nearest of B and C
//! ```
//!
//! Knows texts alone, and which words a claim can ask for.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::claim::{AuthorText, demands};
use crate::pages::review::ReviewLine;
use padma_rules::model::Side;
use padma_text::{Fingerprint, on_one_line, straight_quotes};
use similar::{Algorithm, DiffOp, capture_diff_slices, get_diff_ratio};

/// The minimum share of common words in a sentence before and after a change.
const LEAST_ALIKE: f32 = 0.5;
/// The maximum number of pairs of texts that are compared between two that are known.
const MOST_COMPARED: usize = 20_000;

/// What is compared of a sentence.
#[derive(Clone, Debug)]
pub struct ReadSentence {
    /// The fingerprint of its text, without the details that do not count as a change.
    text: Fingerprint,
    /// That text, if it is known.
    words: Option<String>,
    /// The fingerprint of what its claims ask; `None` if it has none.
    claims: Option<Fingerprint>,
}

impl ReadSentence {
    /// Returns a sentence with a text, and the fingerprint of its claims.
    pub fn new(text: &str, claims: Option<Fingerprint>) -> ReadSentence {
        ReadSentence {
            text: fingerprint(text),
            words: Some(plain(text)),
            claims,
        }
    }

    /// Returns a sentence of which the fingerprint was kept, and its words if they are known.
    pub(super) fn kept(line: &ReviewLine, words: Option<&String>) -> ReadSentence {
        ReadSentence {
            text: line.text,
            words: words.map(|words| plain(words)),
            claims: line.claims,
        }
    }
}

/// Returns the fingerprint of a sentence, which only a change that readers see changes.
pub(crate) fn fingerprint(text: &str) -> Fingerprint {
    Fingerprint::of([plain(text).as_str()])
}

/// Returns for each new sentence the index of the old one that it was, if any.
pub fn paired(old: &[ReadSentence], new: &[ReadSentence]) -> Vec<Option<usize>> {
    let mut equal: BTreeMap<Fingerprint, [Vec<usize>; 2]> = BTreeMap::new();
    for (state, sentences) in [old, new].into_iter().enumerate() {
        for (index, sentence) in sentences.iter().enumerate() {
            equal.entry(sentence.text).or_default()[state].push(index);
        }
    }
    let mut pairs: Vec<Option<usize>> = vec![None; new.len()];
    let mut free: BTreeSet<usize> = (0..old.len()).collect();
    for [was, is] in equal.into_values() {
        for (before, after) in equal_pairs(old, &was, new, &is) {
            pairs[after] = Some(before);
            free.remove(&before);
        }
    }
    let mut start = 0;
    while start < new.len() {
        let is_open = pairs[start].is_none();
        let length = pairs[start..]
            .iter()
            .take_while(|pair| pair.is_none() == is_open)
            .count();
        if is_open {
            let end = start + length;
            let before = start.checked_sub(1).and_then(|last| pairs[last]);
            let after = pairs.get(end).copied().flatten();
            let near = neighbours(&free, before, after, old.len());
            for (text, index) in nearest_pairs(old, &near, new, start..end) {
                pairs[text] = Some(index);
                free.remove(&index);
            }
        }
        start += length;
    }
    pairs
}

/// Pairs old and new sentences with the same text: first those with the same claims, then those between
/// the same neighbours, then by their order.
fn equal_pairs(
    old: &[ReadSentence],
    was: &[usize],
    new: &[ReadSentence],
    is: &[usize],
) -> Vec<(usize, usize)> {
    if was.len() * is.len() > MOST_COMPARED {
        return was.iter().copied().zip(is.iter().copied()).collect();
    }
    let next_to = |before: usize, after: usize, step: isize| {
        let at = |index: usize| index.checked_add_signed(step);
        let old = at(before).and_then(|at| old.get(at));
        let new = at(after).and_then(|at| new.get(at));
        old.zip(new).is_some_and(|(old, new)| old.text == new.text)
    };
    let mut alike = Vec::new();
    for (first, &before) in was.iter().enumerate() {
        for (second, &after) in is.iter().enumerate() {
            let score = 8 * u8::from(old[before].claims == new[after].claims)
                + 2 * u8::from(next_to(before, after, -1))
                + 2 * u8::from(next_to(before, after, 1))
                + u8::from(first == second);
            alike.push((Reverse(score), first.abs_diff(second), before, after));
        }
    }
    alike.sort_unstable();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, _, before, after) in alike {
        if pairs.iter().all(|pair| pair.0 != before && pair.1 != after) {
            pairs.push((before, after));
        }
    }
    pairs
}

/// Returns the free old texts directly after one known text, and those directly before another.
/// Without the first the search begins at the start, without the second it ends at the end.
fn neighbours(
    free: &BTreeSet<usize>,
    before: Option<usize>,
    after: Option<usize>,
    count: usize,
) -> Vec<usize> {
    let first = before.map_or(0, |before| before + 1);
    let behind = (first..count).take_while(|index| free.contains(index));
    let last = after.unwrap_or(count);
    let ahead = (0..last).rev().take_while(|index| free.contains(index));
    let mut near: Vec<usize> = behind.chain(ahead).collect();
    near.sort_unstable();
    near.dedup();
    near
}

/// Pairs texts with the old ones most alike, the most alike first; in order, if the words of the old ones
/// are not known.
fn nearest_pairs(
    old: &[ReadSentence],
    near: &[usize],
    new: &[ReadSentence],
    range: std::ops::Range<usize>,
) -> Vec<(usize, usize)> {
    if near.len() * range.len() > MOST_COMPARED {
        return Vec::new();
    }
    if near.iter().all(|index| old[*index].words.is_none()) {
        return range.zip(near.iter().copied()).collect();
    }
    let mut alike: Vec<(f32, usize, usize)> = Vec::new();
    for text in range {
        for &index in near {
            let words = old[index].words.as_deref().zip(new[text].words.as_deref());
            let ratio = words.map_or(0.0, |(old, new)| likeness(old, new));
            if ratio >= LEAST_ALIKE {
                alike.push((ratio, text, index));
            }
        }
    }
    alike.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, text, index) in alike {
        if pairs.iter().all(|pair| pair.0 != text && pair.1 != index) {
            pairs.push((text, index));
        }
    }
    pairs
}

/// Returns the share of words that two texts have in common, in one order.
fn likeness(old: &str, new: &str) -> f32 {
    let [old, new]: [Vec<&str>; 2] = [old, new].map(|text| text.split(' ').collect());
    let changes = capture_diff_slices(Algorithm::Myers, &old, &new);
    get_diff_ratio(&changes, old.len(), new.len())
}

/// Returns a text without the details that do not count as a change: white space, the punctuation
/// at its end, and the form of quotation marks.
fn plain(text: &str) -> String {
    let line = on_one_line(&straight_quotes(text));
    line.trim_end_matches(['.', '!', '…', ':', ';', ',', ' '])
        .to_string()
}

/// Whether only the spelling of some words differs between two texts. Words that Padma understands have
/// one spelling.
pub(super) fn is_respelt(old: &str, new: &str) -> bool {
    let [old, new] = [old, new].map(|text| plain(text).to_lowercase());
    let [old, new]: [Vec<&str>; 2] = [&old, &new].map(|text| text.split(' ').collect());
    let mut words = old.iter().zip(&new);
    old.len() == new.len() && words.all(|(old, new)| old == new || is_respelt_word(old, new))
}

/// The minimum number of letters of a word that can be another spelling of a word: shorter words are
/// likely other words.
const LEAST_RESPELT: usize = 5;
/// The number of letters of a word in which two may differ.
const LONG: usize = 8;

/// Whether one word may be another spelling of the other. Words with different first letters are
/// different words.
fn is_respelt_word(old: &str, new: &str) -> bool {
    let letters = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_string();
    let marks = |word: &str| word.replacen(&letters(word), "", 1);
    let is_word = |word: &str| {
        word.chars().count() >= LEAST_RESPELT
            && word.chars().all(char::is_alphabetic)
            && !is_understood(word)
    };
    let [before, after] = [old, new].map(letters);
    let most = if before.chars().count() < LONG { 1 } else { 2 };
    is_word(&before)
        && is_word(&after)
        && marks(old) == marks(new)
        && before.chars().next() == after.chars().next()
        && edits(&before, &after) <= most
}

/// Whether a claim can ask for a word: a number, a side, a word of logic.
fn is_understood(word: &str) -> bool {
    let mut logic = demands().flat_map(|(phrases, _)| phrases);
    AuthorText::in_english(word).numbers().next().is_some()
        || Side::from_name(word).is_some()
        || logic.any(|phrase| phrase.split(' ').any(|known| known == word))
}

/// Counts the letters in which two words differ: left out, added, replaced, or swapped with a neighbour.
fn edits(old: &str, new: &str) -> usize {
    let [old, new]: [Vec<char>; 2] = [old, new].map(|word| word.chars().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let [old, new] = [&old[start..], &new[start..]];
    let both = old.iter().rev().zip(new.iter().rev());
    let end = both
        .take_while(|(a, b)| a == b)
        .count()
        .min(old.len())
        .min(new.len());
    (old.len() - end).max(new.len() - end)
}

/// A part of a sentence, before and after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordChange {
    /// Both have it.
    Kept,
    /// Only the old text has it.
    Removed,
    /// Only the new text has it.
    Added,
}

/// Returns what changed between two texts, word by word: runs of words, in reading order.
pub fn word_changes(old: &str, new: &str) -> Vec<(WordChange, String)> {
    let [old, new]: [Vec<&str>; 2] = [old, new].map(|text| text.split_whitespace().collect());
    let mut runs = Vec::new();
    for change in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let mut push = |kind, words: &[&str]| {
            if !words.is_empty() {
                runs.push((kind, words.join(" ")));
            }
        };
        match change {
            DiffOp::Equal { new_index, len, .. } => {
                push(WordChange::Kept, &new[new_index..new_index + len]);
            }
            _ => {
                push(WordChange::Removed, &old[change.old_range()]);
                push(WordChange::Added, &new[change.new_range()]);
            }
        }
    }
    runs
}
