//! Converts the complaints of a check to the protocol's diagnostics, by file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::NumberOrString;
use serde_json::{Value, json};

use super::document::{LineIndex, uri_of};
use super::snapshot::Snapshot;
use padma_book::load::display_path;
use padma_text::diag::{Diagnostic, Severity};
use padma_text::{Source, Span};

/// Returns the complaints about each file of a book, by the file's path.
pub(super) fn complaints_by_file(
    snapshot: &Snapshot,
) -> BTreeMap<String, Vec<lsp_types::Diagnostic>> {
    let sources = &snapshot.session.sources;
    // Complaints without a place in a text go to the book's file.
    let book = display_path(&snapshot.folder.join("book.toml"));
    let mut by_file: BTreeMap<String, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
    let mut lines: BTreeMap<_, LineIndex<'_>> = BTreeMap::new();
    for diagnostic in snapshot.session.diagnostics.iter() {
        let place = diagnostic.span();
        let place = place.filter(|span| !sources.get(span.source).is_built_in());
        let range = place.map(|span| {
            let lines = lines
                .entry(span.source)
                .or_insert_with(|| LineIndex::new(sources.get(span.source).text()));
            lines.range(span.range())
        });
        let name = place.map_or(&*book, |span| sources.get(span.source).name());
        let converted = to_lsp(diagnostic, range.unwrap_or_default(), snapshot);
        by_file.entry(name.to_string()).or_default().push(converted);
    }
    by_file
}

fn to_lsp(
    diagnostic: &Diagnostic,
    range: lsp_types::Range,
    snapshot: &Snapshot,
) -> lsp_types::Diagnostic {
    let severity = match diagnostic.severity {
        Severity::Error => lsp_types::DiagnosticSeverity::ERROR,
        Severity::Warning => lsp_types::DiagnosticSeverity::WARNING,
        Severity::Note => lsp_types::DiagnosticSeverity::INFORMATION,
    };
    let label = diagnostic
        .primary
        .as_ref()
        .map(|label| &label.text)
        .filter(|text| !text.is_empty());
    let lines = [&diagnostic.message]
        .into_iter()
        .chain(label)
        .chain(&diagnostic.help);
    let message = lines.map(String::as_str).collect::<Vec<_>>().join("\n");
    let related = diagnostic.others.iter().filter_map(|label| {
        let location = serde_json::from_value(location(snapshot, label.span)?).ok()?;
        Some(lsp_types::DiagnosticRelatedInformation {
            location,
            message: label.text.clone(),
        })
    });
    let related: Vec<_> = related.collect();
    lsp_types::Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(diagnostic.code.name().to_string())),
        source: Some("padma".to_string()),
        message: shorten_paths(&message, snapshot),
        related_information: Some(related).filter(|related| !related.is_empty()),
        ..lsp_types::Diagnostic::default()
    }
}

/// Makes the paths in a message relative to the content folder.
pub(super) fn shorten_paths(message: &str, snapshot: &Snapshot) -> String {
    let content = snapshot
        .folder
        .parent()
        .map_or_else(PathBuf::new, PathBuf::from);
    message.replace(
        &format!("`{}/", display_path(&content).trim_end_matches('/')),
        "`",
    )
}

/// Returns a span as a protocol location; `None` for a built-in text.
pub(super) fn location(snapshot: &Snapshot, span: Span) -> Option<Value> {
    let source: &Source = snapshot.session.sources.get(span.source);
    if source.is_built_in() {
        return None;
    }
    Some(
        json!({ "uri": uri_of(source.name()), "range": LineIndex::new(source.text()).range(span.range()) }),
    )
}
