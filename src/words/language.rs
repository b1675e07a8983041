//! A language: its messages, its grammar, and what a statement becomes in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::grammar::{English, Grammar};
use crate::message::{MessagePart, MessageText, rows};
use crate::messages::Sense;
use crate::read::ReadingTable;
use crate::say;
use crate::say::{Listing, Say, SlotValue, phrase, row};
use padma_text::nearest;

/// A language, ready to say things in.
#[derive(Debug)]
pub struct Language {
    /// The forms of each message or table, in the order in which they are written.
    messages: BTreeMap<String, Vec<(String, MessageText)>>,
    /// The words by which an author's text is read; none in a language whose texts are not.
    reading: ReadingTable,
    grammar: &'static dyn Grammar,
}

/// The number from which on only the last two digits decide how a noun is counted.
const COUNTED: u64 = 200;

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

/// Returns the language in which texts with a tag are read, if there is one. A book that names none
/// is in English.
pub fn read_as(tag: &str) -> Option<&'static Language> {
    let language = tag.split('-').next().unwrap_or(tag);
    let is_english = language.is_empty() || language.eq_ignore_ascii_case("en");
    is_english.then(english)
}

/// English, the language of all books so far.
impl Default for &'static Language {
    fn default() -> Self {
        english()
    }
}

/// Returns the keys of a table. They are the same in every language, as the ids of messages are.
pub fn keys(table: &str) -> impl Iterator<Item = &'static str> {
    english().rows(table).map(|(key, _)| key)
}

/// Returns the words of a statement that the page of rules explains: the same in every language.
pub fn terms(say: &Say) -> Vec<String> {
    english().word(say).terms
}

impl Language {
    /// Reads a language from its files, each with its name.
    ///
    /// # Errors
    ///
    /// The first row that is malformed.
    pub fn read(files: &[(&str, &str)], grammar: &'static dyn Grammar) -> Result<Language, String> {
        let mut messages: BTreeMap<String, Vec<(String, MessageText)>> = BTreeMap::new();
        let mut reading = ReadingTable::default();
        for (file, text) in files {
            if *file == "read" {
                reading = ReadingTable::read(text)?;
                continue;
            }
            for row in rows(text)? {
                let forms = messages.entry(format!("{file}.{}", row.id)).or_default();
                forms.push((row.form.to_string(), row.message));
            }
        }
        Ok(Language {
            messages,
            reading,
            grammar,
        })
    }

    /// Returns what the language does to words by itself.
    pub fn grammar(&self) -> &'static dyn Grammar {
        self.grammar
    }

    /// Returns the words and phrases of a sense, in the order in which they are written.
    pub fn phrases(&self, sense: Sense) -> &[String] {
        let phrases = self.reading.phrases.get(sense as usize);
        phrases.map_or(&[], Vec::as_slice)
    }

    /// Whether a word or phrase in lower case has a sense.
    pub fn means(&self, phrase: &str, sense: Sense) -> bool {
        self.phrases(sense).iter().any(|known| known == phrase)
    }

    /// Returns what words in lower case mean that begin a text, each sense once and with its number
    /// of words, in the order of the senses.
    pub fn senses<'w>(&self, words: impl Iterator<Item = &'w str> + Clone) -> Vec<(Sense, usize)> {
        let mut found: Vec<(Sense, usize)> = Vec::new();
        let first = words.clone().next().unwrap_or_default();
        for (sense, phrase) in self.reading.beginnings.get(first).into_iter().flatten() {
            let is_known = found.last().is_some_and(|(last, _)| last == sense);
            if !is_known && words.clone().take(phrase.len()).eq(phrase.iter()) {
                found.push((*sense, phrase.len()));
            }
        }
        found
    }

    /// Returns the tag of the language.
    pub fn tag(&self) -> &'static str {
        self.grammar.tag()
    }

    /// Returns the key of the noun beside each number for those who cannot ask the grammar: by
    /// number below 200, after which the last two digits decide; that of most numbers is `""`.
    pub fn counts(&self) -> BTreeMap<String, &'static str> {
        let usual = self.grammar.count(COUNTED - 1);
        let counts = (0..COUNTED).map(|number| (number.to_string(), self.grammar.count(number)));
        let rare = counts.filter(|(_, key)| *key != usual);
        rare.chain([(String::new(), usual)]).collect()
    }

    /// Returns the text of a statement, or of what a slot holds.
    pub fn say(&self, said: impl Into<SlotValue>) -> String {
        let mut wording = Wording::default();
        self.write_slot(&said.into(), "", &mut wording);
        wording.text
    }

    /// Returns the form of a message, or the row of a table.
    pub fn message(&self, id: &str, form: &str) -> Option<&MessageText> {
        let forms = self.messages.get(id)?;
        let row = forms.iter().find(|(known, _)| known == form);
        row.map(|(_, message)| message)
    }

    /// Says a message, or the row of a table, by its id and what fills its slots: for templates,
    /// which no compiler reads.
    ///
    /// # Errors
    ///
    /// What is wrong with them: there is no such message, or it has other slots.
    pub fn ask(&self, id: &str, slots: Vec<(String, SlotValue)>) -> Result<String, String> {
        let (name, form) = id.split_once(':').unwrap_or((id, ""));
        let message = self.message(name, form);
        let message = message.ok_or_else(|| {
            let near = nearest(name, self.ids()).map(|near| format!("; did you mean `{near}`?"));
            format!("there are no words `{id}`{}", near.unwrap_or_default())
        })?;
        let mut known = BTreeSet::new();
        message.each_slot(&mut |slot| known.extend([slot]));
        if known != slots.iter().map(|(slot, _)| slot.as_str()).collect() {
            let known = Vec::from_iter(known).join(", ");
            return Err(format!("the words `{id}` take the slots `{known}`"));
        }
        let slots = slots.into_iter().map(|(slot, value)| (slot.into(), value));
        let said = Say {
            id: "",
            row: String::new(),
            slots: slots.collect(),
        };
        let mut wording = Wording::default();
        self.write_parts(&message.0, &said, &mut wording);
        Ok(wording.text)
    }

    /// Returns the ids of all messages and tables.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }

    /// Returns the forms of a message, or the rows of a table, each with its key.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = (&str, &MessageText)> {
        let rows = self.messages.get(table).into_iter().flatten();
        rows.map(|(key, message)| (key.as_str(), message))
    }

    /// Returns the text of a statement, and the words in it that need explaining.
    pub fn word(&self, say: &Say) -> Wording {
        let mut wording = Wording::default();
        self.write_say(say, "", &mut wording);
        wording
    }

    /// Writes a statement, or the row of a table, in a form: there may be a row for it, or it is a
    /// part of a clause, or the grammar makes it.
    fn write_say(&self, say: &Say, form: &str, wording: &mut Wording) {
        let formed = match (&*say.row, form) {
            (row, "") => row.to_string(),
            ("", form) => form.to_string(),
            (row, form) => format!("{row}:{form}"),
        };
        if let Some(message) = self.message(say.id, &formed) {
            return self.write_parts(&message.0, say, wording);
        }
        let start = wording.text.len();
        match self.message(say.id, &say.row) {
            Some(message) => match message.part(form) {
                Some(part) => {
                    // A part stands without the spaces around it.
                    self.write_parts(&part, say, wording);
                    let part = wording.text[start..].trim().to_string();
                    return wording.text.replace_range(start.., &part);
                }
                None => self.write_parts(&message.0, say, wording),
            },
            None if say.row.is_empty() => wording.text += say.id,
            None => wording.text += &say.row,
        }
        self.inflect(start, form, wording);
    }

    fn write_parts(&self, parts: &[MessagePart], say: &Say, wording: &mut Wording) {
        for part in parts {
            match part {
                MessagePart::Text(text) => wording.text += text,
                MessagePart::Term { term, text } => {
                    wording.text += text;
                    wording.terms.push(term.clone());
                }
                MessagePart::Slot { slot, form } => self.write_slot(say.slot(slot), form, wording),
                MessagePart::Choice { slot, choices } => {
                    let slot = say.slot(slot);
                    let chosen = choices.iter().find(|(key, _)| self.fits(slot, key));
                    if let Some((_, message)) = chosen {
                        self.write_parts(&message.0, say, wording);
                    }
                }
                MessagePart::Group(message) => self.write_group(message, say, wording),
                MessagePart::Verb(verb) => wording.text += &verb.is,
                MessagePart::Hole { noun, .. } => self.write_parts(&noun.0, say, wording),
            }
        }
    }

    /// Writes a group, unless one of its slots has nothing to say.
    fn write_group(&self, message: &MessageText, say: &Say, wording: &mut Wording) {
        let is_silent = |part: &MessagePart| {
            let (slot, form) = match part {
                MessagePart::Slot { slot, form } => (slot, form.as_str()),
                MessagePart::Choice { slot, .. } => (slot, ""),
                _ => return false,
            };
            let mut alone = Wording::default();
            self.write_slot(say.slot(slot), form, &mut alone);
            alone.text.is_empty()
        };
        if !message.0.iter().any(is_silent) {
            self.write_parts(&message.0, say, wording);
        }
    }

    /// Whether a message chooses the text with this key for what a slot holds.
    fn fits(&self, slot: &SlotValue, key: &str) -> bool {
        match slot {
            _ if key.is_empty() => true,
            SlotValue::Number(number) => {
                key.parse() == Ok(*number) || self.grammar.count(*number) == key
            }
            SlotValue::Key(known) => *known == key,
            SlotValue::Text(text) => text == key,
            _ => false,
        }
    }

    fn write_slot(&self, slot: &SlotValue, form: &str, wording: &mut Wording) {
        match slot {
            SlotValue::None => {}
            SlotValue::Text(text) => self.write_name(text, form, wording),
            SlotValue::Cell(cell) if wording.text.is_empty() => {
                self.write_say(&say!(restate::FirstCell, cell), form, wording)
            }
            SlotValue::Cell(cell) => self.write_name(cell, form, wording),
            SlotValue::Number(number) => wording.text += &self.grammar.number(*number, form),
            SlotValue::Key(key) => wording.text += key,
            SlotValue::Term(term) => {
                wording.text += &self.grammar.form(term, form);
                wording.terms.push(term.clone());
            }
            SlotValue::Say(say) => self.write_say(say, form, wording),
            SlotValue::Cover { .. } => {
                self.write_list(Listing::Or, std::slice::from_ref(slot), form, wording)
            }
            SlotValue::List(join, items) => self.write_list(*join, items, form, wording),
        }
    }

    /// Writes a name: in a form, as the lexicon or else the grammar has it.
    fn write_name(&self, name: &str, form: &str, wording: &mut Wording) {
        let known = match form {
            "" => None,
            _ => self.message("names.name", &format!("{name}:{form}")),
        };
        match known {
            Some(message) => self.write_parts(&message.0, &phrase("", "", Vec::new()), wording),
            None => wording.text += &self.grammar.form(name, form),
        }
    }

    /// Brings what was written from a place on into a form of the grammar.
    fn inflect(&self, start: usize, form: &str, wording: &mut Wording) {
        if !form.is_empty() {
            let text = self.grammar.form(&wording.text[start..], form);
            wording.text.replace_range(start.., &text);
        }
    }

    fn write_list(&self, join: Listing, items: &[SlotValue], form: &str, wording: &mut Wording) {
        let mut all: Vec<SlotValue> = Vec::new();
        for item in items {
            match item {
                SlotValue::Cover { table, numbers } => all.extend(self.cover(table, numbers)),
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
    fn separators(&self, join: Listing) -> (&str, &str) {
        match self
            .message("lists.join", join.key())
            .map(|message| &message.0[..])
        {
            Some([_, MessagePart::Text(between), _, MessagePart::Text(last), _]) => (between, last),
            _ => (", ", ", "),
        }
    }

    /// Returns the rows of a table that name some numbers together: of those that name no other,
    /// each that comes first. A row marked `only` applies only to all that are left.
    fn cover(&self, table: &'static str, numbers: &[i8]) -> Vec<SlotValue> {
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
                found.push(row(table, key));
            }
        }
        found
    }
}

impl MessageText {
    /// Whether the message names a slot.
    pub fn has_slot(&self, name: &str) -> bool {
        let mut has = false;
        self.each_slot(&mut |slot| has |= slot == name);
        has
    }
}
