//! Converts places and paths to the protocol's terms: positions count lines and UTF-16 units, and
//! files have URIs. Reads no file.

use std::ops::Range;
use std::path::{Path, PathBuf};

use lsp_types::{Position, TextDocumentContentChangeEvent};
use serde_json::{Value, json};

use padma_book::pages::page::{Page, parse};
use padma_text::diag::Diagnostics;
use padma_text::{Sources, percent_encoded};

/// Reads a text as a page.
pub(super) fn read_page(text: &str) -> Page {
    let mut sources = Sources::default();
    let id = sources.add("page.md", text);
    parse("page.md", id, &sources, &mut Diagnostics::default())
}

/// A text with the starts of its lines.
pub(super) struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    pub(super) fn new(text: &'t str) -> LineIndex<'t> {
        let bytes = text.as_bytes();
        let ends_line = |at: usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let breaks = (0..bytes.len())
            .filter(|at| ends_line(*at))
            .map(|at| at + 1);
        LineIndex {
            text,
            starts: std::iter::once(0).chain(breaks).collect(),
        }
    }

    /// Returns the byte offset of a position. A position beyond the text is clamped to its end,
    /// and one beyond its line to the end of the line.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else {
            return self.text.len();
        };
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.text.len());
        let line = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, c) in line.char_indices() {
            units += c.len_utf16();
            if units > position.character as usize {
                return start + at;
            }
        }
        start + line.len()
    }

    /// Returns the position of a byte offset, which may be beyond the text or inside a character.
    pub(super) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let units = self.text[self.starts[line]..offset].encode_utf16().count();
        Position::new(line as u32, units as u32)
    }

    /// Returns a protocol edit that replaces a range of bytes.
    pub(super) fn edit(&self, range: Range<usize>, new: &str) -> Value {
        json!({ "range": self.range(range), "newText": new })
    }

    pub(super) fn range(&self, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(range.start), self.position(range.end))
    }
}

/// Applies a change, which replaces either a range or the whole text.
pub(super) fn apply_change(text: &str, change: TextDocumentContentChangeEvent) -> String {
    let Some(range) = change.range else {
        return change.text;
    };
    let lines = LineIndex::new(text);
    let start = lines.offset(range.start);
    let end = lines.offset(range.end).max(start);
    [&text[..start], &change.text, &text[end..]].concat()
}

/// Returns the path of a `file://…` URI; `None` for any other.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let Some((first, rest)) = left.split_first() {
        let code = if *first == b'%' { rest.get(..2) } else { None };
        let code =
            code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        left = if code.is_some() { &rest[2..] } else { rest };
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows, `/c:/books` stands for `c:/books`.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// Returns the `file://` URI of a path in the form that `display_path` returns.
pub(super) fn uri_of(path: &str) -> String {
    let root = if path.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", percent_encoded(path))
}

/// Returns the folder of the book that a file belongs to: the nearest folder above it that has a
/// `book.toml`.
pub(super) fn book_of(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .skip(1)
        .find(|folder| folder.join("book.toml").is_file())
        .map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_utf_16_units() {
        let text = "größe 🏰 x\r\nzwei\rdrei\n";
        let lines = LineIndex::new(text);
        let cases = [
            ((0, 0), 0),
            ((0, 5), "größe".len()),
            ((0, 6), "größe ".len()),
            // Between the two UTF-16 units of 🏰.
            ((0, 7), "größe ".len()),
            ((0, 8), "größe 🏰".len()),
            ((0, 10), "größe 🏰 x".len()),
            ((0, 99), "größe 🏰 x".len()),
            ((1, 2), "größe 🏰 x\r\nzw".len()),
            ((2, 0), "größe 🏰 x\r\nzwei\r".len()),
            ((3, 0), text.len()),
            ((9, 9), text.len()),
        ];
        for ((line, character), offset) in cases {
            assert_eq!(
                lines.offset(Position::new(line, character)),
                offset,
                "{line}:{character}"
            );
        }
        for (offset, _) in text
            .char_indices()
            .filter(|(_, c)| !matches!(c, '\r' | '\n'))
        {
            assert_eq!(lines.offset(lines.position(offset)), offset);
        }
    }

    #[test]
    fn uris_and_paths_convert_both_ways() {
        for path in ["/books/lotus-39/index.md", "/my books/große 100%/a#b.md"] {
            assert_eq!(path_of(&uri_of(path)), Some(PathBuf::from(path)));
        }
        assert_eq!(
            path_of("file://localhost/a%2Db"),
            Some(PathBuf::from("/a-b"))
        );
        assert_eq!(path_of("file:///a%zz%"), Some(PathBuf::from("/a%zz%")));
        for other in ["untitled:Untitled-1", "file://", "", "file:///%ff"] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
