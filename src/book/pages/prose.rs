//! The prose of a page in runs. A run is the text of one paragraph, heading or table cell, cut
//! where a claim begins or ends.
//!
//! Code, raw HTML and the blocks that are not shown do not count as prose. Knows no chess.

use std::borrow::Cow;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::page::{Flow, Page, is_inline};
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
    let mut is_skipping = false;
    for flow in &page.flow {
        match flow {
            Flow::ClaimStart(index) => {
                collector.end_run();
                collector.link = Some(*index);
            }
            Flow::ClaimEnd(index) => {
                collector.end_run();
                collector.link = None;
                // Text right after a claim continues its last word: in `[1](…)-5` nothing is
                // negative.
                collector.parts.push((FOREIGN, page.claims[*index].span));
            }
            Flow::Diagram(index) => {
                collector.end_run();
                collector.diagram = Some(*index);
            }
            Flow::Card(_)
            | Flow::Combinations(_)
            | Flow::Game(_)
            | Flow::Definitions(_)
            | Flow::Heading(_) => collector.end_run(),
            Flow::Markdown(event, range) => {
                let span = Span::new(page.source, range.clone());
                match event {
                    Event::Start(Tag::CodeBlock(_)) => {
                        collector.end_run();
                        is_skipping = true;
                    }
                    // The text of an autolink is its address, not prose.
                    Event::Start(Tag::Link {
                        link_type: LinkType::Autolink,
                        ..
                    }) => {
                        is_skipping = true;
                    }
                    Event::End(TagEnd::CodeBlock | TagEnd::Link) => is_skipping = false,
                    _ if is_skipping => {}
                    Event::Text(text) => collector.parts.push((text, span)),
                    Event::SoftBreak | Event::HardBreak => collector.parts.push((" ", span)),
                    Event::Code(_) => {
                        collector.code.push(span);
                        collector.parts.push((FOREIGN, span));
                    }
                    Event::InlineHtml(_) | Event::FootnoteReference(_) => {
                        collector.parts.push((FOREIGN, span))
                    }
                    Event::Start(tag) if is_inline(tag.to_end()) => {}
                    Event::End(tag) if is_inline(*tag) => {}
                    _ => collector.end_run(),
                }
            }
        }
    }
    collector.end_run();
    collector.runs
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
