//! How a TOML text is laid out: where tables, keys and items of lists begin and end.

use std::ops::Range;

use padma_text::{Sources, Span};
use padma_variant::form::{Fields, Key};

/// Returns the extent of a table: to the next heading, or to its closing brace.
pub(crate) fn extent(head: Span, sources: &Sources) -> Span {
    let text = sources.get(head.source).text();
    let start = head.range().start;
    if !text[start..].starts_with('[') {
        return head;
    }
    let next = text[start..].find("\n[");
    Span::new(
        head.source,
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

/// Returns the place of a list item with the comma that belongs to it.
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

/// Returns the place in a table after one of its keys, and what must come before another key
/// there.
pub(crate) fn room<T>(said: &Fields, after: Key<T>, sources: &Sources) -> (Span, &'static str) {
    let end = said.place(after).range().end;
    let rest = sources.get(said.span.source).text()[end..].trim_start();
    let gap = if rest.starts_with([',', '}']) {
        ", "
    } else {
        "\n"
    };
    (Span::new(said.span.source, end..end), gap)
}
