//! Writes a claim into a page as its author would: a short expression in the link, a longer one under a
//! name in a block of claims.
//!
//! ```text
//! she reaches nineteen squares  ──▶  she reaches [nineteen](<claim:count(reach(queen, d3))>) squares
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use super::compute::Computer;
use super::{Proposal, ProposalKind};
use crate::claim::Verdict;
use crate::judge::Checked;
use padma_variant::resolve::Variants;

/// The longest expression that stands in a link.
const MOST_IN_LINK: usize = 48;

/// Returns the text of a page with the claim of a fact in it.
///
/// # Errors
///
/// Why it must be written by hand.
pub fn with_claim(
    checked: &Checked,
    variants: &Variants,
    page: &str,
    proposal: &Proposal,
    expression: &str,
) -> Result<String, String> {
    let (range, expression) = linked(checked, variants, proposal, expression)?;
    let place = proposal.words.span(range).range();
    let words = page.get(place.clone()).unwrap_or_default();
    if words.is_empty() || words.contains(['[', ']']) {
        return Err("a link cannot be put around these words: write it by hand".to_string());
    }
    let is_short =
        expression.len() <= MOST_IN_LINK && !expression.contains(['"', '<', '>', '|', '\\']);
    let (before, after) = (&page[..place.start], &page[place.end..]);
    if is_short {
        return Ok(format!("{before}[{words}](<claim:{expression}>){after}"));
    }
    let name = free_name(checked, &expression);
    let after = with_definition(after, &format!("{name} = {expression}"));
    Ok(format!("{before}[{words}](claim:{name}){after}"))
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

/// Adds a definition to the rest of a page: to its last block of claims, or in a new one at its end.
fn with_definition(rest: &str, definition: &str) -> String {
    match end_of_last_block(rest) {
        Some(end) => format!("{}{definition}\n{}", &rest[..end], &rest[end..]),
        None => {
            let gap = if rest.ends_with('\n') { "\n" } else { "\n\n" };
            format!("{rest}{gap}```claims\n{definition}\n```\n")
        }
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
