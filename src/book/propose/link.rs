//! Writes a claim into a page as its author would: a short expression in the link, a longer one under a
//! name in a block of claims.
//!
//! ```text
//! she reaches nineteen squares  ──▶  she reaches [nineteen](<claim:count(reach(queen, d3))>) squares
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use super::compute::Computer;
use super::fact::{Proposal, ProposalKind};
use crate::claim::{Edit, Verdict};
use crate::judge::Checked;
use padma_text::{Sources, Span};
use padma_variant::resolve::Variants;

/// The longest expression that stands in a link.
const MOST_IN_LINK: usize = 48;

/// Returns the edits, in order, that write the claim of a fact into its page.
///
/// # Errors
///
/// Why it must be written by hand.
pub fn claim_edits(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
    proposal: &Proposal,
    expression: &str,
) -> Result<Vec<Edit>, String> {
    let (range, expression) = linked(checked, variants, proposal, expression)?;
    let span = proposal.words.span(range);
    let words = linkable(sources, span)?;
    let is_short =
        expression.len() <= MOST_IN_LINK && !expression.contains(['"', '<', '>', '|', '\\']);
    if is_short {
        let new = format!("[{words}](<claim:{expression}>)");
        return Ok(vec![Edit { span, new }]);
    }
    let name = free_name(checked, &expression);
    Ok(named_edits(sources, span, words, &name, &expression))
}

/// Returns the edits, in order, that write into the page of a fact that nothing computes it.
///
/// # Errors
///
/// Why it must be written by hand.
pub fn unchecked_edits(
    checked: &Checked,
    sources: &Sources,
    proposal: &Proposal,
    reason: &str,
) -> Result<Vec<Edit>, String> {
    let words = linkable(sources, proposal.span)?;
    if reason.trim().is_empty() || reason.contains(['"', '\\']) {
        return Err("the reason is a text without quotation marks".to_string());
    }
    let name = free_name(checked, "unchecked");
    let definition = format!("unchecked \"{}\"", reason.trim());
    Ok(named_edits(
        sources,
        proposal.span,
        words,
        &name,
        &definition,
    ))
}

/// Returns the words at a place, if a link can be put around them.
fn linkable(sources: &Sources, span: Span) -> Result<&str, String> {
    let words = sources.slice(span);
    match words.is_empty() || words.contains(['[', ']']) {
        true => Err("a link cannot be put around these words: write it by hand".to_string()),
        false => Ok(words),
    }
}

/// Links words to a definition, and adds that to the page.
fn named_edits(
    sources: &Sources,
    span: Span,
    words: &str,
    name: &str,
    definition: &str,
) -> Vec<Edit> {
    let link = Edit {
        span,
        new: format!("[{words}](claim:{name})"),
    };
    let page = sources.get(span.source).text();
    let definition = definition_edit(page, span, &format!("{name} = {definition}"));
    vec![link, definition]
}

/// Returns the words that state the fact so that a claim of them is read, and its expression.
fn linked(
    checked: &Checked,
    variants: &Variants,
    proposal: &Proposal,
    expression: &str,
) -> Result<(Range<usize>, String), String> {
    let computer = Computer { checked, variants };
    let whole = proposal.range.clone();
    let text = proposal.words.text();
    let mut tried: Vec<(Range<usize>, String)> = vec![(whole.clone(), expression.to_string())];
    if let Some(rank) = &proposal.rank {
        tried = vec![
            (whole.start..rank.end, expression.to_string()),
            (
                whole.clone(),
                format!("{expression} = rank({})", rank.number),
            ),
        ];
        if rank.end == whole.end {
            tried.remove(0);
        }
    }
    if proposal.kind == ProposalKind::Truth {
        // A word that the expression does not say would make it fail: the longest of the words that are read is linked instead.
        let mut words: Vec<Range<usize>> = padma_expr::words(&text[whole.clone()])
            .map(|word| whole.start + word.start..whole.start + word.end)
            .collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        tried.extend(words.into_iter().map(|word| (word, expression.to_string())));
    }
    let mut first = None;
    for (range, expression) in tried {
        match computer.verdict(proposal, range.clone(), &expression) {
            Some((Verdict::Holds, _)) => return Ok((range, expression)),
            Some((Verdict::Fails, is_of_words)) if !is_of_words => return Ok((range, expression)),
            Some(_) if first.is_none() => first = Some((range, expression)),
            _ => {}
        }
    }
    first.ok_or_else(|| "the expression has no value here".to_string())
}

/// Returns a name for an expression that no claim of the book has: of its first words.
fn free_name(checked: &Checked, expression: &str) -> String {
    let names: BTreeSet<&str> = checked.book.claim_names().collect();
    let words = expression.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let words =
        words.filter(|word| word.len() > 1 && word.starts_with(|c: char| c.is_ascii_lowercase()));
    let stem = words.take(3).collect::<Vec<_>>().join("-");
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let mut all = std::iter::once(stem.clone()).chain(numbered);
    // The numbers do not end.
    all.find(|name| !names.contains(name.as_str()))
        .unwrap_or(stem)
}

/// Adds a definition after a link: to the last block of claims of its page, or in a new one at its end.
fn definition_edit(page: &str, link: Span, definition: &str) -> Edit {
    let after = link.range().end;
    let (at, new) = match end_of_last_block(&page[after..]) {
        Some(end) => (after + end, format!("{definition}\n")),
        None => {
            let gap = if page.ends_with('\n') { "\n" } else { "\n\n" };
            (page.len(), format!("{gap}```claims\n{definition}\n```\n"))
        }
    };
    Edit {
        span: Span::new(link.source, at..at),
        new,
    }
}

/// Returns where the last block of claims of a text ends: before its closing fence.
fn end_of_last_block(text: &str) -> Option<usize> {
    let start = text.rfind("\n```claims\n")? + 1;
    let close = text[start..]
        .find("\n```\n")
        .or_else(|| text[start..].strip_suffix("\n```").map(str::len))?;
    Some(start + close + 1)
}
