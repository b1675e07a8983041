//! The sections of a `variants.ini`: `[name]` or `[name:parent]`, and lines `key = value` below.

use std::ops::Range;

use padma_text::{Excerpt, Span, range_in};

/// A section as written.
pub(crate) struct IniSection {
    pub name: Excerpt,
    pub parent: Option<Excerpt>,
    pub entries: Vec<IniEntry>,
    /// Lines that are not entries.
    pub strays: Vec<Excerpt>,
}

/// A line `key = value`. Both parts keep their places. An entry of a built-in section points at
/// the text that names the section.
#[derive(Clone)]
pub(crate) struct IniEntry {
    pub key: Excerpt,
    pub value: Excerpt,
    /// The name in a comment on the line above.
    pub name: Option<String>,
}

/// Whether a text has a section with a parent or an entry.
pub(crate) fn has_sections(text: &str) -> bool {
    let mut inside = false;
    text.lines().any(|line| {
        let heading = heading(line.trim()).filter(|_| line.trim_end().ends_with(']'));
        inside |= heading.is_some();
        let is_entry = line
            .trim()
            .split_once('=')
            .is_some_and(|(key, _)| is_key(key.trim()));
        heading.is_some_and(|heading| heading.contains(':')) || inside && is_entry
    })
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Returns the text between the brackets of a section's heading.
fn heading(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('[')?.split_once(']')?.0;
    let plain = |c: char| !c.is_whitespace() && !matches!(c, '[' | '/');
    (!inside.is_empty() && inside.chars().all(plain)).then_some(inside)
}

/// Returns the sections of a text, and the lines before the first one. `place` makes an excerpt of
/// a range of the text.
pub(crate) fn sections(
    text: &str,
    place: &dyn Fn(Range<usize>) -> Excerpt,
) -> (Vec<IniSection>, Vec<Excerpt>) {
    let (mut sections, mut before): (Vec<IniSection>, Vec<Excerpt>) = (Vec::new(), Vec::new());
    let place = |part: &str| place(range_in(text, part));
    let mut above = "";
    for line in text.lines() {
        let name = name_in_comment(std::mem::replace(&mut above, line));
        let line = without_comment(line.trim());
        if line.is_empty() {
            continue;
        }
        if let Some(inside) = heading(line) {
            sections.push(section(inside, &place));
            continue;
        }
        match (sections.last_mut(), entry(line, &place)) {
            (Some(section), Some(entry)) => section.entries.push(IniEntry { name, ..entry }),
            (Some(section), None) => section.strays.push(place(line)),
            (None, _) => before.push(place(line)),
        }
    }
    (sections, before)
}

fn section(inside: &str, place: &dyn Fn(&str) -> Excerpt) -> IniSection {
    let (name, parent) = inside
        .split_once(':')
        .map_or((inside, None), |(name, parent)| (name, Some(parent)));
    IniSection {
        name: place(name),
        parent: parent.map(place),
        entries: Vec::new(),
        strays: Vec::new(),
    }
}

/// Removes a comment, which takes a whole line or follows white space.
fn without_comment(line: &str) -> &str {
    if line.starts_with(['#', ';']) {
        return "";
    }
    let begins = [" #", " ;", "\t#", "\t;"]
        .iter()
        .filter_map(|mark| line.find(mark))
        .min();
    begins.map_or(line, |at| line[..at].trim_end())
}

/// Returns the name that a comment consists of, as `padma export` writes it: words with capitals.
fn name_in_comment(line: &str) -> Option<String> {
    let name = line.trim().strip_prefix('#')?.trim();
    let is_of_name = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let is_word = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(is_of_name);
    (!name.is_empty() && name.split_whitespace().all(is_word)).then(|| name.to_string())
}

fn entry(line: &str, place: &dyn Fn(&str) -> Excerpt) -> Option<IniEntry> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim_end();
    is_key(key).then(|| IniEntry {
        key: place(key),
        value: place(value.trim_start()),
        name: None,
    })
}

impl IniEntry {
    /// Returns the span of the whole line.
    pub(crate) fn span(&self) -> Span {
        self.key.whole().to(self.value.whole())
    }

    pub(crate) fn text(&self) -> String {
        format!("{} = {}", self.key.text(), self.value.text())
    }
}
