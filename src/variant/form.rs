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
    /// A text for readers, in which something stands.
    Shown,
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
    /// Any whole number.
    Integer,
    /// Whether something is so, and whether it is where nothing is said.
    Flag(bool),
    /// Two whole numbers, and the form in which they are written.
    Pair(&'static str),
    /// Any number of such pairs.
    Pairs(&'static str),
    /// Two numbers in halves, and the form in which they are written.
    Halves(&'static str),
    /// A whole number, or any number of texts.
    Axis,
    /// Tables with these keys; one that is not whole is left out.
    Tables(&'static [Key]),
    /// Tables with these keys, one at least, each of which must be whole.
    AllTables(&'static [Key]),
    /// A table of which each key, by its name, takes this.
    Named(fn(&str) -> Takes),
}

/// What a key says.
#[derive(Clone, Debug)]
pub enum Value {
    Text(Excerpt),
    /// With the place of the whole list.
    Texts(Vec<Excerpt>, Span),
    Number(At<i64>),
    Flag(At<bool>),
    Pair(At<(i64, i64)>),
    Pairs(Vec<At<(i64, i64)>>),
    Halves(At<(i64, i64)>),
    Tables(Vec<Fields>),
    AllTables(Vec<Fields>),
    Named(Vec<(At<String>, Value)>),
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
            match value(key.name, key.takes, table, diagnostics) {
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

    /// Reads tables that may have no other keys; those that lack one are left out.
    pub fn read_all(keys: &[Key], tables: Vec<Table<'_>>, diagnostics: &mut Diagnostics) -> Vec<Fields> {
        let read = |mut table: Table<'_>| {
            let fields = Fields::read(keys, &mut table, diagnostics);
            table.finish(diagnostics);
            fields
        };
        tables.into_iter().filter_map(read).collect()
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
            Some(Value::Pair(at) | Value::Halves(at)) => at.span,
            Some(Value::Texts(_, span)) => *span,
            _ => self.span,
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
        self.text(key).map(Excerpt::word)
    }

    pub fn texts(&self, key: &str) -> &[Excerpt] {
        match self.get(key) {
            Some(Value::Texts(texts, _)) => texts,
            _ => &[],
        }
    }

    /// Texts that are one word each; one alone, where the key takes one.
    pub fn words(&self, key: &str) -> Vec<At<String>> {
        self.texts(key).iter().chain(self.text(key)).map(Excerpt::word).collect()
    }

    pub fn number(&self, key: &str) -> Option<&At<i64>> {
        match self.get(key)? {
            Value::Number(at) => Some(at),
            _ => None,
        }
    }

    pub fn pair(&self, key: &str) -> Option<(i64, i64)> {
        match self.get(key)? {
            Value::Pair(at) | Value::Halves(at) => Some(at.value),
            _ => None,
        }
    }

    pub fn pairs(&self, key: &str) -> &[At<(i64, i64)>] {
        match self.get(key) {
            Some(Value::Pairs(pairs)) => pairs,
            _ => &[],
        }
    }

    pub fn tables(&self, key: &str) -> &[Fields] {
        match self.get(key) {
            Some(Value::Tables(tables) | Value::AllTables(tables)) => tables,
            _ => &[],
        }
    }

    /// What a table within the table says, by its names.
    pub fn named(&self, key: &str) -> &[(At<String>, Value)] {
        match self.get(key) {
            Some(Value::Named(values)) => values,
            _ => &[],
        }
    }

    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)? {
            Value::Flag(at) => Some(at.value),
            _ => None,
        }
    }

    fn with(mut self, key: &'static str, value: Value) -> Fields {
        self.values.push((key, value));
        self
    }

    pub fn with_text(self, key: &'static str, text: &str) -> Fields {
        let text = Excerpt::inexact(text, self.span);
        self.with(key, Value::Text(text))
    }

    pub fn with_texts<T: AsRef<str>>(self, key: &'static str, texts: impl IntoIterator<Item = T>) -> Fields {
        let span = self.span;
        let texts = texts.into_iter().map(|text| Excerpt::inexact(text.as_ref(), span)).collect();
        self.with(key, Value::Texts(texts, span))
    }

    pub fn with_number(self, key: &'static str, at: At<i64>) -> Fields {
        self.with(key, Value::Number(at))
    }

    pub fn with_flag(self, key: &'static str, value: bool) -> Fields {
        let at = At { value, span: self.span };
        self.with(key, Value::Flag(at))
    }

    /// A line of TOML for each key; behind them the tables that stand by themselves, each below its name.
    pub fn print(&self, path: &str) -> String {
        let (mut lines, mut blocks) = (String::new(), String::new());
        for (key, value) in &self.values {
            match value {
                Value::AllTables(tables) => {
                    let block = |table: &Fields| format!("\n[[{path}.{key}]]\n{}", table.print(key));
                    blocks.extend(tables.iter().map(block));
                }
                _ => lines += &format!("{key} = {}\n", printed(value)),
            }
        }
        lines + &blocks
    }

    /// All keys in a table in braces.
    fn inline(&self) -> String {
        braces(self.values.iter().map(|(key, value)| (*key, printed(value))))
    }
}

/// A table in braces.
pub fn braces<'a>(entries: impl Iterator<Item = (&'a str, String)>) -> String {
    let entries: Vec<String> = entries.map(|(name, value)| format!("{} = {value}", bare(name))).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A key: in quotes where it has other letters than a bare one.
pub fn bare(name: &str) -> String {
    let is_bare = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if is_bare && !name.is_empty() { name.to_string() } else { quoted(name) }
}

fn printed(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text.text()),
        Value::Texts(texts, _) => list(texts.iter().map(|text| quoted(text.text()))),
        Value::Number(at) => at.value.to_string(),
        Value::Flag(at) => at.value.to_string(),
        Value::Pair(at) => pair(at.value),
        Value::Pairs(pairs) => list(pairs.iter().map(|at| pair(at.value))),
        Value::Halves(at) => {
            // The shortest form of a half is exact.
            let [x, y] = [at.value.0, at.value.1].map(|number| number as f64 / 2.0);
            format!("[{x}, {y}]")
        }
        Value::Tables(tables) | Value::AllTables(tables) => list(tables.iter().map(Fields::inline)),
        Value::Named(values) => {
            braces(values.iter().map(|(name, value)| (name.value.as_str(), printed(value))))
        }
    }
}

fn pair((x, y): (i64, i64)) -> String {
    format!("[{x}, {y}]")
}

fn value(name: &str, takes: Takes, table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<Value> {
    match takes {
        Takes::Text | Takes::Piece | Takes::Places | Takes::Directions(_) | Takes::Word(..) => {
            table.text(name, diagnostics).map(Value::Text)
        }
        Takes::Shown => {
            let words = table.words(name, diagnostics)?;
            Some(Value::Text(Excerpt::inexact(&words.value, words.span)))
        }
        Takes::Texts => table.texts(name, diagnostics).map(|(texts, span)| Value::Texts(texts, span)),
        Takes::Pieces | Takes::Words(..) => {
            let (texts, span) = table.different_texts(name, diagnostics)?;
            Some(Value::Texts(texts, span))
        }
        Takes::Number(..) | Takes::Integer => table.integer(name, diagnostics).map(Value::Number),
        Takes::Flag(_) => table.boolean(name, diagnostics).map(Value::Flag),
        Takes::Pair(form) => table.pair(name, form, diagnostics).map(Value::Pair),
        Takes::Pairs(form) => table.pairs(name, form, diagnostics).map(Value::Pairs),
        Takes::Halves(form) => table.halves(name, form, diagnostics).map(Value::Halves),
        Takes::Axis if table.is_number(name) => table.integer(name, diagnostics).map(Value::Number),
        Takes::Axis => {
            let (texts, span) = table.number_or_texts(name, diagnostics)?;
            Some(Value::Texts(texts, span))
        }
        Takes::AllTables(keys) => {
            let tables = table.tables(name, diagnostics);
            let count = tables.len();
            let whole = Fields::read_all(keys, tables, diagnostics);
            (count > 0 && whole.len() == count).then_some(Value::AllTables(whole))
        }
        Takes::Named(takes) => {
            let mut named = table.table(name, diagnostics)?;
            let mut values = Vec::new();
            for key in named.keys() {
                let value = value(&key.value, takes(&key.value), &mut named, diagnostics);
                values.extend(value.map(|value| (key, value)));
            }
            Some(Value::Named(values))
        }
        Takes::Tables(keys) => {
            let is_there = table.has(name);
            let tables = table.tables(name, diagnostics);
            is_there.then(|| Value::Tables(Fields::read_all(keys, tables, diagnostics)))
        }
    }
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
