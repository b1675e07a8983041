//! Finds where the tables, keys and list items of a TOML text begin and end.

use std::ops::Range;

use padma_text::{Sources, Span};
use padma_variant::form::{Fields, Key};

/// Returns the extent of a table: from its heading to the next one, or from brace to brace.
pub(crate) fn extent(table: Span, sources: &Sources) -> Span {
    let text = sources.get(table.source).text();
    let start = table.range().start;
    if !text[start..].starts_with('[') {
        return table;
    }
    let next = text[start..].find("\n[");
    Span::new(
        table.source,
        start..next.map_or(text.len(), |at| start + at + 1),
    )
}

/// Returns the place of a value with its key, if it has one.
pub(crate) fn with_key(value: Span, sources: &Sources) -> Span {
    let text = sources.get(value.source).text();
    let Range { start, end } = value.range();
    let Some(key) = text[..start].trim_end().strip_suffix('=') else {
        return value;
    };
    let divides = |c: char| c.is_whitespace() || matches!(c, '{' | ',');
    let start = key.trim_end().trim_end_matches(|c| !divides(c)).len();
    Span::new(value.source, start..end)
}

/// Returns the place of a list item with the comma after it, or else the comma before it.
pub(crate) fn as_item(item: Span, sources: &Sources) -> Span {
    let text = sources.get(item.source).text();
    let Range { start, end } = item.range();
    let (before, behind) = (text[..start].trim_end(), text[end..].trim_start());
    let range = match (before.strip_suffix(','), behind.strip_prefix(',')) {
        (_, Some(rest)) => start..text.len() - rest.trim_start_matches(' ').len(),
        (Some(before), None) => before.len()..end,
        (None, None) => start..end,
    };
    Span::new(item.source, range)
}

/// Returns the place in a table after one of its keys, and the separator before a key that is
/// inserted there.
pub(crate) fn insertion_point<T>(
    fields: &Fields,
    after: Key<T>,
    sources: &Sources,
) -> (Span, &'static str) {
    let end = fields.place(after).range().end;
    let rest = sources.get(fields.span.source).text()[end..].trim_start();
    let separator = if rest.starts_with([',', '}']) {
        ", "
    } else {
        "\n"
    };
    (Span::new(fields.span.source, end..end), separator)
}
