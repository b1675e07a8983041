//! Reads the outline of a source: looks up the numbers of `source.toml`.

use crate::pages::outline::{NUMBER, PAGE, REFERS, SECTION, TITLE, top};
use padma_expr::{MAX_LINES, Outline, OutlineEntry, OutlineNumbers};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_variant::form::Fields;

/// Returns the outline that `source.toml` declares.
pub fn outline(decl: &Fields, diagnostics: &mut Diagnostics) -> Outline {
    let [contents, sections, figures] =
        [top::CONTENTS, top::SECTION, top::FIGURE].map(|key| decl.tables(key));
    let references = sections.iter().map(|section| section.texts(REFERS));
    let lines = contents.len()
        + sections.len()
        + figures.len()
        + references.clone().map(<[_]>::len).sum::<usize>();
    if lines > MAX_LINES {
        let message = format!("this outline has {lines} lines; at most {MAX_LINES} can be read");
        diagnostics.push(Diagnostic::error(Code::TooLarge, message));
        let none = Default::default();
        return Outline::new(decl.span.source, OutlineNumbers::default(), none);
    }
    let mut numbers = OutlineNumbers::default();
    let contents = contents
        .iter()
        .map(|entry| outline_entry(entry, &mut numbers));
    let contents: Vec<OutlineEntry> = contents.collect();
    let mut section_entries: Vec<OutlineEntry> = Vec::new();
    for section in sections {
        section_entries.push(OutlineEntry {
            page: section.word(PAGE),
            ..outline_entry(section, &mut numbers)
        });
    }
    let mut figure_entries = Vec::new();
    for figure in figures {
        let entry = outline_entry(figure, &mut numbers);
        let Some(word) = figure.word(SECTION) else {
            continue;
        };
        let section = numbers.find(&word.value);
        let section =
            section.filter(|id| section_entries.iter().any(|section| section.number == *id));
        if section.is_some() {
            figure_entries.push(OutlineEntry { section, ..entry });
            continue;
        }
        diagnostics.push_error(Code::UnknownSection, word.span, || {
            let message = format!("no section has the number `{}`", word.value);
            let names = section_entries
                .iter()
                .map(|section| numbers.name(section.number));
            Diagnostic::error(Code::UnknownSection, message)
                .at(word.span, "expected the number of a `[[section]]`")
                .suggest(&word.value, names)
        });
    }
    for (section, refers) in section_entries.iter_mut().zip(references) {
        let refers = refers.iter().map(|number| numbers.id(number.text()));
        section.refers = refers.collect();
    }
    Outline::new(
        decl.span.source,
        numbers,
        [contents, section_entries, figure_entries],
    )
}

/// Returns a line of the outline with its number and title.
fn outline_entry(entry: &Fields, numbers: &mut OutlineNumbers) -> OutlineEntry {
    OutlineEntry {
        number: numbers.id(entry.str(NUMBER)),
        title: entry.str(TITLE).to_string(),
        refers: Vec::new(),
        page: None,
        section: None,
    }
}
