//! The section that is written: its keys with their values, in the order of the importer's list.

use crate::fairy::keys::{IniKey, KEYS, Sides};
use padma_rules::model::{Side, Sided};
use std::collections::BTreeMap;

/// The lines of a section.
#[derive(Default)]
pub(crate) struct SectionText {
    /// The lines by the index of their key in the list, and their side if they have one.
    lines: BTreeMap<(usize, Option<Side>), String>,
}

impl SectionText {
    /// Sets a key for both sides. The program's own default is not written.
    pub(crate) fn set(&mut self, name: &'static str, value: impl ToString) {
        let value = value.to_string();
        let Some((at, key)) = key(name) else { return };
        debug_assert!(key.sides != Sides::Each, "`{name}` needs a side");
        match value == key.default {
            true => drop(self.lines.remove(&(at, None))),
            false => drop(self.lines.insert((at, None), format!("{name} = {value}"))),
        }
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
        let line = format!("{name} = {}", value.to_string());
        self.lines.insert((at, None), line);
    }

    /// Sets a key for each side: in one line if it may have one and both values are the same.
    pub(crate) fn set_sided(&mut self, name: &'static str, values: &Sided<String>) {
        let Some((at, key)) = key(name) else { return };
        if values.white == values.black && key.sides != Sides::Each {
            return self.set(name, &values.white);
        }
        for side in Side::BOTH {
            let line = format!("{name}{} = {}", side.titled(), values.of(side));
            self.lines.insert((at, Some(side)), line);
        }
    }

    /// Whether a key has been written.
    pub(crate) fn has(&self, name: &'static str) -> bool {
        let place = key(name).map(|(at, _)| at);
        self.lines.keys().any(|(at, _)| Some(*at) == place)
    }

    /// Returns the lines, each key where the list has it.
    pub(crate) fn text(self) -> String {
        let lines = self.lines.into_values().map(|line| line + "\n");
        lines.collect()
    }
}

/// Returns the row of a key, and its index.
fn key(name: &str) -> Option<(usize, &'static IniKey)> {
    let found = KEYS.iter().enumerate().find(|(_, key)| key.name == name);
    debug_assert!(found.is_some(), "the program has no key `{name}`");
    found
}
