//! Reads TOML by lists of keys, so that every complaint points at the word it is about. A key
//! that is not in the list is reported as unknown.

mod syntax;

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use self::syntax::parse;
pub use self::syntax::{header_of, key_of};
use crate::form::{
    ARGUMENTS, Fields, Form, KEYS_OF_SIDES, KIND, Key, Keys, Layout, MOST_TABLES, TWO_SIDES, Takes,
    Value, sided_files, sided_places, unknown_word,
};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Sources, Span, code_list, nearest};

/// Reads a document. Returns what could be read, even of an incomplete document; `None` if the
/// syntax is wrong.
pub fn read(
    keys: &'static [Key],
    sources: &Sources,
    id: SourceId,
    diagnostics: &mut Diagnostics,
) -> Option<Fields> {
    let table = parse(sources, id, diagnostics)?;
    Some(
        TomlReader {
            sources,
            source: id,
            diagnostics,
        }
        .fields(keys, Span::new(id, 0..0), table)
        .0,
    )
}

/// Returns the place of the value under a path of keys, each in the table of the one before;
/// `None` if the path leads nowhere.
pub fn place(keys: &[&str], sources: &Sources, id: SourceId) -> Option<Span> {
    let (last, tables) = keys.split_last()?;
    let mut table = parse(sources, id, &mut Diagnostics::default())?;
    for key in tables {
        let DeValue::Table(inner) = table.remove(*key)?.into_inner() else {
            return None;
        };
        table = inner;
    }
    Some(Span::new(id, table.get(*last)?.span()))
}

/// Whether a table contains an unknown word for which this key is the nearest known name.
fn is_misspelt(key: &str, keys: &[Key], entries: &Entries<'_>) -> bool {
    let names = || keys.iter().map(|key| key.name);
    let mut unknown = entries
        .keys()
        .filter(|written| names().all(|name| name != *written));
    unknown.any(|written| nearest(written, names()) == Some(key))
}

/// Whether an unknown key is for a third side: it has a name for that, and its value is not a word
/// such as `white`.
fn names_third_side(key: &str, value: &DeValue<'_>) -> bool {
    let is_word = matches!(value, DeValue::String(_)) && key.starts_with("side");
    KEYS_OF_SIDES.contains(&key) && !is_word
}

fn is_empty_list(value: &DeValue<'_>) -> bool {
    matches!(value, DeValue::Array(list) if list.is_empty())
}

/// A reader of the values in a TOML text, by the kinds that a table's keys take.
struct TomlReader<'s, 'd> {
    sources: &'s Sources,
    source: SourceId,
    diagnostics: &'d mut Diagnostics,
}

/// A value as written in the text.
type Raw<'s> = At<DeValue<'s>>;

/// The keys of a table with their places and values.
type Entries<'s> = BTreeMap<String, (Span, Raw<'s>)>;

impl<'s> TomlReader<'s, '_> {
    fn with_place(&self, value: Spanned<DeValue<'s>>) -> Raw<'s> {
        let span = Span::new(self.source, value.span());
        At {
            value: value.into_inner(),
            span,
        }
    }

    fn wrong_kind<T>(&mut self, span: Span, expected: impl Into<String>) -> Option<T> {
        self.diagnostics.refuse(
            Code::WrongValue,
            "this value is of the wrong kind",
            span,
            expected,
        )
    }

    /// Reads a table. Also returns whether it is complete.
    fn fields(&mut self, keys: &'static [Key], span: Span, table: DeTable<'s>) -> (Fields, bool) {
        let mut entries = self.entries(table);
        let result = self.read_known(Fields::new(keys, span), &mut entries);
        self.report_unknown(&result.0, result.0.allowed_keys(), entries);
        result
    }

    fn entries(&self, table: DeTable<'s>) -> Entries<'s> {
        let entry = |(key, value): (Spanned<DeString<'s>>, _)| {
            let span = Span::new(self.source, key.span());
            (
                key.into_inner().into_owned(),
                (span, self.with_place(value)),
            )
        };
        table.into_iter().map(entry).collect()
    }

    fn read_known(&mut self, mut fields: Fields, entries: &mut Entries<'s>) -> (Fields, bool) {
        let mut is_whole = true;
        for key in fields.keys() {
            if !fields.allows(key) {
                continue;
            }
            match (entries.remove(key.name), key.must) {
                (Some((_, raw)), Some(_))
                    if is_empty_list(&raw.value) && key.takes.needs_some() =>
                {
                    self.report_empty(key.name, raw.span, "expected at least one");
                    is_whole = false;
                }
                (Some((place, raw)), must) => match self.value(key.name, key.takes, place, raw) {
                    Some(value) => fields = fields.with(*key, value),
                    None => is_whole &= must.is_none(),
                },
                // After an earlier fault, a missing key that another key can replace is not
                // reported: the fault may be in the other key.
                (None, Some(_)) if !key.unless.is_empty() && !is_whole => {}
                (None, Some(what)) => {
                    // A misspelt key is reported where it is written.
                    if !is_misspelt(key.name, fields.keys(), entries) {
                        self.report_missing(key.name, what, fields.span);
                    }
                    is_whole = false;
                }
                (None, None) => {}
            }
        }
        (fields, is_whole)
    }

    fn report_missing(&mut self, key: &str, what: &str, table: Span) {
        let expected = format!("expected {what} named `{key}` in this table");
        self.diagnostics.error(
            Code::WrongValue,
            format!("the key `{key}` is missing"),
            table,
            expected,
        );
    }

    /// Complains about every key that the table cannot have.
    fn report_unknown(&mut self, fields: &Fields, allowed: Vec<&str>, entries: Entries<'s>) {
        for (key, (span, raw)) in entries {
            let is_third_side = names_third_side(&key, &raw.value);
            self.diagnostics.push_error(Code::UnknownKey, span, || {
                let known = fields.keys().iter().find(|known| known.name == key);
                let beside =
                    known.and_then(|known| known.unless.iter().find(|other| fields.has(**other)));
                if let Some(other) = beside {
                    return Diagnostic::error(
                        Code::UnknownKey,
                        format!("`{key}` cannot be used together with `{}`", other.name),
                    )
                    .at(span, "expected one of the two")
                    .also_at(fields.place(*other), "the other");
                }
                let complaint = Diagnostic::error(
                    Code::UnknownKey,
                    format!("`{key}` is not a key of this table"),
                )
                .at(
                    span,
                    format!("expected one of {}", code_list(allowed.iter().copied())),
                );
                match is_third_side {
                    true => complaint.help(TWO_SIDES),
                    false => complaint.suggest(&key, allowed.iter().copied()),
                }
            });
        }
    }

    /// Reads a table that must be complete.
    fn complete_table(&mut self, keys: Keys, span: Span, raw: Raw<'s>) -> Option<Fields> {
        let DeValue::Table(table) = raw.value else {
            let expected = match raw.value.as_str().and_then(size) {
                Some([files, ranks]) => {
                    format!(
                        "expected a table, such as `{{ kind = \"grid\", files = {files}, ranks = {ranks} }}`"
                    )
                }
                None => "expected a table".to_string(),
            };
            return self.wrong_kind(raw.span, expected);
        };
        let span = heading(self.sources, span);
        let (fields, is_whole) = match keys {
            Keys::Of(keys) => self.fields(keys, span, table),
            Keys::OfKind {
                kinds,
                fault,
                expected,
                others,
            } => {
                let mut entries = self.entries(table);
                let Some((_, raw)) = entries.remove(KIND.name) else {
                    self.report_missing(KIND.name, "a string", span);
                    return None;
                };
                let name = self.text(raw)?;
                let kinds = kinds();
                let Some((_, keys)) = kinds.iter().find(|(kind, _)| *kind == name.text()) else {
                    if let Some(others) = others {
                        let arguments = self.named(entries, |_, value| match value {
                            DeValue::Integer(_) => Takes::Integer,
                            // Only their definition says whether they may be left out.
                            empty if is_empty_list(empty) => Takes::Texts,
                            DeValue::Array(_) => Takes::Pieces,
                            _ => Takes::Text,
                        });
                        let arguments = Value::Named(arguments, Layout::Keys);
                        let fields = Fields::new(others, span).with(KIND, Value::Text(name));
                        return Some(fields.with(ARGUMENTS, arguments));
                    }
                    let known = kinds.iter().map(|(kind, _)| *kind);
                    self.diagnostics.push(unknown_word(
                        &name.placed_text(),
                        fault,
                        expected,
                        known,
                    ));
                    return None;
                };
                let fields = Fields::new(keys, span).with(KIND, Value::Text(name));
                let result = self.read_known(fields, &mut entries);
                let allowed = [KIND.name]
                    .into_iter()
                    .chain(result.0.allowed_keys())
                    .collect();
                self.report_unknown(&result.0, allowed, entries);
                result
            }
        };
        is_whole.then_some(fields)
    }

    /// Whether a text has the form; complains if not.
    fn check_form(&mut self, form: &Form, text: &Excerpt) -> bool {
        let fits = (form.fits)(text.text());
        if !fits {
            let message = format!("`{}` {}", text.text(), form.fault);
            self.diagnostics
                .error(Code::WrongValue, message, text.whole(), form.expected);
        }
        fits
    }

    /// Complains about an empty list.
    fn report_empty(&mut self, name: &str, span: Span, expected: &str) {
        self.diagnostics.error(
            Code::WrongValue,
            format!("`{name}` is empty"),
            span,
            expected,
        );
    }

    fn value(&mut self, name: &str, takes: Takes, place: Span, raw: Raw<'s>) -> Option<Value> {
        match takes {
            Takes::Text
            | Takes::Choice(_)
            | Takes::Kind
            | Takes::Places
            | Takes::Expression(_)
            | Takes::Directions(_)
            | Takes::Word(..) => self.text(raw).map(Value::Text),
            Takes::Shown | Takes::Sentences => self.visible_text(name, raw).map(Value::Text),
            Takes::Formed(form) => {
                let text = self.visible_text(name, raw)?;
                self.check_form(form, &text).then_some(Value::Text(text))
            }
            Takes::Texts
            | Takes::SomeTexts
            | Takes::FormedTexts(..)
            | Takes::Pieces
            | Takes::Words(..) => {
                let span = raw.span;
                let mut texts = self.texts(raw)?;
                if texts.is_empty() && takes.needs_some() {
                    let expected = "expected at least one, or leave the key out";
                    self.report_empty(name, span, expected);
                }
                match takes {
                    Takes::FormedTexts(form, most) => {
                        if let Some(more) = texts.get(most) {
                            let message = format!("`{name}` has more than {most} entries");
                            let expected = "expected no more here";
                            self.diagnostics.error(
                                Code::WrongValue,
                                message,
                                more.whole(),
                                expected,
                            );
                        }
                        texts.truncate(most);
                        texts.retain(|text| self.check_form(form, text));
                    }
                    Takes::Pieces | Takes::Words(..) => self.check_unique(&texts),
                    _ => {}
                }
                Some(Value::Texts(texts, span))
            }
            Takes::Number(..) | Takes::Integer => {
                self.integer(&raw.value, raw.span).map(Value::Number)
            }
            Takes::Flag(_) => match raw.value {
                DeValue::Boolean(value) => Some(Value::Flag(At {
                    value,
                    span: raw.span,
                })),
                _ => self.wrong_kind(raw.span, "expected `true` or `false`"),
            },
            Takes::FlagOr(words) => match &raw.value {
                DeValue::Boolean(_) => self.value(name, Takes::Flag(false), place, raw),
                DeValue::String(_) => self.value(name, Takes::Choice(words), place, raw),
                _ => self.wrong_kind(
                    raw.span,
                    format!(
                        "expected `true`, `false` or one of {}",
                        code_list(words.iter().copied())
                    ),
                ),
            },
            Takes::Pair(form) => self.pair(&raw, form).map(Value::Pair),
            Takes::Pairs(form) => {
                let pairs = self
                    .list(raw)?
                    .into_iter()
                    .filter_map(|item| self.pair(&item, form));
                Some(Value::Pairs(pairs.collect()))
            }
            Takes::Halves(form) => self.halves(&raw, form).map(Value::Halves),
            Takes::Axis => match &raw.value {
                DeValue::Integer(_) => self.value(name, Takes::Integer, place, raw),
                DeValue::Array(_) => self.value(name, Takes::Texts, place, raw),
                _ => self.wrong_kind(raw.span, "expected a whole number, or a list of strings"),
            },
            Takes::SidedPlaces => self.sided(sided_places::KEYS, raw),
            Takes::SidedFiles => self.sided(sided_files::KEYS, raw),
            Takes::Table(keys) => self.complete_table(keys, place, raw).map(Value::Table),
            Takes::Tables(keys) => {
                let tables = self.tables(name, raw).into_iter();
                Some(Value::Tables(
                    tables
                        .filter_map(|table| self.complete_table(keys, table.span, table))
                        .collect(),
                ))
            }
            Takes::AllTables(keys) => {
                let tables = self.tables(name, raw);
                let count = tables.len();
                let whole = tables
                    .into_iter()
                    .filter_map(|table| self.complete_table(keys, table.span, table));
                let whole: Vec<Fields> = whole.collect();
                (count > 0 && whole.len() == count).then_some(Value::Tables(whole))
            }
            Takes::Named(takes, layout) => {
                let DeValue::Table(table) = raw.value else {
                    return self.wrong_kind(raw.span, "expected a table");
                };
                let entries = self.entries(table);
                Some(Value::Named(
                    self.named(entries, |name, _| takes(name)),
                    layout,
                ))
            }
        }
    }

    /// Reads entries in the order in which they are written. `takes` returns what each takes.
    fn named(
        &mut self,
        entries: Entries<'s>,
        takes: impl Fn(&str, &DeValue<'s>) -> Takes,
    ) -> Vec<(At<String>, Value)> {
        let mut entries: Vec<(String, (Span, Raw<'s>))> = entries.into_iter().collect();
        entries.sort_by_key(|(_, (span, _))| *span);
        let read = entries.into_iter().filter_map(|(name, (span, raw))| {
            let takes = takes(&name, &raw.value);
            let value = self.value(&name, takes, span, raw)?;
            Some((At { value: name, span }, value))
        });
        read.collect()
    }

    /// Reads a text for both sides, or a table with one for each.
    fn sided(&mut self, keys: &'static [Key], raw: Raw<'s>) -> Option<Value> {
        match &raw.value {
            DeValue::Table(_) => self
                .complete_table(Keys::Of(keys), raw.span, raw)
                .map(Value::Table),
            _ => self.text(raw).map(Value::Text),
        }
    }

    /// Reads a string as an excerpt that keeps its places.
    fn text(&mut self, raw: Raw<'s>) -> Option<Excerpt> {
        match raw.value {
            DeValue::String(text) => Some(Excerpt::of_toml_string(&text, raw.span, self.sources)),
            _ => self.wrong_kind(raw.span, "expected a string in quotes"),
        }
    }

    /// Reads a string for readers, which must have more than spaces in it.
    fn visible_text(&mut self, key: &str, raw: Raw<'s>) -> Option<Excerpt> {
        let text = self.text(raw)?;
        if text.text().trim().is_empty() {
            let (message, expected) = (
                format!("`{key}` is empty"),
                "expected some text, or leave the key out",
            );
            return self
                .diagnostics
                .refuse(Code::WrongValue, message, text.whole(), expected);
        }
        let is_wrong = |c: &char| c.is_control() && !c.is_whitespace();
        if let Some((at, letter)) = text.text().char_indices().find(|(_, c)| is_wrong(c)) {
            let message = format!(
                "`{key}` has the control character U+{:04X}",
                u32::from(letter)
            );
            let (span, expected) = (
                text.span(at..at + letter.len_utf8()),
                "expected only printable characters",
            );
            return self
                .diagnostics
                .refuse(Code::WrongValue, message, span, expected);
        }
        Some(Excerpt::inexact(text.text(), text.whole()))
    }

    fn list(&mut self, raw: Raw<'s>) -> Option<Vec<Raw<'s>>> {
        match raw.value {
            DeValue::Array(items) => Some(
                items
                    .into_iter()
                    .map(|item| self.with_place(item))
                    .collect(),
            ),
            _ => self.wrong_kind(raw.span, "expected a list in brackets"),
        }
    }

    fn texts(&mut self, raw: Raw<'s>) -> Option<Vec<Excerpt>> {
        Some(
            self.list(raw)?
                .into_iter()
                .filter_map(|item| self.text(item))
                .collect(),
        )
    }

    /// Complains about texts that occur twice.
    fn check_unique(&mut self, texts: &[Excerpt]) {
        for (place, text) in texts.iter().enumerate() {
            if let Some(first) = texts[..place]
                .iter()
                .find(|other| other.text() == text.text())
            {
                let message = format!("`{}` is listed twice", text.text());
                self.diagnostics
                    .duplicate(Code::DoubledName, message, first.whole(), text.whole());
            }
        }
    }

    fn integer(&mut self, value: &DeValue<'s>, span: Span) -> Option<At<i64>> {
        match whole_number(value) {
            Some(value) => Some(At { value, span }),
            None => self.wrong_kind(span, "expected a whole number"),
        }
    }

    fn pair(&mut self, raw: &Raw<'s>, form: &str) -> Option<At<(i64, i64)>> {
        let items = raw.value.as_array().into_iter().flatten();
        let number = |item: &Spanned<DeValue<'s>>| {
            self.integer(item.get_ref(), Span::new(self.source, item.span()))
                .map(|at| at.value)
        };
        match items.filter_map(number).collect::<Vec<i64>>()[..] {
            [a, b] => Some(At {
                value: (a, b),
                span: raw.span,
            }),
            _ => self.wrong_kind(
                raw.span,
                format!("expected a pair of whole numbers: `{form}`"),
            ),
        }
    }

    /// Reads a pair of numbers as counts of halves: `[0.5, 2]` is (1, 4).
    fn halves(&mut self, raw: &Raw<'s>, form: &str) -> Option<At<(i64, i64)>> {
        let items = raw.value.as_array().into_iter().flatten();
        let pair: Option<Vec<i64>> = items.map(|item| half(item.get_ref())).collect();
        match pair.as_deref() {
            Some(&[x, y]) => Some(At {
                value: (x, y),
                span: raw.span,
            }),
            _ => self.wrong_kind(
                raw.span,
                format!("expected two numbers, whole or ending in `.5`: `{form}`"),
            ),
        }
    }

    /// Returns the tables of a list of tables, `[[key]]`.
    fn tables(&mut self, key: &str, raw: Raw<'s>) -> Vec<Raw<'s>> {
        let mut list = match raw.value {
            DeValue::Array(_) => self.list(raw).unwrap_or_default(),
            DeValue::Table(_) => {
                // `[board.sheet]`, or a table in braces after its name.
                let span = heading(self.sources, raw.span);
                let heading = self.sources.slice(span).trim();
                let name = heading
                    .strip_prefix('[')
                    .and_then(|rest| rest.strip_suffix(']'))
                    .unwrap_or(key);
                return self
                    .wrong_kind(span, format!("expected double brackets: `[[{name}]]`"))
                    .unwrap_or_default();
            }
            _ => {
                return self
                    .wrong_kind(raw.span, format!("expected tables: `[[{key}]]`"))
                    .unwrap_or_default();
            }
        };
        if let Some(table) = list.get(MOST_TABLES) {
            let place = heading(self.sources, table.span);
            let message = format!("there are {} tables `[[{key}]]`", list.len());
            self.diagnostics.error(
                Code::TooLarge,
                message,
                place,
                format!("at most {MOST_TABLES}"),
            );
            list.truncate(MOST_TABLES);
        }
        list
    }
}

/// Returns twice a number that may be a half.
fn half(number: &DeValue<'_>) -> Option<i64> {
    match number {
        DeValue::Float(number) => {
            let (whole, part) = number.as_str().split_once('.')?;
            let whole = whole.parse::<i64>().ok()?.checked_mul(2)?;
            let sign = if number.as_str().starts_with('-') {
                -1
            } else {
                1
            };
            match part.trim_end_matches('0') {
                "" => Some(whole),
                "5" => whole.checked_add(sign),
                _ => None,
            }
        }
        _ => whole_number(number)?.checked_mul(2),
    }
}

fn whole_number(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// Returns the first line of a table. The whole span of a long table would underline all of it.
fn heading(sources: &Sources, span: Span) -> Span {
    let line = sources.slice(span).find('\n').unwrap_or(span.range().len());
    span.slice(0..line)
}

/// Returns the numbers of a size that is written as `8x8`.
fn size(text: &str) -> Option<[u16; 2]> {
    let (files, ranks) = text.split_once(['x', 'X', '×'])?;
    Some([files.trim().parse().ok()?, ranks.trim().parse().ok()?])
}
