//! Diagnostics as text for a terminal: the line, the word underlined, what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::text::Sources;

/// Renders one diagnostic, with a newline at its end.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colours: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code.name());
    let help = diagnostic.help.iter().map(|text| Level::HELP.message(text));
    let mut groups = Vec::new();
    match &diagnostic.primary {
        None => groups.push(Group::with_title(title).elements(help)),
        Some(primary) => {
            let mut home = snippet(sources, primary.span.source)
                .annotation(AnnotationKind::Primary.span(clip(sources, primary.span)).label(&primary.text));
            let mut foreign = Vec::new();
            for other in &diagnostic.others {
                let annotation = AnnotationKind::Context.span(clip(sources, other.span)).label(&other.text);
                if other.span.source == primary.span.source {
                    home = home.annotation(annotation);
                } else {
                    foreign.push(snippet(sources, other.span.source).annotation(annotation));
                }
            }
            groups.push(title.element(home).elements(foreign).elements(help));
        }
    }
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&groups) + "\n"
}

fn snippet(sources: &Sources, id: crate::text::SourceId) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    let source = sources.get(id);
    Snippet::source(source.text()).path(source.name()).fold(true)
}

/// The span, within its text and on character boundaries: a library that slices must not panic.
fn clip(sources: &Sources, span: crate::text::Span) -> std::ops::Range<usize> {
    let text = sources.get(span.source).text();
    let floor = |mut offset: usize| {
        offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = floor(span.start as usize);
    start..floor(span.end as usize).max(start)
}
