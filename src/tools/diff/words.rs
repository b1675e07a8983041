//! The words that all changes have in common.

use padma_rules::movement::words::joined;

/// Maximum number of names in a list; the others are only counted.
const MOST: usize = 12;

/// Returns a list of names, such as "c4 and d5"; a long list is cut.
pub(crate) fn listed(names: &[String]) -> String {
    match names.len().checked_sub(MOST) {
        None | Some(0) => joined(names, "and"),
        Some(more) => format!("{} and {more} more", names[..MOST].join(", ")),
    }
}

/// Returns "gained a1" and "lost b2", as far as the lists are not empty.
pub(crate) fn gains_and_losses(verbs: [&str; 2], names: &[Vec<String>; 2]) -> Vec<String> {
    let lists = verbs.into_iter().zip(names);
    lists
        .filter(|(_, names)| !names.is_empty())
        .map(|(verb, names)| format!("{verb} {}", listed(names)))
        .collect()
}

/// Returns the first sentence without its full stop.
pub(crate) fn first_sentence(says: &str) -> &str {
    let ends = [
        says.find(". "),
        says.find(".” ").map(|end| end + ".”".len()),
    ];
    let end = ends.into_iter().flatten().min().unwrap_or(says.len());
    says[..end].trim_end_matches('.')
}

/// Completes a sentence: closes a quotation that was cut, and adds a full stop unless the
/// quotation ends with one.
pub(crate) fn sentence_of(words: &str) -> String {
    let mut sentence = words.to_string();
    if sentence.matches('“').count() > sentence.matches('”').count() {
        sentence.push_str(" …”");
    }
    if !sentence.ends_with(".”") {
        sentence.push('.');
    }
    sentence
}
