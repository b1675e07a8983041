//! Diagnostics as text for a terminal: the line, the underlined word and the advice.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use padma_text::diag::{Diagnostic, Label, Severity};
use padma_text::{Sources, Span};

/// Renders one diagnostic, with a newline at its end.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colours: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(&diagnostic.message)
        .id(diagnostic.code.name());
    let help = diagnostic.help.iter().map(|text| Level::HELP.message(text));
    let mut groups = Vec::new();
    match &diagnostic.primary {
        None => groups.push(Group::with_title(title).elements(help)),
        Some(primary) => {
            let is_home = |label: &&Label| label.span.source == primary.span.source;
            let mut at_home = vec![(AnnotationKind::Primary, primary)];
            at_home.extend(context(diagnostic.others.iter().filter(is_home)));
            let home = snippet(sources, &at_home);
            let elsewhere = diagnostic.others.iter().filter(|label| !is_home(label));
            let foreign: Vec<_> = context(elsewhere)
                .map(|label| snippet(sources, &[label]))
                .collect();
            groups.push(title.element(home).elements(foreign).elements(help));
        }
    }
    let renderer = if colours {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&groups) + "\n"
}

fn context<'a>(labels: impl Iterator<Item = &'a Label>) -> impl Iterator<Item = Labelled<'a>> {
    labels.map(|label| (AnnotationKind::Context, label))
}

type Labelled<'a> = (AnnotationKind, &'a Label);

/// Maximum number of bytes of a long line to show after the last labelled word.
const MOST_BEHIND: usize = 1000;

/// Returns the lines with these labels, which are all in one text. Reads no other part of the
/// text, since it may be long.
fn snippet<'a>(sources: &'a Sources, labels: &[Labelled<'a>]) -> Snippet<'a, Annotation<'a>> {
    let (_, first) = labels[0];
    let source = sources.get(first.span.source);
    let text = source.text();
    let ranges = || labels.iter().map(|(_, label)| clip(text, label.span));
    let start = ranges().map(|range| range.start).min().unwrap_or(0);
    let start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let last = ranges().map(|range| range.end).max().unwrap_or(0);
    let end = floor_char_boundary(text, last + MOST_BEHIND).max(last);
    let end = text[last..end].find('\n').map_or(end, |at| last + at + 1);
    let line = sources
        .line_column(Span::new(first.span.source, start..start))
        .line;
    let relative = |range: Range<usize>| range.start - start..range.end - start;
    let marks = ranges()
        .zip(labels)
        .map(|(range, (kind, label))| kind.span(relative(range)).label(&label.text));
    Snippet::source(&text[start..end])
        .path(source.name())
        .line_start(line)
        .fold(true)
        .annotations(marks)
}

/// Limits a span to its text and to character boundaries. The renderer slices by it and must not
/// panic.
fn clip(text: &str, span: Span) -> Range<usize> {
    let start = floor_char_boundary(text, span.start as usize);
    start..floor_char_boundary(text, span.end as usize).max(start)
}

fn floor_char_boundary(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
