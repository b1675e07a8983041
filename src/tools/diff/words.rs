//! Phrases and sentences for all kinds of changes.

use padma_text::english::join_list;

/// Maximum number of names in a list; the others are only counted.
const MAX_LISTED: usize = 12;

/// Returns a list of names, such as "c4 and d5"; a long list is cut.
pub(crate) fn listed(names: &[String]) -> String {
    match names.len().checked_sub(MAX_LISTED) {
        None | Some(0) => join_list(names, "and"),
        Some(more) => format!("{} and {more} more", names[..MAX_LISTED].join(", ")),
    }
}

/// Returns phrases such as "gained a1" and "lost b2", one for each list that is not empty.
pub(crate) fn gains_and_losses(verbs: [&str; 2], names: &[Vec<String>; 2]) -> Vec<String> {
    let lists = verbs.into_iter().zip(names);
    lists
        .filter(|(_, names)| !names.is_empty())
        .map(|(verb, names)| format!("{verb} {}", listed(names)))
        .collect()
}

/// Returns the first sentence of a text, without its full stop.
pub(crate) fn first_sentence(text: &str) -> &str {
    let ends = [
        text.find(". "),
        text.find(".” ").map(|end| end + ".”".len()),
    ];
    let end = ends.into_iter().flatten().min().unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// Completes a sentence: closes a quotation that was cut, and adds a full stop unless the
/// quotation ends with one.
pub(crate) fn complete_sentence(words: &str) -> String {
    let mut sentence = words.to_string();
    if sentence.matches('“').count() > sentence.matches('”').count() {
        sentence.push_str(" …”");
    }
    if !sentence.ends_with(".”") {
        sentence.push('.');
    }
    sentence
}
