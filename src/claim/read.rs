//! Reads what a claim's text states: a number, a share, cells, pieces.

use super::value::{Number, Type, Value};
use crate::lower::{NumberId, Outline};
use crate::model::{Board, CellSet, PieceId, Variant};

/// Why a text does not state what is due, in words that finish "the text …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// Nothing of the kind stands there.
    Missing,
    /// More than one number does.
    Several(Vec<String>),
    /// The word at these bytes has the form of a cell's name and is none.
    NoCell(std::ops::Range<usize>),
    /// The word at these bytes has the form of a section's or figure's number and is none.
    NoNumber(std::ops::Range<usize>),
}

/// A value read from a text and, for numbers, how many decimals it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    pub value: Value,
    pub decimals: u32,
}

/// Reads a value of the kind that the claim's expression has.
///
/// # Errors
///
/// What is missing from the text, or stands there too often.
pub fn stated(text: &str, kind: Type, variant: &Variant, outline: &Outline) -> Result<Stated, Misread> {
    let exact = |value| Stated { value, decimals: 0 };
    match kind {
        Type::Number => one(numbers(text).filter(|n| !n.percent))
            .map(|found| Stated { value: Value::Number(found.number), decimals: found.decimals }),
        Type::Share => one(numbers(text).filter(|n| n.percent))
            .map(|found| Stated { value: Value::Share(found.number), decimals: found.decimals }),
        Type::Cells => cells(text, &variant.board).map(|set| exact(Value::Cells(set))),
        Type::Pieces => match pieces(text, variant) {
            none if none.is_empty() && !says_none(text) => Err(Misread::Missing),
            pieces => Ok(exact(Value::Pieces(pieces))),
        },
        Type::Numbers => section_numbers(text, outline).map(|numbers| exact(Value::Numbers(numbers))),
        Type::Truth => Ok(exact(Value::Truth(true))),
        Type::Text => Ok(exact(Value::Text(text.trim().to_string()))),
    }
}

/// A number as it stands in a text.
#[derive(Clone, Debug)]
struct Found {
    word: String,
    number: Number,
    decimals: u32,
    percent: bool,
}

fn one(mut found: impl Iterator<Item = Found>) -> Result<Found, Misread> {
    let first = found.next().ok_or(Misread::Missing)?;
    let others: Vec<String> = found.map(|found| found.word).collect();
    if others.is_empty() {
        return Ok(first);
    }
    Err(Misread::Several([vec![first.word], others].concat()))
}

/// The words of a text with what follows each; hyphens and decimal points belong to words.
fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_part = |text: &str, at: usize, c: char| {
        let inside = || {
            let before = text[..at].chars().next_back();
            let after = text[at + c.len_utf8()..].chars().next();
            match c {
                '.' | ',' => {
                    before.is_some_and(|c| c.is_ascii_digit()) && after.is_some_and(|c| c.is_ascii_digit())
                }
                _ => before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic),
            }
        };
        c.is_alphanumeric() || (matches!(c, '.' | ',' | '-') && inside())
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = text[at..].char_indices().find(|(_, c)| c.is_alphanumeric()).map(|(i, _)| at + i)?;
        let end = text[start..]
            .char_indices()
            .find(|(i, c)| !is_part(text, start + i, *c))
            .map_or(text.len(), |(i, _)| start + i);
        at = end;
        Some((&text[start..end], &text[end..]))
    })
}

fn numbers(text: &str) -> impl Iterator<Item = Found> {
    words(text).filter_map(|(word, rest)| {
        let (number, decimals) =
            digits(word).or_else(|| spelt(&word.to_lowercase()).map(|n| (Number::whole(n), 0)))?;
        let number = if is_negative(text, word, rest) { Number::whole(0).minus(number)? } else { number };
        let rest = rest.trim_start();
        let percent = rest.starts_with('%') || rest.starts_with("percent") || rest.starts_with("per cent");
        Some(Found { word: word.to_string(), number, decimals, percent })
    })
}

/// Whether a minus sign stands right before a word, and nothing before that.
fn is_negative(text: &str, word: &str, rest: &str) -> bool {
    let before = &text[..text.len() - rest.len() - word.len()];
    let signed = before.strip_suffix(['-', '−']);
    signed.is_some_and(|before| before.is_empty() || before.ends_with(char::is_whitespace))
}

/// `1,024` and `51.5`.
fn digits(word: &str) -> Option<(Number, u32)> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let grouped = whole.split(',').enumerate().all(|(i, group)| i == 0 || group.len() == 3);
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = whole.replace(',', "");
    if whole.is_empty() || !grouped || !all_digits(&whole) || !all_digits(fraction) {
        return None;
    }
    if whole.len() > 12 || fraction.len() > 4 || word.ends_with('.') {
        return None;
    }
    let scale = 10_i64.pow(fraction.len() as u32);
    let numerator = format!("{whole}{fraction}").parse::<i64>().ok()?;
    Some((Number::Fraction { numerator, denominator: scale }, fraction.len() as u32))
}

/// Numbers in words, up to ninety-nine.
fn spelt(word: &str) -> Option<i64> {
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
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let one = |word: &str| ONES.iter().position(|name| *name == word).map(|n| n as i64);
    let ten = |word: &str| TENS.iter().position(|name| *name == word).map(|n| 10 * (n as i64 + 2));
    // Above ninety-nine a number is written in digits: `two hundred` reads as two numbers.
    let power =
        |word: &str| [("hundred", 100), ("thousand", 1000)].into_iter().find(|(name, _)| *name == word);
    one(word).or_else(|| ten(word)).or_else(|| power(word).map(|(_, n)| n)).or_else(|| {
        let (tens, ones) = word.split_once('-')?;
        Some(ten(tens)? + one(ones).filter(|ones| (1..10).contains(ones))?)
    })
}

fn cells(text: &str, board: &Board) -> Result<CellSet, Misread> {
    let mut set = CellSet::EMPTY;
    for (word, rest) in words(text) {
        match board.cell(word) {
            Some(cell) => set.insert(cell),
            None if Board::is_name_shaped(word) => {
                let end = text.len() - rest.len();
                return Err(Misread::NoCell(end - word.len()..end));
            }
            None => {}
        }
    }
    if set.is_empty() && !says_none(text) { Err(Misread::Missing) } else { Ok(set) }
}

fn says_none(text: &str) -> bool {
    let mut words = words(text).map(|(word, _)| word.to_lowercase());
    words.any(|word| matches!(word.as_str(), "no" | "none" | "nowhere" | "nothing" | "never"))
}

/// The pieces a text names, by name or id, in singular or plural, in the variant's order.
fn pieces(text: &str, variant: &Variant) -> Vec<PieceId> {
    let words: Vec<String> = words(text).map(|(word, _)| word.to_lowercase()).collect();
    let named = |parts: &[String]| {
        let phrase = parts.join("-");
        let singular = phrase.strip_suffix('s').unwrap_or(&phrase).to_string();
        let is = |id: &&PieceId| {
            let piece = variant.piece(**id);
            let name = piece.name.to_lowercase().replace(' ', "-");
            [&phrase, &singular].iter().any(|word| **word == piece.id || **word == name)
        };
        variant.piece_ids().collect::<Vec<_>>().iter().find(is).copied()
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // A longer name goes before a shorter one it contains.
        let longest = (1..=3)
            .rev()
            .filter(|n| at + n <= words.len())
            .find_map(|n| Some((n, named(&words[at..at + n])?)));
        at += longest.map_or(1, |(n, _)| n);
        found.extend(longest.map(|(_, piece)| piece));
    }
    found.sort();
    found.dedup();
    found
}

/// Whether a text names a number or another text. A truth has no name.
pub fn is_named(value: &Value, text: &str) -> bool {
    match value {
        Value::Number(number) | Value::Share(number) => numbers(text).any(|found| found.number == *number),
        Value::Text(phrase) => stands_in(phrase, text),
        _ => true,
    }
}

/// Whether a phrase stands in a text as words of its own.
fn stands_in(phrase: &str, text: &str) -> bool {
    let ends = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(phrase)
        .any(|(at, _)| ends(text[..at].chars().next_back()) && ends(text[at + phrase.len()..].chars().next()))
}

/// The numbers of sections and figures that a text names, in the outline's order.
fn section_numbers(text: &str, outline: &Outline) -> Result<Vec<String>, Misread> {
    let mut found: Vec<NumberId> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '“' | '”'))
    {
        let word = word.trim_end_matches(['.', ':', '?', '!']);
        match outline.find(word) {
            Some(number) => found.push(number),
            None if word.contains(|c: char| c.is_ascii_digit()) => {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                return Err(Misread::NoNumber(start..start + word.len()));
            }
            None => {}
        }
    }
    if found.is_empty() && !says_none(text) {
        return Err(Misread::Missing);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found.into_iter().map(|number| outline.name(number).to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_digits_and_words() {
        let cases: [(&str, &[&str]); 11] = [
            ("11 cells", &["11"]),
            ("eleven cells", &["11"]),
            ("twenty-one of them", &["21"]),
            ("H1 reaches 4", &["4"]),
            ("51% of the board", &["51%"]),
            ("51.3 percent", &["51.30%"]),
            ("1,024 cells", &["1024"]),
            ("from c4 or g4", &[]),
            ("7 or 8", &["7", "8"]),
            ("-3 cells", &["-3"]),
            ("two hundred cells", &["2", "100"]),
        ];
        for (text, expected) in cases {
            let found: Vec<String> =
                numbers(text).map(|n| format!("{}{}", n.number, if n.percent { "%" } else { "" })).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
