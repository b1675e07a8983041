//! The tokens of the TOML files: of variants, of `book.toml` and of `source.toml`.

use std::ops::Range;

use super::change::{ChangeDescription, MutationKind, TextChange};
use super::layout::{as_item, extent, insertion_point, with_key};
use super::movement::{differs_in_meaning, sentence, string_tokens};
use super::placement::change_fen;
use super::token::{TextToken, TokenMeaning, replace_range, split, unlisted};
use super::walk::Walk;
use padma_book::judge::{Checked, GameFact};
use padma_book::load::Library;
use padma_book::pages::decl::top as book_keys;
use padma_book::pages::outline::outline;
use padma_rules::model::{Side, Variant, parse_places};
use padma_rules::movement::Dialect;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Span, on_one_line};
use padma_variant::decl::piece;
use padma_variant::form::{Fields, Key, Takes, Value, quoted};
use padma_variant::resolve::Variants;
use padma_variant::toml;

/// Keys that are not changed: names on which everything else depends, remarks, and appearance.
const UNTOUCHED: [&str; 6] = ["id", "kind", "dialect", "notes", "picture", "drawn"];

/// The lists of tables in which each entry counts as one fact.
pub(crate) const LISTS: [&str; 4] = ["piece", "rule", "checker", "scale"];

/// The keys that name a table of a list.
const NAMES: [&str; 3] = ["id", "kind", "name"];

/// Returns all changes of the files of some variants.
pub(crate) fn of_variants(
    library: &Library,
    places: &[usize],
    sources: &Sources,
) -> Vec<TextChange> {
    let mut all = Vec::new();
    for (_, fields, place) in library.files(places, sources) {
        let variant = &library.variants.rules(place).variant;
        all.extend(changes_of(fields, variant, sources));
    }
    all
}

/// Returns all changes of what some variants inherit from those that come with the program, as far
/// as they neither replace it nor take it out.
pub(crate) fn of_built_in(
    library: &Library,
    places: &[usize],
    sources: &Sources,
) -> Vec<TextChange> {
    let mut all: Vec<TextChange> = Vec::new();
    for place in places {
        let variant = &library.variants.rules(*place).variant;
        let Some(whole) = library.whole(&variant.id) else {
            continue;
        };
        let mut found = changes_of(&whole, variant, sources);
        found.retain(|change| {
            let is_known = |known: &TextChange| {
                (known.span, &known.candidates) == (change.span, &change.candidates)
            };
            sources.get(change.span.source).is_built_in() && !all.iter().any(is_known)
        });
        all.append(&mut found);
    }
    all
}

/// Returns all changes of a variant's table.
fn changes_of(fields: &Fields, variant: &Variant, sources: &Sources) -> Vec<TextChange> {
    let mut walk = TomlWalk::new(MutationKind::Variant, "", fields, variant, sources);
    for (key, value) in fields.entries() {
        walk.0.given.kind = key.name;
        walk.0.given.span = fields.place(*key);
        walk.change_key(fields, key, value);
    }
    walk.0.changes
}

/// Returns all changes of `book.toml` and `source.toml`. In `book.toml`, these are changes of the
/// cells, numbers and pieces in titles and dates.
pub(crate) fn of_book(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
) -> Vec<TextChange> {
    let book = &checked.book;
    let Some(variant) = book.variant.map(|place| &variants.rules(place).variant) else {
        return Vec::new();
    };
    let ignored = &mut Diagnostics::default();
    let mut all = Vec::new();
    let decl = book.decl.file;
    if let Some(fields) = decl.and_then(|file| toml::read(book_keys::KEYS, sources, file, ignored))
    {
        let mut walk = TomlWalk::new(MutationKind::Book, "book", &fields, variant, sources);
        walk.change_titles(&fields);
        all.append(&mut walk.0.changes);
    }
    let source = book.outline.file();
    if let Some(fields) = source.and_then(|file| outline(sources, file, ignored)) {
        let mut walk = TomlWalk::new(MutationKind::Outline, "source", &fields, variant, sources);
        walk.change_table(&fields);
        all.append(&mut walk.0.changes);
    }
    all
}

/// A walk over the keys of a file.
struct TomlWalk<'a>(Walk<'a>);

impl<'a> TomlWalk<'a> {
    fn new(
        kind: MutationKind,
        sort: &'static str,
        fields: &Fields,
        variant: &'a Variant,
        sources: &'a Sources,
    ) -> TomlWalk<'a> {
        let given = GameFact {
            kind: sort,
            name: String::new(),
            span: fields.span,
        };
        TomlWalk(Walk::new(kind, given, variant, sources))
    }

    fn change_key(&mut self, fields: &Fields, key: &Key, value: &Value) {
        self.0.key = key.name;
        match (key.name, value) {
            (name, _) if UNTOUCHED.contains(&name) => {}
            ("movement", Value::Text(text)) => self.change_movement(text, None),
            ("betza", Value::Text(text)) => {
                let is_fsf = fields.str_named("dialect") == Some("fsf");
                let dialect = if is_fsf {
                    Dialect::Fsf
                } else {
                    Dialect::Xbetza
                };
                self.change_movement(text, Some(dialect));
            }
            _ => {
                match value {
                    Value::Text(text) if self.0.given.kind == "setup" && key.name == "fen" => {
                        change_fen(&mut self.0, text);
                    }
                    _ => self.change_value(key.takes, value),
                }
                let place = value.span().filter(|_| key.must.is_none());
                place.into_iter().for_each(|place| self.leave_out(place));
            }
        }
    }

    fn change_table(&mut self, fields: &Fields) {
        for (key, value) in fields.entries() {
            let outer = self.enter(key.name, fields.place(*key));
            self.change_key(fields, key, value);
            self.0.given = outer;
        }
    }

    /// Changes the facts in the texts of a table that readers see.
    fn change_titles(&mut self, fields: &Fields) {
        let leaves = fields.leaves().into_iter();
        let shown = leaves.filter(|leaf| {
            leaf.name.is_none()
                && matches!(
                    leaf.takes,
                    Takes::Shown | Takes::Sentences | Takes::Formed(..)
                )
        });
        for text in shown.flat_map(|leaf| leaf.value.texts()) {
            let whole = text.text();
            for (range, meaning) in self.0.vocabulary.facts(whole) {
                let others = self.0.vocabulary.others(&whole[range.clone()], &meaning);
                let others = others
                    .iter()
                    .map(|new| replace_range(whole, range.clone(), new));
                self.0.part(text, 0..whole.len(), others.collect());
            }
        }
    }

    /// Makes a named thing the current one, and returns the previous one. Within an entry of a
    /// list, such as a piece or a rule, the entry remains current.
    fn enter(&mut self, name: &str, span: Span) -> GameFact {
        let outer = self.0.given.clone();
        if outer.name.is_empty() || !LISTS.contains(&outer.kind) {
            let gap = if outer.name.is_empty() { "" } else { " " };
            self.0.given.name = format!("{}{gap}{name}", outer.name);
            self.0.given.span = span;
        }
        outer
    }

    fn change_value(&mut self, takes: Takes, value: &Value) {
        match value {
            Value::Text(text) => self.change_text(takes, text),
            Value::Texts(texts, span) => self.change_texts(takes, texts, *span),
            Value::Number(at) => self.change_numbers(at.span),
            Value::Pair(at) | Value::Halves(at) => self.change_numbers(at.span),
            Value::Pairs(pairs) => pairs.iter().for_each(|at| {
                self.change_numbers(at.span);
                self.leave_out(at.span);
            }),
            Value::Flag(at) => {
                let others = self.0.vocabulary.others("", &TokenMeaning::Flag(at.value));
                self.0.replace(at.span, others);
            }
            Value::Table(table) => self.change_table(table),
            Value::Tables(tables) => tables.iter().for_each(|table| self.change_entry(table)),
            Value::Named(entries, _) => {
                let Takes::Named(takes, _) = takes else {
                    return;
                };
                let names = entries.iter().map(|(name, _)| name.value.as_str());
                let others = self
                    .0
                    .vocabulary
                    .unlisted_pieces(&names.collect::<Vec<_>>());
                let others: Vec<String> = others.into_iter().map(str::to_string).collect();
                for (name, value) in entries {
                    let outer = self.enter(&name.value, name.span);
                    self.change_value(takes(&name.value), value);
                    if self.0.vocabulary.variant.kind_named(&name.value).is_some() {
                        self.0.replace(name.span, others.clone());
                    }
                    let place = value.span().into_iter();
                    place.for_each(|place| self.leave_out(place));
                    self.0.given = outer;
                }
            }
        }
    }

    /// Changes the values of a table of a list, and leaves out the table.
    fn change_entry(&mut self, table: &Fields) {
        let name = NAMES.iter().find_map(|key| table.str_named(key));
        let outer = self.enter(name.unwrap_or_default(), table.span);
        self.change_table(table);
        if self.0.given.kind == "piece" {
            self.change_standing(table);
        }
        let extent = extent(table.span, self.0.sources);
        let is_item = !self.0.sources.slice(table.span).starts_with('[');
        self.0.leave_out(match is_item {
            true => as_item(extent, self.0.sources),
            false => extent,
        });
        self.0.given = outer;
    }

    fn change_text(&mut self, takes: Takes, text: &Excerpt) {
        let written = text.text();
        let whole = 0..written.len();
        if let Takes::Word(known, _) | Takes::Words(known, _) | Takes::Choice(known) = takes {
            let others = unlisted(known.iter().copied(), &[written]);
            return self
                .0
                .tokens(text, vec![(whole, TokenMeaning::OneOf(others))]);
        }
        let before = self.0.changes.len();
        self.0.words(text);
        if matches!(takes, Takes::Expression(_)) {
            self.0.tokens(text, operators(written));
        }
        if matches!(takes, Takes::Places | Takes::SidedPlaces) {
            for other in self.other_places(written) {
                self.0.part(text, whole.clone(), vec![other]);
            }
        }
        if self.0.changes.len() == before {
            self.0.tokens(text, vec![(whole, TokenMeaning::Text)]);
        }
    }

    /// Changes each token of a movement: a sentence, or a string of a dialect.
    fn change_movement(&mut self, text: &Excerpt, dialect: Option<Dialect>) {
        let written = text.text();
        let tokens = match dialect {
            Some(dialect) => string_tokens(written, dialect),
            None => sentence(text, self.0.vocabulary.variant),
        };
        for (range, meaning) in tokens {
            let part = &written[range.clone()];
            for new in self.0.vocabulary.others(part, &meaning) {
                let after = replace_range(written, range.clone(), &new);
                if differs_in_meaning(written, &after, dialect) {
                    let description =
                        ChangeDescription::Rephrased(on_one_line(written), on_one_line(&after));
                    match self.0.spelled(text, &range) {
                        Some(span) => self.add_rule_change(span, new, description),
                        None => self.add_rule_change(text.whole(), quoted(&after), description),
                    }
                }
            }
        }
    }

    /// Adds a change of a movement, or of the cells on which a piece may stand, unless an equal
    /// change was found before. Some are invalid, such as a piece that may stand nowhere.
    fn add_rule_change(&mut self, span: Span, new: String, description: ChangeDescription) {
        let is_known =
            |other: &TextChange| other.given == self.0.given && other.description == description;
        if !self.0.changes.iter().any(is_known) {
            self.0.push(TextChange {
                kind: MutationKind::Rule,
                must_be_valid: false,
                description,
                ..self.0.change(span, vec![new])
            });
        }
    }

    /// Removes each kind of cell from those on which a piece may stand, or adds the kind to them.
    fn change_standing(&mut self, fields: &Fields) {
        let variant = self.0.vocabulary.variant;
        let Some(kind) = variant.kind_named(fields.str(piece::ID)) else {
            return;
        };
        let stands_on = variant.kind(kind).stands_on.white;
        let own = fields.text(piece::STANDS_ON);
        for shape in variant.board.kinds() {
            let (name, cells) = (shape.name(), variant.board.of_kind(shape));
            let adds = !cells.is_subset(&stands_on);
            let (span, new) = match own {
                Some(text) => {
                    let more = format!(" not {name}");
                    let text = match adds {
                        true => format!("{}, {name}", text.text()),
                        false => text.text().replace(',', &format!("{more},")) + &more,
                    };
                    (fields.place(piece::STANDS_ON), quoted(&text))
                }
                None => {
                    let (span, gap) = insertion_point(fields, piece::ID, self.0.sources);
                    (span, format!("{gap}stands_on = \"not {name}\""))
                }
            };
            let after = format!("stands on {}{name}", if adds { "also " } else { "no " });
            let description = ChangeDescription::Rephrased("where it stands".to_string(), after);
            self.add_rule_change(span, new, description);
        }
    }

    /// Returns two descriptions: of the same cells with one added, and of the same cells with one
    /// removed.
    fn other_places(&self, written: &str) -> Vec<String> {
        let variant = self.0.vocabulary.variant;
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

    fn change_texts(&mut self, takes: Takes, texts: &[Excerpt], span: Span) {
        for text in texts {
            self.change_text(takes, text);
            self.leave_out(text.whole());
        }
        let listed: Vec<&str> = texts.iter().map(Excerpt::text).collect();
        let more = match takes {
            Takes::Words(known, _) => unlisted(known.iter().copied(), &listed),
            Takes::Pieces => self.0.vocabulary.unlisted_pieces(&listed),
            _ => Vec::new(),
        };
        if let Some(last) = texts.last() {
            let end = last.whole().range().end.min(span.range().end);
            let more = more.iter().map(|more| format!(", {}", quoted(more)));
            let span = Span::new(span.source, end..end);
            self.0.replace(span, more.collect());
        }
    }

    /// Changes each number of a value to the next or the previous one.
    fn change_numbers(&mut self, span: Span) {
        let text = Excerpt::verbatim(self.0.sources.slice(span), span);
        self.0.words(&text);
    }

    /// Leaves out a value: with its key if it has one, and with its comma if it is in a list.
    fn leave_out(&mut self, value: Span) {
        let span = with_key(value, self.0.sources);
        let head = &self.0.sources.get(value.source).text()[..span.range().start];
        let is_line = head.ends_with('\n') && !head.trim_end().ends_with([',', '[']);
        self.0.leave_out(match is_line {
            true => span,
            false => as_item(span, self.0.sources),
        });
    }
}

/// The words and operators of an expression that mean the opposite of one another, or are easily
/// confused.
const OPPOSITES: [(&str, &str); 9] = [
    ("and", "or"),
    ("or", "and"),
    ("mover", "other"),
    ("other", "mover"),
    ("from", "to"),
    ("to", "from"),
    ("=", "!="),
    ("!=", "="),
    (">=", "<"),
];

/// Returns the words and operators of an expression, each with its opposite.
fn operators(text: &str) -> Vec<TextToken<'static>> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '-';
    let words = split(text, |c| !is_of_word(c));
    let signs = split(text, |c| !"=!<>".contains(c));
    let known = |range: Range<usize>| {
        let (_, other) = OPPOSITES
            .iter()
            .find(|(word, _)| *word == &text[range.clone()])?;
        Some((range, TokenMeaning::OneOf(vec![*other])))
    };
    words.into_iter().chain(signs).filter_map(known).collect()
}
