//! Numbers, names and lists in English.

/// Joins parts as in "a, b and c"; `last` is the conjunction: "and" or "or".
pub fn join_list(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Writes which cell a leap leads to: "same", "next", "second".
pub fn cell_ordinal(n: u16) -> String {
    match n {
        0 => "same".to_string(),
        1 => "next".to_string(),
        n => ordinal(n),
    }
}

/// Writes an ordinal: "first", "second", "12th".
pub fn ordinal(n: u16) -> String {
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
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Returns a name with "a" or "an" before it, chosen by its first letters.
pub fn with_article(name: &str) -> String {
    let lower = name.trim_start_matches('“').to_lowercase();
    let is_vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']);
    // Names that begin with the sound of "you" or "one" take "a".
    let sounds_like_consonant = ["uni", "use", "eu", "one"]
        .iter()
        .any(|start| lower.starts_with(start));
    format!(
        "{} {name}",
        if is_vowel && !sounds_like_consonant {
            "an"
        } else {
            "a"
        }
    )
}

/// Returns the plural of a name.
pub fn plural(name: &str) -> String {
    const REGULAR_PLURALS: [&str; 7] = [
        "shaman", "human", "roman", "german", "norman", "talisman", "caiman",
    ];
    let lower = name.to_lowercase();
    if lower.ends_with("man") && !REGULAR_PLURALS.iter().any(|word| lower.ends_with(word)) {
        return format!("{}en", &name[..name.len() - 2]);
    }
    let before_y = name
        .strip_suffix('y')
        .and_then(|stem| stem.chars().next_back());
    match before_y {
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
    fn articles_plurals_and_ordinals() {
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
            [1, 8, 11, 22].map(ordinal),
            ["first", "eighth", "11th", "22nd"]
        );
    }
}
