//! Templates that come to an end: every round of a loop in a book's own template is counted, and so is what a template
//! puts out. A loop over nothing but numbers could else go on for hours.

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::Range;

use tera::{Error, Kwargs, State, Tera, TeraResult};

/// How many rounds the loops of one template may make together each time it is used.
const MOST_ROUNDS: usize = 1_000_000;
/// How many bytes it may put out.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The call that counts a round; it puts out nothing.
const ROUND: &str = "{{ _round() }}";
/// The same where the tag before it takes away the white space behind it.
const CLOSE_ROUND: &str = "{{- _round() -}}";

thread_local! {
    static ROUNDS: Cell<usize> = const { Cell::new(0) };
}

/// Makes known what counts.
pub(super) fn prepare(engine: &mut Tera) {
    engine.register_function("_round", |_: Kwargs, _: &State| count(1).map(|()| ""));
    engine.register_function("range", range);
}

fn count(rounds: usize) -> TeraResult<()> {
    let all = ROUNDS.get().saturating_add(rounds);
    ROUNDS.set(all);
    if all > MOST_ROUNDS {
        return Err(Error::message(format!("its loops make more than {MOST_ROUNDS} rounds")));
    }
    Ok(())
}

/// The numbers from `start` up to `end`; each counts as a round already when it is made.
fn range(arguments: Kwargs, _: &State) -> TeraResult<Vec<i64>> {
    let start = arguments.get::<i64>("start")?.unwrap_or(0);
    let end = arguments.must_get::<i64>("end")?;
    let step = arguments.get::<i64>("step_by")?.unwrap_or(1);
    let step = usize::try_from(step).ok().filter(|step| *step > 0);
    let step = step.ok_or_else(|| Error::message("`step_by` is no number above 0"))?;
    let length = usize::try_from(end.saturating_sub(start)).unwrap_or(0).div_ceil(step);
    count(length)?;
    Ok((start..end).step_by(step).collect())
}

/// What has been put out so far.
pub(super) struct BoundedOutput(Vec<u8>);

impl BoundedOutput {
    /// A new output, with no round counted.
    pub(crate) fn begin() -> BoundedOutput {
        ROUNDS.set(0);
        BoundedOutput(Vec::new())
    }

    pub(crate) fn into_text(self) -> String {
        // What a template puts out is text.
        String::from_utf8(self.0).unwrap_or_default()
    }

    /// Why nothing more fits, if that is so.
    pub(crate) fn is_full(&self) -> Option<String> {
        (self.0.len() > MOST_BYTES).then(|| format!("it puts out more than {MOST_BYTES} bytes"))
    }
}

impl Write for &mut BoundedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        if self.0.len() > MOST_BYTES { Err(io::ErrorKind::StorageFull.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A template's text with the calls that count put into it, and where they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    pub text: String,
    /// In the text as its author wrote it: the place and the length of what was put there.
    put: Vec<(usize, usize)>,
}

impl Counted {
    /// # Errors
    ///
    /// What has no place in a book's template, as nothing counts it, and where it stands.
    pub(crate) fn new(text: &str) -> Result<Counted, (&'static str, Range<usize>)> {
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
            let (length, words) = tag(rest, close);
            let end = open + length;
            let first = words.first().filter(|_| close == "%}").map(|word| &rest[word.clone()]);
            if first == Some("raw") {
                at = end + text[end..].find("endraw").unwrap_or(text.len() - end);
                continue;
            }
            if first == Some("component") {
                return Err(("a book's template defines no component", open..end));
            }
            let is_loop = first == Some("for");
            let mut inner = words.iter().skip(usize::from(first.is_some()));
            if let Some(word) = inner.find(|word| &rest[(*word).clone()] == "for") {
                let place = open + word.start..open + word.end;
                return Err(("a book's template makes no list by `for`", place));
            }
            counted.text.push_str(&text[counted.written()..end]);
            if is_loop {
                let call = if text[..end].ends_with("-%}") { CLOSE_ROUND } else { ROUND };
                counted.text.push_str(call);
                counted.put.push((end, call.len()));
            }
            at = end;
        }
        let written = counted.written();
        counted.text.push_str(&text[written..]);
        Ok(counted)
    }

    /// How much of the author's text stands in the text so far.
    fn written(&self) -> usize {
        self.text.len() - self.put.iter().map(|(_, length)| length).sum::<usize>()
    }

    /// Where a place of the text stands in the author's.
    pub(crate) fn home(&self, place: usize) -> usize {
        let mut shift = 0;
        for (at, length) in &self.put {
            if place < at + shift + length {
                return (place - shift).min(*at);
            }
            shift += length;
        }
        place - shift
    }
}

/// The length of a tag, in whose texts its end means nothing, and its words outside them.
fn tag(text: &str, close: &str) -> (usize, Vec<Range<usize>>) {
    let (mut quote, mut start, mut words) = (None, None, Vec::new());
    for (at, letter) in text.char_indices() {
        let is_word = quote.is_none() && (letter.is_alphanumeric() || letter == '_');
        match (is_word, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
        match quote {
            Some(open) if letter == open => quote = None,
            None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
            None if text[at..].starts_with(close) => return (at + close.len(), words),
            _ => {}
        }
    }
    (text.len(), words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_counted_where_loops_begin() {
        let cases = [
            ("a {% for x in y %} b", "a {% for x in y %}{{ _round() }} b"),
            ("{%- for x in \"%}\" -%} b", "{%- for x in \"%}\" -%}{{- _round() -}} b"),
            (
                "{% raw %}{% for %}{% endraw %}{# {% for %} #}",
                "{% raw %}{% for %}{% endraw %}{# {% for %} #}",
            ),
            ("{{ forty }} {% if a %} { {% endif %}", "{{ forty }} {% if a %} { {% endif %}"),
        ];
        for (text, expected) in cases {
            assert_eq!(Counted::new(text).map(|counted| counted.text), Ok(expected.to_string()));
        }
        let counted = Counted::new("{% for x in y %}{{ z }}").unwrap();
        let place = counted.text.find("z }}").unwrap();
        assert_eq!((counted.home(3), counted.home(20), counted.home(place)), (3, 16, 19));
    }

    #[test]
    fn what_nothing_counts_is_refused() {
        for text in ["{{ [x for x in y] }}", "{% for x in [z for z in y] %}", "{% component a() %}"] {
            assert!(Counted::new(text).is_err(), "{text}");
        }
    }
}
