//! Pieces, sides and cells as questions and answers name them, and complaints as answers give them.

use padma_rules::model::{Cell, CellSet, KindId, Side};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostic;
use padma_text::{SourceId, Sources};
use serde_json::{Value as Json, json};

/// An answer, or the reason why a question has none: a mistake of the script that asks it.
pub(crate) type QuestionResult = Result<Json, String>;

pub(crate) fn kind_named(rules: &Rules, id: &str) -> Result<KindId, String> {
    let kind = rules.variant.kind_named(id);
    kind.ok_or_else(|| format!("no piece is called `{id}`"))
}

pub(crate) fn side_named(name: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| side.name() == name);
    side.ok_or_else(|| format!("`{name}` is not a side"))
}

/// Returns the numbers by which answers name cells.
pub(crate) fn indices(cells: &CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// Returns a complaint with the characters it is about, counted from the start of the text in UTF-16,
/// as scripts count them.
pub(crate) fn mistake(complaint: &Diagnostic, sources: &Sources, source: SourceId) -> Json {
    let text = sources.get(source).text();
    let units = |bytes: usize| text[..bytes].encode_utf16().count();
    let at = complaint
        .span()
        .filter(|span| span.source == source)
        .map(|span| [units(span.range().start), units(span.range().end)]);
    json!({
        "severity": complaint.severity.name(),
        "message": complaint.message,
        "label": complaint.primary.as_ref().map(|label| &label.text),
        "help": complaint.help,
        "at": at,
    })
}
