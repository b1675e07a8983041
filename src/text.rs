//! Source texts and places in them.
//!
//! Everything an author wrote is kept as one [`Source`] with a [`SourceId`]; everything that speaks
//! of it later carries a [`Span`], a byte range that can be opened in an editor. Knows nothing of
//! chess, files or diagnostics.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use strsim::osa_distance;

/// Names one text in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(u32);

/// A byte range of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte behind its last.
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn new(source: SourceId, range: Range<usize>) -> Span {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            source,
            start: narrow(range.start),
            end: narrow(range.end),
        }
    }

    /// The bytes, in the source's text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The part of this span at `range`, counted from the span's own start.
    pub(crate) fn slice(self, range: Range<usize>) -> Span {
        let start = self.start as usize;
        Span::new(self.source, start + range.start..start + range.end)
    }

    /// The smallest span over both; the two are in one source.
    pub(crate) fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A place for people: line and column count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// One text and the name it is reported under.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: OnceLock<Vec<usize>>,
}

impl Source {
    fn new(name: String, text: String) -> Source {
        Source {
            name,
            text,
            line_starts: OnceLock::new(),
        }
    }

    /// What it is reported under: a path, or a name between angle brackets.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it comes with the program, under a name between angle brackets, so that no author can change it.
    pub(crate) fn is_built_in(&self) -> bool {
        self.name.starts_with('<')
    }

    /// All of it, as read.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn line_column(&self, offset: usize) -> LineColumn {
        let offset = offset.min(self.text.len());
        let starts = self.line_starts.get_or_init(|| {
            let breaks = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(breaks).collect()
        });
        let line = starts.partition_point(|start| *start <= offset);
        let start = starts[line - 1];
        let before = self.text.get(start..offset).unwrap_or("");
        LineColumn {
            line,
            column: before.chars().count() + 1,
        }
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
    /// Texts that take the place of what a file holds, by the name it is reported under.
    unsaved: BTreeMap<String, Arc<str>>,
    /// Once files are read again: the texts that were there before, and are others now.
    replaced: Option<BTreeMap<SourceId, Source>>,
}

impl Sources {
    /// Keeps a text under a name.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let new = Source::new(name.into(), text.into());
        self.taken_in_place(new).unwrap_or_else(|new| {
            let id = SourceId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
            self.all.push(new);
            id
        })
    }

    /// Keeps a text under a name, to be read as a whole.
    pub(crate) fn excerpt(&mut self, name: &str, text: &str) -> Excerpt {
        let id = self.add(name, text);
        Excerpt::verbatim(text, self.whole(id))
    }

    /// From now on files are read again: a text under the name of a file that is there takes its place and its id.
    pub(crate) fn read_again(&mut self) {
        self.replaced = Some(BTreeMap::new());
    }

    /// What a text was before it was read again, if that was something else.
    pub(crate) fn before(&self, id: SourceId) -> Option<&Source> {
        self.replaced.as_ref()?.get(&id)
    }

    /// The texts that were others before they were read again.
    pub(crate) fn changed(&self) -> impl Iterator<Item = SourceId> {
        self.replaced.iter().flatten().map(|(id, _)| *id)
    }

    fn taken_in_place(&mut self, new: Source) -> Result<SourceId, Source> {
        let Some(replaced) = &mut self.replaced else {
            return Err(new);
        };
        let is_old =
            |old: &Source| old.name == new.name && (!new.is_built_in() || old.text == new.text);
        let Some(place) = self.all.iter().position(is_old) else {
            return Err(new);
        };
        let Ok(id) = u32::try_from(place).map(SourceId) else {
            return Err(new);
        };
        if self.all[place].text != new.text {
            let old = std::mem::replace(&mut self.all[place], new);
            replaced.entry(id).or_insert(old);
        }
        Ok(id)
    }

    /// No texts yet, and those that take the place of what files hold, by the names that these are reported under.
    pub(crate) fn with_unsaved(unsaved: BTreeMap<String, Arc<str>>) -> Sources {
        Sources {
            unsaved,
            ..Sources::default()
        }
    }

    /// The text that takes the place of what a file of that name holds.
    pub(crate) fn unsaved(&self, name: &str) -> Option<Arc<str>> {
        self.unsaved.get(name).cloned()
    }

    /// The text that was added first under a name.
    pub(crate) fn find(&self, name: &str) -> Option<SourceId> {
        let place = self.all.iter().position(|source| source.name == name)?;
        u32::try_from(place).ok().map(SourceId)
    }

    /// Forgets the text that was added last.
    pub fn drop_last(&mut self) {
        self.all.pop();
    }

    /// The text that [`Sources::add`] gave this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// The text a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Where a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        self.get(span.source).line_column(span.start as usize)
    }

    /// The same with the source's name: `index.md:3:9`.
    pub(crate) fn place(&self, span: Span) -> String {
        let LineColumn { line, column } = self.line_column(span);
        format!("{}:{line}:{column}", self.get(span.source).name())
    }

    /// The span of a whole source.
    pub fn whole(&self, id: SourceId) -> Span {
        Span::new(id, 0..self.get(id).text.len())
    }
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// What it says.
    pub(crate) value: T,
    /// Where.
    pub(crate) span: Span,
}

/// Words and where they were written. Those are equal whose letters are.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// Their letters.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

/// Where a part that was cut out of a text stands in it.
pub fn place_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    start..start.wrapping_add(part.len())
}

/// A text of its own that knows where each of its bytes was written.
///
/// Used for what had to be cut out of a document (a string in TOML, a block inside a quotation):
/// parsers read `text` and report offsets, [`Excerpt::span`] brings an offset home.
#[derive(Clone, Debug)]
pub struct Excerpt {
    text: String,
    home: Vec<ExcerptRun>,
    whole: Span,
}

/// Two are equal whose texts are, wherever they stand.
impl PartialEq for Excerpt {
    fn eq(&self, other: &Excerpt) -> bool {
        self.text == other.text
    }
}

/// A run of bytes of an [`Excerpt`]: it starts at `at` there and at `start` in the source.
#[derive(Clone, Debug)]
struct ExcerptRun {
    at: usize,
    start: usize,
    way: RunMapping,
}

/// How a run stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunMapping {
    /// Byte for byte.
    Exact,
    /// By so many other bytes: `’` by `'`. It points home to all of them.
    Other(usize),
    /// In some other way, as an escape in a string: it points home to all that is cut out.
    Unknown,
}

impl Excerpt {
    /// An excerpt of `whole`, to be filled with [`Excerpt::push`].
    pub(crate) fn new(whole: Span) -> Excerpt {
        // Most are of one run.
        Excerpt {
            text: String::new(),
            home: Vec::with_capacity(1),
            whole,
        }
    }

    /// An excerpt that stands in the source byte for byte.
    pub fn verbatim(text: &str, span: Span) -> Excerpt {
        let mut excerpt = Excerpt::new(span);
        excerpt.push(text, span.start as usize);
        excerpt
    }

    /// The value of a TOML string whose literal, quotes included, covers `literal`.
    pub(crate) fn of_string(value: &str, literal: Span, sources: &Sources) -> Excerpt {
        let mut excerpt = Excerpt::new(literal);
        excerpt.push_literal(sources.slice(literal), literal.start as usize);
        if excerpt.text == value {
            return excerpt;
        }
        // A literal that is not understood points home as a whole.
        Excerpt::inexact(value, literal)
    }

    /// A text that does not stand in the source as it is; every part of it points at all of `span`.
    pub(crate) fn inexact(text: &str, span: Span) -> Excerpt {
        let home = vec![ExcerptRun {
            at: 0,
            start: span.start as usize,
            way: RunMapping::Unknown,
        }];
        Excerpt {
            text: text.to_string(),
            home,
            whole: span,
        }
    }

    /// Appends a string literal's value run by run, so that each knows where it stands.
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
            // A newline right behind the opening quotes is no part of the value.
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
                self.home.push(ExcerptRun {
                    at: self.text.len(),
                    start: start + margin + at,
                    way: RunMapping::Unknown,
                });
                self.text.extend(value);
                at += length;
            }
        }
    }

    /// Appends a run that stands at byte `start` of the source.
    pub(crate) fn push(&mut self, text: &str, start: usize) {
        let at = self.text.len();
        let goes_on = |last: &ExcerptRun| {
            last.way == RunMapping::Exact && last.start + (at - last.at) == start
        };
        if !self.home.last().is_some_and(goes_on) {
            self.home.push(ExcerptRun {
                at,
                start,
                way: RunMapping::Exact,
            });
        }
        self.text.push_str(text);
    }

    /// Appends what a run of the source stands for: itself, or other bytes.
    pub(crate) fn push_for(&mut self, text: &str, span: Span) {
        let (start, length) = (span.start as usize, span.range().len());
        if text.len() == length || length == 0 {
            return self.push(text, start);
        }
        self.home.push(ExcerptRun {
            at: self.text.len(),
            start,
            way: RunMapping::Other(length),
        });
        self.text.push_str(text);
    }

    /// A part of this excerpt, with its way home.
    pub(crate) fn part(&self, range: Range<usize>) -> Excerpt {
        let mut part = Excerpt::new(self.span(range.clone()));
        part.text.push_str(&self.text[range.clone()]);
        let first = self
            .home
            .partition_point(|kind| kind.at <= range.start)
            .saturating_sub(1);
        let pieces = self.home.iter().skip(first);
        let ends = pieces
            .clone()
            .skip(1)
            .map(|kind| kind.at)
            .chain([self.text.len()]);
        for (kind, end) in pieces.zip(ends).take_while(|(kind, _)| kind.at < range.end) {
            let from = kind.at.max(range.start);
            if from < end.min(range.end) {
                let exact = kind.way == RunMapping::Exact;
                let start = if exact {
                    kind.start + from - kind.at
                } else {
                    kind.start
                };
                part.home.push(ExcerptRun {
                    at: from - range.start,
                    start,
                    way: kind.way,
                });
            }
        }
        part
    }

    /// The text itself, as the parser sees it.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn whole(&self) -> Span {
        self.whole
    }

    /// A slice of this text as an excerpt, with its way home.
    pub(crate) fn cut(&self, slice: &str) -> Excerpt {
        self.part(place_in(&self.text, slice))
    }

    /// A slice of this text with its place.
    pub(crate) fn named(&self, slice: &str) -> Word {
        Word {
            text: slice.to_string(),
            span: self.at(slice),
        }
    }

    /// Where a slice of this text was written.
    pub(crate) fn at(&self, slice: &str) -> Span {
        self.span(place_in(&self.text, slice))
    }

    /// The text with its place.
    pub(crate) fn word(&self) -> At<String> {
        At {
            value: self.text.clone(),
            span: self.whole,
        }
    }

    /// Where a byte range of this text was written.
    pub fn span(&self, range: Range<usize>) -> Span {
        // Most are of one run.
        if let [
            ExcerptRun {
                at: 0,
                start,
                way: RunMapping::Exact,
            },
        ] = self.home[..]
        {
            return Span::new(self.whole.source, start + range.start..start + range.end);
        }
        // The first and the last byte of what a byte stands for.
        let place = |offset: usize| {
            let index = self.home.partition_point(|kind| kind.at <= offset);
            let kind = self.home.get(index.checked_sub(1)?)?;
            let exact = kind.start + offset - kind.at;
            match kind.way {
                RunMapping::Exact => Some([exact; 2]),
                RunMapping::Other(length) => Some([kind.start, kind.start + length - 1]),
                RunMapping::Unknown => None,
            }
        };
        match (
            place(range.start),
            place(range.end.max(range.start + 1) - 1),
        ) {
            (Some([start, _]), Some([_, last])) => {
                let end = if range.is_empty() { start } else { last + 1 };
                Span::new(self.whole.source, start..end.max(start))
            }
            _ => self.whole,
        }
    }
}

/// What a backslash and what follows it stand for, and how many bytes they take. At the end of a
/// line they stand for nothing, nor does the white space behind them.
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

/// A path as a part of an address, by RFC 3986: all but unreserved characters and `/` as percent signs and numbers.
pub(crate) fn percent_encoded(path: &str) -> String {
    let byte = |byte: u8| match byte {
        b'/' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    path.bytes().map(byte).collect()
}

/// An address with the characters that its percent signs and numbers stand for; as it is where they stand for none.
pub(crate) fn percent_decoded(address: &str) -> Cow<'_, str> {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| byte == b'%');
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let decoded = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(decoded.unwrap_or(byte));
        rest = if decoded.is_some() {
            &behind[2..]
        } else {
            behind
        };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(address), Cow::Owned)
}

/// The name among `known` nearest to a misspelt `word`, if one is near enough to be meant.
///
/// Distance is Damerau's restricted edit distance (a swap of neighbours counts once), compared
/// without case; at most a third of the word's letters, and at least one, may differ.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let letters: String = word.to_lowercase().chars().take(LONGEST).collect();
    let count = letters.chars().count();
    let allowed = (count / 3).max(1);
    // A letter has up to four bytes, and lower case may have others than upper case.
    let may_be = |name: &&str| name.len() + allowed >= count && name.len() <= 4 * (count + allowed);
    known
        .into_iter()
        .filter(may_be)
        .map(|name| (osa_distance(&letters, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Whether a text can be the name of a claim or of a set: a letter, then letters, digits, hyphens and underscores.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// A text in lower-case letters and digits, with a hyphen for all else between them: `My Game!` gives `my-game`.
pub(crate) fn hyphenated(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .map(str::to_ascii_lowercase)
        .collect::<Vec<_>>()
        .join("-")
}

/// A text with one blank for each run of white space, and none at its ends.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Bytes in brief, the same on every machine: the hash of Fowler, Noll and Vo, of 64 bits.
pub(crate) fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let next = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, next)
}

/// Text for XML. What XML 1.0 cannot hold at all becomes a replacement character.
pub(crate) fn xml_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A claim in words that are shown as text: why a source is wrong, what a mark stands for.
pub(crate) struct NotedClaim {
    whole: Range<usize>,
    /// What stands between its brackets.
    pub text: Range<usize>,
    /// What follows `claim:`.
    pub target: Range<usize>,
}

/// The claims in a text that is no Markdown otherwise: `[f7 is a square](<claim:f7 in square>)`.
pub(crate) fn noted_claims(text: &str) -> Vec<NotedClaim> {
    let mut found: Vec<NotedClaim> = Vec::new();
    for (sign, _) in text.match_indices("](") {
        let before = found.last().map_or(0, |last| last.whole.end);
        if sign < before {
            continue;
        }
        let rest = &text[sign + 2..];
        let (angle, end) = match rest.strip_prefix('<') {
            Some(rest) => (1, rest.find(">)").map(|end| (end, end + 3))),
            None => (0, closing(rest).map(|end| (end, end + 1))),
        };
        let start = sign + 2 + angle;
        let target = end.and_then(|(end, _)| text[start..start + end].strip_prefix("claim:"));
        let opened = text[before..sign].rfind('[').map(|at| before + at);
        if let (Some(target), Some(opened), Some((end, length))) = (target, opened, end) {
            found.push(NotedClaim {
                whole: opened..sign + 2 + length,
                text: opened + 1..sign,
                target: start + end - target.len()..start + end,
            });
        }
    }
    found
}

/// Where the bracket closes that was opened before a text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0;
    text.char_indices().find_map(|(at, c)| {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (open < 0).then_some(at)
    })
}

/// A text without the targets of its claims, as readers see it.
pub(crate) fn without_claims(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for claim in noted_claims(text) {
        out += &text[at..claim.whole.start];
        out += &text[claim.text];
        at = claim.whole.end;
    }
    out + &text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(digest(text.bytes()), hash, "{text}");
        }
    }

    #[test]
    fn addresses_have_percent_signs_and_numbers_for_what_is_reserved() {
        assert_eq!(percent_encoded("my books/é"), "my%20books/%C3%A9");
        for (address, decoded) in [
            ("my%20books/%C3%a9", "my books/é"),
            ("100%", "100%"),
            ("%2", "%2"),
            ("%é0", "%é0"),
            ("%+1", "%+1"),
            ("%FF", "%FF"),
        ] {
            assert_eq!(percent_decoded(address), decoded);
        }
    }

    #[test]
    fn columns_count_characters_and_lines_from_one() {
        let mut sources = Sources::default();
        let id = sources.add("page.md", "größe\nzwei drei\n");
        let cases = [
            (0, 1, 1),
            ("größ".len(), 1, 5),
            ("größe\nzwei ".len(), 2, 6),
        ];
        for (offset, line, column) in cases {
            let place = sources.line_column(Span::new(id, offset..offset));
            assert_eq!(place, LineColumn { line, column }, "offset {offset}");
        }
    }

    #[test]
    fn an_excerpt_knows_its_way_home() {
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
    fn strings_know_their_way_home_over_escapes_and_lines() {
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
            let excerpt = Excerpt::of_string(value, sources.whole(id), &sources);
            assert_eq!(excerpt.text(), value);
            let at = value.find(word).unwrap();
            assert_eq!(
                sources.slice(excerpt.span(at..at + word.len())),
                word,
                "{literal}"
            );
        }
    }

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["rook", "retreatable-pawn", "knight"];
        for (word, meant) in [
            ("rok", Some("rook")),
            ("Rook", Some("rook")),
            ("kinght", Some("knight")),
            ("zebra", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
    }
}
