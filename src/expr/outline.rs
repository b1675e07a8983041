//! A source's outline with its numbers looked up: the numbers and titles of the table of contents,
//! the sections and the figures, and the references between them.
//!
//! A number is what the source prints before a title or after the word "see": `A1.0`, `K1-2`. The
//! source may print a number twice, leave one out, or refer to one that does not exist. Claims
//! about the outline find that out, so it is not an error here.

use std::collections::BTreeMap;

use padma_text::diag::{Code, Diagnostic};
use padma_text::{At, SourceId, Span};

/// The number of a section or figure, as an index among the numbers of its [`Outline`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberId(u16);

/// One of the lists in which a source's numbers appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlinePart {
    /// The numbers of the contents.
    Contents,
    /// The numbers of sections.
    Sections,
    /// The numbers of figures.
    Figures,
}

/// A source's contents, sections and figures, and what they refer to.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    file: Option<SourceId>,
    numbers: OutlineNumbers,
    /// The lines of each [`OutlinePart`].
    parts: [Vec<OutlineEntry>; 3],
}

/// Every number that the source prints, without duplicates, in the order of the contents, the
/// sections, the figures and the references.
#[derive(Clone, Debug, Default)]
pub struct OutlineNumbers {
    names: Vec<String>,
    indices: BTreeMap<String, usize>,
}

impl OutlineNumbers {
    /// Returns the id of a number, and adds the number if it is new.
    pub fn id(&mut self, number: &str) -> NumberId {
        let next = self.names.len();
        let index = *self.indices.entry(number.to_string()).or_insert(next);
        if index == next {
            self.names.push(number.to_string());
        }
        id(index)
    }

    /// Finds a number.
    pub fn find(&self, number: &str) -> Option<NumberId> {
        self.indices.get(number).copied().map(id)
    }

    /// Returns the number as its author writes it.
    pub fn name(&self, number: NumberId) -> &str {
        &self.names[usize::from(number.0)]
    }
}

/// A line of the contents, a section or a figure.
#[derive(Clone, Debug)]
pub struct OutlineEntry {
    /// Its number.
    pub number: NumberId,
    /// Its title.
    pub title: String,
    /// The numbers that a section's text refers to.
    pub refers: Vec<NumberId>,
    /// The page of the book that retells a section.
    pub page: Option<At<String>>,
    /// The section that a figure is in.
    pub section: Option<NumberId>,
}

/// Maximum number of lines in a source's outline. Each reference counts as a line.
pub const MAX_LINES: usize = 20_000;

impl Outline {
    /// Returns the file it was read from, if any.
    pub fn file(&self) -> Option<SourceId> {
        self.file
    }

    /// Whether the source has a figure of this number.
    pub fn has_figure(&self, number: &str) -> bool {
        self.lines(OutlinePart::Figures)
            .iter()
            .any(|figure| self.name(figure.number) == number)
    }

    /// Returns the outline in a file. The parts are the contents, the sections and the figures.
    pub fn new(file: SourceId, numbers: OutlineNumbers, parts: [Vec<OutlineEntry>; 3]) -> Outline {
        Outline {
            file: Some(file),
            numbers,
            parts,
        }
    }

    /// The empty outline, for a book that does not describe its source.
    pub const NONE: &Outline = &Outline {
        file: None,
        numbers: OutlineNumbers {
            names: Vec::new(),
            indices: BTreeMap::new(),
        },
        parts: [const { Vec::new() }; 3],
    };

    /// Counts the distinct numbers.
    pub fn len(&self) -> usize {
        self.numbers.names.len()
    }

    /// Whether the source has no numbers.
    pub fn is_empty(&self) -> bool {
        self.numbers.names.is_empty()
    }

    /// Finds a number.
    pub fn find(&self, number: &str) -> Option<NumberId> {
        self.numbers.find(number)
    }

    /// Returns the number as its author writes it.
    pub fn name(&self, number: NumberId) -> &str {
        self.numbers.name(number)
    }

    fn lines(&self, part: OutlinePart) -> &[OutlineEntry] {
        &self.parts[part as usize]
    }

    /// Returns the numbers of a part in order; a number that is printed twice appears twice.
    pub fn part(&self, part: OutlinePart) -> Vec<NumberId> {
        self.lines(part).iter().map(|entry| entry.number).collect()
    }

    /// Returns the title that the table of contents prints after a number, the first if there are
    /// several.
    pub fn listed_title(&self, number: NumberId) -> Option<&str> {
        let entry = self
            .lines(OutlinePart::Contents)
            .iter()
            .find(|entry| entry.number == number)?;
        Some(&entry.title)
    }

    /// Returns the title of the section or figure with a number, the first if there are several.
    pub fn title(&self, number: NumberId) -> Option<&str> {
        let mut all = self
            .lines(OutlinePart::Sections)
            .iter()
            .chain(self.lines(OutlinePart::Figures));
        all.find(|entry| entry.number == number)
            .map(|entry| entry.title.as_str())
    }

    /// Returns the numbers that the text of a section refers to.
    pub fn references(&self, section: NumberId) -> Vec<NumberId> {
        let sections = self
            .lines(OutlinePart::Sections)
            .iter()
            .filter(|entry| entry.number == section);
        sections
            .flat_map(|entry| entry.refers.iter().copied())
            .collect()
    }

    /// Returns the figures in a section.
    pub fn figures_of(&self, section: NumberId) -> Vec<NumberId> {
        let figures = self
            .lines(OutlinePart::Figures)
            .iter()
            .filter(|entry| entry.section == Some(section));
        figures.map(|entry| entry.number).collect()
    }

    /// Returns the number with a dot for each hyphen, if the source prints it: a table of contents
    /// may list figure `A1-1` as `A1.1`.
    pub fn dotted_number(&self, number: NumberId) -> Option<NumberId> {
        self.find(&self.name(number).replace('-', "."))
    }

    /// Returns the sections that the book retells, each with its page, in the source's order.
    pub fn pages(&self) -> impl Iterator<Item = (NumberId, &At<String>)> {
        self.lines(OutlinePart::Sections)
            .iter()
            .filter_map(|section| Some((section.number, section.page.as_ref()?)))
    }
}

/// Returns the id for an index, which fits because [`MAX_LINES`] bounds an outline.
fn id(index: usize) -> NumberId {
    NumberId(u16::try_from(index).unwrap_or(u16::MAX))
}

/// Reports a word that is not a number of the source.
pub fn unknown_number(word: &str, span: Span, outline: &Outline) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownSection,
        format!("the source has no section or figure `{word}`"),
    )
    .at(span, "expected a number that `source.toml` declares")
    .suggest(word, outline.numbers.names.iter().map(String::as_str))
}
