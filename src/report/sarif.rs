//! `padma check --format sarif`: the complaints, for programs that show them beside the text.

use serde_json::json;

use crate::diag::{Code, Diagnostic, Diagnostics, Severity};
use crate::text::{Sources, percent_encoded};

/// The whole document, SARIF 2.1.0.
pub(crate) fn sarif(diagnostics: &Diagnostics, sources: &Sources) -> String {
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

/// A path as a reference of RFC 3986: relative as it is, or with the scheme of files.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    let has_drive = path.split('/').next().is_some_and(|first| first.ends_with(':'));
    if path.starts_with('/') || has_drive {
        uri.push_str(if has_drive { "file:///" } else { "file://" });
    }
    uri + &percent_encoded(path)
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
                "artifactLocation": {"uri": uri(file)},
                "region": {"startLine": place.line, "startColumn": place.column}
            }})
        })
        .collect();
    json!({
        "ruleId": diagnostic.code.name(),
        "level": level,
        "message": {"text": super::finding::whole_message(diagnostic)},
        "locations": locations
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        for (path, reference) in [
            ("content/t/index.md", "content/t/index.md"),
            ("a #b/100%.md", "a%20%23b/100%25.md"),
            ("größe/?.md", "gr%C3%B6%C3%9Fe/%3F.md"),
            ("../a:b.md", "../a%3Ab.md"),
            ("/srv/books/t/index.md", "file:///srv/books/t/index.md"),
            ("C:/books/t.md", "file:///C%3A/books/t.md"),
        ] {
            assert_eq!(uri(path), reference, "{path}");
        }
    }
}
