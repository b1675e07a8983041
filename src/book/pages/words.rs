//! Blocks as they are written, and what several kinds of block share: words, headings, names of
//! moves, and a complaint.

use std::ops::Range;

use padma_rules::model::Side;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span, Word, range_in};

/// A block of a page that is not code.
#[derive(Clone, Debug)]
pub struct Block {
    /// The word that it begins with, one of [`BLOCKS`](super::fence::BLOCKS).
    pub word: &'static str,
    /// Its first line, from that word on.
    pub info: Excerpt,
    /// The lines below it.
    pub body: Excerpt,
    /// The whole block.
    pub span: Span,
    /// Whether every line could be read.
    pub(crate) sound: bool,
}

/// A move of one side: `27 black`.
#[derive(Clone, Debug)]
pub struct PlyName {
    pub(crate) number: u32,
    pub(crate) side: Side,
    pub(crate) span: Span,
}

/// Returns the id and the title that follow the word of a block.
pub(super) fn heading_words(block: &Block, diagnostics: &mut Diagnostics) -> Option<(Word, Word)> {
    let Block { word, info, .. } = block;
    let mut words = words(info, info.text(), diagnostics).into_iter().skip(1);
    let Some(id) = words.next() else {
        let (message, expected) = (
            format!("this {word} has no id"),
            format!("expected `{word} ID \"Title\"`"),
        );
        return diagnostics.refuse(Code::DiagramSyntax, message, info.whole(), expected);
    };
    let mut title = words.next().unwrap_or(Word {
        text: String::new(),
        span: id.span.slice(id.span.range().len()..id.span.range().len()),
    });
    // The span excludes the quotes.
    if title.span.range().len() == title.text.len() + 2 {
        title.span = title.span.slice(1..1 + title.text.len());
    }
    if let Some(extra) = words.next() {
        let message = format!("this does not belong to the heading of a {word}");
        diagnostics.error(
            Code::DiagramSyntax,
            message,
            extra.span,
            "expected only an id and a title in quotes",
        );
    }
    Some((id, title))
}

/// Returns the words of part of a text; a word in quotes may contain spaces.
pub(super) fn words(text: &Excerpt, part: &str, diagnostics: &mut Diagnostics) -> Vec<Word> {
    let mut found = Vec::new();
    let ranges = word_ranges(part).into_iter().map(|range| &part[range]);
    for written in ranges.filter(|written| *written != ",") {
        let word = match written.strip_prefix('"') {
            None => Some(written),
            Some(quoted) => quoted.strip_suffix('"'),
        };
        let span = text.at(written);
        let Some(word) = word else {
            let message = "this text has no closing quote";
            diagnostics.error(Code::DiagramSyntax, message, span, "starts here");
            break;
        };
        found.push(Word {
            text: word.to_string(),
            span,
        });
    }
    found
}

/// Returns the places of the words of a text, and of the commas between them. A word in quotes may
/// contain both; without a closing quote it has the rest of the text.
pub(crate) fn word_ranges(text: &str) -> Vec<Range<usize>> {
    let ends = |c: char| c.is_whitespace() || c == ',';
    let mut ranges = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ',' => 1,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(ends).unwrap_or(rest.len()),
        };
        ranges.push(range_in(text, &rest[..length]));
        rest = rest[length..].trim_start();
    }
    ranges
}

/// Whether a line says nothing.
pub(crate) fn is_blank_or_comment(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

/// Returns what follows the first word of a line, trimmed.
pub(super) fn rest_after<'t>(line: &'t str, first: &str) -> &'t str {
    line.trim_start()
        .get(first.len()..)
        .unwrap_or_default()
        .trim_start()
        .trim_end()
}

/// Reads the number and the side of a move.
pub(crate) fn ply_name(
    number: &Word,
    side: &Word,
    diagnostics: &mut Diagnostics,
) -> Option<PlyName> {
    let value = number.text.parse();
    if value.is_err() {
        let message = format!("`{}` is not a number", number.text);
        diagnostics.error(
            Code::RecordSyntax,
            message,
            number.span,
            "expected the number of a move",
        );
    }
    let Some(ply_side) = Side::from_name(&side.text) else {
        let complaint =
            Diagnostic::error(Code::RecordSyntax, format!("`{}` is not a side", side.text));
        diagnostics.push(
            complaint
                .at(side.span, "expected `white` or `black`")
                .suggest(&side.text, Side::BOTH.map(Side::name)),
        );
        return None;
    };
    Some(PlyName {
        number: value.ok()?,
        side: ply_side,
        span: number.span.to(side.span),
    })
}

/// Reports a second line of a kind that a block may have only once.
pub(super) fn complain_repeated(
    code: Code,
    what: &str,
    first: Span,
    second: Span,
    diagnostics: &mut Diagnostics,
) {
    diagnostics.duplicate(
        code,
        format!("this block has two `{what}` lines"),
        first,
        second,
    );
}
