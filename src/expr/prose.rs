//! Finds the words of a text, and the pieces they name.

use std::ops::Range;

use padma_rules::model::{KindId, Variant};
use padma_text::is_unspaced;
use padma_words::{Language, english};

/// Returns the words of a text. Some punctuation is part of a word:
/// - a hyphen between letters (`twenty-one`), or before digits if the word begins with a letter
///   (`A1-1`);
/// - a prime after a digit (`d1'`), if the word begins with a letter and no quote precedes it;
/// - a point or a comma between the digits of a number.
///
/// A run of letters to which no space is due (Chinese, Japanese, Korean) ends at a digit or another
/// letter: `棋子有14种` has three words.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = text[at..]
            .char_indices()
            .find(|(_, c)| c.is_alphanumeric())
            .map(|(i, _)| at + i)?;
        let end = text[start..]
            .char_indices()
            .find(|(i, c)| match c.is_alphanumeric() {
                true => is_seam(text[..start + i].chars().next_back(), *c) && *i > 0,
                false => !continues_word(text, start, start + i, *c),
            })
            .map_or(text.len(), |(i, _)| start + i);
        at = end;
        Some(start..end)
    })
}

/// Whether one of two neighbouring letters or digits is of a script that attaches them to others,
/// and the other is not.
fn is_seam(before: Option<char>, c: char) -> bool {
    let attaches =
        |c: char| is_unspaced(c) || matches!(c, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7ff}');
    before.is_some_and(|before| {
        before.is_ascii() != c.is_ascii() && (attaches(before) || attaches(c))
    })
}

/// Whether the character `c` at byte `at` continues the word that begins at `start`.
fn continues_word(text: &str, start: usize, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    let rest = &text[at + c.len_utf8()..];
    let after = rest.chars().next();
    let fits = |c: Option<char>, test: fn(char) -> bool| c.is_some_and(test);
    let digit = |c: char| c.is_ascii_digit();
    let begins_with_letter = fits(text[start..].chars().next(), char::is_alphabetic);
    match c {
        '-' if fits(after, char::is_alphabetic) => fits(before, char::is_alphabetic),
        '-' => begins_with_letter && fits(before, char::is_alphanumeric) && fits(after, digit),
        '\'' | '’' => {
            let quoted = text[..start].ends_with(['\'', '‘']);
            let digit_or_prime = |c: char| c.is_ascii_digit() || matches!(c, '\'' | '’');
            begins_with_letter
                && !quoted
                && fits(before, digit_or_prime)
                && after.is_none_or(|after| !after.is_alphanumeric() || is_seam(before, after))
        }
        '.' => fits(before, digit) && fits(after, digit),
        ',' => {
            let group = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
            !begins_with_letter && fits(before, digit) && group == 3
        }
        _ => false,
    }
}

/// Finds the pieces that a text names, by name or id, in the singular or plural.
pub(crate) fn named_kinds(text: &str, variant: &Variant) -> Vec<(Range<usize>, KindId)> {
    let words = words(text).map(|word| (word.clone(), text[word].to_lowercase()));
    kinds_among(text, &words.collect::<Vec<_>>(), english(), variant)
}

/// Finds the pieces that the words of a text name. Each word is in lower case, with its bytes.
pub fn kinds_among(
    text: &str,
    words: &[(Range<usize>, String)],
    language: &Language,
    variant: &Variant,
) -> Vec<(Range<usize>, KindId)> {
    let kind_of_words = |words: &[(Range<usize>, String)]| {
        let mut phrase = words[0].1.clone();
        for pair in words.windows(2) {
            // Words that touch are one name: `炮2`.
            if pair[0].0.end < pair[1].0.start {
                phrase.push('-');
            }
            phrase.push_str(&pair[1].1);
        }
        let singulars = language.grammar().singulars(&phrase).into_iter();
        let singular = singulars.filter_map(|name| variant.kind_called(&name));
        let named = variant.kind_called(&phrase).into_iter();
        named.chain(singular.take(1)).min()
    };
    let mut kinds = Vec::new();
    let mut rest = words;
    while let [_, after_first @ ..] = rest {
        // A longer name takes precedence over a shorter one that it contains.
        let longest = (1..=rest.len().min(3))
            .rev()
            .filter(|length| is_phrase(text, &rest[..*length]))
            .find_map(|length| Some((length, kind_of_words(&rest[..length])?)));
        rest = match longest {
            Some((length, kind)) => {
                kinds.push((rest[0].0.start..rest[length - 1].0.end, kind));
                &rest[length..]
            }
            None => after_first,
        };
    }
    kinds
}

/// Whether only white space and hyphens separate the words: no comma, for example.
fn is_phrase(text: &str, words: &[(Range<usize>, String)]) -> bool {
    let mut gaps = words
        .windows(2)
        .map(|pair| &text[pair[0].0.end..pair[1].0.start]);
    gaps.all(|gap| gap.chars().all(|c| c.is_whitespace() || c == '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_without_spaces_end_at_a_digit_or_a_cell() {
        for (text, expected) in [
            ("棋子有14种，共101格。", "棋子有|14|种|共|101|格"),
            ("王在z9，车在a1不能走到b2。", "王在|z9|车在|a1|不能走到|b2"),
            ("第13回", "第|13|回"),
            ("d1'在e2", "d1'|在|e2"),
            ("飛車はa1からa9へ", "飛車は|a1|から|a9|へ"),
            ("말이 a1에서 8칸", "말이|a1|에서|8|칸"),
            ("a1'de 8'dir", "a1|de|8|dir"),
            ("Поле с1 и 14-я", "Поле|с1|и|14|я"),
            ("A1-1 and 2.5", "A1-1|and|2.5"),
        ] {
            let words: Vec<&str> = words(text).map(|range| &text[range]).collect();
            assert_eq!(words.join("|"), expected, "{text}");
        }
    }
}
