//! Complaints for programs that show them beside the text: `padma check --format sarif`, and
//! `--format github` for annotations of a pull request.

use serde_json::json;

use padma_text::diag::{Code, Diagnostic, Diagnostics, Severity};
use padma_text::{Sources, percent_encoded};

/// Returns the whole document, in SARIF 2.1.0.
pub(crate) fn sarif(diagnostics: &Diagnostics, sources: &Sources) -> String {
    let results: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| result(diagnostic, sources))
        .collect();
    let rules: Vec<_> = Code::ALL
        .iter()
        .map(|code| json!({"id": code.name(), "help": {"text": crate::explain::explanation(*code), "markdown": crate::explain::explanation(*code)}}))
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

/// Converts a path to a URI reference of RFC 3986: a relative path stays relative, an absolute one
/// gets the scheme `file`.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    let has_drive = path
        .split('/')
        .next()
        .is_some_and(|first| first.ends_with(':'));
    if path.starts_with('/') || has_drive {
        uri.push_str(if has_drive { "file:///" } else { "file://" });
    }
    uri + &percent_encoded(path)
}

fn result(diagnostic: &Diagnostic, sources: &Sources) -> serde_json::Value {
    let location = diagnostic.span().map(|span| {
        let place = sources.line_column(span);
        json!({"physicalLocation": {
            "artifactLocation": {"uri": uri(sources.get(span.source).name())},
            "region": {"startLine": place.line, "startColumn": place.column}
        }})
    });
    json!({
        "ruleId": diagnostic.code.name(),
        "level": diagnostic.severity.name(),
        "message": {"text": diagnostic.on_one_line()},
        "locations": Vec::from_iter(location)
    })
}

/// Returns a line for each complaint, for annotations of a pull request.
pub(crate) fn github(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| annotation(diagnostic, sources) + "\n")
        .collect()
}

fn annotation(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let kind = match diagnostic.severity {
        Severity::Note => "notice",
        severity => severity.name(),
    };
    let place = diagnostic.span().map(|span| {
        let at = sources.line_column(span);
        let file = escaped_property(sources.get(span.source).name());
        format!("file={file},line={},col={},", at.line, at.column)
    });
    let title = escaped_property(diagnostic.code.name());
    format!(
        "::{kind} {}title={title}::{}",
        place.unwrap_or_default(),
        escaped_data(&diagnostic.on_one_line())
    )
}

fn escaped_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uri_references() {
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
