//! Generates every change of a variant's TOML except those of movements, in one walk over the tree
//! of its keys.
//!
//! Words of a value are replaced by others of their sort, a number by the next one; a list loses
//! or gains an item; an optional key is left out, and so is each table of a list.

use std::ops::Range;

use super::change::MutationKind;
use super::words::{Vocabulary, with};
use padma_book::judge::{Checked, Given};
use padma_book::load::Library;
use padma_book::pages::decl::top;
use padma_book::pages::outline::outline;
use padma_rules::model::{Side, Variant, parse_places};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, SourceId, Sources, Span};
use padma_variant::form::{Fields, Key, Takes, Value};
use padma_variant::resolve::Variants;
use padma_variant::toml;

/// A change of a variant's file, of `book.toml` or of `source.toml`.
#[derive(Clone, Debug)]
pub(crate) struct KeyChange {
    /// Which of the three files.
    pub kind: MutationKind,
    pub span: Span,
    /// The replacements: the first with which the file is valid is tried.
    pub candidates: Vec<String>,
    /// Whether something is left out. This also counts as a change where nothing can be resolved
    /// without it.
    pub leaves_out: bool,
    /// The words of the enclosing table.
    pub about: Vec<String>,
    /// The thing and the key that the change is about.
    pub given: Given,
    pub key: &'static str,
}

/// Keys that are not changed: names on which everything else depends, remarks, appearance, and
/// movements, which have changes of their own.
const UNTOUCHED: [&str; 8] = [
    "id", "kind", "movement", "betza", "dialect", "notes", "picture", "drawn",
];

/// The lists of tables in which each entry is one thing.
pub(crate) const LISTS: [&str; 4] = ["piece", "rule", "checker", "scale"];

/// The keys that name a table of a list.
const NAMES: [&str; 3] = ["id", "kind", "name"];

/// Returns all changes of the files of some variants.
pub(crate) fn changes(library: &Library, places: &[usize], sources: &Sources) -> Vec<KeyChange> {
    let mut all = Vec::new();
    for (_, said, place) in library.files(places, sources) {
        let variant = &library.variants.rules(place).variant;
        let mut walk = Walk::new(MutationKind::Variant, "", said, variant, sources);
        for (key, value) in said
            .said()
            .filter(|(key, _)| !UNTOUCHED.contains(&key.name))
        {
            walk.given = Given {
                sort: key.name,
                name: String::new(),
                span: said.place(*key),
            };
            walk.key(key, value);
        }
        all.append(&mut walk.found);
    }
    all
}

/// Returns all changes of `book.toml` and `source.toml`. In a book's titles and dates, cells,
/// numbers and pieces are changed, as in a diagram's.
pub(crate) fn stated(checked: &Checked, variants: &Variants, sources: &Sources) -> Vec<KeyChange> {
    let book = &checked.book;
    let Some(variant) = book.variant.map(|place| &variants.rules(place).variant) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut unheard = Diagnostics::default();
    if let Some(said) = book
        .decl
        .file
        .and_then(|file| toml::read(top::KEYS, sources, file, &mut unheard))
    {
        let mut walk = Walk::new(MutationKind::Book, "book", &said, variant, sources);
        walk.titles(&said);
        all.append(&mut walk.found);
    }
    if let Some(said) = book
        .outline
        .file()
        .and_then(|file| outline(sources, file, &mut unheard))
    {
        let mut walk = Walk::new(MutationKind::Outline, "source", &said, variant, sources);
        walk.table(&said);
        all.append(&mut walk.found);
    }
    all
}

struct Walk<'a> {
    kind: MutationKind,
    file: SourceId,
    sources: &'a Sources,
    vocabulary: Vocabulary<'a>,
    about: Vec<String>,
    given: Given,
    key: &'static str,
    found: Vec<KeyChange>,
}

impl<'a> Walk<'a> {
    fn new(
        kind: MutationKind,
        sort: &'static str,
        said: &Fields,
        variant: &'a Variant,
        sources: &'a Sources,
    ) -> Walk<'a> {
        let given = Given {
            sort,
            name: String::new(),
            span: said.span,
        };
        let (vocabulary, about, found) = (Vocabulary::new(variant), Vec::new(), Vec::new());
        Walk {
            kind,
            file: said.span.source,
            sources,
            vocabulary,
            about,
            given,
            key: "",
            found,
        }
    }

    fn push(&mut self, range: Range<usize>, candidates: Vec<String>, leaves_out: bool) {
        let span = Span::new(self.file, range);
        let before = self.sources.slice(span);
        let candidates: Vec<String> = candidates.into_iter().filter(|new| new != before).collect();
        if !candidates.is_empty() {
            let (kind, about, given, key) =
                (self.kind, self.about.clone(), self.given.clone(), self.key);
            self.found.push(KeyChange {
                kind,
                span,
                candidates,
                leaves_out,
                about,
                given,
                key,
            });
        }
    }

    fn key(&mut self, key: &Key, value: &Value) {
        self.key = key.name;
        self.value(key.takes, value);
        let place = place(value).filter(|_| key.must.is_none());
        place.into_iter().for_each(|place| self.leave_out(place));
    }

    fn table(&mut self, said: &Fields) {
        for (key, value) in said
            .said()
            .filter(|(key, _)| !UNTOUCHED.contains(&key.name))
        {
            let of = self.within(key.name, said.place(*key));
            self.key(key, value);
            self.given = of;
        }
    }

    /// Changes the facts in those texts of a table that readers see.
    fn titles(&mut self, said: &Fields) {
        for (key, value) in said.said() {
            match value {
                Value::Text(text) if matches!(key.takes, Takes::Shown | Takes::Formed(..)) => {
                    let whole = text.text();
                    for (range, others) in self.vocabulary.facts(whole) {
                        let others = others.iter().map(|new| with(whole, range.clone(), new));
                        self.part(text, 0..whole.len(), others.collect());
                    }
                }
                Value::Tables(tables) => tables.iter().for_each(|table| self.titles(table)),
                _ => {}
            }
        }
    }

    /// Enters what is given under a name, and returns what the walk was in before. An entry of a
    /// list, such as a piece or a rule, is one thing with everything in it.
    fn within(&mut self, name: &str, span: Span) -> Given {
        let of = self.given.clone();
        if of.name.is_empty() || !LISTS.contains(&of.sort) {
            let gap = if of.name.is_empty() { "" } else { " " };
            self.given = Given {
                sort: of.sort,
                name: format!("{}{gap}{name}", of.name),
                span,
            };
        }
        of
    }

    fn value(&mut self, takes: Takes, value: &Value) {
        match value {
            Value::Text(text) => self.text(takes, text),
            Value::Texts(texts, span) => self.texts(takes, texts, *span),
            Value::Number(at) => self.numbers(at.span),
            Value::Pair(at) | Value::Halves(at) => self.numbers(at.span),
            Value::Pairs(pairs) => pairs.iter().for_each(|at| {
                self.numbers(at.span);
                self.leave_out(at.span);
            }),
            Value::Flag(at) => self.push(at.span.range(), vec![(!at.value).to_string()], false),
            Value::Table(table) => self.table(table),
            Value::Tables(tables) => {
                for table in tables {
                    let around = self.sources.slice(self.extent(table.span)).to_string();
                    let words = around.split(|c: char| !(c.is_alphanumeric() || c == '-'));
                    self.about = words
                        .filter(|word| word.len() > 2)
                        .map(str::to_string)
                        .collect();
                    let name = NAMES
                        .iter()
                        .find_map(|key| table.word_of(key))
                        .unwrap_or_default();
                    let of = self.within(name, table.span);
                    self.table(table);
                    let range = self.extent(table.span).range();
                    let is_item = !self.sources.slice(table.span).starts_with('[');
                    let range = if is_item { self.as_item(range) } else { range };
                    self.push(range, vec![String::new()], true);
                    self.given = of;
                    self.about.clear();
                }
            }
            Value::Named(entries, _) => {
                let Takes::Named(takes, _) = takes else {
                    return;
                };
                let names: Vec<&str> = entries
                    .iter()
                    .map(|(name, _)| name.value.as_str())
                    .collect();
                for (name, value) in entries {
                    let of = self.within(&name.value, name.span);
                    self.value(takes(&name.value), value);
                    if self.vocabulary.variant().kind_named(&name.value).is_some() {
                        self.push(
                            name.span.range(),
                            self.vocabulary.more_pieces(&names),
                            false,
                        );
                    }
                    place(value)
                        .into_iter()
                        .for_each(|place| self.leave_out(place));
                    self.given = of;
                }
            }
        }
    }

    fn text(&mut self, takes: Takes, text: &Excerpt) {
        let written = text.text();
        let known = match takes {
            Takes::Word(known, _) | Takes::Words(known, _) => known.to_vec(),
            _ => Vec::new(),
        };
        let whole = 0..written.len();
        if !known.is_empty() {
            let others = known
                .iter()
                .filter(|word| **word != written)
                .map(|word| word.to_string());
            return self.part(text, whole, others.collect());
        }
        let before = self.found.len();
        for (range, others) in self.vocabulary.changes(written) {
            self.part(text, range, others);
        }
        if matches!(takes, Takes::Places | Takes::SidedPlaces) {
            for other in self.places(written) {
                self.part(text, whole.clone(), vec![other]);
            }
        }
        if self.found.len() == before {
            self.part(text, whole, vec![format!("{written}x")]);
        }
    }

    /// Replaces a part of a text, if the file spells it as it is read.
    fn part(&mut self, text: &Excerpt, range: Range<usize>, others: Vec<String>) {
        let span = text.span(range.clone());
        if self.sources.slice(span) == &text.text()[range.clone()] {
            let leaves_out = others == [String::new()];
            self.push(span.range(), others, leaves_out);
        } else if range == (0..text.text().len()) {
            self.push(
                span.range(),
                others.iter().map(|other| format!("{other:?}")).collect(),
                false,
            );
        }
    }

    /// Returns descriptions of the same cells plus one, and of the same cells minus one.
    fn places(&self, written: &str) -> Vec<String> {
        let variant = self.vocabulary.variant();
        let read = |text: &str| parse_places(text, &variant.board, &variant.sets, Side::White).ok();
        let Some(cells) = read(written) else {
            return Vec::new();
        };
        let name = |cell| variant.board.name(cell);
        let more = (variant.board.all() - cells).iter().next();
        let more = more.map(|cell| format!("{written}, cells {}", name(cell)));
        let less = cells.iter().find_map(|cell| {
            let text = format!("{written} not cells {}", name(cell));
            read(&text)
                .is_some_and(|left| left.len() + 1 == cells.len())
                .then_some(text)
        });
        more.into_iter().chain(less).collect()
    }

    fn texts(&mut self, takes: Takes, texts: &[Excerpt], span: Span) {
        for text in texts {
            self.text(takes, text);
            self.leave_out(text.whole());
        }
        let listed: Vec<&str> = texts.iter().map(Excerpt::text).collect();
        let more = match takes {
            Takes::Words(known, _) => known
                .iter()
                .filter(|word| !listed.contains(word))
                .map(|word| word.to_string())
                .collect(),
            Takes::Pieces => self.vocabulary.more_pieces(&listed),
            _ => Vec::new(),
        };
        if let Some(last) = texts.last() {
            let end = last.whole().range().end.min(span.range().end);
            self.push(
                end..end,
                more.iter().map(|more| format!(", {more:?}")).collect(),
                false,
            );
        }
    }

    /// Changes each number of a value to the next or the previous one.
    fn numbers(&mut self, span: Span) {
        let text = self.sources.slice(span);
        let changes: Vec<_> = self.vocabulary.changes(text);
        for (range, others) in changes {
            self.push(span.slice(range).range(), others, false);
        }
    }

    /// Returns the extent of a table: to the next heading, or to its closing brace.
    fn extent(&self, head: Span) -> Span {
        let text = self.sources.get(head.source).text();
        let start = head.range().start;
        if !text[start..].starts_with('[') {
            return head;
        }
        let next = text[start..]
            .match_indices("\n[")
            .map(|(at, _)| at + 1)
            .next();
        Span::new(head.source, start..next.map_or(text.len(), |at| start + at))
    }

    /// Leaves out a value: with its key if it has one, and with its comma if it is in a list.
    fn leave_out(&mut self, value: Span) {
        let text = self.sources.get(self.file).text();
        let Range { start, end } = value.range();
        let head = text[..start].trim_end();
        let range = match head.strip_suffix('=') {
            Some(key) => {
                let key = key.trim_end();
                let divides = |c: char| c.is_whitespace() || matches!(c, '{' | ',');
                key.trim_end_matches(|c| !divides(c)).len()..end
            }
            None => start..end,
        };
        let is_line = text[..range.start].ends_with('\n')
            && !text[..range.start].trim_end().ends_with([',', '[']);
        let range = if is_line { range } else { self.as_item(range) };
        self.push(range, vec![String::new()], true);
    }

    /// Returns the range of a list item with the comma that belongs to it.
    fn as_item(&self, item: Range<usize>) -> Range<usize> {
        let text = self.sources.get(self.file).text();
        let behind = &text[item.end..];
        if let Some(rest) = behind.trim_start().strip_prefix(',') {
            return item.start..text.len() - rest.trim_start_matches(' ').len();
        }
        let before = text[..item.start].trim_end();
        before
            .strip_suffix(',')
            .map_or(item.clone(), |before| before.len()..item.end)
    }
}

/// Returns the place of a value, if it is in one piece after its key.
fn place(value: &Value) -> Option<Span> {
    match value {
        Value::Text(text) => Some(text.whole()),
        Value::Texts(_, span) => Some(*span),
        Value::Number(at) => Some(at.span),
        Value::Flag(at) => Some(at.span),
        Value::Pair(at) | Value::Halves(at) => Some(at.span),
        Value::Pairs(_) | Value::Table(_) | Value::Tables(_) | Value::Named(..) => None,
    }
}
