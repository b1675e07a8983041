//! The tokens of a movement: of a sentence, and of a string of Betza's notation.

use std::ops::Range;

use super::token::{TextToken, TokenMeaning, split};
use padma_rules::model::Variant;
use padma_rules::movement::{self, ClauseKind, Dialect, Heading, betza};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

/// Words that begin a limit of a clause.
const LIMITS: [&str; 8] = [
    "over", "onto", "from", "up", "only", "first", "open", "also",
];

/// Returns the tokens of a sentence.
pub(crate) fn sentence<'v>(text: &Excerpt, variant: &'v Variant) -> Vec<TextToken<'v>> {
    let parts = movement::token_places(text).unwrap_or_default().into_iter();
    let parts: Vec<Range<usize>> = parts.map(|(range, _)| range).collect();
    let text = text.text();
    let is_joint = |part: &Range<usize>| [";", "+"].contains(&&text[part.clone()]);
    let clauses: Vec<&[Range<usize>]> = parts.split(is_joint).collect();
    let mut reader = ClauseReader {
        text,
        variant,
        tokens: Vec::new(),
    };
    for (index, clause) in clauses.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| clauses[before]);
        reader.add_alternatives(clause, before, clauses.get(index + 1).copied());
        reader.add_clause(clause);
    }
    reader.tokens
}

/// Reader of the valid clauses of a sentence, each given as the ranges of its words.
struct ClauseReader<'t, 'v> {
    text: &'t str,
    variant: &'v Variant,
    tokens: Vec<TextToken<'v>>,
}

impl<'v> ClauseReader<'_, 'v> {
    fn word(&self, part: &Range<usize>) -> &str {
        &self.text[part.clone()]
    }

    /// Adds the tokens by which a clause beside others is left out, or becomes an alternative to
    /// the clause before, unless that is a string.
    fn add_alternatives(
        &mut self,
        clause: &[Range<usize>],
        before: Option<&[Range<usize>]>,
        after: Option<&[Range<usize>]>,
    ) {
        let (first, last) = (&clause[0], &clause[clause.len() - 1]);
        let is_otherwise = self.word(first) == "otherwise";
        if let Some(before) = before {
            let end = before[before.len() - 1].end;
            self.tokens.push((end..last.end, TokenMeaning::Optional));
            if !self.word(&before[0]).starts_with('"') {
                self.tokens.push(match is_otherwise {
                    true => (first.start..clause[1].start, TokenMeaning::Optional),
                    false => (first.start..first.start, TokenMeaning::Absent("otherwise ")),
                });
            }
        } else if let Some(after) = after {
            // The next clause no longer has one before it.
            let next = usize::from(self.word(&after[0]) == "otherwise");
            let range = first.start..after[next].start;
            self.tokens.push((range, TokenMeaning::Optional));
        }
    }

    fn add_clause(&mut self, clause: &[Range<usize>]) {
        let start = usize::from(self.word(&clause[0]) == "otherwise");
        let is_then = |part: &Range<usize>| self.word(part) == "then";
        let legs: Vec<&[Range<usize>]> = clause[start..].split(is_then).collect();
        for (place, leg) in legs.iter().enumerate() {
            if let Some(before) = place.checked_sub(1).map(|before| legs[before]) {
                // Without this leg the move ends before it.
                let range = before[before.len() - 1].end..leg[leg.len() - 1].end;
                self.tokens.push((range, TokenMeaning::Optional));
            }
            self.add_leg(leg);
        }
    }

    fn add_leg(&mut self, clause: &[Range<usize>]) {
        let is_limit = |part: &&Range<usize>| LIMITS.contains(&self.word(part));
        let mut starts: Vec<usize> = (0..clause.len())
            .filter(|at| is_limit(&&clause[*at]))
            .collect();
        starts.push(clause.len());
        self.add_action(&clause[..starts[0]]);
        for ends in starts.windows(2) {
            let before = clause[ends[0] - 1].end;
            let limit = &clause[ends[0]..ends[1]];
            let end = limit[limit.len() - 1].end;
            self.tokens.push((before..end, TokenMeaning::Optional));
            self.add_limit(limit);
        }
    }

    fn add_action(&mut self, action: &[Range<usize>]) {
        let first = action[0].clone();
        if self.word(&first).starts_with('"') {
            let string = &self.text[first.start + 1..first.end - 1];
            let tokens = string_tokens(string, Dialect::default());
            let shifted = |(at, meaning): TextToken<'v>| {
                (
                    first.start + 1 + at.start..first.start + 1 + at.end,
                    meaning,
                )
            };
            self.tokens.extend(tokens.into_iter().map(shifted));
            return;
        }
        let is_number = |part: &Range<usize>| self.word(part).parse::<u32>().is_ok();
        let is_to_distance = action.iter().any(|part| self.word(part) == "distance");
        let rest = action.iter().skip(1).position(|part| !is_number(part));
        // The name of a piece has no directions.
        let Some(directions) = rest.map(|rest| &action[rest + 1..]) else {
            return;
        };
        self.add_numbers(action);
        if is_to_distance {
            return;
        }
        self.tokens.push((first.clone(), TokenMeaning::EffectVerb));
        let outward = usize::from(self.word(&directions[0]) == "outward");
        if outward == 1 {
            let range = directions[0].start..directions[1].start;
            self.tokens.push((range, TokenMeaning::Optional));
        }
        let directions = &directions[outward..];
        let headings = directions.iter().take_while(|part| {
            let word = self.word(part);
            word == "," || Heading::ALL.iter().any(|heading| heading.word() == word)
        });
        let count = headings.count();
        self.add_headings(&directions[..count], directions[count].start);
        let end = action[action.len() - 1].clone();
        let classes: Vec<&str> = self.variant.board.classes().collect();
        if self.word(&end) == "onward" {
            let before = action[action.len() - 2].end;
            self.tokens.push((before..end.end, TokenMeaning::Optional));
        } else if self.word(&first) == "hop" {
            self.tokens
                .push((end.end..end.end, TokenMeaning::Absent(" onward")));
        }
        self.add_names(&directions[count..], &classes);
    }

    /// Adds the headings as one token, which can be left out or replaced by another heading.
    fn add_headings(&mut self, headings: &[Range<usize>], end: usize) {
        let named: Vec<&str> = headings.iter().map(|part| self.word(part)).collect();
        let start = headings.first().map_or(end, |first| first.start);
        let all = ["forward ", "backward ", "sideways "];
        let mut others: Vec<&str> = all.to_vec();
        others.retain(|other| !named.contains(&other.trim_end()));
        if !headings.is_empty() {
            others.push("");
        }
        self.tokens.push((start..end, TokenMeaning::OneOf(others)));
    }

    fn add_limit(&mut self, limit: &[Range<usize>]) {
        let last = limit[limit.len() - 1].clone();
        match self.word(&limit[0]) {
            "over" | "onto" | "from" => {
                let head = limit[0].end;
                self.tokens.push(match self.word(&limit[1]) {
                    "outside" => (head..limit[1].end, TokenMeaning::Optional),
                    _ => (head..head, TokenMeaning::Absent(" outside")),
                });
                let sets: Vec<&str> = self.variant.sets.names().collect();
                self.add_names(&limit[1..], &sets);
            }
            "only" => {
                let is_move = self.word(&last) == "move";
                let other = if is_move { "capture" } else { "move" };
                self.tokens.push((last, TokenMeaning::OneOf(vec![other])));
            }
            _ => self.add_numbers(limit),
        }
    }

    fn add_numbers(&mut self, parts: &[Range<usize>]) {
        for part in parts {
            if let Ok(number) = self.word(part).parse() {
                self.tokens
                    .push((part.clone(), TokenMeaning::Number(number)));
            }
        }
    }

    /// Adds the names of a list. A name can be replaced by one that is not in the list, and left
    /// out if there are several.
    fn add_names(&mut self, parts: &[Range<usize>], known: &[&'v str]) {
        let is_name = |part: &&Range<usize>| {
            let word = self.word(part);
            word != "," && !movement::is_reserved(word)
        };
        let names: Vec<Range<usize>> = parts.iter().filter(is_name).cloned().collect();
        let words: Vec<&str> = names.iter().map(|name| self.word(name)).collect();
        let others: Vec<&str> = known
            .iter()
            .copied()
            .filter(|other| !words.contains(other))
            .collect();
        for (index, name) in names.iter().enumerate() {
            self.tokens
                .push((name.clone(), TokenMeaning::OneOf(others.clone())));
            match index {
                0 if names.len() == 1 => {}
                0 => self
                    .tokens
                    .push((name.start..names[1].start, TokenMeaning::Optional)),
                _ => self
                    .tokens
                    .push((names[index - 1].end..name.end, TokenMeaning::Optional)),
            }
        }
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
            tokens.push((at.end..at.end, TokenMeaning::Absent("2")));
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
