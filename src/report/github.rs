//! `padma check --format github`: the complaints as annotations of a pull request.

use crate::diag::{Diagnostic, Diagnostics, Severity};
use crate::text::Sources;

/// One line for each complaint.
pub(crate) fn github(diagnostics: &Diagnostics, sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| annotation(diagnostic, sources) + "\n").collect()
}

fn annotation(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let place = diagnostic.primary.as_ref().map(|label| {
        let at = sources.line_column(label.span);
        let file = property(sources.get(label.span.source).name());
        format!("file={file},line={},col={},", at.line, at.column)
    });
    let title = property(diagnostic.code.name());
    format!(
        "::{kind} {}title={title}::{}",
        place.unwrap_or_default(),
        data(&super::finding::whole_message(diagnostic))
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
