//! The language of a book: the direction of its lines, and the marking of the program's own words,
//! which may be in another language.

use serde_json::{Value as Json, json};

use padma_book::pages::decl::BookDecl;

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

/// Returns the direction of the lines of a language.
pub(super) fn direction(tag: &str) -> &'static str {
    if runs_leftward(tag) { "rtl" } else { "ltr" }
}

/// Returns the view of a book's language for templates: its tag, its `direction`, and `ours`, the
/// attributes of an element with the program's own words.
pub(super) fn view(decl: &BookDecl) -> Json {
    let (tag, ours) = (&decl.language, own_attributes(decl));
    json!({"language": tag, "direction": direction(tag), "ours": ours})
}

/// Returns the attributes of an element with the program's own words: none if they are in the
/// language of the book.
pub(super) fn own_attributes(decl: &BookDecl) -> String {
    attributes(&decl.language, decl.words.tag())
}

fn attributes(tag: &str, own: &str) -> String {
    let is_own = tag
        .split('-')
        .next()
        .is_some_and(|language| language.eq_ignore_ascii_case(own));
    match (is_own, direction(own)) {
        (true, own_direction) if direction(tag) == own_direction => String::new(),
        (_, own_direction) if direction(tag) == own_direction => format!(" lang=\"{own}\""),
        (_, own_direction) => format!(" lang=\"{own}\" dir=\"{own_direction}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_decides_the_direction_and_the_marking_of_own_words() {
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
            assert_eq!(super::attributes(tag, "en"), attributes, "{tag}");
        }
    }
}
