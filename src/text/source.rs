//! Source texts and places in them.
//!
//! Everything an author wrote is kept as one [`Source`] with a [`SourceId`]; everything that speaks
//! of it later carries a [`Span`], a byte range that can be opened in an editor.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Names one text in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(u32);

/// A byte range of one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// Its first byte.
    pub start: u32,
    /// The byte behind its last.
    pub end: u32,
}

impl Span {
    /// A byte range of a source.
    pub fn new(source: SourceId, range: Range<usize>) -> Span {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            source,
            start: narrow(range.start),
            end: narrow(range.end),
        }
    }

    /// The bytes, in the source's text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The part of this span at `range`, counted from the span's own start.
    pub fn slice(self, range: Range<usize>) -> Span {
        let start = self.start as usize;
        Span::new(self.source, start + range.start..start + range.end)
    }

    /// The smallest span over both; the two are in one source.
    pub fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A place for people: line and column count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// One text and the name it is reported under.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: OnceLock<Vec<usize>>,
}

impl Source {
    fn new(name: String, text: String) -> Source {
        Source {
            name,
            text,
            line_starts: OnceLock::new(),
        }
    }

    /// Its name in reports: a path, or a name between angle brackets.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it comes with the program, under a name between angle brackets, so that no author can change it.
    pub fn is_built_in(&self) -> bool {
        self.name.starts_with('<')
    }

    /// All of it, as read.
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
        let before = self.text.get(start..offset).unwrap_or("");
        LineColumn {
            line,
            column: before.chars().count() + 1,
        }
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
    /// Texts that take the place of what a file holds, by the name it is reported under.
    unsaved: BTreeMap<String, Arc<str>>,
    /// Once files are read again: the texts that were there before, and are others now.
    replaced: Option<BTreeMap<SourceId, Source>>,
}

impl Sources {
    /// Keeps a text under a name.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let new = Source::new(name.into(), text.into());
        self.taken_in_place(new).unwrap_or_else(|new| {
            let id = SourceId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
            self.all.push(new);
            id
        })
    }

    /// From now on files are read again: a text under the name of a file that is there takes its place and its id.
    pub fn read_again(&mut self) {
        self.replaced = Some(BTreeMap::new());
    }

    /// Returns a text as it was before it was read again, if it has changed.
    pub fn before(&self, id: SourceId) -> Option<&Source> {
        self.replaced.as_ref()?.get(&id)
    }

    /// The texts that were others before they were read again.
    pub fn changed(&self) -> impl Iterator<Item = SourceId> {
        self.replaced.iter().flatten().map(|(id, _)| *id)
    }

    fn taken_in_place(&mut self, new: Source) -> Result<SourceId, Source> {
        let Some(replaced) = &mut self.replaced else {
            return Err(new);
        };
        let is_old =
            |old: &Source| old.name == new.name && (!new.is_built_in() || old.text == new.text);
        let Some(place) = self.all.iter().position(is_old) else {
            return Err(new);
        };
        let Ok(id) = u32::try_from(place).map(SourceId) else {
            return Err(new);
        };
        if self.all[place].text != new.text {
            let old = std::mem::replace(&mut self.all[place], new);
            replaced.entry(id).or_insert(old);
        }
        Ok(id)
    }

    /// No texts yet, and those that take the place of what files hold, by the names that these are reported under.
    pub fn with_unsaved(unsaved: BTreeMap<String, Arc<str>>) -> Sources {
        Sources {
            unsaved,
            ..Sources::default()
        }
    }

    /// The text that takes the place of what a file of that name holds.
    pub fn unsaved(&self, name: &str) -> Option<Arc<str>> {
        self.unsaved.get(name).cloned()
    }

    /// The text that was added first under a name.
    pub fn find(&self, name: &str) -> Option<SourceId> {
        let place = self.all.iter().position(|source| source.name == name)?;
        u32::try_from(place).ok().map(SourceId)
    }

    /// Forgets the text that was added last.
    pub fn drop_last(&mut self) {
        self.all.pop();
    }

    /// The text that [`Sources::add`] gave this id.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// The text a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Returns the line and the column at which a span starts.
    pub fn line_column(&self, span: Span) -> LineColumn {
        self.get(span.source).line_column(span.start as usize)
    }

    /// The same with the source's name: `index.md:3:9`.
    pub fn place(&self, span: Span) -> String {
        let LineColumn { line, column } = self.line_column(span);
        format!("{}:{line}:{column}", self.get(span.source).name())
    }

    /// The span of a whole source.
    pub fn whole(&self, id: SourceId) -> Span {
        Span::new(id, 0..self.get(id).text.len())
    }
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// What it says.
    pub value: T,
    /// Where.
    pub span: Span,
}

/// Words and where they were written. Those are equal whose letters are.
#[derive(Clone, Debug, Default)]
pub struct Word {
    /// Their letters.
    pub text: String,
    /// Where they stand.
    pub span: Span,
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

/// Returns the byte range in `text` of `part`, which is a slice of it.
pub fn place_in(text: &str, part: &str) -> Range<usize> {
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
