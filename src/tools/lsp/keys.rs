//! Which table and key of a TOML file a place is in, line by line, and what may stand there: the rows that files are read by
//! say it.

use std::ops::Range;
use std::path::Path;

use padma_book::pages::decl::BOOK;
use padma_book::pages::outline::OUTLINE;
use padma_variant::decl::VARIANT;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::kinds::KINDS;

/// Where a byte of a TOML file stands.
pub(super) struct Spot<'t> {
    /// The names of the table, from the top: `["board", "sheet"]`.
    pub(super) table: Vec<&'t str>,
    /// The keys that its lines say something of.
    pub(super) said: Vec<&'t str>,
    /// What it says of `kind`.
    pub(super) kind: Option<&'t str>,
    /// What it says of `id`.
    pub(super) id: Option<&'t str>,
    /// The key of the line, and where it stands.
    pub(super) key: Option<(&'t str, Range<usize>)>,
    /// The text of the line before the byte.
    pub(super) before: &'t str,
}

/// Where a byte of a TOML file stands; tables in braces count as their line.
pub(super) fn spot(text: &str, offset: usize) -> Spot<'_> {
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
    let said = lines
        .iter()
        .filter_map(|line| key_of(line))
        .map(|(key, _)| key)
        .collect();
    let said_of = |name: &str| {
        lines.iter().find_map(|line| {
            let (key, value) = key_of(line)?;
            (key == name).then(|| value.trim().trim_matches(['"', '\'']))
        })
    };
    let (kind, id) = (said_of("kind"), said_of("id"));
    let line = text[start..].lines().next().unwrap_or_default();
    let key = key_of(line).map(|(key, _)| {
        let at = start + line.find(key).unwrap_or(0);
        (key, at..at + key.len())
    });
    Spot {
        table: header
            .split('.')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect(),
        said,
        kind,
        id,
        key,
        before: &text[start..offset],
    }
}

fn header_of(line: &str) -> Option<&str> {
    let line = line.trim();
    let inner = line.strip_prefix('[')?;
    // A list that goes over several lines may begin one with a bracket, and has values there.
    let inner = inner.trim_start_matches('[').split(']').next()?.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    (inner.chars().all(is_name) && inner.starts_with(char::is_alphabetic)).then_some(inner)
}

fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim();
    let is_key = !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    is_key.then_some((key, value))
}

/// What a table of a file takes.
pub(super) enum TableKeys {
    /// These keys, and `kind` of these if it must have one.
    Keys(&'static [Key], Option<Keys>),
    /// A table of names, each of which takes the same.
    Names,
}

/// The keys that a file's tables may have at the top.
pub(super) fn top(path: &Path) -> &'static [Key] {
    match path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .as_deref()
    {
        Some("book.toml") => &BOOK,
        Some("source.toml") => &OUTLINE,
        _ => &VARIANT,
    }
}

/// What the table takes that a place is in.
pub(super) fn table(path: &Path, spot: &Spot<'_>) -> Option<TableKeys> {
    let mut keys = top(path);
    let mut of_kind = None;
    for name in &spot.table {
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
                    .find(|(kind, _)| Some(*kind) == spot.kind);
                (found.map_or(&[][..], |(_, keys)| keys), Some(inner))
            }
        };
    }
    Some(TableKeys::Keys(keys, of_kind))
}

/// What a key of a table is for, and what it takes.
pub(super) fn doc(key: &Key) -> String {
    let says = key.doc.trim_start_matches([',', ':', ' ']);
    let takes = takes(key.takes);
    let must = if key.must.is_some() {
        "; it must be there"
    } else {
        ""
    };
    if says.is_empty() {
        format!("{takes}{must}")
    } else {
        format!("{says}\n\n{takes}{must}")
    }
}

fn takes(takes: Takes) -> String {
    let listed = |words: &[&str]| {
        words
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match takes {
        Takes::Text | Takes::Shown => "a text".to_string(),
        Takes::Formed(form) => form.expected.trim_start_matches("expected ").to_string(),
        Takes::Texts | Takes::SomeTexts => "a list of texts".to_string(),
        Takes::FormedTexts(form, most) => {
            format!(
                "a list, at most {most} long: {}",
                form.expected.trim_start_matches("expected ")
            )
        }
        Takes::Kind => "a piece's id".to_string(),
        Takes::Pieces => "a list of pieces' ids".to_string(),
        Takes::Places => "a description of places".to_string(),
        Takes::SidedPlaces => "a description of places, or one for each side".to_string(),
        Takes::Directions(usual) => format!("classes of directions; `{usual}`, if nothing is said"),
        Takes::SidedFiles => "a word, an SVG file, or a file for each side".to_string(),
        Takes::Choice(words) | Takes::Word(words, _) => format!("one of {}", listed(words)),
        Takes::Words(words, _) => format!("a list of some of {}", listed(words)),
        Takes::Number(least, most) => format!("a number from {least} to {most}"),
        Takes::Integer => "a whole number".to_string(),
        Takes::Flag(usual) => format!("`true` or `false`; `{usual}`, if nothing is said"),
        Takes::Pair(form) | Takes::Halves(form) => format!("a pair `{form}`"),
        Takes::Pairs(form) => format!("a list of pairs `{form}`"),
        Takes::Axis => "a whole number, or a list of texts".to_string(),
        Takes::Table(_) | Takes::Named(..) => "a table".to_string(),
        Takes::Tables(_) | Takes::AllTables(_) => "tables".to_string(),
    }
}

/// What a kind of rule is, if it is one.
pub(super) fn kind_doc(name: &str) -> Option<String> {
    KINDS
        .iter()
        .find(|kind| kind.name == name)
        .map(|kind| format!("`{name}`: {}", kind.says))
}

/// The id of the piece in whose movement a byte of a TOML file stands.
pub(super) fn moved_at<'t>(path: &Path, text: &'t str, offset: usize) -> Option<&'t str> {
    if path.extension().is_none_or(|ending| ending != "toml") {
        return None;
    }
    let spot = spot(text, offset);
    let (key, range) = spot.key?;
    let is_movement = spot.table == ["piece"] && matches!(key, "movement" | "betza");
    if is_movement && range.end <= offset {
        spot.id
    } else {
        None
    }
}

/// What is to be said of a byte of a TOML file: of its key, or of the kind of its rule.
pub(super) fn doc_at(path: &Path, text: &str, offset: usize) -> Option<(Range<usize>, String)> {
    if path.extension().is_none_or(|ending| ending != "toml") {
        return None;
    }
    let spot = spot(text, offset);
    let (name, range) = spot.key.clone()?;
    if name == "kind" {
        return Some((range, kind_doc(spot.kind?)?));
    }
    let Some(TableKeys::Keys(keys, _)) = table(path, &spot) else {
        return None;
    };
    let key = keys.iter().find(|key| key.name == name)?;
    range
        .contains(&offset)
        .then(|| (range, format!("`{name}`: {}", doc(key))))
}
