//! A source's outline with its numbers looked up: what the table of contents, the sections and the
//! figures are called, and which of them the source's text refers to.
//!
//! A number is what the source prints before a title or behind the word "see": `A1.0`, `K1-2`. The
//! source may print one twice, leave one out, or refer to one that is not there; to find that out is
//! what an outline is for, so none of it is a mistake here.

use crate::book::outline::OutlineDecl;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{At, Span};

/// A section's or figure's number, by its place among the numbers of its [`Outline`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NumberId(u16);

/// The lists a source's numbers stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Contents,
    Sections,
    Figures,
}

#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Every number the source prints, once, in the order of the contents, the sections, the figures
    /// and the references.
    numbers: Vec<String>,
    contents: Vec<Titled>,
    sections: Vec<Section>,
    figures: Vec<Figure>,
}

#[derive(Clone, Debug)]
struct Titled {
    number: NumberId,
    title: String,
}

#[derive(Clone, Debug)]
struct Section {
    own: Titled,
    refers: Vec<NumberId>,
    page: Option<At<String>>,
}

#[derive(Clone, Debug)]
struct Figure {
    own: Titled,
    section: NumberId,
}

/// How many lines a source's outline may have in all.
const MAX_LINES: usize = 20_000;

impl Outline {
    /// Whether the source has a figure of this number.
    pub fn has_figure(&self, number: &str) -> bool {
        self.figures.iter().any(|figure| self.numbers[usize::from(figure.own.number.0)] == number)
    }

    pub fn new(decl: OutlineDecl, diagnostics: &mut Diagnostics) -> Outline {
        let mut outline = Outline::default();
        let lines = decl.contents.len()
            + decl.figures.len()
            + decl.sections.iter().map(|section| 1 + section.refers.len()).sum::<usize>();
        if lines > MAX_LINES {
            let message = format!("this outline has {lines} lines; at most {MAX_LINES} can be read");
            diagnostics.push(Diagnostic::error(Code::TooLarge, message));
            return outline;
        }
        let mut known = Known::default();
        for entry in decl.contents {
            let own = Titled { number: known.id(&entry.number.value), title: entry.title };
            outline.contents.push(own);
        }
        let mut sections = Vec::new();
        for section in decl.sections {
            let own = Titled { number: known.id(&section.number.value), title: section.title };
            sections.push((own, section.refers, section.page));
        }
        for figure in decl.figures {
            let own = Titled { number: known.id(&figure.number.value), title: figure.title };
            let section = known.find(&figure.section.value);
            match section.filter(|id| sections.iter().any(|(section, ..)| section.number == *id)) {
                Some(section) => outline.figures.push(Figure { own, section }),
                None => {
                    diagnostics.push_error(Code::UnknownSection, figure.section.span, || {
                        let message = format!("no section has the number `{}`", figure.section.value);
                        let numbers = sections.iter().map(|(section, ..)| known.name(section.number));
                        Diagnostic::error(Code::UnknownSection, message)
                            .at(figure.section.span, "expected the number of a `[[section]]`")
                            .suggest(&figure.section.value, numbers)
                    });
                }
            }
        }
        for (own, refers, page) in sections {
            let refers = refers.iter().map(|number| known.id(&number.value)).collect();
            outline.sections.push(Section { own, refers, page });
        }
        outline.numbers = known.numbers;
        outline
    }

    /// The outline of a source that nothing was said of.
    pub const NONE: &Outline =
        &Outline { numbers: Vec::new(), contents: Vec::new(), sections: Vec::new(), figures: Vec::new() };

    /// How many different numbers there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    pub fn find(&self, number: &str) -> Option<NumberId> {
        self.numbers.iter().position(|known| known == number).map(id)
    }

    pub fn name(&self, number: NumberId) -> &str {
        &self.numbers[usize::from(number.0)]
    }

    /// The numbers of a part in its order; one that is printed twice stands there twice.
    pub fn part(&self, part: Part) -> Vec<NumberId> {
        match part {
            Part::Contents => self.contents.iter().map(|entry| entry.number).collect(),
            Part::Sections => self.sections.iter().map(|section| section.own.number).collect(),
            Part::Figures => self.figures.iter().map(|figure| figure.own.number).collect(),
        }
    }

    /// The title the table of contents prints behind a number, the first if there are several.
    pub fn listed(&self, number: NumberId) -> Option<&str> {
        let entry = self.contents.iter().find(|entry| entry.number == number)?;
        Some(&entry.title)
    }

    /// The title over the section or figure with a number, the first if there are several.
    pub fn title(&self, number: NumberId) -> Option<&str> {
        let sections = self.sections.iter().map(|section| &section.own);
        let mut all = sections.chain(self.figures.iter().map(|figure| &figure.own));
        all.find(|own| own.number == number).map(|own| own.title.as_str())
    }

    /// What the text of a section refers to.
    pub fn references(&self, section: NumberId) -> Vec<NumberId> {
        let own = self.sections.iter().filter(|own| own.own.number == section);
        own.flat_map(|own| own.refers.iter().copied()).collect()
    }

    /// The figures that stand in a section.
    pub fn figures_of(&self, section: NumberId) -> Vec<NumberId> {
        let own = self.figures.iter().filter(|figure| figure.section == section);
        own.map(|figure| figure.own.number).collect()
    }

    /// The number that stands for a figure's in a table of contents which writes `A1.1` for `A1-1`.
    pub fn dotted(&self, number: NumberId) -> Option<NumberId> {
        self.find(&self.name(number).replace('-', "."))
    }

    /// The sections with the places where the book retells them, in the source's order.
    pub fn pages(&self) -> impl Iterator<Item = (NumberId, &At<String>)> {
        self.sections.iter().filter_map(|section| Some((section.own.number, section.page.as_ref()?)))
    }
}

/// Numbers met so far.
#[derive(Default)]
struct Known {
    numbers: Vec<String>,
    places: std::collections::BTreeMap<String, usize>,
}

impl Known {
    fn id(&mut self, number: &str) -> NumberId {
        let next = self.numbers.len();
        let at = *self.places.entry(number.to_string()).or_insert(next);
        if at == next {
            self.numbers.push(number.to_string());
        }
        id(at)
    }

    fn find(&self, number: &str) -> Option<NumberId> {
        self.places.get(number).copied().map(id)
    }

    fn name(&self, number: NumberId) -> &str {
        &self.numbers[usize::from(number.0)]
    }
}

/// Outlines are bounded by [`MAX_LINES`], so every place fits.
fn id(at: usize) -> NumberId {
    NumberId(u16::try_from(at).unwrap_or(u16::MAX))
}

/// The complaint about a word that is no number of the source's.
pub fn unknown_number(word: &str, span: Span, outline: &Outline) -> Diagnostic {
    Diagnostic::error(Code::UnknownSection, format!("the source has no section or figure `{word}`"))
        .at(span, "expected a number that `source.toml` declares")
        .suggest(word, outline.numbers.iter().map(String::as_str))
}
