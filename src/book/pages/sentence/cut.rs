//! Where prose is cut into sentences: after a full stop, a question mark or an exclamation mark that
//! is followed by white space and by something that can begin a sentence.
//!
//! A full stop ends none within code, a claim's text or brackets, after an abbreviation, or after the
//! number of a move. Knows no pages.

use std::ops::Range;

use padma_words::{Sense, english};

/// The marks that end a sentence.
const STOPS: [char; 4] = ['.', '!', '?', '…'];
/// The marks that end a sentence without white space after them.
const WIDE_STOPS: [char; 3] = ['。', '！', '？'];
/// Quotation marks that may close after the end of a sentence.
const CLOSING: [char; 7] = ['”', '’', '"', '\'', '»', '“', '«'];
/// The brackets within which nothing is cut, each with the one that closes it.
const BRACKETS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];
/// Quotation marks and brackets that may begin a sentence.
const OPENING: [char; 10] = ['“', '‘', '"', '\'', '«', '„', '(', '[', '{', '—'];

/// Returns the ranges of a text's sentences, in order. Together they are the whole text. Nothing is
/// cut within the `closed` ranges.
pub(crate) fn cuts(text: &str, closed: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut ends: Vec<usize> = closed.iter().map(|range| range.end).collect();
    ends.sort_unstable();
    let closed = joined(closed);
    let is_closed = |at: usize| {
        let next = closed.partition_point(|range| range.end <= at);
        closed.get(next).is_some_and(|range| range.start <= at)
    };
    let ends_closed = |end: usize| ends.binary_search(&end).is_ok();
    let (mut all, mut start) = (Vec::new(), 0);
    // The brackets that are open, each with its place.
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        // The last full stop of a claim's text ends the sentence that it is in.
        if is_closed(at) && !ends_closed(at + c.len_utf8()) {
            continue;
        }
        if let Some((_, closing)) = BRACKETS.iter().find(|(opening, _)| *opening == c) {
            open.push((*closing, at));
            continue;
        }
        let mut is_stop = STOPS.contains(&c) || WIDE_STOPS.contains(&c);
        if open.last().is_some_and(|(closing, _)| *closing == c) {
            let opened = open.pop().map_or(0, |(_, opened)| opened);
            // Brackets around whole sentences.
            let is_sentence = text[start..opened].trim().is_empty();
            is_stop = is_sentence && text[..at].ends_with(STOPS);
        }
        if !is_stop || !open.is_empty() {
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some((next, c)) = chars.peek().copied() {
            if !STOPS.contains(&c) && !CLOSING.contains(&c) || is_closed(next) {
                break;
            }
            end = next + c.len_utf8();
            chars.next();
        }
        if ends_sentence(
            &text[start..end],
            &text[end..],
            is_closed(next_word(text, end)),
        ) {
            all.push(start..end);
            start = end;
        }
    }
    if !text[start..].trim().is_empty() {
        all.push(start..text.len());
    }
    all
}

/// Returns the same places as ranges in order, without overlaps.
fn joined(ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut sorted: Vec<Range<usize>> = ranges.to_vec();
    sorted.sort_unstable_by_key(|range| range.start);
    sorted.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
    sorted
}

/// Returns the place of the first character from `at` on that is not white space.
fn next_word(text: &str, at: usize) -> usize {
    at + (text[at..].len() - text[at..].trim_start().len())
}

/// Whether a sentence ends between two texts, the first of which ends with a stop. `is_set` is
/// whether the second begins with code or with a claim.
fn ends_sentence(before: &str, after: &str, is_set: bool) -> bool {
    let stopped = before.trim_end_matches(CLOSING);
    let has_space = after.starts_with(char::is_whitespace) || stopped.ends_with(WIDE_STOPS);
    let Some(next) = after.trim_start().chars().next().filter(|_| has_space) else {
        return false;
    };
    let begins = is_set
        || next.is_numeric()
        || next.is_alphabetic() && !next.is_lowercase()
        || OPENING.contains(&next);
    begins && !(stopped.ends_with(['.', '…']) && is_abbreviated(stopped, after.trim_start()))
}

/// Whether the full stop at the end of a text belongs to an abbreviation, an initial or the number
/// of a move.
fn is_abbreviated(before: &str, after: &str) -> bool {
    let words = before.trim_end_matches(['.', '…']);
    let last = words.rsplit(char::is_whitespace).next().unwrap_or(words);
    let word = last
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let begins = after
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let is_initial = last.chars().count() == 1
        && last.chars().all(char::is_uppercase)
        && !english().means(&begins.to_lowercase(), Sense::Beginning);
    let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let next = after.split_whitespace().next().unwrap_or_default();
    is_initial
        || english().means(&word, Sense::Abbreviation)
        || english().means(&word, Sense::BeforeNumbers)
            && next.starts_with(|c: char| c.is_ascii_digit())
        || is_number && (words == last || is_move(next))
}

/// Whether a word looks like a move: `Nf3`, `e4`, `O-O`.
fn is_move(word: &str) -> bool {
    let plain = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_castling = plain.starts_with("O-O") || plain.starts_with("0-0");
    let letters = plain.chars().filter(|c| c.is_alphabetic()).count();
    is_castling || letters <= 4 && letters > 0 && plain.ends_with(|c: char| c.is_ascii_digit())
}
