//! A language: its messages, its grammar, and what a statement becomes in it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::grammar::{English, Grammar};
use crate::message::{Message, Part, rows};
use crate::say::{Join, Say, Slot};

/// A language, ready to say things in.
pub struct Language {
    /// The forms of each message or table, in the order in which they are written.
    messages: BTreeMap<String, Vec<(String, Message)>>,
    grammar: &'static dyn Grammar,
}

/// What a statement becomes in a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The text.
    pub text: String,
    /// The words in it that the page of rules explains, in the order of the text.
    pub terms: Vec<String>,
}

/// Returns the words of English.
pub fn english() -> &'static Language {
    static ENGLISH: OnceLock<Language> = OnceLock::new();
    ENGLISH.get_or_init(|| {
        // The build reads the same files, and fails if they are malformed.
        Language::read(crate::messages::ENGLISH, &English).unwrap_or_else(|fault| panic!("{fault}"))
    })
}

impl Language {
    /// Reads a language from its files, each with its name.
    ///
    /// # Errors
    ///
    /// The first row that is malformed.
    pub fn read(files: &[(&str, &str)], grammar: &'static dyn Grammar) -> Result<Language, String> {
        let mut messages: BTreeMap<String, Vec<(String, Message)>> = BTreeMap::new();
        for (file, text) in files {
            for row in rows(text)? {
                let forms = messages.entry(format!("{file}.{}", row.id)).or_default();
                forms.push((row.form.to_string(), row.message));
            }
        }
        Ok(Language { messages, grammar })
    }

    /// Returns the text of a statement.
    pub fn say(&self, say: &Say) -> String {
        self.word(say).text
    }

    /// Returns the form of a message, or the row of a table.
    pub fn message(&self, id: &str, form: &str) -> Option<&Message> {
        let forms = self.messages.get(id)?;
        let row = forms.iter().find(|(known, _)| known == form);
        row.map(|(_, message)| message)
    }

    /// Returns the ids of all messages and tables.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// Returns the forms of a message, or the rows of a table, each with its key.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = (&str, &Message)> {
        let rows = self.messages.get(table).into_iter().flatten();
        rows.map(|(key, message)| (key.as_str(), message))
    }

    /// Returns the text of what a slot holds.
    pub fn write(&self, slot: &Slot) -> String {
        let mut wording = Wording::default();
        self.write_slot(slot, "", &mut wording);
        wording.text
    }

    /// Returns the text of a statement, and the words in it that need explaining.
    pub fn word(&self, say: &Say) -> Wording {
        let mut wording = Wording::default();
        self.write_say(say, "", &mut wording);
        wording
    }

    /// Writes a statement in a form: its message may have a row for it, or the grammar makes it.
    fn write_say(&self, say: &Say, form: &str, wording: &mut Wording) {
        if let Some(message) = self.message(say.id, form) {
            return self.write_message(message, say, wording);
        }
        let start = wording.text.len();
        match self.message(say.id, "") {
            Some(message) => self.write_message(message, say, wording),
            None => wording.text += say.id,
        }
        let text = self.grammar.form(&wording.text[start..], form);
        wording.text.replace_range(start.., &text);
    }

    fn write_message(&self, message: &Message, say: &Say, wording: &mut Wording) {
        for part in &message.0 {
            match part {
                Part::Text(text) => wording.text += text,
                Part::Term { term, text } => {
                    wording.text += text;
                    wording.terms.push(term.clone());
                }
                Part::Slot { slot, form } => self.write_slot(say.slot(slot), form, wording),
                Part::Choice { slot, choices } => {
                    let slot = say.slot(slot);
                    let chosen = choices.iter().find(|(key, _)| self.fits(slot, key));
                    if let Some((_, message)) = chosen {
                        self.write_message(message, say, wording);
                    }
                }
                Part::Group(message) => self.write_group(message, say, wording),
                Part::Verb(verb) => wording.text += &verb.is,
                Part::Hole { noun, .. } => self.write_message(noun, say, wording),
            }
        }
    }

    /// Writes a group, unless one of its slots has nothing to say.
    fn write_group(&self, message: &Message, say: &Say, wording: &mut Wording) {
        let is_silent = |part: &Part| {
            let (Part::Slot { slot, .. } | Part::Choice { slot, .. }) = part else {
                return false;
            };
            let mut alone = Wording::default();
            self.write_slot(say.slot(slot), "", &mut alone);
            alone.text.is_empty()
        };
        if !message.0.iter().any(is_silent) {
            self.write_message(message, say, wording);
        }
    }

    /// Whether a message chooses the text with this key for what a slot holds.
    fn fits(&self, slot: &Slot, key: &str) -> bool {
        match slot {
            _ if key.is_empty() => true,
            Slot::Number(number) => {
                key.parse() == Ok(*number) || self.grammar.count(*number) == key
            }
            Slot::Key(known) => *known == key,
            _ => false,
        }
    }

    fn write_slot(&self, slot: &Slot, form: &str, wording: &mut Wording) {
        match slot {
            Slot::None => {}
            Slot::Text(text) => self.write_name(text, form, wording),
            Slot::Number(number) => wording.text += &self.grammar.number(*number, form),
            Slot::Key(key) => wording.text += key,
            Slot::Term(term) => {
                wording.text += &self.grammar.form(term, form);
                wording.terms.push(term.clone());
            }
            Slot::Row { table, key } => self.write_row(table, key, form, wording),
            Slot::Say(say) => self.write_say(say, form, wording),
            Slot::Cover { .. } => {
                self.write_list(Join::Or, std::slice::from_ref(slot), form, wording)
            }
            Slot::List(join, items) => self.write_list(*join, items, form, wording),
        }
    }

    /// Writes a name: in a form, as the lexicon or else the grammar has it.
    fn write_name(&self, name: &str, form: &str, wording: &mut Wording) {
        match self.message("names.name", &format!("{name}:{form}")) {
            Some(message) => self.write_message(message, &Say::EMPTY, wording),
            None => wording.text += &self.grammar.form(name, form),
        }
    }

    /// Writes the row of a table: in a form, if it has a row of its own for it.
    fn write_row(&self, table: &str, key: &str, form: &str, wording: &mut Wording) {
        let formed = match form {
            "" => None,
            _ => self.message(table, &format!("{key}:{form}")),
        };
        match formed.or_else(|| self.message(table, key)) {
            Some(message) => self.write_message(message, &Say::EMPTY, wording),
            None => wording.text += key,
        }
    }

    fn write_list(&self, join: Join, items: &[Slot], form: &str, wording: &mut Wording) {
        let mut all: Vec<Slot> = Vec::new();
        for item in items {
            match item {
                Slot::Cover { table, numbers } => all.extend(self.cover(table, numbers)),
                other => all.push(other.clone()),
            }
        }
        let (between, last) = self.separators(join);
        for (place, item) in all.iter().enumerate() {
            wording.text += match place {
                0 => "",
                place if place + 1 == all.len() => last,
                _ => between,
            };
            self.write_slot(item, form, wording);
        }
    }

    /// Returns what stands between the items of a list, and what before the last: what stands
    /// between the slots of `{1}, {2} and {3}`.
    fn separators(&self, join: Join) -> (&str, &str) {
        match self
            .message("lists.join", join.key())
            .map(|message| &message.0[..])
        {
            Some([_, Part::Text(between), _, Part::Text(last), _]) => (between, last),
            _ => (", ", ", "),
        }
    }

    /// Returns the rows of a table that name some numbers together: of those that name no other,
    /// each that comes first. A row marked `only` applies only to all that are left.
    fn cover(&self, table: &'static str, numbers: &[i8]) -> Vec<Slot> {
        let mut left = numbers.to_vec();
        let mut found = Vec::new();
        for (key, _) in self.messages.get(table).into_iter().flatten() {
            let (names, only) = match key.strip_prefix("only ") {
                Some(names) => (names, true),
                None => (key.as_str(), false),
            };
            let named: Vec<i8> = names
                .split(' ')
                .filter_map(|name| name.parse().ok())
                .collect();
            let is_there = named.iter().all(|number| left.contains(number));
            if is_there && (!only || named.len() == left.len()) && !named.is_empty() {
                left.retain(|number| !named.contains(number));
                found.push(Slot::Row {
                    table,
                    key: key.clone(),
                });
            }
        }
        found
    }
}

impl Message {
    /// Whether the message names a slot.
    pub fn has_slot(&self, name: &str) -> bool {
        let mut has = false;
        self.each_slot(&mut |slot| has |= slot == name);
        has
    }
}

impl Say {
    const EMPTY: Say = Say {
        id: "",
        slots: Vec::new(),
    };

    fn slot(&self, name: &str) -> &Slot {
        const NOTHING: &Slot = &Slot::None;
        let slot = self.slots.iter().find(|(known, _)| *known == name);
        slot.map_or(NOTHING, |(_, slot)| slot)
    }
}
