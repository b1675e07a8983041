//! A page or a variant laid out as `padma fmt` does it, from its text alone.

use std::path::Path;

use serde_json::{Value, json};

use super::document::LineIndex;
use crate::compile::shown;
use crate::diag::Diagnostics;
use crate::format::edits;
use crate::text::Sources;

/// The edits that lay a text out. What cannot be read stays as it is: a check says why.
pub(super) fn formatted(path: &Path, text: &str) -> Value {
    let mut sources = Sources::default();
    let source = sources.add(shown(path), text);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (edits, lines) = (edits(&name, source, &sources, &mut Diagnostics::default()), LineIndex::new(text));
    let edits =
        edits.iter().map(|edit| json!({ "range": lines.range(edit.span.range()), "newText": edit.new }));
    json!(edits.collect::<Vec<Value>>())
}
