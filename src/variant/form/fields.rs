//! The values of a table by its keys. One list of keys is used to read the table, to build it in
//! code and to print it.
//!
//! ```text
//! [[rule]]                PIECE: Key<KindId>, …    Fields { piece: "cannon",
//! kind = "barrier"  ◀──▶  PIECES: Key<…>     ◀──▶           pieces: ["cannon"] }
//! piece = "cannon"
//! pieces = ["cannon"]
//! ```
//!
//! `toml::read` reads a table. Knows no rules.

use super::key::{KIND, Key, Layout, NamedValues, TableList, Takes, ValueForm, ValueType};
use padma_text::{At, Excerpt, Span};

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

impl Value {
    /// Returns the place of a value that is neither a table nor a list of pairs.
    pub fn span(&self) -> Option<Span> {
        match self {
            Value::Text(text) => Some(text.whole()),
            Value::Texts(_, span) => Some(*span),
            Value::Number(at) => Some(at.span),
            Value::Flag(at) => Some(at.span),
            Value::Pair(at) | Value::Halves(at) => Some(at.span),
            Value::Pairs(_) | Value::Table(_) | Value::Tables(_) | Value::Named(..) => None,
        }
    }

    /// Returns the text, or the texts of a list or a table.
    pub fn texts(&self) -> Vec<&Excerpt> {
        match self {
            Value::Text(text) => vec![text],
            Value::Texts(texts, _) => texts.iter().collect(),
            Value::Table(table) => {
                let values = table.values.iter();
                values.flat_map(|(_, value)| value.texts()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A value that is not a table, with what the tables around it say of it.
#[derive(Clone, Copy, Debug)]
pub struct FieldValue<'f> {
    /// The key of the innermost table; empty at the top.
    pub table: &'static str,
    /// The key of the value, or of the table of names that it belongs to.
    pub key: &'static str,
    /// What it can be.
    pub takes: Takes,
    /// Its name, if the author chose it.
    pub name: Option<&'f At<String>>,
    /// The value itself.
    pub value: &'f Value,
}

/// The contents of a table, in the order of its keys.
#[derive(Clone, Debug)]
pub struct Fields {
    /// The place for complaints about missing keys.
    pub span: Span,
    /// Comments printed above the table.
    pub remarks: Vec<String>,
    keys: &'static [Key],
    pub(super) values: Vec<(&'static str, Value)>,
}

impl Fields {
    /// Returns the table without some of its keys, in it and in all tables within.
    pub fn without(&self, is_dropped: fn(&Key) -> bool) -> Fields {
        let table = |value: &Value| match value {
            Value::Table(table) => Value::Table(table.without(is_dropped)),
            Value::Tables(tables) => Value::Tables(
                tables
                    .iter()
                    .map(|table| table.without(is_dropped))
                    .collect(),
            ),
            other => other.clone(),
        };
        let is_kept = |name: &str| {
            let key = self.keys.iter().find(|key| key.name == name);
            !key.is_some_and(is_dropped)
        };
        let kept = self.values.iter().filter(|(name, _)| is_kept(name));
        Fields {
            values: kept.map(|(name, value)| (*name, table(value))).collect(),
            ..self.clone()
        }
    }

    /// Creates an empty table.
    pub fn new(keys: &'static [Key], span: Span) -> Fields {
        Fields {
            span,
            remarks: Vec::new(),
            keys,
            values: Vec::new(),
        }
    }

    /// Creates a table of a kind that is otherwise empty.
    pub fn of_kind(kind: &str, keys: &'static [Key], span: Span) -> Fields {
        Fields::new(keys, span).with_text(KIND, kind)
    }

    /// Returns the value of a key. Panics in debug builds if the key belongs to another table.
    pub fn value<T>(&self, key: Key<T>) -> Option<&Value> {
        debug_assert!(
            key.name == KIND.name || self.key_named(key).is_some(),
            "no key `{}`",
            key.name
        );
        self.value_named(key.name)
    }

    fn value_named(&self, key: &str) -> Option<&Value> {
        let value = self.values.iter().find(|(name, _)| *name == key);
        value.map(|(_, value)| value)
    }

    /// Returns the value of the key of this name, whether or not the key was known when the table
    /// was read.
    pub fn argument(&self, name: &str) -> Option<&Value> {
        let mut others = self.values.iter().filter_map(|(_, value)| match value {
            Value::Named(values, Layout::Keys) => Some(values),
            _ => None,
        });
        let mut other = || others.next()?.iter().find(|(key, _)| key.value == name);
        self.value_named(name)
            .or_else(|| other().map(|(_, value)| value))
    }

    /// Returns this table's key of the same name, whatever its type.
    pub(crate) fn key_named<T>(&self, key: Key<T>) -> Option<&'static Key> {
        self.keys.iter().find(|known| known.name == key.name)
    }

    /// Whether the table may have this key, given the keys that are present.
    pub(crate) fn allows(&self, key: &Key) -> bool {
        !key.unless.iter().any(|other| self.has(*other))
    }

    /// Returns the keys that the table may have, given the keys that are present.
    pub(crate) fn allowed_keys(&self) -> Vec<&'static str> {
        self.keys
            .iter()
            .filter(|key| self.allows(key))
            .map(|key| key.name)
            .collect()
    }

    /// Returns the keys that the table may have, in order.
    pub(crate) fn keys(&self) -> &'static [Key] {
        self.keys
    }

    /// Iterates over the keys that are present, with their values.
    pub fn entries(&self) -> impl Iterator<Item = (&'static Key, &Value)> {
        self.values.iter().filter_map(|(name, value)| {
            Some((self.keys.iter().find(|known| known.name == *name)?, value))
        })
    }

    /// Returns the values in the table and in the tables within it, in the order of their keys.
    pub fn leaves(&self) -> Vec<FieldValue<'_>> {
        let mut leaves = Vec::new();
        self.add_leaves("", &mut leaves);
        leaves
    }

    fn add_leaves<'f>(&'f self, table: &'static str, leaves: &mut Vec<FieldValue<'f>>) {
        for (key, value) in self.entries() {
            let leaf = |takes, name, value| FieldValue {
                table,
                key: key.name,
                takes,
                name,
                value,
            };
            match (value, key.takes) {
                (Value::Table(inner), _) => inner.add_leaves(key.name, leaves),
                (Value::Tables(inner), _) => {
                    inner
                        .iter()
                        .for_each(|inner| inner.add_leaves(key.name, leaves));
                }
                (Value::Named(values, _), Takes::Named(takes, _)) => leaves.extend(
                    values
                        .iter()
                        .map(|(name, value)| leaf(takes(&name.value), Some(name), value)),
                ),
                (value, takes) => leaves.push(leaf(takes, None, value)),
            }
        }
    }

    /// Returns the texts for readers in the table and in the tables within it, as they are written.
    pub fn shown_texts(&self) -> Vec<&Excerpt> {
        self.texts_that_take(|takes| matches!(takes, Takes::Shown | Takes::Sentences))
    }

    /// Returns those of the texts that are sentences about the game.
    pub fn sentences(&self) -> Vec<&Excerpt> {
        self.texts_that_take(|takes| matches!(takes, Takes::Sentences))
    }

    fn texts_that_take(&self, wanted: impl Fn(&Takes) -> bool) -> Vec<&Excerpt> {
        let leaves = self.leaves().into_iter();
        let leaves = leaves.filter(|leaf| wanted(&leaf.takes));
        let mut texts: Vec<&Excerpt> = leaves.flat_map(|leaf| leaf.value.texts()).collect();
        texts.sort_by_key(|text| text.whole());
        texts
    }

    /// Whether a key is present.
    pub fn has<T>(&self, key: Key<T>) -> bool {
        self.value(key).is_some()
    }

    /// Returns the place of a key's value, or the table's head if the key is absent.
    pub fn place<T>(&self, key: Key<T>) -> Span {
        let value = self.value(key);
        value.and_then(Value::span).unwrap_or(self.span)
    }

    /// Returns the text of a key.
    pub fn text<T: ValueType>(&self, key: Key<T>) -> Option<&Excerpt> {
        const { assert!(T::FORM.contains(ValueForm::Text)) };
        if let Some(Value::Text(text)) = self.value(key) {
            Some(text)
        } else {
            None
        }
    }

    /// Returns the text of the key with this name, which need not be a key of the table.
    pub fn str_named(&self, key: &str) -> Option<&str> {
        if let Some(Value::Text(text)) = self.value_named(key) {
            Some(text.text())
        } else {
            None
        }
    }

    /// Returns the text of a key, or an empty string if the key is absent.
    pub fn str<T: ValueType>(&self, key: Key<T>) -> &str {
        self.text(key).map_or("", Excerpt::text)
    }

    /// Returns the text of a key as an owned string.
    pub fn string<T: ValueType>(&self, key: Key<T>) -> Option<String> {
        self.text(key).map(|text| text.text().to_string())
    }

    /// Returns the text of a key as one word, with its place.
    pub fn word<T: ValueType>(&self, key: Key<T>) -> Option<At<String>> {
        self.text(key).map(Excerpt::placed_text)
    }

    /// Returns the texts of a key; none if the key is absent.
    pub fn texts<T: ValueType>(&self, key: Key<T>) -> &[Excerpt] {
        const { assert!(T::FORM.contains(ValueForm::Texts)) };
        if let Some(Value::Texts(texts, _)) = self.value(key) {
            texts
        } else {
            &[]
        }
    }

    /// Returns the words of a key that takes one word or several.
    pub fn words<T: ValueType>(&self, key: Key<T>) -> Vec<At<String>> {
        const { assert!(T::FORM.contains(ValueForm::Text) || T::FORM.contains(ValueForm::Texts)) };
        let texts = match self.value(key) {
            Some(Value::Text(text)) => std::slice::from_ref(text),
            Some(Value::Texts(texts, _)) => texts,
            _ => &[],
        };
        texts.iter().map(Excerpt::placed_text).collect()
    }

    /// Returns the number of a key; `None` if the key is absent.
    pub fn number<T: ValueType>(&self, key: Key<T>) -> Option<&At<i64>> {
        const { assert!(T::FORM.contains(ValueForm::Number)) };
        if let Some(Value::Number(at)) = self.value(key) {
            Some(at)
        } else {
            None
        }
    }

    pub(crate) fn pair(&self, key: Key<(i64, i64)>) -> Option<(i64, i64)> {
        if let Some(Value::Pair(at) | Value::Halves(at)) = self.value(key) {
            Some(at.value)
        } else {
            None
        }
    }

    pub(crate) fn pairs(&self, key: Key<Vec<At<(i64, i64)>>>) -> &[At<(i64, i64)>] {
        if let Some(Value::Pairs(pairs)) = self.value(key) {
            pairs
        } else {
            &[]
        }
    }

    /// Returns a nested table.
    pub fn table<T: ValueType>(&self, key: Key<T>) -> Option<&Fields> {
        const { assert!(T::FORM.contains(ValueForm::Table)) };
        if let Some(Value::Table(table)) = self.value(key) {
            Some(table)
        } else {
            None
        }
    }

    /// Returns the tables of a list of tables; none if the key is absent.
    pub fn tables(&self, key: Key<TableList>) -> &[Fields] {
        if let Some(Value::Tables(tables)) = self.value(key) {
            tables
        } else {
            &[]
        }
    }

    /// Returns the names in a nested table with their values.
    pub fn named(&self, key: Key<NamedValues>) -> &[(At<String>, Value)] {
        if let Some(Value::Named(values, _)) = self.value(key) {
            values
        } else {
            &[]
        }
    }

    /// Iterates over the names in a nested table whose values are numbers.
    pub(crate) fn numbers(
        &self,
        key: Key<NamedValues>,
    ) -> impl Iterator<Item = (&At<String>, &At<i64>)> {
        self.named(key)
            .iter()
            .filter_map(|(name, value)| match value {
                Value::Number(at) => Some((name, at)),
                _ => None,
            })
    }

    /// Returns the flag as written, or its default.
    pub fn flag<T: ValueType>(&self, key: Key<T>) -> bool {
        const { assert!(T::FORM.contains(ValueForm::Flag)) };
        match self.value(key) {
            Some(Value::Flag(at)) => at.value,
            _ => matches!(key.takes, Takes::Flag(true)),
        }
    }

    fn value_mut<T>(&mut self, key: Key<T>) -> Option<&mut Value> {
        let value = self.values.iter_mut().find(|(name, _)| *name == key.name);
        value.map(|(_, value)| value)
    }

    /// Returns the tables of a key, mutably.
    pub(crate) fn tables_mut(&mut self, key: Key<TableList>) -> Option<&mut Vec<Fields>> {
        if let Some(Value::Tables(tables)) = self.value_mut(key) {
            Some(tables)
        } else {
            None
        }
    }

    /// Returns the names and values of a nested table, mutably.
    pub(crate) fn named_mut(
        &mut self,
        key: Key<NamedValues>,
    ) -> Option<&mut Vec<(At<String>, Value)>> {
        if let Some(Value::Named(values, _)) = self.value_mut(key) {
            Some(values)
        } else {
            None
        }
    }

    /// Sets or removes the value of a key. Values stay in the order of the table's keys.
    pub fn set<T>(&mut self, key: Key<T>, value: Option<Value>) {
        let key = key.name;
        self.values.retain(|(name, _)| *name != key);
        let place = |name: &str| self.keys.iter().position(|known| known.name == name);
        let at = self
            .values
            .partition_point(|(name, _)| place(name) < place(key));
        self.values.splice(at..at, value.map(|value| (key, value)));
    }

    /// Adds the value of a key that has none yet.
    pub fn with<T>(mut self, key: Key<T>, value: Value) -> Fields {
        self.values.push((key.name, value));
        self
    }

    /// Adds the text of a key.
    pub fn with_text<T: ValueType>(self, key: Key<T>, text: &str) -> Fields {
        const { assert!(T::FORM.contains(ValueForm::Text)) };
        let text = Excerpt::inexact(text, self.span);
        self.with(key, Value::Text(text))
    }

    /// Adds the texts of a key.
    pub fn with_texts<T: ValueType, S: AsRef<str>>(
        self,
        key: Key<T>,
        texts: impl IntoIterator<Item = S>,
    ) -> Fields {
        const { assert!(T::FORM.contains(ValueForm::Texts)) };
        let span = self.span;
        let texts = texts
            .into_iter()
            .map(|text| Excerpt::inexact(text.as_ref(), span))
            .collect();
        self.with(key, Value::Texts(texts, span))
    }

    /// Adds the number of a key.
    pub fn with_number<T: ValueType>(self, key: Key<T>, number: impl Into<i64>) -> Fields {
        const { assert!(T::FORM.contains(ValueForm::Number)) };
        let at = At {
            value: number.into(),
            span: self.span,
        };
        self.with(key, Value::Number(at))
    }

    /// Adds a flag, unless it has its default value.
    pub fn with_flag<T: ValueType>(self, key: Key<T>, value: bool) -> Fields {
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
}
