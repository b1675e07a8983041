//! Source texts and places in them.
//!
//! Everything an author wrote is kept as a [`Source`] with a [`SourceId`]. Whatever refers to it
//! later carries a [`Span`], a byte range that can be opened in an editor.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The id of one text in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(u32);

/// A byte range of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The source text.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The end: one past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span of a byte range of a source.
    pub fn new(source: SourceId, range: Range<usize>) -> Span {
        let to_u32 = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            source,
            start: to_u32(range.start),
            end: to_u32(range.end),
        }
    }

    /// Returns the byte range in the source's text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the part of this span at `range`, counted from the span's own start.
    pub fn slice(self, range: Range<usize>) -> Span {
        let start = self.start as usize;
        Span::new(self.source, start + range.start..start + range.end)
    }

    /// Returns the smallest span that covers both. The two must be in one source.
    pub fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A line and a column, as people count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// A text and the name it is reported under.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: OnceLock<Vec<usize>>,
    /// The number of characters before each step of the text.
    characters: OnceLock<Vec<usize>>,
}

impl Source {
    fn new(name: String, text: String) -> Source {
        Source {
            name,
            text,
            line_starts: OnceLock::new(),
            characters: OnceLock::new(),
        }
    }

    /// Returns the name in reports: a path, or a name between angle brackets.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the source comes with the program, so that no author can change it. Its name is
    /// then in angle brackets.
    pub fn is_built_in(&self) -> bool {
        self.name.starts_with('<')
    }

    /// Returns the whole text, as read.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn line_column(&self, offset: usize) -> LineColumn {
        let offset = offset.min(self.text.len());
        let starts = self.line_starts.get_or_init(|| {
            let breaks = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(breaks).collect()
        });
        let line = starts.partition_point(|start| *start <= offset);
        let start = starts[line - 1];
        LineColumn {
            line,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    /// Counts the characters before a byte, of which the counts at whole steps are kept: a line may
    /// have thousands of places to report.
    fn characters_before(&self, offset: usize) -> usize {
        const STEP: usize = 1024;
        let begins = |byte: &&u8| **byte & 0xc0 != 0x80;
        let count = |bytes: &[u8]| bytes.iter().filter(begins).count();
        let counts = self.characters.get_or_init(|| {
            let chunks = self.text.as_bytes().chunks(STEP);
            let sum = |sum: &mut usize, chunk| {
                *sum += count(chunk);
                Some(*sum)
            };
            std::iter::once(0).chain(chunks.scan(0, sum)).collect()
        });
        let step = offset / STEP;
        counts[step] + count(&self.text.as_bytes()[step * STEP..offset])
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
    /// Texts that replace the contents of files, by the name that the file is reported under.
    unsaved: BTreeMap<String, Arc<str>>,
}

impl Sources {
    /// Adds a text under a name.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = SourceId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Source::new(name.into(), text.into()));
        id
    }

    /// Returns sources without texts. `unsaved` holds texts that replace the contents of files,
    /// by the name that the file is reported under.
    pub fn with_unsaved(unsaved: BTreeMap<String, Arc<str>>) -> Sources {
        Sources {
            unsaved,
            ..Sources::default()
        }
    }

    /// Returns the unsaved text that replaces the contents of the file with this name.
    pub fn unsaved(&self, name: &str) -> Option<Arc<str>> {
        self.unsaved.get(name).cloned()
    }

    /// Finds the text that was added first under a name.
    pub fn find(&self, name: &str) -> Option<SourceId> {
        let index = self.all.iter().position(|source| source.name == name)?;
        u32::try_from(index).ok().map(SourceId)
    }

    /// Removes the text that was added last.
    pub fn drop_last(&mut self) {
        self.all.pop();
    }

    /// Returns the text that [`Sources::add`] gave this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// Returns the text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Returns the line and the column at which a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        self.get(span.source).line_column(span.start as usize)
    }

    /// Returns the source's name, the line and the column: `index.md:3:9`.
    pub fn place(&self, span: Span) -> String {
        let LineColumn { line, column } = self.line_column(span);
        format!("{}:{line}:{column}", self.get(span.source).name())
    }

    /// Returns the span of a whole source.
    pub fn whole(&self, id: SourceId) -> Span {
        Span::new(id, 0..self.get(id).text.len())
    }
}

/// A value and the place where it was written.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// The place.
    pub span: Span,
}

/// Words and the place where they were written. Two are equal if their texts are.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// The words.
    pub text: String,
    /// The place.
    pub span: Span,
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

/// Returns the byte range of `part` in `text`. `part` must be a slice of `text`.
pub fn range_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    start..start.wrapping_add(part.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_from_one() {
        let mut sources = Sources::default();
        let id = sources.add("page.md", "größe\nzwei drei\n");
        let cases = [
            (0, 1, 1),
            ("größ".len(), 1, 5),
            ("größe\nzwei ".len(), 2, 6),
        ];
        for (offset, line, column) in cases {
            let place = sources.line_column(Span::new(id, offset..offset));
            assert_eq!(place, LineColumn { line, column }, "offset {offset}");
        }
    }
}
