//! The prose of a page in runs. A run is the text of one paragraph, heading or table cell, cut
//! where a claim begins or ends, and where code, raw HTML or the address of a link stands.
//!
//! Blocks do not count as prose. Knows no chess.

use std::borrow::Cow;
use std::ops::Range;

use super::page::{ClaimLink, Page};
use super::sentence::passages;
use padma_text::Excerpt;

/// A stretch of text that is read as a whole.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) text: Cow<'a, Excerpt>,
    /// The index on the page of the claim whose text this is.
    pub link: Option<usize>,
    /// The nearest diagram above it on the page.
    pub diagram: Option<usize>,
    /// The ranges that are code; a claim reads them too.
    code: &'a [Range<usize>],
}

impl<'a> Run<'a> {
    /// Returns the text of a claim of a page.
    pub(crate) fn of_claim(claim: &'a ClaimLink, index: usize) -> Run<'a> {
        Run {
            text: Cow::Borrowed(&claim.text),
            link: Some(index),
            diagram: None,
            code: &claim.code,
        }
    }

    /// Whether a range of the text begins in code.
    pub(crate) fn is_code(&self, range: &Range<usize>) -> bool {
        let before = self.code.partition_point(|code| code.start <= range.start);
        let last = before.checked_sub(1).map(|last| &self.code[last]);
        last.is_some_and(|code| range.start < code.end)
    }
}

/// Returns a page's prose in reading order, except the runs that are not wanted.
pub(crate) fn runs(page: &Page, wanted: impl Fn(&str) -> bool) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    for passage in passages(page).iter().filter(|passage| !passage.is_in_block) {
        let text = passage.text.text();
        let claims = passage.claims.iter();
        let claims = claims.map(|(index, range)| (range.clone(), Some(*index)));
        let foreign = passage.foreign.iter().map(|range| (range.clone(), None));
        let mut cuts: Vec<_> = claims.chain(foreign).collect();
        cuts.push((text.len()..text.len(), None));
        cuts.sort_by_key(|(range, _)| range.start);
        let mut start = 0;
        for (range, link) in cuts {
            // Code in a claim belongs to it.
            if range.start < start {
                continue;
            }
            // Text right after a claim continues its last word: in `[1](…)-5` nothing is negative.
            let rest = &text[start..range.start];
            let own = rest.trim_start_matches(|c| start > 0 && matches!(c, '-' | '−' | '.'));
            if !own.is_empty() && wanted(own) {
                runs.push(Run {
                    text: Cow::Owned(passage.text.part(range.start - own.len()..range.start)),
                    link: None,
                    diagram: passage.diagram,
                    code: &[],
                });
            }
            let claim = link.map(|index| (index, &page.claims[index]));
            runs.extend(claim.filter(|(_, claim)| wanted(claim.text.text())).map(
                |(index, claim)| Run {
                    diagram: passage.diagram,
                    ..Run::of_claim(claim, index)
                },
            ));
            start = range.end;
        }
    }
    runs
}
