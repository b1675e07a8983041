//! Fills the values of a named rule's keys into the basic rules for which it stands.

use std::ops::Range;

use super::definition::{define, parameter, parameters};
use crate::form::{Fields, KIND, Takes, Value};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span};

/// The mark before the name of a key in the texts of a definition.
const MARK: char = '$';
/// What stands before the name of a key in a sentence that speaks of all its pieces together.
const ALL: &str = "all-";
/// The default of a key that takes pieces, if it names none.
pub(crate) const NONE: &str = "none";
/// The default of a key that takes a number, if a rule usually sets no limit.
const NO_NUMBER: &str = "0";
/// An expression for no kind of piece.
const NO_KIND: &str = "kinds-on({})";
/// The most bytes of a text that is filled.
const MOST_BYTES: usize = 20_000;

/// The value of a key of a named rule.
#[derive(Debug)]
pub(crate) struct KeyValue {
    /// The name of the key.
    pub(crate) name: String,
    /// The words for it in expressions and lists: one, several alternatives, or none, if a list
    /// names no piece.
    pub(crate) code: Vec<String>,
    /// The words for it in a sentence, alternatives joined by "or".
    pub(crate) words: String,
    /// The same, joined by "and".
    pub(crate) all_words: String,
    /// The place of the value.
    pub(crate) place: Span,
}

/// A table of a definition that is being filled.
pub(crate) struct Filling<'a> {
    /// The table `[[define]]`.
    pub(crate) definition: &'a Fields,
    /// The values of its keys.
    pub(crate) values: &'a [KeyValue],
    /// The place that stands for all of the definition, if it is not in a source of its own.
    pub(crate) place: Option<Span>,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl Filling<'_> {
    /// Returns a table with the values filled into its texts.
    pub(crate) fn table(&mut self, table: &Fields) -> Option<Fields> {
        let span = self.place.unwrap_or(table.span);
        let mut filled = Fields::new(table.keys(), span);
        if let Some(kind) = table.text(KIND) {
            filled = filled.with_text(KIND, kind.text());
        }
        for (key, value) in table.entries() {
            let value = match value {
                Value::Text(text) => {
                    let is_sentence = matches!(key.takes, Takes::Shown | Takes::Sentences);
                    Value::Text(self.text(text, is_sentence)?)
                }
                Value::Texts(texts, all) => {
                    let texts: Option<Vec<Vec<Excerpt>>> =
                        texts.iter().map(|text| self.items(text)).collect();
                    Value::Texts(texts?.concat(), self.place.unwrap_or(*all))
                }
                Value::Number(number) => Value::Number(self.placed(number)),
                Value::Flag(flag) => Value::Flag(self.placed(flag)),
                other => other.clone(),
            };
            filled = filled.with(*key, value);
        }
        Some(filled)
    }

    fn placed<T: Copy>(&self, at: &At<T>) -> At<T> {
        At {
            value: at.value,
            span: self.place.unwrap_or(at.span),
        }
    }

    /// Returns the items of a list for which one of its texts stands.
    fn items(&mut self, text: &Excerpt) -> Option<Vec<Excerpt>> {
        let name = text.text().strip_prefix(MARK);
        let list = name.and_then(|name| self.values.iter().find(|known| known.name == name));
        match list {
            Some(list) if list.code.is_empty() => {
                let message = format!(
                    "`{}` names no piece, and a list stands for it here",
                    list.name
                );
                let expected = "expected a key whose default is a piece";
                self.diagnostics
                    .refuse(Code::WrongValue, message, text.whole(), expected)
            }
            Some(list) => {
                let items = list.code.iter();
                Some(
                    items
                        .map(|item| Excerpt::inexact(item, list.place))
                        .collect(),
                )
            }
            None => self.text(text, false).map(|text| vec![text]),
        }
    }

    /// Returns a text with the values of the keys that it names.
    fn text(&mut self, text: &Excerpt, is_sentence: bool) -> Option<Excerpt> {
        let text = match self.place {
            Some(place) => &Excerpt::inexact(text.text(), place),
            None => text,
        };
        let mut parts: Vec<(Range<usize>, String, Span)> = Vec::new();
        let left_out = if is_sentence {
            self.left_out(text.text())
        } else {
            Vec::new()
        };
        for range in &left_out {
            parts.push((range.clone(), String::new(), text.span(range.clone())));
        }
        for range in marks(text.text()) {
            if left_out.iter().any(|part| part.contains(&range.start)) {
                continue;
            }
            let name = &text.text()[range.start + MARK.len_utf8()..range.end];
            let of_name = |name: &str| self.values.iter().find(|known| known.name == name);
            let of_all = name.strip_prefix(ALL).filter(|_| is_sentence);
            let all = of_all.and_then(of_name);
            let Some(known) = of_name(name).or(all) else {
                let complaint = self.unknown(name, text.span(range));
                self.diagnostics.push(complaint);
                return None;
            };
            let filled = match (is_sentence, &known.code[..]) {
                (true, _) if known.name != name => known.all_words.clone(),
                (true, _) => known.words.clone(),
                (false, []) => NO_KIND.to_string(),
                (false, [one]) => one.clone(),
                (false, several) => format!("({})", several.join(" | ")),
            };
            // A definition that is inherited is in another file than the value.
            let is_beside = known.place.source == text.whole().source;
            let place = if is_beside {
                known.place
            } else {
                text.span(range.clone())
            };
            parts.push((range, filled, place));
        }
        parts.sort_by_key(|(range, ..)| range.start);
        let filled = match &parts[..] {
            [(range, filled, place)] if *range == (0..text.text().len()) => {
                Excerpt::inexact(filled, *place)
            }
            _ => text.replaced(&parts),
        };
        if filled.text().len() > MOST_BYTES {
            let message = "this text is too long once the values are filled in";
            let most = format!("at most {MOST_BYTES} bytes");
            return self
                .diagnostics
                .refuse(Code::TooLarge, message, text.whole(), most);
        }
        Some(filled)
    }

    /// Returns the parts of a sentence to leave out: what stands in brackets, if it names a list that
    /// is usually empty, or a number that is usually 0, and that is so; else the brackets alone.
    fn left_out(&self, text: &str) -> Vec<Range<usize>> {
        let mut left_out = Vec::new();
        for (open, _) in text.match_indices('[') {
            let Some(length) = text[open..].find(']') else {
                continue;
            };
            let (part, close) = (&text[open..open + length], open + length);
            let names = marks(part).into_iter();
            let optional: Vec<&KeyValue> = names
                .filter_map(|range| self.optional(&part[range.start + MARK.len_utf8()..range.end]))
                .collect();
            let is_usual = |value: &&KeyValue| value.code.iter().all(|code| code == NO_NUMBER);
            if optional.iter().any(is_usual) {
                left_out.push(open..close + 1);
            } else if !optional.is_empty() {
                left_out.extend([open..open + 1, close..close + 1]);
            }
        }
        left_out
    }

    /// Returns the value of a key that usually names no piece, or is usually 0.
    fn optional(&self, name: &str) -> Option<&KeyValue> {
        let mut keys = self.definition.tables(define::KEY).iter();
        let key = keys.find(|key| key.str(parameter::NAME) == name)?;
        let is_optional = [NONE, NO_NUMBER].contains(&key.str(parameter::DEFAULT));
        let mut values = self.values.iter();
        values.find(|known| is_optional && known.name == name)
    }

    /// Returns the complaint about a name that is not a key of the definition.
    fn unknown(&self, name: &str, place: Span) -> Diagnostic {
        let message = format!("`{MARK}{name}` is not a key of this definition");
        let expected = format!("expected `{MARK}` and the name of one of its keys");
        let known = parameters(self.definition).map(|known| format!("{MARK}{known}"));
        let known: Vec<String> = known.collect();
        let complaint = Diagnostic::error(Code::UnknownName, message).at(place, expected);
        complaint.suggest(&format!("{MARK}{name}"), known.iter().map(String::as_str))
    }
}

/// Returns the ranges of the keys that a text names, each with its mark.
fn marks(text: &str) -> Vec<Range<usize>> {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let after = |at: usize| at + MARK.len_utf8();
    let end = |at: usize| {
        let name = &text[after(at)..];
        after(at) + name.find(|c| !is_of_name(c)).unwrap_or(name.len())
    };
    text.match_indices(MARK)
        .map(|(at, _)| at..end(at))
        .collect()
}
