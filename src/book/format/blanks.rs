//! Changes to the white space between the tokens of a text. Nothing else in the text can be
//! changed.

use std::ops::Range;

use crate::claim::Edit;
use padma_expr::{Before, Spaced, spaced_tokens};
use padma_text::{Excerpt, Sources};

/// The number of spaces before an addition to a definition: `count(cells)    source 39`.
pub(super) const ADDITION_GAP: usize = 4;

/// An excerpt, and the changes to its white space.
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

    /// Replaces the white space in a range, which may be empty.
    pub(super) fn set(&mut self, range: Range<usize>, space: &str) {
        if &self.text.text()[range.clone()] != space {
            self.changes.push((range, space.to_string()));
        }
    }

    /// Removes the white space at the end of each line of a range; a line of white space alone
    /// becomes empty. Comments stay.
    pub(super) fn trim_lines(&mut self, range: Range<usize>) {
        let mut start = range.start;
        for line in self.text.text()[range].split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            let content_end = start + line.trim_end().len();
            self.set(content_end.min(end)..end, "");
            start += line.len();
        }
    }

    /// Sets the gap between two tokens: to `space`, or, if a line ends in the gap, to `indent`
    /// spaces at the start of the next line.
    pub(super) fn set_gap(&mut self, range: Range<usize>, space: &str, indent: usize) {
        match self.text.text()[range.clone()].rfind('\n') {
            None => self.set(range, space),
            Some(last) => {
                let line = range.start + last + 1;
                self.trim_lines(range.start..line);
                self.set(line..range.end, &" ".repeat(indent));
            }
        }
    }

    /// Lays out the expression that fills a range, if changes to white space do not change how it
    /// is read.
    pub(super) fn expression(&mut self, range: Range<usize>) {
        let Some(parts) = self.parts(range.clone()) else {
            return;
        };
        let mut end = range.start;
        for part in parts {
            let space = if part.before == Before::Nothing {
                ""
            } else {
                " "
            };
            self.set_gap(end..part.range.start, space, 0);
            end = part.range.end;
        }
        // A comment may follow the expression.
        if self.text.text()[end..range.end].trim().is_empty() {
            self.set(end..range.end, "");
        }
    }

    /// Returns the parts of the expression or definition that fills a range.
    pub(super) fn parts(&self, range: Range<usize>) -> Option<Vec<Spaced>> {
        let mut parts = spaced_tokens(&self.text.part(range.clone()))?;
        for part in &mut parts {
            part.range = part.range.start + range.start..part.range.end + range.start;
        }
        Some(parts)
    }

    /// Returns the changes as edits of the source. Returns none if the excerpt differs from its
    /// source, or if anything but white space would change.
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
