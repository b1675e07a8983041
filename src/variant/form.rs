//! A table of TOML as a list of keys: read, filled by hand and printed by the same list.
//!
//! ```text
//! [[rule]]                      key("piece", Takes::Piece, …)     Fields { piece: "cannon", pieces: ["cannon"] }
//! kind = "barrier"     ◀──▶     key("pieces", Takes::Pieces, …)
//! piece = "cannon"
//! pieces = ["cannon"]
//! ```
//!
//! `toml::read` reads one. Knows no rule.

use std::fmt::Write;

use padma_text::diag::{Code, Diagnostic};
use padma_text::{At, Excerpt, Span};

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it stands in the file.
    pub name: &'static str,
    /// What its value must be.
    pub takes: Takes,
    /// What is expected where the key is missing, if it must be there.
    pub must: Option<&'static str>,
    /// The keys in whose place it stands: beside one of them it is no key of the table.
    pub(crate) unless: &'static [&'static str],
    /// What `docs/formats.md` says behind its name; nothing, if the sentence about the whole table speaks of it.
    pub doc: &'static str,
}

/// A key that may be left out.
pub const fn key(name: &'static str, takes: Takes, doc: &'static str) -> Key {
    Key {
        name,
        takes,
        must: None,
        unless: &[],
        doc,
    }
}

impl Key {
    /// The same key, which must be there.
    pub const fn must(self, what: &'static str) -> Key {
        Key {
            must: Some(what),
            ..self
        }
    }

    /// The same key, which stands in the place of others that come before it in the list.
    pub(crate) const fn unless(self, others: &'static [&'static str]) -> Key {
        Key {
            unless: others,
            ..self
        }
    }
}

/// What the value of a key must be.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A text, which may be empty.
    Text,
    /// A text for readers, in which something stands.
    Shown,
    /// A text of a form.
    Formed(&'static Form),
    /// One of these words; what reads their meaning complains of others.
    Choice(&'static [&'static str]),
    /// Any number of texts.
    Texts,
    /// Texts, one at least.
    SomeTexts,
    /// Texts of a form, one at least, and at most so many.
    FormedTexts(&'static Form, usize),
    /// A piece's id.
    Kind,
    /// Ids, one at least and none twice.
    Pieces,
    /// A description of places.
    Places,
    /// Descriptions of places for White and for Black, or one for both.
    SidedPlaces,
    /// Files for White and for Black, or one for both; or a word in the place of one.
    SidedFiles,
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
    /// A table that must be whole.
    Table(Keys),
    /// Tables; one that is not whole is left out.
    Tables(Keys),
    /// Tables, one at least, each of which must be whole.
    AllTables(Keys),
    /// A table of which each key, by its name, takes this; and how it is printed.
    Named(fn(&str) -> Takes, Layout),
}

/// The most tables of one name.
pub(super) const MOST_TABLES: usize = 20_000;

/// The form of a text for readers.
#[derive(Debug)]
pub struct Form {
    /// Of which texts this is true.
    pub fits: fn(&str) -> bool,
    /// The same as a regular expression, as far as one can say it.
    pub pattern: &'static str,
    /// What is said of another text.
    pub fault: &'static str,
    /// What is expected in its place.
    pub expected: &'static str,
}

/// The keys that a table may have.
#[derive(Clone, Copy, Debug)]
pub enum Keys {
    /// These, whatever the table says.
    Of(&'static [Key]),
    /// Those of its `kind`; of any other word is said what is wrong with it and what is expected.
    OfKind {
        /// The kinds by name, each with its keys.
        kinds: fn() -> Vec<(&'static str, &'static [Key])>,
        /// What is said of another word.
        fault: &'static str,
        /// What is expected in its place, if that is not the list of kinds.
        expected: Option<&'static str>,
    },
}

/// How a table of names is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In braces behind its name.
    Braces,
    /// A line each, below its name.
    Lines,
    /// The same, with the values in a column.
    Columns,
}

/// What a key says.
#[derive(Clone, Debug)]
pub enum Value {
    /// One text.
    Text(Excerpt),
    /// With the place of the whole list.
    Texts(Vec<Excerpt>, Span),
    /// A whole number.
    Number(At<i64>),
    /// Yes or no.
    Flag(At<bool>),
    /// Two whole numbers.
    Pair(At<(i64, i64)>),
    /// Several such pairs.
    Pairs(Vec<At<(i64, i64)>>),
    /// Two numbers, counted in halves.
    Halves(At<(i64, i64)>),
    /// A table within.
    Table(Fields),
    /// Several.
    Tables(Vec<Fields>),
    /// A table of names, each with what it says, and how it is printed.
    Named(Vec<(At<String>, Value)>, Layout),
}

/// What a table says, in its order.
#[derive(Clone, Debug)]
pub struct Fields {
    /// Where to point when what is left unsaid does not fit.
    pub span: Span,
    /// Printed above the table.
    pub(crate) remarks: Vec<String>,
    keys: &'static [Key],
    values: Vec<(&'static str, Value)>,
}

/// The key that says which keys a table has: see [`Keys::OfKind`].
pub(super) const KIND: &str = "kind";

impl Fields {
    /// A table that says nothing yet.
    pub(crate) fn new(keys: &'static [Key], span: Span) -> Fields {
        Fields {
            span,
            remarks: Vec::new(),
            keys,
            values: Vec::new(),
        }
    }

    /// A table of a kind that says nothing else yet.
    pub(crate) fn of_kind(kind: &str, keys: &'static [Key], span: Span) -> Fields {
        Fields::new(keys, span).with_text(KIND, kind)
    }

    /// What is said of a key. To ask for one that the table does not have would find nothing for ever.
    fn get(&self, key: &str) -> Option<&Value> {
        debug_assert!(
            key == KIND || self.keys.iter().any(|known| known.name == key),
            "no key `{key}`"
        );
        self.values
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, value)| value)
    }

    /// The description of a key, whatever it takes.
    pub(crate) fn value(&self, key: &str) -> Option<&Value> {
        self.get(key)
    }

    /// What a key takes, if the table may have it.
    pub(crate) fn takes(&self, key: &str) -> Option<Takes> {
        self.keys
            .iter()
            .find(|known| known.name == key)
            .map(|known| known.takes)
    }

    /// Whether a key is one of the table, beside what it says.
    pub(super) fn asks(&self, key: &Key) -> bool {
        !key.unless.iter().any(|other| self.has(other))
    }

    /// The keys that the table may have beside what it says.
    pub(super) fn asked(&self) -> Vec<&'static str> {
        self.keys
            .iter()
            .filter(|key| self.asks(key))
            .map(|key| key.name)
            .collect()
    }

    /// The keys that the table may have, in their order.
    pub(super) fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// What is said, key by key.
    pub fn said(&self) -> impl Iterator<Item = (&'static Key, &Value)> {
        self.values.iter().filter_map(|(name, value)| {
            Some((self.keys.iter().find(|known| known.name == *name)?, value))
        })
    }

    /// Whether a key is there.
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

    /// The text of a key.
    pub fn text(&self, key: &str) -> Option<&Excerpt> {
        if let Some(Value::Text(text)) = self.get(key) {
            Some(text)
        } else {
            None
        }
    }

    /// The letters of a text, of a table that may have the key.
    pub fn word_of(&self, key: &str) -> Option<&str> {
        let text = self.values.iter().find(|(name, _)| *name == key);
        text.and_then(|(_, value)| {
            if let Value::Text(text) = value {
                Some(text.text())
            } else {
                None
            }
        })
    }

    /// The letters of a text; none, if the key is not there.
    pub fn str(&self, key: &str) -> &str {
        self.text(key).map_or("", Excerpt::text)
    }

    /// The same as a string of its own.
    pub fn string(&self, key: &str) -> Option<String> {
        self.text(key).map(|text| text.text().to_string())
    }

    /// A text that is one word.
    pub fn word(&self, key: &str) -> Option<At<String>> {
        self.text(key).map(Excerpt::word)
    }

    /// Several texts; none, if the key is not there.
    pub fn texts(&self, key: &str) -> &[Excerpt] {
        if let Some(Value::Texts(texts, _)) = self.get(key) {
            texts
        } else {
            &[]
        }
    }

    /// Texts that are one word each; one alone, where the key takes one.
    pub fn words(&self, key: &str) -> Vec<At<String>> {
        self.texts(key)
            .iter()
            .chain(self.text(key))
            .map(Excerpt::word)
            .collect()
    }

    pub(crate) fn number(&self, key: &str) -> Option<&At<i64>> {
        if let Some(Value::Number(at)) = self.get(key) {
            Some(at)
        } else {
            None
        }
    }

    pub(crate) fn pair(&self, key: &str) -> Option<(i64, i64)> {
        if let Some(Value::Pair(at) | Value::Halves(at)) = self.get(key) {
            Some(at.value)
        } else {
            None
        }
    }

    pub(crate) fn pairs(&self, key: &str) -> &[At<(i64, i64)>] {
        if let Some(Value::Pairs(pairs)) = self.get(key) {
            pairs
        } else {
            &[]
        }
    }

    /// A table within this one.
    pub fn table(&self, key: &str) -> Option<&Fields> {
        if let Some(Value::Table(table)) = self.get(key) {
            Some(table)
        } else {
            None
        }
    }

    /// Tables within this one; none, if the key is not there.
    pub fn tables(&self, key: &str) -> &[Fields] {
        if let Some(Value::Tables(tables)) = self.get(key) {
            tables
        } else {
            &[]
        }
    }

    /// What a table within the table says, by its names.
    pub fn named(&self, key: &str) -> &[(At<String>, Value)] {
        if let Some(Value::Named(values, _)) = self.get(key) {
            values
        } else {
            &[]
        }
    }

    /// The numbers of a table within the table, by its names.
    pub(crate) fn numbers(&self, key: &str) -> impl Iterator<Item = (&At<String>, &At<i64>)> {
        self.named(key)
            .iter()
            .filter_map(|(name, value)| match value {
                Value::Number(at) => Some((name, at)),
                _ => None,
            })
    }

    /// Whether something is so, be it said or usual.
    pub fn flag(&self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Flag(at)) => at.value,
            _ => matches!(self.takes(key), Some(Takes::Flag(true))),
        }
    }

    /// The tables of a key, to be changed.
    pub(crate) fn tables_mut(&mut self, key: &str) -> Option<&mut Vec<Fields>> {
        self.values
            .iter_mut()
            .find_map(|(name, value)| match value {
                Value::Tables(tables) if *name == key => Some(tables),
                _ => None,
            })
    }

    /// The values of a table within the table, to be changed.
    pub(crate) fn named_mut(&mut self, key: &str) -> Option<&mut Vec<(At<String>, Value)>> {
        self.values
            .iter_mut()
            .find_map(|(name, value)| match value {
                Value::Named(values, _) if *name == key => Some(values),
                _ => None,
            })
    }

    /// Says something of a key, or nothing, in the place of what was said: where it stands in the list.
    pub(crate) fn set(&mut self, key: &'static str, value: Option<Value>) {
        self.values.retain(|(name, _)| *name != key);
        let place = |name: &str| self.keys.iter().position(|known| known.name == name);
        let at = self
            .values
            .partition_point(|(name, _)| place(name) < place(key));
        self.values.splice(at..at, value.map(|value| (key, value)));
    }

    /// Says something of a further key.
    pub(crate) fn with(mut self, key: &'static str, value: Value) -> Fields {
        self.values.push((key, value));
        self
    }

    pub(crate) fn with_text(self, key: &'static str, text: &str) -> Fields {
        let text = Excerpt::inexact(text, self.span);
        self.with(key, Value::Text(text))
    }

    pub(crate) fn with_texts<T: AsRef<str>>(
        self,
        key: &'static str,
        texts: impl IntoIterator<Item = T>,
    ) -> Fields {
        let span = self.span;
        let texts = texts
            .into_iter()
            .map(|text| Excerpt::inexact(text.as_ref(), span))
            .collect();
        self.with(key, Value::Texts(texts, span))
    }

    pub(crate) fn with_number(self, key: &'static str, number: impl Into<i64>) -> Fields {
        let at = At {
            value: number.into(),
            span: self.span,
        };
        self.with(key, Value::Number(at))
    }

    /// Says whether something is so, unless that goes without saying.
    pub(crate) fn with_flag(self, key: &'static str, value: bool) -> Fields {
        let at = At {
            value,
            span: self.span,
        };
        if self.flag(key) == value {
            self
        } else {
            self.with(key, Value::Flag(at))
        }
    }

    /// A line of TOML for each key, and behind them the tables, each below its name.
    pub fn print(&self) -> String {
        let (lines, blocks) = self.lines_and_blocks("");
        lines + &blocks
    }

    fn lines_and_blocks(&self, path: &str) -> (String, String) {
        let (mut lines, mut blocks) = (String::new(), String::new());
        for (key, value) in &self.values {
            let path = format!("{path}{key}");
            match value {
                Value::Table(table) => blocks += &table.block(&path, &format!("[{path}]")),
                Value::Tables(tables) => {
                    blocks.extend(
                        tables
                            .iter()
                            .map(|table| table.block(&path, &format!("[[{path}]]"))),
                    );
                }
                Value::Named(values, layout @ (Layout::Lines | Layout::Columns)) => {
                    let width = values
                        .iter()
                        .map(|(name, _)| name.value.len())
                        .max()
                        .unwrap_or(0);
                    let width = if *layout == Layout::Columns { width } else { 0 };
                    blocks += &format!("\n[{path}]\n");
                    for (name, value) in values {
                        let _ =
                            writeln!(blocks, "{:width$} = {}", bare(&name.value), printed(value));
                    }
                }
                _ => lines += &format!("{key} = {}\n", printed(value)),
            }
        }
        (lines, blocks)
    }

    /// The table below its name, which is left out where only tables within it say something.
    fn block(&self, path: &str, name: &str) -> String {
        let remarks: String = self
            .remarks
            .iter()
            .map(|remark| comment(remark) + "\n")
            .collect();
        match self.lines_and_blocks(&format!("{path}.")) {
            (lines, blocks) if lines.is_empty() && !blocks.is_empty() => remarks + &blocks,
            (lines, blocks) => format!("\n{remarks}{name}\n{lines}{blocks}"),
        }
    }
}

/// A remark, on a line of its own: no line break, nothing that TOML forbids there.
pub(crate) fn comment(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("# {text}")
}

/// A table in braces.
fn braces<'a>(entries: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let entries: Vec<String> = entries
        .map(|(name, value)| format!("{} = {}", bare(name), printed(value)))
        .collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A key: in quotes where it has other letters than a bare one.
fn bare(name: &str) -> String {
    let is_bare = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if is_bare && !name.is_empty() {
        name.to_string()
    } else {
        quoted(name)
    }
}

fn printed(value: &Value) -> String {
    let pair = |(x, y): (i64, i64)| format!("[{x}, {y}]");
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
        Value::Table(table) => braces(table.values.iter().map(|(key, value)| (*key, value))),
        Value::Tables(tables) => list(
            tables
                .iter()
                .map(|table| printed(&Value::Table(table.clone()))),
        ),
        Value::Named(values, _) => braces(
            values
                .iter()
                .map(|(name, value)| (name.value.as_str(), value)),
        ),
    }
}

/// A list of TOML.
fn list(items: impl Iterator<Item = String>) -> String {
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

/// What a description of places may say of each side.
pub(crate) const SIDES: [Key; 2] = [
    key("white", Takes::Places, "").must("a description of places"),
    key("black", Takes::Places, "").must("a description of places"),
];

/// Which files are named for each side.
pub(crate) const FILES: [Key; 2] = [
    key("white", Takes::Text, "").must("a file"),
    key("black", Takes::Text, "").must("a file"),
];

/// A word that is none of those that may stand there, and what is wrong with it.
pub(crate) fn unknown_word<'a>(
    word: &At<String>,
    fault: &str,
    expected: Option<&str>,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    let expected = match (expected, &known[..]) {
        (Some(expected), _) => expected.to_string(),
        (None, [one, other]) => format!("`{one}` or `{other}`"),
        (None, all) => format!("one of {}", listed(all.iter().copied())),
    };
    Diagnostic::error(Code::WrongValue, format!("`{}` {fault}", word.value))
        .at(word.span, format!("expected {expected}"))
        .suggest(&word.value, known)
}

/// Names in a row, each as code.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
