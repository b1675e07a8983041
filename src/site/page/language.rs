//! The language of a book: the direction of its lines, and the marking of the program's own words,
//! which are English.

use serde_json::{Value as Json, json};

/// The languages written from right to left if their tag names no script.
const LEFTWARD_LANGUAGES: [&str; 21] = [
    "ar", "arc", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "mzn", "nqo",
    "pnb", "ps", "sd", "syr", "ug", "ur", "yi",
];
/// The scripts written from right to left.
const LEFTWARD_SCRIPTS: [&str; 12] = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi",
];

/// Whether the language with this tag is written from right to left. A script in the tag decides;
/// without one, the language does.
pub(super) fn runs_leftward(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default().to_ascii_lowercase();
    match parts.find(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()))
    {
        Some(script) => LEFTWARD_SCRIPTS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(script)),
        None => LEFTWARD_LANGUAGES.contains(&language.as_str()),
    }
}

/// Returns the view of a language for templates: its tag, its `direction`, and `ours`, the
/// attributes of an element with the program's own words. `ours` is empty in an English book.
pub(super) fn view(tag: &str) -> Json {
    let direction = if runs_leftward(tag) { "rtl" } else { "ltr" };
    json!({"language": tag, "direction": direction, "ours": english_attributes(tag)})
}

/// Returns the attributes of an element with the program's own words.
pub(super) fn english_attributes(tag: &str) -> &'static str {
    let is_english = tag
        .split('-')
        .next()
        .is_some_and(|language| language.eq_ignore_ascii_case("en"));
    match (is_english, runs_leftward(tag)) {
        (true, false) => "",
        (_, false) => " lang=\"en\"",
        (_, true) => " lang=\"en\" dir=\"ltr\"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_decides_the_direction_and_the_marking_of_english() {
        for (tag, leftward, attributes) in [
            ("en", false, ""),
            ("EN-gb", false, ""),
            ("de", false, " lang=\"en\""),
            ("he", true, " lang=\"en\" dir=\"ltr\""),
            ("he-IL", true, " lang=\"en\" dir=\"ltr\""),
            ("yi-Latn", false, " lang=\"en\""),
            ("ku-arab", true, " lang=\"en\" dir=\"ltr\""),
            ("pa-Arab-PK", true, " lang=\"en\" dir=\"ltr\""),
            ("zh-Hant", false, " lang=\"en\""),
            ("en-Hebr", true, " lang=\"en\" dir=\"ltr\""),
        ] {
            assert_eq!(runs_leftward(tag), leftward, "{tag}");
            assert_eq!(english_attributes(tag), attributes, "{tag}");
        }
    }
}
