//! Words and short texts: near misses, names, escapes.

use std::borrow::Cow;

/// Percent-encodes a path for an address (RFC 3986): everything but unreserved characters and
/// `/`.
pub fn percent_encoded(path: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    path.bytes().map(encoded).collect()
}

/// Decodes the percent escapes of an address. Anything that is not an escape stays as it is, and
/// so does an address that is not UTF-8 when decoded.
pub fn percent_decoded(address: &str) -> Cow<'_, str> {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let digits = tail.get(..2).filter(|_| byte == b'%');
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let decoded = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(decoded.unwrap_or(byte));
        rest = if decoded.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(address), Cow::Owned)
}

/// Lists names, each as code: `` `a`, `b` ``.
pub fn code_list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Returns the name among `known` nearest to a misspelt `word`, if one is near enough.
///
/// The distance is Damerau's restricted edit distance (a swap of neighbours counts once),
/// compared without case. It may be at most a third of the word's length, or 1 for a short word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(word, &mut known.into_iter())
}

// Not generic, so it is compiled once for all callers.
fn nearest_of<'a>(word: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let letters: Vec<char> = word.to_lowercase().chars().take(LONGEST).collect();
    let allowed = (letters.len() / 3).max(1);
    // A letter has up to four bytes, and its two cases may differ in length.
    let has_plausible_length = |name: &&str| {
        name.len() + allowed >= letters.len() && name.len() <= 4 * (letters.len() + allowed)
    };
    known
        .filter(has_plausible_length)
        .map(|name| {
            let other: Vec<char> = name.to_lowercase().chars().collect();
            (edit_distance(&letters, &other), name)
        })
        .filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Counts the edits between two words: letters left out, added, replaced or swapped with a
/// neighbour, with no letter edited twice. This is the optimal string alignment distance of
/// Damerau (1964).
fn edit_distance(first: &[char], second: &[char]) -> usize {
    let width = second.len() + 1;
    // Only three rows of the table are kept: the second last, the last and the current one.
    let (mut second_last, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..width).collect());
    for (row, letter) in first.iter().enumerate() {
        let mut current = vec![row + 1; width];
        for (column, known) in second.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != known);
            current[column + 1] = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            let is_swap =
                row > 0 && column > 0 && (letter, &first[row - 1]) == (&second[column - 1], known);
            if is_swap {
                current[column + 1] = current[column + 1].min(second_last[column - 1] + 1);
            }
        }
        second_last = std::mem::replace(&mut last, current);
    }
    last[second.len()]
}

/// Whether a text can be the name of a claim or of a set: a letter, then letters, digits, hyphens
/// and underscores.
pub fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// Writes a text in lower-case letters and digits, with a hyphen in place of each run of other
/// characters: `My Game!` gives `my-game`.
pub fn hyphenated(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .map(str::to_ascii_lowercase)
        .collect::<Vec<_>>()
        .join("-")
}

/// Replaces curved quotation marks and apostrophes, which pages have, by straight ones.
pub fn straight_quotes(text: &str) -> String {
    text.replace(['“', '”', '„'], "\"").replace(['‘', '’'], "'")
}

/// Whether a character belongs to a script written without spaces: Chinese or Japanese.
pub fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{312f}'
        | '\u{31a0}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff01}'..='\u{ff65}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Replaces each run of white space by one space, and trims the ends.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Hashes bytes the same way on every machine: Fowler, Noll and Vo, 64 bits (FNV-1a).
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let next = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, next)
}

/// Escapes text for XML. Characters that XML 1.0 cannot hold become a replacement character.
pub fn xml_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns a text of Markdown without its links, which lead nowhere outside their page: the words
/// between square brackets alone.
pub fn without_links(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some(at) = rest.find("](") {
        let opening = rest[..at].rfind('[');
        let end = rest[at..].find(')').map(|end| at + end);
        let (Some(opening), Some(end)) = (opening, end) else {
            break;
        };
        out.push_str(&rest[..opening]);
        out.push_str(&rest[opening + 1..at]);
        rest = &rest[end + 1..];
    }
    out + rest
}

/// Returns the first statement of a text: what comes before its first full stop or semicolon.
///
/// ```
/// assert_eq!(padma_text::first_statement("how many; 2, if left out. See there"), "how many");
/// ```
pub fn first_statement(text: &str) -> &str {
    let ends = [". ", "; "].iter().filter_map(|end| text.find(end));
    let end = ends.min().unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_agrees_with_published_values() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(digest(text.bytes()), hash, "{text}");
        }
    }

    #[test]
    fn reserved_characters_are_percent_encoded_and_decoded() {
        assert_eq!(percent_encoded("my books/é"), "my%20books/%C3%A9");
        for (address, decoded) in [
            ("my%20books/%C3%a9", "my books/é"),
            ("100%", "100%"),
            ("%2", "%2"),
            ("%é0", "%é0"),
            ("%+1", "%+1"),
            ("%FF", "%FF"),
        ] {
            assert_eq!(percent_decoded(address), decoded);
        }
    }

    #[test]
    fn distances_agree_with_published_values() {
        for (one, other, distance) in [
            ("", "rook", 4),
            ("rook", "rook", 0),
            ("kinght", "knight", 1),
            ("kitten", "sitting", 3),
            // Swapping and then inserting between the two counts three edits, as no letter is
            // edited twice.
            ("ca", "abc", 3),
            ("größe", "grösse", 2),
        ] {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            assert_eq!(
                edit_distance(&letters(one), &letters(other)),
                distance,
                "{one}, {other}"
            );
        }
    }

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["rook", "retreatable-pawn", "knight"];
        for (word, meant) in [
            ("rok", Some("rook")),
            ("Rook", Some("rook")),
            ("kinght", Some("knight")),
            ("zebra", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
    }
}
