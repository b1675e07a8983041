//! Finds the table and key at a place of a TOML file, line by line, and the keys and values that
//! are allowed there. These come from the same rows with which the files are read.

use std::ops::Range;
use std::path::Path;

use padma_book::pages::{decl as book, outline, review};
use padma_text::range_in;
use padma_variant::decl as variant;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::kinds::KINDS;
use padma_variant::named::library;
use padma_variant::toml::{header_of, key_of};

/// A place in a TOML file.
pub(super) struct TomlPlace<'t> {
    /// The names of the enclosing table, outermost first: `["board", "sheet"]`.
    pub(super) table: Vec<&'t str>,
    /// The keys that the table already has.
    pub(super) present_keys: Vec<&'t str>,
    /// The value of the table's `kind`.
    pub(super) kind: Option<&'t str>,
    /// The key of the current line, and its range.
    pub(super) key: Option<(&'t str, Range<usize>)>,
    /// The text of the line before the place.
    pub(super) before: &'t str,
}

/// Returns the place of a byte in a TOML file; a table in braces counts as part of its line.
pub(super) fn place_at(text: &str, offset: usize) -> TomlPlace<'_> {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let mut header = "";
    let mut lines: Vec<&str> = Vec::new();
    for line in text[..start].lines().rev() {
        if let Some(found) = header_of(line) {
            header = found;
            break;
        }
        lines.push(line);
    }
    let rest = text[start..].lines();
    lines.extend(rest.take_while(|line| header_of(line).is_none()));
    let entries: Vec<(&str, &str)> = lines.iter().filter_map(|line| key_of(line)).collect();
    let kind = entries.iter().find(|(key, _)| *key == "kind");
    let line = text[start..].lines().next().unwrap_or_default();
    TomlPlace {
        table: header
            .split('.')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect(),
        present_keys: entries.iter().map(|(key, _)| *key).collect(),
        kind: kind.map(|(_, value)| value.trim().trim_matches(['"', '\''])),
        key: key_of(line).map(|(key, _)| (key, range_in(text, key))),
        before: &text[start..offset],
    }
}

/// The keys that a table takes.
pub(super) enum TableKeys {
    /// These keys; the second part has the possible values of `kind`, if the table requires one.
    Keys(&'static [Key], Option<Keys>),
    /// Any names, whose values all have the same type.
    Names,
}

/// Returns the top-level keys of a file.
pub(super) fn top(path: &Path) -> &'static [Key] {
    match path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .as_deref()
    {
        Some("book.toml") => book::top::KEYS,
        Some("review.toml") => review::top::KEYS,
        Some("source.toml") => outline::top::KEYS,
        _ => variant::top::KEYS,
    }
}

/// Returns the keys of the table that encloses a place.
pub(super) fn table(path: &Path, place: &TomlPlace<'_>) -> Option<TableKeys> {
    let mut keys = top(path);
    let mut of_kind = None;
    for name in &place.table {
        let key = keys.iter().find(|key| key.name == *name)?;
        let inner = match key.takes {
            Takes::Table(inner) | Takes::Tables(inner) | Takes::AllTables(inner) => inner,
            Takes::Named(..) => return Some(TableKeys::Names),
            _ => return None,
        };
        (keys, of_kind) = match inner {
            Keys::Of(keys) => (keys, None),
            Keys::OfKind { kinds, .. } => {
                let found = kinds()
                    .into_iter()
                    .find(|(kind, _)| Some(*kind) == place.kind);
                (found.map_or(&[][..], |(_, keys)| keys), Some(inner))
            }
        };
    }
    Some(TableKeys::Keys(keys, of_kind))
}

/// Describes a key of a table: its purpose, and what it takes.
pub(super) fn doc(key: &Key) -> String {
    let purpose = key.meaning();
    let takes = takes_phrase(key.takes);
    let must = if key.must.is_some() { "; required" } else { "" };
    if purpose.is_empty() {
        format!("{takes}{must}")
    } else {
        format!("{purpose}\n\n{takes}{must}")
    }
}

fn takes_phrase(takes: Takes) -> String {
    match takes {
        Takes::Text | Takes::Shown | Takes::Sentences => "a text".to_string(),
        Takes::Formed(form) => form.expected.trim_start_matches("expected ").to_string(),
        Takes::Texts | Takes::SomeTexts => "a list of texts".to_string(),
        Takes::FormedTexts(form, most) => {
            format!(
                "a list of at most {most}: {}",
                form.expected.trim_start_matches("expected ")
            )
        }
        Takes::Kind => "a piece's id".to_string(),
        Takes::Pieces => "a list of pieces' ids".to_string(),
        Takes::Places => "a description of places".to_string(),
        Takes::Expression(asks) => format!("an expression that may ask {}", asks.most.asks()),
        Takes::SidedPlaces => "a description of places, or one for each side".to_string(),
        Takes::Directions(usual) => format!("classes of directions; by default `{usual}`"),
        Takes::SidedFiles => "a word, an SVG file, or a file for each side".to_string(),
        Takes::Choice(words) | Takes::Word(words, _) => format!("one of {}", code_list(words)),
        Takes::Words(words, _) => format!("a list of some of {}", code_list(words)),
        Takes::Number(least, most) => format!("a number from {least} to {most}"),
        Takes::Integer => "a whole number".to_string(),
        Takes::Flag(usual) => format!("`true` or `false`; by default `{usual}`"),
        Takes::FlagOr(words) => format!("`true`, `false` or one of {}", code_list(words)),
        Takes::Pair(form) | Takes::Halves(form) => format!("a pair `{form}`"),
        Takes::Pairs(form) => format!("a list of pairs `{form}`"),
        Takes::Axis => "a whole number, or a list of texts".to_string(),
        Takes::Table(_) | Takes::Named(..) => "a table".to_string(),
        Takes::Tables(_) | Takes::AllTables(_) => "tables".to_string(),
    }
}

/// Lists words as code: "`lotus`, `grid`".
fn code_list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Describes a kind of rule; `None` for an unknown one.
pub(super) fn kind_doc(name: &str) -> Option<String> {
    let basic = KINDS.iter().map(|kind| (kind.name, kind.summary));
    let named = library().iter().map(|rule| (rule.name, rule.summary));
    let (_, summary) = basic.chain(named).find(|(kind, _)| *kind == name)?;
    Some(format!("`{name}`: {summary}"))
}

/// Returns the documentation of the key at a byte of a TOML file, or of the kind of rule there.
pub(super) fn doc_at(path: &Path, text: &str, offset: usize) -> Option<(Range<usize>, String)> {
    if path.extension().is_none_or(|ending| ending != "toml") {
        return None;
    }
    let place = place_at(text, offset);
    let (name, range) = place.key.clone()?;
    if name == "kind" {
        return Some((range, kind_doc(place.kind?)?));
    }
    let Some(TableKeys::Keys(keys, _)) = table(path, &place) else {
        return None;
    };
    let key = keys.iter().find(|key| key.name == name)?;
    range
        .contains(&offset)
        .then(|| (range, format!("`{name}`: {}", doc(key))))
}
