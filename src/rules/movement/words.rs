//! Numbers, names and lists in English.

/// Joins parts as in "a, b and c"; `last` is the word before the last part.
pub fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Writes a number in words up to twelve, and in digits beyond.
pub fn number(n: u16) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(usize::from(n))
        .map_or_else(|| n.to_string(), |word| word.to_string())
}

/// Names the cell a leap leads to: the same, the next, the second.
pub(super) fn ordinal(n: u16) -> String {
    match n {
        0 => "same".to_string(),
        1 => "next".to_string(),
        n => place(n),
    }
}

/// Writes an ordinal: "first", "second", "12th".
pub fn place(n: u16) -> String {
    const WORDS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let ending = match (n % 10, n % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    let word = n.checked_sub(1).and_then(|at| WORDS.get(usize::from(at)));
    word.map_or_else(|| format!("{n}{ending}"), |word| word.to_string())
}

/// Returns a text with its first letter capitalised.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Returns a name with its article, chosen by how the name begins.
pub fn with_article(name: &str) -> String {
    let lower = name.to_lowercase();
    let is_vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']);
    // These begin with the sound of "you" or "one".
    let sounds_else = ["uni", "use", "eu", "one"]
        .iter()
        .any(|start| lower.starts_with(start));
    format!(
        "{} {name}",
        if is_vowel && !sounds_else { "an" } else { "a" }
    )
}

/// Returns the plural of a name.
pub fn plural(name: &str) -> String {
    const NO_MEN: [&str; 7] = [
        "shaman", "human", "roman", "german", "norman", "talisman", "caiman",
    ];
    let lower = name.to_lowercase();
    if lower.ends_with("man") && !NO_MEN.iter().any(|word| lower.ends_with(word)) {
        return format!("{}en", &name[..name.len() - 2]);
    }
    let before = name
        .strip_suffix('y')
        .and_then(|stem| stem.chars().next_back());
    match before {
        Some(letter) if !"aeiou".contains(letter) => format!("{}ies", &name[..name.len() - 1]),
        _ if name.ends_with(['s', 'x', 'z']) || name.ends_with("ch") || name.ends_with("sh") => {
            format!("{name}es")
        }
        _ => format!("{name}s"),
    }
}

/// Writes a count with its noun: "1 rank", "12 ranks".
pub fn count_phrase(count: usize, name: &str) -> String {
    if count == 1 {
        format!("1 {name}")
    } else {
        format!("{count} {}", plural(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_with_their_articles_and_in_the_plural() {
        for (name, one, many) in [
            ("Rook", "a Rook", "Rooks"),
            ("Immobilizer", "an Immobilizer", "Immobilizers"),
            ("Unicorn", "a Unicorn", "Unicorns"),
            ("Spy", "a Spy", "Spies"),
            ("Donkey", "a Donkey", "Donkeys"),
            ("Ouroboros", "an Ouroboros", "Ouroboroses"),
            ("Wiseman", "a Wiseman", "Wisemen"),
            ("Shaman", "a Shaman", "Shamans"),
        ] {
            assert_eq!(
                (with_article(name).as_str(), plural(name).as_str()),
                (one, many)
            );
        }
        assert_eq!(
            [1, 8, 11, 22].map(place),
            ["first", "eighth", "11th", "22nd"]
        );
    }
}
