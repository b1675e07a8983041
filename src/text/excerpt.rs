//! Texts cut out of a source that know where each byte came from.

use std::ops::Range;

use super::source::{At, Sources, Span, Word, range_in};

/// A text that knows where in the source each of its bytes was written.
///
/// Used for text that is cut out of a document, such as a string in TOML or a block inside a
/// quotation. Parsers read `text` and report offsets; [`Excerpt::span`] maps an offset back to
/// the source.
#[derive(Clone, Debug)]
pub struct Excerpt {
    text: String,
    runs: Vec<ExcerptRun>,
    whole: Span,
}

/// Two excerpts are equal if their texts are, wherever they were written.
impl PartialEq for Excerpt {
    fn eq(&self, other: &Excerpt) -> bool {
        self.text == other.text
    }
}

/// A run of bytes of an [`Excerpt`]. It starts at `at` in the excerpt and at `start` in the
/// source.
#[derive(Clone, Debug)]
struct ExcerptRun {
    at: usize,
    start: usize,
    mapping: RunMapping,
}

/// How a run is written in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunMapping {
    /// Byte for byte.
    Exact,
    /// In this number of other bytes, such as `'` where the excerpt has `’`. Each offset maps to
    /// all of them.
    Other(usize),
    /// In some other way, such as an escape in a string. Each offset maps to the whole excerpt.
    Unknown,
}

impl Sources {
    /// Adds a text under a name and returns it as one excerpt.
    pub fn excerpt(&mut self, name: &str, text: &str) -> Excerpt {
        let id = self.add(name, text);
        Excerpt::verbatim(text, self.whole(id))
    }
}

impl Excerpt {
    /// Returns an empty excerpt of `whole`, to be filled with [`Excerpt::push`].
    pub fn new(whole: Span) -> Excerpt {
        // Most excerpts have one run.
        Excerpt {
            text: String::new(),
            runs: Vec::with_capacity(1),
            whole,
        }
    }

    /// Returns an excerpt that is in the source byte for byte.
    pub fn verbatim(text: &str, span: Span) -> Excerpt {
        let mut excerpt = Excerpt::new(span);
        excerpt.push(text, span.start as usize);
        excerpt
    }

    /// Returns the value of a TOML string whose literal, quotes included, covers `literal`.
    pub fn of_toml_string(value: &str, literal: Span, sources: &Sources) -> Excerpt {
        let mut excerpt = Excerpt::new(literal);
        excerpt.push_literal(sources.slice(literal), literal.start as usize);
        if excerpt.text == value {
            return excerpt;
        }
        // Every part of a literal that cannot be decoded maps to the whole literal.
        Excerpt::inexact(value, literal)
    }

    /// Returns an excerpt whose text differs from the source. Every part of it maps to all of
    /// `span`.
    pub fn inexact(text: &str, span: Span) -> Excerpt {
        let runs = vec![ExcerptRun {
            at: 0,
            start: span.start as usize,
            mapping: RunMapping::Unknown,
        }];
        Excerpt {
            text: text.to_string(),
            runs,
            whole: span,
        }
    }

    /// Appends a string literal's value run by run, so that each run keeps its place.
    fn push_literal(&mut self, raw: &str, start: usize) {
        let quote = raw
            .chars()
            .next()
            .filter(|c| matches!(c, '"' | '\''))
            .unwrap_or('"');
        let triple: String = std::iter::repeat_n(quote, 3).collect();
        let margin = if raw.len() >= 6 && raw.starts_with(&triple) {
            3
        } else {
            1
        };
        let Some(inside) = raw.get(margin..raw.len().saturating_sub(margin)) else {
            return;
        };
        let mut at = 0;
        if margin == 3 {
            // A newline right after the opening quotes is not part of the value.
            at = if inside.starts_with("\r\n") {
                2
            } else {
                usize::from(inside.starts_with('\n'))
            };
        }
        while at < inside.len() {
            let run = match quote {
                '"' => inside[at..].find('\\').unwrap_or(inside.len() - at),
                _ => inside.len() - at,
            };
            self.push(&inside[at..at + run], start + margin + at);
            at += run;
            if at < inside.len() {
                let (value, length) = escape(&inside[at..]);
                self.runs.push(ExcerptRun {
                    at: self.text.len(),
                    start: start + margin + at,
                    mapping: RunMapping::Unknown,
                });
                self.text.extend(value);
                at += length;
            }
        }
    }

    /// Appends `text`, which begins at byte `start` of the source.
    pub fn push(&mut self, text: &str, start: usize) {
        let at = self.text.len();
        let continues_run = |last: &ExcerptRun| {
            last.mapping == RunMapping::Exact && last.start + (at - last.at) == start
        };
        if !self.runs.last().is_some_and(continues_run) {
            self.runs.push(ExcerptRun {
                at,
                start,
                mapping: RunMapping::Exact,
            });
        }
        self.text.push_str(text);
    }

    /// Appends `text` for a span of the source, which may hold other bytes.
    pub fn push_for(&mut self, text: &str, span: Span) {
        let (start, length) = (span.start as usize, span.range().len());
        if text.len() == length || length == 0 {
            return self.push(text, start);
        }
        self.runs.push(ExcerptRun {
            at: self.text.len(),
            start,
            mapping: RunMapping::Other(length),
        });
        self.text.push_str(text);
    }

    /// Returns the text on one line: with one space for each stretch of white space, and none at its ends.
    pub fn on_one_line(&self) -> Excerpt {
        let mut line = Excerpt::new(self.whole);
        let mut end = None;
        for word in self.text.split_whitespace() {
            let range = range_in(&self.text, word);
            if let Some(end) = end.replace(range.end) {
                line.push_for(" ", self.span(end..range.start));
            }
            line.push_for(word, self.span(range));
        }
        line
    }

    /// Returns a byte range of this excerpt as an excerpt.
    pub fn part(&self, range: Range<usize>) -> Excerpt {
        let mut part = Excerpt::new(self.span(range.clone()));
        part.text.push_str(&self.text[range.clone()]);
        let first = self
            .runs
            .partition_point(|run| run.at <= range.start)
            .saturating_sub(1);
        let later_runs = self.runs.iter().skip(first);
        let ends = later_runs
            .clone()
            .skip(1)
            .map(|run| run.at)
            .chain([self.text.len()]);
        for (run, end) in later_runs
            .zip(ends)
            .take_while(|(run, _)| run.at < range.end)
        {
            let from = run.at.max(range.start);
            if from < end.min(range.end) {
                let exact = run.mapping == RunMapping::Exact;
                let start = if exact {
                    run.start + from - run.at
                } else {
                    run.start
                };
                part.runs.push(ExcerptRun {
                    at: from - range.start,
                    start,
                    mapping: run.mapping,
                });
            }
        }
        part
    }

    /// Returns this text with other text in some ranges, which follow one another, each with the
    /// place of the other text in the same source.
    pub fn replaced(&self, parts: &[(Range<usize>, String, Span)]) -> Excerpt {
        let mut whole = Excerpt::new(self.whole);
        let mut at = 0;
        for (range, text, place) in parts {
            whole.append(&self.part(at..range.start));
            whole.push_for(text, *place);
            at = range.end;
        }
        whole.append(&self.part(at..self.text.len()));
        whole
    }

    /// Appends another part of the same source.
    fn append(&mut self, part: &Excerpt) {
        let before = self.text.len();
        let runs = part.runs.iter().cloned();
        self.runs.extend(runs.map(|run| ExcerptRun {
            at: before + run.at,
            ..run
        }));
        self.text.push_str(&part.text);
    }

    /// Returns the text as the parser sees it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the span that the excerpt was cut from.
    pub fn whole(&self) -> Span {
        self.whole
    }

    /// Returns a slice of this text as an excerpt.
    pub fn cut(&self, slice: &str) -> Excerpt {
        self.part(range_in(&self.text, slice))
    }

    /// Returns a slice of this text with its place.
    pub fn slice_word(&self, slice: &str) -> Word {
        Word {
            text: slice.to_string(),
            span: self.at(slice),
        }
    }

    /// Returns the place in the source of a slice of this text.
    pub fn at(&self, slice: &str) -> Span {
        self.span(range_in(&self.text, slice))
    }

    /// Returns the text with its place.
    pub fn placed_text(&self) -> At<String> {
        At {
            value: self.text.clone(),
            span: self.whole,
        }
    }

    /// Returns the place in the source of a byte range of this text.
    pub fn span(&self, range: Range<usize>) -> Span {
        // Most excerpts have one run.
        if let [
            ExcerptRun {
                at: 0,
                start,
                mapping: RunMapping::Exact,
            },
        ] = self.runs[..]
        {
            return Span::new(self.whole.source, start + range.start..start + range.end);
        }
        // Returns the first and the last source byte of the byte at `offset`.
        let source_bytes = |offset: usize| {
            let index = self.runs.partition_point(|run| run.at <= offset);
            let run = self.runs.get(index.checked_sub(1)?)?;
            let exact = run.start + offset - run.at;
            match run.mapping {
                RunMapping::Exact => Some([exact; 2]),
                RunMapping::Other(length) => Some([run.start, run.start + length - 1]),
                RunMapping::Unknown => None,
            }
        };
        match (
            source_bytes(range.start),
            source_bytes(range.end.max(range.start + 1) - 1),
        ) {
            (Some([start, _]), Some([_, last])) => {
                let end = if range.is_empty() { start } else { last + 1 };
                Span::new(self.whole.source, start..end.max(start))
            }
            _ => self.whole,
        }
    }
}

/// Returns the character that an escape stands for, and the length of the escape in bytes. A
/// backslash at the end of a line stands for nothing; the white space after it belongs to the
/// escape.
fn escape(text: &str) -> (Option<char>, usize) {
    let code = |digits: usize| {
        let number = text
            .get(2..2 + digits)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        (number.and_then(char::from_u32), 2 + digits)
    };
    match text[1..].chars().next() {
        Some('n') => (Some('\n'), 2),
        Some('t') => (Some('\t'), 2),
        Some('r') => (Some('\r'), 2),
        Some('x') => code(2),
        Some('u') => code(4),
        Some('U') => code(8),
        Some(c) if c.is_whitespace() => (None, text.len() - text[1..].trim_start().len()),
        Some(c) => (Some(c), 1 + c.len_utf8()),
        None => (None, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_map_back_to_their_source() {
        let mut sources = Sources::default();
        let id = sources.add("page.md", "> ab\n> cd\n");
        let mut excerpt = Excerpt::new(sources.whole(id));
        excerpt.push("ab\n", 2);
        excerpt.push("cd\n", 7);
        assert_eq!(sources.slice(excerpt.span(3..5)), "cd");
        assert_eq!(sources.slice(excerpt.span(1..4)), "b\n> c");
        let part = excerpt.part(1..5);
        assert_eq!(
            (part.text(), sources.slice(part.span(2..4))),
            ("b\ncd", "cd")
        );
        let quoted = sources.add("page.md", "d1' e2");
        let mut excerpt = Excerpt::new(sources.whole(quoted));
        excerpt.push("d1", 0);
        excerpt.push_for("’", Span::new(quoted, 2..3));
        excerpt.push(" e2", 3);
        assert_eq!(sources.slice(excerpt.span(0..5)), "d1'");
        assert_eq!(sources.slice(excerpt.span(6..8)), "e2");
    }

    #[test]
    fn strings_map_back_over_escapes_and_line_breaks() {
        let cases = [
            ("\"step X\"", "step X", "X"),
            ("'step X'", "step X", "X"),
            (
                "\"\"\"\nstep X; \\\n   slide Y\"\"\"",
                "step X; slide Y",
                "slide",
            ),
            ("\"k\\u0069ng; slied\"", "king; slied", "slied"),
        ];
        for (literal, value, word) in cases {
            let mut sources = Sources::default();
            let id = sources.add("x.toml", literal);
            let excerpt = Excerpt::of_toml_string(value, sources.whole(id), &sources);
            assert_eq!(excerpt.text(), value);
            let at = value.find(word).unwrap();
            assert_eq!(
                sources.slice(excerpt.span(at..at + word.len())),
                word,
                "{literal}"
            );
        }
    }
}
