//! Finds the numbers of a text.
//!
//! Only this module decides what counts as a number in prose. Knows nothing of boards.

use std::ops::Range;

use super::author::{AuthorText, are_apart};
use padma_expr::Number;
use padma_text::is_unspaced;
use padma_words::Sense;

/// A number in a text.
#[derive(Clone, Debug)]
pub struct NumberWord {
    /// The byte range of the digits or the word, with its minus sign.
    pub range: Range<usize>,
    /// The same with the percent sign or the words for it.
    pub whole: Range<usize>,
    /// Its value.
    pub number: Number,
    /// The number of digits after its decimal point.
    pub decimals: u32,
    pub(crate) percent: bool,
    pub(crate) form: NumberForm,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberForm {
    Digits,
    Word,
    /// `third`, `3rd`.
    Ordinal,
    /// `8×8`: the number of cells.
    Size,
    /// `a single`, `both`.
    Phrase,
}

impl NumberWord {
    /// Whether it is the word `one`, which is usually a pronoun.
    pub(crate) fn is_pronoun(&self) -> bool {
        self.form == NumberForm::Word && !self.percent && self.number == Number::whole(1)
    }

    /// Whether it is the size of a board.
    pub(crate) fn is_size(&self) -> bool {
        self.form == NumberForm::Size
    }

    /// Whether it is a word of a language.
    pub(crate) fn is_word(&self) -> bool {
        self.form == NumberForm::Word
    }

    /// Returns a number of things, which is neither a percentage nor has decimals.
    fn of_things(range: Range<usize>, number: u64, form: NumberForm) -> Option<NumberWord> {
        Some(NumberWord {
            whole: range.clone(),
            range,
            number: Number::whole(i64::try_from(number).ok()?),
            decimals: 0,
            percent: false,
            form,
        })
    }
}

impl AuthorText<'_> {
    /// Returns the numbers of the text, in digits or in words, and the sizes of boards.
    pub fn numbers(&self) -> impl Iterator<Item = NumberWord> {
        let sizes = self.sizes();
        let is_apart = {
            let sizes: Vec<Range<usize>> = sizes.iter().map(|size| size.range.clone()).collect();
            move |range: &Range<usize>| sizes.iter().all(|size| are_apart(size, range))
        };
        let words = self.words_in(self.whole()).iter();
        let words = words.filter(move |(range, _)| is_apart(range));
        let words = words.filter_map(|(range, word)| self.number(range, word));
        let sizes = sizes.into_iter().filter_map(|size| {
            let cells = size
                .numbers
                .iter()
                .try_fold(1, |all: u64, number| all.checked_mul(*number));
            NumberWord::of_things(size.range, cells?, NumberForm::Size)
        });
        words.chain(sizes)
    }

    /// Returns the other words that can state a number where no number stands: ordinals, and `a
    /// single` and `both`.
    pub(super) fn number_phrases(&self) -> Vec<NumberWord> {
        let ordinals = self.ordinals();
        let ordinals = ordinals.map(|it| (it.range, it.number, NumberForm::Ordinal));
        let phrases = [(Sense::Single, 1), (Sense::BothOfTwo, 2)].into_iter();
        let phrases = phrases.flat_map(|(sense, number)| {
            let found = self.all(sense, self.whole());
            found.map(move |range| (range, number, NumberForm::Phrase))
        });
        let all = ordinals.chain(phrases);
        all.filter_map(|(range, number, form)| NumberWord::of_things(range, number, form))
            .collect()
    }

    /// Returns the number that a word is.
    fn number(&self, range: &Range<usize>, word: &str) -> Option<NumberWord> {
        let spelt = !word.starts_with(|c: char| c.is_ascii_digit());
        let before = &self.text[..range.start];
        let point = match spelt {
            true => 0,
            false => decimal_point_length(before),
        };
        let (number, decimals) = match spelt {
            true => {
                let number = self.language.grammar().read_number(word)?;
                (Number::whole(i64::try_from(number).ok()?), 0)
            }
            false if point > 0 => digits(&format!("0.{word}"))?,
            false => digits(word)?,
        };
        let sign = self.minus_length(range.start - point);
        let number = match sign {
            0 => number,
            _ => Number::whole(0).minus(number)?,
        };
        let percent = self.percent_end(range.end);
        let range = range.start - point - sign..range.end;
        Some(NumberWord {
            whole: range.start..percent.unwrap_or(range.end),
            range,
            number,
            decimals,
            percent: percent.is_some(),
            form: if spelt {
                NumberForm::Word
            } else {
                NumberForm::Digits
            },
        })
    }

    /// Returns the length of a minus sign, or of the word for it, that ends at a place; 0 without
    /// one, or if it does not begin a word.
    fn minus_length(&self, end: usize) -> usize {
        let before = &self.text[..end];
        if let Some(rest) = before.strip_suffix(['-', '−']) {
            return if begins_word(rest) {
                end - rest.len()
            } else {
                0
            };
        }
        let word = self.last(Sense::Minus, 0..end);
        let word = word.filter(|word| is_gap(&self.text[word.end..end]) && word.end < end);
        let word = word.filter(|word| begins_word(&self.text[..word.start]));
        word.map_or(0, |word| end - word.start)
    }

    /// Returns the end of a percent sign, or of the words for it, that comes after a place.
    fn percent_end(&self, start: usize) -> Option<usize> {
        let trimmed = self.text[start..].trim_start();
        if trimmed.starts_with('%') {
            return Some(self.text.len() - trimmed.len() + 1);
        }
        let words = self.first(Sense::Percent, start..self.text.len())?;
        is_gap(&self.text[start..words.start]).then_some(words.end)
    }
}

/// Whether only white space is between two words.
fn is_gap(between: &str) -> bool {
    between.trim().is_empty()
}

/// Returns the length of a decimal point at the end of a text; 0 without one, or if it may be the
/// full stop of the words before it.
fn decimal_point_length(before: &str) -> usize {
    let begins_number = before.strip_suffix('.').is_some_and(|rest| {
        begins_word(rest) || rest.strip_suffix(['-', '−']).is_some_and(begins_word)
    });
    usize::from(begins_number)
}

/// Whether the text after `before` begins a new word.
fn begins_word(before: &str) -> bool {
    before.is_empty()
        || before.ends_with(|c: char| {
            c.is_whitespace() || is_unspaced(c) || "([{'\"‘“«=<>≤≥≠".contains(c)
        })
}

/// Maximum number of decimals that are read.
pub(crate) const MOST_DECIMALS: u32 = 8;

/// Reads a number in digits, such as `1,024` or `51.5`. Also returns its number of decimals.
fn digits(word: &str) -> Option<(Number, u32)> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let grouped = whole
        .split(',')
        .enumerate()
        .all(|(i, group)| i == 0 || group.len() == 3);
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = whole.replace(',', "");
    if whole.is_empty() || !grouped || !all_digits(&whole) || !all_digits(fraction) {
        return None;
    }
    if whole.len() > 12 || fraction.len() > MOST_DECIMALS as usize || word.ends_with('.') {
        return None;
    }
    let scale = 10_i64.pow(fraction.len() as u32);
    let numerator = format!("{whole}{fraction}").parse::<i64>().ok()?;
    Some((
        Number::Fraction {
            numerator,
            denominator: scale,
        },
        fraction.len() as u32,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_expr::words;

    #[test]
    fn numbers_are_read_from_digits_and_words() {
        let cases: [(&str, &[&str]); 22] = [
            ("11 cells", &["11"]),
            ("eleven cells", &["11"]),
            ("Twenty-one of them", &["21"]),
            ("H1 reaches 4", &["4"]),
            ("the figure A1-1 of Lotus-39 shows 4", &["4"]),
            ("51% of the board", &["51%"]),
            ("51.3 percent", &["51.30%"]),
            ("1,024 cells", &["1024"]),
            ("a (0,2) leaper", &["0", "2"]),
            ("10-12 cells", &["10", "12"]),
            ("the 3rd, the third", &[]),
            ("from c4 or g4", &[]),
            ("7 or 8", &["7", "8"]),
            ("-3 cells", &["-3"]),
            ("two hundred cells", &["2", "100"]),
            ("twenty-zero, ten-one", &[]),
            (".14 and (.5)", &["0.14", "0.50"]),
            ("p.14, ..14", &["14", "14"]),
            ("minus 14, Negative three", &["-14", "-3"]),
            ("(-14), x-14", &["-14"]),
            ("22 percentage points, 22 percent", &["22", "22%"]),
            ("1.12345678, 1.123456789", &["1.12345678"]),
        ];
        for (text, expected) in cases {
            let found: Vec<String> = AuthorText::in_english(text)
                .numbers()
                .map(|n| format!("{}{}", n.number, if n.percent { "%" } else { "" }))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_stroke_belongs_to_a_cell_and_not_to_a_quotation() {
        let cut = |text: &'static str| words(text).map(|range| &text[range]).collect::<Vec<_>>();
        assert_eq!(
            cut("d1' and e8’, f2's, 'g3' and 7'"),
            ["d1'", "and", "e8’", "f2", "s", "g3", "and", "7"]
        );
    }

    #[test]
    fn a_number_has_its_byte_ranges() {
        for (text, word, whole) in [
            ("to 51 per cent of", "51", "51 per cent"),
            ("is −3", "−3", "−3"),
            ("at 2.5%.", "2.5", "2.5%"),
        ] {
            let found = AuthorText::in_english(text).numbers().next().unwrap();
            assert_eq!(
                (&text[found.range], &text[found.whole]),
                (word, whole),
                "{text}"
            );
        }
    }
}
