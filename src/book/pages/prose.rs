//! The prose of a page in runs. A run is the text of one paragraph, heading or table cell, cut
//! where a claim begins or ends.
//!
//! Code, raw HTML and the blocks that are not shown do not count as prose. Knows no chess.

use std::borrow::Cow;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::page::{Flow, Page, is_inline};
use padma_text::{Excerpt, Span};

/// A piece of text that is read as a whole.
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
    let mut scan = Scan {
        page,
        wanted,
        runs,
        parts,
        code,
        link: None,
        diagram: None,
    };
    let mut silent = false;
    for flow in &page.flow {
        match flow {
            Flow::ClaimStart(index) => {
                scan.end_run();
                scan.link = Some(*index);
            }
            Flow::ClaimEnd(index) => {
                scan.end_run();
                scan.link = None;
                // Text right after a claim continues its last word: in `[1](…)-5` nothing is
                // negative.
                scan.parts.push((FOREIGN, page.claims[*index].span));
            }
            Flow::Diagram(index) => {
                scan.end_run();
                scan.diagram = Some(*index);
            }
            Flow::Card(_)
            | Flow::Combinations(_)
            | Flow::Game(_)
            | Flow::Definitions(_)
            | Flow::Heading(_) => scan.end_run(),
            Flow::Markdown(event, range) => {
                let span = Span::new(page.source, range.clone());
                match event {
                    Event::Start(Tag::CodeBlock(_)) => {
                        scan.end_run();
                        silent = true;
                    }
                    // The text of an autolink is its address, not prose.
                    Event::Start(Tag::Link {
                        link_type: LinkType::Autolink,
                        ..
                    }) => {
                        silent = true;
                    }
                    Event::End(TagEnd::CodeBlock | TagEnd::Link) => silent = false,
                    _ if silent => {}
                    Event::Text(text) => scan.parts.push((text, span)),
                    Event::SoftBreak | Event::HardBreak => scan.parts.push((" ", span)),
                    Event::Code(_) => {
                        scan.code.push(span);
                        scan.parts.push((FOREIGN, span));
                    }
                    Event::InlineHtml(_) | Event::FootnoteReference(_) => {
                        scan.parts.push((FOREIGN, span))
                    }
                    Event::Start(tag) if is_inline(tag.to_end()) => {}
                    Event::End(tag) if is_inline(*tag) => {}
                    _ => scan.end_run(),
                }
            }
        }
    }
    scan.end_run();
    scan.runs
}

/// Stands for anything that is not prose, so that the words on either side stay apart.
const FOREIGN: &str = "\u{fffc}";

struct Scan<'a, F> {
    page: &'a Page,
    wanted: F,
    runs: Vec<Run<'a>>,
    /// The parts of the current run.
    parts: Vec<(&'a str, Span)>,
    code: Vec<Span>,
    link: Option<usize>,
    diagram: Option<usize>,
}

impl<'a, F: Fn(&str) -> bool> Scan<'a, F> {
    fn end_run(&mut self) {
        let text = match self.link {
            // A claim keeps the text that it reads itself.
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

    fn own_text(&self) -> Option<Excerpt> {
        let (_, first) = self
            .parts
            .iter()
            .find(|(text, _)| (self.wanted)(text))
            .and(self.parts.first())?;
        let mut own = Excerpt::new(*first);
        self.parts
            .iter()
            .for_each(|(text, span)| own.push_for(text, *span));
        Some(own)
    }
}
