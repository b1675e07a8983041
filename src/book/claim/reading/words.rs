//! Finds the numbers of a text.
//!
//! Only this module decides what counts as a number in prose. Knows nothing of boards.

use std::ops::Range;
use std::sync::LazyLock;

use padma_expr::{Number, words};
use padma_text::is_unspaced;

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
    pub(crate) spelt: bool,
}

/// Returns the start of the last word of a text; the text's length if it ends in white space.
pub(crate) fn last_word(text: &str) -> usize {
    text.trim_end_matches(|c: char| !c.is_whitespace()).len()
}

/// Whether a text says that there is nothing.
pub(super) fn says_none(text: &str) -> bool {
    let mut words = words(text).map(|range| text[range].to_lowercase());
    words.any(|word| {
        matches!(
            word.as_str(),
            "no" | "none" | "nowhere" | "nothing" | "never"
        )
    })
}

/// Returns the numbers of a text, in digits or in words.
pub fn numbers(text: &str) -> impl Iterator<Item = NumberWord> {
    words(text).filter_map(|range| {
        let word = &text[range.clone()];
        let spelt = !word.starts_with(|c: char| c.is_ascii_digit());
        let before = &text[..range.start];
        let point = if spelt {
            0
        } else {
            decimal_point_length(before)
        };
        let (number, decimals) = match spelt {
            true => (Number::whole(parse_number_words(word)?), 0),
            false if point > 0 => digits(&format!("0.{word}"))?,
            false => digits(word)?,
        };
        let sign = minus_length(&before[..before.len() - point]);
        let number = if sign > 0 {
            Number::whole(0).minus(number)?
        } else {
            number
        };
        let range = range.start - point - sign..range.end;
        let percent = percent(&text[range.end..]);
        let whole = range.start..range.end + percent.unwrap_or(0);
        Some(NumberWord {
            range,
            whole,
            number,
            decimals,
            percent: percent.is_some(),
            spelt,
        })
    })
}

/// Returns the length of a decimal point at the end of a text; 0 without one, or if it may be the
/// full stop of the words before it.
fn decimal_point_length(before: &str) -> usize {
    let begins_number = before
        .strip_suffix('.')
        .is_some_and(|rest| begins_word(rest) || minus_length(rest) > 0);
    usize::from(begins_number)
}

/// Returns the length of a minus sign, or of the word for it, at the end of a text; 0 without one,
/// or if it does not begin a word.
fn minus_length(before: &str) -> usize {
    if let Some(rest) = before.strip_suffix(['-', '−']) {
        return if begins_word(rest) {
            before.len() - rest.len()
        } else {
            0
        };
    }
    let trimmed = before.trim_end();
    if trimmed.len() == before.len() {
        return 0;
    }
    let start = trimmed.trim_end_matches(char::is_alphanumeric).len();
    let is_word = matches!(
        trimmed[start..].to_lowercase().as_str(),
        "minus" | "negative"
    );
    if is_word && begins_word(&trimmed[..start]) {
        before.len() - start
    } else {
        0
    }
}

/// Whether the text after `before` begins a new word.
fn begins_word(before: &str) -> bool {
    before.is_empty()
        || before.ends_with(|c: char| {
            c.is_whitespace() || is_unspaced(c) || "([{'\"‘“«=<>≤≥≠".contains(c)
        })
}

/// Returns the length of a percent sign, or of the words for it, at the start of a text.
fn percent(rest: &str) -> Option<usize> {
    let trimmed = rest.trim_start();
    let ends = |sign: &str| !trimmed[sign.len()..].starts_with(char::is_alphanumeric);
    let sign = ["%", "percent", "per cent"]
        .into_iter()
        .find(|sign| trimmed.starts_with(sign) && (*sign == "%" || ends(sign)))?;
    Some(rest.len() - trimmed.len() + sign.len())
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

static ONES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
                 seventeen eighteen nineteen";
    names.split(' ').collect()
});
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Reads a number in words, in upper or lower case: up to ninety-nine, `hundred` or `thousand`.
fn parse_number_words(word: &str) -> Option<i64> {
    // The first letter rules out most words of a text.
    if !word.starts_with(|c: char| "efhnostzEFHNOSTZ".contains(c)) {
        return None;
    }
    let index_in = |names: &[&str], word: &str| {
        names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(word))
    };
    let one = |word: &str| index_in(&ONES, word).map(|n| n as i64);
    let ten = |word: &str| index_in(&TENS, word).map(|n| 10 * (n as i64 + 2));
    // Above ninety-nine a number is written in digits: `two hundred` reads as two numbers.
    let power =
        |word: &str| index_in(&["hundred", "thousand"], word).map(|power| [100, 1000][power]);
    one(word)
        .or_else(|| ten(word))
        .or_else(|| power(word))
        .or_else(|| {
            let (tens, ones) = word.split_once('-')?;
            Some(ten(tens)? + one(ones).filter(|ones| (1..10).contains(ones))?)
        })
}

/// Writes a number from zero to ninety-nine as a word.
pub(crate) fn in_words(number: i64) -> Option<String> {
    let number = usize::try_from(number).ok()?;
    if let Some(word) = ONES.get(number) {
        return Some((*word).to_string());
    }
    let tens = TENS.get(number / 10 - 2)?;
    Some(if number % 10 == 0 {
        (*tens).to_string()
    } else {
        format!("{tens}-{}", ONES[number % 10])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let found: Vec<String> = numbers(text)
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
            let found = numbers(text).next().unwrap();
            assert_eq!(
                (&text[found.range], &text[found.whole]),
                (word, whole),
                "{text}"
            );
        }
    }

    #[test]
    fn a_number_in_words_reads_as_itself() {
        for number in 0..100 {
            let word = in_words(number).unwrap();
            assert_eq!(parse_number_words(&word), Some(number), "{word}");
        }
        assert_eq!((in_words(100), in_words(-1)), (None, None));
    }
}
