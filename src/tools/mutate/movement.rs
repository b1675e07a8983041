//! The tokens of a movement: of a sentence, and of a string of Betza's notation.

use std::ops::Range;

use super::token::{TextToken, TokenMeaning, split};
use padma_rules::model::Variant;
use padma_rules::movement::{self, ClauseKind, Dialect, SentencePart, SentenceTokens, betza};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

/// Returns the tokens of a sentence, as its reader reports them.
pub(crate) fn sentence<'v>(excerpt: &Excerpt, variant: &'v Variant) -> Vec<TextToken<'v>> {
    let read = movement::tokens(excerpt, &mut Diagnostics::default());
    let Some(SentenceTokens { places, parts }) = read else {
        return Vec::new();
    };
    let reader = SentenceReader {
        text: excerpt.text(),
        places: places.into_iter().map(|(place, _)| place).collect(),
        variant,
    };
    let tokens = parts
        .into_iter()
        .flat_map(|(part, words)| reader.tokens(part, words));
    tokens.collect()
}

/// The words of a sentence, by their places.
struct SentenceReader<'t, 'v> {
    text: &'t str,
    places: Vec<Range<usize>>,
    variant: &'v Variant,
}

impl<'v> SentenceReader<'_, 'v> {
    fn word(&self, index: usize) -> &str {
        &self.text[self.places[index].clone()]
    }

    /// Returns the byte after the word before an index.
    fn end_before(&self, index: usize) -> usize {
        index
            .checked_sub(1)
            .map_or(0, |before| self.places[before].end)
    }

    fn tokens(&self, part: SentencePart, words: Range<usize>) -> Vec<TextToken<'v>> {
        let Range { start, end } = words;
        let whole = self.end_before(start)..self.end_before(end);
        let place = || self.places[start].clone();
        vec![match part {
            // Without the first clause, the next one has none before it.
            SentencePart::Clause if start == 0 && end == self.places.len() => return Vec::new(),
            SentencePart::Clause if start == 0 => {
                let next = end + 1 + usize::from(self.word(end + 1) == "otherwise");
                (0..self.places[next].start, TokenMeaning::Optional)
            }
            SentencePart::Clause => {
                let joint = self.end_before(start - 1);
                (joint..whole.end, TokenMeaning::Optional)
            }
            // A clause cannot replace a string.
            SentencePart::Option("otherwise")
                if start == 0 || self.word(start.max(2) - 2).starts_with('"') =>
            {
                return Vec::new();
            }
            SentencePart::Option(word) if start == end => (
                whole.end..whole.end,
                TokenMeaning::Absent(format!(" {word}")),
            ),
            SentencePart::Option(_) | SentencePart::LaterLeg | SentencePart::Limit => {
                (whole, TokenMeaning::Optional)
            }
            SentencePart::Verb => (place(), TokenMeaning::EffectVerb),
            SentencePart::Number => {
                let number = self.word(start).parse().ok();
                return number
                    .map(|number| (place(), TokenMeaning::Number(number)))
                    .into_iter()
                    .collect();
            }
            SentencePart::Headings => self.headings(words),
            SentencePart::Purpose => {
                let is_move = self.word(start) == "move";
                let other = if is_move { "capture" } else { "move" };
                (place(), TokenMeaning::OneOf(vec![other]))
            }
            SentencePart::Classes => {
                return self.names(words, self.variant.board.classes());
            }
            SentencePart::Places => return self.names(words, self.variant.sets.names()),
            SentencePart::Betza => {
                let start = place().start + 1;
                let tokens = string_tokens(&self.text[start..place().end - 1], Dialect::default());
                let shifted =
                    |(at, meaning): TextToken<'v>| (start + at.start..start + at.end, meaning);
                return tokens.into_iter().map(shifted).collect();
            }
        }]
    }

    /// Returns the headings as one token, which can be left out or replaced by another heading.
    fn headings(&self, words: Range<usize>) -> TextToken<'v> {
        let named: Vec<&str> = words.clone().map(|index| self.word(index)).collect();
        let mut others = vec!["forward ", "backward ", "sideways "];
        others.retain(|other| !named.contains(&other.trim_end()));
        if !named.is_empty() {
            others.push("");
        }
        let place = self.places[words.start].start..self.places[words.end].start;
        (place, TokenMeaning::OneOf(others))
    }

    /// Returns the names of a list. A name can be replaced by one that is not in the list, and left
    /// out if there are several.
    fn names(
        &self,
        words: Range<usize>,
        known: impl Iterator<Item = &'v str>,
    ) -> Vec<TextToken<'v>> {
        let listed: Vec<&str> = words.clone().map(|index| self.word(index)).collect();
        let others: Vec<&str> = known.filter(|other| !listed.contains(other)).collect();
        let mut tokens = Vec::new();
        for index in words.clone().step_by(2) {
            let place = self.places[index].clone();
            tokens.push((place.clone(), TokenMeaning::OneOf(others.clone())));
            let with_comma = match index == words.start {
                true => place.start..self.places[(index + 2).min(words.end - 1)].start,
                false => self.places[index - 2].end..place.end,
            };
            if words.len() > 1 {
                tokens.push((with_comma, TokenMeaning::Optional));
            }
        }
        tokens
    }
}

/// Returns the tokens of a string of Betza's notation: its letters, its numbers and its moves.
pub(crate) fn string_tokens<'v>(text: &str, dialect: Dialect) -> Vec<TextToken<'v>> {
    let moves = betza::moves(&Sources::default().excerpt("string", text), dialect);
    let mut tokens: Vec<TextToken<'_>> = Vec::new();
    if moves.len() > 1 {
        tokens.extend(moves.into_iter().map(|at| (at, TokenMeaning::Optional)));
    }
    for (start, letter) in text.char_indices() {
        let at = start..start + letter.len_utf8();
        if letter.is_ascii_lowercase() || matches!(letter, 'X' | 'Y') {
            tokens.push((at.clone(), TokenMeaning::Optional));
        }
        tokens.push((at.clone(), TokenMeaning::Letter));
        let is_numbered = text[at.end..].starts_with(|next: char| next.is_ascii_digit());
        if letter.is_ascii_uppercase() && !is_numbered {
            tokens.push((at.end..at.end, TokenMeaning::Absent("2".to_string())));
        }
    }
    for at in split(text, |c| !c.is_ascii_digit()) {
        // A string with so large a number is invalid.
        if let Ok(number) = text[at.clone()].parse() {
            tokens.push((at, TokenMeaning::Number(number)));
        }
    }
    tokens
}

/// Whether two texts are valid movements with different clauses. Strings of Betza's notation are
/// compared by their components.
pub(crate) fn differs_in_meaning(before: &str, after: &str, dialect: Option<Dialect>) -> bool {
    let is_same = |((was_alternative, a), (is_alternative, b)): (
        &(bool, ClauseKind),
        &(bool, ClauseKind),
    )| {
        match (a, b) {
            (ClauseKind::Betza(a), ClauseKind::Betza(b)) => a.components == b.components,
            _ => was_alternative == is_alternative && a == b,
        }
    };
    match (clauses(before, dialect), clauses(after, dialect)) {
        (Some(before), Some(after)) => {
            before.len() != after.len() || !before.iter().zip(&after).all(is_same)
        }
        _ => false,
    }
}

/// Returns the clauses of a movement, each with whether it is an alternative to the one before;
/// `None` if it is invalid or lets a piece do nothing.
fn clauses(text: &str, dialect: Option<Dialect>) -> Option<Vec<(bool, ClauseKind)>> {
    let mut complaints = Diagnostics::default();
    let excerpt = Sources::default().excerpt("movement", text);
    let clauses: Vec<(bool, ClauseKind)> = match dialect {
        Some(dialect) => {
            let string = betza::parse(&excerpt, dialect, &mut complaints)?;
            vec![(false, ClauseKind::Betza(string))]
        }
        None => movement::parse(&excerpt, &mut complaints)
            .clauses
            .into_iter()
            .map(|clause| (clause.otherwise, clause.kind))
            .collect(),
    };
    let is_empty =
        |what: &ClauseKind| matches!(what, ClauseKind::Betza(betza) if betza.components.is_empty());
    let is_sound = !complaints.has_errors() && !clauses.is_empty();
    (is_sound && !clauses.iter().any(|(_, what)| is_empty(what))).then_some(clauses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{Vocabulary, replace_range};

    #[test]
    fn a_change_of_a_string_affects_one_letter_number_or_move() {
        let chess = padma_variant::Variant::load(padma_variant::BUILT_IN[0].1)
            .unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let vocabulary = Vocabulary::new(&chess.rules().variant);
        let (text, dialect) = ("FsN3", Dialect::default());
        let mut found: Vec<String> = Vec::new();
        for (range, meaning) in string_tokens(text, dialect) {
            let others = vocabulary.others(&text[range.clone()], &meaning);
            found.extend(
                others
                    .iter()
                    .map(|new| replace_range(text, range.clone(), new)),
            );
        }
        found.retain(|after| differs_in_meaning(text, after, Some(dialect)));
        let expected = [
            "sN3", "F", "WsN3", "AsN3", "BsN3", "F2sN3", "FN3", "FvN3", "FfN3", "FsC3", "FsZ3",
            "FsN4", "FsN2",
        ];
        assert_eq!(found, expected);
    }
}
