//! A table of TOML as a list of keys: read, filled by hand and printed by the same list.
//!
//! ```text
//! [[rule]]                      key("piece", Takes::Piece, …)     Fields { piece: "cannon", pieces: ["cannon"] }
//! kind = "barrier"     ◀──▶     key("pieces", Takes::Pieces, …)
//! piece = "cannon"
//! pieces = ["cannon"]
//! ```
//!
//! Knows no rule.

use std::fmt::Write;

use crate::book::toml::Table;
use crate::diag::Diagnostics;
use crate::text::{At, Excerpt, Span};

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    pub takes: Takes,
    /// What is expected where the key is missing, if it must be there.
    pub must: Option<&'static str>,
    /// What `docs/formats.md` says behind its name; nothing, if the sentence about the whole table speaks of it.
    pub doc: &'static str,
}

/// A key that may be left out.
pub const fn key(name: &'static str, takes: Takes, doc: &'static str) -> Key {
    Key { name, takes, must: None, doc }
}

impl Key {
    /// The same key, which must be there.
    pub const fn must(self, what: &'static str) -> Key {
        Key { must: Some(what), ..self }
    }
}

/// What the value of a key must be.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    Text,
    /// Any number of texts.
    Texts,
    /// A piece's id.
    Piece,
    /// Ids, one at least and none twice.
    Pieces,
    /// A description of places.
    Places,
    /// Classes of directions, and the one that is meant where nothing is said.
    Directions(&'static str),
    /// One of these words, and what is said of any other.
    Word(&'static [&'static str], &'static str),
    /// Some of these words, none twice, and what is said of any other.
    Words(&'static [&'static str], &'static str),
    /// A number from the one to the other.
    Number(u16, u16),
    /// Whether something is so, and whether it is where nothing is said.
    Flag(bool),
}

#[derive(Clone, Debug)]
enum Value {
    Text(Excerpt),
    Texts(Vec<Excerpt>),
    Number(At<i64>),
    Flag(At<bool>),
}

/// What a table says, in its order.
#[derive(Clone, Debug)]
pub struct Fields {
    /// Where to point when what is left unsaid does not fit.
    pub span: Span,
    values: Vec<(&'static str, Value)>,
}

impl Fields {
    /// A table that says nothing yet.
    pub fn new(span: Span) -> Fields {
        Fields { span, values: Vec::new() }
    }

    /// Reads the keys of a table; `None` if one that must be there is not, or is wrong.
    pub fn read(keys: &[Key], table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<Fields> {
        let mut fields = Fields::new(table.span);
        let mut is_whole = true;
        for key in keys {
            match value(key, table, diagnostics) {
                Some(value) => fields.values.push((key.name, value)),
                None if key.must.is_some() => {
                    key.must.iter().for_each(|what| table.missing(key.name, what, diagnostics));
                    is_whole = false;
                }
                None => {}
            }
        }
        is_whole.then_some(fields)
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.values.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Where a key's value stands; the table's head, if the key is not there.
    pub fn place(&self, key: &str) -> Span {
        match self.get(key) {
            Some(Value::Text(text)) => text.whole(),
            Some(Value::Number(at)) => at.span,
            Some(Value::Flag(at)) => at.span,
            Some(Value::Texts(_)) | None => self.span,
        }
    }

    pub fn text(&self, key: &str) -> Option<&Excerpt> {
        match self.get(key)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A text that is one word.
    pub fn word(&self, key: &str) -> Option<At<String>> {
        self.text(key).map(word_of)
    }

    pub fn texts(&self, key: &str) -> &[Excerpt] {
        match self.get(key) {
            Some(Value::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// Texts that are one word each; one alone, where the key takes one.
    pub fn words(&self, key: &str) -> Vec<At<String>> {
        self.texts(key).iter().chain(self.text(key)).map(word_of).collect()
    }

    pub fn number(&self, key: &str) -> Option<&At<i64>> {
        match self.get(key)? {
            Value::Number(at) => Some(at),
            _ => None,
        }
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)? {
            Value::Flag(at) => Some(at.value),
            _ => None,
        }
    }

    pub fn set_text(&mut self, key: &'static str, text: &str) {
        self.values.push((key, Value::Text(Excerpt::inexact(text, self.span))));
    }

    pub fn set_texts<T: AsRef<str>>(&mut self, key: &'static str, texts: impl IntoIterator<Item = T>) {
        let texts = texts.into_iter().map(|text| Excerpt::inexact(text.as_ref(), self.span));
        self.values.push((key, Value::Texts(texts.collect())));
    }

    pub fn set_number(&mut self, key: &'static str, number: impl Into<i64>) {
        self.values.push((key, Value::Number(At { value: number.into(), span: self.span })));
    }

    pub fn set_flag(&mut self, key: &'static str, value: bool) {
        self.values.push((key, Value::Flag(At { value, span: self.span })));
    }

    /// A line of TOML for each key.
    pub fn print(&self) -> String {
        let line = |(key, value): &(&str, Value)| {
            let value = match value {
                Value::Text(text) => quoted(text.text()),
                Value::Texts(texts) => list(texts.iter().map(|text| quoted(text.text()))),
                Value::Number(at) => at.value.to_string(),
                Value::Flag(at) => at.value.to_string(),
            };
            format!("{key} = {value}\n")
        };
        self.values.iter().map(line).collect()
    }
}

fn value(key: &Key, table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<Value> {
    let name = key.name;
    match key.takes {
        Takes::Text | Takes::Piece | Takes::Places | Takes::Directions(_) | Takes::Word(..) => {
            table.text(name, diagnostics).map(Value::Text)
        }
        Takes::Texts => table.texts(name, diagnostics).map(|(texts, _)| Value::Texts(texts)),
        Takes::Pieces | Takes::Words(..) => table.different_texts(name, diagnostics).map(Value::Texts),
        Takes::Number(..) => table.integer(name, diagnostics).map(Value::Number),
        Takes::Flag(_) => table.boolean(name, diagnostics).map(Value::Flag),
    }
}

/// A text as a word with its place.
pub fn word_of(text: &Excerpt) -> At<String> {
    At { value: text.text().to_string(), span: text.whole() }
}

/// A list of TOML.
pub fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// A string of TOML: where it holds quotes and nothing else that needs an escape, a literal one.
pub fn quoted(text: &str) -> String {
    if text.contains('"') && !text.contains(|c: char| c == '\'' || c.is_control()) {
        return format!("'{text}'");
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
