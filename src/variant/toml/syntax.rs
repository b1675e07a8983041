//! Parses the syntax of TOML. Errors point at the bracket or quote that was left open. Knows no
//! keys.

use std::ops::Range;

use toml::de::DeTable;

use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{SourceId, Sources, Span};

/// Parses a document. If the syntax is wrong, reports every error and returns `None`: keys
/// missing from a partial parse are not the author's fault.
pub(super) fn parse<'s>(
    sources: &'s Sources,
    id: SourceId,
    diagnostics: &mut Diagnostics,
) -> Option<DeTable<'s>> {
    let text = sources.get(id).text();
    let (document, errors) = DeTable::parse_recoverable(text);
    let is_valid = errors.is_empty();
    for error in errors {
        let range = error.span().unwrap_or_else(|| longest_key(text));
        if let Some(open) = open_at(text, range.start) {
            diagnostics.push(unclosed(text, id, open, range, error.message()));
            // Only the author knows how much of the rest still belongs to the open bracket or
            // quote.
            break;
        }
        // The usual cause: the first of several tables has single brackets.
        let before = text.get(..range.start).unwrap_or_default();
        let doubled = before.ends_with("[[") && error.message() == "duplicate key";
        let message = format!("this is not valid TOML: {}", error.message());
        let complaint =
            Diagnostic::error(Code::TomlSyntax, message).at(Span::new(id, range.clone()), "here");
        let remedy =
            "a table that can occur several times has double brackets, even the first time";
        let is_curly = text
            .get(range.start..)
            .is_some_and(|rest| rest.starts_with(CURLY));
        let quotes = "in TOML a text stands between straight quotes: `\"`";
        let complaint = complaint.help_if(is_curly.then_some(quotes));
        diagnostics.push(complaint.help_if(doubled.then_some(remedy)));
    }
    is_valid.then(|| document.into_inner())
}

/// The quotation marks of a typesetter.
const CURLY: [char; 8] = ['“', '”', '„', '‘', '’', '‚', '«', '»'];

/// Finds the line whose key has the most parts. The parser gives no place for a key with too
/// many.
fn longest_key(text: &str) -> Range<usize> {
    let parts = |line: &&str| {
        line.split('=')
            .next()
            .unwrap_or_default()
            .matches('.')
            .count()
    };
    let line = text.lines().rev().max_by_key(parts).unwrap_or_default();
    let start = line.as_ptr().addr() - text.as_ptr().addr();
    start..start + line.trim_end().len()
}

/// Finds the innermost open bracket or multi-line quotes at a byte of a document.
fn open_at(text: &str, end: usize) -> Option<Range<usize>> {
    let mut open: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut is_value = false;
    while at < end {
        let rest = &text[at..];
        let letter = rest.chars().next()?;
        let mut length = letter.len_utf8();
        match letter {
            '"' | '\'' => {
                let quote = &rest[..length];
                let lines = quote.repeat(3);
                let (quote, is_long) = if rest.starts_with(&lines) {
                    (lines.as_str(), true)
                } else {
                    (quote, false)
                };
                match string_length(rest, quote) {
                    Some(whole) => length = whole,
                    None if is_long => return Some(at..at + quote.len()),
                    None => length = line_length(rest),
                }
            }
            '#' => length = line_length(rest),
            '\n' if open.is_empty() => is_value = false,
            '=' => is_value = true,
            '[' | '{' if is_value => open.push(at..at + length),
            ']' | '}' => drop(open.pop()),
            _ => {}
        }
        at += length;
    }
    open.pop()
}

/// Returns the length in bytes of a string with its quotes, if it is closed.
fn string_length(text: &str, quote: &str) -> Option<usize> {
    let mut at = quote.len();
    let text = if quote.len() == 1 {
        &text[..line_length(text)]
    } else {
        text
    };
    loop {
        let rest = text.get(at..)?;
        if let Some(behind) = rest.strip_prefix(quote) {
            // Up to two more quotes before the closing ones belong to the string.
            let is_more = |byte: &u8| quote.len() == 3 && quote.as_bytes().starts_with(&[*byte]);
            let more = behind.bytes().take(2).take_while(is_more);
            return Some(at + quote.len() + more.count());
        }
        let letter = rest.chars().next()?;
        at += letter.len_utf8();
        if letter == '\\' && quote.starts_with('"') {
            at += text.get(at..)?.chars().next()?.len_utf8();
        }
    }
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the complaint about an error that follows an open bracket or quotes.
fn unclosed(
    text: &str,
    id: SourceId,
    open: Range<usize>,
    at: Range<usize>,
    message: &str,
) -> Diagnostic {
    let (opening, place) = (Span::new(id, open.clone()), Span::new(id, at.clone()));
    let line = text[..at.start].rfind('\n').map_or(0, |at| at + 1);
    let goes_on = line > open.start && is_statement(&text[line..]);
    let sign = &text[open];
    if sign != "{" && (goes_on || sign.len() == 3 || text[at.start..].trim().is_empty()) {
        let what = if sign == "[" {
            "this bracket is"
        } else {
            "these quotes are"
        };
        let complaint = Diagnostic::error(
            Code::TomlSyntax,
            format!("this is not valid TOML: {what} not closed"),
        );
        let complaint = complaint.at(
            opening,
            format!(
                "expected `{}` after it",
                if sign == "[" { "]" } else { sign }
            ),
        );
        return if goes_on {
            complaint.also_at(place, "this is read as part of it")
        } else {
            complaint
        };
    }
    let complaint = Diagnostic::error(
        Code::TomlSyntax,
        format!("this is not valid TOML: {message}"),
    );
    complaint
        .at(place, "here")
        .also_at(opening, "this bracket is still open there")
}

/// Whether a text begins with a line with a key and a value, or with the head of a table.
fn is_statement(text: &str) -> bool {
    let line = &text[..line_length(text)];
    header_of(line).is_some() || key_of(line).is_some()
}

/// Returns the name of the table that a line begins.
pub fn header_of(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix('[')?;
    // A line of a multi-line list may also begin with a bracket, but it holds values.
    let inner = inner.trim_start_matches('[').split(']').next()?.trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    (inner.chars().all(is_name) && inner.starts_with(char::is_alphabetic)).then_some(inner)
}

/// Returns the key of a line, and what is written after the `=`.
pub fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim();
    let is_key = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    (!key.is_empty() && key.chars().all(is_key)).then_some((key, value))
}
