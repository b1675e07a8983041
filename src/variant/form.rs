//! A TOML table described as a list of keys. The same list reads the table, fills it by hand and
//! prints it.
//!
//! ```text
//! [[rule]]                key("piece", Takes::Piece, …)    Fields { piece: "cannon",
//! kind = "barrier"  ◀──▶  key("pieces", Takes::Pieces, …)           pieces: ["cannon"] }
//! piece = "cannon"
//! pieces = ["cannon"]
//! ```
//!
//! `toml::read` reads a table. Knows no rules.

use std::fmt::Write;

use padma_text::diag::{Code, Diagnostic};
use padma_text::{At, Excerpt, Span, code_list};

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name in the file.
    pub name: &'static str,
    /// The kind of value it takes.
    pub takes: Takes,
    /// What is expected if the key is missing; `None` if it may be left out.
    pub must: Option<&'static str>,
    /// The keys that it stands in for. Where one of them is present, this is not a key of the
    /// table.
    pub(crate) unless: &'static [&'static str],
    /// The text after its name in `docs/formats.md`; empty if the sentence about the whole table
    /// covers it.
    pub doc: &'static str,
}

/// Returns a key that may be left out.
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
    /// Returns the same key, but required.
    pub const fn must(self, what: &'static str) -> Key {
        Key {
            must: Some(what),
            ..self
        }
    }

    /// Returns the same key, as a stand-in for others that come before it in the list.
    pub(crate) const fn unless(self, others: &'static [&'static str]) -> Key {
        Key {
            unless: others,
            ..self
        }
    }
}

/// The kind of value that a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A text, which may be empty.
    Text,
    /// A text for readers, which must not be blank.
    Shown,
    /// A text of this form.
    Formed(&'static Form),
    /// One of these words. The code that reads the meaning reports any other word.
    Choice(&'static [&'static str]),
    /// Any number of texts.
    Texts,
    /// At least one text.
    SomeTexts,
    /// Texts of this form: at least one, and at most this number.
    FormedTexts(&'static Form, usize),
    /// A piece's id.
    Kind,
    /// At least one piece's id, none twice.
    Pieces,
    /// A description of places.
    Places,
    /// Descriptions of places for White and for Black, or one for both.
    SidedPlaces,
    /// A file each for White and Black, or one for both, or a word in place of a file.
    SidedFiles,
    /// Classes of directions, and the class that applies if the key is left out.
    Directions(&'static str),
    /// One of these words, and the complaint about any other.
    Word(&'static [&'static str], &'static str),
    /// Some of these words, none twice, and the complaint about any other.
    Words(&'static [&'static str], &'static str),
    /// A number between these two, inclusive.
    Number(u16, u16),
    /// Any whole number.
    Integer,
    /// Yes or no, and the value if the key is left out.
    Flag(bool),
    /// Two whole numbers, and the form in which they are written.
    Pair(&'static str),
    /// Any number of such pairs.
    Pairs(&'static str),
    /// Two numbers that may be halves, and the form in which they are written.
    Halves(&'static str),
    /// A whole number, or any number of texts.
    Axis,
    /// A table that must be complete.
    Table(Keys),
    /// Tables. An incomplete one is left out.
    Tables(Keys),
    /// At least one table, each of which must be complete.
    AllTables(Keys),
    /// A table with any keys, the kind of value for each key's name, and how the table is
    /// printed.
    Named(fn(&str) -> Takes, Layout),
}

/// Maximum number of tables in one list.
pub(super) const MOST_TABLES: usize = 20_000;

/// The form of a text for readers.
#[derive(Debug)]
pub struct Form {
    /// Whether a text has this form.
    pub fits: fn(&str) -> bool,
    /// A regular expression for the form, as closely as possible.
    pub pattern: &'static str,
    /// The complaint about a text that does not fit.
    pub fault: &'static str,
    /// What is expected instead.
    pub expected: &'static str,
}

/// The keys that a table may have.
#[derive(Clone, Copy, Debug)]
pub enum Keys {
    /// These keys, whatever the table contains.
    Of(&'static [Key]),
    /// The keys of the table's `kind`. An unknown kind is reported.
    OfKind {
        /// The kinds by name, each with its keys.
        kinds: fn() -> Vec<(&'static str, &'static [Key])>,
        /// The complaint about an unknown kind.
        fault: &'static str,
        /// What is expected instead, unless it is the list of kinds.
        expected: Option<&'static str>,
    },
}

/// How a table of names is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In braces after its name.
    Braces,
    /// On a line for each entry, below the table's name.
    Lines,
    /// Likewise, with the values aligned in a column.
    Columns,
}

/// The value of a key.
#[derive(Clone, Debug)]
pub enum Value {
    /// One text.
    Text(Excerpt),
    /// Several texts, and the place of the whole list.
    Texts(Vec<Excerpt>, Span),
    /// A whole number.
    Number(At<i64>),
    /// Yes or no.
    Flag(At<bool>),
    /// Two whole numbers.
    Pair(At<(i64, i64)>),
    /// Several such pairs.
    Pairs(Vec<At<(i64, i64)>>),
    /// Two numbers, in units of a half.
    Halves(At<(i64, i64)>),
    /// A nested table.
    Table(Fields),
    /// Several tables.
    Tables(Vec<Fields>),
    /// A table of names and their values, and how it is printed.
    Named(Vec<(At<String>, Value)>, Layout),
}

/// The contents of a table, in the order of its keys.
#[derive(Clone, Debug)]
pub struct Fields {
    /// The place to point at when a missing key causes a fault.
    pub span: Span,
    /// Comments printed above the table.
    pub(crate) remarks: Vec<String>,
    keys: &'static [Key],
    values: Vec<(&'static str, Value)>,
}

/// The key that decides which keys a table has; see [`Keys::OfKind`].
pub(super) const KIND: &str = "kind";

impl Fields {
    /// Creates an empty table.
    pub(crate) fn new(keys: &'static [Key], span: Span) -> Fields {
        Fields {
            span,
            remarks: Vec::new(),
            keys,
            values: Vec::new(),
        }
    }

    /// Creates a table of a kind that is otherwise empty.
    pub(crate) fn of_kind(kind: &str, keys: &'static [Key], span: Span) -> Fields {
        Fields::new(keys, span).with_text(KIND, kind)
    }

    /// Returns the value of a key. Asserts in debug builds that the table has the key, since
    /// looking up an unknown key would never find anything.
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

    /// Returns the value of a key, whatever its type.
    pub(crate) fn value(&self, key: &str) -> Option<&Value> {
        self.get(key)
    }

    /// Returns the kind of value that a key takes, if the table may have the key.
    pub(crate) fn takes(&self, key: &str) -> Option<Takes> {
        self.keys
            .iter()
            .find(|known| known.name == key)
            .map(|known| known.takes)
    }

    /// Whether the table may have this key, given the keys that are present.
    pub(super) fn asks(&self, key: &Key) -> bool {
        !key.unless.iter().any(|other| self.has(other))
    }

    /// Returns the keys that the table may have, given the keys that are present.
    pub(super) fn asked(&self) -> Vec<&'static str> {
        self.keys
            .iter()
            .filter(|key| self.asks(key))
            .map(|key| key.name)
            .collect()
    }

    /// Returns the keys that the table may have, in order.
    pub(super) fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// Iterates over the keys that are present, with their values.
    pub fn said(&self) -> impl Iterator<Item = (&'static Key, &Value)> {
        self.values.iter().filter_map(|(name, value)| {
            Some((self.keys.iter().find(|known| known.name == *name)?, value))
        })
    }

    /// Whether a key is present.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the place of a key's value, or the table's head if the key is absent.
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

    /// Returns the text of a key.
    pub fn text(&self, key: &str) -> Option<&Excerpt> {
        if let Some(Value::Text(text)) = self.get(key) {
            Some(text)
        } else {
            None
        }
    }

    /// Returns the text of a key, which the table need not know.
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

    /// Returns the text of a key, or an empty string if the key is absent.
    pub fn str(&self, key: &str) -> &str {
        self.text(key).map_or("", Excerpt::text)
    }

    /// Returns the text of a key as an owned string.
    pub fn string(&self, key: &str) -> Option<String> {
        self.text(key).map(|text| text.text().to_string())
    }

    /// Returns the text of a key, which is one word, with its place.
    pub fn word(&self, key: &str) -> Option<At<String>> {
        self.text(key).map(Excerpt::word)
    }

    /// Returns the texts of a key; none if the key is absent.
    pub fn texts(&self, key: &str) -> &[Excerpt] {
        if let Some(Value::Texts(texts, _)) = self.get(key) {
            texts
        } else {
            &[]
        }
    }

    /// Returns the words of a key that takes one word or several.
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

    /// Returns a nested table.
    pub fn table(&self, key: &str) -> Option<&Fields> {
        if let Some(Value::Table(table)) = self.get(key) {
            Some(table)
        } else {
            None
        }
    }

    /// Returns the tables of a list of tables; none if the key is absent.
    pub fn tables(&self, key: &str) -> &[Fields] {
        if let Some(Value::Tables(tables)) = self.get(key) {
            tables
        } else {
            &[]
        }
    }

    /// Returns the names in a nested table with their values.
    pub fn named(&self, key: &str) -> &[(At<String>, Value)] {
        if let Some(Value::Named(values, _)) = self.get(key) {
            values
        } else {
            &[]
        }
    }

    /// Iterates over the names in a nested table whose values are numbers.
    pub(crate) fn numbers(&self, key: &str) -> impl Iterator<Item = (&At<String>, &At<i64>)> {
        self.named(key)
            .iter()
            .filter_map(|(name, value)| match value {
                Value::Number(at) => Some((name, at)),
                _ => None,
            })
    }

    /// Returns the flag as written, or its default.
    pub fn flag(&self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Flag(at)) => at.value,
            _ => matches!(self.takes(key), Some(Takes::Flag(true))),
        }
    }

    /// Returns the tables of a key for changing.
    pub(crate) fn tables_mut(&mut self, key: &str) -> Option<&mut Vec<Fields>> {
        self.values
            .iter_mut()
            .find_map(|(name, value)| match value {
                Value::Tables(tables) if *name == key => Some(tables),
                _ => None,
            })
    }

    /// Returns the names and values of a nested table for changing.
    pub(crate) fn named_mut(&mut self, key: &str) -> Option<&mut Vec<(At<String>, Value)>> {
        self.values
            .iter_mut()
            .find_map(|(name, value)| match value {
                Value::Named(values, _) if *name == key => Some(values),
                _ => None,
            })
    }

    /// Sets, replaces or removes the value of a key, at the key's place in the list.
    pub(crate) fn set(&mut self, key: &'static str, value: Option<Value>) {
        self.values.retain(|(name, _)| *name != key);
        let place = |name: &str| self.keys.iter().position(|known| known.name == name);
        let at = self
            .values
            .partition_point(|(name, _)| place(name) < place(key));
        self.values.splice(at..at, value.map(|value| (key, value)));
    }

    /// Adds the value of a further key.
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

    /// Adds a flag, unless it has its default value.
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

    /// Prints a line of TOML for each key, then the tables, each below its name.
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

    /// Prints a table below its name. The name is left out if only nested tables have contents.
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

/// Returns a TOML comment on one line, without line breaks or other characters that TOML forbids
/// there.
pub(crate) fn comment(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("# {text}")
}

/// Prints a table in braces.
fn braces<'a>(entries: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let entries: Vec<String> = entries
        .map(|(name, value)| format!("{} = {}", bare(name), printed(value)))
        .collect();
    format!("{{ {} }}", entries.join(", "))
}

/// Prints a key, in quotes if it is not a valid bare key.
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
            // The shortest decimal form of a half is exact.
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

/// Prints a TOML array.
fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// Prints a TOML string: a literal string if it holds double quotes and nothing else that needs
/// an escape.
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

/// The keys of a description of places that differs by side.
pub(crate) const SIDES: [Key; 2] = [
    key("white", Takes::Places, "").must("a description of places"),
    key("black", Takes::Places, "").must("a description of places"),
];

/// The keys of files that differ by side.
pub(crate) const FILES: [Key; 2] = [
    key("white", Takes::Text, "").must("a file"),
    key("black", Takes::Text, "").must("a file"),
];

/// Returns the complaint about a word that is not one of those allowed.
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
        (None, all) => format!("one of {}", code_list(all.iter().copied())),
    };
    Diagnostic::error(Code::WrongValue, format!("`{}` {fault}", word.value))
        .at(word.span, format!("expected {expected}"))
        .suggest(&word.value, known)
}
