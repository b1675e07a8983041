//! The definitions of a `claims` block: where each begins and ends. Knows nothing of their
//! meaning.
//!
//! ```text
//! reach-of-e2 = reach(knight, e2)      begins at the start of a line
//!   | reach(queen, e2)                 goes on where a line is indented
//! # a comment
//! ```

use std::ops::Range;

use super::fence::split_definition;
use super::words::is_blank_or_comment;
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Excerpt, Word, range_in};

/// A definition in a `claims` block: `name = definition`.
#[derive(Clone, Debug)]
pub struct DefinitionDecl {
    /// The name that claims use.
    pub name: Word,
    /// What the name stands for.
    pub body: Excerpt,
}

/// Reads the definitions of a `claims` block. One starts at each line that is neither empty, nor
/// indented, nor a comment.
pub(super) fn definitions(
    body: &Excerpt,
    found: &mut Vec<DefinitionDecl>,
    diagnostics: &mut Diagnostics,
) {
    let text = body.text();
    let ranges = definition_ranges(text);
    let first = ranges.first().map_or(text.len(), |first| first.start);
    for line in text[..first]
        .lines()
        .filter(|line| !is_blank_or_comment(line))
    {
        let (message, span) = (
            "this line does not belong to a definition",
            body.at(line.trim_end()),
        );
        diagnostics.error(
            Code::ClaimSyntax,
            message,
            span,
            "a definition begins at the start of a line",
        );
    }
    for range in ranges {
        let text = &text[range];
        match split_definition(text) {
            Some((name, expression)) => {
                let (name, body) = (body.slice_word(name), body.cut(expression.trim_end()));
                found.push(DefinitionDecl { name, body });
            }
            None => {
                let message = "this line does not define a claim";
                let span = body.at(text.trim_end());
                diagnostics.error(
                    Code::ClaimSyntax,
                    message,
                    span,
                    "expected `name = expression`",
                );
            }
        }
    }
}

/// Returns the range of each definition in a `claims` block, up to the start of the next.
pub(crate) fn definition_ranges(text: &str) -> Vec<Range<usize>> {
    let begins = |line: &&str| !is_blank_or_comment(line) && !line.starts_with(char::is_whitespace);
    let starts: Vec<usize> = text
        .lines()
        .filter(begins)
        .map(|line| range_in(text, line).start)
        .collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts
        .iter()
        .copied()
        .zip(ends)
        .map(|(start, end)| start..end)
        .collect()
}
