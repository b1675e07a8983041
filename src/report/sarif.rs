//! `padma check --format sarif`: the complaints, for programs that show them beside the text.

use serde_json::json;

use crate::diag::{Code, Diagnostic, Diagnostics, Severity};
use crate::text::Sources;

/// The whole document, SARIF 2.1.0.
pub fn sarif(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let results: Vec<_> = diagnostics.iter().map(|diagnostic| result(diagnostic, sources)).collect();
    let rules: Vec<_> = Code::ALL
        .iter()
        .map(|code| json!({"id": code.name(), "help": {"text": code.explanation(), "markdown": code.explanation()}}))
        .collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "padma", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "results": results
        }]
    });
    document.to_string() + "\n"
}

fn result(diagnostic: &Diagnostic, sources: &Sources) -> serde_json::Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let locations: Vec<_> = diagnostic
        .primary
        .iter()
        .map(|label| {
            let place = sources.line_column(label.span);
            let file = sources.get(label.span.source).name();
            json!({"physicalLocation": {
                "artifactLocation": {"uri": file},
                "region": {"startLine": place.line, "startColumn": place.column}
            }})
        })
        .collect();
    json!({
        "ruleId": diagnostic.code.name(),
        "level": level,
        "message": {"text": super::whole_message(diagnostic)},
        "locations": locations
    })
}
