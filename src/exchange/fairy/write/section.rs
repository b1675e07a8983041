//! The section that is written: its keys with their values, in the order of `KEYS`.

use crate::fairy::keys::{IniKey, KEYS, Sides};
use padma_rules::model::{Side, Sided};
use std::collections::BTreeMap;

/// The lines of a section.
#[derive(Default)]
pub(crate) struct SectionText {
    /// The lines of each key that has been set, by its index in the list: none if it was set to
    /// the program's own default.
    lines: BTreeMap<usize, String>,
}

impl SectionText {
    /// Sets a key for both sides. The program's own default is recorded, but not written.
    pub(crate) fn set(&mut self, name: &'static str, value: impl ToString) {
        let value = value.to_string();
        let Some((at, key)) = key(name) else { return };
        debug_assert!(key.sides != Sides::Each, "`{name}` needs a side");
        let is_default = value == key.default;
        let line = match is_default {
            true => String::new(),
            false => format!("{name} = {value}\n"),
        };
        self.lines.insert(at, line);
    }

    /// Sets a key that lists pieces. `is_usual` says whether all of them have the letters and names
    /// that the default has in mind.
    pub(crate) fn set_pieces(
        &mut self,
        name: &'static str,
        letters: &Sided<String>,
        is_usual: bool,
    ) {
        if is_usual || letters.white != letters.black {
            self.set_sided(name, letters);
        } else {
            self.set_always(name, &letters.white);
        }
    }

    /// Sets a key for both sides, even to its default.
    pub(crate) fn set_always(&mut self, name: &'static str, value: impl ToString) {
        let Some((at, _)) = key(name) else { return };
        let line = format!("{name} = {}\n", value.to_string());
        self.lines.insert(at, line);
    }

    /// Sets a key for each side: in one line if it may have one and both values are the same.
    pub(crate) fn set_sided(&mut self, name: &'static str, values: &Sided<String>) {
        let Some((at, key)) = key(name) else { return };
        if values.white == values.black && key.sides != Sides::Each {
            return self.set(name, &values.white);
        }
        let line = |side: Side| format!("{name}{} = {}\n", side.titled(), values.of(side));
        self.lines.insert(at, Side::BOTH.map(line).concat());
    }

    /// Whether a key has another value than the program's default.
    pub(crate) fn has(&self, name: &'static str) -> bool {
        let line = key(name).and_then(|(at, _)| self.lines.get(&at));
        line.is_some_and(|line| !line.is_empty())
    }

    /// Whether no key is set differently in another section.
    pub(crate) fn agrees(&self, other: &SectionText) -> bool {
        let is_same = |(at, line): (&usize, &String)| {
            let known = self.lines.get(at);
            known.is_none_or(|known| known == line)
        };
        other.lines.iter().all(is_same)
    }

    /// Sets all keys of another section.
    pub(crate) fn extend(&mut self, other: SectionText) {
        self.lines.extend(other.lines);
    }

    /// Returns the lines, each key where the list has it.
    pub(crate) fn text(self) -> String {
        self.lines.into_values().collect()
    }
}

/// Returns the row of a key, and its index.
fn key(name: &str) -> Option<(usize, &'static IniKey)> {
    let found = KEYS.iter().enumerate().find(|(_, key)| key.name == name);
    debug_assert!(found.is_some(), "the program has no key `{name}`");
    found
}
