//! A page held against itself, before any rules are asked: what it says of one thing in two places, the parts of an
//! inventory and their total, a number of kinds and the list of them, a board's size and its files and ranks.
//!
//! ```text
//! Each side has sixteen pieces: a King, a Queen, two Rooks and ten Pawns.   the parts make 14
//! ```
//!
//! Knows no values that the rules give.

use std::collections::BTreeMap;

use super::fact::{FactReading, ProposalKind};
use super::role::Role;
use super::sentence::SentenceReading;
use super::token::{ProseToken, ProseTokenKind};
use padma_rules::model::KindId;
use padma_text::Span;

/// Two statements of a page that cannot both be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageConflict {
    /// The index of its page.
    pub page: usize,
    /// The words of the later statement.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

/// A number that a sentence states, and what it states it of.
struct StatedNumber<'r> {
    sentence: &'r SentenceReading,
    reading: &'r FactReading,
    asks: &'r str,
    value: u64,
}

/// Returns the conflicts of sentences with those of their page before them, and within themselves.
pub(super) fn conflicts(read: &[SentenceReading]) -> Vec<PageConflict> {
    let mut found = Vec::new();
    for page in read.chunk_by(|one, next| one.page == next.page) {
        let stated: Vec<StatedNumber<'_>> = page.iter().flat_map(stated_numbers).collect();
        let mut known: BTreeMap<&str, u64> = BTreeMap::new();
        for number in &stated {
            let before = *known.entry(number.asks).or_insert(number.value);
            if before != number.value {
                found.push(number.conflict(format!("said to be {before} before")));
            }
        }
        let size = |name| known.get(name).copied();
        if let (Some(files), Some(ranks), Some(cells)) =
            (size("files()"), size("ranks()"), size("count(cells)"))
            && files * ranks != cells
            && let Some(last) = stated.iter().rfind(|number| number.asks == "count(cells)")
        {
            found.push(last.conflict(format!(
                "{files} files and {ranks} ranks make {}",
                files * ranks
            )));
        }
        found.extend(page.iter().flat_map(|sentence| within(sentence, &stated)));
        let row = |sentence: &&SentenceReading| row_width(sentence).zip(size("files()"));
        for sentence in page {
            if let Some((width, files)) = row(&sentence).filter(|(width, files)| width != files) {
                let message = format!("the row has {width} pieces, the board {files} files");
                found.push(PageConflict {
                    page: sentence.page,
                    span: sentence.sentence.span,
                    message,
                });
            }
        }
    }
    found
}

impl StatedNumber<'_> {
    fn conflict(&self, message: String) -> PageConflict {
        PageConflict {
            page: self.sentence.page,
            span: self
                .sentence
                .sentence
                .words
                .span(self.reading.range.clone()),
            message: format!("{}: {message}", self.value),
        }
    }
}

fn stated_numbers(sentence: &SentenceReading) -> impl Iterator<Item = StatedNumber<'_>> {
    sentence.readings.iter().filter_map(move |reading| {
        let mut tokens = sentence.tokens.iter();
        let token = tokens.find(|token| token.range == reading.range)?;
        let value = match token.what {
            ProseTokenKind::Size { cells } => cells,
            _ => token.number()?,
        };
        // At most and at least say other things.
        let asks = reading.offers.first()?.expression.as_str();
        let is_exact = !asks.starts_with("max(") && !asks.starts_with("min(");
        (reading.kind == ProposalKind::Number && is_exact).then_some(StatedNumber {
            sentence,
            reading,
            asks,
            value,
        })
    })
}

/// Returns what is wrong within a sentence: its total and the parts that follow a colon, its number of kinds and their list.
fn within(sentence: &SentenceReading, stated: &[StatedNumber<'_>]) -> Vec<PageConflict> {
    let tokens = &sentence.tokens;
    let Some(colon) = tokens.iter().position(|token| token.is_mark(":")) else {
        return Vec::new();
    };
    let (before, after) = (&tokens[..colon], &tokens[colon + 1..]);
    let own = stated
        .iter()
        .filter(|number| std::ptr::eq(number.sentence, sentence));
    let is_before = |number: &&StatedNumber<'_>| {
        before
            .iter()
            .any(|token| token.range == number.reading.range)
    };
    let mut found = Vec::new();
    for number in own.filter(is_before) {
        let parts = match number.asks {
            asks if asks.starts_with("count(army(") => inventory(after),
            asks if asks.contains("pieces") => listed(after),
            _ => None,
        };
        if let Some(parts) = parts.filter(|parts| *parts != number.value) {
            found.push(number.conflict(format!("the parts make {parts}")));
        }
    }
    found
}

/// Adds up "a King, two Rooks and ten Pawns"; `None` unless all of it counts pieces.
fn inventory(tokens: &[ProseToken]) -> Option<u64> {
    let (mut sum, mut next) = (0, None);
    for token in tokens {
        match token.what {
            ProseTokenKind::Piece(_) => sum += next.take()?,
            ProseTokenKind::Number { value, .. } => next = Some(value),
            _ if ["a", "an", "one"].contains(&token.word.as_str()) => next = Some(1),
            _ if is_joint(token) => {}
            _ if token.is_mark(".;") => break,
            _ => return None,
        }
    }
    Some(sum).filter(|sum| *sum > 0)
}

/// Counts the kinds of a list of pieces.
fn listed(tokens: &[ProseToken]) -> Option<u64> {
    let mut kinds: Vec<KindId> = Vec::new();
    for token in tokens {
        match token.what {
            ProseTokenKind::Piece(kind) => kinds.push(kind),
            _ if is_joint(token) || token.is_filler() => {}
            _ if token.is_mark(".;") => break,
            _ => return None,
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Some(kinds.len() as u64).filter(|count| *count > 1)
}

fn is_joint(token: &ProseToken) -> bool {
    token.is_mark(",") || ["and", "plus"].contains(&token.word.as_str())
}

/// Returns the number of pieces in a row that a sentence reads out: "the first rank holds Rook, Knight, …".
fn row_width(sentence: &SentenceReading) -> Option<u64> {
    let tokens = &sentence.tokens;
    let is_row = tokens
        .iter()
        .any(|token| token.has(Role::Rank) || token.word == "left");
    let first = tokens
        .iter()
        .position(|token| token.piece().is_some())
        .filter(|_| is_row)?;
    let mut count = 0;
    for token in &tokens[first..] {
        match token.what {
            ProseTokenKind::Piece(_) => count += 1,
            _ if is_joint(token) => {}
            _ => break,
        }
    }
    // A shorter list is only part of a row.
    const LEAST: u64 = 5;
    (count >= LEAST).then_some(count)
}
