//! The prose of a page in runs. A run is the text of one paragraph, heading or table cell, cut
//! where a claim begins or ends.
//!
//! Code, raw HTML and the blocks that are not shown do not count as prose. Knows no chess.

use std::borrow::Cow;

use super::content::{NodeKind, WalkStep, walk};
use super::page::Page;
use padma_text::{Excerpt, Span};

/// A stretch of text that is read as a whole.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    pub(crate) text: Cow<'a, Excerpt>,
    /// The index on the page of the claim whose text this is.
    pub link: Option<usize>,
    /// The nearest diagram above it on the page.
    pub diagram: Option<usize>,
    /// The code spans, in order; a claim reads them too.
    code: Vec<Span>,
}

impl Run<'_> {
    /// Whether a place is inside a code span.
    pub(crate) fn is_code(&self, span: Span) -> bool {
        let before = self.code.partition_point(|code| code.start <= span.start);
        before
            .checked_sub(1)
            .is_some_and(|last| span.start < self.code[last].end)
    }
}

/// Returns a page's prose in reading order.
pub(crate) fn runs(page: &Page) -> Vec<Run<'_>> {
    runs_where(page, |_| true)
}

/// Returns a page's prose in reading order, except the runs that have no wanted part.
pub(crate) fn runs_where(page: &Page, wanted: impl Fn(&str) -> bool) -> Vec<Run<'_>> {
    let (runs, parts, code) = (Vec::new(), Vec::new(), Vec::new());
    let mut collector = RunCollector {
        page,
        wanted,
        runs,
        parts,
        code,
        link: None,
        diagram: None,
    };
    // The number of open nodes whose text is not prose.
    let mut skipped = 0;
    walk(&page.content, &mut |step| match step {
        WalkStep::Enter(node) if skipped > 0 || is_foreign(&node.kind) => {
            if skipped == 0 && !node.kind.is_inline() {
                collector.end_run();
            }
            skipped += 1;
        }
        WalkStep::Leave(node) if skipped > 0 => {
            skipped -= 1;
            if skipped == 0 && !node.kind.is_inline() {
                collector.end_run();
            }
        }
        WalkStep::Enter(node) => {
            let span = Span::new(page.source, node.range.clone());
            match &node.kind {
                NodeKind::Claim(index) => {
                    collector.end_run();
                    collector.link = Some(*index);
                }
                NodeKind::Diagram(index) => {
                    collector.end_run();
                    collector.diagram = Some(*index);
                }
                NodeKind::Text(_) | NodeKind::SoftBreak | NodeKind::HardBreak => {
                    collector.parts.push((node.words(), span));
                }
                NodeKind::Code(_) => {
                    collector.code.push(span);
                    collector.parts.push((FOREIGN, span));
                }
                NodeKind::InlineHtml(_) | NodeKind::FootnoteReference(_) => {
                    collector.parts.push((FOREIGN, span));
                }
                kind if kind.is_inline() => {}
                _ => collector.end_run(),
            }
        }
        WalkStep::Leave(node) => match &node.kind {
            NodeKind::Claim(index) => {
                collector.end_run();
                collector.link = None;
                // Text right after a claim continues its last word: in `[1](…)-5` nothing is
                // negative.
                collector.parts.push((FOREIGN, page.claims[*index].span));
            }
            kind if kind.is_inline() => {}
            _ => collector.end_run(),
        },
    });
    collector.end_run();
    collector.runs
}

/// Whether the text inside a node is not prose: code, and the address that a bare link shows.
fn is_foreign(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::CodeBlock(_) | NodeKind::Link { is_bare: true, .. }
    )
}

/// Stands for anything that is not prose, so that the words on either side stay apart.
const FOREIGN: &str = "\u{fffc}";

/// The runs collected so far, and the current run.
struct RunCollector<'a, F> {
    page: &'a Page,
    wanted: F,
    runs: Vec<Run<'a>>,
    /// The parts of the current run.
    parts: Vec<(&'a str, Span)>,
    code: Vec<Span>,
    link: Option<usize>,
    diagram: Option<usize>,
}

impl<'a, F: Fn(&str) -> bool> RunCollector<'a, F> {
    /// Adds the current run, if it is wanted, and begins another.
    fn end_run(&mut self) {
        let text = match self.link {
            // The run of a claim is the text that the claim reads.
            Some(index) => {
                let text = &self.page.claims[index].text;
                (self.wanted)(text.text()).then_some(Cow::Borrowed(text))
            }
            None => self.own_text().map(Cow::Owned),
        };
        self.parts.clear();
        let code = std::mem::take(&mut self.code);
        self.runs.extend(text.map(|text| Run {
            text,
            link: self.link,
            diagram: self.diagram,
            code,
        }));
    }

    /// Joins the parts of the current run, if any part is wanted.
    fn own_text(&self) -> Option<Excerpt> {
        let (_, first) = self
            .parts
            .iter()
            .find(|(text, _)| (self.wanted)(text))
            .and(self.parts.first())?;
        let mut excerpt = Excerpt::new(*first);
        self.parts
            .iter()
            .for_each(|(text, span)| excerpt.push_for(text, *span));
        Some(excerpt)
    }
}
