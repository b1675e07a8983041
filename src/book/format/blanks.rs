//! The blanks of a text that change, each between two words or signs. Whatever is no blank cannot be changed here.

use std::ops::Range;

use crate::claim::{Before, Edit, Spaced, spaced};
use padma_text::{Excerpt, Sources};

/// How far an addition to a definition stands from what is before it: `count(cells)    source 39`.
pub(super) const ADDITION: usize = 4;

/// The blanks of an excerpt, and what they become.
pub(super) struct Blanks<'a> {
    pub(super) text: &'a Excerpt,
    changes: Vec<(Range<usize>, String)>,
}

impl<'a> Blanks<'a> {
    pub(super) fn new(text: &'a Excerpt) -> Blanks<'a> {
        Blanks {
            text,
            changes: Vec::new(),
        }
    }

    /// Sets what stands in the place of blanks, or where there are none.
    pub(super) fn set(&mut self, range: Range<usize>, blank: &str) {
        if &self.text.text()[range.clone()] != blank {
            self.changes.push((range, blank.to_string()));
        }
    }

    /// Takes the blanks at the end of each line of a range away, and those lines that are blank. Comments stay.
    pub(super) fn trim_lines(&mut self, range: Range<usize>) {
        let mut start = range.start;
        for line in self.text.text()[range].split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            let said = start + line.trim_end().len();
            self.set(said.min(end)..end, "");
            start += line.len();
        }
    }

    /// Sets a gap between two words: the blank, or, where the line ends there, the indent of the next.
    pub(super) fn gap(&mut self, range: Range<usize>, blank: &str, indent: usize) {
        match self.text.text()[range.clone()].rfind('\n') {
            None => self.set(range, blank),
            Some(last) => {
                let line = range.start + last + 1;
                self.trim_lines(range.start..line);
                self.set(line..range.end, &" ".repeat(indent));
            }
        }
    }

    /// Lays an expression out that fills a range, if blanks do not change how it is read.
    pub(super) fn expression(&mut self, range: Range<usize>) {
        let Some(parts) = self.parts(range.clone()) else {
            return;
        };
        let mut end = range.start;
        for part in parts {
            let blank = if part.before == Before::Nothing {
                ""
            } else {
                " "
            };
            self.gap(end..part.range.start, blank, 0);
            end = part.range.end;
        }
        // A comment may follow.
        if self.text.text()[end..range.end].trim().is_empty() {
            self.set(end..range.end, "");
        }
    }

    /// The parts of the expression or definition that fills a range.
    pub(super) fn parts(&self, range: Range<usize>) -> Option<Vec<Spaced>> {
        let mut parts = spaced(&self.text.part(range.clone()))?;
        for part in &mut parts {
            part.range = part.range.start + range.start..part.range.end + range.start;
        }
        Some(parts)
    }

    /// The changes as edits of the source; none, if the text does not stand there letter for letter or something else than
    /// blanks would change.
    pub(super) fn edits(self, sources: &Sources) -> Vec<Edit> {
        let mut edits = Vec::with_capacity(self.changes.len());
        for (range, new) in self.changes {
            let old = &self.text.text()[range.clone()];
            let span = self.text.span(range);
            let is_blank = old.trim().is_empty() && new.trim().is_empty() && !old.contains('\n');
            if sources.slice(span) != old || !is_blank {
                debug_assert!(is_blank, "{old:?} is not white space");
                return Vec::new();
            }
            edits.push(Edit { span, new });
        }
        edits
    }
}
