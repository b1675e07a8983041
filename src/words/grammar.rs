//! What a language does to words by itself, without a table.

use std::fmt::Debug;
use std::ops::Range;

use padma_text::english;

/// The grammar of a language.
pub trait Grammar: Debug + Sync {
    /// Returns the tag of the language, as in HTML.
    fn tag(&self) -> &'static str;

    /// Returns a text in a form: `a` for "a Rook". A form that the grammar does not have leaves
    /// the text as it is.
    fn form(&self, text: &str, form: &str) -> String;

    /// Writes a number in a form: `words`, `ordinal`.
    fn number(&self, number: u64, form: &str) -> String;

    /// Returns the key by which messages choose the form of the noun beside a number.
    fn count(&self, number: u64) -> &'static str;

    /// Reads a number that is written as a word, in upper or lower case.
    fn read_number(&self, _word: &str) -> Option<u64> {
        None
    }

    /// Reads an ordinal, in digits or as a word in lower case: `2nd`, `second`.
    fn read_ordinal(&self, _word: &str) -> Option<u64> {
        None
    }

    /// Returns what a name in lower case may be in the singular.
    fn singulars(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// Finds the first word of a text that a negation is joined to: `isn't`.
    fn joined_negation(&self, _text: &str) -> Option<Range<usize>> {
        None
    }
}

/// The grammar of English.
#[derive(Debug)]
pub(crate) struct English;

impl Grammar for English {
    fn tag(&self) -> &'static str {
        "en"
    }

    fn form(&self, text: &str, form: &str) -> String {
        match form {
            "a" => english::with_article(text),
            "the" if !text.starts_with("the ") => format!("the {text}"),
            "plural" => english::plural(text),
            "is" if text.ends_with('s') => format!("{text} are"),
            "is" => format!("{text} is"),
            "capital" => english::capitalise(text),
            // "That" of a phrase with a comma would not say where it ends.
            "that" if text.contains([',', ';']) => format!("(it {text})"),
            "that" => format!("that {text}"),
            // A phrase with a comma needs another where it ends.
            "closed" if text.contains(',') => format!("{text},"),
            _ => text.to_string(),
        }
    }

    fn number(&self, number: u64, form: &str) -> String {
        let short = u16::try_from(number);
        match (form, short) {
            ("words", Ok(0)) => "no".to_string(),
            ("words", Ok(number @ ..13)) => spelt(number),
            ("ordinal", Ok(number)) => english::ordinal(number),
            ("spelt", Ok(number @ ..100)) => spelt(number),
            ("cell", Ok(number)) => english::cell_ordinal(number),
            _ => number.to_string(),
        }
    }

    fn count(&self, number: u64) -> &'static str {
        if number == 1 { "one" } else { "many" }
    }

    /// Reads numbers up to ninety-nine, `hundred` and `thousand`. `two hundred` are two numbers.
    fn read_number(&self, word: &str) -> Option<u64> {
        // The first letter rules out most words of a text.
        if !word.starts_with(|c: char| "efhnostzEFHNOSTZ".contains(c)) {
            return None;
        }
        let place = |names: &[&str], word: &str| {
            let mut names = names.iter();
            let place = names.position(|name| name.eq_ignore_ascii_case(word));
            place.map(|place| place as u64)
        };
        let ten = |word: &str| place(&TENS, word).map(|place| 10 * (place + 2));
        let power =
            || place(&["hundred", "thousand"], word).map(|place| [100, 1000][place as usize]);
        let compound = || {
            let (tens, ones) = word.split_once('-')?;
            Some(ten(tens)? + place(&ONES, ones).filter(|ones| (1..10).contains(ones))?)
        };
        let one = place(&ONES, word).or_else(|| ten(word));
        one.or_else(power).or_else(compound)
    }

    /// Reads ordinals up to `ninety-ninth`.
    fn read_ordinal(&self, word: &str) -> Option<u64> {
        let cardinal = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        if !cardinal.is_empty() {
            let is_ordinal = ["st", "nd", "rd", "th"].contains(&&word[cardinal.len()..]);
            return cardinal.parse().ok().filter(|_| is_ordinal);
        }
        // The ends rule out most words of a text.
        let mut endings = ["th", "first", "second", "third"].iter();
        let is_shaped = word.starts_with(|c: char| "efnst".contains(c));
        if !is_shaped || !endings.any(|ending| word.ends_with(ending)) {
            return None;
        }
        (1..100)
            .find(|number| spelt_ordinal(*number) == word)
            .map(u64::from)
    }

    fn singulars(&self, name: &str) -> Vec<String> {
        let singular = |(plural, one): &(&str, &str)| {
            let stem = name.strip_suffix(plural)?;
            Some(format!("{stem}{one}"))
        };
        SINGULARS.iter().filter_map(singular).collect()
    }

    fn joined_negation(&self, text: &str) -> Option<Range<usize>> {
        let mut endings = ["n't", "n’t"].into_iter();
        let end = endings.find_map(|not| Some(text.find(not)? + not.len()))?;
        let head = text[..end].trim_end_matches(|c: char| !c.is_whitespace());
        Some(head.len()..end)
    }
}

/// How names end in the plural, and in the singular.
const SINGULARS: [(&str, &str); 4] = [("ies", "y"), ("men", "man"), ("es", ""), ("s", "")];

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Writes an ordinal up to the ninety-ninth as a word.
fn spelt_ordinal(number: u16) -> String {
    let cardinal = spelt(number);
    for (ending, ordinal) in [
        ("one", "first"),
        ("two", "second"),
        ("three", "third"),
        ("five", "fifth"),
        ("eight", "eighth"),
        ("nine", "ninth"),
        ("twelve", "twelfth"),
        ("y", "ieth"),
    ] {
        if let Some(stem) = cardinal.strip_suffix(ending) {
            return format!("{stem}{ordinal}");
        }
    }
    format!("{cardinal}th")
}

/// Writes a number up to ninety-nine as a word.
fn spelt(number: u16) -> String {
    let number = usize::from(number);
    match (number / 10, number % 10) {
        (0 | 1, _) => ONES[number].to_string(),
        (tens, 0) => TENS[tens - 2].to_string(),
        (tens, ones) => format!("{}-{}", TENS[tens - 2], ONES[ones]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_words_reads_as_itself() {
        for number in 0..100 {
            let word = English.number(number, "spelt");
            assert_eq!(English.read_number(&word), Some(number), "{word}");
        }
        assert_eq!(English.number(100, "spelt"), "100");
    }

    #[test]
    fn an_ordinal_is_read_in_digits_and_in_words() {
        for (word, number) in [
            ("first", Some(1)),
            ("second", Some(2)),
            ("third", Some(3)),
            ("fifth", Some(5)),
            ("eighth", Some(8)),
            ("twelfth", Some(12)),
            ("twentieth", Some(20)),
            ("forty-second", Some(42)),
            ("ninety-ninth", Some(99)),
            ("3rd", Some(3)),
            ("112th", Some(112)),
            ("one", None),
            ("north", None),
            ("3", None),
            ("3rds", None),
            ("h1st", None),
        ] {
            assert_eq!(English.read_ordinal(word), number, "{word}");
        }
    }
}
