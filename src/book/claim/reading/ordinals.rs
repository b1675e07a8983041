//! Finds the ordinals of a text, and the sizes of boards.
//!
//! ```text
//! "on its second or third rank"    2 and 3
//! "for the 3rd time"               3
//! "an 8×8 board", "8 by 8"         8 files and 8 ranks
//! ```

use std::ops::Range;

use super::author::AuthorText;
use padma_text::range_in;
use padma_words::Sense;

/// An ordinal in a text, in digits or as a word.
#[derive(Clone, Debug)]
pub(crate) struct OrdinalWord {
    /// Its bytes in the text.
    pub(crate) range: Range<usize>,
    pub(crate) number: u64,
}

/// A size in a text.
#[derive(Clone, Debug)]
pub(crate) struct SizeWords {
    /// Its bytes in the text.
    pub(crate) range: Range<usize>,
    /// The numbers of files, of ranks and maybe of levels.
    pub(crate) numbers: Vec<u64>,
}

impl AuthorText<'_> {
    /// Returns the ordinals of the text, whatever they speak of, but no fractions such as "a third of".
    pub(crate) fn ordinals(&self) -> impl Iterator<Item = OrdinalWord> {
        let words = self.words_in(self.whole()).iter();
        words.filter_map(|(range, word)| {
            let grammar = self.language.grammar();
            // The word may be the first part of another: `second-rank`.
            let first = word.split('-').next().unwrap_or(word);
            let whole = grammar
                .read_ordinal(word)
                .map(|number| (word.len(), number));
            let (length, number) =
                whole.or_else(|| Some((first.len(), grammar.read_ordinal(first)?)))?;
            let range = range.start..range.start + length;
            let rest = range.end..self.text.len();
            let is_fraction = self.last(Sense::FractionArticle, 0..range.start).is_some()
                && (self.begins(Sense::Of, rest.clone()) || self.words_in(rest).is_empty());
            (!is_fraction).then_some(OrdinalWord { range, number })
        })
    }

    /// Returns the ordinal that a part of a word is.
    pub(super) fn ordinal_at(&self, part: &Range<usize>) -> Option<usize> {
        let mut ordinals = self.ordinals().filter(|ordinal| ordinal.range == *part);
        ordinals.next()?.number.try_into().ok()
    }

    /// Returns the ordinals that speak of ranks, files, moves or times: those before such a word, or
    /// before other numbers of it. Any other use says nothing: "at first", "the second Rook", "every
    /// second rank". The first is not counted, as one is not.
    pub(crate) fn telling_ordinals(&self) -> impl Iterator<Item = OrdinalWord> {
        let grammar = self.language.grammar();
        let is_number = |word: &str| {
            grammar.read_ordinal(word).is_some() || grammar.read_number(word).is_some()
        };
        self.ordinals().filter(move |ordinal| {
            let before = self.last(Sense::Indefinite, 0..ordinal.range.start);
            let mut after = self.words_in(ordinal.range.end..self.text.len()).iter();
            let is_joint = |word: &str| self.language.means(word, Sense::OrdinalJoint);
            let noun = after.find(|(_, word)| !is_number(word) && !is_joint(word));
            let means = |sense| noun.is_some_and(|(_, word)| self.language.means(word, sense));
            let is_counted = ordinal.number > 1 && before.is_none();
            let nouns = [Sense::Row, Sense::Column, Sense::Occasion];
            is_counted && nouns.into_iter().any(means)
        })
    }

    /// Returns the sizes that the text states.
    pub(crate) fn sizes(&self) -> Vec<SizeWords> {
        let words = self.words_in(self.whole()).iter();
        let parts = words.flat_map(|(range, word)| {
            let is_digits = word.starts_with(|c: char| c.is_ascii_digit());
            let is_cut = move |c: char| c == '-' || is_digits && c == 'x';
            self.text[range.clone()].split(is_cut)
        });
        let parts: Vec<&str> = parts.collect();
        let mut sizes: Vec<SizeWords> = Vec::new();
        let mut rest = &parts[..];
        while let [first, after @ ..] = rest {
            rest = after;
            let mut numbers = Vec::from_iter(self.factor(first));
            let mut last = first;
            while let Some((word, number, after)) = self.next_factor(last, rest)
                && !numbers.is_empty()
            {
                numbers.push(number);
                (last, rest) = (word, after);
            }
            let range = range_in(self.text, first).start..range_in(self.text, last).end;
            // Things that come one by one or two by two have no size.
            if numbers.len() > 1 && numbers.iter().any(|number| *number > 2) {
                sizes.push(SizeWords { range, numbers });
            }
        }
        sizes
    }

    /// Returns the number after a word and a `×`, an `x` or a `by`, its word, and the words after it.
    fn next_factor<'p>(
        &self,
        last: &str,
        rest: &'p [&'p str],
    ) -> Option<(&'p &'p str, u64, &'p [&'p str])> {
        let gap = |a: &str, b: &str| {
            self.text[range_in(self.text, a).end..range_in(self.text, b).start].trim()
        };
        let is_gap = |gap: &str| matches!(gap, "" | "-");
        let is_joint = |word: &str| self.language.means(&word.to_lowercase(), Sense::SizeJoint);
        match rest {
            [next, after @ ..] if matches!(gap(last, next), "×" | "x") => {
                Some((next, self.factor(next)?, after))
            }
            [joint, next, after @ ..]
                if is_joint(joint) && is_gap(gap(last, joint)) && is_gap(gap(joint, next)) =>
            {
                Some((next, self.factor(next)?, after))
            }
            _ => None,
        }
    }

    fn factor(&self, word: &str) -> Option<u64> {
        let spelt = || self.language.grammar().read_number(word);
        word.parse().ok().or_else(spelt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_that_speak_of_lines_moves_or_times_are_told_from_others() {
        let cases: [(&str, &[u64], &[u64]); 11] = [
            ("the second rank", &[2], &[2]),
            ("its second or 7th ranks", &[2, 7], &[2, 7]),
            ("the third to the fifth row", &[3, 5], &[3, 5]),
            ("its first six ranks", &[1], &[]),
            ("on a second-rank square", &[2], &[]),
            ("for the twenty-first time", &[21], &[21]),
            ("for the first time, on its first move", &[1, 1], &[]),
            ("the 2nd move", &[2], &[2]),
            ("at first the second Rook", &[1, 2], &[]),
            ("a third of the ranks, one third", &[], &[]),
            ("a third time, every second rank", &[3, 2], &[]),
        ];
        for (text, all, telling) in cases {
            let text = AuthorText::in_english(text);
            let numbers = |found: Vec<OrdinalWord>| {
                Vec::from_iter(found.iter().map(|ordinal| ordinal.number))
            };
            assert_eq!(numbers(text.ordinals().collect()), all, "{}", text.text);
            let found = text.telling_ordinals().collect();
            assert_eq!(numbers(found), telling, "{}", text.text);
        }
    }

    #[test]
    fn sizes_are_read_in_digits_and_in_words() {
        let cases: [(&str, &[&str]); 9] = [
            ("an 8x8 board", &["8x8"]),
            ("9×10 points", &["9×10"]),
            ("9 × 10 or 8 x 12", &["9 × 10", "8 x 12"]),
            ("a board of 8 by 10", &["8 by 10"]),
            ("an 8-by-10 board", &["8-by-10"]),
            ("a seven-by-seven board", &["seven-by-seven"]),
            (
                "5×5×5, and five by 5 by five",
                &["5×5×5", "five by 5 by five"],
            ),
            ("two by the river, one by one, 8x", &[]),
            ("Rxb8 and six Rooks", &[]),
        ];
        for (text, expected) in cases {
            let sizes = AuthorText::in_english(text).sizes();
            let found = sizes.iter().map(|size| &text[size.range.clone()]);
            assert_eq!(Vec::from_iter(found), expected, "{text}");
        }
    }
}
