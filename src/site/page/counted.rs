//! Instruments a book's own template so that its work is counted: adds a call where a loop begins,
//! and a filter after each value that may be long. The calls are implemented in `bounded`; this
//! file knows only the syntax of templates.
//!
//! ```text
//! {% for x in y %}                 {% for x in y | _held %}{{ _round() }}
//! {% set b = a ~ a | upper %}      {% set b =( a | _held ~ a | _held | _held | upper) | _held %}
//! ```

use std::ops::Range;

use super::bounded::GROWING;

/// The call that counts a round; it outputs nothing.
const ROUND: &str = "{{ _round() }}";
/// The same call after a tag that trims the white space after it.
const CLOSE_ROUND: &str = "{{- _round() -}}";
/// The filter that counts a value.
const HELD: &str = " | _held";

/// A template's text with the counting calls inserted, which maps offsets back to the original.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    pub text: String,
    /// For each insertion, its offset in the author's text and its length.
    insertions: Vec<(usize, usize)>,
}

/// The message about a construct that a book's template may not use, because nothing counts its
/// work, and the construct's place.
type Uncounted = (&'static str, Range<usize>);

impl Counted {
    /// Inserts the counting calls into a template's text.
    ///
    /// # Errors
    ///
    /// The first construct whose work cannot be counted.
    pub(crate) fn new(text: &str) -> Result<Counted, Uncounted> {
        let mut counted = Counted::default();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|open| at + open) {
            let rest = &text[open..];
            let close = match rest.as_bytes().get(1) {
                Some(b'#') => {
                    at = open + rest.find("#}").map_or(rest.len(), |close| close + 2);
                    continue;
                }
                Some(b'%') => "%}",
                Some(b'{') => "}}",
                _ => {
                    at = open + 1;
                    continue;
                }
            };
            let tag = TemplateTag::read(rest, close);
            let end = open + tag.text.len();
            let first = tag
                .words
                .first()
                .filter(|_| close == "%}")
                .map(|word| &rest[word.clone()]);
            if first == Some("raw") {
                at = end + text[end..].find("endraw").unwrap_or(text.len() - end);
                continue;
            }
            let in_template =
                |(message, range): Uncounted| (message, open + range.start..open + range.end);
            tag.check_countable(first).map_err(in_template)?;
            for (place, call) in tag.counting_calls(first).map_err(in_template)? {
                counted.insert(text, open + place, &call);
            }
            if first == Some("for") {
                counted.insert(
                    text,
                    end,
                    if text[..end].ends_with("-%}") {
                        CLOSE_ROUND
                    } else {
                        ROUND
                    },
                );
            }
            at = end;
        }
        let written = counted.copied_bytes();
        counted.text.push_str(&text[written..]);
        Ok(counted)
    }

    fn insert(&mut self, text: &str, at: usize, call: &str) {
        self.text.push_str(&text[self.copied_bytes()..at]);
        self.text.push_str(call);
        self.insertions.push((at, call.len()));
    }

    /// Returns how many bytes of the author's text have been copied so far.
    fn copied_bytes(&self) -> usize {
        self.text.len()
            - self
                .insertions
                .iter()
                .map(|(_, length)| length)
                .sum::<usize>()
    }

    /// Maps an offset in this text to the offset in the author's text.
    pub(crate) fn author_position(&self, place: usize) -> usize {
        let mut shift = 0;
        for (at, length) in &self.insertions {
            if place < at + shift + length {
                return (place - shift).min(*at);
            }
            shift += length;
        }
        place - shift
    }
}

/// A tag from `{%` or `{{` to its end.
struct TemplateTag<'a> {
    text: &'a str,
    close: &'static str,
    /// The words outside string literals.
    words: Vec<Range<usize>>,
    /// The other characters outside string literals, except white space.
    signs: Vec<usize>,
}

impl<'a> TemplateTag<'a> {
    /// Reads the tag at the start of a text. The end mark has no meaning inside the tag's string
    /// literals.
    fn read(text: &'a str, close: &'static str) -> TemplateTag<'a> {
        let mut tag = TemplateTag {
            text,
            close,
            words: Vec::new(),
            signs: Vec::new(),
        };
        let (mut quote, mut start) = (None, None);
        for (at, letter) in text.char_indices() {
            let is_word = quote.is_none() && (letter.is_alphanumeric() || letter == '_');
            match (is_word, start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    tag.words.push(from..at);
                    start = None;
                }
                _ => {}
            }
            match quote {
                Some(open) if letter == open => quote = None,
                None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
                None if text[at..].starts_with(close) => {
                    tag.text = &text[..at + close.len()];
                    return tag;
                }
                None if !is_word && !letter.is_whitespace() => tag.signs.push(at),
                _ => {}
            }
        }
        tag
    }

    /// Returns the text inside the tag, without its end mark.
    fn inner(&self) -> &'a str {
        let inner = self.text.strip_suffix(self.close).unwrap_or(self.text);
        inner.strip_suffix('-').unwrap_or(inner).trim_end()
    }

    /// Refuses constructs whose work cannot be counted; `first` is the tag's keyword, if any.
    fn check_countable(&self, first: Option<&str>) -> Result<(), Uncounted> {
        let whole = 0..self.text.len();
        match first {
            Some("component") => {
                return Err(("a book's template cannot define a component", whole));
            }
            Some("filter") => {
                let message =
                    "a book's template cannot filter a block: write `{{ text | filter }}`";
                return Err((message, whole));
            }
            Some("set" | "set_global") if self.value().is_none() => {
                let message =
                    "a book's template cannot name a block: write `{% set name = value %}`";
                return Err((message, whole));
            }
            _ => {}
        }
        let mut inner = self.words.iter().skip(usize::from(first.is_some()));
        match inner.find(|word| &self.text[(*word).clone()] == "for") {
            Some(word) => Err((
                "a book's template cannot make a list with `for`",
                word.clone(),
            )),
            None => Ok(()),
        }
    }

    /// Returns the start of the value that a `set` assigns; `None` if it names a block.
    fn value(&self) -> Option<usize> {
        let name = self.words.get(1)?.end;
        let rest = self.text[name..].trim_start().strip_prefix('=')?;
        Some(self.text.len() - rest.len())
    }

    /// Returns the counting filters to insert, each with its offset.
    fn counting_calls(&self, first: Option<&str>) -> Result<Vec<(usize, String)>, Uncounted> {
        let inner = self.inner();
        let mut calls = Vec::new();
        let mut count_operand_after = |at: usize| {
            calls.extend(operand_end(inner, at).map(|end| (end, HELD.to_string())));
        };
        for word in self
            .words
            .iter()
            .filter(|word| &self.text[(*word).clone()] == "in")
        {
            count_operand_after(word.end);
        }
        for sign in ["...", "==", "!=", "~"] {
            self.offsets_of(sign)
                .for_each(|at| count_operand_after(at + sign.len()));
        }
        calls.extend(self.offsets_of("~").map(|at| (at, format!("{HELD} "))));
        for at in self.offsets_of("|") {
            calls.push((at, format!("{HELD} ")));
            let name = inner[at + 1..].trim_start();
            let Some((growing, _)) = GROWING
                .iter()
                .find(|(growing, _)| leading_word(name) == *growing)
            else {
                continue;
            };
            let opened = inner.len() - name[growing.len()..].trim_start().len();
            let closed = closing_bracket(inner, opened).unwrap_or(opened);
            if self
                .signs
                .iter()
                .any(|at| (opened..closed).contains(at) && "|~".contains(&inner[*at..=*at]))
            {
                let message =
                    "an argument of this filter is computed in place: name it with `set` first";
                return Err((message, opened..closed));
            }
            calls.push((at, format!("| _{growing}{} ", &inner[opened..closed])));
        }
        if let (Some("set" | "set_global"), Some(value)) = (first, self.value()) {
            calls.insert(0, (value, "(".to_string()));
            calls.push((inner.len(), format!("){HELD}")));
        }
        calls.sort_by_key(|(at, _)| *at);
        Ok(calls)
    }

    fn offsets_of(&self, sign: &'static str) -> impl Iterator<Item = usize> {
        self.signs
            .iter()
            .copied()
            .filter(move |at| self.text[*at..].starts_with(sign))
    }
}

/// Returns the word at the start of a text.
fn leading_word(text: &str) -> &str {
    &text[..text
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(text.len())]
}

/// Returns the end of the next operand: a string, a bracketed expression or a name, with the
/// member accesses, indices and calls that follow it.
fn operand_end(text: &str, at: usize) -> Option<usize> {
    let next = |at: usize| text.len() - text[at..].trim_start().len();
    let start = next(at);
    let first = text[start..].chars().next()?;
    let mut end = match first {
        '"' | '\'' | '`' => start + 1 + text[start + 1..].find(first)? + 1,
        '(' | '[' | '{' => closing_bracket(text, start)?,
        _ => start + leading_word(&text[start..]).len(),
    };
    if end == start || &text[start..end] == "not" {
        return None;
    }
    loop {
        let at = next(end);
        let at = at + usize::from(text[at..].starts_with("?.") || text[at..].starts_with("?["));
        let rest = &text[at..];
        end = if rest.starts_with(['(', '[']) {
            closing_bracket(text, at)?
        } else if rest.starts_with('.') && !rest.starts_with("..") {
            let name = next(at + 1);
            name + leading_word(&text[name..]).len()
        } else {
            return Some(end);
        };
    }
}

/// Returns the end of the bracketed text that opens at an offset, if the bracket is closed.
fn closing_bracket(text: &str, open: usize) -> Option<usize> {
    let (mut quote, mut depth) = (None, 0_usize);
    for (at, c) in text[open..].char_indices() {
        match quote {
            Some(opened) if opened == c => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            None if "([{".contains(c) => depth += 1,
            None if ")]}".contains(c) => depth = depth.checked_sub(1)?,
            None => {}
        }
        if depth == 0 && quote.is_none() {
            return (at > 0).then_some(open + at + c.len_utf8());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_growing_values_get_counting_calls() {
        let cases = [
            (
                "a {% for x in y %} b",
                "a {% for x in y | _held %}{{ _round() }} b",
            ),
            (
                "{%- for x in \"%}\" -%} b",
                "{%- for x in \"%}\" | _held -%}{{- _round() -}} b",
            ),
            (
                "{% raw %}{% for %}{% endraw %}{# {% for %} #}",
                "{% raw %}{% for %}{% endraw %}{# {% for %} #}",
            ),
            (
                "{{ forty }} {% if a %} { {% endif %}",
                "{{ forty }} {% if a %} { {% endif %}",
            ),
            (
                "{% set a = b.c ~ d[\"~\"] -%}",
                "{% set a =( b.c  | _held ~ d[\"~\"] | _held) | _held -%}",
            ),
            (
                "{{ [...a, ...f(x=1)] }}",
                "{{ [...a | _held, ...f(x=1) | _held] }}",
            ),
            (
                "{{ a|join(sep=\", \") }}",
                "{{ a | _held | _join(sep=\", \") |join(sep=\", \") }}",
            ),
            (
                "{% if a in (b) and c != 'é' %}",
                "{% if a in (b) | _held and c != 'é' | _held %}",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(
                Counted::new(text).map(|counted| counted.text),
                Ok(expected.to_string())
            );
        }
        let counted = Counted::new("{% for x in y %}{{ z }}").unwrap();
        let place = counted.text.find("z }}").unwrap();
        let round = counted.text.find("_round").unwrap();
        assert_eq!(
            (
                counted.author_position(3),
                counted.author_position(round),
                counted.author_position(place)
            ),
            (3, 16, 19)
        );
    }

    #[test]
    fn constructs_that_cannot_be_counted_are_refused() {
        for text in [
            "{{ [x for x in y] }}",
            "{% for x in [z for z in y] %}",
            "{% component a() %}",
            "{% filter upper %}",
            "{% set a %}",
            "{% set a | replace(from='a', to='b') %}",
            "{{ a | replace(from='a', to=b ~ c) }}",
        ] {
            assert!(Counted::new(text).is_err(), "{text}");
        }
    }
}
