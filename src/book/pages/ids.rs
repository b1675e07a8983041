//! The ids of a page: what a link's `#` names.
//!
//! All ids of a page share one space, so each kind has a form that no other can have:
//!
//! | id | form | example |
//! | --- | --- | --- |
//! | a heading's | no ASCII capital, no dot, no underscore | `the-setup` |
//! | made from a name | a word, a dot, and the name, in which underscores come in pairs | `d.A3-1` |
//! | of a part of that | the same, then one more underscore and the part | `g.legal_4b` |
//! | of a picture's texts | one of these, a dot, and a word | `d.A3-1.title` |
//! | of a part of every page, or shared by its pictures | a capital first | `Contents` |
//!
//! So a figure, a claim or a footnote may have any name without taking the id of a heading.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the id of a named thing. The kind is a word in small letters.
pub fn anchor(kind: &str, name: &str) -> String {
    format!("{kind}.{}", safe(name))
}

/// Returns the id of a part of a thing that has an id.
pub fn anchor_of_part(whole: &str, part: &str) -> String {
    format!("{whole}_{}", safe(part))
}

/// Returns the id of a thing that is named by words. Spaces become hyphens.
pub fn anchor_of_words(kind: &str, words: &str) -> String {
    let words: Vec<String> = words.split(' ').map(safe).collect();
    let words: Vec<String> = words.iter().map(|word| word.replace('-', "_2d_")).collect();
    format!("{kind}.{}", words.join("-"))
}

/// Spells a name with characters that are safe in HTML and after a link's `#`.
fn safe(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => safe.push(c),
            // Every other character is spelled differently, so that two names never get the same
            // id.
            c => drop(write!(safe, "_{:x}_", c as u32)),
        }
    }
    safe
}

/// The ids of a page's headings so far, each with the last number given to a duplicate.
#[derive(Default)]
pub(crate) struct HeadingIds(BTreeMap<String, usize>);

impl HeadingIds {
    /// Returns the id of the next heading. An id that is taken gets a number; the next duplicate
    /// counts on from it.
    pub(crate) fn next(&mut self, text: &str) -> String {
        let base = slug(text);
        let mut id = base.clone();
        let mut number = self.0.get(&base).copied().unwrap_or(1);
        while self.0.contains_key(&id) {
            number += 1;
            id = format!("{base}-{number}");
        }
        self.0.insert(base, number);
        self.0.insert(id.clone(), 1);
        id
    }
}

/// Turns a heading's text into an id: lower case, words joined by hyphens.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "section".to_string()
    } else {
        slug.to_string()
    }
}
