//! Statements as rows say them: the words of a sentence in order, what they name, and the expression
//! that states the fact. Knows no book.
//!
//! ```text
//! [@black moves first] => truth moves-first() = "Black"
//!      "Black moves first."  ──▶  the three words, `moves-first() = "Black"`
//! ```

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use super::fact::ProposalKind;
use super::phrases::phrases;
use super::role::Role;
use super::slot::{FactSlot, HeldSlots, SlotContent};
use super::token::ProseToken;
use padma_words::PROPOSING;

/// Returns the statements that are read in English: the rows of `en/propose.txt` with an arrow, and the phrases of
/// functions.
pub(super) fn patterns() -> &'static [Pattern] {
    static ENGLISH: OnceLock<Vec<Pattern>> = OnceLock::new();
    // Tests read the same rows and phrases.
    ENGLISH.get_or_init(|| {
        let said = phrases().into_iter().map(|(pattern, meaning)| {
            // They are made once, for as long as the program runs.
            let pattern = Pattern::read(pattern.leak(), meaning.leak())?;
            // What authors say instead goes before.
            Ok(Pattern {
                weight: 1,
                ..pattern
            })
        });
        let all = read(PROPOSING).and_then(|rows| rows.into_iter().map(Ok).chain(said).collect());
        all.unwrap_or_else(|fault: String| panic!("{fault}"))
    })
}

fn read(text: &'static str) -> Result<Vec<Pattern>, String> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.filter_map(|line| line.split_once(" => "));
    rows.map(|(pattern, meaning)| Pattern::read(pattern, meaning))
        .collect()
}

/// A statement.
#[derive(Debug)]
pub(super) struct Pattern {
    parts: Vec<PatternPart>,
    /// The words that its clause may not have up to its end.
    barred: Vec<&'static str>,
    /// The words that may not follow it.
    barred_after: Vec<&'static str>,
    /// What the sentence, or the one before, must speak of.
    pub needed: Option<Role>,
    /// The kind of fact.
    pub kind: ProposalKind,
    /// The expression.
    pub expression: Vec<ExpressionPart>,
    /// How much it asks for.
    pub weight: usize,
}

/// A part of a statement.
#[derive(Clone, Debug)]
enum PatternPart {
    /// Any words, up to the next comma or beyond.
    Gap {
        crosses: bool,
    },
    /// Where the fact begins and where it ends.
    Open,
    Close,
    /// One of several, and whether it may be missing.
    One {
        items: Vec<PatternItem>,
        may_miss: bool,
    },
}

#[derive(Clone, Copy, Debug)]
enum PatternItem {
    Word(&'static str),
    Role(Role),
    Slot(FactSlot),
}

/// The words and parts of a sentence, by which most statements are ruled out.
pub(super) struct SentenceWords<'a> {
    /// The first words of its tokens.
    words: BTreeSet<&'a str>,
    roles: BTreeSet<Role>,
}

impl<'a> SentenceWords<'a> {
    pub(super) fn of(tokens: &'a [ProseToken]) -> SentenceWords<'a> {
        let firsts = tokens.iter().map(|token| token.word.split(' ').next());
        SentenceWords {
            words: firsts.flatten().collect(),
            roles: tokens
                .iter()
                .flat_map(|token| &token.roles)
                .copied()
                .collect(),
        }
    }

    /// Whether one of some items may be in the sentence.
    fn may_have(&self, items: &[PatternItem]) -> bool {
        items.iter().any(|item| match item {
            PatternItem::Word(phrase) => {
                let first = phrase.split('_').next().unwrap_or(phrase);
                self.words.contains(first)
            }
            PatternItem::Role(role) => self.roles.contains(role),
            PatternItem::Slot(_) => true,
        })
    }
}

/// A part of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum ExpressionPart {
    Text(&'static str),
    Slot(FactSlot),
}

/// A statement that a sentence makes.
#[derive(Clone, Debug)]
pub(super) struct PatternMatch {
    /// The tokens of the fact.
    pub fact: Range<usize>,
    /// The tokens that are read.
    pub tokens: Vec<usize>,
    pub slots: HeldSlots,
}

impl Pattern {
    /// Reads a row.
    pub(super) fn read(pattern: &'static str, meaning: &'static str) -> Result<Pattern, String> {
        let fault = || format!("`{pattern}` cannot be read as a statement");
        let (kind, expression) = meaning.split_once(' ').ok_or_else(fault)?;
        let mut read = Pattern {
            parts: Vec::new(),
            barred: Vec::new(),
            barred_after: Vec::new(),
            needed: None,
            kind: ProposalKind::from_name(kind).ok_or_else(fault)?,
            expression: ExpressionPart::read(expression).ok_or_else(fault)?,
            weight: 0,
        };
        for mut word in pattern.split(' ') {
            if let Some(barred) = word.strip_prefix('-') {
                read.barred.push(barred);
                continue;
            }
            if let Some(barred) = word.strip_prefix('~') {
                read.barred_after.push(barred);
                continue;
            }
            if word == ".." || word == "..." {
                let crosses = word == "...";
                read.parts.push(PatternPart::Gap { crosses });
                continue;
            }
            if let Some(role) = word.strip_prefix('+') {
                read.needed = Some(Role::from_name(role).ok_or_else(fault)?);
                continue;
            }
            if let Some(rest) = word.strip_prefix('[') {
                read.parts.push(PatternPart::Open);
                word = rest;
            }
            let closes = word.ends_with(']');
            word = word.trim_end_matches(']');
            let may_miss = word.starts_with('(');
            let items = word
                .trim_matches(['(', ')'])
                .split('|')
                .map(PatternItem::read);
            read.weight += usize::from(!may_miss);
            read.parts.push(PatternPart::One {
                items: items.collect::<Option<_>>().ok_or_else(fault)?,
                may_miss,
            });
            if closes {
                read.parts.push(PatternPart::Close);
            }
        }
        let marks = read
            .parts
            .iter()
            .filter(|part| matches!(part, PatternPart::Open | PatternPart::Close));
        (marks.count() == 2).then_some(read).ok_or_else(fault)
    }

    /// Whether a sentence with these words may make the statement.
    pub(super) fn may_be_in(&self, sentence: &SentenceWords<'_>) -> bool {
        self.parts.iter().all(|part| match part {
            PatternPart::One { items, may_miss } => *may_miss || sentence.may_have(items),
            _ => true,
        })
    }

    /// Returns the first place where a sentence makes the statement.
    pub(super) fn find(&self, tokens: &[ProseToken]) -> Option<PatternMatch> {
        (0..tokens.len()).find_map(|start| {
            let is_barred = |token: &ProseToken| {
                let word = token.word.as_str();
                self.barred
                    .iter()
                    .any(|barred| *barred == word || *barred == "not" && token.has(Role::Not))
            };
            let mut found = PatternMatch {
                fact: 0..0,
                tokens: Vec::new(),
                slots: HeldSlots::new(),
            };
            let is_here = step(&self.parts, tokens, start, None, &mut found);
            let first = found.tokens.first().copied().unwrap_or(start);
            let end = found.tokens.last().map_or(start, |last| last + 1);
            let ends = |token: &ProseToken| token.ends_clause() || token.is_mark(",");
            let clause = tokens[..first]
                .iter()
                .rposition(ends)
                .map_or(0, |mark| mark + 1);
            let mut next = tokens[end..].iter();
            let next = next.find(|token| !token.is_filler());
            let goes_on = next.is_some_and(|next| {
                let barred = &self.barred_after;
                barred.contains(&next.word.as_str())
            });
            let is_barred = goes_on || tokens[clause..end].iter().any(is_barred);
            (is_here && !is_barred).then_some(found)
        })
    }
}

impl ExpressionPart {
    /// Reads an expression with slots in braces; `None` if one of them is unknown.
    fn read(text: &'static str) -> Option<Vec<ExpressionPart>> {
        let mut parts = Vec::new();
        let (mut from, mut written) = (0, 0);
        while let Some(start) = text[from..].find('{').map(|at| from + at) {
            from = start + 1;
            let end = start + text[start..].find('}')?;
            let inside = &text[from..end];
            // Sets have braces too: an empty one, one with a condition, one around a slot.
            if inside.is_empty() || inside.contains([' ', '{']) {
                continue;
            }
            parts.push(ExpressionPart::Text(&text[written..start]));
            parts.push(ExpressionPart::Slot(FactSlot::from_name(inside)?));
            (from, written) = (end + 1, end + 1);
        }
        parts.push(ExpressionPart::Text(&text[written..]));
        Some(parts)
    }
}

impl PatternItem {
    fn read(text: &'static str) -> Option<PatternItem> {
        if let Some(role) = text.strip_prefix('@') {
            return Role::from_name(role).map(PatternItem::Role);
        }
        match text.strip_prefix('{') {
            Some(slot) => FactSlot::from_name(slot.strip_suffix('}')?).map(PatternItem::Slot),
            None => Some(PatternItem::Word(text)),
        }
    }

    /// Returns the number of tokens that it reads from a place on, and what it holds.
    fn matches(self, tokens: &[ProseToken]) -> Option<(usize, Option<SlotContent>)> {
        let first = tokens.first()?;
        match self {
            PatternItem::Word(phrase) => {
                let mut read = String::new();
                for (count, token) in tokens.iter().enumerate().take(6) {
                    if count > 0 {
                        read.push('_');
                    }
                    read += &token.word.replace(' ', "_");
                    if read == phrase {
                        return Some((count + 1, None));
                    }
                    if !phrase.starts_with(read.as_str()) {
                        break;
                    }
                }
                None
            }
            PatternItem::Role(role) => first.has(role).then_some((1, None)),
            PatternItem::Slot(slot) => {
                let (length, content) = slot.read(tokens)?;
                Some((length, Some(content)))
            }
        }
    }
}

/// Reads parts from a place of the sentence on. `open` is whether words may be passed over, and commas too.
fn step(
    parts: &[PatternPart],
    tokens: &[ProseToken],
    at: usize,
    open: Option<bool>,
    found: &mut PatternMatch,
) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        return true;
    };
    match part {
        PatternPart::Gap { crosses } => return step(rest, tokens, at, Some(*crosses), found),
        PatternPart::Open | PatternPart::Close => {
            let fact = found.fact.clone();
            let is_here = step(rest, tokens, at, open, found);
            // The words of the fact are those read between the marks.
            match part {
                PatternPart::Open => found.fact.start = first_read(found, at),
                _ => found.fact.end = last_read(found, at),
            }
            if !is_here {
                found.fact = fact;
            }
            return is_here;
        }
        PatternPart::One { .. } => {}
    }
    let PatternPart::One { items, may_miss } = part else {
        return false;
    };
    let mut place = at;
    while place < tokens.len() {
        for item in items {
            let Some((length, content)) = item.matches(&tokens[place..]) else {
                continue;
            };
            // "has not lost", "is not a draw"
            let is_outcome = matches!(item, PatternItem::Role(Role::Draw | Role::Loss | Role::Win));
            let mut before = tokens[..place].iter().rev();
            let before = before.find(|token| !["a", "an"].contains(&token.word.as_str()));
            if is_outcome && before.is_some_and(|before| before.has(Role::Not)) {
                continue;
            }
            let kept = found.clone();
            found.tokens.extend(place..place + length);
            if let (PatternItem::Slot(slot), Some(content)) = (item, content) {
                found.slots.insert(slot.holder(), content);
            }
            if step(rest, tokens, place + length, None, found) {
                return true;
            }
            *found = kept;
        }
        let may_pass = open.is_some() || tokens[place].is_filler();
        let ends = if open == Some(true) {
            ".?!|"
        } else {
            ".?!|,;():"
        };
        // What is said of one piece is not passed over on the way to another.
        let is_other = open == Some(false) && tokens[place].piece().is_some();
        if !may_pass || is_other || tokens[place].is_mark(ends) {
            break;
        }
        place += 1;
    }
    *may_miss && step(rest, tokens, at, open, found)
        || items
            .iter()
            .any(|item| matches!(item, PatternItem::Slot(FactSlot::Subject)))
            && step(rest, tokens, at, open, found)
}

/// The first token read from a place on.
fn first_read(found: &PatternMatch, at: usize) -> usize {
    found
        .tokens
        .iter()
        .copied()
        .find(|token| *token >= at)
        .unwrap_or(at)
}

/// The end of the last token read before a place.
fn last_read(found: &PatternMatch, at: usize) -> usize {
    let last = found
        .tokens
        .iter()
        .copied()
        .filter(|token| *token < at)
        .max();
    last.map_or(at, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phrase_of_a_function_is_read() {
        let all = phrases();
        assert!(all.len() > 40, "{} phrases", all.len());
        for (pattern, meaning) in all {
            let shown = format!("{pattern} => {meaning}");
            assert!(
                Pattern::read(pattern.leak(), meaning.leak()).is_ok(),
                "{shown}"
            );
        }
    }

    #[test]
    fn each_row_is_read() {
        assert!(read(PROPOSING).unwrap().len() > 50);
        for row in [
            "a b",
            "[a => truth x",
            "[a] => thing x",
            "[@nobody] => truth x",
            "[{nobody}] => truth x",
            "[a] => truth {nobody}",
        ] {
            let (pattern, meaning) = row.split_once(" => ").unwrap_or((row, ""));
            assert!(Pattern::read(pattern, meaning).is_err(), "{row}");
        }
    }
}
