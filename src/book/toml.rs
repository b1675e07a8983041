//! TOML read key by key, so that every complaint points at its word.
//!
//! A [`Table`] is asked for the keys it may have; what was not asked for is an unknown key, and
//! [`Table::finish`] says so with the near miss.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{At, Excerpt, SourceId, Sources, Span};

/// A document's tables; `None`, with every error reported, where its syntax is wrong: what a guess
/// at the rest would lack is nothing to complain of.
pub fn parse<'s>(sources: &'s Sources, id: SourceId, diagnostics: &mut Diagnostics) -> Option<Table<'s>> {
    let text = sources.get(id).text();
    let (document, errors) = DeTable::parse_recoverable(text);
    let sound = errors.is_empty();
    for error in errors {
        let range = error.span().unwrap_or(0..0);
        if let Some(open) = open_at(text, range.start) {
            diagnostics.push(unclosed(text, id, open, range, error.message()));
            // How much of what follows still stands behind the bracket or quote, the author alone knows.
            break;
        }
        // The usual cause: the first of several tables has single brackets.
        let before = text.get(..range.start).unwrap_or_default();
        let doubled = before.ends_with("[[") && error.message() == "duplicate key";
        let message = format!("this is no valid TOML: {}", error.message());
        let complaint = Diagnostic::error(Code::TomlSyntax, message).at(Span::new(id, range), "here");
        let remedy = "every table that may stand several times has double brackets, the first too";
        diagnostics.push(if doubled { complaint.help(remedy) } else { complaint });
    }
    sound.then(|| Table::new(sources, Span::new(id, 0..0), document.into_inner()))
}

/// The innermost bracket, or the quotes of several lines, that are open at a byte of a document.
fn open_at(text: &str, end: usize) -> Option<Range<usize>> {
    let mut open: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut is_value = false;
    while at < end {
        let rest = &text[at..];
        let letter = rest.chars().next()?;
        let mut length = letter.len_utf8();
        match letter {
            '"' | '\'' => {
                let quote = &rest[..length];
                let lines = quote.repeat(3);
                let (quote, is_long) =
                    if rest.starts_with(&lines) { (lines.as_str(), true) } else { (quote, false) };
                match quoted(rest, quote) {
                    Some(whole) => length = whole,
                    None if is_long => return Some(at..at + quote.len()),
                    None => length = line_of(rest),
                }
            }
            '#' => length = line_of(rest),
            '\n' if open.is_empty() => is_value = false,
            '=' => is_value = true,
            '[' | '{' if is_value => open.push(at..at + length),
            ']' | '}' => drop(open.pop()),
            _ => {}
        }
        at += length;
    }
    open.pop()
}

/// How many bytes a string takes with its quotes, if it is closed.
fn quoted(text: &str, quote: &str) -> Option<usize> {
    let mut at = quote.len();
    let text = if quote.len() == 1 { &text[..line_of(text)] } else { text };
    loop {
        let rest = text.get(at..)?;
        if let Some(behind) = rest.strip_prefix(quote) {
            // More quotes than close it belong to it.
            let is_more = |byte: &u8| quote.len() == 3 && quote.as_bytes().starts_with(&[*byte]);
            let more = behind.bytes().take(2).take_while(is_more);
            return Some(at + quote.len() + more.count());
        }
        let letter = rest.chars().next()?;
        at += letter.len_utf8();
        if letter == '\\' && quote.starts_with('"') {
            at += text.get(at..)?.chars().next()?.len_utf8();
        }
    }
}

fn line_of(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// The complaint about what goes wrong behind an open bracket or quotes.
fn unclosed(text: &str, id: SourceId, open: Range<usize>, at: Range<usize>, message: &str) -> Diagnostic {
    let (opening, place) = (Span::new(id, open.clone()), Span::new(id, at.clone()));
    let line = text[..at.start].rfind('\n').map_or(0, |at| at + 1);
    let goes_on = line > open.start && is_statement(&text[line..]);
    let sign = &text[open];
    if sign != "{" && (goes_on || sign.len() == 3 || text[at.start..].trim().is_empty()) {
        let what = if sign == "[" { "this bracket is" } else { "these quotes are" };
        let complaint =
            Diagnostic::error(Code::TomlSyntax, format!("this is no valid TOML: {what} not closed"));
        let complaint =
            complaint.at(opening, format!("expected `{}` behind it", if sign == "[" { "]" } else { sign }));
        return if goes_on { complaint.and(place, "this is taken for a part of it") } else { complaint };
    }
    let complaint = Diagnostic::error(Code::TomlSyntax, format!("this is no valid TOML: {message}"));
    complaint.at(place, "here").and(opening, "this bracket is open there")
}

/// Whether a line begins with a key and a value, or is the head of a table.
fn is_statement(text: &str) -> bool {
    let line = text[..line_of(text)].trim();
    let is_name = |name: &str| {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
        !name.is_empty() && name.chars().all(plain)
    };
    let head = line.split('#').next().unwrap_or_default().trim_end();
    let head = head.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let head = head.map(|name| name.trim_matches(['[', ']']));
    // `[1]` is more likely an item of a list.
    head.is_some_and(|name| is_name(name) && name.contains(char::is_alphabetic))
        || line.split_once('=').is_some_and(|(name, _)| is_name(name.trim()))
}

/// The most tables of one name.
const MOST_TABLES: usize = 20_000;

/// One table; keys leave it as they are read.
#[derive(Debug)]
pub struct Table<'s> {
    sources: &'s Sources,
    /// Where the table stands, to point at when a key is missing.
    pub span: Span,
    entries: BTreeMap<String, (Span, At<DeValue<'s>>)>,
    asked: Vec<String>,
    /// The keys that were there, be their values right or not.
    taken: Vec<String>,
}

impl<'s> Table<'s> {
    fn new(sources: &'s Sources, span: Span, table: DeTable<'s>) -> Table<'s> {
        let place = |range| Span::new(span.source, range);
        let entries = table
            .into_iter()
            .map(|(key, value): (Spanned<_>, Spanned<DeValue<'s>>)| {
                let key_span = place(key.span());
                let value_span = place(value.span());
                let value = At { value: value.into_inner(), span: value_span };
                (key.get_ref().to_string(), (key_span, value))
            })
            .collect();
        Table { sources, span, entries, asked: Vec::new(), taken: Vec::new() }
    }

    pub fn source(&self) -> SourceId {
        self.span.source
    }

    fn take(&mut self, key: &str) -> Option<At<DeValue<'s>>> {
        self.asked.push(key.to_string());
        let (_, value) = self.entries.remove(key)?;
        self.taken.push(key.to_string());
        Some(value)
    }

    /// Whether a key is there and was not asked for yet.
    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// All keys that are left, with their places, in the order of the text.
    pub fn keys(&self) -> Vec<At<String>> {
        let key = |(key, (span, _)): (&String, &(Span, _))| At { value: key.clone(), span: *span };
        let mut keys: Vec<At<String>> = self.entries.iter().map(key).collect();
        keys.sort_by_key(|key| key.span);
        keys
    }

    /// A string as an excerpt that knows its way home.
    pub fn text(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<Excerpt> {
        let value = self.take(key)?;
        as_text(self.sources, value, diagnostics)
    }

    pub fn string(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<At<String>> {
        self.text(key, diagnostics).map(|text| text.word())
    }

    /// A string that must be there.
    pub fn required(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<At<String>> {
        if !self.entries.contains_key(key) {
            self.asked.push(key.to_string());
            self.missing(key, "a string", diagnostics);
            return None;
        }
        self.string(key, diagnostics)
    }

    /// A string for readers, in which something stands.
    pub fn words(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<At<String>> {
        let text = self.string(key, diagnostics)?;
        if text.value.trim().is_empty() {
            let complaint = Diagnostic::error(Code::WrongValue, format!("`{key}` is blank"));
            diagnostics.push(complaint.at(text.span, "expected some text, or no such key"));
            return None;
        }
        Some(text)
    }

    /// A string for readers that must be there.
    pub fn required_words(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<At<String>> {
        match self.has(key) {
            true => self.words(key, diagnostics),
            false => self.required(key, diagnostics),
        }
    }

    /// Complains of a key that is not there; of one whose value is wrong there is a complaint already.
    pub fn missing(&self, key: &str, what: &str, diagnostics: &mut Diagnostics) {
        if self.taken.iter().any(|taken| taken == key) {
            return;
        }
        diagnostics.push(
            Diagnostic::error(Code::WrongValue, format!("the key `{key}` is missing"))
                .at(self.span, format!("expected {what} named `{key}` in this table")),
        );
    }

    pub fn boolean(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<At<bool>> {
        let At { value, span } = self.take(key)?;
        match value {
            DeValue::Boolean(value) => Some(At { value, span }),
            _ => wrong(span, "expected `true` or `false`", diagnostics),
        }
    }

    pub fn integer(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<At<i64>> {
        let value = self.take(key)?;
        as_integer(value, diagnostics)
    }

    /// Whether the value of a key is a whole number.
    pub fn is_number(&self, key: &str) -> bool {
        matches!(self.entries.get(key), Some((_, At { value: DeValue::Integer(_), .. })))
    }

    /// A list of strings where a whole number may stand instead.
    pub fn number_or_texts(
        &mut self,
        key: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Vec<Excerpt>, Span)> {
        match self.entries.get(key) {
            Some((_, At { value, span })) if !matches!(value, DeValue::Array(_)) => {
                let span = *span;
                self.take(key);
                wrong(span, "expected a whole number, or a list of strings", diagnostics)
            }
            _ => self.texts(key, diagnostics),
        }
    }

    pub fn strings(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<Vec<At<String>>> {
        let (texts, _) = self.texts(key, diagnostics)?;
        Some(texts.iter().map(Excerpt::word).collect())
    }

    /// A list of strings, with one at least.
    pub fn some_texts(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<(Vec<Excerpt>, Span)> {
        let (texts, span) = self.texts(key, diagnostics)?;
        if texts.is_empty() {
            let complaint = Diagnostic::error(Code::WrongValue, format!("`{key}` names nothing"));
            diagnostics.push(complaint.at(span, "expected one at least, or no such key"));
        }
        Some((texts, span))
    }

    /// A list of strings, with one at least, and none twice.
    pub fn different_texts(
        &mut self,
        key: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<(Vec<Excerpt>, Span)> {
        let (texts, span) = self.some_texts(key, diagnostics)?;
        for (place, text) in texts.iter().enumerate() {
            if let Some(first) = texts[..place].iter().find(|other| other.text() == text.text()) {
                let message = format!("`{}` stands here twice", text.text());
                let complaint = Diagnostic::error(Code::DoubledName, message);
                diagnostics.push(complaint.at(text.whole(), "the second").and(first.whole(), "the first"));
            }
        }
        Some((texts, span))
    }

    /// A list of strings that know their way home, and where all of it stands.
    pub fn texts(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<(Vec<Excerpt>, Span)> {
        let Some(span) = self.entries.get(key).map(|(_, value)| value.span) else {
            self.asked.push(key.to_string());
            return None;
        };
        let list = self.list(key, diagnostics)?;
        let texts = list.into_iter().filter_map(|item| as_text(self.sources, item, diagnostics));
        Some((texts.collect(), span))
    }

    fn list(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<Vec<At<DeValue<'s>>>> {
        let value = self.take(key)?;
        let source = self.span.source;
        match value.value {
            DeValue::Array(items) => Some(
                items
                    .into_iter()
                    .map(|item: Spanned<DeValue<'s>>| {
                        let span = Span::new(source, item.span());
                        At { value: item.into_inner(), span }
                    })
                    .collect(),
            ),
            _ => wrong(value.span, "expected a list in brackets", diagnostics),
        }
    }

    /// A list of pairs of whole numbers, such as axial coordinates; `form` shows one.
    pub fn pairs(
        &mut self,
        key: &str,
        form: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<At<(i64, i64)>>> {
        let list = self.list(key, diagnostics)?;
        Some(list.into_iter().filter_map(|item| as_pair(item, form, diagnostics)).collect())
    }

    /// A pair of whole numbers.
    pub fn pair(&mut self, key: &str, form: &str, diagnostics: &mut Diagnostics) -> Option<At<(i64, i64)>> {
        as_pair(self.take(key)?, form, diagnostics)
    }

    /// A pair of numbers in halves, so that `[0.5, 2]` is (1, 4).
    pub fn halves(&mut self, key: &str, form: &str, diagnostics: &mut Diagnostics) -> Option<At<(i64, i64)>> {
        let At { value, span } = self.take(key)?;
        let half = |number: &DeValue<'_>| match number {
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok()?.checked_mul(2)
            }
            DeValue::Float(number) => {
                let (whole, part) = number.as_str().split_once('.')?;
                let whole = whole.parse::<i64>().ok()?.checked_mul(2)?;
                let sign = if number.as_str().starts_with('-') { -1 } else { 1 };
                match part.trim_end_matches('0') {
                    "" => Some(whole),
                    "5" => whole.checked_add(sign),
                    _ => None,
                }
            }
            _ => None,
        };
        let pair = match &value {
            DeValue::Array(items) => items
                .iter()
                .map(|item| half(item.get_ref()))
                .collect::<Option<Vec<i64>>>()
                .unwrap_or_default(),
            _ => Vec::new(),
        };
        match pair[..] {
            [x, y] => Some(At { value: (x, y), span }),
            _ => wrong(span, &format!("expected two numbers, whole or with a half: `{form}`"), diagnostics),
        }
    }

    pub fn table(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<Table<'s>> {
        let key_span = self.entries.get(key).map(|(span, _)| *span);
        let value = self.take(key)?;
        self.as_table(key_span.unwrap_or(value.span), value, diagnostics)
    }

    /// The tables of a list of tables, `[[key]]`.
    pub fn tables(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Table<'s>> {
        if let Some((_, At { value: DeValue::Table(_), span })) = self.entries.get(key) {
            let span = heading(self.sources, *span);
            self.take(key);
            // `[board.sheet]`, or a table in braces behind its name.
            let heading = self.sources.slice(span).trim();
            let name = heading.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(key);
            return wrong(span, &format!("expected double brackets: `[[{name}]]`"), diagnostics)
                .unwrap_or_default();
        }
        if let Some((_, At { value, span })) = self.entries.get(key)
            && !matches!(value, DeValue::Array(_))
        {
            let span = *span;
            self.take(key);
            return wrong(span, &format!("expected tables: `[[{key}]]`"), diagnostics).unwrap_or_default();
        }
        let mut list = self.list(key, diagnostics).unwrap_or_default();
        if let Some(table) = list.get(MOST_TABLES) {
            let message = format!("there are {} tables `[[{key}]]`", list.len());
            let complaint = Diagnostic::error(Code::TooLarge, message);
            diagnostics
                .push(complaint.at(heading(self.sources, table.span), format!("at most {MOST_TABLES}")));
            list.truncate(MOST_TABLES);
        }
        list.into_iter().filter_map(|item| self.as_table(item.span, item, diagnostics)).collect()
    }

    /// A key's value, be it a string or a table; for values that may be written either way.
    pub fn text_or_table(&mut self, key: &str, diagnostics: &mut Diagnostics) -> Option<TextOrTable<'s>> {
        let value = self.take(key)?;
        match value.value {
            DeValue::Table(table) => Some(TextOrTable::Table(Table::new(self.sources, value.span, table))),
            _ => as_text(self.sources, value, diagnostics).map(TextOrTable::Text),
        }
    }

    fn as_table(
        &self,
        span: Span,
        value: At<DeValue<'s>>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Table<'s>> {
        match value.value {
            DeValue::Table(table) => Some(Table::new(self.sources, heading(self.sources, span), table)),
            _ => wrong(value.span, "expected a table", diagnostics),
        }
    }

    /// Complains of every key that was not asked for.
    pub fn finish(self, diagnostics: &mut Diagnostics) {
        for (key, (span, _)) in &self.entries {
            diagnostics.push_error(Code::UnknownKey, *span, || {
                Diagnostic::error(Code::UnknownKey, format!("`{key}` is no key of this table"))
                    .at(*span, format!("expected one of {}", listed(&self.asked)))
                    .suggest(key, self.asked.iter().map(String::as_str))
            });
        }
    }
}

/// See [`Table::text_or_table`].
#[derive(Debug)]
pub enum TextOrTable<'s> {
    Text(Excerpt),
    Table(Table<'s>),
}

/// The first line of a table: the span of a long table would underline all of it.
fn heading(sources: &Sources, span: Span) -> Span {
    let line = sources.slice(span).find('\n').unwrap_or(span.range().len());
    span.slice(0..line)
}

fn as_text(sources: &Sources, value: At<DeValue<'_>>, diagnostics: &mut Diagnostics) -> Option<Excerpt> {
    match value.value {
        DeValue::String(text) => Some(Excerpt::of_string(&text, value.span, sources)),
        _ => wrong(value.span, "expected a string in quotes", diagnostics),
    }
}

fn as_integer(value: At<DeValue<'_>>, diagnostics: &mut Diagnostics) -> Option<At<i64>> {
    if let DeValue::Integer(number) = &value.value
        && let Ok(number) = i64::from_str_radix(number.as_str(), number.radix())
    {
        return Some(At { value: number, span: value.span });
    }
    wrong(value.span, "expected a whole number", diagnostics)
}

fn as_pair(item: At<DeValue<'_>>, form: &str, diagnostics: &mut Diagnostics) -> Option<At<(i64, i64)>> {
    let span = item.span;
    let expected = format!("expected a pair of whole numbers: `{form}`");
    let DeValue::Array(items) = item.value else { return wrong(span, &expected, diagnostics) };
    let numbers: Vec<i64> = items
        .into_iter()
        .filter_map(|number: Spanned<DeValue<'_>>| {
            let span = Span::new(span.source, number.span());
            as_integer(At { value: number.into_inner(), span }, diagnostics).map(|n| n.value)
        })
        .collect();
    match numbers[..] {
        [a, b] => Some(At { value: (a, b), span }),
        _ => wrong(span, &expected, diagnostics),
    }
}

fn wrong<T>(span: Span, expected: &str, diagnostics: &mut Diagnostics) -> Option<T> {
    diagnostics
        .push(Diagnostic::error(Code::WrongValue, "this value is of the wrong kind").at(span, expected));
    None
}

fn listed(keys: &[String]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}
